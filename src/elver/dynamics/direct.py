"""Direct dynamic model: base and joint accelerations from joint torques, by articulated inertias. EEL section V."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.articulated import SphericalJoints, freed, friction, frictionless_torque
from elver.dynamics.base import base_acceleration
from elver.dynamics.kinematics import Kinematics
from elver.pieces import piece
from elver.robot import Joint, Robot
from elver.spatial import Screw, symmetric


@dataclass(frozen=True)
class DirectResult:
    """base_acceleration V0dot (6); joint_accelerations qdd per moving joint; accelerations V_jdot, wrenches f_j per body."""

    base_acceleration: ca.SX
    joint_accelerations: ca.SX
    accelerations: tuple
    wrenches: tuple


def direct_dynamics(robot: Robot, kin: Kinematics, inertias, betas, torques) -> DirectResult:
    """Accelerations that the joint ``torques`` Gamma produce. Fixed joints are carried along rigidly."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    torque = {j: torques[k] for k, j in enumerate(robot.moving)}
    spherical = SphericalJoints(robot, kin, inertias, betas, torque)
    Js, bs, kept = list(inertias), list(betas), {}  # J*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Js, bs)
            continue
        i, joint = robot.parents[j], robot.joints[j - 1]
        given = (T[j].parts, a[j], zeta[j], Js[j], bs[j], torque.get(j, 0), kin.rates[j], Js[i], bs[i])
        *kept[j], Js[i], bs[i] = piece(("direct, inward", *friction(joint)), partial(inward, joint), *given)
    V0dot = base_acceleration(robot, Js[0], bs[0])  # (40)

    Vdot, f = {0: V0dot}, {0: Js[0] @ V0dot + bs[0]}
    qdd: dict[int, ca.SX] = {}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, Vdot, qdd)
            continue
        given = (T[j].parts, a[j], zeta[j], Js[j], bs[j], *kept[j], Vdot[robot.parents[j]])
        moving = robot.joints[j - 1].moving
        qdd[j], f[j], Vdot[j] = piece(("direct, outward", moving), partial(outward, moving), *given)
    spherical.wrenches(Js, bs, Vdot, f)
    accelerations = ca.vertcat(*(qdd[j] for j in robot.moving))
    return DirectResult(V0dot, accelerations, *(tuple(found[j] for j in range(n)) for found in (Vdot, f)))


def inward(joint: Joint, parts, a, zeta, J, beta, torque, rate, inertia, bias) -> tuple:
    """What ``freed`` needs to know of a joint later; its parent's inertia and bias with what the child adds."""
    T, K, alpha, weights, start = Screw(parts), J, beta, 0, 0  # where the joint does not move, zeta is zero
    if joint.moving:
        tau = frictionless_torque(joint, torque, rate)  # (37)
        K, passed_on, weights, start = freed(J, beta, a, tau, joint.rotor)  # (35)
        alpha = K @ zeta + passed_on  # (38), see errata
    return weights, start, symmetric(inertia + T.inertia(K)), bias + T.wrench(alpha)  # (36), (39)


def outward(moving: bool, parts, a, zeta, J, beta, weights, start, parent) -> tuple:
    """Acceleration of a joint, its wrench and the acceleration of its child, from that of the parent."""
    e, qdd = Screw(parts) @ parent + zeta, 0
    if moving:
        qdd = start - weights.T @ e  # (41), see errata
        e = e + a * qdd  # (43)
    return qdd, J @ e + beta, e  # (42)
