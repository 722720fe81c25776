"""Hybrid model: any joint driven (acceleration given, torque found) or passive (torque given, acceleration found).

MAV section II, equations (6)-(9) and the three-sweep algorithm after them. With every joint driven it is the inverse
model, with every joint passive the direct model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.articulated import SphericalJoints, freed, friction, frictionless_torque
from elver.dynamics.base import base_acceleration
from elver.dynamics.inverse import joint_torque
from elver.dynamics.kinematics import Kinematics
from elver.pieces import piece
from elver.robot import Joint, Robot
from elver.spatial import Screw, symmetric


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
    passive = {j: torques[joint.name] for j, joint in enumerate(robot.joints, start=1) if joint.name in torques}  # b_j = 0
    given = [passive.get(j, accelerations.get(joint.name, 0)) for j, joint in enumerate(robot.joints, start=1)]
    spherical = SphericalJoints(robot, kin, inertias, betas, passive)
    Ms, bs, kept = list(inertias), list(betas), {}  # M*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Ms, bs)
            continue
        i, joint = robot.parents[j], robot.joints[j - 1]
        key = (j in passive, *friction(joint))
        values = (T[j].parts, a[j], zeta[j], Ms[j], bs[j], given[j - 1], kin.rates[j], Ms[i], bs[i])
        *kept[j], Ms[i], bs[i] = piece(("hybrid, inward", *key), partial(inward, joint, key[0]), *values)
    eta0dot = base_acceleration(robot, Ms[0], bs[0])  # (9)

    etadot, f, gamma = {0: eta0dot}, {0: Ms[0] @ eta0dot + bs[0]}, dict(passive)
    rdd: dict[int, object] = {}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, etadot, rdd)
            continue
        joint = robot.joints[j - 1]
        key = (j in passive, *friction(joint))
        values = (T[j].parts, a[j], zeta[j], Ms[j], bs[j], *kept[j], given[j - 1], kin.rates[j], etadot[robot.parents[j]])
        found = piece(("hybrid, outward", *key), partial(outward, joint, key[0]), *values)
        etadot[j], f[j], rdd[j], gamma[j] = found
    spherical.wrenches(Ms, bs, etadot, f)
    per_joint = (ca.vertcat(*(found[j] for j in robot.moving)) for found in (gamma, rdd))
    return HybridResult(eta0dot, *per_joint, *(tuple(found[j] for j in range(n)) for found in (etadot, f)))


def inward(joint: Joint, passive: bool, parts, a, zeta, M, beta, given, rate, inertia, bias) -> tuple:
    """What ``freed`` needs to know of a passive joint later; the inertia and bias of its parent with what the child adds.

    given: torque or acceleration.
    """
    T, weights, start = Screw(parts), 0, 0
    if passive:
        K, passed_on, weights, start = freed(M, beta, a, frictionless_torque(joint, given, rate), joint.rotor)
        alpha = K @ zeta + passed_on
    else:  # driven, b_j = 1, or fixed
        K, alpha = M, M @ (a * given + zeta) + beta
    return weights, start, symmetric(inertia + T.inertia(K)), bias + T.wrench(alpha)


def outward(joint: Joint, passive: bool, parts, a, zeta, M, beta, weights, start, given, rate, parent) -> tuple:
    """Acceleration of a body, the wrench on it, acceleration and torque of its joint, from the acceleration of its parent."""
    e = Screw(parts) @ parent + zeta
    acceleration = start - weights.T @ e if passive else given
    etadot = e + a * acceleration  # (4)
    f = M @ etadot + beta  # (6)
    torque = given if passive or not joint.moving else joint_torque(joint, f, a, rate, acceleration)
    return etadot, f, acceleration, torque
