"""Inverse dynamics by recursive Newton and Euler, mass matrix and bias; and the equation of the base. EEL (17)-(28)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import casadi as ca

from elver.dynamics.kinematics import Kinematics
from elver.robot import Joint, Robot
from elver.symbolic.spatial import Screw, solve_symmetric, symmetric
from elver.symbolic.tracing import content, piece

# --- The base's own equation: six freedoms, some of them, or none.


def base_acceleration(robot: Robot, inertia: ca.SX, beta: ca.SX) -> ca.SX:
    """``V0dot = -J0^-1 beta0`` on the freedoms of the base, zero on the others. EEL (25), (40); MAV (9)."""
    return piece(("base", robot.freedoms), partial(_on_freedoms, list(robot.freedoms)), inertia, beta)


def _on_freedoms(free: list[int], inertia: ca.SX, beta: ca.SX) -> ca.SX:
    acceleration = ca.SX(6, 1)
    if free:
        acceleration[free] = solve_symmetric(inertia[free, free], -beta[free])
    return acceleration


# --- Inverse dynamic model: base acceleration and joint torques from imposed joint motion. EEL section IV, FLOAT section V.
#
# Forward, backward, forward. ``inertias`` J_j and ``betas`` beta_j (17) come with everything the medium adds:
# J_j any symmetric 6x6, beta_j = velocity terms minus the wrench of the medium ON the body.


@dataclass(frozen=True)
class _InverseResult:
    """base_acceleration V0dot (6); torques Gamma, one per moving joint; accelerations V_jdot and wrenches f_j per body.

    f_j is the wrench that the parent exerts on body j, in frame j at its origin; entry 0 is what holds the base.
    """

    base_acceleration: ca.SX
    torques: ca.SX
    accelerations: tuple
    wrenches: tuple


def joint_torque(joint: Joint, wrench: ca.SX, axis: ca.SX, rate: ca.SX, acceleration: ca.SX) -> ca.SX:
    """Gamma_j = f_j . a_j + Fs sign(qd) + Fv qd + Ia qdd.  EEL (28), FLOAT (31)."""
    friction = joint.coulomb * ca.sign(rate) + joint.viscous * rate
    return wrench.T @ axis + friction + joint.rotor * acceleration


def inverse_dynamics(
    robot: Robot, kin: Kinematics, inertias: Sequence[ca.SX], betas: Sequence[ca.SX], qdd: ca.SX
) -> _InverseResult:
    """Base acceleration and torques that the joint accelerations ``qdd`` require."""
    n = len(robot.bodies)
    T, a, zeta = kin.transforms, kin.axes, kin.zetas
    slot = {body: k for k, body in enumerate(robot.moving)}
    acceleration_of = {j: qdd[slot[j]] if j in slot else 0 for j in range(1, n)}

    Jc, bc = list(inertias), list(betas)  # composite links
    gamma: list = [None] * n
    for j in range(n - 1, 0, -1):
        i = robot.parents[j]
        given = (T[j].parts, a[j], zeta[j], acceleration_of[j], Jc[j], bc[j], Jc[i], bc[i])
        gamma[j], Jc[i], bc[i] = piece("inverse, inward", inward, *given)
    V0dot = base_acceleration(robot, Jc[0], bc[0])  # (25)

    Vdot, f, torques = [V0dot], [Jc[0] @ V0dot + bc[0]], []
    for j in range(1, n):
        joint = robot.joints[j - 1]
        given = (T[j].parts, a[j], gamma[j], Jc[j], bc[j], kin.rates[j], acceleration_of[j], Vdot[robot.parents[j]])
        key = ("inverse, outward", joint.moving, content((joint.coulomb, joint.viscous, joint.rotor)))
        *found, torque = piece(key, partial(_outward, joint), *given)
        for values, value in zip((Vdot, f), found, strict=True):
            values.append(value)
        if joint.moving:
            torques.append(torque)
    return _InverseResult(V0dot, ca.vertcat(*torques), tuple(Vdot), tuple(f))


def inward(parts: ca.SX, a: ca.SX, zeta: ca.SX, qdd: ca.SX, J: ca.SX, beta: ca.SX, inertia: ca.SX, bias: ca.SX) -> tuple:
    """gamma of a body; composite inertia and bias of its parent with what the body adds."""
    T, gamma = Screw(parts), zeta + qdd * a  # (5), FLOAT (23)
    return gamma, symmetric(inertia + T.inertia(J)), bias + T.wrench(beta + J @ gamma)  # (23), (24)


def _outward(
    joint: Joint, parts: ca.SX, a: ca.SX, gamma: ca.SX, J: ca.SX, beta: ca.SX, rate: ca.SX, qdd: ca.SX, parent: ca.SX
) -> tuple:
    """Acceleration of a body, the wrench on it and the torque of its joint, from the acceleration of its parent."""
    Vdot = Screw(parts) @ parent + gamma  # (26)
    f = J @ Vdot + beta  # (27)
    return Vdot, f, joint_torque(joint, f, a, rate, qdd) if joint.moving else 0  # (28)


# --- Luh, Walker and Paul's recursion for a base whose acceleration is known (a fixed base: zero). FLOAT section III.


def newton_euler(
    robot: Robot,
    kin: Kinematics,
    inertias: Sequence[ca.SX],
    betas: Sequence[ca.SX],
    base_acceleration: ca.SX,
    qdd: ca.SX | Sequence[ca.SX],
) -> _InverseResult:
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
    return _InverseResult(base_acceleration, ca.vertcat(*torques), tuple(Vdot), tuple(F))


# --- Lagrange form ``[0; Gamma] = A [V0dot; qdd] + h``. EEL (8)-(13), FLOAT (17)-(20).
#
# For checks and for users who want matrices; the recursions are the fast way. Rows and columns are the freedoms of the
# base, then the moving joints.


def mass_matrix(robot: Robot, kin: Kinematics, inertias: Sequence[ca.SX]) -> ca.SX:
    """Inertia matrix A, by composite inertias carried down each branch."""
    free, moving = list(robot.freedoms), robot.moving
    Jc = list(inertias)
    for j in range(len(robot.bodies) - 1, 0, -1):
        i = robot.parents[j]
        Jc[i] = symmetric(Jc[i] + kin.transforms[j].inertia(Jc[j]))
    size = len(free) + len(moving)
    A = ca.SX(size, size)
    if free:
        A[: len(free), : len(free)] = Jc[0][free, free]
    for column, j in enumerate(moving, start=len(free)):
        F = Jc[j] @ kin.axes[j]
        A[column, column] = kin.axes[j].T @ F + robot.joints[j - 1].rotor
        while j > 0:
            F, j = kin.transforms[j].wrench(F), robot.parents[j]
            if j in moving:
                row = len(free) + moving.index(j)
                A[row, column] = A[column, row] = kin.axes[j].T @ F
        if free:
            A[: len(free), column] = F[free]
            A[column, : len(free)] = F[free].T
    return A


def bias_vector(robot: Robot, kin: Kinematics, inertias: Sequence[ca.SX], betas: Sequence[ca.SX]) -> ca.SX:
    """h: Coriolis, centrifugal, gravity, friction and external terms; what newton_euler needs at zero acceleration."""
    rest = newton_euler(robot, kin, inertias, betas, ca.SX(6, 1), [0] * len(robot.moving))
    return ca.vertcat(rest.wrenches[0][list(robot.freedoms)], rest.torques)
