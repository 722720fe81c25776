"""Hybrid model: any joint driven (acceleration given, torque found) or passive (torque given, acceleration found).

MAV section II, equations (6)-(9) and the three-sweep algorithm after them. With every joint driven it is the inverse
model, with every joint passive the direct model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.direct import friction, frictionless_torque
from elver.dynamics.inverse import joint_torque
from elver.dynamics.kinematics import Kinematics
from elver.pieces import piece
from elver.robot import Joint, Robot
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
    kept: list = [None] * n
    given = [accelerations.get(joint.name, 0) if joint.name not in torques else torques[joint.name] for joint in robot.joints]
    for j in range(n - 1, 0, -1):
        i, joint = robot.parents[j], robot.joints[j - 1]
        key = (joint.name in torques, *friction(joint))
        values = (T[j], a[j], zeta[j], Ms[j], bs[j], given[j - 1], kin.rates[j], Ms[i], bs[i])
        *kept[j], Ms[i], bs[i] = piece(("hybrid, inward", *key), partial(inward, joint, key[0]), *values)
    eta0dot = base_acceleration(robot, Ms[0], bs[0])  # (9)

    etadot, f, gamma, rdd = [eta0dot], [Ms[0] @ eta0dot + bs[0]], [], []
    for j in range(1, n):
        joint = robot.joints[j - 1]
        key = (joint.name in torques, *friction(joint))
        values = (T[j], a[j], zeta[j], Ms[j], bs[j], *kept[j], given[j - 1], kin.rates[j], etadot[robot.parents[j]])
        found = piece(("hybrid, outward", *key), partial(outward, joint, key[0]), *values)
        etadot.append(found[0])
        f.append(found[1])
        if joint.moving:
            rdd.append(found[2])
            gamma.append(found[3])
    return HybridResult(eta0dot, ca.vertcat(*gamma), ca.vertcat(*rdd), tuple(etadot), tuple(f))


def inward(joint: Joint, passive: bool, T, a, zeta, M, beta, given, rate, inertia, bias) -> tuple:
    """tau and H of a passive joint; the inertia and bias of its parent with what the child adds.

    given: torque or acceleration.
    """
    tau, H = 0, 0
    if passive:  # b_j = 0
        U = M @ a
        H = a.T @ U + joint.rotor
        tau = frictionless_torque(joint, given, rate)
        K = symmetric(M - (U / H) @ U.T)
        alpha = K @ zeta + U * ((tau - a.T @ beta) / H) + beta
    else:  # driven, b_j = 1, or fixed
        K, alpha = M, M @ (a * given + zeta) + beta
    return tau, H, symmetric(inertia + T.T @ K @ T), bias + T.T @ alpha


def outward(joint: Joint, passive: bool, T, a, zeta, M, beta, tau, H, given, rate, parent) -> tuple:
    """Acceleration of a body, the wrench on it, acceleration and torque of its joint, from the acceleration of its parent."""
    e = T @ parent + zeta
    acceleration = (tau - a.T @ (M @ e + beta)) / H if passive else given
    etadot = e + a * acceleration  # (4)
    f = M @ etadot + beta  # (6)
    torque = given if passive or not joint.moving else joint_torque(joint, f, a, rate, acceleration)
    return etadot, f, acceleration, torque
