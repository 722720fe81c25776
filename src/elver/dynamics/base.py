"""The base's own equation: six freedoms, some of them, or none."""

from __future__ import annotations

from functools import partial

import casadi as ca

from elver.pieces import piece
from elver.robot import Robot
from elver.spatial import solve_symmetric


def base_acceleration(robot: Robot, inertia, beta):
    """``V0dot = -J0^-1 beta0`` on the freedoms of the base, zero on the others. EEL (25), (40); MAV (9)."""
    return piece(("base", robot.freedoms), partial(on_freedoms, list(robot.freedoms)), inertia, beta)


def on_freedoms(free: list[int], inertia, beta):
    acceleration = ca.SX(6, 1)
    if free:
        acceleration[free] = solve_symmetric(inertia[free, free], -beta[free])
    return acceleration
