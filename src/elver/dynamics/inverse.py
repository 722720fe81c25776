"""Inverse dynamic model: base acceleration and joint torques from imposed joint motion. EEL section IV, FLOAT section V.

Forward, backward, forward. ``inertias`` J_j and ``betas`` beta_j (17) come with everything the medium adds:
J_j any symmetric 6x6, beta_j = velocity terms minus the wrench of the medium ON the body.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot
from elver.spatial import symmetric


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
    T, a = kin.transforms, kin.axes
    slot = {body: k for k, body in enumerate(robot.moving)}
    acceleration_of = {j: qdd[slot[j]] if j in slot else 0 for j in range(1, n)}
    gamma = {j: kin.zetas[j] + acceleration_of[j] * a[j] for j in range(1, n)}  # (5), FLOAT (23)

    Jc, bc = list(inertias), list(betas)  # composite links
    for j in range(n - 1, 0, -1):
        i = robot.parents[j]
        Jc[i] = symmetric(Jc[i] + T[j].inertia(Jc[j]))  # (23)
        bc[i] = bc[i] + T[j].wrench(bc[j] + Jc[j] @ gamma[j])  # (24)
    V0dot = base_acceleration(robot, Jc[0], bc[0])  # (25)

    Vdot, f = [V0dot], [Jc[0] @ V0dot + bc[0]]
    for j in range(1, n):
        Vdot.append(T[j] @ Vdot[robot.parents[j]] + gamma[j])  # (26)
        f.append(Jc[j] @ Vdot[j] + bc[j])  # (27)
    torques = [
        joint_torque(robot.joints[j - 1], f[j], a[j], kin.rates[j], acceleration_of[j])  # (28)
        for j in robot.moving
    ]
    return InverseResult(V0dot, ca.vertcat(*torques), tuple(Vdot), tuple(f))
