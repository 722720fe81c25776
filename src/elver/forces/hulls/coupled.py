"""The memory that several hulls share: a passive system fitted to added mass and damping together, over the whole band.

Hulls that stand near each other trap water between them. It sloshes at frequencies of its own, with peaks so narrow that a
kernel cut off in time would damp what it should not, and its damping far below the peaks, where floats have their natural
frequencies, is a millionth of that at them. So the fit is one of K(jw) = B + jw (A - A_inf) at the table's frequencies, with
errors of B counted over B and those of A over A. Poles and inputs x' = F0 x + B0 v come from the realisation of the kernel
(memory.py). The passive systems with these are

    F0^T P + P F0 = -Q,      C = B0^T P(Q),      Q >= 0,

linear in Q, so that the weighted squares of C (jw - F0)^-1 B0 + jw dA - K, with any symmetric dA, are a convex problem. What is
slow makes no waves: B ~ w^2 at least, which is Q F0^-1 B0 = 0, so Q = N S N^T with N across F0^-1 B0.

Hulls that stand symmetrically move in groups of motions that do not radiate into each other; each group has a memory of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from elver._support.errors import InputError
from elver.forces.hulls.memory import MemoryModel, decomposed, newton, realise
from elver.forces.hulls.radiation import RadiationTable, added_from_kernel, continued

_BARRIERS = 10.0 ** -np.arange(2.0, 13.0)
_SAMPLES_PER_WAVE = 8.0
_FLOOR = 0.02  # of the largest K: errors below count alike
_DAMPING_FLOOR = 0.01  # of K: damping below it counts over this


@dataclass(frozen=True, eq=False)
class CoupledMemory:
    """model: of all freedoms of all hulls.   added (m, m): at infinite frequency, such that the model has the table's added mass
    within the band.   errors: largest error of K over its peak, by group and motion.
    """

    model: MemoryModel
    added: np.ndarray
    errors: tuple[tuple[float, ...], ...]


def fit_coupled_memory(
    table: RadiationTable,
    groups: Sequence[np.ndarray],
    order: int = 30,
    band: tuple[float, float] | None = None,
    reach: float | None = None,
) -> CoupledMemory:
    """A passive memory of the motions of hulls that feel each other.

    groups: motions (m, k) of the table's m freedoms, columns; those of one group radiate into each other alone. What they leave
    out has no memory.   order: states of each group.   band [rad/s]: in which the machine moves; the lowest third of the table's
    without one.   reach [s]: length of the kernel that poles come from; without one, half of what the step of the table tells.
    """
    w, m = table.frequencies, len(table.infinite)
    low, high = band or (w[0], w[0] + (w[-1] - w[0]) / 3)
    within = (w >= low) & (w <= high)
    if m % 6 or not within.any():
        raise InputError(
            f"a memory of hulls needs six freedoms each (there are {m}) and frequencies within {low:g} to {high:g} rad/s."
        )
    whole = np.hstack([np.asarray(group, float) for group in groups])
    if whole.shape[0] != m or np.linalg.matrix_rank(whole) < whole.shape[1]:
        raise InputError(f"motions {whole.shape}: give columns of {m} numbers that do not depend on each other.")
    back, parts, errors, start = np.linalg.pinv(whole), [], [], 0
    added = np.zeros((whole.shape[1],) * 2)
    for group in groups:
        motion = np.asarray(group, float)
        own = RadiationTable(w, *(motion.T @ part @ motion for part in (table.added, table.damping, table.infinite)))
        F, G, infinite, error = _fitted(own, order, within, reach)
        place = slice(start, start + motion.shape[1])
        parts.append((F, G @ back[place]))
        added[place, place] = infinite - own.infinite
        start += motion.shape[1]
        errors.append(error)
    F = np.zeros((sum(len(F) for F, _ in parts),) * 2)
    row = 0
    for own_F, _ in parts:
        F[row : row + len(own_F), row : row + len(own_F)] = own_F
        row += len(own_F)
    model = MemoryModel(tuple(range(m)), F, np.vstack([G for _, G in parts]), m // 6)
    return CoupledMemory(model, table.infinite + back.T @ added @ back, tuple(errors))


def _fitted(
    table: RadiationTable, order: int, within: np.ndarray, reach: float | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, tuple[float, ...]]:
    """F, G and added mass at infinite frequency of one group; its errors."""
    w, m = table.frequencies, len(table.infinite)
    damping = continued(table, tuple(range(m)))
    step = 2 * np.pi / (_SAMPLES_PER_WAVE * w[-1])
    times = np.arange(0.0, reach or np.pi / np.diff(w).min(), step)
    kernel = damping.kernel(times)
    scale = np.sqrt(np.diag(kernel[0]))
    units = np.outer(scale, scale)
    found = realise(decomposed(kernel / units), step, order)
    infinite = np.mean((table.added - added_from_kernel(times, kernel, np.zeros((m, m)), w))[within], axis=0)
    K = (table.damping + 1j * w[:, None, None] * (table.added - infinite)) / units
    F, G = _nearest(found.A, found.B, w, K)
    G = G * scale
    answer = MemoryModel(tuple(range(m)), F, G, -(-m // 6)).transfer(w)
    infinite = np.mean((table.added - answer.imag / w[:, None, None])[within], axis=0)
    wanted = table.damping + 1j * w[:, None, None] * (table.added - infinite)
    wrong, peak = np.abs(answer - wanted).max(axis=0), np.abs(wanted).max(axis=0)
    return F, G, 0.5 * (infinite + infinite.T), tuple(float(wrong[k, k] / peak[k, k]) for k in range(m))


def _nearest(A: np.ndarray, B: np.ndarray, w: np.ndarray, K: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """F and G of the passive system with the poles and inputs of (A, B) whose answer is nearest to K."""
    from scipy.linalg import cholesky, solve_continuous_lyapunov, solve_triangular

    n, m = B.shape
    slow = np.linalg.solve(A, B)
    across = np.linalg.svd(slow / np.linalg.norm(slow))[0][:, m:]
    rows, columns = np.triu_indices(n - m)
    basis = np.zeros((len(rows), n - m, n - m))
    basis[np.arange(len(rows)), rows, columns] = basis[np.arange(len(rows)), columns, rows] = 1.0
    states = np.linalg.solve(1j * w[:, None, None] * np.eye(n) - A, np.broadcast_to(B, (len(w), n, m)))

    def sizes(values: np.ndarray) -> np.ndarray:
        own = np.sqrt(np.abs(np.diagonal(values, axis1=1, axis2=2)))
        return own[:, :, None] * own[:, None, :]

    whole = sizes(K)
    weight = 1 / (whole + _FLOOR * whole.max(axis=0))
    real = np.maximum(1 / (sizes(K.real) + _DAMPING_FLOOR * whole), weight)

    def column(values: np.ndarray) -> np.ndarray:
        return np.concatenate([(values.real * real).ravel(), (values.imag * weight).ravel()])

    def answered(E: np.ndarray) -> np.ndarray:
        return (B.T @ solve_continuous_lyapunov(A.T, -across @ E @ across.T)) @ states

    maps = np.array([column(answered(E)) for E in basis]).T
    masses = []
    for i, j in zip(*np.triu_indices(m), strict=True):
        dA = np.zeros((m, m))
        dA[i, j] = dA[j, i] = 1.0
        masses.append(column(1j * w[:, None, None] * dA))
    any_mass = np.linalg.qr(np.array(masses).T)[0]
    target = column(K)
    size = np.linalg.norm(target)
    both = np.column_stack([maps, target]) / size
    both -= any_mass @ (any_mass.T @ both)
    both = np.linalg.qr(both)[1]
    unit = np.linalg.norm(both[:, :-1], axis=0).max()
    maps, target = both[:, :-1] / unit, both[:, -1]
    q = np.where(rows == columns, 1.0, 0.0)
    q *= max((maps @ q) @ target / ((maps @ q) @ (maps @ q)), 1e-3)
    for mu in _BARRIERS:
        q = newton(q, mu, maps, target, basis)
    S = np.einsum("k,kij->ij", q / unit, basis)
    P = solve_continuous_lyapunov(A.T, -across @ S @ across.T)
    R = cholesky(0.5 * (P + P.T))
    F = solve_triangular(R, (R @ A).T, trans="T").T
    loss = solve_triangular(R, across @ np.linalg.cholesky(S), trans="T")
    return 0.5 * (F - F.T - loss @ loss.T), R @ B
