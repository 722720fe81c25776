"""From a machine and what is asked of it to shooting equations: period, unknowns, symmetry, steps, conditions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import casadi as ca
import numpy as np

from elver.derivatives.forward import flow
from elver.errors import InputError, from_user, is_symbol, require_number, unknown_name
from elver.memory import require_memory
from elver.native import Program
from elver.native.sources import Source, as_program
from elver.orbits.closing import closed
from elver.orbits.conditions import DRIFTS, Condition, read_conditions
from elver.orbits.coordinates import Chart, heading_of
from elver.orbits.shooting import Shooting
from elver.orbits.symmetry import (
    LATEST,
    STABLE,
    Mirror,
    Symmetry,
    check_mirror,
    even_directions,
    find_symmetry,
    first_period,
    rates,
)
from elver.stepping.plan import seconds

MOST_SEGMENTS, MOST_STEPS_GIVEN, MOST_PERIODS = 100, 1_000_000, 10_000
ORBIT = "the periodic orbit that it starts on"  # what a model may need before it runs
FEWEST_STEPS, MOST_STEPS = 400, 4000  # per period; a model that needs more of RK4 takes Radau
SYMMETRIC = 1e-6  # of the largest state
GROUPS = ("position", "turn", "twist", "angles", "rates", "memory")


@dataclass(frozen=True, eq=False)
class Setting:
    """A problem ready to solve: equations, the start of the iteration, and what stands still."""

    system: Shooting
    state: np.ndarray
    period: float
    parameters: np.ndarray


def set_up(
    source: Source,
    unknown: Sequence[str] | str | None,
    trim: Sequence[str] | str,
    conditions: Mapping[str, float] | None,
    values: Mapping[str, float] | None,
    period: float | Callable | None,
    free_period: bool,
    steps: int | None,
    segments: int,
    settle: float,
    mirror: Mirror | None,
    start: np.ndarray | None,
) -> Setting:
    """Check everything that was asked for and write the equations."""
    program = as_program(source, ready=False, free=(trim,) if isinstance(trim, str) else tuple(trim))
    if program.model.scene is not None:
        raise InputError(f"model '{program.model.name}' has a scene: impacts have no derivative. Orbits need a smooth model.")
    if program.model.needs != ORBIT:
        program.model.require_ready()
    p, segments = program.parameter_vector(values), whole_number("segments", segments, 1, MOST_SEGMENTS)
    places = parameter_places(program, trim := [trim] if isinstance(trim, str) else list(trim))
    T, period_of = period_law(program, p, period, free_period)
    x, layout = start_of(program, p, start), program.equations.layout
    chart = Chart(layout, heading_of(x[3:7]) if layout.freedoms else 0.0)
    waited = waiting(program, p, x, T, None if free_period else period_of, chart)
    x = closed(program, p, waited * T, x)[0]
    symmetry = find_symmetry(program, p, x, waited * T, chart)
    pieces = segments * (2 if getattr(mirror, "half", False) else 1)
    steps, method = choose_steps(program, p, x, waited * T, T, steps, pieces)
    x = settled(program, p, x, T, steps, waited, settle, symmetry, method)
    chart = Chart(layout, 0.0 if symmetry.turns == "none" else heading_of(x[3:7]))
    first, inner, swap = directions(program, p, x, waited * T, chart, symmetry, unknown, mirror, T)
    if len(first) + len(places) + free_period == 0:
        raise InputError("nothing is unknown: no state of this machine has to return. Name states with unknown=[...].")
    asked = checked_conditions(chart, trim, conditions, swap is not None)
    law = None if free_period else period_of
    system = Shooting(program, chart, symmetry, first, inner, first, places, asked, segments, steps, waited, law, method, swap)
    return Setting(system, x, T, p)


def start_of(program: Program, p: np.ndarray, start) -> np.ndarray:
    """The state to begin with: the one given, or the model's start."""
    x, size = program.initial_state(p) if start is None else np.array(start, dtype=float), program.equations.layout.size
    if x.shape != (size,) or not np.isfinite(x).all():
        raise InputError(f"start has shape {x.shape}. Give the {size} states of the model, finite and in order.")
    return x


def waiting(program: Program, p: np.ndarray, x: np.ndarray, period: float, period_of, chart: Chart) -> int:
    """Periods to wait for the end of a start ramp; 0 for equations without time."""
    if period_of is None:
        check_autonomous(program, p, x, period)
        return 0
    if program.equations.signals is not None and period_of(p)[1].any():
        raise InputError(
            "the period depends on a free parameter, but the sampled signals repeat after a time of their own. Give a number, "
            "period=..., or compile the parameter in."
        )
    waited = first_period(program, p, x, period, chart)
    # where the period may shrink with the parameters, the ramp must have ended all the same
    return LATEST if waited and period_of(p)[1].any() else waited


def checked_conditions(chart: Chart, trim: list[str], given: Mapping[str, float] | None, half: bool) -> tuple[Condition, ...]:
    """Conditions, as many as there are parameters to trim."""
    asked = read_conditions(given)
    for condition in asked:
        condition.check(chart)
        if half and condition.name in DRIFTS:
            raise InputError(f"condition '{condition.name}' is about a whole period. Use a Mirror without half=True.")
    if len(asked) != len(trim):
        raise InputError(
            f"{len(trim)} parameters to trim ({', '.join(trim) or 'none'}) and {len(asked)} conditions "
            f"({', '.join(c.name for c in asked) or 'none'}). Give one condition for every parameter to trim."
        )
    return asked


def whole_number(name: str, value, low: int, high: int) -> int:
    """A count within its bounds, or an error."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InputError(f"{name} = {repr(value)[:60]} is not allowed. Give a whole number, {low} to {high}.")
    return int(value)


def parameter_places(program: Program, names) -> tuple[int, ...]:
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


def period_law(program: Program, p: np.ndarray, period, free_period: bool):
    """The period [s], and a function from parameters to period and slopes."""
    if callable(period):
        named = {name: f.symbol for name, f in program.model.free.items()}
        return period_expression(program, p, from_user("the function given as period", period, named))
    if period is not None:
        T = seconds("period", require_number("period", period, above=0.0, unit="s"), "seconds")
        return T, lambda p: (T, np.zeros(len(p)))
    if free_period:
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
    return period_expression(program, p, expression)


def period_expression(program: Program, p: np.ndarray, expression):
    """Value and law of a period that is an expression in the free parameters."""
    symbols = ca.vertcat(*(f.symbol for f in program.model.free.values()), ca.SX(0, 1))
    expression = ca.SX(expression)
    law = ca.Function("period", [symbols], [expression, ca.densify(ca.jacobian(expression, symbols))])

    def value(p):
        T, slopes = law(p)
        return float(T), np.array(slopes, dtype=float).ravel()

    T = value(p)[0]
    seconds("period", require_number("period", T, above=0.0, unit="s"), "seconds")
    return T, value


def check_autonomous(program: Program, p: np.ndarray, x: np.ndarray, period: float) -> None:
    """A free period needs equations without time."""
    a, b = rates(program, p, 0.0, x), rates(program, p, 0.4321 * period, x)
    if not np.allclose(a, b, rtol=1e-9, atol=1e-12):
        raise InputError(
            "the equations depend on time, so the period is not free. Leave out free_period, or give the gait's period."
        )


def choose_steps(program: Program, p, x, t: float, period: float, steps, segments: int) -> tuple[int, str]:
    """Steps per period, a multiple of the segments, and the method: RK4, or Radau IIA where RK4 would not be stable."""
    stiffness = abs(program.fastest_eigenvalue(t, x, p))
    needed = math.ceil(stiffness * period / STABLE)
    if steps is None:
        steps = max(FEWEST_STEPS, needed) if needed <= MOST_STEPS else FEWEST_STEPS
    steps = segments * math.ceil(whole_number("steps", steps, 4, MOST_STEPS_GIVEN) / segments)
    return steps, "rk4" if steps >= needed else "radau"


def settled(program: Program, p, x, period: float, steps: int, waited: int, settle: float, symmetry: Symmetry, method: str):
    """The state after ``settle`` periods, back at the first place where that does not matter; x where the run diverges."""
    if require_number("settle", settle, low=0.0, unit="periods") > MOST_PERIODS:
        raise InputError(f"settle = {settle:g} periods is not allowed. Give 0 to {MOST_PERIODS}.")
    count = round(settle * steps)
    require_memory("the states while settling", 8.0 * len(x) * (count + 1), "Settle for fewer periods, or in fewer steps")
    if not count:
        return x
    first = (waited + math.ceil(settle)) * steps - count  # whole periods later, so that the phase is that of the start
    begun = closed(program, p, first * period / steps, x)[0]
    run = flow(program, p, begun, first, period / steps, count, method)
    if run.status != "finished":
        return x
    end = run.end.copy()
    for axis in symmetry.moves:
        end["xyz".index(axis)] = x["xyz".index(axis)]
    return end


# --- unknowns -------------------------------------------------------------------------------------------------------


def directions(program, p, x, t: float, chart: Chart, symmetry: Symmetry, unknown, mirror: Mirror | None, period: float):
    """Rows: directions of the unknown start and of later nodes; and the mirror of half periods, or None."""
    still = {*chart.works, *chart.followers, *chart.frozen}
    inner = [k for k in range(chart.size) if k not in still]
    drifting = set(symmetry.names())
    first = [k for k in inner if chart.names[k] not in drifting] if unknown is None else chosen(chart, unknown, inner)
    identity = np.eye(chart.size)
    if mirror is None:
        return identity[first], identity[inner], None
    if not isinstance(mirror, Mirror):
        raise InputError(f"mirror is a {type(mirror).__name__}. Give an elver.orbits.Mirror(...).")
    S = mirror.matrix(chart)
    check_mirror(program, p, x, t, chart, S, 0.5 * period if mirror.half else 0.0)
    if mirror.half:
        return identity[first], identity[inner], S
    check_start(chart, S, x, first)
    return even_directions(S, first), even_directions(S, inner), None


def check_start(chart: Chart, S: np.ndarray, x: np.ndarray, wanted: list[int]) -> None:
    """Refuse a start that is not its own mirror image: the symmetric orbit is sought among symmetric states."""
    error = np.abs(chart.difference(x, chart.mirrored(S, x)))[wanted]
    if len(error) and not error.max() <= SYMMETRIC * max(1.0, np.abs(x).max()):
        worst = chart.names[wanted[int(np.argmax(error))]]
        raise InputError(f"the start is not symmetric under this Mirror: '{worst}' is off by {error.max():.2g}. Start symmetric.")


def chosen(chart: Chart, wanted, possible: list[int]) -> list[int]:
    """Indices of named coordinates: names, groups such as ``twist``, or patterns such as ``angle of *``."""
    found = []
    for name in (wanted,) if isinstance(wanted, str) else wanted:
        hits = chart.places(name) or [k for k, n in enumerate(chart.names) if fnmatchcase(n, name)]
        hits = [k for k in hits if k in possible]
        if not hits:
            raise unknown_name("state", name, (*GROUPS, *(chart.names[k] for k in possible)))
        found += [k for k in hits if k not in found]
    return sorted(found)
