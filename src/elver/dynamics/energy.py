"""Kinetic energy, momentum and centre of mass of the tree."""

from __future__ import annotations

import casadi as ca

from elver.dynamics.kinematics import Kinematics
from elver.robot import Robot
from elver.spatial import column, cross, momentum_bias, rigid_inertia


def rigid_terms(robot: Robot, kin: Kinematics) -> tuple[list, list]:
    """Per body the rigid 6x6 inertia J_j (EEL (16)) and its velocity term (MAV (8)), without any medium."""
    inertias = [rigid_inertia(b.mass, b.first_moments, b.inertia) for b in robot.bodies]
    return inertias, [momentum_bias(J, V) for J, V in zip(inertias, kin.twists, strict=True)]


def kinetic_energy(inertias, twists):
    """Sum of V^T J V / 2 [J]."""
    return sum((0.5 * V.T @ J @ V for J, V in zip(inertias, twists, strict=True)), ca.SX(0))


def rotor_energy(robot: Robot, kin: Kinematics):
    """Sum of Ia qd^2 / 2 [J], the energy of the drives' rotors."""
    return sum((0.5 * robot.joints[j - 1].rotor * kin.rates[j] ** 2 for j in robot.moving), ca.SX(0))


def centre_of_mass(robot: Robot, kin: Kinematics):
    """Centre of mass in the world [m]."""
    moments = sum(
        (b.mass * P + R @ column(b.first_moments) for b, R, P in zip(robot.bodies, kin.rotations, kin.positions, strict=True)),
        ca.SX(3, 1),
    )
    return moments / robot.mass


def momentum(inertias, kin: Kinematics):
    """Total momentum [p; L] in the world, moment about the world's origin [N s; N m s]."""
    total = ca.SX(6, 1)
    for J, V, R, P in zip(inertias, kin.twists, kin.rotations, kin.positions, strict=True):
        h = J @ V
        p = R @ h[:3]
        total += ca.vertcat(p, R @ h[3:] + cross(P, p))
    return total
