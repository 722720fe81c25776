"""A branch of orbits followed along one parameter by pseudo-arclength, through folds, with its stability.

Each step goes along the tangent of the branch and returns to it in the plane across that tangent, so that the parameter may turn
back. A fold is where it does; a change of stability is where a multiplier crosses the unit circle. Both are located.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from elver.errors import InputError, require_number
from elver.native.sources import Source, as_program
from elver.notebook import html_table, named
from elver.orbits.find import describe, make_orbit
from elver.orbits.newton import Plane, advice, solve
from elver.orbits.orbit import NEUTRAL, Orbit
from elver.orbits.problem import parameter_places, set_up, whole_number
from elver.orbits.shooting import Iterate, Shooting
from elver.orbits.symmetry import Mirror
from elver.packages import needed
from elver.results.run import write_data

QUICK, SLOW = 3, 6  # iterations of a corrector below which steps grow, above which they shrink
SHORTEST = 1e-5  # scaled length of a step
LOCATED = 1e-10
SEARCHES = 40
MOST_POINTS = 100_000


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
    def data(self):
        """The branch as an xarray Dataset."""
        return branch_data(self)

    def save(self, path, overwrite: bool = False) -> Path:
        """Write NetCDF; an existing file is kept unless ``overwrite``."""
        return write_data(self.data, path, overwrite)


@dataclass(frozen=True, eq=False)
class Point:
    """A place on the branch: guess, orbit, and unit tangent in scaled unknowns (the parameter's last)."""

    at: Iterate
    orbit: Orbit
    tangent: np.ndarray
    iterations: int


def follow_orbit(
    source: Source,
    parameter: str,
    first: float,
    last: float,
    *,
    step: float = 0.05,
    longest: float = 0.2,
    most: int = 400,
    unknown: Sequence[str] | str | None = None,
    trim: Sequence[str] | str = (),
    conditions: Mapping[str, float] | None = None,
    values: Mapping[str, float] | None = None,
    period: float | Callable | None = None,
    free_period: bool = False,
    steps: int | None = None,
    segments: int = 1,
    settle: float = 2.0,
    mirror: Mirror | None = None,
    start: np.ndarray | None = None,
    tolerance: float = 1e-10,
    tell: Callable[[str], None] | None = None,
) -> Branch:
    """Orbits from ``first`` towards ``last`` of a free parameter, until it leaves that range on either side.

    step, longest: first and longest step along the branch, in units where the range of the parameter and the size of the first
    orbit are 1.   most: points.   The other arguments are those of ``find_orbit``.
    """
    first, last = (float(require_number(f"{parameter}", v)) for v in (first, last))
    if first == last:
        raise InputError(f"{parameter} = {first:g}:{last:g} is no range. Give two different values.")
    for name, value in (("step", step), ("longest", longest), ("tolerance", tolerance)):
        require_number(name, value, above=0.0)
    most = whole_number("most", most, 1, MOST_POINTS)
    program = as_program(source, ready=False, free=(parameter, *([trim] if isinstance(trim, str) else trim)))
    (place,) = parameter_places(program, [parameter])
    if parameter == trim or parameter in list(trim):
        raise InputError(f"'{parameter}' is followed and cannot be trimmed as well.")
    values = {**(values or {}), parameter: first}
    setting = set_up(
        program, unknown, trim, conditions, values, period, free_period, steps, segments, settle,
        mirror, start,
    )  # fmt: skip
    if tell:
        tell(f"{describe(setting.system)}; {parameter} from {first:g} to {last:g}")
    at = setting.system.guess(setting.state, setting.period, setting.parameters)
    begun = None if at is None else solve(setting.system, at, tolerance, 30)
    if begun is None or begun.status != "converged":
        reason = "the run over the first period diverged." if begun is None else advice(begun)
        return Branch(parameter, (), (), "not started", f"at {parameter} = {first:g}: {reason}")
    path = Track(setting.system.with_parameter(place), begun.at, (first, last), tolerance)
    return collect(path, parameter, step, longest, most, tell)


class Track:
    """Predictor and corrector along one branch, with scales fixed by its first orbit."""

    def __init__(self, system: Shooting, at: Iterate, bounds: tuple[float, float], tolerance: float):
        self.system, self.bounds, self.tolerance = system, bounds, tolerance
        here = system.evaluate(at, True)
        unknown = here.unknown_scales.copy()
        unknown[-1] = abs(bounds[1] - bounds[0])
        self.scales = unknown, here.equation_scales
        ahead = np.zeros(len(unknown))
        ahead[-1] = np.sign(bounds[1] - bounds[0])
        self.start = self.point(at, ahead, 0)

    def point(self, at: Iterate, ahead: np.ndarray, iterations: int, solution=None) -> Point:
        """A point with its tangent, on the side of ``ahead``."""
        system = self.system
        if solution is None:
            solution = solve(system, at, self.tolerance, 5, plane=Plane(ahead, self.scales))
        tangent = np.linalg.svd(solution.evaluation.jacobian)[2][-1]
        tangent = tangent if tangent @ ahead >= 0 else -tangent
        return Point(solution.at, make_orbit(system, solution), tangent, iterations)

    def value(self, point: Point) -> float:
        return float(point.at.parameters[self.system.parameters[-1]])

    def step(self, before: Point, length: float) -> Point | None:
        """The point at a distance along the tangent of ``before``; None where the corrector fails."""
        return self.correct(before, length * before.tangent, before.tangent)

    def correct(self, before: Point, step: np.ndarray, normal: np.ndarray) -> Point | None:
        guess = self.system.moved(before.at, step * self.scales[0])
        solution = solve(self.system, guess, self.tolerance, 12, plane=Plane(normal, self.scales))
        if solution.status != "converged":
            return None
        point = self.point(solution.at, before.tangent, len(solution.history) - 1, solution)
        return point if point.orbit.converged else None

    def at_bound(self, before: Point, bound: float) -> Point | None:
        """The point where the parameter has the value ``bound``."""
        fraction = (bound - self.value(before)) / self.scales[0][-1]
        if abs(before.tangent[-1]) < 1e-6:
            return None
        normal = np.zeros(len(before.tangent))
        normal[-1] = 1.0
        return self.correct(before, fraction / before.tangent[-1] * before.tangent, normal)


def collect(path: Track, parameter: str, step: float, longest: float, most: int, tell) -> Branch:
    """Points until the parameter leaves its range, with folds and changes of stability between them."""
    orbits, labels, status = [path.start.orbit], [""], "finished"
    detail = f"{parameter} reached the end of its range"
    for before, after, length in march(path, step, longest, most):
        if after is None:
            status, detail = "stopped", f"no further orbit beyond {parameter} = {path.value(before):.6g}: the corrector fails"
            break
        found = events(path, before, after, length)
        for label, point in found:
            if point is not None:
                orbits.append(point.orbit)
                labels.append(label)
        orbits.append(after.orbit)
        labels.append(next((label for label, point in found if point is None), ""))
        if tell:
            o, marks = after.orbit, " ".join(label for label, _ in found)
            tell(f"  {parameter} {path.value(after):.6g}   floquet {o.floquet_max:.4f} {o.stability}   {marks}".rstrip())
    else:
        low, high = sorted(path.bounds)
        if after is not None and low < path.value(after) < high:
            status, detail = "stopped", f"{most} points did not reach the end of the range of {parameter}"
    return Branch(parameter, tuple(orbits), tuple(labels), status, detail)


def march(path: Track, step: float, longest: float, most: int) -> Iterator[tuple[Point, Point | None, float]]:
    """Pairs of successive points and the distance between them; the last one lies on the bound."""
    low, high = sorted(path.bounds)
    here, length = path.start, min(step, longest)
    for _ in range(most):
        there = path.step(here, length)
        while there is None and length > SHORTEST:
            length *= 0.5
            there = path.step(here, length)
        if there is None:
            yield here, None, length
            return
        outside = not low <= path.value(there) <= high
        if outside:
            bound = high if path.value(there) > high else low
            there = path.at_bound(here, bound) or there
        yield here, there, length
        if outside:
            return
        length *= 1.5 if there.iterations <= QUICK else 0.5 if there.iterations > SLOW else 1.0
        here, length = there, min(length, longest)


# --- events ---------------------------------------------------------------------------------------------------------


def events(path: Track, before: Point, after: Point, length: float) -> list[tuple[str, Point | None]]:
    """Folds and changes of stability between two points; None for the place of one that could not be located."""
    found = []
    if before.tangent[-1] * after.tangent[-1] < 0:
        found.append(("fold", lambda point: point.tangent[-1]))
    a, b = unstable(before.orbit), unstable(after.orbit)
    if a != b and not found:
        rank = max(a, b) - 1
        found.append((crossing(before.orbit, after.orbit, rank), lambda point: abs(point.orbit.multipliers[rank]) - 1.0))
    return [(label, locate(path, before, length, test)) for label, test in found]


def unstable(orbit: Orbit) -> int:
    """Number of multipliers outside the unit circle."""
    return int((np.abs(orbit.multipliers) > 1 + NEUTRAL).sum())


def crossing(before: Orbit, after: Orbit, rank: int) -> str:
    """The kind of a change of stability, by the multiplier that lies outside the unit circle on one side."""
    m = max(before.multipliers[rank], after.multipliers[rank], key=abs)
    if abs(m.imag) > 1e-6:
        return "torus"
    return "crossing" if m.real > 0 else "period doubling"


def locate(path: Track, before: Point, length: float, test: Callable[[Point], float]) -> Point | None:
    """The point where ``test`` is zero, by regula falsi (Illinois) on the distance from ``before``."""
    a, fa = 0.0, test(before)
    b, best = length, path.step(before, length)
    fb = None if best is None else test(best)
    if fb is None or fa * fb > 0:
        return None
    for _ in range(SEARCHES):
        c = (a * fb - b * fa) / (fb - fa)
        best = path.step(before, c)
        if best is None:
            return None
        fc = test(best)
        if abs(fc) < LOCATED or abs(b - a) < LOCATED:
            break
        if fc * fb < 0:
            a, fa = b, fb
        else:
            fa *= 0.5
        b, fb = c, fc
    return best


# --- data -----------------------------------------------------------------------------------------------------------


def branch_data(branch: Branch):
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
