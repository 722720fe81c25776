"""From tabulated radiation to a passive memory model, with a report of how well it fits."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from elver.errors import InputError, require_number
from elver.hulls.memory import FREEDOMS, MemoryModel, decomposed, make_passive, realise
from elver.hulls.retardation import RadiationTable, added_from_kernel, continued

COUPLED = 1e-2  # freedoms whose normalised coupling stays below this are fitted apart
SAMPLES_PER_WAVE = 8.0  # samples of the kernel per period of the highest frequency
NEGLIGIBLE = 1e-4  # share of the largest damping below which a freedom counts as not radiating
MOST_STATES = 24  # per group
EXTRA = 8  # states beyond the first guess of the order
TOLERATED = 0.1  # error of heave or pitch above which a hull's coefficients come with a warning
REFINED = 8  # times finer is the grid on which a fit is judged


@dataclass(frozen=True, eq=False)
class GroupFit:
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
    groups: tuple[GroupFit, ...]

    def report(self) -> dict:
        """Plain numbers for a file."""
        return {"order": self.model.order, "groups": [asdict(g) for g in self.groups]}


def fit_warnings(report: dict) -> list[str]:
    """A sentence for heave and for pitch where the fit's largest force error exceeds ``TOLERATED``; report: that of MemoryFit."""
    found = []
    for group in report.get("groups", ()):
        for name in ("heave", "pitch"):
            error = group["force_error"].get(name, 0.0)
            if not error <= TOLERATED:
                found.append(
                    f"the memory of {name} is fitted with an error of {100 * error:.3g} % of its peak, more than "
                    f"{100 * TOLERATED:g} %: motion with these coefficients is not to be trusted. Refine the mesh, or raise "
                    "the number of frequencies."
                )
    return found


def fit_memory(table: RadiationTable, accuracy: float = 0.01, order: int | None = None, reach: float | None = None) -> MemoryFit:
    """A passive, stable model of the memory in all freedoms that radiate.

    accuracy: the order starts at the number of Hankel singular values above this share of the largest and rises until every
    ``force_error`` is below it, at most by ``EXTRA`` states; order: this many states per group instead; reach [m]: half the beam,
    to tell rotations that radiate (next to) nothing, such as the yaw of a buoy, from noise.
    """
    require_number("accuracy", accuracy, above=0.0)
    if accuracy >= 1 or (order is not None and not (isinstance(order, int) and order >= 1)):
        raise InputError(
            f"accuracy = {accuracy:g}, order = {order}. Give an accuracy below 1, and an order of 1 or more or none."
        )
    fits = [fit_group(table, group, accuracy, order) for group in coupled_groups(table, reach)]
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
    least = NEGLIGIBLE * np.diag(size)[:3].max() * np.array([1.0] * 3 + [reach**2] * 3) if reach else np.zeros(6)
    left = [k for k in range(6) if own[k] ** 2 > least[k]]
    groups = []
    while left:
        group = [left.pop(0)]
        for k in group:  # grows while it is walked
            near = [j for j in left if size[k, j] > COUPLED * own[k] * own[j]]
            group += near
            left = [j for j in left if j not in near]
        groups.append(tuple(sorted(group)))
    return groups


def fit_group(table: RadiationTable, freedoms: tuple[int, ...], accuracy: float, order: int | None):
    """Model and report of one group: kernel scaled to equal importance, realisation, nearest passive model."""
    damping = continued(table, freedoms)
    w, step = table.frequencies, 2 * np.pi / (SAMPLES_PER_WAVE * table.frequencies[-1])
    times = np.arange(0.0, 2 * np.pi / np.diff(w).min(), step)
    scale = np.sqrt(np.diag(damping.kernel(np.zeros(1))[0]))
    kernel = damping.kernel(times) / (scale[:, None] * scale)
    fine = np.arange(0.0, times[-1], step / REFINED)
    target = Target(table, freedoms, fine, damping.kernel(fine), scale[:, None] * scale)
    hankel = decomposed(kernel)
    first = min(int((hankel.singular > accuracy).sum()), MOST_STATES) if order is None else order
    tried = []
    for n in range(first, min(first + EXTRA, MOST_STATES) + 1, 2) if order is None else (order,):
        scaled = make_passive(realise(hankel, step, n), freedoms)
        model = MemoryModel(freedoms, scaled.F, scaled.G * scale)
        tried.append((model, judged(target, model, hankel.singular)))
        if max(tried[-1][1].force_error.values()) <= accuracy:
            break
    return min(tried, key=lambda pair: max(pair[1].force_error.values()))


@dataclass(frozen=True, eq=False)
class Target:
    """What a group is judged against: the table, and its kernel (n, m, m) on a fine time grid; units: scale of each entry."""

    table: RadiationTable
    freedoms: tuple[int, ...]
    times: np.ndarray
    kernel: np.ndarray
    units: np.ndarray


def judged(target: Target, model: MemoryModel, singular) -> GroupFit:
    """Errors of a fitted group over the table's band."""
    table, times, kernel, units = target.table, target.times, target.kernel, target.units
    w, names = table.frequencies, tuple(FREEDOMS[k] for k in model.freedoms)
    select = np.ix_(range(len(w)), model.freedoms, model.freedoms)
    infinite = table.infinite[np.ix_(model.freedoms, model.freedoms)]
    implied = added_from_kernel(times, kernel, infinite, w)
    given, found = table.damping[select] + 1j * w[:, None, None] * (implied - infinite), model.transfer(w)
    solved = table.added[select] - infinite
    difference = (model.kernel(times) - kernel) / units

    def by_freedom(error, reference) -> dict[str, float]:
        return {n: share(error[:, k, k], reference[:, k, k]) for k, n in enumerate(names)}

    dense = np.linspace(0.0, 2 * w[-1], 400)
    answer = model.transfer(dense) / units
    lowest = np.linalg.eigvalsh(0.5 * (answer + np.conj(np.swapaxes(answer, 1, 2)))).min()
    return GroupFit(
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


def share(error: np.ndarray, reference: np.ndarray) -> float:
    """Largest error over the largest reference."""
    return float(np.abs(error).max() / np.abs(reference).max())
