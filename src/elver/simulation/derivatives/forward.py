"""Sensitivities of a whole fixed-step run: derivatives of its states by initial states, free parameters and the step size.

They are exact: the variational equations are integrated by the very stages of the run they belong to.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.display import html_table, named
from elver._support.errors import InputError, unknown_name
from elver._support.resources import require_memory
from elver._support.statuses import status_word
from elver.codegen.kernels.system import StepGrid, Variation
from elver.codegen.kernels.table import KERNELS
from elver.model import Model, Program
from elver.model.program import Source, as_program, run_times
from elver.simulation.options import Solver, honoured
from elver.simulation.plan import check_plan, make_plan
from elver.simulation.schemes.arrays import ROWS
from elver.simulation.trajectory import last_step_before_turn, linear_of, loop_failure, system_of

if TYPE_CHECKING:
    from elver.codegen.compiler import NativeFunction

_METHODS = ("rk4", "radau", "moreau")
_SHOWN = 1000  # states of a run with contact that sensitivities come with, and perhaps a few more


class ImpactWarning(UserWarning):
    """Derivatives of a run through impacts: velocities jump at instants that move, and the works do not follow them."""


@dataclass(frozen=True, eq=False)
class VariedRun:
    """A stretch of fixed steps. states: one row per step, the first is the start.   variations: one row per direction.

    status: ``finished`` or ``diverged``.   history: variations after every step (step, direction, state), where they were kept.
    """

    states: np.ndarray
    variations: np.ndarray
    status: str
    history: np.ndarray | None = None

    @property
    def end(self) -> np.ndarray:
        return self.states[-1]


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """Derivatives of the state at the end of a run by what it began with and by free parameters.

    Attributes
    ----------
    matrix : ndarray
        ``matrix[i, k]`` is the derivative of state i at the end by quantity k, in SI units.
    rows, columns : tuple[str, ...]
        Names of the states, and of the quantities.
    times : ndarray
        Of the run [s].
    states : ndarray
        The state at each of them.
    status : str
        ``finished``, ``diverged``, ``loop open`` or ``loop singular``. A run that ends early ends at its last good state; the
        matrix is that state's.
    steps : int
        That were taken; of a run with contact some of their states are kept.
    impacts : int
        Contacts that closed with a jump of velocities. Through them the matrix is not exact (see ``ImpactWarning``).
    """

    matrix: np.ndarray
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    times: np.ndarray
    states: np.ndarray
    status: str
    steps: int
    impacts: int = 0

    @property
    def reliable(self) -> bool:
        """Whether the matrix is the exact derivative: no contact closed with a jump of velocities."""
        return self.impacts == 0

    def __repr__(self) -> str:
        run = f"{self.status}, {self.times[-1]:g} s in {self.steps} steps"
        run += "" if self.reliable else f", reliable: no ({self.impacts} impacts)"
        return f"Sensitivities of {len(self.rows)} states by {named(self.columns)}: {run}"

    def _repr_html_(self) -> str:
        largest = [self.rows[int(np.argmax(np.abs(column)))] for column in self.matrix.T]
        sizes = [float(np.abs(column).max()) for column in self.matrix.T]
        rows = [(name, f"{size:.4g}, of {row}") for name, size, row in zip(self.columns, sizes, largest, strict=True)]
        if not self.reliable:
            rows.append(("reliable", f"no: {self.impacts} impacts"))
        return html_table(f"Sensitivities of {len(self.rows)} states, largest of each: {self.status}", rows)


def flow(program: Program, p: np.ndarray, x: np.ndarray, origin: int, h: float, steps: int, method: str = "rk4") -> VariedRun:
    """``steps`` steps of size h from x; step k starts at (origin + k) h. method: ``rk4``, or ``radau`` for stiff models."""
    if method == "radau":
        return varied_flow(program, p, x, origin, h, steps, np.zeros((0, len(x))), method=method)
    now, states, rates = np.array(x, dtype=float), np.empty((steps + 1, len(x))), np.empty((1, ROWS["rk4"], len(x)))
    states[0] = now
    advance = KERNELS.advance["rk4"]
    done, code = advance(system_of(program, p), StepGrid(int(origin), h, 1), 0, steps, now, rates, states)
    return VariedRun(states[: done + 1], np.zeros((0, len(x))), status_word(code))


def varied_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    origin: int,
    h: float,
    steps: int,
    xdot: np.ndarray,
    pdot: np.ndarray | None = None,
    slope: np.ndarray | None = None,
    method: str = "rk4",
    keep: bool = False,
) -> VariedRun:
    """The same with variations: direction k starts as xdot[k], changes the parameters by pdot[k] and the step by slope[k].

    keep: the variations after every step too.
    """
    if method == "rk4" and not len(xdot):
        return flow(program, p, x, origin, h, steps)
    count, n = len(xdot), len(x)
    native, lanes = program.variation_for(count)
    full = -(-count // lanes) * lanes  # the last group is filled up with zero directions
    directions, slopes = np.zeros((full, n)), np.zeros(full)
    directions[:count] = xdot
    if slope is not None:
        slopes[:count] = slope
    changes = np.zeros((full, native.sizes_in[native.names_in.index("p")]))
    if pdot is not None:
        changes[:count] = native.constant_changes(p, pdot)
    now, states = np.array(x, dtype=float), np.empty((steps + 1, n))
    states[0] = now
    variation = Variation(system_of(program, p, native), lanes, slopes, _in_groups(changes, lanes))
    if method == "radau":
        from elver.simulation.derivatives.kernels import advance_implicit

        history = np.empty((steps + 1 if keep else 0, full, n))
        system, linear = system_of(program, p, also=(program.tangent, native)), linear_of(program)
        history[:1] = directions
        done, code = advance_implicit(system, linear, variation, int(origin), h, steps, now, directions, states, history)
        return VariedRun(states[: done + 1], directions[:count], status_word(code), history[: done + 1, :count] if keep else None)
    from elver.simulation.derivatives.kernels import advance_varied

    varied = _in_groups(directions, lanes)
    history = np.empty((steps + 1 if keep else 0, *varied.shape))
    history[:1] = varied
    done, code = advance_varied(variation, int(origin), h, steps, now, varied, states, history)
    kept = _in_rows(history[: done + 1])[:, :count] if keep else None
    return VariedRun(states[: done + 1], _in_rows(varied)[:count], status_word(code), kept)


def _in_groups(rows: np.ndarray, lanes: int) -> np.ndarray:
    """Directions (rows) side by side in groups: [g, :, k] is row g * lanes + k."""
    return np.ascontiguousarray(rows.reshape(len(rows) // lanes, lanes, rows.shape[1]).transpose(0, 2, 1))


def _in_rows(groups: np.ndarray) -> np.ndarray:
    """The inverse of ``_in_groups``, over the last three axes."""
    *before, count, n, lanes = groups.shape
    return np.ascontiguousarray(np.swapaxes(groups, -1, -2)).reshape(*before, count * lanes, n)


def sensitivities(
    source: Source,
    duration: float | None = None,
    *,
    states: Sequence[str] = (),
    free: Sequence[str] | None = None,
    parameters: Mapping[str, float] | None = None,
    solver: Solver = Solver(),
) -> Sensitivities:
    """Derivatives of the state after a run by initial states and free parameters.

    Parameters
    ----------
    source : Scenario, Model or Program
        What moves.
    duration : float, optional
        Seconds to simulate. None: the scenario's own.
    states : sequence of str
        Initial states to differentiate by: names out of ``program.equations.layout.names``.
    free : sequence of str, optional
        Parameters to differentiate by: of a scenario or a model any that can be free, of a program free ones; None: all free
        ones. One that also decides the start (joints that begin on the gait) is followed from there.
    parameters : mapping, optional
        Values of free parameters, as for ``simulate``.
    solver : Solver
        ``dt``, and ``method``: ``rk4`` (also by ``auto``), or ``radau`` (implicit, order 5) for stiff models; a model with a
        scene is stepped by ``moreau``, and differentiated on the contacts that its steps find. Impacts move in time with the
        changes; a result through impacts is not ``reliable``, and an ImpactWarning says so.
    """
    honoured("sensitivities", "solver", solver, Solver, "method", "dt")
    method = "rk4" if solver.method == "auto" else solver.method
    if method not in _METHODS:
        raise unknown_name("method", method, _METHODS)
    duration, dt = run_times(source, duration, solver.dt)
    program = as_program(source, duration, free=names_of(free))
    method = _scene_method(program.model, method)
    plan = make_plan(duration, dt, "rk4", output=duration)
    check_plan(program, plan)
    require_memory(
        "the states of all steps", 16.0 * program.equations.layout.size * (plan.steps + 1), "Use a longer dt, or a shorter run"
    )
    slots, places = chosen_slots(program, free), chosen_places(program, states)
    refuse_nothing(free, slots, places)
    layout, p = program.equations.layout, program.parameter_vector(parameters)
    columns = (*states, *(list(program.equations.parameters)[k] for k in slots))
    pdot = np.zeros((len(places) + len(slots), len(p)))
    pdot[len(places) + np.arange(len(slots)), slots] = 1.0
    xdot = np.vstack([np.eye(layout.size)[places], initial_slopes(program, p)[:, slots].T])
    if method == "moreau":
        from elver.simulation.derivatives.contact import contact_flow

        every = max(plan.steps // _SHOWN, 1)
        touched = contact_flow(program, p, program.initial_state(p), plan.dt, plan.steps, xdot, pdot, every=every, instants=True)
        if touched.impacts:
            _warn_of_impacts(program, touched.impacts)
        steps, ended = round(float(touched.times[-1]) / plan.dt), (touched.times, touched.states, touched.status)
        return Sensitivities(touched.variations[-1].T, layout.names, columns, *ended, steps, touched.impacts)
    result = _watched_flow(program, p, plan.dt, plan.steps, xdot, pdot, method)
    times = np.arange(len(result.states)) * plan.dt
    return Sensitivities(result.variations.T, layout.names, columns, times, result.states, result.status, len(times) - 1)


def _warn_of_impacts(program: Program, impacts: int) -> None:
    """Say that derivatives went through impacts, and what that means."""
    warnings.warn(
        f"the run of '{program.model.name}' went through {impacts} impacts, so its sensitivities are not reliable: they follow "
        "the instants of impacts to the order of the step only, works do not follow them at all, and a graze that a small change "
        "turns into a hit or a miss is not seen. Compare with differences of whole runs over changes larger than the way of a "
        "step (0.1 to 1 %), or take a shorter run.",
        ImpactWarning,
        stacklevel=3,
    )


def names_of(free: Sequence[str] | None) -> tuple[str, ...]:
    """Names of parameters, none twice."""
    return tuple(dict.fromkeys((free,) if isinstance(free, str) else free or ()))


def chosen_slots(program: Program, names: Sequence[str] | None) -> list[int]:
    """Places of the named free parameters; of all of them for None."""
    free = list(program.equations.parameters)
    for name in names or ():
        if name not in free:
            raise (
                unknown_name("free parameter", name, free)
                if free
                else InputError(f"'{name}' is not free; nothing is. Name parameters with Model.freed(...) or build(free=[...]).")
            )
    return list(range(len(free))) if names is None else [free.index(name) for name in names]


def chosen_places(program: Program, names: Sequence[str]) -> list[int]:
    """Places of the named states."""
    known = program.equations.layout.names
    for name in names:
        if name not in known:
            raise unknown_name("state", name, known)
    return [known.index(name) for name in names]


def refuse_nothing(free: Sequence[str] | None, slots: Sequence[int], places: Sequence[int]) -> None:
    """Refuse to differentiate by nothing, unless no parameters were asked for in so many words."""
    if free is None and not slots and not places:
        raise InputError("nothing is free: build(free=[...]) or Model.freed(...) names parameters, states=[...] initial states.")


def _watched_flow(
    program: Program, p: np.ndarray, h: float, steps: int, xdot: np.ndarray, pdot: np.ndarray, method: str
) -> VariedRun:
    """The flow with variations from the model's start, ended where its loops open or turn over."""
    x = program.initial_state(p)
    result = varied_flow(program, p, x, 0, h, steps, xdot, pdot, method=method)
    if (last := last_step_before_turn(program, result.states, 0, h, p)) is not None:
        result = varied_flow(program, p, x, 0, h, last, xdot, pdot, method=method)
        return replace(result, status="loop singular")
    if result.status == "diverged":
        reach = 3 * h if method == "radau" else h  # close to a limit, Newton's method fails before the stages do
        word = loop_failure(program, (len(result.states) - 1) * h, result.end, p, reach)
        return result if word is None else replace(result, status=word)
    return result


def _scene_method(model: Model, method: str) -> str:
    """``moreau`` for a model with a scene, else the method asked for; refused where they do not go together."""
    scene = isinstance(model, Model) and model.scene is not None
    if scene and method == "radau":
        raise InputError(f"model '{model.name}' has a scene and is stepped by Moreau's scheme. Leave method out.")
    if method == "moreau" and not scene:
        raise InputError(f"model '{model.name}' has no scene, and Moreau's scheme nothing to do. Use rk4 or radau.")
    return "moreau" if scene else method


def refuse_scene(model: Model) -> None:
    """No model with contacts."""
    if isinstance(model, Model) and model.scene is not None:
        raise InputError(
            f"model '{model.name}' has a scene: no sweep goes back through impacts, sticking and slipping. "
            "Use elver.sensitivities, which follows them forward, or leave the scene out."
        )


def initial_slopes(program: Program, p: np.ndarray) -> np.ndarray:
    """d x0 / d p of the model's start, at time 0. Joints that follow from loops follow here too."""
    start = program.initial_state(p)
    if "start slope" not in program.variants:
        program.variants["start slope"] = _start_slope_graph(program)
    slope = program.variants["start slope"](p, program.signal_values(0.0), start)
    return np.array(slope, dtype=float).reshape(len(start), len(p))


def _start_slope_graph(program: Program) -> ca.Function:
    """(p, u, settled start) -> d x0 / d p. One Newton step from a closed loop changes nothing but has its derivative."""
    equations = program.equations
    p, u, settled = (ca.SX.sym(name, equations.rhs.nnz_in(k)) for name, k in (("p", "p"), ("u", "u"), ("settled", "x")))
    x = equations.initial(0.0, p, u)
    if equations.loops is not None:
        followers = equations.layout.slices["followers"]
        x[followers] = settled[followers]
        x[followers] = equations.loops.at(p).newton(equations.guess(0.0, x, p, u))[list(equations.loops.dependent)]
    return ca.Function("slope", [p, u, settled], [ca.densify(ca.jacobian(x, p))])


# --- A run with its variations at given times: what fits need of it. Steps are fitted between the times, so that nothing is
# interpolated.


@dataclass(frozen=True, eq=False)
class SampledVariedRun:
    """states[k] at times[k]; slopes[k, d]: their derivatives along direction d, at times that stretch with it; rates[k] = f.

    A run that diverged ends at its last good time. status: ``finished`` or ``diverged``.
    """

    times: np.ndarray
    states: np.ndarray
    slopes: np.ndarray
    rates: np.ndarray
    status: str


def sampled_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    begin: float,
    times: np.ndarray,
    counts: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray,
    stretch: np.ndarray | None = None,
    method: str = "rk4",
) -> SampledVariedRun:
    """From x at time ``begin`` [s] through increasing ``times``, with counts[k] steps before times[k] (``step_counts``).

    xdot, pdot: one row per direction, its change of the state at the begin and of the parameters.
    stretch: relative change of all times along every direction, for gaits whose period moves; none by default.
    method: ``rk4`` or ``radau``; ``moreau`` for a model with a scene.
    """
    times = np.asarray(times, dtype=float)
    count = len(xdot)
    if method == "moreau":
        return _touched_flow(program, p, x, begin, times, counts, xdot, pdot, stretch)
    native, lanes = program.variation_for(count)
    full = max(-(-count // lanes), 1) * lanes  # the last group is filled up with zero directions
    directions, changes = np.zeros((full, len(x))), np.zeros((full, native.sizes_in[native.names_in.index("p")]))
    directions[:count], changes[:count] = xdot, native.constant_changes(p, pdot)
    stretched = np.zeros(full)
    stretched[:count] = 0.0 if stretch is None else stretch
    states, now, kept = (
        np.empty((len(times), len(x))),
        np.array(x, dtype=float),
        np.empty((max(int(counts.max(initial=0)), 1) + 1, len(x))),
    )
    variation = Variation(system_of(program, p, native), lanes, np.zeros(full), _in_groups(changes, lanes))
    if method == "radau":
        rows = np.empty((len(times), full, len(x)))
        room = (kept, states, rows)
        done, code = _through_implicit(program, p, native, variation, stretched, begin, times, counts, now, directions, room)
    else:
        from elver.simulation.derivatives.kernels import advance_through

        varied = _in_groups(directions, lanes)
        groups = np.empty((len(times), *varied.shape))
        done, code = advance_through(variation, stretched, begin, times, counts, now, varied, kept, states, groups)
        rows = _in_rows(groups)
    good = states[:done]
    return SampledVariedRun(times[:done], good, rows[:done, :count], _rates_at(program, p, times[:done], good), status_word(code))


def _touched_flow(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    begin: float,
    times: np.ndarray,
    counts: np.ndarray,
    xdot: np.ndarray,
    pdot: np.ndarray,
    stretch: np.ndarray | None,
) -> SampledVariedRun:
    """The same with contacts. Rates of places and angles are those of the motion; velocities may jump, theirs are taken as 0."""
    if stretch is not None and np.any(stretch):
        raise InputError("the steps of a run with contact cannot stretch with its parameters. Start at the model's start.")
    from elver.simulation.derivatives.contact import contact_through, motion_rates

    found = contact_through(program, p, x, begin, times, counts, xdot, pdot)
    rates = motion_rates(program, found.states)
    return SampledVariedRun(found.times, found.states, found.variations, rates, found.status)


def step_counts(begin: float, times: np.ndarray, dt: float) -> np.ndarray:
    """Steps of at most dt before each of the times."""
    gaps = np.diff(np.asarray(times, dtype=float), prepend=begin)
    if not (np.isfinite(gaps).all() and (gaps >= 0).all()):
        raise InputError("the times of a run must be finite, not before its begin, and increase.")
    return np.ceil(gaps / dt - 1e-9).astype(np.int64)


def _through_implicit(
    program: Program,
    p: np.ndarray,
    native: NativeFunction,
    variation: Variation,
    stretch: np.ndarray,
    begin: float,
    times: np.ndarray,
    counts: np.ndarray,
    x: np.ndarray,
    xdot: np.ndarray,
    room: Any,
) -> tuple[int, int]:
    """The same by Radau's steps, for stiff models."""
    from elver._support.statuses import RUNNING
    from elver.simulation.derivatives.kernels import advance_implicit

    kept, states, slopes = room
    system, linear = system_of(program, p, also=(program.tangent, native)), linear_of(program)
    for k, t in enumerate(times):
        if counts[k]:
            h = (t - begin) / counts[k]
            variation.slope[:] = stretch * h
            done, code = advance_implicit(system, linear, variation, begin / h, h, int(counts[k]), x, xdot, kept, slopes[:0])
            if done < counts[k]:
                return k, code
        states[k], slopes[k], begin = x, xdot, t
    return len(times), RUNNING


def _rates_at(program: Program, p: np.ndarray, times: np.ndarray, states: np.ndarray) -> np.ndarray:
    """f at every (time, state)."""
    from elver.codegen.kernels.evaluate import evaluate_all

    rates = np.empty_like(states)
    evaluate_all(system_of(program, p), np.ascontiguousarray(times), np.ascontiguousarray(states), rates)
    return rates
