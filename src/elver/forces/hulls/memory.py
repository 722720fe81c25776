"""The memory of the free surface: radiation as a passive linear system, fitted to coefficients over frequency.

Realisation of the sampled kernel by its block Hankel matrix (B. L. Ho, R. E. Kalman 1966; eigensystem realisation, J.-N. Juang,
R. S. Pappa 1985; the singular values give the order), then the nearest passive system with the same dynamics and inputs:
a model x' = A x + B v, f = C x is passive where P > 0 exists with

    A^T P + P A = -Q <= 0,     C = B^T P        (Kalman, Yakubovich, Popov without feedthrough).

Every stable A and Q >= 0 give one such P, linearly. So the passive C nearest to the realised one, in the L2 norm of the kernel,
is the minimum of a convex quadratic over Q >= 0; it is found by a barrier method. In the coordinates z = P^(1/2) x the system is

    z' = F z + G v,   f = G^T z,   F + F^T <= 0:     d/dt |z|^2/2 = f . v - z . D z,   D = -(F + F^T)/2,

with |z|^2/2 the energy in the waves near the hull and z . D z, never negative, the power they carry away.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass

import numpy as np

from elver._support.arrays import as_numbers
from elver._support.choices import Freedom
from elver._support.errors import InputError, require_number, shown
from elver.forces.hulls.radiation import RadiationTable, added_from_kernel, continued

# --- The memory of the free surface as a passive linear system.

_BARRIERS = 10.0 ** -np.arange(2.0, 12.0)  # weights of the barrier, down to where rounding takes over
_NEWTON_STEPS = 40
_RIDGES = (0.0, 1e-14, 1e-12, 1e-10)  # added to the dissipation, over its trace
FREEDOMS = tuple(freedom.value for freedom in Freedom)


def _freedom_numbers(freedoms: Iterable[int | str]) -> tuple[int, ...]:
    """Numbers 0 to 5 of freedoms that are given by number or by name."""
    given = None if isinstance(freedoms, str) or not isinstance(freedoms, Iterable) else list(freedoms)
    hint = f"Give some of {', '.join(FREEDOMS)}, or of their numbers 0 to 5: (0, 2, 4), or ('surge', 'heave', 'pitch')."
    if not given:
        raise InputError(f"freedoms = {shown(repr(freedoms))} of a hull: a list of at least one is needed. {hint}")
    for one in given:
        number = isinstance(one, (int, np.integer)) and not isinstance(one, bool) and 0 <= one < len(FREEDOMS)
        if not number and not (isinstance(one, str) and one in FREEDOMS):
            raise InputError(f"freedoms of a hull: {shown(repr(one))} is no freedom. {hint}")
    return tuple(FREEDOMS.index(one) if isinstance(one, str) else int(one) for one in given)


@dataclass(frozen=True, eq=False)
class MemoryModel:
    """z' = F z + G v, f = G^T z with F + F^T <= 0. freedoms: indices of the velocities v among surge ... yaw.

    F (n, n) [1/s]; G (n, m) in the units that make f a force and |z|^2/2 an energy [J]. Empty for no memory.
    hulls: how many share it; the freedoms of the second are 6 to 11, and so on.
    """

    freedoms: tuple[int, ...]
    F: np.ndarray
    G: np.ndarray
    hulls: int = 1

    def __post_init__(self) -> None:
        F, G = as_numbers(self.F), as_numbers(self.G)
        if F is None or G is None or F.ndim != 2 or G.ndim != 2:
            raise InputError("memory model: F and G must be tables of numbers, F (n, n) and G (n, m).")
        n = len(F)
        if not all(isinstance(k, (int, np.integer)) and not isinstance(k, bool) for k in self.freedoms):
            raise InputError(f"memory model: freedoms {str(self.freedoms)[:60]}. Give whole numbers from 0 (surge) to 5 (yaw).")
        if len(set(self.freedoms)) != len(self.freedoms) or not set(self.freedoms) <= set(range(6 * self.hulls)):
            raise InputError(f"memory model: freedoms {tuple(self.freedoms)}. Give different numbers from 0 (surge) to 5 (yaw).")
        if F.shape != (n, n) or G.shape != (n, len(self.freedoms)) or not (np.isfinite(F).all() and np.isfinite(G).all()):
            raise InputError(
                f"memory model: F {F.shape}, G {G.shape} for {len(self.freedoms)} freedoms. Give F (n, n) and G (n, m), finite."
            )
        if n and np.linalg.eigvalsh(F + F.T).max() > 1e-9 * np.abs(F).max():
            raise InputError(
                f"memory model: F + F^T has the eigenvalue {np.linalg.eigvalsh(F + F.T).max():.3g} 1/s > 0, so the waves would "
                "feed the boat. Give a passive model, such as elver.forces.hulls.fit_memory returns."
            )
        object.__setattr__(self, "F", F)
        object.__setattr__(self, "G", G)

    @property
    def order(self) -> int:
        return len(self.F)

    @property
    def inputs(self) -> np.ndarray:
        """G for all velocities, (n, 6 hulls)."""
        full = np.zeros((self.order, 6 * self.hulls))
        full[:, list(self.freedoms)] = self.G
        return full

    def restricted(self, freedoms: Iterable[int | str]) -> MemoryModel:
        """The memory of some freedoms alone, the others held still; states that they do not reach are left out.

        freedoms: names from surge to yaw, or their numbers 0 to 5.
        """
        wanted = _freedom_numbers(freedoms)
        kept = [k for k, f in enumerate(self.freedoms) if f in wanted]
        G = self.G[:, kept]
        linked, reached = self.F != 0, (G != 0).any(axis=1)
        for _ in range(self.order):
            reached = reached | linked[:, reached].any(axis=1)
        return MemoryModel(tuple(self.freedoms[k] for k in kept), self.F[np.ix_(reached, reached)], G[reached])

    def transfer(self, w: np.ndarray) -> np.ndarray:
        """G^T (jw - F)^-1 G at frequencies [rad/s], (n, m, m)."""
        s = 1j * np.asarray(w)[:, None, None] * np.eye(self.order)
        return self.G.T @ np.linalg.solve(s - self.F, np.broadcast_to(self.G, (len(w), *self.G.shape)))

    def kernel(self, times: np.ndarray) -> np.ndarray:
        """G^T exp(F t) G on an even grid from 0, (n, m, m)."""
        from scipy.linalg import expm

        step, state, rows = expm(self.F * (times[1] - times[0])), self.G, []
        for _ in times:
            rows.append(self.G.T @ state)
            state = step @ state
        return np.array(rows)


@dataclass(frozen=True, eq=False)
class _Hankel:
    """Singular value decomposition of a kernel's block Hankel matrix. left, right: singular vectors; values; shifted: the matrix
    one sample later; ports: number of freedoms.
    """

    left: np.ndarray
    values: np.ndarray
    right: np.ndarray
    shifted: np.ndarray
    ports: int

    @property
    def singular(self) -> np.ndarray:
        """Singular values over the largest: each state's share in what the past does to the future."""
        return self.values / self.values[0]


@dataclass(frozen=True, eq=False)
class Realisation:
    """x' = A x + B v, f = C x."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray


def decomposed(kernel: np.ndarray) -> _Hankel:
    """The Hankel matrix of an evenly sampled kernel (n, m, m), decomposed."""
    from scipy.linalg import hankel, svd

    m, half = kernel.shape[1], len(kernel) // 2
    index = hankel(np.arange(half), np.arange(half - 1, 2 * half - 1))
    H0, H1 = (np.moveaxis(kernel[i], 2, 1).reshape(half * m, half * m) for i in (index, index + 1))
    U, s, Vt = svd(H0, full_matrices=False)
    return _Hankel(U, s, Vt, H1, m)


def realise(hankel: _Hankel, step: float, order: int) -> Realisation:
    """The balanced realisation of ``order`` states (or as many as the kernel has) of a kernel sampled every ``step`` [s]."""
    from scipy.linalg import logm

    n, m = min(order, int((hankel.singular > 1e-12).sum())), hankel.ports
    root = np.sqrt(hankel.values[:n])
    U, Vt = hankel.left[:, :n], hankel.right[:n]
    Ad = (U.T @ hankel.shifted @ Vt.T) / root[:, None] / root
    A = np.real(logm(_stable_discrete(Ad))) / step
    return Realisation(A, root[:, None] * Vt[:, :m], U[:m] * root)


def _stable_discrete(Ad: np.ndarray) -> np.ndarray:
    """The same matrix with its eigenvalues outside the unit circle reflected into it, and off the negative real axis."""
    values, vectors = np.linalg.eig(Ad)
    size = np.abs(values)
    size = np.minimum(np.where(size > 1, 1 / size, size), 1 - 1e-6)
    angle = np.angle(values)
    real = np.abs(values.imag) <= 1e-12 * np.abs(values)
    values = np.where(real & (values.real < 0), size, size * np.exp(1j * angle))
    return np.real(vectors @ np.diag(values) @ np.linalg.inv(vectors))


def make_passive(model: Realisation, freedoms: tuple[int, ...]) -> MemoryModel:
    """The passive system with the realisation's A and B whose kernel is nearest to its own in the L2 norm."""
    from scipy.linalg import cholesky, solve_continuous_lyapunov, solve_triangular

    A, B, C = model.A, model.B, model.C
    reach = solve_continuous_lyapunov(A, -B @ B.T)  # controllability Gramian: |dC e^(At) B|_2^2 = dC reach dC^T
    values, vectors = np.linalg.eigh(reach)
    weight = vectors * np.sqrt(np.maximum(values, 0.0))
    Q = _nearest_dissipation(A, B, C, weight)
    for ridge in _RIDGES:  # where Q is all but singular, rounding leaves one of both that is not positive
        Q = Q + ridge * np.trace(Q) * np.eye(len(Q))
        P = solve_continuous_lyapunov(A.T, -Q)
        with suppress(np.linalg.LinAlgError):
            R, S = cholesky(0.5 * (P + P.T)), cholesky(Q, lower=True)  # P = R^T R, z = R x, Q = S S^T
            break
    else:
        raise InputError("the memory of these coefficients is too stiff to be made passive. Ask for a lower order.")
    F = solve_triangular(R, (R @ A).T, trans="T").T  # R A R^-1
    loss = solve_triangular(R, S, trans="T")  # loss loss^T = R^-T Q R^-1 = -(F + F^T), but for rounding
    return MemoryModel(freedoms, 0.5 * (F - F.T - loss @ loss.T), R @ B)


def _nearest_dissipation(A: np.ndarray, B: np.ndarray, C: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Q > 0 that minimises |(B^T P(Q) - C) weight|^2 with A^T P + P A = -Q; Newton on the barrier -mu log det Q."""
    from scipy.linalg import solve_continuous_lyapunov

    n = len(A)
    rows, columns = np.triu_indices(n)
    basis = np.zeros((len(rows), n, n))
    basis[np.arange(len(rows)), rows, columns] = 1.0
    basis[np.arange(len(rows)), columns, rows] = 1.0
    target = (C @ weight).ravel()
    scale = np.linalg.norm(target)
    maps = np.array([(B.T @ solve_continuous_lyapunov(A.T, -E) @ weight).ravel() for E in basis]).T / scale
    target = target / scale
    q = np.where(rows == columns, 1.0, 0.0)
    q *= max((maps @ q) @ target / ((maps @ q) @ (maps @ q)), 1e-3)  # best multiple of the identity
    for mu in _BARRIERS:
        q = newton(q, mu, maps, target, basis)
    return np.einsum("k,kij->ij", q, basis)


def newton(q: np.ndarray, mu: float, maps: np.ndarray, target: np.ndarray, basis: np.ndarray) -> np.ndarray:
    """Minimise |maps q - target|^2 - mu log det Q(q) from a feasible q.

    Steps are taken in the coordinates s of dQ = L S L^T with Q = L L^T, where the barrier's second derivative is mu times that of
    |S|^2: however near to singular Q is, the system to be solved is not.
    """
    rows, columns = np.triu_indices(basis.shape[1])
    length = np.where(rows == columns, 1.0, 2.0)  # tr(E_k E_k)
    L = np.linalg.cholesky(np.einsum("k,kij->ij", q, basis))

    def cost(values: np.ndarray) -> tuple[float, np.ndarray]:
        try:
            factor = np.linalg.cholesky(np.einsum("k,kij->ij", values, basis))
        except np.linalg.LinAlgError:
            return np.inf, L
        return float(np.sum((maps @ values - target) ** 2) - 2 * mu * np.log(np.diag(factor)).sum()), factor

    here, _ = cost(q)
    for _ in range(_NEWTON_STEPS):
        turned = (L @ basis @ L.T)[:, rows, columns].T  # coordinates q of L E_k L^T
        local = maps @ turned
        gradient = 2 * local.T @ (maps @ q - target) - mu * np.where(rows == columns, 1.0, 0.0)
        step = -np.linalg.solve(2 * local.T @ local + mu * np.diag(length), gradient)
        size, slope, step = 1.0, float(gradient @ step), turned @ step
        while size > 1e-10 and not cost(q + size * step)[0] <= here + 1e-4 * size * slope:
            size *= 0.5
        if size <= 1e-10:
            return q
        q, before = q + size * step, here
        here, L = cost(q)
        if before - here < 1e-3 * mu:
            return q
    return q


# --- From tabulated radiation to a passive memory model, with a report of how well it fits.

_COUPLED = 1e-2  # freedoms whose normalised coupling stays below this are fitted apart
_SAMPLES_PER_WAVE = 8.0  # samples of the kernel per period of the highest frequency
_NEGLIGIBLE = 1e-4  # share of the largest damping below which a freedom counts as not radiating
_MOST_STATES = 24  # per group
_EXTRA = 8  # states beyond the first guess of the order
_TOLERATED = 0.1  # error of heave or pitch above which a hull's coefficients come with a warning
_REFINED = 8  # times finer is the grid on which a fit is judged


@dataclass(frozen=True, eq=False)
class _GroupFit:
    """One set of coupled freedoms. order: states; singular: Hankel singular values over the largest.

    kernel_error: L2 error of the kernel; force_error, damping_error, added_error: largest error over the band, each over the
    largest value of its diagonal entry, by freedom; lowest_damping: least eigenvalue of the model's damping, scaled;
    causality: largest difference between the solver's A(w) - A_inf and the one its own B(w) implies (Ogilvie), over the
    largest: an error of the table, not of the fit.
    """

    freedoms: tuple[str, ...]
    order: int
    singular: tuple[float, ...]
    kernel_error: float
    force_error: dict[str, float]
    damping_error: dict[str, float]
    added_error: dict[str, float]
    causality: dict[str, float]
    lowest_damping: float


@dataclass(frozen=True, eq=False)
class MemoryFit:
    """The model of all freedoms together and the report of every group."""

    model: MemoryModel
    groups: tuple[_GroupFit, ...]

    def report(self) -> dict:
        """Plain numbers for a file."""
        return {"order": self.model.order, "groups": [asdict(g) for g in self.groups]}


def fit_warnings(report: dict) -> list[str]:
    """A sentence for heave and for pitch where the fit's largest force error exceeds ``_TOLERATED``; report: that of
    MemoryFit.
    """
    found = []
    for group in report.get("groups", ()):
        for name in ("heave", "pitch"):
            error = group["force_error"].get(name, 0.0)
            if not error <= _TOLERATED:
                found.append(
                    f"the memory of {name} is fitted with an error of {100 * error:.3g} % of its peak, more than "
                    f"{100 * _TOLERATED:g} %: motion with these coefficients is not to be trusted. Refine the mesh, or raise "
                    "the number of frequencies."
                )
    return found


def fit_memory(table: RadiationTable, accuracy: float = 0.01, order: int | None = None, reach: float | None = None) -> MemoryFit:
    """A passive, stable model of the memory in all freedoms that radiate.

    accuracy: the order starts at the number of Hankel singular values above this share of the largest and rises until every
    ``force_error`` is below it, at most by ``_EXTRA`` states; order: this many states per group instead; reach [m]: half the
    beam,
    to tell rotations that radiate (next to) nothing, such as the yaw of a buoy, from noise.
    """
    require_number("accuracy", accuracy, above=0.0)
    if accuracy >= 1 or (order is not None and not (isinstance(order, int) and order >= 1)):
        raise InputError(
            f"accuracy = {accuracy:g}, order = {order}. Give an accuracy below 1, and an order of 1 or more or none."
        )
    fits = [_fit_group(table, group, accuracy, order) for group in coupled_groups(table, reach)]
    models = [m for m, _ in fits]
    freedoms = tuple(k for m in models for k in m.freedoms)
    n, total = sum(m.order for m in models), len(freedoms)
    F, G, row, column = np.zeros((n, n)), np.zeros((n, total)), 0, 0
    for m in models:
        F[row : row + m.order, row : row + m.order] = m.F
        G[row : row + m.order, column : column + len(m.freedoms)] = m.G
        row, column = row + m.order, column + len(m.freedoms)
    return MemoryFit(MemoryModel(freedoms, F, G), tuple(g for _, g in fits))


def coupled_groups(table: RadiationTable, reach: float | None = None) -> list[tuple[int, ...]]:
    """Sets of freedoms that radiate into each other; a freedom that radiates nothing is in none."""
    size = np.abs(table.damping).max(axis=0)
    own = np.sqrt(np.diag(size))
    least = _NEGLIGIBLE * np.diag(size)[:3].max() * np.array([1.0] * 3 + [reach**2] * 3) if reach else np.zeros(6)
    left = [k for k in range(6) if own[k] ** 2 > least[k]]
    groups = []
    while left:
        group = [left.pop(0)]
        for k in group:  # grows while it is walked
            near = [j for j in left if size[k, j] > _COUPLED * own[k] * own[j]]
            group += near
            left = [j for j in left if j not in near]
        groups.append(tuple(sorted(group)))
    return groups


def _fit_group(
    table: RadiationTable, freedoms: tuple[int, ...], accuracy: float, order: int | None
) -> tuple[MemoryModel, _GroupFit]:
    """Model and report of one group: kernel scaled to equal importance, realisation, nearest passive model."""
    damping = continued(table, freedoms)
    w, step = table.frequencies, 2 * np.pi / (_SAMPLES_PER_WAVE * table.frequencies[-1])
    times = np.arange(0.0, 2 * np.pi / np.diff(w).min(), step)
    scale = np.sqrt(np.diag(damping.kernel(np.zeros(1))[0]))
    kernel = damping.kernel(times) / (scale[:, None] * scale)
    fine = np.arange(0.0, times[-1], step / _REFINED)
    target = _Target(table, freedoms, fine, damping.kernel(fine), scale[:, None] * scale)
    hankel = decomposed(kernel)
    first = min(int((hankel.singular > accuracy).sum()), _MOST_STATES) if order is None else order
    tried = []
    for n in range(first, min(first + _EXTRA, _MOST_STATES) + 1, 2) if order is None else (order,):
        scaled = make_passive(realise(hankel, step, n), freedoms)
        model = MemoryModel(freedoms, scaled.F, scaled.G * scale)
        tried.append((model, _judged(target, model, hankel.singular)))
        if max(tried[-1][1].force_error.values()) <= accuracy:
            break
    return min(tried, key=lambda pair: max(pair[1].force_error.values()))


@dataclass(frozen=True, eq=False)
class _Target:
    """What a group is judged against: the table, and its kernel (n, m, m) on a fine time grid; units: scale of each entry."""

    table: RadiationTable
    freedoms: tuple[int, ...]
    times: np.ndarray
    kernel: np.ndarray
    units: np.ndarray


def _judged(target: _Target, model: MemoryModel, singular: np.ndarray) -> _GroupFit:
    """Errors of a fitted group over the table's band."""
    table, times, kernel, units = target.table, target.times, target.kernel, target.units
    w, names = table.frequencies, tuple(FREEDOMS[k] for k in model.freedoms)
    select = np.ix_(range(len(w)), model.freedoms, model.freedoms)
    infinite = table.infinite[np.ix_(model.freedoms, model.freedoms)]
    implied = added_from_kernel(times, kernel, infinite, w)
    given, found = table.damping[select] + 1j * w[:, None, None] * (implied - infinite), model.transfer(w)
    solved = table.added[select] - infinite
    difference = (model.kernel(times) - kernel) / units

    def by_freedom(error: np.ndarray, reference: np.ndarray) -> dict[str, float]:
        return {n: _share(error[:, k, k], reference[:, k, k]) for k, n in enumerate(names)}

    dense = np.linspace(0.0, 2 * w[-1], 400)
    answer = model.transfer(dense) / units
    lowest = np.linalg.eigvalsh(0.5 * (answer + np.conj(np.swapaxes(answer, 1, 2)))).min()
    return _GroupFit(
        names,
        model.order,
        tuple(float(f"{s:.3g}") for s in singular[: 2 * model.order]),
        float(np.linalg.norm(difference) / np.linalg.norm(kernel / units)),
        by_freedom(found - given, given),
        by_freedom((found - given).real, given.real),
        by_freedom((found - given).imag / w[:, None, None], given.imag / w[:, None, None]),
        by_freedom(implied - infinite - solved, solved),
        float(lowest),
    )


def _share(error: np.ndarray, reference: np.ndarray) -> float:
    """Largest error over the largest reference."""
    return float(np.abs(error).max() / np.abs(reference).max())
