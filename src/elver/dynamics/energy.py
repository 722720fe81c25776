"""Kinetic energy, momentum and centre of mass of the tree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial

import casadi as ca

from elver.dynamics.kinematics import Kinematics
from elver.pieces import content, piece
from elver.robot import Body, Robot
from elver.spatial import column, cross, momentum_bias, rigid_inertia


def rigid_terms(robot: Robot, kin: Kinematics) -> tuple[list, list]:
    """Per body the rigid 6x6 inertia J_j (EEL (16)) and its velocity term (MAV (8)), without any medium."""
    found = [piece(("rigid", weight(b)), partial(rigid_term, b), V) for b, V in zip(robot.bodies, kin.twists, strict=True)]
    return [J for J, _ in found], [bias for _, bias in found]


def weight(body: Body) -> Hashable:
    """What decides a body's inertia, as a key."""
    return content((body.mass, body.first_moments, body.inertia))


def rigid_term(body: Body, twist) -> tuple:
    """6x6 inertia of a body and its velocity term."""
    inertia = rigid_inertia(body.mass, body.first_moments, body.inertia)
    return inertia, momentum_bias(inertia, twist)


def kinetic_energy(inertias, twists):
    """Sum of V^T J V / 2 [J]."""
    return total(0, ("kinetic",), lambda J, V: 0.5 * V.T @ J @ V, zip(inertias, twists, strict=True))


def total(start, key: tuple, summand: Callable, arguments: Iterable[tuple]):
    """Sum of what bodies contribute, added up body by body."""
    found = ca.SX(start)
    for given in arguments:
        found = piece(key, lambda so_far, *own: so_far + summand(*own), found, *given)
    return found


def rotor_energy(robot: Robot, kin: Kinematics):
    """Sum of Ia qd^2 / 2 [J], the energy of the drives' rotors."""
    return sum((0.5 * robot.joints[j - 1].rotor * kin.rates[j] ** 2 for j in robot.moving), ca.SX(0))


def centre_of_mass(robot: Robot, kin: Kinematics):
    """Centre of mass in the world [m]."""
    moments = ca.SX(3, 1)
    for b, R, P in zip(robot.bodies, kin.rotations, kin.positions, strict=True):
        moments = piece(("moments", weight(b)), partial(with_moments, b), moments, R, P)
    return moments / robot.mass


def with_moments(body: Body, moments, R, P):
    """First moments in the world with those of one body more [kg m]."""
    return moments + body.mass * P + R @ column(body.first_moments)


def momentum(inertias, kin: Kinematics):
    """Total momentum [p; L] in the world, moment about the world's origin [N s; N m s]."""
    return total(ca.SX(6, 1), ("momentum",), world_momentum, zip(inertias, kin.twists, kin.rotations, kin.positions, strict=True))


def world_momentum(J, V, R, P):
    """Momentum of one body in the world."""
    h = J @ V
    p = R @ h[:3]
    return ca.vertcat(p, R @ h[3:] + cross(P, p))
