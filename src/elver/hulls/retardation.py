"""Radiation in time: Cummins' retardation functions from damping, and the relations that tie them to added mass.

T. F. Ogilvie, 5th Symp. Naval Hydrodynamics (1964); W. E. Cummins, Schiffstechnik 9 (1962):

    K(t) = 2/pi  integral of B(w) cos(w t) dw,        A(w) = A_inf - 1/w  integral of K(t) sin(w t) dt.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError

FINE = 40  # points of the fine frequency grid per step of the given one
STRETCH = 12.0  # the tail of the damping is integrated up to this multiple of the highest frequency
SLOWEST_TAIL, FASTEST_TAIL = 2.0, 8.0  # bounds of the tail's power of frequency


@dataclass(frozen=True, eq=False)
class RadiationTable:
    """Radiation of a hull at rest in deep water, about the origin of the level frame, order surge ... yaw.

    frequencies (n) [rad/s], increasing, greater than 0; added (n, 6, 6) and infinite (6, 6) [kg, kg m, kg m^2];
    damping (n, 6, 6) [kg/s, kg m/s, kg m^2/s].
    """

    frequencies: np.ndarray
    added: np.ndarray
    damping: np.ndarray
    infinite: np.ndarray

    def __post_init__(self):
        w = np.asarray(self.frequencies, dtype=float)
        shapes = {"frequencies": w.shape, "added": np.shape(self.added), "damping": np.shape(self.damping)}
        if w.ndim != 1 or len(w) < 4 or shapes["added"] != (len(w), 6, 6) or shapes["damping"] != (len(w), 6, 6):
            raise InputError(f"radiation table: shapes {shapes}. Give n >= 4 frequencies and n 6x6 matrices.")
        if not all(np.isfinite(part).all() for part in (w, self.added, self.damping, self.infinite)):
            raise InputError("radiation table: all numbers must be finite.")
        if not (w[0] > 0 and (np.diff(w) > 0).all()):
            raise InputError("radiation table: frequencies must increase and be greater than 0.")

    def transfer(self) -> np.ndarray:
        """K(jw) = B(w) + jw (A(w) - A_inf), (n, 6, 6): velocity to force beyond the infinite-frequency added mass."""
        return self.damping + 1j * self.frequencies[:, None, None] * (self.added - self.infinite)


@dataclass(frozen=True, eq=False)
class Damping:
    """B(w) on a fine even grid from 0 into its tail: frequencies (n), values (n, m, m), symmetric and never negative."""

    frequencies: np.ndarray
    values: np.ndarray

    def kernel(self, times: np.ndarray) -> np.ndarray:
        """K(t) = 2/pi integral of B cos(w t) dw by the trapezium rule, (len(times), m, m); times on an even grid from 0.

        Both grids are even, so the sum over all frequencies and times is one chirp z-transform.
        """
        from scipy.signal import czt

        w = self.frequencies
        weights = np.full(len(w), w[1] - w[0])
        weights[[0, -1]] *= 0.5
        step = times[1] - times[0] if len(times) > 1 else 0.0
        turn = np.exp(-1j * (w[1] - w[0]) * step)
        return 2 / np.pi * np.real(czt(weights[:, None, None] * self.values, len(times), turn, axis=0))


def continued(table: RadiationTable, freedoms: tuple[int, ...]) -> Damping:
    """Damping of some freedoms between the table's frequencies, down to 0 and beyond the highest.

    Cubic in between. Beyond, B_ij falls as w^-(p_i + p_j)/2 with p_i from the last tenth of the diagonal, which keeps the matrix
    positive. Small negative eigenvalues of the computed matrix are cut off.
    """
    from scipy.interpolate import CubicSpline

    w = table.frequencies
    B = positive(table.damping[np.ix_(range(len(w)), freedoms, freedoms)])
    step = np.diff(w).min() / FINE
    inside = np.arange(0.0, w[-1] + 0.5 * step, step)
    between = CubicSpline(np.concatenate([[0.0], w]), np.concatenate([np.zeros((1, *B.shape[1:])), B]))(inside)
    tail = np.arange(inside[-1] + step, STRETCH * w[-1], step)
    powers = tail_powers(w, np.diagonal(B, axis1=1, axis2=2))
    share = (w[-1] / tail[:, None]) ** (powers / 2)
    beyond = share[:, :, None] * B[-1] * share[:, None, :]
    return Damping(np.concatenate([inside, tail]), positive(np.concatenate([between, beyond])))


def positive(matrices: np.ndarray) -> np.ndarray:
    """Symmetric part of each matrix (n, m, m) with negative eigenvalues set to 0."""
    symmetric = 0.5 * (matrices + np.swapaxes(matrices, 1, 2))
    values, vectors = np.linalg.eigh(symmetric)
    return np.einsum("kij,kj,klj->kil", vectors, np.maximum(values, 0.0), vectors)


def tail_powers(w: np.ndarray, diagonals: np.ndarray) -> np.ndarray:
    """p of B ~ w^-p for every freedom, from the slope over the last tenth of the frequencies, within bounds."""
    first = min(len(w) - 2, int(0.9 * len(w)))
    fall = np.log(np.maximum(diagonals[first], 1e-300) / np.maximum(diagonals[-1], 1e-300))
    return np.clip(fall / np.log(w[-1] / w[first]), SLOWEST_TAIL, FASTEST_TAIL)


def added_from_kernel(times: np.ndarray, kernel: np.ndarray, infinite: np.ndarray, w: np.ndarray) -> np.ndarray:
    """A(w) that a kernel (n, m, m) on an even grid implies, by Ogilvie's relation; trapezium rule."""
    step = times[1] - times[0]
    weights = np.full(len(times), step)
    weights[[0, -1]] *= 0.5
    waves = np.sin(np.outer(w, times)) * weights / w[:, None]
    return infinite - (waves @ kernel.reshape(len(times), -1)).reshape(len(w), *kernel.shape[1:])


def convolved(kernel: np.ndarray, velocity: np.ndarray, step: float) -> np.ndarray:
    """integral of K(t - s) V(s) ds on an even grid: kernel (n, m, m), velocity (n, m), result (n, m). Trapezium rule, O(n^2)."""
    n = len(velocity)
    out = np.zeros_like(velocity)
    for k in range(1, n):
        terms = np.einsum("sij,sj->si", kernel[k::-1], velocity[: k + 1])
        out[k] = step * (terms.sum(axis=0) - 0.5 * (terms[0] + terms[-1]))
    return out
