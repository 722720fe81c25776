"""What leaves Elver: the equations of a program with a name, a unit and a start for every number in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import product

import casadi as ca
import numpy as np

from elver.equations import Equations, Model
from elver.equations.closure import OPEN
from elver.equations.controlled.graphs import apart
from elver.equations.layout import COMPONENTS
from elver.errors import InputError
from elver.export.naming import distinct, dotted, identifier
from elver.export.units import joint_unit, unit_of
from elver.native.program import Program
from elver.native.sources import Source, as_program, run_times
from elver.results.provenance import free_values, gait_period
from elver.stepping.choice import STABLE, can_be_stiff, too_long
from elver.stepping.plan import Plan, check_plan, make_plan, sample_period

CLOSED_ENOUGH = 0.1 * OPEN  # m, rad: of a start; what Elver demands of its own
CLOSING_STEPS = 50  # of Newton's method at the start of a run, from the place found here


@dataclass(frozen=True)
class Named:
    """One number: its name in Elver, in C and in FMI, its unit (empty where not known), what it means, and its value."""

    label: str
    identifier: str
    dotted: str
    unit: str
    meaning: str
    value: float = 0.0
    low: float | None = None
    high: float | None = None
    above: float | None = None  # it must be greater than this
    shown_in: str = ""  # the unit that people wrote it in, where another

    @property
    def allowed(self) -> str:
        """What is allowed, in words; empty where nothing bounds it."""
        if self.low is not None and self.high is not None:
            return f"{self.low:g} to {self.high:g}"
        parts = [
            "" if self.above is None else f"greater than {self.above:g}",
            "" if self.low is None or self.above is not None else f"{self.low:g} or more",
            "" if self.high is None else f"{self.high:g} or less",
        ]
        return ", ".join(part for part in parts if part)


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
    dt, notes = stable_step(program, p, plan)
    states = named_states(program, program.initial_state(p))
    return Export(
        name=identifier(program.model.name),
        program=program,
        states=states,
        computed=computed_starts(program.equations),
        parameters=tuple(n for n in named_parameters(program) if n.label not in program.model.inputs),
        inputs=tuple(n for n in named_parameters(program) if n.label in program.model.inputs),
        signals=named_signals(program),
        outputs=named_outputs(program),
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


def stable_step(program: Program, p: np.ndarray, plan: Plan) -> tuple[float, tuple[str, ...]]:
    """The plan's step, or a shorter one that divides the output interval where RK4 needs that, and a note about it."""
    if not can_be_stiff(program, plan):
        return plan.dt, ()
    eigenvalue = program.fastest_eigenvalue(0.0, program.initial_state(p), p)
    if not too_long(plan, eigenvalue):
        return plan.dt, ()
    count = math.ceil(plan.output * abs(eigenvalue) / STABLE["rk4"])
    dt = plan.output / count
    text = f"the step is {dt:.6g} s instead of {plan.dt:g} s: the model is stiff ({abs(eigenvalue):.4g} 1/s) and the stepper RK4"
    return dt, (text,)


# --- names ------------------------------------------------------------------------------------------------------------


def named_states(program: Program, values: np.ndarray) -> tuple[Named, ...]:
    """The states with their units and default start."""
    layout, robot = program.equations.layout, program.model.robot
    angles = [joint_unit(robot, j, "rad", "m") for j in layout.joints]
    pose = ["m"] * 3 + ["1"] * 4 if layout.freedoms else []
    units = [
        *pose,
        *("m/s" if COMPONENTS[k].startswith("v") else "rad/s" for k in layout.freedoms),
        *angles,
        *(f"{unit}/s" for unit in angles),
        *(joint_unit(robot, j, "rad", "m") for j in layout.followers),
        *[""] * len(layout.memory),
        *["J"] * len(layout.works),
    ]
    names = distinct(identifier(n) for n in layout.names)
    rows = zip(layout.names, names, units, values, strict=True)
    return tuple(Named(label, name, f"state.{name}", unit, label, float(value)) for label, name, unit, value in rows)


def named_parameters(program: Program) -> tuple[Named, ...]:
    """The free parameters, inputs last and in their order, with their default values and bounds."""
    model = program.model
    free = {name: model.free[name] for name in (*program.equations.settings, *model.inputs)}
    names, dots = distinct(map(identifier, free)), distinct(dotted(name.split(".")) for name in free)
    found = []
    for label, name, dot in zip(free, names, dots, strict=True):
        own = free[label]
        q = own.quantity
        told = ("", "", None, None, None, "") if q is None else (q.unit, q.meaning, q.low, q.high, q.above, q.shown_in)
        found.append(Named(label, name, dot, told[0], told[1] or label, own.value, *told[2:]))
    return tuple(found)


def named_signals(program: Program) -> tuple[Named, ...]:
    """The recorded inputs: all values, then their rates, then their accelerations."""
    table = program.equations.signals
    if table is None:
        return ()
    kinds = (("", "value"), (" rate", "first derivative by time"), (" acceleration", "second derivative by time"))
    labels = [(f"{name}{ending}", f"{name}, {meaning}") for ending, meaning in kinds for name in table.names]
    names = distinct(identifier(label) for label, _ in labels)
    rows = zip(labels, names, program.signal_values(0.0), strict=True)
    return tuple(Named(label, name, f"signal.{name}", "", meaning, float(value)) for (label, meaning), name, value in rows)


def named_outputs(program: Program) -> tuple[Named, ...]:
    """Every number of the recorded quantities."""
    layout, robot = program.equations.recorded, program.model.robot
    rows = []
    for field in layout.fields:
        for labels in product(*(layout.labels[d] for d in field.dims)):
            rows.append((field, labels, " ".join((field.name, *labels))))
    names, dots = distinct(identifier(text) for *_, text in rows), distinct(dotted((f.name, *ls)) for f, ls, _ in rows)
    return tuple(
        Named(text, name, dot, unit_of(field, labels, robot), field.meaning)
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


def computed_starts(equations: Equations) -> tuple[bool, ...]:
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
