"""Inverse dynamic model: base acceleration and joint torques from imposed joint motion. EEL section IV, FLOAT section V.

Forward, backward, forward. ``inertias`` J_j and ``betas`` beta_j (17) come with everything the medium adds:
J_j any symmetric 6x6, beta_j = velocity terms minus the wrench of the medium ON the body.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.kinematics import Kinematics
from elver.pieces import content, piece
from elver.robot import Joint, Robot
from elver.spatial import Screw, symmetric


@dataclass(frozen=True)
class InverseResult:
    """base_acceleration V0dot (6); torques Gamma, one per moving joint; accelerations V_jdot and wrenches f_j per body.

    f_j is the wrench that the parent exerts on body j, in frame j at its origin; entry 0 is what holds the base.
    """

    base_acceleration: ca.SX
    torques: ca.SX
    accelerations: tuple
    wrenches: tuple


def joint_torque(joint, wrench, axis, rate, acceleration):
    """Gamma_j = f_j . a_j + Fs sign(qd) + Fv qd + Ia qdd.  EEL (28), FLOAT (31)."""
    friction = joint.coulomb * ca.sign(rate) + joint.viscous * rate
    return wrench.T @ axis + friction + joint.rotor * acceleration


def inverse_dynamics(robot: Robot, kin: Kinematics, inertias, betas, qdd) -> InverseResult:
    """Base acceleration and torques that the joint accelerations ``qdd`` require."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    slot = {body: k for k, body in enumerate(robot.moving)}
    acceleration_of = {j: qdd[slot[j]] if j in slot else 0 for j in range(1, n)}

    Jc, bc = list(inertias), list(betas)  # composite links
    gamma: list = [None] * n
    for j in range(n - 1, 0, -1):
        i = robot.parents[j]
        given = (T[j].parts, a[j], zeta[j], acceleration_of[j], Jc[j], bc[j], Jc[i], bc[i])
        gamma[j], Jc[i], bc[i] = piece("inverse, inward", inward, *given)
    V0dot = base_acceleration(robot, Jc[0], bc[0])  # (25)

    Vdot, f, torques = [V0dot], [Jc[0] @ V0dot + bc[0]], []
    for j in range(1, n):
        joint = robot.joints[j - 1]
        given = (T[j].parts, a[j], gamma[j], Jc[j], bc[j], kin.rates[j], acceleration_of[j], Vdot[robot.parents[j]])
        key = ("inverse, outward", joint.moving, content((joint.coulomb, joint.viscous, joint.rotor)))
        *found, torque = piece(key, partial(outward, joint), *given)
        for values, value in zip((Vdot, f), found, strict=True):
            values.append(value)
        if joint.moving:
            torques.append(torque)
    return InverseResult(V0dot, ca.vertcat(*torques), tuple(Vdot), tuple(f))


def inward(parts, a, zeta, qdd, J, beta, inertia, bias) -> tuple:
    """gamma of a body; composite inertia and bias of its parent with what the body adds."""
    T, gamma = Screw(parts), zeta + qdd * a  # (5), FLOAT (23)
    return gamma, symmetric(inertia + T.inertia(J)), bias + T.wrench(beta + J @ gamma)  # (23), (24)


def outward(joint: Joint, parts, a, gamma, J, beta, rate, qdd, parent) -> tuple:
    """Acceleration of a body, the wrench on it and the torque of its joint, from the acceleration of its parent."""
    Vdot = Screw(parts) @ parent + gamma  # (26)
    f = J @ Vdot + beta  # (27)
    return Vdot, f, joint_torque(joint, f, a, rate, qdd) if joint.moving else 0  # (28)
