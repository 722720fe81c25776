"""Direct dynamic model: base and joint accelerations from joint torques, by articulated inertias. EEL section V."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver.dynamics.articulated import SphericalJoints, freed
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
    tau = {j: frictionless_torque(robot.joints[j - 1], torques[k], kin.rates[j]) for k, j in enumerate(robot.moving)}  # (37)
    spherical = SphericalJoints(robot, kin, inertias, betas, tau)
    Js, bs, free = list(inertias), list(betas), {}  # J*, beta*
    for j in range(n - 1, 0, -1):
        if j in spherical:
            spherical.inward(j, Js, bs)
            continue
        i, K, alpha = robot.parents[j], Js[j], bs[j]  # zeta is zero where the joint does not move
        if j in tau:
            free[j] = freed(Js[j], bs[j], a[j], tau[j], robot.joints[j - 1].rotor)
            K = free[j].inertia  # (35)
            alpha = K @ zeta[j] + free[j].bias  # (38)
        Js[i] = symmetric(Js[i] + T[j].inertia(K))  # (36)
        bs[i] = bs[i] + T[j].wrench(alpha)  # (39)
    V0dot = base_acceleration(robot, Js[0], bs[0])  # (40)

    Vdot: dict[int, Any] = {0: V0dot}
    qdd: dict[int, Any] = {}
    for j in range(1, n):
        if j in spherical:
            spherical.outward(j, Vdot, qdd)
            continue
        Vdot[j] = T[j] @ Vdot[robot.parents[j]] + zeta[j]
        if j in tau:
            qdd[j] = free[j].acceleration(Vdot[j])  # (41)
            Vdot[j] = Vdot[j] + a[j] * qdd[j]  # (43)
    f = spherical.wrenches([Js[j] @ Vdot[j] + bs[j] for j in range(n)])  # (42)
    return DirectResult(V0dot, ca.vertcat(*(qdd[j] for j in robot.moving)), tuple(Vdot[j] for j in range(n)), tuple(f))
