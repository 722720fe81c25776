"""What the couplings of a model do at one state: torques on joints, energy stored and lost, power of their motors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import casadi as ca

from elver.drive import CouplingAction, Instant, JointState
from elver.drive.looking import looking
from elver.equations.inputs import Memory
from elver.equations.layout import Field
from elver.equations.model import Model
from elver.errors import InputError, unknown_name
from elver.forces import expression
from elver.robot import Robot


@dataclass(frozen=True)
class Coupled:
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

    def added_to(self, medium):
        """A Medium with the energy, the flows and the motors of the couplings."""
        return replace(
            medium,
            potential=medium.potential + self.potential,
            flows={**medium.flows, **self.flows},
            motors=(*medium.motors, *self.motors),
        )


def act_of_couplings(model: Model, now: Instant, motion: dict, memory: Memory, joints, z) -> Coupled:
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
        action = action_of(name, coupling, now, seen)
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
    return Coupled(torques, potential, flows, tuple(motors), ca.vertcat(ca.SX(0, 1), *rates), parts)


def action_of(name: str, coupling, now: Instant, joints: dict[str, JointState]) -> CouplingAction:
    """What a coupling returns, checked."""
    given = [part for j in joints.values() for part in (j.angle, j.rate, j.memory)]
    action = looking(f"coupling '{name}'", lambda seen: coupling.act(seen, joints), now, given)
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


def coupling_fields(coupled: Coupled, names: Sequence[str]) -> list[tuple[Field, object]]:
    """What a run records of its couplings."""
    if not coupled.parts:
        return []
    rows = [part.get(name, ca.SX(0)) for part in coupled.parts.values() for name in names]
    return [(Field("coupling_torque", ("coupling", "joint"), "N m or N", "of every coupling on every joint"), ca.vertcat(*rows))]
