"""Kinematics of the tree: transforms, poses, twists and the velocity products of the joints.

EEL (1)-(5), FLOAT (1), (7), (8), (11), MAV (1)-(5). Accelerations are time derivatives of body components
(docs/conventions.md), so ``zeta`` is the paper's (5)/(32) without ``w x v`` of the origin.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.robot import Body, Joint, Robot
from elver.symbolic.spatial import (
    Screw,
    column,
    cross,
    exact_cos_sin,
    matrix,
    momentum_bias,
    rigid_inertia,
    rotation_x,
    rotation_z,
    screw,
    turned_z,
    velocity_product,
)
from elver.symbolic.tracing import content, piece


@dataclass(frozen=True)
class Kinematics:
    """Motion of every body, indexed like ``robot.bodies``; entry 0 is the base.

    axes: a_j, 6x1, joint axis in the child frame.          transforms: jT_i, twists of the parent to the child.
    rotations: wR_j.    positions: wP_j [m].                twists: V_j [m/s; rad/s], body frame.
    zetas: velocity part of the acceleration, body frame.   rates: qd_j, 0 for the base and fixed joints.
    """

    axes: tuple
    transforms: tuple
    rotations: tuple
    positions: tuple
    twists: tuple
    zetas: tuple
    rates: tuple


def joint_frame(joint: Joint, q: float | ca.SX) -> tuple:
    """Rotation iR_j and origin iP_j of the child's frame."""
    transform = _joint_transform(joint, q)
    return transform.R, transform.P


def _joint_transform(joint: Joint, q: float | ca.SX, turn: tuple | None = None) -> Screw:
    """jT_i of EEL (3), from the child's frame: Place Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r). FLOAT (1).

    turn: cosine and sine of q, where they are known.
    """
    rotary = rotation_z(joint.theta)
    if joint.type == "revolute":
        rotary = (rotation_z(q) if turn is None else turned_z(*turn)) @ rotary  # theta_j = q_j + q0_j   EEL (1)
    slide = joint.r + q if joint.type == "prismatic" else joint.r
    to_axis = rotation_z(joint.gamma) @ rotation_x(joint.alpha)
    P = column([0, 0, joint.b]) + to_axis @ column([joint.d, 0, slide])
    if joint.place is not None:
        turn = matrix(joint.place.rotation)
        to_axis, P = turn @ to_axis, column(joint.place.position) + turn @ P
    renames = to_axis.nnz() == 3
    return Screw(ca.horzcat(to_axis, rotary, P)) if renames else screw(to_axis @ rotary, P)


def _joint_axis(joint: Joint) -> ca.SX:
    """a_j = [0 0 sigma; 0 0 1 - sigma], the joint's twist per unit rate in the child frame. FLOAT below (10)."""
    return {
        "revolute": column([0, 0, 0, 0, 0, 1]),
        "prismatic": column([0, 0, 1, 0, 0, 0]),
        "fixed": ca.SX(6, 1),
    }[joint.type]


def _geometry(joint: Joint) -> Hashable:
    """What decides a joint's frame, as a key."""
    return content((joint.type, joint.gamma, joint.b, joint.alpha, joint.d, joint.theta, joint.r, joint.place))


def _next_body(joint: Joint, rotation: ca.SX, position: ca.SX, twist: ca.SX, q: ca.SX, qd: ca.SX, *turn: ca.SX) -> tuple:
    """Axis, transform, rotation, position, twist and zeta of a joint's child from the motion of its parent."""
    a, T = _joint_axis(joint), _joint_transform(joint, q, turn or None)  # (3)
    V = T @ twist + qd * a  # (4)
    return a, T.parts, rotation @ T.R, position + rotation @ T.P, V, velocity_product(V, qd * a)  # (5), body components


def forward_kinematics(
    robot: Robot, rotation: ca.SX, position: ca.SX, twist: ca.SX, q: ca.SX | Sequence[ca.SX], qd: ca.SX | Sequence[ca.SX]
) -> Kinematics:
    """Poses and twists of all bodies from the base's pose (wR_0, wP_0), its twist V_0 and the joint vectors q, qd."""
    bodies = [(None, None, rotation, position, twist, ca.SX(6, 1))]
    rates = [0]
    slot = {body: k for k, body in enumerate(robot.moving)}
    for j, joint in enumerate(robot.joints, start=1):
        q_j, qd_j = (q[slot[j]], qd[slot[j]]) if joint.moving else (0, 0)
        _, _, *motion, _ = bodies[robot.parents[j]]
        turn = piece("turn", exact_cos_sin, q_j) if joint.type == "revolute" else ()
        bodies.append(piece(("body", _geometry(joint)), partial(_next_body, joint), *motion, q_j, qd_j, *turn))
        rates.append(qd_j)
    axes, parts, rotations, positions, twists, zetas = zip(*bodies, strict=True)
    transforms = (None, *map(Screw, parts[1:]))
    return Kinematics(axes, transforms, rotations, positions, twists, zetas, tuple(rates))


# --- Kinetic energy, momentum and centre of mass of the tree.


def rigid_terms(robot: Robot, kin: Kinematics) -> tuple[list, list]:
    """Per body the rigid 6x6 inertia J_j (EEL (16)) and its velocity term (MAV (8)), without any medium."""
    found = [piece(("rigid", _weight(b)), partial(_rigid_term, b), V) for b, V in zip(robot.bodies, kin.twists, strict=True)]
    return [J for J, _ in found], [bias for _, bias in found]


def _weight(body: Body) -> Hashable:
    """What decides a body's inertia, as a key."""
    return content((body.mass, body.first_moments, body.inertia))


def _rigid_term(body: Body, twist: ca.SX) -> tuple:
    """6x6 inertia of a body and its velocity term."""
    inertia = rigid_inertia(body.mass, body.first_moments, body.inertia)
    return inertia, momentum_bias(inertia, twist)


def kinetic_energy(inertias: Sequence[ca.SX], twists: Sequence[ca.SX]) -> ca.SX:
    """Sum of V^T J V / 2 [J]."""
    return _total(0, ("kinetic",), lambda J, V: 0.5 * V.T @ J @ V, zip(inertias, twists, strict=True))


def _total(start: float | ca.SX, key: tuple, summand: Callable, arguments: Iterable[tuple]) -> ca.SX:
    """Sum of what bodies contribute, added up body by body."""
    found = ca.SX(start)
    for given in arguments:
        found = piece(key, lambda so_far, *own: so_far + summand(*own), found, *given)
    return found


def rotor_energy(robot: Robot, kin: Kinematics) -> ca.SX:
    """Sum of Ia qd^2 / 2 [J], the energy of the drives' rotors."""
    return sum((0.5 * robot.joints[j - 1].rotor * kin.rates[j] ** 2 for j in robot.moving), ca.SX(0))


def centre_of_mass(robot: Robot, kin: Kinematics) -> ca.SX:
    """Centre of mass in the world [m]."""
    moments = ca.SX(3, 1)
    for b, R, P in zip(robot.bodies, kin.rotations, kin.positions, strict=True):
        moments = piece(("moments", _weight(b)), partial(_with_moments, b), moments, R, P)
    return moments / robot.mass


def _with_moments(body: Body, moments: ca.SX, R: ca.SX, P: ca.SX) -> ca.SX:
    """First moments in the world with those of one body more [kg m]."""
    return moments + body.mass * P + R @ column(body.first_moments)


def momentum(inertias: Sequence[ca.SX], kin: Kinematics) -> ca.SX:
    """Total momentum [p; L] in the world, moment about the world's origin [N s; N m s]."""
    return _total(
        ca.SX(6, 1), ("momentum",), _world_momentum, zip(inertias, kin.twists, kin.rotations, kin.positions, strict=True)
    )


def _world_momentum(J: ca.SX, V: ca.SX, R: ca.SX, P: ca.SX) -> ca.SX:
    """Momentum of one body in the world."""
    h = J @ V
    p = R @ h[:3]
    return ca.vertcat(p, R @ h[3:] + cross(P, p))
