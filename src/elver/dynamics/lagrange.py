"""Lagrange form ``[0; Gamma] = A [V0dot; qdd] + h``. EEL (8)-(13), FLOAT (17)-(20).

For checks and for users who want matrices; the recursions are the fast way. Rows and columns are the freedoms of the
base, then the moving joints.
"""

from __future__ import annotations

import casadi as ca

from elver.dynamics.kinematics import Kinematics
from elver.dynamics.known_base import newton_euler
from elver.robot import Robot
from elver.spatial import symmetric


def mass_matrix(robot: Robot, kin: Kinematics, inertias):
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


def bias_vector(robot: Robot, kin: Kinematics, inertias, betas):
    """h: Coriolis, centrifugal, gravity, friction and external terms; what newton_euler needs at zero acceleration."""
    rest = newton_euler(robot, kin, inertias, betas, ca.SX(6, 1), [0] * len(robot.moving))
    return ca.vertcat(rest.wrenches[0][list(robot.freedoms)], rest.torques)
