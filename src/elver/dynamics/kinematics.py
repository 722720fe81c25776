"""Kinematics of the tree: transforms, poses, twists and the velocity products of the joints.

EEL (1)-(5), FLOAT (1), (7), (8), (11), MAV (1)-(5). Accelerations are time derivatives of body components
(docs/conventions.md), so ``zeta`` is the paper's (5)/(32) without ``w x v`` of the origin.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.pieces import content, piece
from elver.robot import Joint, Robot
from elver.spatial import (
    Screw,
    column,
    exact_cos_sin,
    matrix,
    rotation_x,
    rotation_z,
    screw,
    turned_z,
    velocity_product,
)


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


def joint_frame(joint: Joint, q) -> tuple:
    """Rotation iR_j and origin iP_j of the child's frame."""
    transform = joint_transform(joint, q)
    return transform.R, transform.P


def joint_transform(joint: Joint, q, turn: tuple | None = None) -> Screw:
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


def joint_axis(joint: Joint):
    """a_j = [0 0 sigma; 0 0 1 - sigma], the joint's twist per unit rate in the child frame. FLOAT below (10)."""
    return {
        "revolute": column([0, 0, 0, 0, 0, 1]),
        "prismatic": column([0, 0, 1, 0, 0, 0]),
        "fixed": ca.SX(6, 1),
    }[joint.type]


def geometry(joint: Joint) -> Hashable:
    """What decides a joint's frame, as a key."""
    return content((joint.type, joint.gamma, joint.b, joint.alpha, joint.d, joint.theta, joint.r, joint.place))


def next_body(joint: Joint, rotation, position, twist, q, qd, *turn) -> tuple:
    """Axis, transform, rotation, position, twist and zeta of a joint's child from the motion of its parent."""
    a, T = joint_axis(joint), joint_transform(joint, q, turn or None)  # (3)
    V = T @ twist + qd * a  # (4)
    return a, T.parts, rotation @ T.R, position + rotation @ T.P, V, velocity_product(V, qd * a)  # (5), body components


def forward_kinematics(robot: Robot, rotation, position, twist, q, qd) -> Kinematics:
    """Poses and twists of all bodies from the base's pose (wR_0, wP_0), its twist V_0 and the joint vectors q, qd."""
    bodies = [(None, None, rotation, position, twist, ca.SX(6, 1))]
    rates = [0]
    slot = {body: k for k, body in enumerate(robot.moving)}
    for j, joint in enumerate(robot.joints, start=1):
        q_j, qd_j = (q[slot[j]], qd[slot[j]]) if joint.moving else (0, 0)
        _, _, *motion, _ = bodies[robot.parents[j]]
        turn = piece("turn", exact_cos_sin, q_j) if joint.type == "revolute" else ()
        bodies.append(piece(("body", geometry(joint)), partial(next_body, joint), *motion, q_j, qd_j, *turn))
        rates.append(qd_j)
    axes, parts, rotations, positions, twists, zetas = zip(*bodies, strict=True)
    transforms = (None, *map(Screw, parts[1:]))
    return Kinematics(axes, transforms, rotations, positions, twists, zetas, tuple(rates))
