"""The periodic orbit of a machine: what is asked of it, the shooting equations set up from that, and their solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import casadi as ca
import numpy as np

from elver._support.errors import InputError, NoOrbitError, from_user, is_symbol, require_number, unknown_name
from elver._support.resources import require_memory
from elver.analysis.orbits.coordinates import LocalCoordinates, closed, follow, heading_of
from elver.analysis.orbits.newton import ACCEPTED, Solution, advice, solve
from elver.analysis.orbits.orbit import Orbit, orbit_metrics
from elver.analysis.orbits.problem import OrbitProblem, Shooting, require_kind
from elver.analysis.orbits.shooting import DRIFTS, Condition, Iterate, ShootingEquations, drift_of, read_conditions
from elver.analysis.orbits.symmetry import (
    LATEST,
    STABLE,
    Symmetry,
    check_mirror,
    even_directions,
    find_symmetry,
    first_period,
    rates,
)
from elver.drive.oscillators import networks_of
from elver.model import Model, Program
from elver.model.program import Source, as_program
from elver.model.symbols import declare_inputs
from elver.scenarios import Preparation, Scenario
from elver.simulation.derivatives.forward import VariedRun, flow, varied_flow
from elver.simulation.plan import seconds

ORBIT = "the periodic orbit that it starts on"  # what a model may need before it runs
FEWEST_STEPS, MOST_STEPS = 400, 4000  # per period; a model that needs more of RK4 takes Radau
TOLERANCE = 1e-11  # scaled residual of an orbit by itself
_SYMMETRIC = 1e-6  # of the largest state
_PERIOD_STEPS, _PERIOD_TRIES, _PERIOD_CROSSINGS = 2000, 8, 4  # of the oscillators by themselves
_GROUPS = ("position", "turn", "twist", "angles", "rates", "memory")
_PeriodLaw = Callable[[np.ndarray], tuple[float, np.ndarray]]  # of the parameters: the period, and its slopes
_Whole = tuple[VariedRun, np.ndarray, tuple[str, ...], np.ndarray]


def find_orbit(
    source: Source,
    problem: OrbitProblem = OrbitProblem(),
    *,
    parameters: Mapping[str, float] | None = None,
    shooting: Shooting = Shooting(),
    callback: Callable[[str], None] | None = None,
) -> Orbit:
    """The periodic orbit of a machine, by shooting with exact derivatives.

    Parameters
    ----------
    source
        A scenario, a model or a program.
    problem
        Which orbit is sought: unknown states, trimmed parameters with their conditions, period, symmetry.
    parameters
        Values of the free parameters that are not at their defaults.
    shooting
        Steps, segments, transient and tolerance.
    callback
        Called with a line of text at every iteration.

    Returns
    -------
    Orbit
        Its ``status`` says whether there is one: where there is none nothing is raised. ``Orbit.demand`` raises.
    """
    setting = set_up(source, problem, shooting, parameters)
    system = setting.system
    if callback:
        callback(f"{describe(system)}, {system.steps} {system.method} steps of {setting.period / system.steps:.4g} s")
    at = system.guess(setting.state, setting.period, setting.parameters)
    if at is None:
        at = Iterate((setting.state,), setting.period, setting.parameters)
        system = replace(system, segments=1)
    return make_orbit(system, solve(system, at, shooting.tolerance or TOLERANCE, shooting.max_iterations, callback))


def on_orbit(chosen: Scenario, model: Model, duration: float) -> Preparation:
    """The model started on its periodic orbit. A run's summary holds its metrics where nothing is free that could move it."""
    problem, shooting = chosen.orbit(model) if chosen.orbit else (OrbitProblem(), Shooting())
    orbit = find_orbit(model, problem, shooting=shooting)
    if not orbit.converged:
        raise NoOrbitError(f"{chosen.name} finds no orbit to start on: {orbit.detail} {_way_to_an_orbit(chosen, model)}")
    record = {
        "computed": ORBIT,
        "period": orbit.period,
        "steps": orbit.steps,
        "orbit_residual": orbit.residual,
        "floquet_max": orbit.floquet_max,
    }
    if model.free:
        return Preparation(orbit.model, record)
    return Preparation(replace(orbit.model, metrics=(*model.metrics, *orbit_metrics(orbit))), record)


def _way_to_an_orbit(chosen: Scenario, model: Model) -> str:
    """What to do where no orbit was found: the command that follows the default orbit to these values, or no orbit at all."""
    changed = [p for p in chosen.parameters if isinstance(p.default, float) and model.parameters[p.name] != p.default]
    steps = [f"--continue {p.name}={p.default:g}:{model.parameters[p.name]:g}" for p in changed] or ["--continue KEY=A:B"]
    return f"start=rest needs no orbit; `elver orbit {chosen.name} {steps[0]}` follows one from the default values."


# --- the equations of a problem -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _ShootingProblem:
    """Equations ready to solve, and where the iteration starts: state, period [s], all free parameters."""

    system: ShootingEquations
    state: np.ndarray
    period: float
    parameters: np.ndarray


def set_up(source: Source, problem: OrbitProblem, shooting: Shooting, parameters: Mapping[str, float] | None) -> _ShootingProblem:
    """Check everything that was asked for and write the equations."""
    require_kind("problem", problem, OrbitProblem)
    require_kind("shooting", shooting, Shooting)
    program = as_program(source, ready=False, free=problem.trim)
    if program.model.scene is not None:
        raise InputError(f"model '{program.model.name}' has a scene: impacts have no derivative. Orbits need a smooth model.")
    if program.model.needs != ORBIT:
        program.model.require_ready()
    p, places = program.parameter_vector(parameters), parameter_places(program, problem.trim)
    if problem.period is None and any(networks_of(program.model.gait)):  # oscillators keep time, not the clock
        problem = replace(problem, period=network_period(program.model, p), free_period=True)
    T, period_of = _period_law(program, p, problem)
    x, layout = _start_of(program, p, shooting.initial_state), program.equations.layout
    chart = LocalCoordinates(layout, heading_of(x[3:7]) if layout.freedoms else 0.0)
    waited = _waiting(program, p, x, T, None if problem.free_period else period_of, chart)
    x = closed(program, p, waited * T, x)[0]
    symmetry = find_symmetry(program, p, x, waited * T, chart)
    half = problem.mirror is not None and problem.mirror.half
    steps, method = _choose_steps(program, p, x, waited * T, T, shooting.steps, shooting.segments * (2 if half else 1))
    x = _after_transient(program, p, x, T, steps, waited, shooting.transient, symmetry, method)
    chart = LocalCoordinates(layout, 0.0 if symmetry.turns == "none" else heading_of(x[3:7]))
    first, inner, swap = _directions(program, p, x, waited * T, T, chart, symmetry, problem)
    if len(first) + len(places) + problem.free_period == 0:
        raise InputError("nothing is unknown: no state of this machine has to return. Name states with unknowns=[...].")
    system = ShootingEquations(
        program=program,
        chart=chart,
        symmetry=symmetry,
        first=first,
        inner=inner,
        returning=first,
        parameters=places,
        conditions=_checked_conditions(chart, problem, half),
        segments=shooting.segments,
        steps=steps,
        waited=waited,
        period_of=None if problem.free_period else period_of,
        method=method,
        swap=swap,
    )
    return _ShootingProblem(system, x, T, p)


def network_period(model: Model, p: np.ndarray) -> float:
    """Period [s] at which the oscillators of a model settle by themselves, feeling nothing, at values of its free parameters."""
    from scipy.integrate import solve_ivp

    symbols, _ = declare_inputs(model)
    states = ca.vertcat(*(network.states for network in symbols.networks))
    felt = ca.vertcat(ca.SX(0, 1), *(angle for angle, _ in symbols.felt.values()))
    law = ca.vertcat(*(network.rates for network in symbols.networks))
    known = [states, symbols.p, *(s.states for s in symbols.smoothed.values())]
    law = ca.substitute(law, felt, ca.SX(ca.DM.zeros(felt.shape)))
    held = ca.vertcat(ca.SX(0, 1), *(s.states for s in symbols.smoothed.values()))
    law = ca.substitute(law, held, ca.vertcat(ca.SX(0, 1), *(s.at_rest() for s in symbols.smoothed.values())))
    begin = ca.Function("begin", [symbols.p], [ca.vertcat(*(network.begin for network in symbols.networks))])(p)
    rate, slopes = ca.Function("rate", known[:2], [law]), ca.Function("slopes", known[:2], [ca.jacobian(law, states)])
    z, dt = np.array(begin).ravel(), 0.1 / max(float(np.abs(np.linalg.eigvals(np.array(slopes(begin, p)))).max()), 1e-6)
    for _ in range(_PERIOD_TRIES):
        times = dt * np.arange(_PERIOD_STEPS + 1)
        course = solve_ivp(lambda t, z: np.array(rate(z, p)).ravel(), (0.0, times[-1]), z, t_eval=times, rtol=1e-8, atol=1e-10).y
        widest = course[np.ptp(course, axis=1).argmax()]
        own = widest - widest.mean()
        at = np.flatnonzero((own[:-1] < 0) & (own[1:] >= 0))
        if len(at) > _PERIOD_CROSSINGS:
            crossed = at + own[at] / (own[at] - own[at + 1])
            return float(dt * (crossed[-1] - crossed[-_PERIOD_CROSSINGS]) / (_PERIOD_CROSSINGS - 1))
        z, dt = course[:, -1], 2 * dt if len(at) < 2 and dt < 1 else dt
    raise InputError(
        "the oscillators come to rest by themselves, so that their period is unknown. Give numbers at which they oscillate, or "
        "period=... in seconds with free_period=True where feedback keeps them going."
    )


def _start_of(program: Program, p: np.ndarray, given: np.ndarray | None) -> np.ndarray:
    """The state to begin with: the one given, or the model's start."""
    x, size = program.initial_state(p) if given is None else np.array(given, dtype=float), program.equations.layout.size
    if x.shape != (size,) or not np.isfinite(x).all():
        raise InputError(f"initial_state has shape {x.shape}. Give the {size} states of the model, finite and in order.")
    return x


def _waiting(
    program: Program, p: np.ndarray, x: np.ndarray, period: float, period_of: _PeriodLaw | None, chart: LocalCoordinates
) -> int:
    """Periods to wait for the end of a start ramp; 0 for equations without time."""
    if period_of is None:
        _check_autonomous(program, p, x, period)
        return 0
    if program.equations.signals is not None and period_of(p)[1].any():
        raise InputError(
            "the period depends on a free parameter, but the sampled signals repeat after a time of their own. Give a number, "
            "period=..., or compile the parameter in."
        )
    waited = first_period(program, p, x, period, chart)
    # where the period may shrink with the parameters, the ramp must have ended all the same
    return LATEST if waited and period_of(p)[1].any() else waited


def _checked_conditions(chart: LocalCoordinates, problem: OrbitProblem, half: bool) -> tuple[Condition, ...]:
    """Conditions, as many as there are parameters to trim. half: half a period is run alone."""
    conditions, trim = read_conditions(problem.conditions), problem.trim
    for condition in conditions:
        condition.check(chart)
        if half and condition.name in DRIFTS:
            raise InputError(f"condition '{condition.name}' is about a whole period. Use a Mirror without half=True.")
    if len(conditions) != len(trim):
        raise InputError(
            f"{len(trim)} parameters to trim ({', '.join(trim) or 'none'}) and {len(conditions)} conditions "
            f"({', '.join(c.name for c in conditions) or 'none'}). Give one condition for every parameter to trim."
        )
    return conditions


def parameter_places(program: Program, names: Iterable[str]) -> tuple[int, ...]:
    """Places of named free parameters."""
    free = list(program.equations.parameters)
    for name in names:
        if name not in free:
            raise (
                unknown_name("free parameter", name, free)
                if free
                else InputError(
                    f"'{name}' is not free: nothing is. Build the model with free=['{name}'], or use Model.freed('{name}')."
                )
            )
    return tuple(free.index(name) for name in names)


def _period_law(program: Program, p: np.ndarray, problem: OrbitProblem) -> tuple[float, _PeriodLaw]:
    """The period [s], and a function from parameters to period and slopes."""
    period = problem.period
    if callable(period):
        named = {name: f.symbol for name, f in program.model.free.items()}
        return _period_expression(program, p, from_user("the function given as period", period, named))
    if period is not None:
        T = seconds("period", require_number("period", period, above=0.0, unit="s"), "seconds")
        return T, lambda p: (T, np.zeros(len(p)))
    if problem.free_period:
        raise InputError("a free period needs a first guess: period=... in seconds.")
    expression = getattr(program.model.gait, "period", 0.0)
    if not is_symbol(expression) and not expression and program.equations.signals is not None:
        expression = program.equations.signals.period or 0.0
    if not is_symbol(expression):
        if not expression > 0:
            raise InputError(
                "the model's gait has no period. Give period=... in seconds, and free_period=True where it is a guess."
            )
        return float(expression), lambda p: (float(expression), np.zeros(len(p)))
    return _period_expression(program, p, expression)


def _period_expression(program: Program, p: np.ndarray, expression: ca.SX) -> tuple[float, _PeriodLaw]:
    """Value and law of a period that is an expression in the free parameters."""
    symbols = ca.vertcat(*(f.symbol for f in program.model.free.values()), ca.SX(0, 1))
    expression = ca.SX(expression)
    law = ca.Function("period", [symbols], [expression, ca.densify(ca.jacobian(expression, symbols))])

    def value(p: np.ndarray) -> tuple[float, np.ndarray]:
        T, slopes = law(p)
        return float(T), np.array(slopes, dtype=float).ravel()

    T = value(p)[0]
    seconds("period", require_number("period", T, above=0.0, unit="s"), "seconds")
    return T, value


def _check_autonomous(program: Program, p: np.ndarray, x: np.ndarray, period: float) -> None:
    """A free period needs equations without time."""
    a, b = rates(program, p, 0.0, x), rates(program, p, 0.4321 * period, x)
    if not np.allclose(a, b, rtol=1e-9, atol=1e-12):
        raise InputError(
            "the equations depend on time, so the period is not free. Leave out free_period, or give the gait's period."
        )


def _choose_steps(
    program: Program, p: np.ndarray, x: np.ndarray, t: float, period: float, steps: int | None, segments: int
) -> tuple[int, str]:
    """Steps per period, a multiple of the segments, and the method: RK4, or Radau IIA where RK4 would not be stable."""
    stiffness = abs(program.fastest_eigenvalue(t, x, p))
    needed = math.ceil(stiffness * period / STABLE)
    if steps is None:
        steps = max(FEWEST_STEPS, needed) if needed <= MOST_STEPS else FEWEST_STEPS
    steps = segments * math.ceil(steps / segments)
    return steps, "rk4" if steps >= needed else "radau"


def _after_transient(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    period: float,
    steps: int,
    waited: int,
    transient: float,
    symmetry: Symmetry,
    method: str,
) -> np.ndarray:
    """The state after some periods, back at the first place where that does not matter; x where the run diverges."""
    count = round(transient * steps)
    require_memory("the states of the transient", 8.0 * len(x) * (count + 1), "Give fewer periods of it, or fewer steps")
    if not count:
        return x
    first = (waited + math.ceil(transient)) * steps - count  # whole periods later, so that the phase is that of the start
    begun = closed(program, p, first * period / steps, x)[0]
    run = flow(program, p, begun, first, period / steps, count, method)
    if run.status != "finished":
        return x
    end = run.end.copy()
    for axis in symmetry.moves:
        end["xyz".index(axis)] = x["xyz".index(axis)]
    return end


# --- its unknowns -------------------------------------------------------------------------------------------------------


def _directions(
    program: Program,
    p: np.ndarray,
    x: np.ndarray,
    t: float,
    period: float,
    chart: LocalCoordinates,
    symmetry: Symmetry,
    problem: OrbitProblem,
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Rows: directions of the unknown start and of later nodes; and the mirror of half periods, or None."""
    still = {*chart.works, *chart.followers, *chart.frozen}
    inner = [k for k in range(chart.size) if k not in still]
    if problem.unknowns is None:
        drifting = set(symmetry.names())
        first = [k for k in inner if chart.names[k] not in drifting]
    else:
        first = _chosen(chart, problem.unknowns, inner)
    identity, mirror = np.eye(chart.size), problem.mirror
    if mirror is None:
        return identity[first], identity[inner], None
    S = mirror.matrix(chart)
    check_mirror(program, p, x, t, chart, S, 0.5 * period if mirror.half else 0.0)
    if mirror.half:
        return identity[first], identity[inner], S
    _check_start(chart, S, x, first)
    return even_directions(S, first), even_directions(S, inner), None


def _check_start(chart: LocalCoordinates, S: np.ndarray, x: np.ndarray, wanted: list[int]) -> None:
    """Refuse a start that is not its own mirror image: the symmetric orbit is sought among symmetric states."""
    error = np.abs(chart.difference(x, chart.mirrored(S, x)))[wanted]
    if len(error) and not error.max() <= _SYMMETRIC * max(1.0, np.abs(x).max()):
        worst = chart.names[wanted[int(np.argmax(error))]]
        raise InputError(f"the start is not symmetric under this Mirror: '{worst}' is off by {error.max():.2g}. Start symmetric.")


def _chosen(chart: LocalCoordinates, wanted: tuple[str, ...], possible: list[int]) -> list[int]:
    """Indices of named coordinates: names, groups such as ``twist``, or patterns such as ``angle of *``."""
    found = []
    for name in wanted:
        hits = chart.places(name) or [k for k, n in enumerate(chart.names) if fnmatchcase(n, name)]
        hits = [k for k in hits if k in possible]
        if not hits:
            raise unknown_name("state", name, (*_GROUPS, *(chart.names[k] for k in possible)))
        found += [k for k in hits if k not in found]
    return sorted(found)


# --- the orbit of a solution -----------------------------------------------------------------------------------------


def describe(system: ShootingEquations) -> str:
    """The unknowns in words."""
    names = system.unknowns
    shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
    return f"{len(names)} unknown{'s' if len(names) > 1 else ''} ({shown})"


def make_orbit(system: ShootingEquations, solution: Solution, whole: _Whole | None = None) -> Orbit:
    """The result of an iteration: stability, drift and residual measured over one whole period, ``whole`` where it is known."""
    at, status, detail = solution.at, solution.status, advice(solution)
    run, M, names, error = whole or whole_period(system, at)
    residual = solution.evaluation.size
    if status == "converged":
        residual = max(residual, float(error.max(initial=0.0))) if system.segments == 1 else residual
        if not error.max(initial=0.0) <= ACCEPTED * max(1.0, np.abs(M).sum(axis=1).max(initial=0.0)):
            worst = names[int(np.argmax(error))]
            status = "partial"
            detail = (
                f"the unknown states return but '{worst}' does not (scaled difference {error.max():.2e}). "
                "Add it to unknowns, or leave unknowns out."
            )
    free = dict(zip(system.program.equations.parameters, at.parameters.tolist(), strict=True))
    return Orbit(
        program=system.program,
        chart=system.chart,
        status=status,
        detail=detail,
        state=at.nodes[0],
        period=at.period,
        steps=system.steps,
        method=system.method,
        start_time=system.waited * at.period,
        parameters=free,
        residual=residual,
        history=solution.history,
        coordinates=names,
        monodromy=M,
        multipliers=_multipliers_of(M, system.free_period) if status == "converged" else np.zeros(0, dtype=complex),
        drift=drift_of(system.chart, at.nodes[0], run.end, at.period),
        states=run.states,
        system=system,
        at=at,
    )


def whole_period(system: ShootingEquations, at: Iterate, run: VariedRun | None = None) -> _Whole:
    """One period from the start: run, monodromy matrix, names of its rows, scaled differences of all that should return.

    run: one that begins with the directions of ``system.kept``, where there is one.
    """
    system = replace(system, swap=None)
    chart, kept = system.chart, system.kept
    if run is None:
        xdot = chart.push(at.nodes[0], np.eye(chart.size)[kept])
        held = np.zeros((len(kept), len(at.parameters))), np.zeros(len(kept))
        xdot = follow(system.program, at.parameters, system.time(0, at), at.nodes[0], xdot, *held)
        origin, h = system.waited * system.steps, at.period / system.steps
        run = varied_flow(system.program, at.parameters, at.nodes[0], origin, h, system.steps, xdot, method=system.method)
    names = tuple(chart.names[k] for k in kept)
    if run.status != "finished":
        return run, np.full((len(kept), len(kept)), np.nan), names, np.full(len(kept), np.inf)
    M = system.return_slopes(at.nodes[0], run.end, run.variations[: len(kept)])[:, kept].T
    error = np.abs(system.return_error(at.nodes[0], run.end))[kept] / system.coordinate_scales(run.states, at.period)[kept]
    return run, M, names, error


def _multipliers_of(M: np.ndarray, autonomous: bool) -> np.ndarray:
    """Eigenvalues of a monodromy matrix, largest first; without the one of the phase (closest to 1) of an autonomous orbit."""
    values = np.linalg.eigvals(M).astype(complex) if M.size else np.zeros(0, dtype=complex)
    if autonomous and len(values):
        values = np.delete(values, int(np.argmin(np.abs(values - 1.0))))
    return values[np.argsort(-np.abs(values), kind="stable")]
