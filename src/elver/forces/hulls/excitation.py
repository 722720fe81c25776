"""What regular waves do to hulls that are held: Froude-Krylov and diffraction loads, over frequencies and headings.

Waves of amplitude a that travel towards the heading b, from the x axis counter-clockwise, seen from above:

    eta = Re a exp(i (k (x cos b + y sin b) - w t)),     w^2 = g k tanh(k h),     loads on the hulls Re a X(w, b) exp(-i w t).

X is that of the undisturbed wave's pressure (Froude-Krylov) and that of the waves which the hull throws back (diffraction). Three
relations that no solution fails unless it is wrong check it, at every frequency:

    reciprocity     A_ij = A_ji, B_ij = B_ji,
    Haskind         X_j = X_j of Froude-Krylov - rho integral of phi_j d(phi_0)/dn dS: diffraction from radiation alone,
    energy          B_jj = k / (8 pi rho g c_g) integral of |X_j(b)|^2 db: what a motion radiates.

phi_0: potential of the undisturbed wave; phi_j: of the motion of freedom j; c_g = dw/dk.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.arrays import finite_array
from elver._support.errors import InputError, require_number
from elver._support.files import read_bytes, shown, whole_file
from elver._support.resources import needed
from elver.forces.hulls.radiation import RadiationTable, capytaine, radiation_results
from elver.forces.hulls.sections import group_velocity, wavenumber

if TYPE_CHECKING:
    import xarray as xr

_FORMAT = "elver waves 1"
_CIRCLE = 72  # headings of the integral in the energy relation
_RADIATES = 1e-3  # share of the largest scaled damping below which a freedom is left out of the energy relation
_MOST_BYTES = 512 << 20
_CLEAR = 1.05  # depth of the water over the draught
TOLERATED = 0.05  # error of a relation from which a solution is warned of


@dataclass(frozen=True, eq=False)
class Excitation:
    """Loads of waves one metre high in amplitude on hulls that are held.

    frequencies (n) [rad/s], increasing; headings (k) [rad], towards which waves travel; freedoms (m): their names;
    froude_krylov, diffraction (n, k, m), complex [N/m, N].
    density [kg/m^3] and depth [m] of the water, inf where it is deep; gravity [m/s^2].
    points (bodies, 2) [m]: x, y of each body's reference at rest, six freedoms a body in turn; the phases are those of a wave
    with its crest over the origin at t = 0.   checks: errors of the relations by name, each (n).
    """

    frequencies: np.ndarray
    headings: np.ndarray
    freedoms: tuple[str, ...]
    froude_krylov: np.ndarray
    diffraction: np.ndarray
    density: float = 1000.0
    gravity: float = 9.81
    depth: float = np.inf
    points: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))
    checks: dict[str, np.ndarray] | None = None

    def __post_init__(self) -> None:
        w, b = (np.asarray(v, float) for v in (self.frequencies, self.headings))
        if w.ndim != 1 or len(w) < 1 or not (np.isfinite(w).all() and w[0] > 0 and (np.diff(w) > 0).all()):
            raise InputError("excitation: frequencies must be finite, increase and be greater than 0.")
        if b.ndim != 1 or len(b) < 1 or not (np.isfinite(b).all() and (np.diff(b) > 0).all() and np.ptp(b) <= 2 * np.pi + 1e-9):
            raise InputError("excitation: headings must be finite, increase and span one turn at most [rad].")
        shape = (len(w), len(b), len(self.freedoms))
        for name in ("froude_krylov", "diffraction"):
            values = np.asarray(getattr(self, name), complex)
            if values.shape != shape or not np.isfinite(values).all():
                raise InputError(
                    f"excitation: {name} {values.shape} must be finite and {shape}: frequencies, headings, freedoms."
                )
            object.__setattr__(self, name, values)
        for name in ("density", "gravity"):
            require_number(f"excitation: {name}", getattr(self, name), above=0.0)
        if not self.depth > 0:
            raise InputError(f"excitation: depth = {self.depth} m. Give one above 0, or inf for deep water.")
        bodies = -(-shape[2] // 6)
        points = np.zeros((bodies, 2)) if np.size(self.points) == 0 else self.points
        object.__setattr__(self, "points", finite_array("excitation: points", points, (bodies, 2)))
        object.__setattr__(self, "frequencies", w)
        object.__setattr__(self, "headings", b)

    @property
    def force(self) -> np.ndarray:
        """X (n, k, m), complex."""
        return self.froude_krylov + self.diffraction

    @property
    def warnings(self) -> list[str]:
        """A sentence for every relation that does not hold."""
        found = []
        for name, error in (self.checks or {}).items():
            worst = int(np.argmax(error))
            if error[worst] > TOLERATED:
                found.append(
                    f"the loads of waves miss the relation '{name}' by {100 * error[worst]:.3g} % at "
                    f"{self.frequencies[worst]:.4g} rad/s. Refine the mesh; where it is one narrow frequency alone, water inside "
                    "the hull resonates (irregular frequency): close the waterplane by a lid."
                )
        return found

    @property
    def bodies(self) -> int:
        """How many hulls the table is of."""
        return len(self.points)

    def at(self, frequencies: Iterable[float] | np.ndarray, heading: float) -> np.ndarray:
        """X (f, m) at other frequencies [rad/s] within the table, and a heading [rad]: cubic along w, by its neighbours along b.

        The phase of each body's reference is taken out before, and put in after, so that what is left changes slowly.
        """
        w = np.atleast_1d(np.asarray(frequencies, float))
        headings = np.full(len(w), heading)
        own = np.hstack([self.about(w, headings, body) for body in range(self.bodies)])
        return own / self._local(np.array([heading]), w)[:, 0]

    def about(self, frequencies: np.ndarray, headings: np.ndarray, body: int = 0) -> np.ndarray:
        """Loads (f, 6) on one body of waves of frequencies and headings (f) each, with a crest over the body's own reference."""
        from scipy.interpolate import CubicSpline

        w, part = np.asarray(frequencies, float), slice(6 * body, 6 * body + 6)
        low, high = self.frequencies[[0, -1]]
        if len(w) and not (low * (1 - 1e-9) <= w.min() and w.max() <= high * (1 + 1e-9)):
            raise InputError(
                f"waves of {w.min():.4g} to {w.max():.4g} rad/s are asked of a table from {low:.4g} to {high:.4g} rad/s. "
                "Compute the loads over a wider band, or narrow the sea."
            )
        local = (self.force * self._local(self.headings))[:, :, part]
        if len(self.frequencies) > 1:
            local = CubicSpline(self.frequencies, local)(w)
        else:
            local = np.broadcast_to(local, (len(w), *local.shape[1:]))
        found = np.empty((len(w), local.shape[2]), complex)
        for heading in np.unique(headings):
            before, after, share = self._between(float(heading))
            chosen = headings == heading
            found[chosen] = (1 - share) * local[chosen, before] + share * local[chosen, after]
        return found

    def _local(self, headings: np.ndarray, frequencies: np.ndarray | None = None) -> np.ndarray:
        """exp(-i k . p) of each body's reference point, (n, k, m)."""
        w = self.frequencies if frequencies is None else frequencies
        k = wavenumber(w, self.depth, self.gravity)
        along = np.column_stack([np.cos(headings), np.sin(headings)]) @ self.points.T  # (k, bodies)
        each = np.exp(-1j * k[:, None, None] * along)
        return np.repeat(each, 6, axis=2)[:, :, : len(self.freedoms)]

    def _between(self, heading: float) -> tuple[int, int, float]:
        """Places of the headings on both sides of one, and the share of the second."""
        b, turn = self.headings, 2 * np.pi
        at = b[0] + (heading - b[0]) % turn
        if at > b[-1] and at - turn > b[0] - 1e-9:
            at -= turn
        if at <= b[-1] + 1e-9:
            after = int(np.clip(np.searchsorted(b, at), 1, max(len(b) - 1, 1)))
            if len(b) == 1 or after >= len(b):
                return 0, 0, 0.0
            return after - 1, after, float(np.clip((at - b[after - 1]) / (b[after] - b[after - 1]), 0, 1))
        if turn - np.ptp(b) <= 2.0 * np.diff(b).max(initial=0.0) + 1e-9:  # a table all around: between its last and its first
            return len(b) - 1, 0, float((at - b[-1]) / (turn - np.ptp(b)))
        if turn - (at - b[0]) < 1e-9:
            return 0, 0, 0.0
        raise InputError(
            f"waves towards {np.degrees(heading):.4g} deg are asked of a table from {np.degrees(b[0]):.4g} to "
            f"{np.degrees(b[-1]):.4g} deg. Compute the loads over more headings."
        )

    def dataset(self) -> xr.Dataset:
        """All of it with names and units; complex numbers as (real, imaginary) along ``part``."""
        xr = needed("xarray", "labelled data sets")
        dims = ("frequency", "heading", "freedom", "part")

        def parts(values: np.ndarray) -> np.ndarray:
            return np.stack([values.real, values.imag], axis=-1)

        what = {"units": "N/m, N", "long_name": "per metre of amplitude"}
        held = {
            "froude_krylov": (dims, parts(self.froude_krylov), {**what, "meaning": "load of the undisturbed wave's pressure"}),
            "diffraction": (dims, parts(self.diffraction), {**what, "meaning": "load of the waves thrown back"}),
            "reference": (("body", "xy"), self.points, {"units": "m", "meaning": "reference of each body at rest"}),
        }
        held |= {
            f"check_{name}": (("frequency",), np.asarray(error), {"units": "1", "meaning": f"error of the relation '{name}'"})
            for name, error in (self.checks or {}).items()
        }
        places = {
            "frequency": ("frequency", self.frequencies, {"units": "rad/s"}),
            "heading": ("heading", self.headings, {"units": "rad", "meaning": "towards which the waves travel, from x to y"}),
            "freedom": ("freedom", np.array(self.freedoms)),
            "part": ("part", np.array(["real", "imaginary"])),
        }
        depth = "deep" if np.isinf(self.depth) else float(self.depth)
        attributes = {"format": _FORMAT, "density": self.density, "gravity": self.gravity, "depth": depth}
        attributes["convention"] = "load Re(a X exp(-i w t)) in waves a cos(k.x - w t)"
        return xr.Dataset(held, places, attributes)

    def save(self, path: str | Path, overwrite: bool = False) -> None:
        """Write a NetCDF file (classic format). An existing file is kept unless ``overwrite``."""
        if Path(path).exists() and not overwrite:
            raise InputError(f"'{shown(path)}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        with whole_file(path) as unfinished:
            self.dataset().to_netcdf(unfinished, engine="scipy", format="NETCDF3_64BIT")


def load_excitation(path: str | Path) -> Excitation:
    """Loads of waves from a file written by ``elver hull --waves``."""
    xr = needed("xarray", "labelled data sets")
    advice = "Give a file written by `elver hull --waves`."
    data = read_bytes(path, _MOST_BYTES, advice)
    if data[:3] != b"CDF":
        raise InputError(f"'{shown(path)}' is no NetCDF file in the classic format. {advice}")
    try:
        plain = xr.load_dataset(io.BytesIO(data), engine="scipy")
        if plain.attrs.get("format") != _FORMAT:
            raise InputError(f"it is not of the format '{_FORMAT}'. {advice}")
        load = {name: plain[name].values[..., 0] + 1j * plain[name].values[..., 1] for name in ("froude_krylov", "diffraction")}
        depth = plain.attrs["depth"]
        return Excitation(
            plain.frequency.values,
            plain.heading.values,
            tuple(str(name) for name in plain.freedom.values),
            **load,
            density=float(plain.attrs["density"]),
            gravity=float(plain.attrs["gravity"]),
            depth=np.inf if depth == "deep" else float(depth),
            points=plain.reference.values,
            checks={str(n).removeprefix("check_"): plain[n].values for n in plain.data_vars if str(n).startswith("check_")},
        )
    except InputError as error:
        raise InputError(f"'{shown(path)}': {error}") from None
    except Exception as error:  # whatever the file's bytes make the reader raise
        raise InputError(f"'{shown(path)}' cannot be read as NetCDF ({type(error).__name__}). {advice}") from error


def wave_tables(
    body: Any,
    frequencies: Iterable[float],
    headings: Sequence[float] | np.ndarray,
    density: float = 1000.0,
    gravity: float = 9.81,
    depth: float = np.inf,
    points: np.ndarray | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[RadiationTable, Excitation]:
    """Radiation and loads of waves of Capytaine's ``body`` at every frequency [rad/s] and heading [rad], and radiation at
    infinity; points: ``Excitation.points``.
    """
    w, b = np.array([float(one) for one in frequencies]), np.asarray(headings, float)
    draught = -float(np.min(body.mesh.vertices[:, 2]))
    if depth < _CLEAR * draught:
        raise InputError(f"the water is {depth:g} m deep and the hull {draught:.4g} m. Give deeper water, or inf.")
    solved = []
    for one in (*w, np.inf):
        solved.append(_solved_at(body, one, b, density, gravity, depth))
        if progress is not None:
            progress(one)
    added, damping = (np.array([getattr(s, name) for s in solved]) for name in ("added", "damping"))
    added, damping = (0.5 * (part + np.swapaxes(part, 1, 2)) for part in (added, damping))
    waves = solved[:-1]
    radiation = RadiationTable(w, added[:-1], damping[:-1], added[-1])
    krylov, diffracted = (np.array([getattr(s, name) for s in waves]) for name in ("froude_krylov", "diffraction"))
    names = tuple(name.lower() for name in body.dofs)
    places = np.zeros((0, 2)) if points is None else points
    return radiation, Excitation(w, b, names, krylov, diffracted, density, gravity, depth, places, _checks(body, waves))


@dataclass(frozen=True, eq=False)
class _Solved:
    """One frequency: added (m, m) and damping as they are solved; loads (k, m); the same loads of diffraction by Haskind's
    relation; middle (m): square of the loads, averaged over all headings; radiated (m): damping by the energy relation.
    """

    added: np.ndarray
    damping: np.ndarray
    froude_krylov: np.ndarray
    diffraction: np.ndarray
    haskind: np.ndarray
    middle: np.ndarray
    radiated: np.ndarray


def _solved_at(body: Any, w: float, headings: np.ndarray, density: float, gravity: float, depth: float) -> _Solved:
    """Radiation and, at finite frequencies, loads of waves with what checks them."""
    cpt = capytaine()
    solver = cpt.BEMSolver(method="direct")
    names = list(body.dofs)
    results = radiation_results(body, w, density, gravity, depth, solver)
    added = np.array([[r.added_masses[i] for r in results] for i in names])
    damping = np.array([[r.radiation_dampings[i] for r in results] for i in names])
    if np.isinf(w):
        return _Solved(added, damping, *np.zeros((5, 0)))
    waves = cpt.bem.airy_waves
    mesh = body.mesh
    sides = np.array([r.problem.boundary_condition[: mesh.nb_faces] for r in results]).imag / -w  # n . motion of each freedom
    push = sides * mesh.faces_areas
    own = np.array([r.potential[: mesh.nb_faces] for r in results]) * mesh.faces_areas

    def problem(heading: float) -> Any:
        return cpt.DiffractionProblem(
            body=body, wave_direction=float(heading), omega=w, water_depth=depth, rho=density, g=gravity
        )

    def krylov(asked: Any) -> np.ndarray:
        return -push @ waves.airy_waves_pressure(mesh.faces_centers, asked)

    def by_radiation(asked: Any) -> np.ndarray:
        normal = np.sum(waves.airy_waves_velocity(mesh.faces_centers, asked) * mesh.faces_normals, axis=1)
        return -density * (own @ normal)

    asked = [problem(b) for b in headings]
    diffraction = np.array([[r.forces[n] for n in names] for r in (solver.solve(p, keep_details=False) for p in asked)])
    circle = [problem(b) for b in 2 * np.pi * np.arange(_CIRCLE) / _CIRCLE]
    around = np.mean([np.abs(krylov(p) + by_radiation(p)) ** 2 for p in circle], axis=0)
    k, speed = (float(f(w, depth, gravity)) for f in (wavenumber, group_velocity))
    radiated = k / (4 * density * gravity * speed) * around
    haskind = np.array([by_radiation(p) for p in asked])
    return _Solved(added, damping, np.array([krylov(p) for p in asked]), diffraction, haskind, around, radiated)


def _checks(body: Any, solved: Sequence[_Solved]) -> dict[str, np.ndarray]:
    """Errors of the relations at every frequency, over the largest values of all frequencies; of freedoms that radiate."""
    damping, radiated = (np.array([getattr(s, name) for s in solved]) for name in ("damping", "radiated"))
    largest = np.abs(np.diagonal(damping, axis1=1, axis2=2)).max(axis=0)
    motion = [np.sum(_motion(body, dof) ** 2, axis=1) for dof in body.dofs.values()]
    scaled = largest / np.array([np.sum(one) / max(np.sum(one > 0), 1) for one in motion])
    of = scaled > _RADIATES * scaled.max()
    size = np.sqrt(largest).clip(1e-300)
    loads = np.sqrt(np.array([s.middle for s in solved]).max(axis=0)).clip(1e-300)
    skew = np.abs(damping - np.swapaxes(damping, 1, 2)) / (size[:, None] * size)
    missed = np.array([np.abs(s.diffraction - s.haskind).max(axis=0) for s in solved]) / loads
    lost = np.abs(radiated - np.diagonal(damping, axis1=1, axis2=2)) / largest.clip(1e-300)
    return {
        "reciprocity": skew[:, of][:, :, of].max(axis=(1, 2), initial=0.0),
        "Haskind": missed[:, of].max(axis=1, initial=0.0),
        "energy": lost[:, of].max(axis=1, initial=0.0),
    }


def _motion(body: Any, dof: Any) -> np.ndarray:
    """Displacement (n, 3) of the panels by a freedom."""
    return np.asarray(dof.evaluate_motion(body.mesh) if hasattr(dof, "evaluate_motion") else dof, float)
