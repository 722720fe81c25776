"""Radiation in time: Cummins' retardation functions from damping, and the relations that tie them to added mass.

T. F. Ogilvie, 5th Symp. Naval Hydrodynamics (1964); W. E. Cummins, Schiffstechnik 9 (1962):

    K(t) = 2/pi  integral of B(w) cos(w t) dw,        A(w) = A_inf - 1/w  integral of K(t) sin(w t) dt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver._support.resources import needed
from elver.forces.hulls.hydrostatics import Surface, clipped, refined
from elver.forces.hulls.meshes import Scull

_FINE = 40  # points of the fine frequency grid per step of the given one
STRETCH = 12.0  # the tail of the damping is integrated up to this multiple of the highest frequency
_SLOWEST_TAIL, _FASTEST_TAIL = 2.0, 8.0  # bounds of the tail's power of frequency


@dataclass(frozen=True, eq=False)
class RadiationTable:
    """Radiation of a hull at rest, about the origin of the level frame, order surge ... yaw; of several, one after the other.

    frequencies (n) [rad/s], increasing, greater than 0; added (n, m, m) and infinite (m, m) [kg, kg m, kg m^2];
    damping (n, m, m) [kg/s, kg m/s, kg m^2/s]; m is six for one hull.
    """

    frequencies: np.ndarray
    added: np.ndarray
    damping: np.ndarray
    infinite: np.ndarray

    def __post_init__(self) -> None:
        w = np.asarray(self.frequencies, dtype=float)
        shapes = {"frequencies": w.shape, "added": np.shape(self.added), "damping": np.shape(self.damping)}
        m = np.shape(self.infinite)[0] if np.ndim(self.infinite) == 2 else 6
        square = shapes["added"] == shapes["damping"] == (len(w), m, m)
        if w.ndim != 1 or len(w) < 4 or not square or np.shape(self.infinite) != (m, m):
            raise InputError(f"radiation table: shapes {shapes}. Give n >= 4 frequencies and n 6x6 matrices.")
        if not all(np.isfinite(part).all() for part in (w, self.added, self.damping, self.infinite)):
            raise InputError("radiation table: all numbers must be finite.")
        if not (w[0] > 0 and (np.diff(w) > 0).all()):
            raise InputError("radiation table: frequencies must increase and be greater than 0.")

    def transfer(self) -> np.ndarray:
        """K(jw) = B(w) + jw (A(w) - A_inf), (n, m, m): velocity to force beyond the infinite-frequency added mass."""
        return self.damping + 1j * self.frequencies[:, None, None] * (self.added - self.infinite)


@dataclass(frozen=True, eq=False)
class _Damping:
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


def continued(table: RadiationTable, freedoms: tuple[int, ...]) -> _Damping:
    """Damping of some freedoms between the table's frequencies, down to 0 and beyond the highest.

    Cubic in between. Beyond, B_ij falls as w^-(p_i + p_j)/2 with p_i from the last tenth of the diagonal, which keeps the matrix
    positive. Small negative eigenvalues of the computed matrix are cut off.
    """
    from scipy.interpolate import CubicSpline

    w = table.frequencies
    B = positive(table.damping[np.ix_(range(len(w)), freedoms, freedoms)])
    step = np.diff(w).min() / _FINE
    inside = np.arange(0.0, w[-1] + 0.5 * step, step)
    between = CubicSpline(np.concatenate([[0.0], w]), np.concatenate([np.zeros((1, *B.shape[1:])), B]))(inside)
    tail = np.arange(inside[-1] + step, STRETCH * w[-1], step)
    powers = _tail_powers(w, np.diagonal(B, axis1=1, axis2=2))
    share = (w[-1] / tail[:, None]) ** (powers / 2)
    beyond = share[:, :, None] * B[-1] * share[:, None, :]
    return _Damping(np.concatenate([inside, tail]), positive(np.concatenate([between, beyond])))


def positive(matrices: np.ndarray) -> np.ndarray:
    """Symmetric part of each matrix (n, m, m) with negative eigenvalues set to 0."""
    symmetric = 0.5 * (matrices + np.swapaxes(matrices, 1, 2))
    values, vectors = np.linalg.eigh(symmetric)
    return np.einsum("kij,kj,klj->kil", vectors, np.maximum(values, 0.0), vectors)


def _tail_powers(w: np.ndarray, diagonals: np.ndarray) -> np.ndarray:
    """p of B ~ w^-p for every freedom, from the slope over the last tenth of the frequencies, within bounds."""
    first = min(len(w) - 2, int(0.9 * len(w)))
    fall = np.log(np.maximum(diagonals[first], 1e-300) / np.maximum(diagonals[-1], 1e-300))
    return np.clip(fall / np.log(w[-1] / w[first]), _SLOWEST_TAIL, _FASTEST_TAIL)


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


# --- Added mass and radiation damping of a floating hull by Capytaine's boundary elements (optional extra ``hull``).

MOST_PANELS = 6000  # a dense complex matrix of this size takes half a gigabyte
_ADDED_PANELS = 1000  # at most, where a mesh is too coarse
_SHORTEST = 10.0  # highest frequency: wave number times beam
_PER_WAVE = 5.0  # panels along the shortest wave
_CUT_AREA = 9.0  # area of the surface times this, over the square of the longest edge allowed: panels to expect
_COARSER = 1.2  # factor on the edges where that were too many


def _highest_frequency(beam: float, gravity: float = 9.81) -> float:
    """Frequency [rad/s] at which waves are 0.6 beams long: radiation beyond is a tail."""
    return float(np.sqrt(_SHORTEST * gravity / beam))


def frequency_grid(beam: float, count: int = 40, gravity: float = 9.81) -> np.ndarray:
    """Evenly spaced frequencies [rad/s] up to the highest one."""
    return _highest_frequency(beam, gravity) * np.arange(1, count + 1) / count


def capytaine() -> ModuleType:
    """The package, or an error that says how to get it."""
    package = needed("capytaine", "computing radiation coefficients (stored ones do without it)")
    package.set_logging("ERROR")
    return package


def scull_body(scull: Scull, along: int, around: int) -> Any:
    """Capytaine's body of a parametric scull: one half, its mirror image, and a lid."""
    cpt = capytaine()
    halves = (scull.half_panels(along, around), scull.half_lid(along, max(2, around // 2)))
    mesh, lid = (cpt.ReflectionSymmetricMesh(cpt.Mesh(h.vertices, h.faces), plane="xOz") for h in halves)
    return cpt.FloatingBody(mesh=mesh, lid_mesh=lid, dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)), name="scull")


def wetted_panels(surface: Surface, beam: float, name: str = "hull") -> Surface:
    """The part of a closed surface below z = 0, its panels small enough for the shortest waves of the frequency grid.

    Edges up to a fifth of that wave, or longer ones where more than ``_ADDED_PANELS`` would come on top of those drawn.
    """
    wet = _limited(Surface.from_triangles(clipped(surface.triangles)), name)
    t, most = wet.triangles, min(len(wet.faces) + _ADDED_PANELS, MOST_PANELS)
    area = 0.5 * np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1).sum()
    size = max(2 * np.pi * beam / _SHORTEST / _PER_WAVE, np.sqrt(_CUT_AREA * area / most))
    fine = refined(wet, size)
    while len(fine.faces) > most:
        size *= _COARSER
        fine = refined(wet, size)
    return fine


def _limited(wet: Surface, name: str) -> Surface:
    """The wetted surface where the method can take so many panels; otherwise an error."""
    if len(wet.faces) > MOST_PANELS:
        raise InputError(
            f"{name} has {len(wet.faces)} wetted panels; the dense boundary-element method takes up to {MOST_PANELS}. "
            "Export a coarser mesh: panels of a tenth of the beam are fine."
        )
    return wet


def surface_body(surface: Surface, name: str = "hull") -> Any:
    """Capytaine's body of the part of a closed surface below z = 0, panels as they are, with a lid made by Capytaine."""
    cpt = capytaine()
    wet = _limited(Surface.from_triangles(clipped(surface.triangles)), name)
    mesh = cpt.Mesh(wet.vertices, wet.faces)
    return cpt.FloatingBody(
        mesh=mesh, lid_mesh=mesh.generate_lid(), dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)), name=name
    )


def radiation_table(
    body: Any,
    frequencies: Iterable[float],
    density: float = 1000.0,
    gravity: float = 9.81,
    progress: Callable[[float], object] | None = None,
    depth: float = np.inf,
) -> RadiationTable:
    """Solve the radiation problems of all freedoms at every frequency and at infinity; no forward speed. depth [m]."""
    pairs = []
    for w in (*(float(w) for w in frequencies), np.inf):
        pairs.append(radiation_at(body, w, density, gravity, depth))
        if progress is not None:
            progress(w)
    added, damping = (np.array(part) for part in zip(*pairs, strict=True))
    return RadiationTable(np.asarray(frequencies, float), added[:-1], damping[:-1], added[-1])


def radiation_at(
    body: Any, w: float, density: float = 1000.0, gravity: float = 9.81, depth: float = np.inf
) -> tuple[np.ndarray, np.ndarray]:
    """Added mass and damping (m, m) of a body's freedoms at one frequency [rad/s], made symmetric."""
    solver = capytaine().BEMSolver(method="direct")
    results = radiation_results(body, w, density, gravity, depth, solver, keep_details=False)
    added = np.array([[r.added_masses[i] for r in results] for i in body.dofs])
    damping = np.array([[r.radiation_dampings[i] for r in results] for i in body.dofs])
    return 0.5 * (added + added.T), 0.5 * (damping + damping.T)


def radiation_results(
    body: Any, w: float, density: float, gravity: float, depth: float, solver: Any, keep_details: bool = True
) -> list:
    """Capytaine's results of all freedoms of a body, one by one, as the solver gives them; depth [m], inf for deep water.

    The direct method finds the potential itself, which converges faster than a source distribution.
    """
    cpt = capytaine()
    problems = [
        cpt.RadiationProblem(body=body, radiating_dof=d, omega=w, water_depth=depth, rho=density, g=gravity) for d in body.dofs
    ]
    return [solver.solve(p, keep_details=keep_details) for p in problems]
