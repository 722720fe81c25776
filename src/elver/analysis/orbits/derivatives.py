"""Derivatives of periodic orbits by parameters, and orbits tracked from one set of parameters to the next.

An orbit solves R(u, p) = 0 in its unknowns u: start, free period, trimmed parameters. Along the orbits of other parameters

    dR/du u' + dR/dp = 0,

and one run over the period that carries the directions of u and p gives both matrices. States along the period follow from the
same run: their variations along (u', 1). All of it is exact for the discrete map, as the Jacobian of the search is.

Multipliers are those of the monodromy matrix M, lambda' = w M' v / (w v) with left and right eigenvectors w, v. M' is the total
derivative along the orbits: central differences of the exact M on the tangent of the branch, with one Richardson step. What the
tangent misses is even in the step, so the error is of fourth order; it is given with the result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np

from elver._support.errors import InputError, NoOrbitError, unknown_name
from elver._support.resources import require_memory
from elver.analysis.orbits.find import FEWEST_STEPS, MOST_STEPS, TOLERANCE, make_orbit, parameter_places, set_up, whole_period
from elver.analysis.orbits.newton import SINGULAR, Solution, Step, advice, solve, worst_of
from elver.analysis.orbits.orbit import Orbit
from elver.analysis.orbits.problem import OrbitProblem, Shooting, require_kind
from elver.analysis.orbits.shooting import Iterate, ShootingEquations, ShootingResidual
from elver.analysis.orbits.symmetry import STABLE
from elver.codegen import NativeFunction
from elver.codegen.compiler import compile_directions
from elver.codegen.kernels.width import host_width
from elver.model import Program
from elver.model.program import MACHINE, Source, as_program, variation_graph
from elver.simulation.derivatives.forward import VariedRun, varied_flow
from elver.simulation.derivatives.linear import signal_slopes
from elver.symbolic.spatial import conjugate, multiply

_APART = 1e7  # condition of the eigenvectors beyond which multipliers are taken as one
_STEP = 1e-3  # of the differences of M, relative to the parameter


@dataclass(frozen=True, eq=False)
class OrbitSlopes:
    """What one parameter after the other does to an orbit; ``names`` are the parameters, the first axis of every array.

    period [s], state (at the start), trimmed (name -> slopes), velocity (mean of the base, axes of the heading), turn_rate.
    states: (step, parameter, state), at the same fraction of the period.   times: (step, parameter), of the instants of these.
    Where the period is free the phase is too: the start moves across the flow, not along it.
    """

    orbit: Orbit
    names: tuple[str, ...]
    period: np.ndarray
    state: np.ndarray
    trimmed: Mapping[str, np.ndarray]
    states: np.ndarray
    times: np.ndarray
    velocity: np.ndarray
    turn_rate: np.ndarray

    def __repr__(self) -> str:
        shown = ", ".join(f"{n}: {v:.6g}" for n, v in zip(self.names, self.speed, strict=True))
        return f"OrbitSlopes of {self.orbit.program.model.name}: d speed by {shown}"

    @property
    def speed(self) -> np.ndarray:
        """Of the size of the mean velocity; zero for a machine that stays where it is."""
        drift = self.orbit.drift
        return self.velocity @ np.array(drift.velocity) / drift.speed if drift.speed > 0 else np.zeros(len(self.names))

    @cached_property
    def multipliers(self) -> np.ndarray:
        """(parameter, multiplier), in the order of ``orbit.multipliers``: four runs with all variations for each parameter.

        NaN where multipliers meet: they have no derivatives there.
        """
        return _multiplier_slopes(self)[0]

    @cached_property
    def multiplier_errors(self) -> np.ndarray:
        """How far the last two estimates of every slope of a multiplier differ."""
        return _multiplier_slopes(self)[1]

    @property
    def summary(self) -> dict:
        """Slopes of the metrics by parameter, as plain numbers."""
        rows = zip(self.names, self.period, self.velocity, self.speed, self.turn_rate, strict=True)
        found = {
            name: {"period": float(T), "drift_velocity": v.tolist(), "drift_speed": float(speed), "turn_rate": float(turn)}
            for name, T, v, speed, turn in rows
        }
        for k, name in enumerate(self.names):
            found[name]["trimmed"] = {trim: float(values[k]) for trim, values in self.trimmed.items()}
        return found


def orbit_slopes(orbit: Orbit, free: Sequence[str] | str | None = None) -> OrbitSlopes:
    """Derivatives of an orbit by free parameters of its model.

    Parameters
    ----------
    orbit : Orbit
        One that converged.
    free : sequence of str, or str, optional
        The parameters; None takes all that were not trimmed.

    Returns
    -------
    OrbitSlopes
    """
    orbit.demand()
    system, at = orbit.system, orbit.at
    known = list(orbit.program.equations.parameters)
    trimmed = [known[k] for k in system.parameters]
    names = [n for n in known if n not in trimmed] if free is None else [free] if isinstance(free, str) else list(free)
    for name in names:
        if name in trimmed:
            raise InputError(f"'{name}' was trimmed: it follows from the others. Name parameters that were not.")
    places = parameter_places(orbit.program, names)
    if not places:
        raise InputError("no parameter is free. Build the model with free=[...], or use Model.freed(...).")
    extended = system.with_parameter(*places)
    flows = _kept_flows(extended, at)
    scales = extended.scales(at, flows)
    jacobian = extended.raw_jacobian(at, flows) * scales[0] / scales[1][:, None]
    return _slopes_of(orbit, extended, flows, tuple(names), _unknown_slopes(jacobian, scales[0], len(places)))


def _kept_flows(extended: ShootingEquations, at: Iterate) -> list[VariedRun]:
    """The run of every segment of an orbit, with the variations of all its steps."""
    numbers = extended.steps * extended.chart.layout.size * (len(extended.unknowns) + 8)
    require_memory("the variations of all steps", 16.0 * numbers, "Name fewer parameters, or take fewer steps")
    flows, failed = extended.flows(at, True, keep=True)
    if failed is not None:
        raise NoOrbitError(f"the run over the orbit diverged {failed:.4g} s after its start.")
    return flows


def _slopes_of(
    orbit: Orbit, extended: ShootingEquations, flows: list[VariedRun], names: tuple[str, ...], C: np.ndarray
) -> OrbitSlopes:
    """Slopes from the runs of all segments with the directions of the unknowns and, last of all, the parameters ``names``.

    C: rows, derivatives of all unknowns by these parameters.
    """
    at, count = orbit.at, len(names)
    shared = extended.free_period + len(extended.parameters)
    parts: list[np.ndarray] = []
    first, origin, works = 0, extended.waited * extended.steps, extended.chart.layout.slices["works"]
    for i, run in enumerate(flows):
        local = len(extended.first if i == 0 else extended.inner)
        own = np.hstack([C[:, first : first + local], C[:, C.shape[1] - shared :]])
        assert run.history is not None  # kept
        part = np.einsum("pd,sdn->spn", own, run.history)
        if parts:  # works are no unknowns of a node: they go on from where they are
            part[:, :, works] += parts[-1][-1, :, works]
            parts[-1] = parts[-1][:-1]
        parts.append(part)
        first += local
    local, tail = len(extended.first), C[:, C.shape[1] - shared :]
    period = np.hstack([np.zeros((count, local)), tail]) @ extended.period_slopes(local, at)
    states = np.concatenate(parts) if extended.swap is None else _whole_slopes(extended, at, C, period)
    k = np.arange(extended.steps + 1)
    velocity, turn_rate = _drift_slopes(orbit, states[0], states[-1], period)
    free, known = extended.free_period, list(orbit.program.equations.parameters)
    trims = extended.parameters[: len(extended.parameters) - count]
    return OrbitSlopes(
        orbit=orbit,
        names=names,
        period=period,
        state=states[0],
        trimmed={known[place]: tail[:, free + j] for j, place in enumerate(trims)},
        states=states,
        times=np.outer(origin + k, period / extended.steps),
        velocity=velocity,
        turn_rate=turn_rate,
    )


def _unknown_slopes(jacobian: np.ndarray, unknown: np.ndarray, count: int) -> np.ndarray:
    """Rows: derivatives of all unknowns by the last ``count`` of them, parameters, which come out as a unit matrix.

    jacobian: of the residual by unknowns in units of ``unknown``.
    """
    A, B = jacobian[:, : jacobian.shape[1] - count], jacobian[:, jacobian.shape[1] - count :]
    singular = np.linalg.svd(A, compute_uv=False) if A.size else np.ones(1)
    if not singular[-1] > SINGULAR * singular[0]:
        raise NoOrbitError(
            "the orbit has no slopes: its Jacobian is singular, orbits come in a family (no damping, a fold, a symmetry that "
            "was not found). Fix the state that is free to drift, or trim it."
        )
    found = -np.linalg.solve(A, B).T if A.size else np.zeros((count, 0))
    return np.hstack([found, np.eye(count)]) * unknown / unknown[len(unknown) - count :, None]


def _whole_slopes(extended: ShootingEquations, at: Iterate, C: np.ndarray, period: np.ndarray) -> np.ndarray:
    """Slopes along the whole period of an orbit that was found from half of it."""
    shared = extended.free_period + len(extended.parameters)
    own = np.hstack([C[:, : len(extended.first)], C[:, C.shape[1] - shared :]])
    xdot, pdot, slope = (own @ part for part in extended.directions(0, at))
    h, origin = at.period / extended.steps, extended.waited * extended.steps
    along = xdot, pdot, slope
    run = varied_flow(extended.program, at.parameters, at.nodes[0], origin, h, extended.steps, *along, extended.method, True)
    assert run.history is not None  # kept
    return run.history


def _drift_slopes(orbit: Orbit, start: np.ndarray, end: np.ndarray, period: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivatives of mean velocity and turn rate, from those of the states at both ends and of the period."""
    if not orbit.chart.posed:
        return np.zeros((len(period), 3)), np.zeros(len(period))
    drift, a, b = orbit.drift, orbit.states[0, 3:7], orbit.states[-1, 3:7]
    moved = (end[:, :3] - start[:, :3]) @ orbit.chart.axes
    velocity = (moved - np.outer(period, drift.velocity)) / orbit.period
    q = multiply(b, conjugate(a))
    dq = multiply(end[:, 3:7], conjugate(a)) + multiply(b, conjugate(start[:, 3:7]))
    angle = 2.0 * (q[0] * dq[:, 3] - q[3] * dq[:, 0]) / max(q[0] ** 2 + q[3] ** 2, 1e-300)  # of heading_of
    return velocity, (angle - drift.turn_rate * period) / orbit.period


# --- multipliers ----------------------------------------------------------------------------------------------------


def _multiplier_slopes(found: OrbitSlopes) -> tuple[np.ndarray, np.ndarray]:
    """Slopes of the multipliers by every parameter, and how far the last two estimates differ."""
    orbit = found.orbit
    M, values = orbit.monodromy, orbit.multipliers
    if not M.size:
        return np.zeros((len(found.names), 0)), np.zeros((len(found.names), 0))
    eigenvalues, right = np.linalg.eig(M)
    if np.linalg.cond(right) > _APART:  # multipliers meet: they have no derivatives there
        return np.full((len(found.names), len(values)), np.nan + 0j), np.full((len(found.names), len(values)), np.inf)
    left, order, rest = np.linalg.inv(right), [], list(range(len(eigenvalues)))
    for value in values:
        order.append(min(rest, key=lambda k: abs(eigenvalues[k] - value)))
        rest.remove(order[-1])
    slopes, errors = [], []
    for k in range(len(found.names)):
        coarse, fine = (_monodromy_slope(found, k, fraction) for fraction in (1.0, 0.5))
        best = (4.0 * fine - coarse) / 3.0
        along = [np.diag(left @ dM @ right)[order] for dM in (best, fine)]
        slopes.append(along[0])
        errors.append(np.abs(along[0] - along[1]))
    return np.array(slopes), np.array(errors)


def _monodromy_slope(found: OrbitSlopes, k: int, fraction: float) -> np.ndarray:
    """Central difference of the monodromy matrix along the tangent of the orbits by parameter k."""
    orbit = found.orbit
    place = list(orbit.program.equations.parameters).index(found.names[k])
    d = fraction * _STEP * max(abs(orbit.at.parameters[place]), _STEP)
    ends = [whole_period(orbit.system, _moved_along(found, k, sign * d))[1] for sign in (1.0, -1.0)]
    return (ends[0] - ends[1]) / (2.0 * d)


def _moved_along(found: OrbitSlopes, k: int, d: float) -> Iterate:
    """The start of the orbit after a change d of parameter k, on the tangent, its loops closed."""
    orbit, known = found.orbit, list(found.orbit.program.equations.parameters)
    p = orbit.at.parameters.copy()
    p[known.index(found.names[k])] += d
    for name, values in found.trimmed.items():
        p[known.index(name)] += d * values[k]
    system, chart = orbit.system, orbit.chart
    local = chart.pull(orbit.state, found.state[k][None])[0]
    period = orbit.period + d * found.period[k] if system.period_of is None else float(system.period_of(p)[0])
    after = Iterate((chart.lift(orbit.state, d * local),), period, p)
    return replace(system, segments=1).reclosed(replace(orbit.at, nodes=orbit.at.nodes[:1]), after)


# --- means over the period of what a run records ---------------------------------------------------------------------


def mean_output(found: OrbitSlopes, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Mean over the period of a recorded quantity, by the trapezoidal rule over all steps, and the slopes of that sum.

    Parameters
    ----------
    found : OrbitSlopes
        Of the orbit.
    name : str
        The quantity, such as ``power``.

    Returns
    -------
    tuple[ndarray, ndarray]
        The means (numbers,), in recorded order, and their derivatives (parameter, numbers), in SI units.
    """
    orbit, program = found.orbit, found.orbit.program
    native, parameters = _varied_output(program, name), program.equations.parameters
    p, lanes, count = orbit.at.parameters, native.width, len(found.names)
    pdot = np.zeros((count, len(p)))
    pdot[np.arange(count), [list(parameters).index(n) for n in found.names]] = 1.0
    for trim, slopes in found.trimmed.items():
        pdot[:, list(parameters).index(trim)] = slopes
    times = orbit.start_time + np.linspace(0.0, orbit.period, len(orbit.states))
    weights = np.full(len(times), 1.0 / orbit.steps)
    weights[[0, -1]] *= 0.5
    size = native.shapes_out[0][0]
    value, change = np.zeros(size), np.zeros((count, size))
    for k, (t, x) in enumerate(zip(times, orbit.states, strict=True)):
        for first in range(0, count, lanes):
            part = slice(first, first + lanes)
            seeds = [_padded_rows(s[part], lanes).T for s in (found.times[k][:, None], found.states[k], pdot)]
            slopes, y = native(t, x, p, program.signal_values(t), signal_slopes(program, t), *seeds)
            change[part] += weights[k] * slopes.T[: count - first]
        value += weights[k] * y
    return value, change


def _padded_rows(rows: np.ndarray, lanes: int) -> np.ndarray:
    """Directions (rows), with zeros for those that are missing."""
    return np.vstack([rows, np.zeros((lanes - len(rows), rows.shape[1]))])


def _varied_output(program: Program, name: str) -> NativeFunction:
    """A recorded quantity with its directional derivatives, compiled when first asked for."""
    key, recorded, outputs = ("varied output", name), program.equations.recorded, program.equations.outputs
    if name not in recorded.slices:
        raise unknown_name("recorded quantity", name, recorded.slices)
    if key not in program.variants:
        inputs = [ca.SX.sym(n, outputs.nnz_in(n)) for n in ("t", "x", "p", "u")]
        part = ca.Function("output", inputs, [outputs(*inputs)[recorded.slices[name]]], ["t", "x", "p", "u"], ["y"])
        program.variants[key] = compile_directions(variation_graph(part), host_width(), MACHINE)
    return program.variants[key]


# --- orbits of one machine at many parameters, each found from the one before ----------------------------------------
#
# The next start is predicted by the slopes of the last orbit, then corrected by quasi-Newton steps: the last Jacobian, improved
# by Broyden's rank-one updates, and plain runs over the period, which cost a small part of one with variations. One run with all
# variations at the end gives the exact Jacobian, the monodromy matrix and the slopes of the orbit that was reached. Where this
# fails, Newton's method with exact Jacobians follows, and then a search from the beginning.

_MOST_CORRECTIONS = 12  # plain runs before Newton's method takes over
_SLOW = 0.5  # a correction that leaves more of the residual is not worth its run
_MOST_NEWTON = 12
_NEARLY = 10.0  # times the tolerance is accepted where corrections do not come closer
_MARGIN = 1.3  # more steps than stability asks for, so that a machine that becomes stiffer does not ask again at once


@dataclass(frozen=True, eq=False)
class _TrackedOrbit:
    """An orbit with its slopes, and what it cost. way: ``predicted``, ``newton`` or ``search``.

    runs: plain runs over the period.   varied_runs: runs over the period with all variations.
    """

    orbit: Orbit
    slopes: OrbitSlopes
    way: str
    runs: int
    varied_runs: int


@dataclass(frozen=True, eq=False)
class _LastOrbit:
    """What the last orbit left: its equations, where it is, its Jacobian by the unknowns with scales, slopes of the unknowns."""

    system: ShootingEquations
    at: Iterate
    jacobian: np.ndarray
    scales: tuple[np.ndarray, np.ndarray]
    slopes: np.ndarray


class OrbitTracker:
    """Finds orbits by parameter values, one after the other.

    Steps per period, symmetry and the ramp that was waited for stay those of the last search, so that the orbit is a smooth
    function of the parameters. A search takes as many steps as the machine needs there; one that becomes so stiff on the way that
    RK4 would not be stable gets more.

    Parameters
    ----------
    source, problem, parameters, shooting, callback
        As of ``find_orbit``; ``callback`` is called in searches from the beginning alone.
    free
        Parameters that change, and by which slopes are wanted; None takes all free parameters that are not trimmed.
    """

    def __init__(
        self,
        source: Source,
        problem: OrbitProblem = OrbitProblem(),
        *,
        free: Sequence[str] | None = None,
        parameters: Mapping[str, float] | None = None,
        shooting: Shooting = Shooting(),
        callback: Callable[[str], None] | None = None,
    ):
        require_kind("problem", problem, OrbitProblem)
        require_kind("shooting", shooting, Shooting)
        self.program, self.problem, self.shooting, self.callback = as_program(source, ready=False), problem, shooting, callback
        self.tolerance = shooting.tolerance or TOLERANCE
        self.steps = 0  # of RK4 so far, where nobody gave a number
        known = self.program.equations.parameters
        self.names = tuple(n for n in known if n not in problem.trim) if free is None else tuple(free)
        self.places = parameter_places(self.program, self.names)
        self.parameters = dict(parameters or {})
        self.known: _LastOrbit | None = None

    def solve(self, parameters: Mapping[str, float] | None = None) -> _TrackedOrbit:
        """The orbit at these parameters; those not named keep the values that the tracker was made with."""
        p = self.program.parameter_vector({**self.parameters, **(parameters or {})})
        known = self.known
        predicted = None if known is None else self._predict(known, p)
        known = None if known is None or predicted is None else self._with_stable_steps(known, predicted)
        if known is None or predicted is None:
            return self._search(p)
        at, history = self._correct(known, predicted)
        if history[-1] <= _NEARLY * self.tolerance:
            return self._with_slopes(known.system, at, history, "predicted", (len(history), 0))
        return self._by_newton(known.system, at, p, len(history))

    def _with_stable_steps(self, known: _LastOrbit, at: Iterate) -> _LastOrbit | None:
        """The same with enough steps for RK4 at another place; None where it would need too many."""
        system = known.system
        if self.shooting.steps is not None or system.method != "rk4":
            return known
        stiffness = abs(self.program.fastest_eigenvalue(system.waited * at.period, at.nodes[0], at.parameters))
        if stiffness * at.period <= STABLE * system.steps:
            return known
        pieces = system.steps // system.every  # a whole number of steps in each segment
        self.steps = pieces * math.ceil(_MARGIN * stiffness * at.period / STABLE / pieces)
        return None if self.steps > MOST_STEPS else replace(known, system=replace(system, steps=self.steps))

    # --- prediction and correction ----------------------------------------------------------------------------------

    def _predict(self, known: _LastOrbit, p: np.ndarray) -> Iterate | None:
        """The last orbit moved along its slopes; None where other parameters than the tracked ones change."""
        system, at = known.system, known.at
        others = [k for k in range(len(p)) if k not in (*self.places, *system.parameters)]
        if not np.array_equal(p[others], at.parameters[others]):
            return None
        step = (p - at.parameters)[list(self.places)] @ known.slopes
        return system.with_parameter(*self.places).moved(at, step)

    def _correct(self, known: _LastOrbit, at: Iterate) -> tuple[Iterate, list[float]]:
        """Broyden's iteration by plain runs: the best guess, and the residuals on the way."""
        system, scales, B = known.system, known.scales, np.linalg.inv(known.jacobian)
        here = system.evaluate(at, False, scales)
        history = [here.size]
        while here.size > self.tolerance and here.failed is None and len(history) <= _MOST_CORRECTIONS:
            step = -B @ here.residual
            moved = system.moved(at, step * scales[0])
            there = system.evaluate(moved, False, scales)
            if there.failed is not None or not there.size <= max(_SLOW * here.size, self.tolerance):
                break
            history.append(there.size)
            turn = B @ (there.residual - here.residual)  # Broyden, with Sherman and Morrison's formula
            if step @ turn:
                B = B + np.outer(step - turn, step @ B) / (step @ turn)
            at, here = moved, there
        return at, history

    # --- ways to an end ---------------------------------------------------------------------------------------------

    def _by_newton(self, system: ShootingEquations, at: Iterate, p: np.ndarray, runs: int) -> _TrackedOrbit:
        """Newton's method with exact Jacobians from where the corrections ended; a search where it fails."""
        solution = solve(system, at, self.tolerance, _MOST_NEWTON)
        steps = len(solution.history)
        if solution.status != "converged":
            return self._search(p, (runs + steps, steps))
        return self._with_slopes(system, solution.at, _residuals(solution), "newton", (runs + steps - 1, steps))

    def _search(self, p: np.ndarray, cost: tuple[int, int] = (0, 0)) -> _TrackedOrbit:
        """The orbit from the beginning: a transient, then the search. Refuses parameters without one."""
        values = dict(zip(self.program.equations.parameters, p.tolist(), strict=True))
        setting = set_up(self.program, self.problem, self.shooting, values)
        system = setting.system
        if self.shooting.steps is None and system.method == "rk4":
            system = self._with_margin(system)
        at = system.guess(setting.state, setting.period, setting.parameters)
        solution = None if at is None else solve(system, at, self.tolerance, self.shooting.max_iterations, self.callback)
        if solution is None or solution.status != "converged":
            why = "the run over the first period diverged." if solution is None else advice(solution)
            shown = ", ".join(f"{name} = {values[name]:.6g}" for name in self.names)
            raise NoOrbitError(f"{self.program.model.name} at {shown}: {why}")
        steps = len(solution.history)
        return self._with_slopes(system, solution.at, _residuals(solution), "search", (cost[0] + steps, cost[1] + steps))

    def _with_margin(self, system: ShootingEquations) -> ShootingEquations:
        """The equations with as many steps as before, or more than stability asks for where it is what decides their number."""
        wanted = math.ceil(_MARGIN * system.steps) if system.steps > FEWEST_STEPS else system.steps
        pieces = system.steps // system.every
        self.steps = pieces * math.ceil(max(self.steps, wanted) / pieces)
        return replace(system, steps=self.steps)

    def _with_slopes(
        self, system: ShootingEquations, at: Iterate, history: list[float], way: str, cost: tuple[int, int]
    ) -> _TrackedOrbit:
        """The orbit at a solution with its slopes, from one run with all variations."""
        extended = system.with_parameter(*self.places)
        flows = _kept_flows(extended, at)
        scales = extended.scales(at, flows)
        jacobian = extended.raw_jacobian(at, flows) * scales[0] / scales[1][:, None]
        here = ShootingResidual(system.raw_residual(at, flows) / scales[1], jacobian, *scales)
        steps = tuple(Step(k, size, 0.0, 1.0) for k, size in enumerate(history))
        solution = Solution(at, here, "converged", steps, False, worst_of(system, here))
        simple = len(system.first) == len(system.kept) and system.segments == 1 and system.swap is None
        own = simple and np.array_equal(system.first, np.eye(system.chart.size)[system.kept])
        orbit = make_orbit(system, solution, whole_period(system, at, flows[0] if own else None)).demand()
        moves = _unknown_slopes(jacobian, scales[0], len(self.places))
        slopes = _slopes_of(orbit, extended, flows, self.names, moves)
        unknown = len(scales[0]) - len(self.places)
        self.known = _LastOrbit(system, at, jacobian[:, :unknown], (scales[0][:unknown], scales[1]), moves)
        return _TrackedOrbit(orbit, slopes, way, cost[0], cost[1] + (1 if own else 2))


def _residuals(solution: Solution) -> list[float]:
    """Of every iteration."""
    return [step.residual for step in solution.history]
