"""Luh, Walker and Paul's recursion for a base whose acceleration is known (a fixed base: zero). FLOAT section III."""

from __future__ import annotations

import casadi as ca

from elver.dynamics.inverse import InverseResult, joint_torque
from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot


def newton_euler(robot: Robot, kin: Kinematics, inertias, betas, base_acceleration, qdd) -> InverseResult:
    """Torques, and in ``wrenches[0]`` the wrench that must hold the base, for given base and joint accelerations."""
    n = len(robot.bodies)
    slot = {body: k for k, body in enumerate(robot.moving)}
    acceleration_of = {j: qdd[slot[j]] if j in slot else 0 for j in range(1, n)}
    Vdot = [base_acceleration]
    for j in range(1, n):  # (8)
        Vdot.append(kin.transforms[j] @ Vdot[robot.parents[j]] + acceleration_of[j] * kin.axes[j] + kin.zetas[j])
    F = [inertias[j] @ Vdot[j] + betas[j] for j in range(n)]  # (9), external wrench included
    for j in range(n - 1, 0, -1):
        i = robot.parents[j]
        F[i] = F[i] + kin.transforms[j].wrench(F[j])  # (12)
    torques = [joint_torque(robot.joints[j - 1], F[j], kin.axes[j], kin.rates[j], acceleration_of[j]) for j in robot.moving]
    return InverseResult(base_acceleration, ca.vertcat(*torques), tuple(Vdot), tuple(F))
