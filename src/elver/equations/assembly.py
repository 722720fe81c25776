"""x' = f(t, x, p, u) and named outputs, composed from a model's robot, forces and drive."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca

from elver.document.wording import speaking_of
from elver.drive import JointState, SignalTable
from elver.dynamics import LoopFunctions, forward_kinematics
from elver.equations.closure import close, guess_rates, loop_fields, loops_of
from elver.equations.controlled.graphs import apart
from elver.equations.couplings import act_of_couplings, coupling_fields
from elver.equations.inputs import Memory, Symbols, declare_inputs, declare_memory, gait_motion, with_signals
from elver.equations.layout import OutputLayout, StateLayout
from elver.equations.mechanics import (
    act_of_medium,
    base_pose,
    instant,
    joint_actions,
    joint_vectors,
    memory_rates,
    power_ledger,
    solve_motion,
)
from elver.equations.model import Model
from elver.equations.record import coordinates, recorded
from elver.errors import InputError, from_user, require_number, unknown_name
from elver.forces import expression
from elver.pieces import Record, Recorded, Written, recording
from elver.spatial import quaternion_rate, quaternion_rotation

CONTACT_FLOWS = ("contact.friction", "contact.normal")


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
    written: Mapping[str, Recorded]
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

    def observing(self, name: str, value: ca.SX) -> Written:
        """name(t, x, p, u) -> y: an expression of what is ``observed``."""
        own = self.written["outputs"]
        return Recorded(own.record, name, own.arguments, [ca.densify(value)], own.names_in, own.names_out).function

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
        return assemble_on(record, model)


def assemble_on(record: Record, model: Model) -> Equations:
    """Write the equations of a model; what is done to its bodies goes to the record."""
    robot = model.robot
    symbols, table = declare_inputs(model)
    motion = gait_motion(model, symbols)
    computed = [j.name for j in robot.moving_joints if j.mode != "driven" and j.name not in robot.dependent]
    loops = loops_of(model, symbols.p)
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
    rotation, position, twist = base_pose(model, state)
    guess, qd, qdd = joint_vectors(robot, motion, computed, state)
    q, qd, closed = close(None if loops is None else loops.at(symbols.p), guess, qd)
    kin = forward_kinematics(robot, rotation, position, twist, q, qd)
    now = instant(model, symbols, motion, kin)
    coupled = act_of_couplings(model, now, motion, memory, (q, qd), state["memory"])
    medium = coupled.added_to(act_of_medium(robot, model.media, kin, symbols.t, memory, state["memory"], now.commands))
    actions = joint_actions(model, now, motion, memory, (q, qd), state["memory"])
    result = solve_motion(robot, kin, medium, qdd, actions, closed, coupled)
    powers = power_ledger(robot, kin, result, medium, actions)
    if model.scene is not None:
        powers |= dict.fromkeys(CONTACT_FLOWS, ca.SX(0))  # impulses have no power; the stepping scheme books their work
    layout = StateLayout(robot.freedoms, computed, memory.names, list(powers), robot.dependent)
    works = ca.SX.sym("W", len(powers))
    x = pack(layout, {**state, "works": works})
    rates = {"followers": guess_rates(closed, state["followers"]), "memory": memory_rates(medium, actions, coupled, symbols)}
    xdot = state_rate(robot, layout, state, twist, result, rates, powers, computed)
    further = [*loop_fields(closed, result), *coupling_fields(coupled, robot.joint_names)]
    fields, y = recorded(model, kin, result, medium, actions, powers, works, (q, qd), (rotation, position, twist), further)
    args = [symbols.t, x, symbols.p, symbols.u]
    names = ["t", "x", "p", "u"]
    check_closed(args, xdot, y, model, record)
    outputs = OutputLayout(fields, coordinates(robot, tuple(powers), tuple(model.media), tuple(model.couplings)))
    check_sizes(layout, x, xdot, outputs, y)
    return Equations(
        model=model,
        written={
            "rhs": Recorded(record, "rhs", args, [ca.densify(xdot)], names, ["xdot"]),
            "outputs": Recorded(record, "outputs", args, [ca.densify(y)], names, ["y"]),
            "guess": Recorded(record, "guess", args, [ca.densify(ca.vertcat(ca.SX(0, 1), *guess))], names, ["q"]),
        },
        initial=initial_state(model, layout, symbols, motion, memory),
        layout=layout,
        recorded=outputs,
        parameters={name: p.value for name, p in model.free.items()},
        signals=table,
        loops=loops,
    )


# --- the state ------------------------------------------------------------------------------------------------------


def pack(layout: StateLayout, parts: dict):
    """The state vector from its parts; the pose is left out where the base is fixed."""
    return ca.vertcat(*(ca.densify(parts[name]) for name, s in layout.slices.items() if s.stop > s.start), ca.SX(0, 1))


def state_rate(robot, layout, state, twist, result, rates, powers, computed):
    """xdot. Position by wR_0 v, quaternion by (30), twist by the hybrid model, works by their powers."""
    names = list(robot.joint_names)
    qdd = [result.joint_accelerations[names.index(n)] for n in computed]
    return pack(
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


def initial_state(model: Model, layout: StateLayout, symbols: Symbols, motion: dict, memory: Memory) -> ca.Function:
    """x0(t, p, u): the start's numbers; computed joints begin on the gait unless the start says otherwise."""
    start, robot = model.start, model.robot
    angles = [ca.SX(start.angles.get(n, motion.get(n, (0, 0))[0])) for n in layout.joints]
    rates = [ca.SX(start.rates.get(n, motion.get(n, (0, 0))[1])) for n in layout.joints]
    followers = [ca.SX(start.angles.get(n, motion.get(n, (0, 0))[0])) for n in layout.followers]
    x0 = pack(
        layout,
        {
            "position": ca.SX(ca.vertcat(*start.position)),
            "quaternion": ca.SX(ca.vertcat(*start.quaternion)),
            "twist": ca.SX(ca.DM([start.twist[k] for k in robot.freedoms])),
            "angles": ca.vertcat(ca.SX(0, 1), *angles),
            "rates": ca.vertcat(ca.SX(0, 1), *rates),
            "followers": ca.vertcat(ca.SX(0, 1), *followers),
            "memory": start_memory(start, layout, beginnings(model, symbols, memory, motion)),
            "works": ca.SX(ca.DM.zeros(len(layout.works))),
        },
    )
    x0 = symbols.at_rest(x0)
    return ca.Function("initial", [symbols.t, symbols.p, symbols.u], [ca.densify(x0)], ["t", "p", "u"], ["x0"])


def beginnings(model: Model, symbols: Symbols, memory: Memory, motion: dict) -> dict[str, ca.SX]:
    """Where joint laws with a method ``begin`` let their states begin, by name; what follows an input begins on it."""
    found = {memory.names[memory.slots["input", n].start]: seen.command for n, seen in symbols.smoothed.items()}
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


def start_memory(start, layout: StateLayout, begin: dict[str, ca.SX]):
    """Memory states at the start: those that the start names, else where their law begins, else 0."""
    for name, value in start.memory.items():
        if name not in layout.memory:
            raise unknown_name("memory state in start:", name, layout.memory)
        require_number(f"start of memory state '{name}'", value)
    return ca.vertcat(ca.SX(0, 1), *(ca.SX(start.memory.get(name, begin.get(name, 0.0))) for name in layout.memory))


def check_sizes(layout: StateLayout, x, xdot, outputs: OutputLayout, y) -> None:
    """The compiled functions write exactly what their callers make room for."""
    if not (x.numel() == xdot.numel() == layout.size and y.numel() == outputs.size):
        raise InputError(
            f"state of {x.numel()}, rate of {xdot.numel()}, outputs of {y.numel()} instead of {outputs.size} numbers: "
            + "some law returns a wrong shape."
        )


def check_closed(args, xdot, y, model: Model, record: Record) -> None:
    """No symbol is left over that is not an input of the graph."""
    known = {s.name() for a in args for s in ca.symvar(a)}
    used = (*record.outside, *(s for s in ca.symvar(ca.vertcat(xdot, y)) if not record.made(s)))
    loose = [s.name() for s in used if s.name() not in known]
    if loose:
        raise InputError(
            f"model '{model.name}' uses the symbol '{loose[0]}' that is not declared. "
            "Free parameters are made by Model.freed(path) or by passing scenario(...).build(free=[...])."
        )
