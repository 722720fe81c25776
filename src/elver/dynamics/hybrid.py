"""Hybrid model: any joint driven (acceleration given, torque found) or passive (torque given, acceleration found).

MAV section II, equations (6)-(9) and the three-sweep algorithm after them. With every joint driven it is the inverse
model, with every joint passive the direct model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import casadi as ca

from elver.dynamics.articulated import SphericalJoints, freed
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
    joint = dict(enumerate(robot.joints, start=1))
    qdd = {j: accelerations.get(joint[j].name, 0) for j in joint if joint[j].name not in torques}  # driven, b_j = 1, or fixed
    tau = {j: frictionless_torque(joint[j], torques[joint[j].name], kin.rates[j]) for j in joint if j not in qdd}  # b_j = 0
    spherical = SphericalJoints(robot, kin, inertias, betas, tau)
    Ms, bs, free = list(inertias), list(betas), {}  # M*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Ms, bs)
            continue
        i = robot.parents[j]
        if j in tau:
            free[j] = freed(Ms[j], bs[j], a[j], tau[j], joint[j].rotor)
            K, alpha = free[j].inertia, free[j].inertia @ zeta[j] + free[j].bias
        else:
            K, alpha = Ms[j], Ms[j] @ (a[j] * qdd[j] + zeta[j]) + bs[j]
        Ms[i] = symmetric(Ms[i] + T[j].inertia(K))
        bs[i] = bs[i] + T[j].wrench(alpha)
    eta0dot = base_acceleration(robot, Ms[0], bs[0])  # (9)

    etadot = {0: eta0dot}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, etadot, qdd)
            continue
        e = T[j] @ etadot[robot.parents[j]] + zeta[j]
        if j in tau:
            qdd[j] = free[j].acceleration(e)
        etadot[j] = e + a[j] * qdd[j]  # (4)
    f = spherical.wrenches([Ms[j] @ etadot[j] + bs[j] for j in range(n)])  # (6)
    gamma = [
        torques[joint[j].name] if j in tau else joint_torque(joint[j], f[j], a[j], kin.rates[j], qdd[j]) for j in robot.moving
    ]
    rdd = [qdd[j] for j in robot.moving]
    return HybridResult(eta0dot, ca.vertcat(*gamma), ca.vertcat(*rdd), tuple(etadot[j] for j in range(n)), tuple(f))
