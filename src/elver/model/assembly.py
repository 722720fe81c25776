"""A model's equations as one CasADi graph: composed of robot, forces and drive, closed where it has loops, with named outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, from_user, require_number, unknown_name, whole_steps
from elver._support.wording import speaking_of
from elver.contact.maximal import LinkTerms, link_terms
from elver.contact.planar import ContactTerms, MemoryTerms, planar_state, write_terms
from elver.drive import JointState, SignalTable
from elver.dynamics import LoopClosure, LoopFunctions, close_loops, forward_kinematics, loop_functions
from elver.dynamics.loops import ClosedResult, LoopState, loop_state
from elver.forces import Gravity, expression
from elver.model.layout import Field, OutputLayout, StateLayout, coordinates, recorded
from elver.model.mechanics import (
    act_of_couplings,
    act_of_medium,
    base_pose,
    common_rates,
    coupling_fields,
    instant,
    joint_actions,
    joint_flows,
    joint_vectors,
    memory_rates,
    power_ledger,
    solve_motion,
)
from elver.model.model import InitialState, Model
from elver.model.symbols import AuxiliaryStates, Symbols, declare_inputs, declare_memory, gait_motion, with_signals
from elver.symbolic.functions import ExpandedFunction, TracedFunction
from elver.symbolic.spatial import quaternion_rate, quaternion_rotation
from elver.symbolic.tracing import Record, recording

if TYPE_CHECKING:
    from elver.dynamics.articulated import HybridResult
    from elver.robot.robot import Robot

# --- Closed loops in the graph of a model.
#
# The dependent joints follow from the others at every instant. Newton's method needs a guess on the right assembly of the
# mechanism: one state per dependent joint, integrated with its exact rate, is that guess. It need not be accurate, only near;
# the joint's own position is the projected one, so that closure does not drift. A graph has no loops: the number of Newton steps
# is fixed, and a closure that they do not reach makes the rate of the guess NaN, which ends the run at the last good step.

OPEN = 1e-9  # m, rad: Newton's method did not arrive
_RECALL = 1.0  # 1/s: the guess is drawn to the solution; slow against any machine, enough against drift over hours


def _loops_of(model: Model, p: ca.SX) -> LoopFunctions | None:
    """The loops of the model's robot, if it has any; p: symbols of the free parameters."""
    return loop_functions(model.robot, p) if model.robot.loops else None


def close(loops: LoopFunctions | None, q: list, qd: list) -> tuple[list, list, LoopState | None]:
    """q and qd of all moving joints with those of the dependent ones from closure; q comes with guesses of them."""
    if loops is None:
        return q, qd, None
    state = loop_state(loops, loops.project(ca.vertcat(*q)), ca.vertcat(*qd))
    return ca.vertsplit(state.q), ca.vertsplit(state.qd), state


def _guess_rates(loops: LoopState | None, guesses: ca.SX) -> ca.SX:
    """Rates of the guesses: those of the joints themselves; NaN where a loop is open."""
    if loops is None:
        return ca.SX(0, 1)
    dependent = list(loops.functions.dependent)
    rates = loops.qd[dependent] + _RECALL * (loops.q[dependent] - guesses)
    is_closed = ca.norm_inf(loops.functions.error(loops.q)) <= OPEN
    return ca.vertcat(*(ca.if_else(is_closed, rate, np.nan) for rate in ca.vertsplit(rates)))


def _loop_fields(loops: LoopState | None, result: HybridResult) -> list[tuple[Field, object]]:
    """What a run records of its loops."""
    if loops is None or not isinstance(result, ClosedResult):
        return []
    error, worst, start = loops.functions.error(loops.q), [], 0
    for loop in loops.functions.robot.loops:
        size = sum(len(axes) for axes in loop.constrained)
        worst.append(ca.norm_inf(error[start : start + size]))
        start += size
    return [
        (Field("loop_closure", ("loop",), "m or rad", "largest closure error of the cut joint"), ca.vertcat(*worst)),
        (Field("loop_condition", (), "1", "condition of the dependent joints' closure (Frobenius)"), loops.condition),
        (Field("cut_wrench", ("loop", "component"), "N, N m",
               "of the cut joint on its second body, first cut frame, at the second's origin"), ca.vertcat(*result.cut_wrenches)),
    ]  # fmt: skip


def settled_start(
    equations: Equations, t: float, x: np.ndarray, p: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, LoopClosure | None]:
    """The state x with its guesses put on the loops, and the assembly found. Refuses loops that cannot close."""
    if equations.loops is None:
        return x, None
    found = close_loops(equations.loops.at(p), np.array(equations.guess(t, x, p, u)).ravel())
    x = x.copy()
    x[equations.layout.slices["followers"]] = found.q[list(equations.loops.dependent)]
    return x, found


def is_closed(equations: Any, t: float, x: np.ndarray, p: np.ndarray, u: np.ndarray) -> bool:
    """Whether the Newton steps of the graph close the loops at a state."""
    loops = equations.loops.at(p)
    q = loops.project(equations.guess(t, x, p, u))
    return bool(np.abs(np.array(loops.error(q))).max() <= OPEN)


# --- The graph that a model with a scene is stepped by: its media and drives, put into the terms of Moreau's scheme.


def contact_terms(model: Model) -> ContactTerms:
    """Write the terms of a model with a scene."""
    with speaking_of(model.origin):
        return _written_terms(model)


def _written_terms(model: Model) -> ContactTerms:
    robot, (symbols, _) = model.robot, declare_inputs(model)
    motion, memory = gait_motion(model, symbols), declare_memory(model)
    state, z = planar_state(robot), memory.symbols(symbols)
    joints = ca.vertsplit(state.q[3:]), ca.vertsplit(state.u[3:])
    symbols, motion = symbols.settled(motion, dict(zip(robot.joint_names, zip(*joints, strict=True), strict=True)))
    now = instant(model, symbols, motion, state.kin)
    coupled = act_of_couplings(model, now, motion, memory, joints, z)
    medium = coupled.added_to(act_of_medium(robot, model.media, state.kin, symbols.t, memory, z, now.commands))
    if medium.motors:
        raise InputError(
            f"model '{model.name}' has a scene and a thruster or winch with a motor of its own, whose work the contact scheme "
            "does not book. Leave out the motor (a tendon of constant length stays), or the scene."
        )
    if medium.couplings:
        raise InputError(
            f"model '{model.name}' has a scene and hulls that feel each other through the water, which the contact scheme does "
            "not couple. Leave out one of them."
        )
    actions = joint_actions(model, now, motion, memory, joints, z)
    names = [j.name for j in robot.moving_joints]
    commanding = [n for n in names if actions[n].torque is None]
    if commanding:
        raise InputError(f"the law of joint '{commanding[0]}' commands an acceleration, which an impact cannot obey. Use a PD.")
    flows = {**medium.flows, **joint_flows(robot, state.kin, actions)}
    torques, motors = [actions[n].torque for n in names], [actions[n].flows is None for n in names]
    common = common_rates(model, now, memory, z)
    inputs, own = (symbols.t, symbols.p, symbols.u), MemoryTerms(z, memory_rates(medium, actions, common, coupled, symbols))
    return write_terms(robot, state, medium.inertias, medium.betas, torques, motors, flows, inputs, coupled.vector(robot), own)


def contact_link_terms(model: Model, terms: ContactTerms) -> LinkTerms:
    """The links of a model with a scene in coordinates of their own. terms: what ``contact_terms`` wrote of the same model."""
    acting = [name for name, force in model.forces.items() if type(force) is not Gravity] + [*model.couplings]
    if acting:
        raise InputError(
            f"model '{model.name}' has '{acting[0]}', and formulation = 'maximal' carries contact, friction of the scene's "
            "ground and torques of joints alone: no medium, no coupling. Leave it out, or use formulation = 'reduced'."
        )
    if remembered := declare_memory(model).names:
        raise InputError(
            f"model '{model.name}' has the state {remembered[0]} of an actuator or smooth input, which formulation = 'maximal' "
            "does not carry. Leave it out, or use formulation = 'reduced'."
        )
    assert model.scene is not None
    p = ca.vertcat(ca.SX(0, 1), *(free.symbol for free in model.free.values()))
    with speaking_of(model.origin):
        return link_terms(model.robot, terms, p, tuple(model.scene.slope))


# --- The equations of a model as CasADi functions of its inputs, for controllers, estimators and optimal control.
#
# Elver's own functions have the inputs among the free parameters. Here they are apart: t [s], the state x, the other free
# parameters p, the inputs u, and the sampled signals s (values, first and second derivatives; empty where a model has none).


def apart(function: ca.Function, places: Sequence[int]) -> ca.Function:
    """A function of (.., p, u) with the entries of p at ``places`` as an argument u of its own and the former u as s."""
    symbols = {name: ca.SX.sym(name, function.nnz_in(name)) for name in function.name_in()}
    others = [k for k in range(symbols["p"].numel()) if k not in places]
    p, u, s = ca.SX.sym("p", len(others)), ca.SX.sym("u", len(places)), symbols["u"]
    whole = ca.SX(symbols["p"].numel(), 1)
    for own, at in ((p, others), (u, places)):
        for k, place in enumerate(at):
            whole[place] = own[k]
    given = [whole if name == "p" else symbol for name, symbol in symbols.items()]
    arguments = {**{name: symbol for name, symbol in symbols.items() if name not in ("p", "u")}, "p": p, "u": u, "s": s}
    results = function.call(given)
    return ca.Function(function.name(), list(arguments.values()), results, list(arguments), function.name_out())


def rk4_function(source: Any, interval: float, dt: float) -> ca.Function:
    """(t, x, p, u) -> the state after ``interval`` seconds with the inputs held, by RK4 steps of ``dt``, as a CasADi function.

    source: what has ``equations``, or they themselves. See ``elver.simulation.discrete_function``, which also looks at the step.
    """
    pass

    equations = getattr(source, "equations", source)
    if not isinstance(equations, Equations):
        raise InputError(f"discrete_function takes an elver.Model or Program, not {type(source).__name__}.")
    for name, given in (("interval", interval), ("dt", dt)):
        require_number(name, given, above=0.0, unit="s")
    steps = whole_steps("interval", interval, dt)
    if equations.signals is not None:
        raise InputError(
            f"model '{equations.model.name}' has sampled signals, which change within a step. Use equations.controlled."
        )
    if equations.model.scene is not None:
        raise InputError(f"model '{equations.model.name}' touches a scene: impacts are no part of RK4. Leave out the scene.")
    rhs, s = equations.controlled, ca.SX(0, 1)
    t, x, p, u = (ca.SX.sym(name, rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    k1 = rhs(t, x, p, u, s)
    k2 = rhs(t + 0.5 * dt, x + 0.5 * dt * k1, p, u, s)
    k3 = rhs(t + 0.5 * dt, x + 0.5 * dt * k2, p, u, s)
    k4 = rhs(t + dt, x + dt * k3, p, u, s)
    after = x + dt / 6 * (k1 + 2 * (k2 + k3) + k4)
    part = equations.layout.slices["quaternion"]
    if part.stop > part.start:
        after[part] = after[part] / ca.norm_2(after[part])
    step = ca.Function("step", [t, x, p, u], [after], ["t", "x", "p", "u"], ["after"])
    time, state, others, held = (ca.MX.sym(name, rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    now = state
    for k in range(steps):
        now = step(time + k * dt, now, others, held)
    return ca.Function("discrete", [time, state, others, held], [now], ["t", "x", "p", "u"], ["after"])


# --- x' = f(t, x, p, u) and named outputs, composed from a model's robot, forces and drive.

_CONTACT_FLOWS = ("contact.friction", "contact.normal")


@dataclass(frozen=True)
class Equations:
    """The graph of a model.

    rhs(t, x, p, u) -> xdot;  outputs(t, x, p, u) -> y, laid out by ``recorded``;  initial(t, p, u) -> x0. The first two are
    ``written`` from pieces, and become plain graphs when they are asked for.
    ``layout`` names the state, ``parameters`` the free ones with their values, ``signals`` the sampled inputs u
    (values, first and second derivatives of each). ``loops``: closure of the robot's loops, or None; guess(t, x, p, u) -> q:
    all joints, with the dependent ones as they stand in the state.
    ``controlled`` and the like are the same functions with the inputs apart; ``settings``: the other free parameters' values.
    """

    model: Model
    written: Mapping[str, TracedFunction]
    initial: ca.Function
    layout: StateLayout
    recorded: OutputLayout
    parameters: dict[str, float]
    signals: SignalTable | None
    loops: LoopFunctions | None

    @property
    def rhs(self) -> ca.Function:
        """rhs(t, x, p, u) -> xdot."""
        return self.written["rhs"].function

    @property
    def outputs(self) -> ca.Function:
        """outputs(t, x, p, u) -> y."""
        return self.written["outputs"].function

    @property
    def observed(self) -> tuple[Sequence[ca.SX], ca.SX]:
        """(t, x, p, u), and all that ``outputs`` gives, for ``observing``."""
        return self.written["outputs"].arguments, self.written["outputs"].outputs[0]

    def observing(self, name: str, value: ca.SX) -> ExpandedFunction:
        """name(t, x, p, u) -> y: an expression of what is ``observed``."""
        own = self.written["outputs"]
        return TracedFunction(own.record, name, own.arguments, [ca.densify(value)], own.names_in, own.names_out).function

    @property
    def guess(self) -> ca.Function:
        """guess(t, x, p, u) -> q, with the dependent joints as they stand in the state."""
        return self.written["guess"].function

    def with_signals(self, table: SignalTable) -> Equations:
        """The same equations with other signals of the same names; nothing is written anew."""
        model, signals = with_signals(self.model, self.signals, table)
        return replace(self, model=model, signals=signals)

    @cached_property
    def input_places(self) -> tuple[int, ...]:
        """Places of the model's inputs among its free parameters."""
        return tuple(list(self.parameters).index(name) for name in self.model.inputs)

    @property
    def settings(self) -> dict[str, float]:
        """The free parameters that are no inputs, with their values."""
        return {name: value for name, value in self.parameters.items() if name not in self.model.inputs}

    @cached_property
    def controlled(self) -> ca.Function:
        """rhs(t, x, p, u, s) -> xdot with p: ``settings``, u: the inputs, s: the sampled signals."""
        return apart(self.rhs, self.input_places)

    @cached_property
    def controlled_outputs(self) -> ca.Function:
        """outputs(t, x, p, u, s) -> y."""
        return apart(self.outputs, self.input_places)

    @cached_property
    def controlled_initial(self) -> ca.Function:
        """initial(t, p, u, s) -> x0."""
        return apart(self.initial, self.input_places)


def assemble(model: Model) -> Equations:
    """Write the equations of a model. Loops take their closed models as one whole, not piece by piece."""
    with speaking_of(model.origin), nullcontext(Record()) if model.robot.loops else recording() as record:
        return _assemble_on(record, model)


def _assemble_on(record: Record, model: Model) -> Equations:
    """Write the equations of a model; what is done to its bodies goes to the record."""
    robot = model.robot
    symbols, table = declare_inputs(model)
    motion = gait_motion(model, symbols)
    computed = [j.name for j in robot.moving_joints if j.mode != "driven" and j.name not in robot.dependent]
    loops = _loops_of(model, symbols.p)
    memory = declare_memory(model)
    state = {
        "position": ca.SX.sym("P", 3),
        "quaternion": ca.SX.sym("Q", 4),
        "twist": ca.SX.sym("V", len(robot.freedoms)),
        "angles": ca.SX.sym("q", len(computed)),
        "rates": ca.SX.sym("qd", len(computed)),
        "followers": ca.SX.sym("guess", len(robot.dependent)),
        "memory": memory.symbols(symbols),
    }
    joints = {name: (state["angles"][k], state["rates"][k]) for k, name in enumerate(computed)}
    begun = motion
    symbols, motion = symbols.settled(motion, joints)
    rotation, position, twist = base_pose(model, state)
    guess, qd, qdd = joint_vectors(robot, motion, computed, state)
    q, qd, closed = close(None if loops is None else loops.at(symbols.p), guess, qd)
    kin = forward_kinematics(robot, rotation, position, twist, q, qd)
    now = instant(model, symbols, motion, kin)
    coupled = act_of_couplings(model, now, motion, memory, (q, qd), state["memory"])
    medium = coupled.added_to(act_of_medium(robot, model.media, kin, symbols.t, memory, state["memory"], now.commands))
    actions = joint_actions(model, now, motion, memory, (q, qd), state["memory"])
    common = common_rates(model, now, memory, state["memory"])
    result = solve_motion(robot, kin, medium, qdd, actions, closed, coupled)
    powers = power_ledger(robot, kin, result, medium, actions)
    if model.scene is not None:
        powers |= dict.fromkeys(_CONTACT_FLOWS, ca.SX(0))  # impulses have no power; the stepping scheme books their work
    layout = StateLayout(robot.freedoms, computed, memory.names, list(powers), robot.dependent)
    works = ca.SX.sym("W", len(powers))
    x = _pack(layout, {**state, "works": works})
    rates = {
        "followers": _guess_rates(closed, state["followers"]),
        "memory": memory_rates(medium, actions, common, coupled, symbols),
    }
    xdot = _state_rate(robot, layout, state, twist, result, rates, powers, computed)
    further = [*_loop_fields(closed, result), *coupling_fields(coupled, robot.joint_names)]
    fields, y = recorded(model, kin, result, medium, actions, powers, works, (q, qd), (rotation, position, twist), further)
    args = [symbols.t, x, symbols.p, symbols.u]
    names = ["t", "x", "p", "u"]
    _check_closed(args, xdot, y, model, record)
    outputs = OutputLayout(fields, coordinates(robot, tuple(powers), tuple(model.media), tuple(model.couplings)))
    _check_sizes(layout, x, xdot, outputs, y)
    return Equations(
        model=model,
        written={
            "rhs": TracedFunction(record, "rhs", args, [ca.densify(xdot)], names, ["xdot"]),
            "outputs": TracedFunction(record, "outputs", args, [ca.densify(y)], names, ["y"]),
            "guess": TracedFunction(record, "guess", args, [ca.densify(ca.vertcat(ca.SX(0, 1), *guess))], names, ["q"]),
        },
        initial=initial_state(model, layout, symbols, begun, memory),
        layout=layout,
        recorded=outputs,
        parameters={name: p.value for name, p in model.free.items()},
        signals=table,
        loops=loops,
    )


# --- the state ------------------------------------------------------------------------------------------------------


def _pack(layout: StateLayout, parts: dict) -> ca.SX:
    """The state vector from its parts; the pose is left out where the base is fixed."""
    return ca.vertcat(*(ca.densify(parts[name]) for name, s in layout.slices.items() if s.stop > s.start), ca.SX(0, 1))


def _state_rate(
    robot: Robot,
    layout: StateLayout,
    state: Mapping[str, ca.SX],
    twist: ca.SX,
    result: HybridResult,
    rates: Mapping[str, ca.SX],
    powers: Mapping[str, ca.SX],
    computed: Iterable[str],
) -> ca.SX:
    """xdot. Position by wR_0 v, quaternion by (30), twist by the hybrid model, works by their powers."""
    names = list(robot.joint_names)
    qdd = [result.joint_accelerations[names.index(n)] for n in computed]
    return _pack(
        layout,
        {
            "position": quaternion_rotation(state["quaternion"]) @ twist[:3],
            "quaternion": quaternion_rate(state["quaternion"], twist[3:]),
            "twist": result.base_acceleration[list(robot.freedoms)],
            "angles": state["rates"],
            "rates": ca.vertcat(*qdd) if qdd else ca.SX(0, 1),
            "works": ca.vertcat(*powers.values()),
            **rates,
        },
    )


def initial_state(model: Model, layout: StateLayout, symbols: Symbols, motion: dict, memory: AuxiliaryStates) -> ca.Function:
    """x0(t, p, u): the start's numbers; computed joints begin on the gait unless the start says otherwise."""
    start, robot = model.start, model.robot
    angles = [ca.SX(start.angles.get(n, motion.get(n, (0, 0))[0])) for n in layout.joints]
    rates = [ca.SX(start.rates.get(n, motion.get(n, (0, 0))[1])) for n in layout.joints]
    followers = [ca.SX(start.angles.get(n, motion.get(n, (0, 0))[0])) for n in layout.followers]
    x0 = _pack(
        layout,
        {
            "position": ca.SX(ca.vertcat(*start.position)),
            "quaternion": ca.SX(ca.vertcat(*start.quaternion)),
            "twist": ca.SX(ca.DM([start.twist[k] for k in robot.freedoms])),
            "angles": ca.vertcat(ca.SX(0, 1), *angles),
            "rates": ca.vertcat(ca.SX(0, 1), *rates),
            "followers": ca.vertcat(ca.SX(0, 1), *followers),
            "memory": _start_memory(start, layout, _beginnings(model, symbols, memory, motion)),
            "works": ca.SX(ca.DM.zeros(len(layout.works))),
        },
    )
    x0 = symbols.at_rest(x0)
    return ca.Function("initial", [symbols.t, symbols.p, symbols.u], [ca.densify(x0)], ["t", "p", "u"], ["x0"])


def _beginnings(model: Model, symbols: Symbols, memory: AuxiliaryStates, motion: dict) -> dict[str, ca.SX]:
    """Where joint laws with a method ``begin`` let their states begin, by name; what follows an input begins on it."""
    found = {memory.names[memory.slots["input", n].start]: seen.command for n, seen in symbols.smoothed.items()}
    for k, network in enumerate(symbols.networks):
        found |= dict(zip(memory.names[memory.slots["gait", k]], ca.vertsplit(network.begin), strict=True))
    for joint in model.robot.moving_joints:
        law, slot = model.joint_law(joint), memory.slots.get(("joint", joint.name))
        if slot is None or not hasattr(law, "begin"):
            continue
        target = motion.get(joint.name, (None, None, None))
        angle = model.start.angles.get(joint.name, target[0] if target[0] is not None else 0.0)
        rate = model.start.rates.get(joint.name, target[1] if target[1] is not None else 0.0)
        values = from_user(f"the law of joint '{joint.name}'", law.begin, joint, JointState(ca.SX(angle), ca.SX(rate), *target))
        given = expression(f"begin of joint '{joint.name}'", values, (slot.stop - slot.start, 1))
        found |= dict(zip(memory.names[slot], ca.vertsplit(given), strict=True))
    return found


def _start_memory(start: InitialState, layout: StateLayout, begin: dict[str, ca.SX]) -> ca.SX:
    """Memory states at the start: those that the start names, else where their law begins, else 0."""
    for name, value in start.memory.items():
        if name not in layout.memory:
            raise unknown_name("memory state in start:", name, layout.memory)
        require_number(f"start of memory state '{name}'", value)
    return ca.vertcat(ca.SX(0, 1), *(ca.SX(start.memory.get(name, begin.get(name, 0.0))) for name in layout.memory))


def _check_sizes(layout: StateLayout, x: ca.SX, xdot: ca.SX, outputs: OutputLayout, y: ca.SX) -> None:
    """The compiled functions write exactly what their callers make room for."""
    if not (x.numel() == xdot.numel() == layout.size and y.numel() == outputs.size):
        raise InputError(
            f"state of {x.numel()}, rate of {xdot.numel()}, outputs of {y.numel()} instead of {outputs.size} numbers: "
            + "some law returns a wrong shape."
        )


def _check_closed(args: Sequence[ca.SX], xdot: ca.SX, y: ca.SX, model: Model, record: Record) -> None:
    """No symbol is left over that is not an input of the graph."""
    known = {s.name() for a in args for s in ca.symvar(a)}
    used = (*record.outside, *(s for s in ca.symvar(ca.vertcat(xdot, y)) if not record.made(s)))
    loose = [s.name() for s in used if s.name() not in known]
    if loose:
        raise InputError(
            f"model '{model.name}' uses the symbol '{loose[0]}' that is not declared. "
            "Free parameters are made by Model.freed(path) or by passing scenario(...).build(free=[...])."
        )
