"""Direct dynamic model: base and joint accelerations from joint torques, by articulated inertias. EEL section V."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.kinematics import Kinematics
from elver.pieces import content, piece
from elver.robot import Joint, Robot
from elver.spatial import symmetric


@dataclass(frozen=True)
class DirectResult:
    """base_acceleration V0dot (6); joint_accelerations qdd per moving joint; accelerations V_jdot, wrenches f_j per body."""

    base_acceleration: ca.SX
    joint_accelerations: ca.SX
    accelerations: tuple
    wrenches: tuple


def frictionless_torque(joint, torque, rate):
    """tau_j = Gamma_j - Fs sign(qd) - Fv qd.  EEL (37)."""
    return torque - joint.coulomb * ca.sign(rate) - joint.viscous * rate


def direct_dynamics(robot: Robot, kin: Kinematics, inertias, betas, torques) -> DirectResult:
    """Accelerations that the joint ``torques`` Gamma produce. Fixed joints are carried along rigidly."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    slot = {body: k for k, body in enumerate(robot.moving)}
    Js, bs = list(inertias), list(betas)  # J*, beta*
    kept: list = [None] * n
    for j in range(n - 1, 0, -1):
        i, joint = robot.parents[j], robot.joints[j - 1]
        torque = torques[slot[j]] if joint.moving else 0
        given = (T[j], a[j], zeta[j], Js[j], bs[j], torque, kin.rates[j], Js[i], bs[i])
        *kept[j], Js[i], bs[i] = piece(("direct, inward", *friction(joint)), partial(inward, joint), *given)
    V0dot = base_acceleration(robot, Js[0], bs[0])  # (40)

    Vdot, f, qdd = [V0dot], [Js[0] @ V0dot + bs[0]], []
    for j in range(1, n):
        joint = robot.joints[j - 1]
        given = (T[j], a[j], zeta[j], Js[j], bs[j], *kept[j], Vdot[robot.parents[j]])
        acceleration, *found = piece(("direct, outward", joint.moving), partial(outward, joint), *given)
        for values, value in zip((f, Vdot), found, strict=True):
            values.append(value)
        if joint.moving:
            qdd.append(acceleration)
    return DirectResult(V0dot, ca.vertcat(*qdd), tuple(Vdot), tuple(f))


def friction(joint: Joint) -> tuple:
    """What else a joint brings into its equation, as a key."""
    return joint.moving, content((joint.coulomb, joint.viscous, joint.rotor))


def inward(joint: Joint, T, a, zeta, J, beta, torque, rate, inertia, bias) -> tuple:
    """K, alpha, tau and H of a body; its parent's inertia and bias with what the body adds."""
    if joint.moving:
        U = J @ a  # J* a
        H = a.T @ U + joint.rotor  # (34)
        K = symmetric(J - (U / H) @ U.T)  # (35)
        tau = frictionless_torque(joint, torque, rate)  # (37)
        alpha = K @ zeta + U * ((tau - a.T @ beta) / H) + beta  # (38), see errata
    else:
        K, alpha, tau, H = J, beta, 0, 0  # zeta is zero: the joint does not move
    return K, alpha, tau, H, symmetric(inertia + T.T @ K @ T), bias + T.T @ alpha  # (36), (39)


def outward(joint: Joint, T, a, zeta, J, beta, K, alpha, tau, H, parent) -> tuple:
    """Acceleration of a joint, its wrench and the acceleration of its child, from that of the parent."""
    carried = T @ parent
    e, f = carried + zeta, K @ carried + alpha  # (42)
    if not joint.moving:
        return 0, f, e
    qdd = (tau - a.T @ (J @ e + beta)) / H  # (41), see errata
    return qdd, f, e + a * qdd  # (43)
