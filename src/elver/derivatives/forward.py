"""Sensitivities of a whole fixed-step run: derivatives of its states by initial states, free parameters and the step size.

They are exact: the variational equations are integrated by the very stages of the run they belong to.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from elver.compiled.shipped.loops import loop_at
from elver.compiled.system import Pace, Variation
from elver.equations import Model
from elver.errors import InputError, unknown_name
from elver.memory import require_memory
from elver.native.program import Program
from elver.native.sources import Source, as_program, run_times
from elver.notebook import html_table, named
from elver.statuses import status_word
from elver.stepping.loop_status import last_step_before_turn, loop_failure
from elver.stepping.plan import check_plan, make_plan
from elver.stepping.schemes.tuples import ROWS
from elver.stepping.system import linear_of, system_of

METHODS = ("rk4", "radau", "moreau")
SHOWN = 1000  # states of a run with contact that sensitivities come with, and perhaps a few more


class ImpactWarning(UserWarning):
    """Derivatives of a run through impacts: velocities jump at instants that move, and the works do not follow them."""


@dataclass(frozen=True, eq=False)
class Flow:
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
    """matrix[i, k] = d state i at the end / d quantity k. rows, columns: their names. times [s] and states of the run.

    status: ``finished``, ``diverged``, ``loop open`` or ``loop singular``. A run that ends early ends at its last good state;
    the matrix is that state's.   steps: that were taken; of a run with contact some of their states are kept.
    impacts: contacts that closed with a jump of velocities. Through them the matrix is not exact (see ``ImpactWarning``).
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


def flow(program: Program, p: np.ndarray, x: np.ndarray, origin: int, h: float, steps: int, method: str = "rk4") -> Flow:
    """``steps`` steps of size h from x; step k starts at (origin + k) h. method: ``rk4``, or ``radau`` for stiff models."""
    if method == "radau":
        return varied_flow(program, p, x, origin, h, steps, np.zeros((0, len(x))), method=method)
    now, states, rates = np.array(x, dtype=float), np.empty((steps + 1, len(x))), np.empty((1, ROWS["rk4"], len(x)))
    states[0] = now
    advance = loop_at("elver.stepping.schemes.fixed:ADVANCE:rk4")
    done, code = advance(system_of(program, p), Pace(int(origin), h, 1), 0, steps, now, rates, states)
    return Flow(states[: done + 1], np.zeros((0, len(x))), status_word(code))


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
) -> Flow:
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
    variation = Variation(system_of(program, p, native), lanes, slopes, in_groups(changes, lanes))
    if method == "radau":
        from elver.derivatives.implicit_variations import advance_implicit

        history = np.empty((steps + 1 if keep else 0, full, n))
        system, linear = system_of(program, p, also=(program.tangent, native)), linear_of(program)
        history[:1] = directions
        done, code = advance_implicit(system, linear, variation, int(origin), h, steps, now, directions, states, history)
        return Flow(states[: done + 1], directions[:count], status_word(code), history[: done + 1, :count] if keep else None)
    from elver.derivatives.variations import advance_varied

    varied = in_groups(directions, lanes)
    history = np.empty((steps + 1 if keep else 0, *varied.shape))
    history[:1] = varied
    done, code = advance_varied(variation, int(origin), h, steps, now, varied, states, history)
    kept = in_rows(history[: done + 1])[:, :count] if keep else None
    return Flow(states[: done + 1], in_rows(varied)[:count], status_word(code), kept)


def in_groups(rows: np.ndarray, lanes: int) -> np.ndarray:
    """Directions (rows) side by side in groups: [g, :, k] is row g * lanes + k."""
    return np.ascontiguousarray(rows.reshape(len(rows) // lanes, lanes, rows.shape[1]).transpose(0, 2, 1))


def in_rows(groups: np.ndarray) -> np.ndarray:
    """The inverse of ``in_groups``, over the last three axes."""
    *before, count, n, lanes = groups.shape
    return np.ascontiguousarray(np.swapaxes(groups, -1, -2)).reshape(*before, count * lanes, n)


def sensitivities(
    source: Source,
    duration: float | None = None,
    dt: float | None = None,
    states: Sequence[str] = (),
    free: Sequence[str] | None = None,
    values: Mapping[str, float] | None = None,
    method: str = "rk4",
) -> Sensitivities:
    """Derivatives of the state after ``duration`` seconds of steps ``dt`` by initial ``states`` and ``free`` parameters.

    free: names of parameters: of a scenario or a model any that can be free, of a program free ones; None means all free ones.
    source, duration, dt: as for ``simulate``.   method: ``rk4``, or ``radau`` (implicit, order 5) for stiff models; a model with
    a scene is stepped by ``moreau``, and differentiated on the contacts that its steps find. Impacts move in time with the
    changes; a result through impacts is not ``reliable``, and an ImpactWarning says so.
    Names of states are those of ``program.equations.layout.names``. values: of the free parameters, as in ``simulate``.
    A parameter that also decides the start (joints that begin on the gait) is followed from there.
    """
    if method not in METHODS:
        raise unknown_name("method", method, METHODS)
    duration, dt = run_times(source, duration, dt)
    program = as_program(source, duration, free=names_of(free))
    method = scene_method(program.model, method)
    plan = make_plan(duration, dt, "rk4", output=duration)
    check_plan(program, plan)
    require_memory(
        "the states of all steps", 16.0 * program.equations.layout.size * (plan.steps + 1), "Use a longer dt, or a shorter run"
    )
    slots, places = chosen_slots(program, free), chosen_places(program, states)
    refuse_nothing(free, slots, places)
    layout, p = program.equations.layout, program.parameter_vector(values)
    columns = (*states, *(list(program.equations.parameters)[k] for k in slots))
    pdot = np.zeros((len(places) + len(slots), len(p)))
    pdot[len(places) + np.arange(len(slots)), slots] = 1.0
    xdot = np.vstack([np.eye(layout.size)[places], initial_slopes(program, p)[:, slots].T])
    if method == "moreau":
        from elver.derivatives.contact_variations import contact_flow

        every = max(plan.steps // SHOWN, 1)
        touched = contact_flow(program, p, program.initial_state(p), plan.dt, plan.steps, xdot, pdot, every=every, instants=True)
        if touched.impacts:
            warn_of_impacts(program, touched.impacts)
        steps, ended = round(float(touched.times[-1]) / plan.dt), (touched.times, touched.states, touched.status)
        return Sensitivities(touched.variations[-1].T, layout.names, columns, *ended, steps, touched.impacts)
    result = watched_flow(program, p, plan.dt, plan.steps, xdot, pdot, method)
    times = np.arange(len(result.states)) * plan.dt
    return Sensitivities(result.variations.T, layout.names, columns, times, result.states, result.status, len(times) - 1)


def warn_of_impacts(program: Program, impacts: int) -> None:
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


def watched_flow(program: Program, p: np.ndarray, h: float, steps: int, xdot: np.ndarray, pdot: np.ndarray, method: str) -> Flow:
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


def scene_method(model: Model, method: str) -> str:
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
        program.variants["start slope"] = start_slope_graph(program)
    slope = program.variants["start slope"](p, program.signal_values(0.0), start)
    return np.array(slope, dtype=float).reshape(len(start), len(p))


def start_slope_graph(program: Program) -> ca.Function:
    """(p, u, settled start) -> d x0 / d p. One Newton step from a closed loop changes nothing but has its derivative."""
    equations = program.equations
    p, u, settled = (ca.SX.sym(name, equations.rhs.nnz_in(k)) for name, k in (("p", "p"), ("u", "u"), ("settled", "x")))
    x = equations.initial(0.0, p, u)
    if equations.loops is not None:
        followers = equations.layout.slices["followers"]
        x[followers] = settled[followers]
        x[followers] = equations.loops.at(p).newton(equations.guess(0.0, x, p, u))[list(equations.loops.dependent)]
    return ca.Function("slope", [p, u, settled], [ca.densify(ca.jacobian(x, p))])
