"""Reference model of the planar underwater snake robot with Lagrange multipliers, written in plain NumPy.

E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljebäck, "Modeling of underwater snake robots", 2014; USR (n) are its
equations. Every link keeps its own three coordinates (x, y, theta); the joints are 2(n - 1) constraints with forces h:

    [Mass  -J^T] [q'']   [force]        J q = difference of the two ends that a joint holds together,
    [J       0 ] [h  ] = [-J' q'],      Mass and force link by link from (16), (21), (29), (33).

Nothing is eliminated, and nothing is shared with the simulator that this checks. A fluid is any object with the attributes
c_t, c_n, d_t, d_n, mu_n, lambda1, lambda2, lambda3, current and current_law ("printed" or "galilean").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Chain:
    """Links from tail to head: full lengths [m], masses [kg], central moments of inertia [kg m^2], fluids, and the ground.

    grounds: per link None, or (viscous along, across [N s/m^2], Coulomb along, across, slip speed [m/s], gravity, Gauss points).
    """

    lengths: np.ndarray
    masses: np.ndarray
    inertias: np.ndarray
    fluids: tuple
    grounds: tuple = ()

    @property
    def n(self) -> int:
        return len(self.lengths)


def axes(theta):
    """Unit vectors along and across a link."""
    return np.array([np.cos(theta), np.sin(theta)]), np.array([-np.sin(theta), np.cos(theta)])


def from_centre_of_mass(chain, of_link, total):
    """Vectors at the links' centres from ``total``, the one of the robot's centre of mass.

    ``of_link(i)`` is what a step from the centre of link i to its front end adds: half a link, or its rate.
    """
    at = [np.zeros(2)]
    for i in range(1, chain.n):
        at.append(at[-1] + of_link(i - 1) + of_link(i))
    at = np.array(at)
    return at - chain.masses @ at / chain.masses.sum() + total


def link_positions(chain, theta, p):
    """Centres of the links (n, 2) [m]."""
    return from_centre_of_mass(chain, lambda i: chain.lengths[i] / 2 * axes(theta[i])[0], p)


def link_velocities(chain, theta, theta_rate, p_rate):
    """Velocities of the centres (n, 2) [m/s]."""
    return from_centre_of_mass(chain, lambda i: chain.lengths[i] / 2 * theta_rate[i] * axes(theta[i])[1], p_rate)


def link_terms(chain, i, theta, rate, velocity):
    """Mass matrix (3, 3) of one link with its water, and the force and torque (3) of the water at given velocities."""
    fluid = chain.fluids[i]
    t, n = axes(theta)
    R = np.column_stack([t, n])  # (3)
    R_rate = rate * np.column_stack([n, -t])
    C_A = np.diag([0.0, fluid.mu_n])
    V = np.array(fluid.current, dtype=float)
    relative = R.T @ (velocity - V)  # (22)
    linear, quadratic = np.array([fluid.c_t, fluid.c_n]), np.array([fluid.d_t, fluid.d_n])
    force = R @ (-linear * relative - quadratic * np.sign(relative) * relative**2)  # (21)
    force = force + R @ C_A @ (R_rate.T @ V)  # (21): the current as seen from the turning link
    if fluid.current_law == "galilean":
        force = force - R @ C_A @ (R_rate.T @ velocity)
    mass = np.zeros((3, 3))
    mass[:2, :2] = chain.masses[i] * np.eye(2) + R @ C_A @ R.T
    mass[2, 2] = chain.inertias[i] + fluid.lambda1
    torque = -fluid.lambda2 * rate - fluid.lambda3 * rate * abs(rate)  # (16)
    load = np.array([*force, torque])
    return mass, load if not chain.grounds or chain.grounds[i] is None else load + ground_load(chain, i, theta, rate, velocity)


def ground_load(chain, i, theta, rate, velocity):
    """Force and torque (3) of the ground on one link: every point of it is dragged by its own velocity (remark 4)."""
    viscous_t, viscous_n, coulomb_t, coulomb_n, slip, gravity, points = chain.grounds[i]
    t, n = axes(theta)
    total = np.zeros(3)
    for node, weight in zip(*np.polynomial.legendre.leggauss(points), strict=True):
        lever, part = chain.lengths[i] / 2 * node, weight / 2
        v = velocity + rate * lever * n
        size = np.sqrt(v @ v + slip**2)
        push = chain.masses[i] * gravity * part / size
        force = -(viscous_t * chain.lengths[i] * part + coulomb_t * push) * (v @ t) * t
        force = force - (viscous_n * chain.lengths[i] * part + coulomb_n * push) * (v @ n) * n
        total += np.array([*force, lever * (n @ force)])
    return total


def joint_rows(chain, j, theta, theta_rate):
    """Rows (2, 3n) of joint j, between links j and j + 1, and the part of its acceleration that the rates make (2)."""
    rows, bias = np.zeros((2, 3 * chain.n)), np.zeros(2)
    for i, end, sign in ((j, +1, 1.0), (j + 1, -1, -1.0)):
        t, n = axes(theta[i])
        lever = end * chain.lengths[i] / 2
        rows[:, 3 * i : 3 * i + 2] = sign * np.eye(2)
        rows[:, 3 * i + 2] = sign * lever * n
        bias -= sign * lever * theta_rate[i] ** 2 * t
    return rows, bias


def accelerations(chain, theta, theta_rate, p_rate, torques):
    """theta'' (n) [rad/s^2] and p'' (2) [m/s^2] of the centre of mass, for torques u (n - 1) [N m]."""
    n = chain.n
    velocities = link_velocities(chain, theta, theta_rate, p_rate)
    constraints = [joint_rows(chain, j, theta, theta_rate) for j in range(n - 1)]
    J, bias = np.vstack([rows for rows, _ in constraints]), np.concatenate([b for _, b in constraints])
    mass, force = np.zeros((3 * n, 3 * n)), np.zeros(3 * n)
    for i in range(n):
        at = slice(3 * i, 3 * i + 3)
        mass[at, at], force[at] = link_terms(chain, i, theta[i], theta_rate[i], velocities[i])
    force[2::3] += np.append(torques, 0.0) - np.insert(torques, 0, 0.0)  # (33)
    matrix = np.block([[mass, -J.T], [J, np.zeros((len(J), len(J)))]])
    q = np.linalg.solve(matrix, np.concatenate([force, -bias]))[: 3 * n].reshape(n, 3)
    return q[:, 2], chain.masses @ q[:, :2] / chain.masses.sum()
