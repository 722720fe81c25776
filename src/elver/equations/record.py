"""What a run records: fields with dimensions and units, and the graph that computes them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Protocol

import casadi as ca

from elver.dynamics import centre_of_mass, kinetic_energy, momentum, rigid_terms, rotor_energy
from elver.equations.layout import COMPONENTS, Field
from elver.errors import InputError, unknown_name
from elver.pieces import piece
from elver.robot import Robot

ON_DEMAND = ("body_force",)  # quantities that are recorded where a model asks for them: they make its runs larger


class Figure(Protocol):
    """What a model's own figures have (``elver.results.Measure``): key, unit, meaning, ``of(data)`` and ``expression``."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def meaning(self) -> str: ...
    @property
    def of(self) -> Callable: ...
    @property
    def expression(self) -> Callable | None: ...


def coordinates(
    robot: Robot, flows: tuple[str, ...], forces: tuple[str, ...], couplings: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    """Labels along every dimension of the outputs."""
    return {
        "axis": ("x", "y", "z"),
        "component": COMPONENTS,
        "row": ("x", "y", "z"),
        "joint": robot.joint_names,
        "body": robot.body_names,
        "flow": flows,
        "force": forces,
        "coupling": couplings,
        "loop": tuple(loop.name for loop in robot.loops),
    }


def recorded(model, kin, result, medium, actions, powers, works, joints, base, further):
    """Fields and the stacked output vector, row-major within each field. ``further``: those of the loops and couplings."""
    robot = model.robot
    (q, qd), (rotation, position, twist) = joints, base
    rigid, _ = rigid_terms(robot, kin)
    torques = result.torques
    elastic = sum((ca.SX(a.potential) for a in actions.values()), ca.SX(0))
    rates = ca.vertcat(*qd) if qd else ca.SX(0, 1)
    wrenches = [result.wrenches[j] for j in robot.moving]
    table = [
        (Field("base_position", ("axis",), "m", "origin of the base frame, world"), position),
        (Field("base_rotation", ("axis", "row"), "1", "world from base"), row_major(rotation)),
        (Field("base_twist", ("component",), "m/s, rad/s", "velocity of the base, base frame"), twist),
        (Field("base_velocity", ("axis",), "m/s", "velocity of the base's origin, world"), rotation @ twist[:3]),
        (Field("base_acceleration", ("component",), "m/s^2, rad/s^2", "d/dt of base_twist"), result.base_acceleration),
        (Field("joint_position", ("joint",), "rad or m", "joint variable"), ca.vertcat(ca.SX(0, 1), *q)),
        (Field("joint_velocity", ("joint",), "rad/s or m/s", "joint rate"), rates),
        (Field("joint_acceleration", ("joint",), "rad/s^2 or m/s^2", "joint acceleration"), result.joint_accelerations),
        (Field("joint_torque", ("joint",), "N m or N", "torque or force of the joint's drive or spring"), torques),
        (Field("joint_power", ("joint",), "W", "torque times rate"), torques * rates),
        (Field("joint_wrench", ("joint", "component"), "N, N m", "wrench of the parent on the child, child frame"),
         ca.vertcat(ca.SX(0, 1), *wrenches)),
        (Field("body_position", ("body", "axis"), "m", "origin of the body frame, world"), ca.vertcat(*kin.positions)),
        (Field("body_rotation", ("body", "axis", "row"), "1", "world from body"), ca.vertcat(*map(row_major, kin.rotations))),
        (Field("body_twist", ("body", "component"), "m/s, rad/s", "velocity of the body, body frame"), ca.vertcat(*kin.twists)),
        (Field("com_position", ("axis",), "m", "centre of mass, world"), centre_of_mass(robot, kin)),
        (Field("momentum", ("component",), "N s, N m s", "of the bodies, world, about its origin"), momentum(rigid, kin)),
        (Field("kinetic_energy", (), "J", "of bodies and rotors"), kinetic_energy(rigid, kin.twists) + rotor_energy(robot, kin)),
        (Field("medium_energy", (), "J", "kinetic energy of the moved medium"), medium.kinetic),
        (Field("potential_energy", (), "J", "of gravity, buoyancy and springs"), medium.potential + elastic),
        (Field("power", ("flow",), "W", "motor: into the machine; all others: out of it"), ca.vertcat(*powers.values())),
        (Field("work", ("flow",), "J", "integral of power since the start"), works),
        *further,
    ]  # fmt: skip
    if model.media:
        on_bodies = body_forces(kin, medium, result)
        meaning = "sum over the bodies of what every force does to them, added mass included, world"
        table.append((Field("medium_force", ("force", "axis"), "N", meaning), medium_force(model, on_bodies)))
        if "body_force" in model.records:
            meaning = "what every force does to every body, added mass included, world"
            table.append((Field("body_force", ("force", "body", "axis"), "N", meaning), stacked_forces(model, on_bodies)))
    return tuple(f for f, _ in table), ca.vertcat(*(ca.densify(e) for _, e in table))


def check_recorded(name: str, measures, records) -> None:
    """Refuse measures of a model that are none, and quantities to record that nobody knows."""
    if not isinstance(measures, tuple) or not all(callable(getattr(m, "of", None)) for m in measures):
        raise InputError(f"measures of model '{name}' must be a tuple of elver.Measure(name, unit, meaning, of).")
    if len({m.name for m in measures}) < len(measures):
        raise InputError(f"model '{name}' has two measures of the same name. Give every one a name of its own.")
    for one in (records,) if isinstance(records, str) else records:
        if one not in ON_DEMAND:
            raise unknown_name("quantity that is recorded on demand:", one, ON_DEMAND)


def body_forces(kin, medium, result) -> dict[tuple[str, int], ca.SX]:
    """Force on every body that a force model acts on [N, world]: wrench less added inertia times acceleration.

    By name of the force and index of the body.
    """
    return {
        (name, j): piece("force", force_on_body, effect.wrench, effect.inertia, result.accelerations[j], kin.rotations[j])
        for (name, j), effect in medium.effects.items()
    }


def force_on_body(wrench, inertia, acceleration, R):
    """Force on a body [N, world]."""
    return R @ (wrench - inertia @ acceleration)[:3]


def medium_force(model, on_bodies: dict[tuple[str, int], ca.SX]):
    """For every force model the total force on the machine [N, world]."""
    totals = {name: ca.SX(3, 1) for name in model.media}
    for (name, _), force in on_bodies.items():
        totals[name] = piece("sum", operator.add, totals[name], force)
    return ca.vertcat(*(ca.densify(f) for f in totals.values()))


def stacked_forces(model, on_bodies: dict[tuple[str, int], ca.SX]):
    """The force of every force model on every body, force after force; zero where it does not act."""
    pairs = [(name, j) for name in model.media for j in range(len(model.robot.bodies))]
    return ca.vertcat(*(ca.densify(on_bodies.get(pair, ca.SX(3, 1))) for pair in pairs))


def row_major(R):
    """Entries of a matrix row by row, as one column."""
    return ca.vec(ca.densify(R).T)
