"""What acts on a robot at one state: couplings, media and joint laws; the hybrid model that follows; powers for the ledger."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import casadi as ca

from elver._support.errors import InputError, from_user, unknown_name
from elver.drive import CouplingAction, Instant, JointAction, JointState, Machine, saturated
from elver.drive.signals import observing
from elver.dynamics import centre_of_mass, closed_dynamics, hybrid_dynamics
from elver.dynamics.articulated import HybridResult
from elver.dynamics.kinematics import Kinematics, rigid_terms
from elver.dynamics.loops import LoopState
from elver.forces import Effect, Force, Motion, expression
from elver.forces.effect import GroupEffect, trait
from elver.model.layout import Field
from elver.model.model import Model
from elver.model.symbols import AuxiliaryStates, Symbols
from elver.robot import Body, Robot
from elver.symbolic.arrays import is_zero
from elver.symbolic.spatial import column, quaternion_rotation
from elver.symbolic.tracing import Identity, as_values, content, piece

if TYPE_CHECKING:
    from elver.robot.joints import Joint


@dataclass(frozen=True)
class _CouplingSum:
    """Sum of all couplings: torques by joint, energy [J], flows [W] by name, powers of motors [W], rates of states.

    parts: torques by coupling and joint.
    """

    torques: dict[str, ca.SX] = field(default_factory=dict)
    potential: ca.SX = field(default_factory=lambda: ca.SX(0))
    flows: dict[str, ca.SX] = field(default_factory=dict)
    motors: tuple = ()
    rates: ca.SX = field(default_factory=lambda: ca.SX(0, 1))
    parts: dict[str, dict[str, ca.SX]] = field(default_factory=dict)

    def vector(self, robot: Robot) -> ca.SX:
        """Torques on all moving joints, in the order of q."""
        return ca.vertcat(ca.SX(0, 1), *(self.torques.get(name, ca.SX(0)) for name in robot.joint_names))

    def added_to(self, medium: MediaSum) -> MediaSum:
        """A Medium with the energy, the flows and the motors of the couplings."""
        return replace(
            medium,
            potential=medium.potential + self.potential,
            flows={**medium.flows, **self.flows},
            motors=(*medium.motors, *self.motors),
        )


def act_of_couplings(
    model: Model, now: Instant, motion: dict, memory: AuxiliaryStates, joints: tuple[list[ca.SX], list[ca.SX]], z: ca.SX
) -> _CouplingSum:
    """What all couplings do. ``joints``: q and qd; z: the states of media, laws and couplings."""
    torques: dict[str, ca.SX] = {}
    flows: dict[str, ca.SX] = {}
    parts, potential, motors, rates = {}, ca.SX(0), [], []
    states = {
        name: JointState(angle, rate, *motion.get(name, (None, None, None)))
        for name, angle, rate in zip(model.robot.joint_names, *joints, strict=True)
    }
    for name, coupling in model.couplings.items():
        owner = ("coupling", name)
        seen = {j: replace(states[j], memory=memory.of(owner, z)) for j in coupling.joints(model.robot.joint_names)}
        action = _coupling_action(name, coupling, now, seen)
        if action.rates.numel() != memory.count(owner):
            raise InputError(f"coupling '{name}' gives {action.rates.numel()} rates for {memory.count(owner)} memory states.")
        parts[name] = dict(action.torques)
        for joint, torque in action.torques.items():
            torques[joint] = torques.get(joint, 0) + torque
        potential += action.potential
        flows |= {f"{name}.{part}": power for part, power in action.flows.items()}
        if not action.motor.is_zero():
            motors.append(action.motor)
        rates.append(action.rates)
    return _CouplingSum(torques, potential, flows, tuple(motors), ca.vertcat(ca.SX(0, 1), *rates), parts)


def _coupling_action(name: str, coupling: Any, now: Instant, joints: dict[str, JointState]) -> CouplingAction:
    """What a coupling returns, checked."""
    given = [part for j in joints.values() for part in (j.angle, j.rate, j.memory)]
    action = observing(f"coupling '{name}'", lambda seen: coupling.act(seen, joints), now, given)
    if not isinstance(action, CouplingAction):
        raise InputError(f"coupling '{name}' returns a {type(action).__name__}. Give an elver.drive.CouplingAction.")
    for joint in action.torques:
        if joint not in joints:
            raise unknown_name(f"joint of coupling '{name}':", joint, joints)
    return replace(
        action,
        torques={j: expression(f"torque of coupling '{name}' on '{j}'", v, (1, 1)) for j, v in action.torques.items()},
        potential=expression(f"potential of coupling '{name}'", action.potential, (1, 1)),
        flows={k: expression(f"flow '{k}' of coupling '{name}'", v, (1, 1)) for k, v in action.flows.items()},
        motor=expression(f"motor of coupling '{name}'", action.motor, (1, 1)),
        rates=expression(f"rates of coupling '{name}'", action.rates, None),
    )


def coupling_fields(coupled: _CouplingSum, names: Sequence[str]) -> list[tuple[Field, object]]:
    """What a run records of its couplings."""
    if not coupled.parts:
        return []
    rows = [part.get(name, ca.SX(0)) for part in coupled.parts.values() for name in names]
    return [(Field("coupling_torque", ("coupling", "joint"), "N m or N", "of every coupling on every joint"), ca.vertcat(*rows))]


# --- The mechanics of a model at one state: what media and joint laws do, the hybrid model that follows, and its powers.


def _free_action() -> JointAction:
    """Of a joint that a loop moves and nothing else acts on."""
    return JointAction(torque=ca.SX(0), flows={})


@dataclass(frozen=True)
class MediaSum:
    """Sum of all force models: per body the total inertia and beta; energies, flows [W] and rates of the medium's states.

    effects: what every force does to every body it acts on, by (name of the force, index of the body).
    motors: powers [W] that motors of their own bring in.
    couplings: added inertias between bodies, with the indices of these.
    """

    inertias: list
    betas: list
    effects: dict[tuple[str, int], Effect]
    kinetic: ca.SX
    potential: ca.SX
    flows: dict[str, ca.SX]
    rates: ca.SX
    motors: tuple = ()
    couplings: tuple[tuple[tuple[int, ...], ca.SX], ...] = ()


def base_pose(model: Model, state: dict) -> tuple[ca.SX, ca.SX, ca.SX]:
    """Rotation, position and full twist of the base; constants where the base is fixed."""
    robot = model.robot
    if not robot.freedoms:
        quaternion, position = ca.SX(ca.vertcat(*model.start.quaternion)), column(model.start.position)
        return ca.sparsify(quaternion_rotation(quaternion)), position, ca.SX(6, 1)
    twist = ca.SX(6, 1)
    twist[list(robot.freedoms)] = state["twist"]
    return quaternion_rotation(state["quaternion"]), state["position"], twist


def joint_vectors(
    robot: Robot, motion: dict, computed: list[str], state: dict
) -> tuple[list[ca.SX], list[ca.SX], dict[str, ca.SX]]:
    """q and qd of all moving joints, and the imposed accelerations of the driven ones by name.

    Joints that follow from loops have their guess here, and no rate.
    """
    q, qd, qdd = [], [], {}
    for joint in robot.moving_joints:
        if joint.name in robot.dependent:
            angle, rate = state["followers"][robot.dependent.index(joint.name)], ca.SX(0)
        elif joint.mode == "driven":
            angle, rate, qdd[joint.name] = as_values(*motion[joint.name])
        else:
            k = computed.index(joint.name)
            angle, rate = state["angles"][k], state["rates"][k]
        q.append(angle)
        qd.append(rate)
    return q, qd, qdd


def act_of_medium(
    robot: Robot,
    forces: Mapping[str, Force],
    kin: Kinematics,
    t: ca.SX,
    memory: AuxiliaryStates,
    z: ca.SX,
    commands: Mapping[str, tuple] | None = None,
) -> MediaSum:
    """Rigid terms plus the effect of every force on every body. ``commands``: what the gait gives to forces, by name."""
    inertias, betas = rigid_terms(robot, kin)
    kinetic, potential, rates, effects = ca.SX(0), ca.SX(0), [], {}
    flows: dict[str, ca.SX] = {}
    couplings = []
    for name, given in forces.items():
        force = trait(given, "within")(robot, forces)
        if hasattr(force, "members"):
            members = tuple(robot.body_names.index(one) for one in force.members)
            group = _act_on_group(name, force, robot, members, kin, t, memory, z, commands or {})
            couplings.append((members, group.coupling))
            for j, effect in zip(members, group.effects, strict=True):
                effects[name, j] = effect
                inertias[j], betas[j] = inertias[j] + effect.inertia, betas[j] - effect.wrench
                kinetic, potential = kinetic + effect.kinetic_energy(kin.twists[j]), potential + effect.potential
                for flow, power in effect.named_flows(name, kin.twists[j]).items():
                    flows[flow] = flows[flow] + power if flow in flows else power
                owner = ("force", name, j)
                rates.append(_checked_rates(effect.rates, memory, owner, f"force '{name}' on '{robot.body_names[j]}'"))
            continue
        for j, body in enumerate(robot.bodies):
            owner = ("force", name, j)
            moment = (t, kin.rotations[j], kin.positions[j], kin.twists[j], memory.of(owner, z))
            write = partial(_act_on_body, name, force, body, commands or {})
            acted = piece(("force", name, *_read_by(force, body)), write, *moment, inertias[j], betas[j], kinetic, potential)
            if acted is None:
                if memory.count(owner):
                    raise InputError(
                        f"force '{name}' has memory on body '{body.name}' but no effect there. Return an Effect with rates."
                    )
                continue
            effects[name, j], inertias[j], betas[j], kinetic, potential, named = acted
            for flow, power in named.items():
                flows[flow] = piece("sum", operator.add, flows[flow], power) if flow in flows else power
            rates.append(_checked_rates(effects[name, j].rates, memory, owner, f"force '{name}' on body '{body.name}'"))
    acting = {name for name, _ in effects}
    for name in forces:
        if name not in acting:
            if isinstance(named := trait(forces[name], "body"), str) and named not in robot.body_names:
                raise unknown_name(f"body of force '{name}':", named, robot.body_names)
            raise InputError(
                f"force '{name}' acts on no body of '{robot.name}'. Strip forces need bodies with a slender shape "
                "(a cylinder, rod, ellipsoid) or a strip, wing forces bodies with a blade; leave the force out if that is meant."
            )
    motors = tuple(effect.motor for effect in effects.values() if not effect.motor.is_zero())
    return MediaSum(
        inertias, betas, effects, kinetic, potential, flows, ca.vertcat(ca.SX(0, 1), *rates), motors, tuple(couplings)
    )


def _act_on_group(
    name: str,
    force: Any,
    robot: Robot,
    members: Sequence[int],
    kin: Kinematics,
    t: ca.SX,
    memory: AuxiliaryStates,
    z: ca.SX,
    commands: Mapping[str, tuple],
) -> GroupEffect:
    """What a law over several bodies at once does to them, checked."""
    motions = [
        Motion(t, kin.rotations[j], kin.positions[j], kin.twists[j], memory.of(("force", name, j), z), commands) for j in members
    ]
    bodies = [robot.bodies[j] for j in members]
    group = from_user(f"force '{name}'", force.effects, bodies, motions)
    if not isinstance(group, GroupEffect) or len(group.effects) != len(members):
        raise InputError(f"force '{name}' acts on several bodies at once and does not give one effect for each of them.")
    return group


def _read_by(force: Force, body: Body) -> tuple:
    """What of a body decides the effect of a force, as a key; the body itself where the force does not say.

    What a class says of itself does not hold for classes made from it, which may look at more.
    """
    reads = trait(force, "reads") if "reads" in vars(type(force)) else None
    return (Identity(body),) if reads is None else tuple(content(getattr(body, name)) for name in reads)


def _act_on_body(
    name: str,
    force: Force,
    body: Body,
    commands: Mapping[str, tuple[ca.SX, ca.SX, ca.SX]],
    t: ca.SX,
    R: ca.SX,
    P: ca.SX,
    V: ca.SX,
    memory: ca.SX,
    *sums: ca.SX,
) -> tuple[Effect, ca.SX, ca.SX, ca.SX, ca.SX, dict[str, ca.SX]] | None:
    """Effect of a force on a body; with it ``sums``, the body's inertia and beta and the energies; its powers by name."""
    inertia, beta, kinetic, potential = sums
    effect = _effect_of(name, force, body, Motion(t, R, P, V, memory, commands))
    if effect is None:
        return None
    terms, energies = (inertia + effect.inertia, beta - effect.wrench), (effect.kinetic_energy(V), effect.potential)
    return effect, *terms, kinetic + energies[0], potential + energies[1], dict(effect.named_flows(name, V))


def _effect_of(name: str, force: Any, body: Body, motion: Motion) -> Effect | None:
    """What a force model returns for a body, checked."""
    effect = from_user(f"force '{name}' on body '{body.name}'", force.effect, body, motion)
    if effect is not None and not isinstance(effect, Effect):
        raise InputError(
            f"force '{name}' returns a {type(effect).__name__}. Give an elver.forces.Effect, or None where it does not act."
        )
    return effect


def _checked_rates(rates: ca.SX, memory: AuxiliaryStates, owner: tuple, who: str) -> ca.SX:
    """The rates of an owner's states, one for each."""
    if rates.numel() != memory.count(owner):
        raise InputError(f"{who} gives {rates.numel()} rates for {memory.count(owner)} memory states.")
    return rates


def machine_view(robot: Robot, kin: Kinematics) -> Machine:
    """What controllers may see of the whole machine."""
    yaw = ca.atan2(kin.rotations[0][1, 0], kin.rotations[0][0, 0])
    ahead = [R[:, 0] for body, R in zip(robot.bodies, kin.rotations, strict=True) if not body.virtual]
    forward, up = sum(ahead, ca.SX(3, 1)) / max(len(ahead), 1), kin.rotations[0][:, 2]
    centre, yaw, forward, up = as_values(centre_of_mass(robot, kin), yaw, forward, up)
    return Machine(centre, yaw, _relative_yaws(robot, kin), forward, up)


def _relative_yaws(robot: Robot, kin: Kinematics) -> list:
    """Yaw of every body with mass from the base's [rad], summed from neighbour to neighbour.

    Each summand lies within +-pi, so that a sum goes on beyond pi where a machine curls up: it jumps only where two neighbours
    point in opposite directions.
    """
    found = {
        0: (ca.SX([1.0, 0.0]), ca.SX(0))
    }  # where a body's x axis points in the plane of the base, not of unit length; its yaw
    for j, body in enumerate(robot.bodies):
        if j == 0 or body.virtual:
            continue
        before = robot.parents[j]
        while before not in found:  # bodies without mass stand between the two axes of a joint; their own yaw means nothing
            before = robot.parents[before]
        found[j] = piece("yaw", _next_yaw, kin.rotations[0], kin.rotations[j], *found[before])
    return [found[j][1] for j, body in enumerate(robot.bodies) if not body.virtual]


def _next_yaw(base: ca.SX, R: ca.SX, axis_before: ca.SX, yaw_before: ca.SX) -> tuple:
    """Where a body's x axis points in the plane of the base, and its yaw, from those of the body before it."""
    axis = (base.T @ R[:, 0])[:2]
    c, s = axis_before[0], axis_before[1]
    return axis, yaw_before + ca.atan2(c * axis[1] - s * axis[0], c * axis[0] + s * axis[1])


def instant(model: Model, symbols: Symbols, motion: dict, kin: Kinematics) -> Instant:
    """What joint laws and couplings see of the moment and of the machine."""
    signals = {name: s[0] for name, s in symbols.control_signals.items()}
    return Instant(symbols.t, signals, machine_view(model.robot, kin), _commands_of(model, motion))


def _commands_of(model: Model, motion: dict) -> dict[str, tuple]:
    """What the gait gives to things that are no joints."""
    return {name: motion[name] for name in model.commands if name in motion}


def joint_actions(
    model: Model, now: Instant, motion: dict, memory: AuxiliaryStates, joints: tuple[list[ca.SX], list[ca.SX]], z: ca.SX
) -> dict[str, JointAction]:
    """What the law of every joint whose motion is computed does. ``joints``: q and qd; z: the states of the laws."""
    actions, common = {}, model.common_laws
    for joint, angle, rate in zip(model.robot.moving_joints, *joints, strict=True):
        if joint.mode == "driven":
            continue
        law, owner = model.joint_law(joint), ("joint", joint.name)
        target, target_rate, target_acceleration = motion.get(joint.name, (None, None, None))
        shared = next((memory.of(("law", name), z) for name, one in common.items() if one is law), ca.SX(0, 1))
        own = JointState(angle, rate, target, target_rate, target_acceleration, memory.of(owner, z), shared)
        actions[joint.name] = _free_action() if law is None else _action_of(law, joint, now, own)
        _checked_rates(actions[joint.name].rates, memory, owner, f"the law of joint '{joint.name}'")
    return actions


def common_rates(model: Model, now: Instant, memory: AuxiliaryStates, z: ca.SX) -> ca.SX:
    """Rates of the states that laws have once for all their joints."""
    rates = [ca.SX(0, 1)]
    for name, law in model.common_laws.items():
        owner, what = ("law", name), f"common_rates of the law '{name}'"
        states = memory.of(owner, z)
        act = lambda seen, law=law, states=states: law.common_rates(seen, states)  # noqa: E731
        found = expression(what, observing(what, act, now, [states]), None)
        rates.append(_checked_rates(found, memory, owner, f"the law '{name}'"))
    return ca.vertcat(*rates)


def _action_of(law: Any, joint: Joint, now: Instant, state: JointState) -> JointAction:
    """What a joint's law returns, checked."""
    given = (
        state.angle, state.rate, state.target, state.target_rate, state.target_acceleration, state.memory, state.common
    )  # fmt: skip
    what = f"the law of joint '{joint.name}'"
    action = observing(what, lambda seen: law.act(joint, seen, state), now, given)
    if not isinstance(action, JointAction):
        raise InputError(f"the law of joint '{joint.name}' returns a {type(action).__name__}. Give an elver.drive.JointAction.")
    if (action.torque is None) == (action.acceleration is None):
        raise InputError(f"the law of joint '{joint.name}' must give a torque or an acceleration, and not both.")
    commanded = {"torque": action.torque, "acceleration": action.acceleration}
    scalars = {k: expression(f"{k} of joint '{joint.name}'", v, (1, 1)) for k, v in commanded.items() if v is not None}
    return replace(action, rates=expression(f"rates of joint '{joint.name}'", action.rates, None), **scalars)


def _check_followers(robot: Robot, actions: dict[str, JointAction]) -> None:
    """A joint that follows from a loop can be given a torque, not an acceleration."""
    for name in robot.dependent:
        if actions[name].torque is None:
            raise InputError(
                f"the law of joint '{name}' commands an acceleration, but the joint follows from a loop. "
                "Use a PD, or command the independent joints."
            )


def memory_rates(
    medium: MediaSum, actions: dict[str, JointAction], common: ca.SX, coupled: _CouplingSum, symbols: Symbols
) -> ca.SX:
    """Rates of all memory states, in the order of ``declare_memory``."""
    return ca.vertcat(medium.rates, *(a.rates for a in actions.values()), common, coupled.rates, symbols.rates)


def solve_motion(
    robot: Robot,
    kin: Kinematics,
    medium: MediaSum,
    qdd: dict,
    actions: dict[str, JointAction],
    loops: LoopState | None,
    coupled: _CouplingSum,
) -> HybridResult:
    """The hybrid model, closed where the robot has loops. Joints that command an acceleration count as driven; where their
    torque is limited, the torque found is cut off and the motion solved again with it. Torques given and found are those of the
    joints' laws and drives; the couplings' come on top.
    """

    def solve(accelerations: Mapping[str, ca.SX], torques: Mapping[str, ca.SX]) -> HybridResult:
        torques = {name: torque + coupled.torques.get(name, 0) for name, torque in torques.items()}
        if loops is None:
            found = hybrid_dynamics(robot, kin, medium.inertias, medium.betas, accelerations, torques)
            found = _coupled(robot, kin, medium, found, torques)
        elif medium.couplings:
            raise InputError(f"robot '{robot.name}' has loops, and hulls that feel each other through the water. Open the loops.")
        else:
            found = closed_dynamics(robot, loops, kin, medium.inertias, medium.betas, accelerations, torques)
        if not coupled.torques:
            return found
        return replace(found, torques=found.torques - coupled.vector(robot))

    _check_followers(robot, actions)
    commanded = {name: a.acceleration for name, a in actions.items() if a.acceleration is not None}
    torques = {name: a.torque for name, a in actions.items() if name not in commanded}
    result = solve(qdd | commanded, torques)
    if all(actions[name].limit is None for name in commanded):
        return result
    found = {name: result.torques[robot.joint_names.index(name)] for name in commanded}
    torques |= {name: saturated(torque, actions[name].limit) for name, torque in found.items()}
    return solve(qdd, torques)


def _coupled(robot: Robot, kin: Kinematics, medium: MediaSum, alone: HybridResult, torques: Mapping[str, ca.SX]) -> HybridResult:
    """The motion with added inertias A between bodies, from that without them (``alone``), by Woodbury's formula.

    The bodies press on each other with w = -A a, and their accelerations a are affine in w, a = a0 + L w: columns of L are
    the answers of the machine at rest to wrenches of one unit. So (1 + L A) a = a0, with all couplings of the machine in one A.
    """
    size = 6 * len(robot.bodies)
    A = ca.SX(size, size)
    for members, own in medium.couplings:
        rows = [6 * j + c for j in members for c in range(6)]
        A[rows, rows] = A[rows, rows] + own
    A = ca.sparsify(A)
    places = [k for k in range(size) if A[k, :].nnz() or A[:, k].nnz()]
    if not places:
        return alone
    still = replace(
        kin, zetas=tuple(ca.SX(6, 1) for _ in kin.zetas), rates=tuple(0 if is_zero(r) else ca.SX(0) for r in kin.rates)
    )
    answers = []
    for k in places:
        betas = [ca.SX(6, 1) for _ in robot.bodies]
        betas[k // 6][k % 6] = -1
        answers.append(hybrid_dynamics(robot, still, medium.inertias, betas, {}, dict.fromkeys(torques, ca.SX(0))))

    def moved(result: HybridResult) -> ca.SX:
        return ca.vertcat(*(result.accelerations[k // 6][k % 6] for k in places))

    L, A = ca.horzcat(*map(moved, answers)), A[places, places]
    pressed = -(A @ ca.solve(ca.SX.eye(len(places)) + L @ A, ca.densify(moved(alone))))
    return _plus(alone, answers, pressed)


def _plus(result: HybridResult, answers: Sequence[HybridResult], weights: ca.SX) -> HybridResult:
    """A motion and weighted others."""

    def sums(name: str) -> Any:
        whole, parts = getattr(result, name), [getattr(one, name) for one in answers]
        if isinstance(whole, tuple):
            return tuple(w + sum(weights[i] * p[j] for i, p in enumerate(parts)) for j, w in enumerate(whole))
        return whole + sum(weights[i] * p for i, p in enumerate(parts))

    names = ("base_acceleration", "torques", "joint_accelerations", "accelerations", "wrenches")
    return HybridResult(**{name: sums(name) for name in names})


def power_ledger(robot: Robot, kin: Kinematics, result: HybridResult, medium: MediaSum, actions: dict) -> dict[str, ca.SX]:
    """Powers whose integrals close the energy balance [W].

    ``motor`` flows in; ``motor_positive`` is its positive part joint by joint (not part of the balance);
    everything else flows out.
    """
    ledger = {"motor": ca.SX(0), "motor_positive": ca.SX(0)}
    for k, (joint, j) in enumerate(zip(robot.moving_joints, robot.moving, strict=True)):
        action = actions.get(joint.name)
        if action is None or action.flows is None:
            power = result.torques[k] * kin.rates[j]
            ledger["motor"] += power
            ledger["motor_positive"] += ca.fmax(power, 0)
    for power in medium.motors:
        ledger["motor"] += power
        ledger["motor_positive"] += ca.fmax(power, 0)
    for name, power in (*joint_flows(robot, kin, actions).items(), *medium.flows.items()):
        if name in ledger:
            raise InputError(f"the flow '{name}' of the energy ledger has two sources. Give the force or law another name.")
        ledger[name] = power
    return ledger


def joint_flows(robot: Robot, kin: Kinematics, actions: dict[str, JointAction]) -> dict[str, ca.SX]:
    """Powers that joints take from the machine [W]: friction, and what the laws of passive joints dissipate."""
    flows: dict[str, ca.SX] = {}
    if any(not (is_zero(j.coulomb) and is_zero(j.viscous)) for j in robot.moving_joints):
        rates = [(joint, kin.rates[j]) for joint, j in zip(robot.moving_joints, robot.moving, strict=True)]
        flows["joint_friction"] = sum(joint.coulomb * ca.fabs(r) + joint.viscous * r**2 for joint, r in rates)
    for action in actions.values():
        for name, power in (action.flows or {}).items():
            flows[name] = flows.get(name, 0) + power
    return flows
