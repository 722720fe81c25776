"""x' = f(t, x, p, u) and named outputs, composed from a model's robot, forces and drive."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from elver.drive import Instant, JointAction, JointState, Machine, SignalTable, saturated
from elver.dynamics import (
    HybridResult,
    Kinematics,
    centre_of_mass,
    forward_kinematics,
    hybrid_dynamics,
    rigid_terms,
)
from elver.equations.inputs import Memory, Symbols, declare_inputs, declare_memory, gait_motion
from elver.equations.layout import Field, StateLayout
from elver.equations.model import Model
from elver.equations.record import coordinates, recorded
from elver.errors import InputError
from elver.forces import Motion
from elver.robot import Robot
from elver.spatial import column, quaternion_rate, quaternion_rotation


@dataclass(frozen=True)
class Equations:
    """The graph of a model.

    rhs(t, x, p, u) -> xdot;  outputs(t, x, p, u) -> y, split by ``fields``;  initial(t, p, u) -> x0.
    ``layout`` names the state, ``parameters`` the free ones with their values, ``signals`` the sampled inputs u
    (values, first and second derivatives of each).
    """

    model: Model
    rhs: ca.Function
    outputs: ca.Function
    initial: ca.Function
    layout: StateLayout
    fields: tuple[Field, ...]
    coordinates: dict[str, tuple[str, ...]]
    parameters: dict[str, float]
    signals: SignalTable | None


@dataclass(frozen=True)
class Medium:
    """Sum of all force models: per body the total inertia and beta; energies, flows [W] and rates of the medium's states."""

    inertias: list
    betas: list
    kinetic: ca.SX
    potential: ca.SX
    flows: dict[str, ca.SX]
    rates: ca.SX


def assemble(model: Model) -> Equations:
    """Write the equations of a model."""
    robot = model.robot
    symbols, table = declare_inputs(model)
    motion = gait_motion(model, symbols)
    computed = [j.name for j in robot.moving_joints if j.mode != "driven"]
    memory = declare_memory(model)
    state = {
        "position": ca.SX.sym("P", 3),
        "quaternion": ca.SX.sym("Q", 4),
        "twist": ca.SX.sym("V", len(robot.freedoms)),
        "angles": ca.SX.sym("q", len(computed)),
        "rates": ca.SX.sym("qd", len(computed)),
        "memory": ca.SX.sym("z", len(memory.names)),
    }
    rotation, position, twist = base_pose(model, state)
    q, qd, qdd = joint_vectors(robot, motion, computed, state)
    kin = forward_kinematics(robot, rotation, position, twist, q, qd)
    medium = act_of_medium(model, kin, symbols.t, memory, state["memory"])
    actions = joint_actions(model, symbols, motion, memory, kin, computed, state)
    result = solve_motion(robot, kin, medium, qdd, actions)
    powers = power_ledger(robot, kin, result, medium, actions)
    layout = StateLayout(robot.freedoms, computed, memory.names, list(powers))
    works = ca.SX.sym("W", len(powers))
    x = pack(layout, {**state, "works": works})
    xdot = state_rate(robot, layout, state, twist, result, memory_rates(medium, actions), powers, computed)
    fields, y = recorded(model, kin, result, medium, actions, powers, works, (q, qd), (rotation, position, twist))
    args = [symbols.t, x, symbols.p, symbols.u]
    names = ["t", "x", "p", "u"]
    check_closed(args, xdot, y, model)
    return Equations(
        model=model,
        rhs=ca.Function("rhs", args, [ca.densify(xdot)], names, ["xdot"]),
        outputs=ca.Function("outputs", args, [ca.densify(y)], names, ["y"]),
        initial=initial_state(model, layout, symbols, motion),
        layout=layout,
        fields=fields,
        coordinates=coordinates(robot, tuple(powers)),
        parameters={name: p.value for name, p in model.free.items()},
        signals=table,
    )


# --- mechanics ------------------------------------------------------------------------------------------------------


def base_pose(model: Model, state: dict):
    """Rotation, position and full twist of the base; constants where the base is fixed."""
    robot = model.robot
    if not robot.freedoms:
        quaternion, position = ca.SX(ca.DM(model.start.quaternion)), column(model.start.position)
        return ca.sparsify(quaternion_rotation(quaternion)), position, ca.SX(6, 1)
    twist = ca.SX(6, 1)
    twist[list(robot.freedoms)] = state["twist"]
    return quaternion_rotation(state["quaternion"]), state["position"], twist


def joint_vectors(robot: Robot, motion: dict, computed: list[str], state: dict):
    """q and qd of all moving joints, and the imposed accelerations of the driven ones by name."""
    q, qd, qdd = [], [], {}
    for joint in robot.moving_joints:
        if joint.mode == "driven":
            angle, rate, qdd[joint.name] = motion[joint.name]
        else:
            k = computed.index(joint.name)
            angle, rate = state["angles"][k], state["rates"][k]
        q.append(angle)
        qd.append(rate)
    return q, qd, qdd


def act_of_medium(model: Model, kin: Kinematics, t, memory: Memory, z) -> Medium:
    """Rigid terms plus the effect of every force on every body."""
    inertias, betas = rigid_terms(model.robot, kin)
    kinetic, potential, flows, rates = ca.SX(0), ca.SX(0), {}, []
    for name, force in model.forces.items():
        for j, body in enumerate(model.robot.bodies):
            owner = ("force", name, j)
            motion = Motion(t, kin.rotations[j], kin.positions[j], kin.twists[j], memory.of(owner, z))
            effect = force.effect(body, motion)
            if effect is None:
                continue
            inertias[j] = inertias[j] + effect.inertia
            betas[j] = betas[j] - effect.wrench
            kinetic += effect.kinetic_energy(kin.twists[j])
            potential += effect.potential
            for flow, power in effect.named_flows(name, kin.twists[j]).items():
                flows[flow] = flows.get(flow, 0) + power
            rates.append(checked_rates(effect.rates, memory, owner, f"force '{name}' on body '{body.name}'"))
    return Medium(inertias, betas, kinetic, potential, flows, ca.vertcat(ca.SX(0, 1), *rates))


def checked_rates(rates, memory: Memory, owner: tuple, who: str):
    """The rates of an owner's states, one for each."""
    if rates.numel() != memory.count(owner):
        raise InputError(f"{who} gives {rates.numel()} rates for {memory.count(owner)} memory states.")
    return rates


def machine_view(robot: Robot, kin: Kinematics) -> Machine:
    """What controllers may see of the whole machine."""
    relative = [kin.rotations[0].T @ R for R, body in zip(kin.rotations, robot.bodies, strict=True) if body.mass]
    yaw = ca.atan2(kin.rotations[0][1, 0], kin.rotations[0][0, 0])
    return Machine(centre_of_mass(robot, kin), yaw, [ca.atan2(R[1, 0], R[0, 0]) for R in relative])


def joint_actions(model: Model, symbols: Symbols, motion: dict, memory: Memory, kin, computed, state) -> dict[str, JointAction]:
    """What the law of every joint whose motion is computed does."""
    actions = {}
    signals = {name: s[0] for name, s in symbols.control_signals.items()}
    now = Instant(symbols.t, signals, machine_view(model.robot, kin))
    for joint in model.robot.moving_joints:
        if joint.mode == "driven":
            continue
        k, owner = computed.index(joint.name), ("joint", joint.name)
        target = motion.get(joint.name, (None, None, None))
        own = JointState(state["angles"][k], state["rates"][k], *target, memory.of(owner, state["memory"]))
        actions[joint.name] = model.joint_law(joint).act(joint, now, own)
        checked_rates(actions[joint.name].rates, memory, owner, f"the law of joint '{joint.name}'")
    return actions


def memory_rates(medium: Medium, actions: dict[str, JointAction]):
    """Rates of all memory states, in the order of ``declare_memory``."""
    return ca.vertcat(medium.rates, *(a.rates for a in actions.values()))


def solve_motion(robot: Robot, kin: Kinematics, medium: Medium, qdd: dict, actions: dict[str, JointAction]) -> HybridResult:
    """The hybrid model. Joints that command an acceleration count as driven; where their torque is limited, the torque found
    is cut off and the motion solved again with it.
    """
    commanded = {name: a.acceleration for name, a in actions.items() if a.acceleration is not None}
    torques = {name: a.torque for name, a in actions.items() if name not in commanded}
    result = hybrid_dynamics(robot, kin, medium.inertias, medium.betas, qdd | commanded, torques)
    if all(actions[name].limit is None for name in commanded):
        return result
    found = {name: result.torques[robot.joint_names.index(name)] for name in commanded}
    torques |= {name: saturated(torque, actions[name].limit) for name, torque in found.items()}
    return hybrid_dynamics(robot, kin, medium.inertias, medium.betas, qdd, torques)


def power_ledger(robot: Robot, kin: Kinematics, result: HybridResult, medium: Medium, actions: dict) -> dict[str, ca.SX]:
    """Powers whose integrals close the energy balance [W].

    ``motor`` flows in; ``motor_positive`` is its positive part joint by joint (not part of the balance);
    everything else flows out.
    """
    motor, positive, friction, flows = ca.SX(0), ca.SX(0), ca.SX(0), {}
    for k, (joint, j) in enumerate(zip(robot.moving_joints, robot.moving, strict=True)):
        rate = kin.rates[j]
        friction += joint.coulomb * ca.fabs(rate) + joint.viscous * rate**2
        action = actions.get(joint.name)
        if action is None or action.flows is None:
            power = result.torques[k] * rate
            motor += power
            positive += ca.fmax(power, 0)
        else:
            for name, power in action.flows.items():
                flows[name] = flows.get(name, 0) + power
    ledger = {"motor": motor, "motor_positive": positive}
    if any(j.coulomb or j.viscous for j in robot.moving_joints):
        ledger["joint_friction"] = friction
    return ledger | flows | medium.flows


# --- the state ------------------------------------------------------------------------------------------------------


def pack(layout: StateLayout, parts: dict):
    """The state vector from its parts; the pose is left out where the base is fixed."""
    return ca.vertcat(*(ca.densify(parts[name]) for name, s in layout.slices.items() if s.stop > s.start), ca.SX(0, 1))


def state_rate(robot, layout, state, twist, result, memory_rate, powers, computed):
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
            "memory": memory_rate,
            "works": ca.vertcat(*powers.values()),
        },
    )


def initial_state(model: Model, layout: StateLayout, symbols: Symbols, motion: dict) -> ca.Function:
    """x0(t, p, u): the start's numbers; computed joints begin on the gait unless the start says otherwise."""
    start, robot = model.start, model.robot
    angles = [ca.SX(start.angles.get(n, motion.get(n, (0, 0))[0])) for n in layout.joints]
    rates = [ca.SX(start.rates.get(n, motion.get(n, (0, 0))[1])) for n in layout.joints]
    x0 = pack(
        layout,
        {
            "position": ca.SX(ca.DM(start.position)),
            "quaternion": ca.SX(ca.DM(start.quaternion)),
            "twist": ca.SX(ca.DM([start.twist[k] for k in robot.freedoms])),
            "angles": ca.vertcat(ca.SX(0, 1), *angles),
            "rates": ca.vertcat(ca.SX(0, 1), *rates),
            "memory": ca.SX(ca.DM.zeros(len(layout.memory))),
            "works": ca.SX(ca.DM.zeros(len(layout.works))),
        },
    )
    return ca.Function("initial", [symbols.t, symbols.p, symbols.u], [ca.densify(x0)], ["t", "p", "u"], ["x0"])


def check_closed(args, xdot, y, model: Model) -> None:
    """No symbol is left over that is not an input of the graph."""
    known = {s.name() for a in args for s in ca.symvar(a)}
    loose = [s.name() for s in ca.symvar(ca.vertcat(xdot, y)) if s.name() not in known]
    if loose:
        raise InputError(
            f"model '{model.name}' uses the symbol '{loose[0]}' that is not declared. "
            "Free parameters are made by Model.freed(path) or by passing scenario(...).build(free=[...])."
        )
