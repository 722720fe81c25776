"""Everything that leaves Elver, named for other languages: parameters, inputs, states and outputs with units and start values."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import casadi as ca
import numpy as np

from elver._support.errors import InputError, bounds_text
from elver.model import Equations, Field, Model, Program
from elver.model.assembly import OPEN, apart
from elver.model.layout import COMPONENTS
from elver.model.program import Source, as_program, run_times
from elver.quantities import OfParameter, Parameter
from elver.robot import Robot
from elver.simulation.finish import free_values, gait_period
from elver.simulation.plan import Plan, check_plan, make_plan, sample_period
from elver.simulation.schemes.table import stable_limit
from elver.simulation.stiffness import can_be_stiff, too_long

# --- Names that other languages accept: identifiers of C, and dotted names of FMI.

KEYWORDS = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for",
    "goto", "if", "inline", "int", "long", "main", "register", "restrict", "return", "short", "signed", "sizeof", "static",
    "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
}  # fmt: skip


def identifier(text: str) -> str:
    """A name of letters, digits and underscores that no digit begins; no word of C."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "unnamed"
    return f"n{name}" if name[0].isdigit() else f"{name}_" if name in KEYWORDS else name


def dotted(parts: Iterable[str]) -> str:
    """Identifiers joined by dots."""
    return ".".join(identifier(p) for p in parts)


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in order; one that was there before gets a number, so that upper and lower case alone never tell two apart."""
    used, found = {name.lower() for name in taken}, []
    for name in names:
        chosen, k = name, 1
        while chosen.lower() in used:
            k += 1
            chosen = f"{name}_{k}"
        used.add(chosen.lower())
        found.append(chosen)
    return found


# --- Units: which of several a recorded number has, and what a unit is made of.

# exponents of kg, m, s, K, rad, and a factor
_KNOWN: dict[str, tuple[dict[str, int], Fraction]] = {
    "1": ({}, Fraction(1)),
    "m": ({"m": 1}, Fraction(1)),
    "kg": ({"kg": 1}, Fraction(1)),
    "s": ({"s": 1}, Fraction(1)),
    "K": ({"K": 1}, Fraction(1)),
    "rad": ({"rad": 1}, Fraction(1)),
    "N": ({"kg": 1, "m": 1, "s": -2}, Fraction(1)),
    "Pa": ({"kg": 1, "m": -1, "s": -2}, Fraction(1)),
    "J": ({"kg": 1, "m": 2, "s": -2}, Fraction(1)),
    "W": ({"kg": 1, "m": 2, "s": -3}, Fraction(1)),
    "Hz": ({"s": -1}, Fraction(1)),
    "mm": ({"m": 1}, Fraction(1, 1000)),
    "cm": ({"m": 1}, Fraction(1, 100)),
    "g": ({"kg": 1}, Fraction(1, 1000)),
    "ms": ({"s": 1}, Fraction(1, 1000)),
}
_FACTOR = re.compile(r"([A-Za-z]+|1)(?:\^(-?[0-9]+))?\Z")


def base_units(unit: str) -> tuple[dict[str, int], float] | None:
    """Exponents of the base units and the factor of a unit such as ``N m/rad`` or ``kg/(m s)``; None for one not known.

    All that follows a stroke, up to the next stroke, stands below the line.
    """
    exponents: dict[str, int] = {}
    factor = Fraction(1)
    for place, part in enumerate(unit.replace("*", " ").split("/")):
        sign = -1 if place else 1
        words = part.replace("(", " ").replace(")", " ").split()
        if not words or (len(words) > 1 and place and "(" not in part):
            return None  # nothing, or it is not said which of several stand below
        for text in words:
            match = _FACTOR.match(text)
            if match is None or match[1] not in _KNOWN:
                return None
            power = sign * int(match[2] or 1)
            own, scale = _KNOWN[match[1]]
            factor *= scale**power
            for name, exponent in own.items():
                exponents[name] = exponents.get(name, 0) + power * exponent
    return {name: e for name, e in exponents.items() if e}, float(factor)


def _joint_unit(robot: Robot, joint: str, turning: str, sliding: str) -> str:
    """The first of two units for a joint that turns, the second for one that slides."""
    return sliding if robot.moving_joints[robot.joint_names.index(joint)].type == "prismatic" else turning


def unit_of(field: Field, labels: Sequence[str], robot: Robot) -> str:
    """Unit of one number of a recorded quantity; empty where it is not known which of two it is."""
    if ", " in field.unit:
        own = dict(zip(field.dims, labels, strict=True))
        return field.unit.split(", ")[COMPONENTS.index(own["component"]) // 3]
    if " or " in field.unit:
        own = dict(zip(field.dims, labels, strict=True))
        return _joint_unit(robot, own["joint"], *field.unit.split(" or ")) if "joint" in own else ""
    return field.unit


# --- What leaves Elver: the equations of a program with a name, a unit and a start for every number in them.

CLOSED_ENOUGH = 0.1 * OPEN  # m, rad: of a start; what Elver demands of its own
CLOSING_STEPS = 50  # of Newton's method at the start of a run, from the place found here


@dataclass(frozen=True)
class Named(OfParameter):
    """One number that is exported: what it is in Elver, with its value, and its names in C and in FMI."""

    parameter: Parameter
    identifier: str
    dotted: str

    @property
    def allowed(self) -> str:
        """What is allowed, in words and in ``unit``; empty where nothing bounds it."""
        return bounds_text(self.parameter.low, self.parameter.high, self.parameter.above)


@dataclass(frozen=True, eq=False)
class Export:
    """A program and how its numbers are called outside.

    name: an identifier.   states: values at the default start.   computed: for each state, whether its start is computed from
    time, parameters, inputs or loops.   parameters: free ones that are no inputs.   inputs: what is held from step to step.
    signals: the recorded ones s: values, then first, then second derivatives.
    open_signals: places in s of those that whoever simulates the model sets; empty where the recorded ones are taken.
    plan: the default run, by fixed steps.   notes: what a user should know.
    """

    name: str
    program: Program
    states: tuple[Named, ...]
    computed: tuple[bool, ...]
    parameters: tuple[Named, ...]
    inputs: tuple[Named, ...]
    signals: tuple[Named, ...]
    outputs: tuple[Named, ...]
    plan: Plan
    notes: tuple[str, ...] = ()
    open_signals: tuple[int, ...] = ()

    @property
    def equations(self) -> Equations:
        return self.program.equations


def describe(source: Source | Export, duration: float | None = None, dt: float | None = None) -> Export:
    """Everything that is written about a scenario, a model or a program; refuses what ordinary equations cannot hold.

    duration, dt [s]: of the default run (default: the scenario's own; a model has no duration).   An Export is taken as it is.
    """
    if isinstance(source, Export):
        return source
    duration, dt = run_times(source, duration, dt)
    plan = make_plan(duration, dt, "rk4")
    program = as_program(source, duration)
    refuse_scene(program.model)
    p = program.parameter_vector()
    check_plan(program, plan)
    plan = sample_period(plan, gait_period(program.model, free_values(program, p)))
    dt, notes = _stable_step(program, p, plan)
    states = _named_states(program, program.initial_state(p))
    return Export(
        name=identifier(program.model.name),
        program=program,
        states=states,
        computed=_computed_starts(program.equations),
        parameters=tuple(n for n in _named_parameters(program) if n.name not in program.model.inputs),
        inputs=tuple(n for n in _named_parameters(program) if n.name in program.model.inputs),
        signals=_named_signals(program),
        outputs=_named_outputs(program),
        plan=replace(plan, dt=dt),
        notes=notes,
    )


def refuse_scene(model: Model) -> None:
    """Impacts change velocities at an instant, which x' = f(t, x, p, u) does not hold."""
    if model.scene is not None:
        raise InputError(
            f"model '{model.name}' touches a scene: its contacts and impacts are solved step by step by Moreau's scheme "
            "and are no part of x' = f(t, x, p, u), so that the exported equations would pass through every obstacle. "
            "Export a model without a scene, or run this one in Elver."
        )


def _stable_step(program: Program, p: np.ndarray, plan: Plan) -> tuple[float, tuple[str, ...]]:
    """The plan's step, or a shorter one that divides the output interval where RK4 needs that, and a note about it."""
    if not can_be_stiff(program, plan):
        return plan.dt, ()
    eigenvalue = program.fastest_eigenvalue(0.0, program.initial_state(p), p)
    if not too_long(plan, eigenvalue):
        return plan.dt, ()
    count = math.ceil(plan.output * abs(eigenvalue) / stable_limit("rk4"))
    dt = plan.output / count
    text = f"the step is {dt:.6g} s instead of {plan.dt:g} s: the model is stiff ({abs(eigenvalue):.4g} 1/s) and the stepper RK4"
    return dt, (text,)


# --- names ------------------------------------------------------------------------------------------------------------


def _named_states(program: Program, values: np.ndarray) -> tuple[Named, ...]:
    """The states with their units and default start."""
    layout, robot = program.equations.layout, program.model.robot
    angles = [_joint_unit(robot, j, "rad", "m") for j in layout.joints]
    pose = ["m"] * 3 + ["1"] * 4 if layout.freedoms else []
    units = [
        *pose,
        *("m/s" if COMPONENTS[k].startswith("v") else "rad/s" for k in layout.freedoms),
        *angles,
        *(f"{unit}/s" for unit in angles),
        *(_joint_unit(robot, j, "rad", "m") for j in layout.followers),
        *[""] * len(layout.memory),
        *["J"] * len(layout.works),
    ]
    names = distinct(identifier(n) for n in layout.names)
    rows = zip(layout.names, names, units, values, strict=True)
    return tuple(Named(Parameter(label, float(value), unit, label), name, f"state.{name}") for label, name, unit, value in rows)


def _named_parameters(program: Program) -> tuple[Named, ...]:
    """The free parameters, inputs last and in their order, with their default values and bounds."""
    model = program.model
    free = {name: model.free[name] for name in (*program.equations.settings, *model.inputs)}
    names, dots = distinct(map(identifier, free)), distinct(dotted(name.split(".")) for name in free)
    found = []
    for label, name, dot in zip(free, names, dots, strict=True):
        own = (free[label].quantity or Parameter()).component(label, free[label].value)
        found.append(Named(own if own.meaning else replace(own, meaning=label), name, dot))
    return tuple(found)


def _named_signals(program: Program) -> tuple[Named, ...]:
    """The recorded inputs: all values, then their rates, then their accelerations."""
    table = program.equations.signals
    if table is None:
        return ()
    kinds = (("", "value"), (" rate", "first derivative by time"), (" acceleration", "second derivative by time"))
    labels = [(f"{name}{ending}", f"{name}, {meaning}") for ending, meaning in kinds for name in table.names]
    names = distinct(identifier(label) for label, _ in labels)
    rows = zip(labels, names, program.signal_values(0.0), strict=True)
    return tuple(
        Named(Parameter(label, float(value), "", meaning), name, f"signal.{name}") for (label, meaning), name, value in rows
    )


def _named_outputs(program: Program) -> tuple[Named, ...]:
    """Every number of the recorded quantities."""
    layout, robot = program.equations.recorded, program.model.robot
    rows = []
    for field in layout.fields:
        for labels in product(*(layout.labels[d] for d in field.dims)):
            rows.append((field, labels, " ".join((field.name, *labels))))
    names, dots = distinct(identifier(text) for *_, text in rows), distinct(dotted((f.name, *ls)) for f, ls, _ in rows)
    return tuple(
        Named(Parameter(text, 0.0, unit_of(field, labels, robot), field.meaning), name, dot)
        for (field, labels, text), name, dot in zip(rows, names, dots, strict=True)
    )


def with_open_inputs(export: Export) -> Export:
    """The same with its signals as inputs: those that anything depends on."""
    equations = export.equations
    used: set[int] = set()
    for function in (equations.rhs, equations.outputs, equations.initial) if export.signals else ():
        starts = function.jac_sparsity(0, function.index_in("u")).colind()
        used |= {k for k in range(len(export.signals)) if starts[k + 1] > starts[k]}
    if not used:
        raise InputError(
            f"model '{export.program.model.name}' has no signals that could become inputs. "
            "Give it a gait or control with a SignalTable (RecordedMotion, Playback), or leave the inputs out."
        )
    return replace(export, open_signals=tuple(sorted(used)))


# --- the start --------------------------------------------------------------------------------------------------------


def _computed_starts(equations: Equations) -> tuple[bool, ...]:
    """For each state whether its start depends on time, parameters, inputs, signals, or on loops that must close."""
    initial, layout = equations.initial, equations.layout
    depends = np.zeros(layout.size, dtype=bool)
    for k in range(initial.n_in()):
        if initial.nnz_in(k):
            depends[list(initial.jac_sparsity(0, k).row())] = True
    depends[layout.slices["followers"]] = True
    return tuple(bool(d) for d in depends)


def closing_function(equations: Equations) -> ca.Function | None:
    """(t, x, p, u, s) -> the dependent joints after one Newton step, and the closure error before it; None without loops."""
    loops = equations.loops
    if loops is None:
        return None
    t, x, p, u = (ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    q = equations.guess(t, x, p, u)
    error = ca.norm_inf(loops.error(q))
    following = loops.newton(q)[list(loops.dependent)]
    names = ["t", "x", "p", "u"]
    close = ca.Function("close", [t, x, p, u], [ca.densify(following), ca.densify(error)], names, ["q", "error"])
    return apart(close, equations.input_places)
