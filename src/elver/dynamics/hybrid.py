"""Hybrid model: any joint driven (acceleration given, torque found) or passive (torque given, acceleration found).

MAV section II, equations (6)-(9) and the three-sweep algorithm after them. With every joint driven it is the inverse
model, with every joint passive the direct model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.direct import frictionless_torque
from elver.dynamics.inverse import joint_torque
from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot
from elver.spatial import symmetric


@dataclass(frozen=True)
class HybridResult:
    """base_acceleration (6); torques and joint_accelerations per moving joint; accelerations, wrenches per body."""

    base_acceleration: ca.SX
    torques: ca.SX
    joint_accelerations: ca.SX
    accelerations: tuple
    wrenches: tuple


def hybrid_dynamics(
    robot: Robot, kin: Kinematics, inertias, betas, accelerations: Mapping[str, object], torques: Mapping[str, object]
) -> HybridResult:
    """Solve the mixed model. ``accelerations`` holds qdd of the driven joints by name, ``torques`` Gamma of the others."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    Ms, bs = list(inertias), list(betas)  # M*, beta*
    H, tau = [None] * n, [None] * n
    given = {j: accelerations.get(joint.name, 0) for j, joint in enumerate(robot.joints, start=1)}
    for j in range(n - 1, 0, -1):
        i, joint = robot.parents[j], robot.joints[j - 1]
        if joint.name in torques:  # passive, b_j = 0
            U = Ms[j] @ a[j]
            H[j] = a[j].T @ U + joint.rotor
            tau[j] = frictionless_torque(joint, torques[joint.name], kin.rates[j])
            K = symmetric(Ms[j] - (U / H[j]) @ U.T)
            alpha = K @ zeta[j] + U * ((tau[j] - a[j].T @ bs[j]) / H[j]) + bs[j]
        else:  # driven, b_j = 1, or fixed
            K, alpha = Ms[j], Ms[j] @ (a[j] * given[j] + zeta[j]) + bs[j]
        Ms[i] = symmetric(Ms[i] + T[j].T @ K @ T[j])
        bs[i] = bs[i] + T[j].T @ alpha
    eta0dot = base_acceleration(robot, Ms[0], bs[0])  # (9)

    etadot, f, gamma, rdd = [eta0dot], [Ms[0] @ eta0dot + bs[0]], [], []
    for j in range(1, n):
        joint = robot.joints[j - 1]
        e = T[j] @ etadot[robot.parents[j]] + zeta[j]
        passive = joint.name in torques
        acceleration = (tau[j] - a[j].T @ (Ms[j] @ e + bs[j])) / H[j] if passive else given[j]
        etadot.append(e + a[j] * acceleration)  # (4)
        f.append(Ms[j] @ etadot[j] + bs[j])  # (6)
        if joint.moving:
            computed = torques[joint.name] if passive else joint_torque(joint, f[j], a[j], kin.rates[j], acceleration)
            gamma.append(computed)
            rdd.append(acceleration)
    return HybridResult(eta0dot, ca.vertcat(*gamma), ca.vertcat(*rdd), tuple(etadot), tuple(f))
