"""Kinematics of the tree: transforms, poses, twists and the velocity products of the joints.

EEL (1)-(5), FLOAT (1), (7), (8), (11), MAV (1)-(5). Accelerations are time derivatives of body components
(docs/conventions.md), so ``zeta`` is the paper's (5)/(32) without ``w x v`` of the origin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.robot import Joint, Robot
from elver.spatial import (
    Screw,
    column,
    matrix,
    rotation_x,
    rotation_z,
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


def joint_transform(joint: Joint, q) -> Screw:
    """jT_i of EEL (3), from the child's frame: Place Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r). FLOAT (1)."""
    rotary = rotation_z(joint.theta)
    if joint.type == "revolute":
        rotary = rotation_z(q) @ rotary  # theta_j = q_j + q0_j   EEL (1)
    slide = joint.r + q if joint.type == "prismatic" else joint.r
    to_axis = rotation_z(joint.gamma) @ rotation_x(joint.alpha)
    P = column([0, 0, joint.b]) + to_axis @ column([joint.d, 0, slide])
    if joint.place is not None:
        turn = matrix(joint.place.rotation)
        to_axis, P = turn @ to_axis, column(joint.place.position) + turn @ P
    R = to_axis @ rotary
    return Screw(R, P, (to_axis, rotary) if to_axis.nnz() == 3 else (R,))  # where the axes only change their names


def joint_axis(joint: Joint):
    """a_j = [0 0 sigma; 0 0 1 - sigma], the joint's twist per unit rate in the child frame. FLOAT below (10)."""
    return {
        "revolute": column([0, 0, 0, 0, 0, 1]),
        "prismatic": column([0, 0, 1, 0, 0, 0]),
        "fixed": ca.SX(6, 1),
    }[joint.type]


def forward_kinematics(robot: Robot, rotation, position, twist, q, qd) -> Kinematics:
    """Poses and twists of all bodies from the base's pose (wR_0, wP_0), its twist V_0 and the joint vectors q, qd."""
    axes, zetas, rates = [None], [ca.SX(6, 1)], [0]
    transforms: list[Any] = [None]
    rotations, positions, twists = [rotation], [position], [twist]
    slot = {body: k for k, body in enumerate(robot.moving)}
    for j, joint in enumerate(robot.joints, start=1):
        i = robot.parents[j]
        q_j, qd_j = (q[slot[j]], qd[slot[j]]) if joint.moving else (0, 0)
        a, T = joint_axis(joint), joint_transform(joint, q_j)  # (3)
        V = T @ twists[i] + qd_j * a  # (4)
        axes.append(a)
        transforms.append(T)
        twists.append(V)
        zetas.append(velocity_product(V, qd_j * a))  # (5), body components
        rates.append(qd_j)
        rotations.append(rotations[i] @ T.R)
        positions.append(positions[i] + rotations[i] @ T.P)
    return Kinematics(*map(tuple, (axes, transforms, rotations, positions, twists, zetas, rates)))
