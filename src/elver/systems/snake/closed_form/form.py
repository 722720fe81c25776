"""Closed form of the planar underwater snake robot: USR (1)-(40), corrected, for equal and for individual links.

USR: E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljebäck, *Modeling of underwater snake robots*, 2014.

Link 1 is the tail, link n the head; link i lies at the angle theta_i to the world's x axis, its centre of mass (x_i, y_i) at
mid-length, l_i from either end. The joints (6), D X + A L cos = 0 with L = diag(l_i), and the centre of mass (4),
e^T M X = m p_x with m = e^T M e, give

    X = -K^T L cos + e p_x,   Y = -K^T L sin + e p_y,   K = A^T (D M^-1 D^T)^-1 D M^-1,                             (7), (8)

which is the paper's K when M is a multiple of the identity. As D K^T = A and K M e = 0, its elements are known:

    K_ij = sgn(i - j) - sigma_i,   sigma_i = (mass of the links before i - mass of those after i) / m.

With S, C the diagonal matrices of sines and cosines, B = [K^T L S; -K^T L C] and E = [e 0; 0 e] the links accelerate as

    [X''; Y''] = B theta'' + E p'' + a,   a = [K^T L C; K^T L S] theta'^2,                            corrects (10)

and with N = [M + mu S^2, -mu S C; -mu S C, M + mu C^2], G = [B E] and F the forces of drag and of (24) without X'', Y''
the virtual power of (30) and (34) is the symmetric positive definite system of n + 2 equations

    (diag(J + Lambda1, 0) + G^T N G) [theta''; p''] = [D^T u - Lambda2 theta' - Lambda3 |theta'|theta'; 0] + G^T (F - N a).

Eliminating p'' leaves the paper's (36) with Z = N E (E^T N E)^-1, what the water at all links feels of the whole robot's
acceleration: the term that (10) lost.

    M_theta = J + Lambda1 + B^T (1 - Z E^T) N B                                                                      (37)
    W_theta = B^T (1 - Z E^T) N [K^T L C; K^T L S]                                                                   (38)
    V_theta = Lambda2 - B^T (1 - Z E^T) F_c,  F_c theta' the velocity part of (24)                                   (39)
    M_theta theta'' + W_theta theta'^2 + V_theta theta' + Lambda3 |theta'|theta' - B^T (1 - Z E^T) f_D = D^T u       (36)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.spatial import solve_symmetric
from elver.systems.snake.closed_form.expressions import (
    Motion,
    inertia_matrix,
    load_slopes,
    right_side,
    signed_sums,
    theta_terms,
    times_KT,
)
from elver.systems.snake.closed_form.fluid import SnakeFluid, check_number


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """The equations of one robot; build it by ``closed_form``. Arrays have one entry per link, tail first.

    half_lengths l_i [m], masses [kg], inertias [kg m^2] about the links' centres of mass, fluids.
    Its CasADi functions take theta (n) [rad], theta_rate (n) [rad/s], p and p_rate (2), position [m] and velocity [m/s] of the
    robot's centre of mass in the world, and the torques u (n - 1) [N m] of the joints; ``elver.compile_function`` makes native
    code of each. u_i turns link i forwards (counterclockwise) and link i + 1 back.
    """

    half_lengths: np.ndarray
    masses: np.ndarray
    inertias: np.ndarray
    fluids: tuple[SnakeFluid, ...]

    @property
    def n(self) -> int:
        """Number of links."""
        return len(self.masses)

    @cached_property
    def D(self) -> np.ndarray:
        """Difference matrix (n - 1, n): joint angles are D theta."""
        return np.eye(self.n)[:-1] - np.eye(self.n)[1:]

    @cached_property
    def A(self) -> np.ndarray:
        """Addition matrix (n - 1, n)."""
        return np.abs(self.D)

    @cached_property
    def sigma(self) -> np.ndarray:
        """Mass before minus mass after each link, over the whole mass (n)."""
        return np.array(signed_sums(ca.DM(self.masses))).ravel() / self.masses.sum()

    @cached_property
    def K(self) -> np.ndarray:
        """A^T (D M^-1 D^T)^-1 D M^-1 (n, n) by its elements."""
        place = np.arange(self.n)
        return np.sign(place[:, None] - place) - self.sigma[:, None]

    @cached_property
    def V(self) -> np.ndarray:
        """K M K^T = A^T (D M^-1 D^T)^-1 A (n, n) [kg]; the paper's V is this over the mass of a link."""
        return self.K * self.masses @ self.K.T

    def coefficients(self, name: str) -> np.ndarray:
        """One fluid coefficient of every link (n)."""
        return np.array([getattr(fluid, name) for fluid in self.fluids], dtype=float)

    @property
    def currents(self) -> np.ndarray:
        """Velocity of the water at every link (n, 2) [m/s, world]."""
        return np.array([fluid.current for fluid in self.fluids], dtype=float)

    @cached_property
    def link_positions(self) -> ca.Function:
        """(theta, p) -> X, Y [m], the links' centres of mass. (7), (8)"""
        theta, p = ca.SX.sym("theta", self.n), ca.SX.sym("p", 2)
        L = ca.DM(self.half_lengths)
        X, Y = p[0] - times_KT(self, L * ca.cos(theta)), p[1] - times_KT(self, L * ca.sin(theta))
        return function("link_positions", {"theta": theta, "p": p}, {"X": X, "Y": Y})

    @cached_property
    def link_velocities(self) -> ca.Function:
        """(theta, theta_rate, p_rate) -> X_rate, Y_rate [m/s]. (9)"""
        m = Motion.symbols(self)
        return function("link_velocities", m.state, {"X_rate": m.X_rate, "Y_rate": m.Y_rate})

    @cached_property
    def joint_angles(self) -> ca.Function:
        """theta -> phi = D theta (n - 1) [rad], phi_i = theta_i - theta_(i+1): the sign that belongs to D^T u; corrects (1)."""
        theta = ca.SX.sym("theta", self.n)
        return function("joint_angles", {"theta": theta}, {"phi": theta[:-1] - theta[1:]})

    @cached_property
    def heading(self) -> ca.Function:
        """theta -> mean of the link angles [rad]. (2)"""
        theta = ca.SX.sym("theta", self.n)
        return function("heading", {"theta": theta}, {"heading": ca.sum1(theta) / self.n})

    @cached_property
    def forward_speed(self) -> ca.Function:
        """(theta, p_rate) -> velocity of the centre of mass along the heading [m/s]. (5)"""
        theta, p_rate = ca.SX.sym("theta", self.n), ca.SX.sym("p_rate", 2)
        heading = self.heading(theta)
        speed = p_rate[0] * ca.cos(heading) + p_rate[1] * ca.sin(heading)
        return function("forward_speed", {"theta": theta, "p_rate": p_rate}, {"speed": speed})

    @cached_property
    def theta_equation(self) -> ca.Function:
        """(theta, theta_rate, p_rate) -> M_theta, W_theta, V_theta (n, n), drag (n) [N m]: the terms of (36), corrected.

        M_theta theta'' + W_theta theta'^2 + V_theta theta' + Lambda3 |theta'|theta' + drag = D^T u, where
        Lambda3 = diag(coefficients("lambda3")).
        """
        m = Motion.symbols(self)
        return function("theta_equation", m.state, theta_terms(m))

    @cached_property
    def full_equation(self) -> ca.Function:
        """(theta, theta_rate, p_rate, u) -> matrix (n+2, n+2), right (n+2): matrix [theta''; p''] = right."""
        m, u = Motion.symbols(self), ca.SX.sym("u", self.n - 1)
        return function("full_equation", {**m.state, "u": u}, {"matrix": inertia_matrix(m), "right": right_side(m, u)})

    @cached_property
    def state_space(self) -> ca.Function:
        """F(x, u) -> x' with x = [theta; p; theta'; p'] (2n + 4). (40)"""
        x, u = ca.SX.sym("x", 2 * self.n + 4), ca.SX.sym("u", self.n - 1)
        m = Motion.of_state(self, x)
        acceleration = solve_symmetric(inertia_matrix(m), right_side(m, u))
        return function("state_space", {"x": x, "u": u}, {"xdot": ca.vertcat(x[self.n + 2 :], acceleration)})

    @cached_property
    def linearisation(self) -> ca.Function:
        """(x, u) -> A (2n+4, 2n+4), B (2n+4, n-1), the exact derivatives of ``state_space``.

        The acceleration y solves ``load``(x, y) = [D^T u; 0], and load's derivative by y is the inertia matrix, so
        dy/dx = -(inertia matrix)^-1 d load/dx at fixed y: one factorisation, and automatic differentiation of a short graph.
        """
        n = self.n
        x, u = ca.SX.sym("x", 2 * n + 4), ca.SX.sym("u", n - 1)
        m = Motion.of_state(self, x)
        factors = ca.ldl(inertia_matrix(m))
        slopes = load_slopes(self)(x, ca.ldl_solve(right_side(m, u), *factors))
        A = ca.vertcat(ca.horzcat(ca.SX(n + 2, n + 2), ca.SX.eye(n + 2)), -ca.ldl_solve(slopes, *factors))
        DT = ca.SX(ca.vertcat(ca.DM(self.D.T), ca.DM(2, n - 1)))
        B = ca.vertcat(ca.SX(n + 2, n - 1), ca.ldl_solve(DT, *factors))
        return function("linearisation", {"x": x, "u": u}, {"A": A, "B": B})

    def linearise(self, x, u) -> tuple[np.ndarray, np.ndarray]:
        """A = dF/dx (2n+4, 2n+4) and B = dF/du (2n+4, n-1) at the state x and torques u, as numbers."""
        for name, value, size in (("state x", x, 2 * self.n + 4), ("torques u", u, self.n - 1)):
            if np.size(value) != size:
                raise InputError(f"{name} has {np.size(value)} numbers; a robot of {self.n} links needs {size}.")
        A, B = self.linearisation(np.ravel(x), np.ravel(u))
        return np.array(A), np.array(B)


def closed_form(
    lengths: Sequence[float],
    masses: float | Sequence[float],
    inertias: float | Sequence[float],
    fluids: SnakeFluid | Sequence[SnakeFluid] | None = None,
) -> ClosedForm:
    """The closed form of a chain of links, tail first.

    lengths 2 l_i [m], one per link, joint to joint; masses [kg] and inertias [kg m^2] about the centres of mass, which lie at
    mid-length: one per link, or one number for all; fluids: one per link, one for all, or None for a robot in a vacuum.
    """
    n = np.size(lengths)
    if np.ndim(lengths) != 1 or n < 2:
        raise InputError(f"lengths = {lengths!r}. A snake robot has two links or more: give one length [m] per link, tail first.")
    each = (fluids or SnakeFluid(),) * n if fluids is None or isinstance(fluids, SnakeFluid) else tuple(fluids)
    if len(each) != n or not all(isinstance(fluid, SnakeFluid) for fluid in each):
        raise InputError(f"{len(each)} fluids for {n} links. Give one SnakeFluid for all links, or a list with one per link.")
    return ClosedForm(
        half_lengths=per_link("length", lengths, n) / 2,
        masses=per_link("mass", masses, n),
        inertias=per_link("moment of inertia", inertias, n),
        fluids=each,
    )


def per_link(what: str, values, n: int) -> np.ndarray:
    """One positive number per link, from one each or one for all."""
    given = [values] * n if np.ndim(values) == 0 else list(values)
    if len(given) != n:
        raise InputError(f"{what}: {len(given)} values for {n} links. Give one number for all links, or one per link.")
    for k, value in enumerate(given, start=1):
        check_number(f"{what} of link {k}", value)
    return np.array(given, dtype=float)


def function(name: str, inputs: dict, outputs: dict) -> ca.Function:
    """A CasADi function with named, dense inputs and outputs."""
    dense = [ca.densify(ca.SX(expression)) for expression in outputs.values()]
    return ca.Function(name, list(inputs.values()), dense, list(inputs), list(outputs))
