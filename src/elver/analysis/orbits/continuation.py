"""A branch of orbits followed along one parameter by pseudo-arclength, through folds, with its stability.

Each step goes along the tangent of the branch and returns to it in the plane across that tangent, so that the parameter may turn
back. A fold is where it does; a change of stability is where a multiplier crosses the unit circle. Both are located.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.display import html_table, named
from elver._support.errors import InputError, require_number
from elver._support.resources import needed
from elver.analysis.orbits.find import describe, make_orbit, parameter_places, set_up
from elver.analysis.orbits.newton import ArclengthConstraint, Solution, advice, solve
from elver.analysis.orbits.orbit import NEUTRAL, Orbit
from elver.analysis.orbits.problem import Continuation, OrbitProblem, Shooting, require_kind
from elver.analysis.orbits.shooting import Iterate, ShootingEquations
from elver.model.program import Source, as_program
from elver.results.run import write_data

if TYPE_CHECKING:
    import xarray as xr

_QUICK, _SLOW = 3, 6  # iterations of a corrector below which steps grow, above which they shrink
_SHORTEST = 1e-5  # scaled length of a step
_LOCATED = 1e-10
_SEARCHES = 40
_TOLERANCE = 1e-10  # scaled residual of the orbits of a branch


@dataclass(frozen=True, eq=False)
class Branch:
    """Orbits along a branch. labels: ``fold``, ``period doubling``, ``torus``, ``crossing`` (of +1) or nothing, one per orbit.

    status: ``finished``, ``stopped`` (no further point could be found) or ``not started`` (no first orbit); detail: one sentence.
    """

    parameter: str
    orbits: tuple[Orbit, ...]
    labels: tuple[str, ...]
    status: str
    detail: str

    @property
    def values(self) -> np.ndarray:
        """The parameter of every orbit."""
        return np.array([o.parameters[self.parameter] for o in self.orbits])

    def __repr__(self) -> str:
        reach = f" from {self.values[0]:.6g} to {self.values[-1]:.6g}" if self.orbits else ""
        special = named([label for label in self.labels if label])
        return f"Branch over {self.parameter}: {self.status}, {len(self.orbits)} orbits{reach}, special points: {special}"

    def _repr_html_(self) -> str:
        rows = [("status", f"{self.status}: {self.detail}"), ("orbits", str(len(self.orbits)))]
        rows += [(label, f"{self.parameter} = {v:.6g}") for label, v in zip(self.labels, self.values, strict=True) if label]
        return html_table(f"Branch over {self.parameter}", rows)

    def special(self, label: str) -> tuple[Orbit, ...]:
        """The orbits with a label."""
        return tuple(o for o, name in zip(self.orbits, self.labels, strict=True) if name == label)

    @cached_property
    def data(self) -> xr.Dataset:
        """The branch as an xarray Dataset."""
        return _branch_data(self)

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write NetCDF; an existing file is kept unless ``overwrite``."""
        return write_data(self.data, path, overwrite)


@dataclass(frozen=True, eq=False)
class _Point:
    """A place on the branch: guess, orbit, and unit tangent in scaled unknowns (the parameter's last)."""

    at: Iterate
    orbit: Orbit
    tangent: np.ndarray
    iterations: int


def follow_orbit(
    source: Source,
    parameter: str,
    start: float,
    stop: float,
    problem: OrbitProblem = OrbitProblem(),
    *,
    parameters: Mapping[str, float] | None = None,
    continuation: Continuation = Continuation(),
    shooting: Shooting = Shooting(),
    callback: Callable[[str], None] | None = None,
) -> Branch:
    """Orbits along a free parameter, by pseudo-arclength, until it leaves its range on either side.

    Parameters
    ----------
    source
        A scenario, a model or a program.
    parameter
        The free parameter that is followed.
    start, stop
        Its range, in its SI unit; the first orbit is that at ``start``.
    problem, parameters, shooting, callback
        As of ``find_orbit``.
    continuation
        Steps along the branch.

    Returns
    -------
    Branch
        Its ``status`` says how far it came.
    """
    require_kind("continuation", continuation, Continuation)
    require_kind("problem", problem, OrbitProblem)
    start, stop = (float(require_number(parameter, value)) for value in (start, stop))
    if start == stop:
        raise InputError(f"{parameter} = {start:g}:{stop:g} is no range. Give two different values.")
    program = as_program(source, ready=False, free=(parameter, *problem.trim))
    (place,) = parameter_places(program, [parameter])
    if parameter in problem.trim:
        raise InputError(f"'{parameter}' is followed and cannot be trimmed as well.")
    setting = set_up(program, problem, shooting, {**(parameters or {}), parameter: start})
    if callback:
        callback(f"{describe(setting.system)}; {parameter} from {start:g} to {stop:g}")
    tolerance = shooting.tolerance or _TOLERANCE
    at = setting.system.guess(setting.state, setting.period, setting.parameters)
    first = None if at is None else solve(setting.system, at, tolerance, shooting.max_iterations)
    if first is None or first.status != "converged":
        reason = "the run over the first period diverged." if first is None else advice(first)
        return Branch(parameter, (), (), "not started", f"at {parameter} = {start:g}: {reason}")
    track = _Track(setting.system.with_parameter(place), first.at, (start, stop), tolerance)
    return _collect(track, parameter, continuation, callback)


class _Track:
    """Predictor and corrector along one branch, with scales fixed by its first orbit."""

    def __init__(self, system: ShootingEquations, at: Iterate, bounds: tuple[float, float], tolerance: float):
        self.system, self.bounds, self.tolerance = system, bounds, tolerance
        here = system.evaluate(at, True)
        unknown = here.unknown_scales.copy()
        unknown[-1] = abs(bounds[1] - bounds[0])
        self.scales = unknown, here.equation_scales
        ahead = np.zeros(len(unknown))
        ahead[-1] = np.sign(bounds[1] - bounds[0])
        self.start = self.point(at, ahead, 0)

    def point(self, at: Iterate, ahead: np.ndarray, iterations: int, solution: Solution | None = None) -> _Point:
        """A point with its tangent, on the side of ``ahead``."""
        system = self.system
        if solution is None:
            solution = solve(system, at, self.tolerance, 5, plane=ArclengthConstraint(ahead, self.scales))
        tangent = np.linalg.svd(solution.evaluation.jacobian)[2][-1]  # type: ignore[arg-type]
        tangent = tangent if tangent @ ahead >= 0 else -tangent
        return _Point(solution.at, make_orbit(system, solution), tangent, iterations)

    def value(self, point: _Point) -> float:
        return float(point.at.parameters[self.system.parameters[-1]])

    def step(self, before: _Point, length: float) -> _Point | None:
        """The point at a distance along the tangent of ``before``; None where the corrector fails."""
        return self.correct(before, length * before.tangent, before.tangent)

    def correct(self, before: _Point, step: np.ndarray, normal: np.ndarray) -> _Point | None:
        guess = self.system.moved(before.at, step * self.scales[0])
        solution = solve(self.system, guess, self.tolerance, 12, plane=ArclengthConstraint(normal, self.scales))
        if solution.status != "converged":
            return None
        point = self.point(solution.at, before.tangent, len(solution.history) - 1, solution)
        return point if point.orbit.converged else None

    def at_bound(self, before: _Point, bound: float) -> _Point | None:
        """The point where the parameter has the value ``bound``."""
        fraction = (bound - self.value(before)) / self.scales[0][-1]
        if abs(before.tangent[-1]) < 1e-6:
            return None
        normal = np.zeros(len(before.tangent))
        normal[-1] = 1.0
        return self.correct(before, fraction / before.tangent[-1] * before.tangent, normal)


def _collect(track: _Track, parameter: str, how: Continuation, callback: Callable[[str], None] | None) -> Branch:
    """Points until the parameter leaves its range, with folds and changes of stability between them."""
    orbits, labels, status = [track.start.orbit], [""], "finished"
    detail = f"{parameter} reached the end of its range"
    for before, after, length in _march(track, how):
        if after is None:
            status, detail = "stopped", f"no further orbit beyond {parameter} = {track.value(before):.6g}: the corrector fails"
            break
        found = _events(track, before, after, length)
        for label, point in found:
            if point is not None:
                orbits.append(point.orbit)
                labels.append(label)
        orbits.append(after.orbit)
        labels.append(next((label for label, point in found if point is None), ""))
        if callback:
            o, marks = after.orbit, " ".join(label for label, _ in found)
            callback(f"  {parameter} {track.value(after):.6g}   floquet {o.floquet_max:.4f} {o.stability}   {marks}".rstrip())
    else:
        low, high = sorted(track.bounds)
        if after is not None and low < track.value(after) < high:
            status, detail = "stopped", f"{how.max_points} points did not reach the end of the range of {parameter}"
    return Branch(parameter, tuple(orbits), tuple(labels), status, detail)


def _march(track: _Track, how: Continuation) -> Iterator[tuple[_Point, _Point | None, float]]:
    """Pairs of successive points and the distance between them; the last one lies on the bound."""
    low, high = sorted(track.bounds)
    here, length = track.start, min(how.step, how.max_step)
    for _ in range(how.max_points):
        there = track.step(here, length)
        while there is None and length > _SHORTEST:
            length *= 0.5
            there = track.step(here, length)
        if there is None:
            yield here, None, length
            return
        outside = not low <= track.value(there) <= high
        if outside:
            bound = high if track.value(there) > high else low
            there = track.at_bound(here, bound) or there
        yield here, there, length
        if outside:
            return
        length *= 1.5 if there.iterations <= _QUICK else 0.5 if there.iterations > _SLOW else 1.0
        here, length = there, min(length, how.max_step)


# --- events ---------------------------------------------------------------------------------------------------------


def _events(track: _Track, before: _Point, after: _Point, length: float) -> list[tuple[str, _Point | None]]:
    """Folds and changes of stability between two points; None for the place of one that could not be located."""
    found = []
    if before.tangent[-1] * after.tangent[-1] < 0:
        found.append(("fold", lambda point: point.tangent[-1]))
    a, b = _unstable(before.orbit), _unstable(after.orbit)
    if a != b and not found:
        rank = max(a, b) - 1
        found.append((_crossing(before.orbit, after.orbit, rank), lambda point: abs(point.orbit.multipliers[rank]) - 1.0))
    return [(label, _locate(track, before, length, test)) for label, test in found]


def _unstable(orbit: Orbit) -> int:
    """Number of multipliers outside the unit circle."""
    return int((np.abs(orbit.multipliers) > 1 + NEUTRAL).sum())


def _crossing(before: Orbit, after: Orbit, rank: int) -> str:
    """The kind of a change of stability, by the multiplier that lies outside the unit circle on one side."""
    m = max(before.multipliers[rank], after.multipliers[rank], key=abs)
    if abs(m.imag) > 1e-6:
        return "torus"
    return "crossing" if m.real > 0 else "period doubling"


def _locate(track: _Track, before: _Point, length: float, test: Callable[[_Point], float]) -> _Point | None:
    """The point where ``test`` is zero, by regula falsi (Illinois) on the distance from ``before``."""
    a, fa = 0.0, test(before)
    b, best = length, track.step(before, length)
    fb = None if best is None else test(best)
    if fb is None or fa * fb > 0:
        return None
    for _ in range(_SEARCHES):
        c = (a * fb - b * fa) / (fb - fa)
        best = track.step(before, c)
        if best is None:
            return None
        fc = test(best)
        if abs(fc) < _LOCATED or abs(b - a) < _LOCATED:
            break
        if fc * fb < 0:
            a, fa = b, fb
        else:
            fa *= 0.5
        b, fb = c, fc
    return best


# --- data -----------------------------------------------------------------------------------------------------------


def _branch_data(branch: Branch) -> xr.Dataset:
    """Dataset of a branch: one entry per orbit."""
    xr = needed("xarray", "the data set of a branch")

    if not branch.orbits:
        raise InputError(f"the branch has no orbit: {branch.detail}")
    width = max(len(o.multipliers) for o in branch.orbits)
    multipliers = np.full((len(branch.orbits), width), np.nan + 0j)
    for row, o in zip(multipliers, branch.orbits, strict=True):
        row[: len(o.multipliers)] = o.multipliers
    each = {
        "parameter": ("SI", branch.parameter, branch.values),
        "orbit_period": ("s", "period", [o.period for o in branch.orbits]),
        "orbit_residual": ("1", "largest scaled difference after one period", [o.residual for o in branch.orbits]),
        "floquet_max": ("1", "size of the largest Floquet multiplier", [o.floquet_max for o in branch.orbits]),
        "turn_rate": ("rad/s", "mean rate of turning about the vertical", [o.drift.turn_rate for o in branch.orbits]),
    }
    variables: dict[str, tuple[str | tuple[str, ...], object, dict[str, str]]] = {
        name: ("point", values, {"units": unit, "long_name": text}) for name, (unit, text, values) in each.items()
    }
    variables["label"] = ("point", [name or "-" for name in branch.labels], {"long_name": "what happens at this point"})
    velocity = [o.drift.velocity for o in branch.orbits]
    variables["drift_velocity"] = (
        ("point", "axis"),
        velocity,
        {"units": "m/s", "long_name": "mean velocity, axes of the heading"},
    )
    for name, values in (("multiplier_real", multipliers.real), ("multiplier_imag", multipliers.imag)):
        variables[name] = (("point", "multiplier"), values, {"units": "1", "long_name": "Floquet multiplier"})
    amplitude = [0.5 * np.ptp(o.states, axis=0) for o in branch.orbits]
    meaning = {"units": "SI", "long_name": "half the range over one period"}
    variables["amplitude"] = (("point", "state_name"), amplitude, meaning)
    meaning = {"units": "SI", "long_name": "state at the start of the period"}
    variables["orbit_state"] = (("point", "state_name"), [o.state for o in branch.orbits], meaning)
    coordinates = {"axis": list("xyz"), "state_name": list(branch.orbits[0].names)}
    attributes = {"model": branch.orbits[0].program.model.name, "status": branch.status, "status_detail": branch.detail}
    attributes["settings"] = json.dumps({"steps": branch.orbits[0].steps, "parameter": branch.parameter})
    return xr.Dataset(variables, coordinates, attributes)
