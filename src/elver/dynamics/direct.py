"""Direct dynamic model: base and joint accelerations from joint torques, by articulated inertias. EEL section V."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from elver.dynamics.base import base_acceleration
from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot
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
    H, K, alpha, tau = [None] * n, [None] * n, [None] * n, [None] * n
    for j in range(n - 1, 0, -1):
        i, joint = robot.parents[j], robot.joints[j - 1]
        if joint.moving:
            U = Js[j] @ a[j]  # J* a
            H[j] = a[j].T @ U + joint.rotor  # (34)
            K[j] = symmetric(Js[j] - (U / H[j]) @ U.T)  # (35)
            tau[j] = frictionless_torque(joint, torques[slot[j]], kin.rates[j])  # (37)
            alpha[j] = K[j] @ zeta[j] + U * ((tau[j] - a[j].T @ bs[j]) / H[j]) + bs[j]  # (38), see errata
        else:
            K[j], alpha[j] = Js[j], bs[j]  # zeta is zero: the joint does not move
        Js[i] = symmetric(Js[i] + T[j].T @ K[j] @ T[j])  # (36)
        bs[i] = bs[i] + T[j].T @ alpha[j]  # (39)
    V0dot = base_acceleration(robot, Js[0], bs[0])  # (40)

    Vdot, f, qdd = [V0dot], [Js[0] @ V0dot + bs[0]], []
    for j in range(1, n):
        carried = T[j] @ Vdot[robot.parents[j]]
        f.append(K[j] @ carried + alpha[j])  # (42)
        e = carried + zeta[j]
        if robot.joints[j - 1].moving:
            qdd.append((tau[j] - a[j].T @ (Js[j] @ e + bs[j])) / H[j])  # (41), see errata
            e = e + a[j] * qdd[-1]
        Vdot.append(e)  # (43)
    return DirectResult(V0dot, ca.vertcat(*qdd), tuple(Vdot), tuple(f))
