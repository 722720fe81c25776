"""The closed form of the underwater snake robot's equations, corrected: an oracle for the recursions. USR (32), (36)-(39)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from numbers import Real
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.forces import GroundFriction
from elver.symbolic.spatial import solve_symmetric, symmetric

# --- Terms of the snake robot's closed form as expressions of its motion.


@dataclass(frozen=True, eq=False)
class RobotMotion:
    """The robot at one instant, as expressions."""

    robot: ClosedForm
    theta: ca.SX
    theta_rate: ca.SX
    p_rate: ca.SX

    @classmethod
    def symbols(cls, robot: ClosedForm) -> RobotMotion:
        return cls(robot, ca.SX.sym("theta", robot.n), ca.SX.sym("theta_rate", robot.n), ca.SX.sym("p_rate", 2))

    @classmethod
    def of_state(cls, robot: ClosedForm, x: ca.SX) -> RobotMotion:
        n = robot.n
        return cls(robot, x[:n], x[n + 2 : 2 * n + 2], x[2 * n + 2 :])

    @property
    def state(self) -> dict[str, ca.SX]:
        return {"theta": self.theta, "theta_rate": self.theta_rate, "p_rate": self.p_rate}

    @cached_property
    def s(self) -> ca.SX:
        """Sines of the link angles."""
        return ca.sin(self.theta)

    @cached_property
    def c(self) -> ca.SX:
        """Cosines of the link angles."""
        return ca.cos(self.theta)

    @cached_property
    def ls(self) -> ca.SX:
        """L S, as a column [m]."""
        return ca.DM(self.robot.half_lengths) * self.s

    @cached_property
    def lc(self) -> ca.SX:
        """L C, as a column [m]."""
        return ca.DM(self.robot.half_lengths) * self.c

    @cached_property
    def X_rate(self) -> ca.SX:
        """x velocities of the links [m/s]. (9)"""
        return _times_KT(self.robot, self.ls * self.theta_rate) + self.p_rate[0]

    @cached_property
    def Y_rate(self) -> ca.SX:
        """y velocities of the links [m/s]. (9)"""
        return self.p_rate[1] - _times_KT(self.robot, self.lc * self.theta_rate)

    @cached_property
    def added_mass(self) -> tuple:
        """Diagonals of mu S^2, -mu S C, mu C^2 as columns [kg]. (24)"""
        mu = ca.DM(self.robot.coefficients("mu_n"))
        return mu * self.s * self.s, -mu * self.s * self.c, mu * self.c * self.c

    @cached_property
    def KNK(self) -> tuple:
        """K N_xx K^T, K N_xy K^T, K N_yy K^T (n, n) [kg]; the rigid masses contribute V."""
        xx, xy, yy = (_times_KKT(self.robot, q) for q in self.added_mass)
        return xx + ca.DM(self.robot.V), xy, yy + ca.DM(self.robot.V)

    def transposed_B(self, fx: ca.SX, fy: ca.SX) -> ca.SX:
        """B^T [fx; fy] = L S K fx - L C K fy for columns or matrices of link forces."""
        return _scale_rows(self.ls, _times_K(self.robot, fx)) - _scale_rows(self.lc, _times_K(self.robot, fy))


def _signed_sums(v: ca.SX) -> ca.SX:
    """sum_j sgn(i - j) v_j for every row i: what lies before less what lies after."""
    return 2 * ca.cumsum(v) - v - ca.repmat(ca.sum1(v), v.shape[0], 1)


def _times_K(robot: ClosedForm, v: ca.SX) -> ca.SX:
    """K v in O(n) operations per column."""
    return _signed_sums(v) - ca.DM(robot.sigma) @ ca.sum1(v)


def _times_KT(robot: ClosedForm, v: ca.SX) -> ca.SX:
    """K^T v in O(n) operations, v one column."""
    return -_signed_sums(v) - ca.dot(ca.DM(robot.sigma), v)


def _times_KKT(robot: ClosedForm, q: ca.SX) -> ca.SX:
    """K diag(q) K^T in O(n^2) operations.

    sum_k sgn(i-k) sgn(j-k) q_k is the sum of q less what lies between i and j counted twice, ends once: for i < j that is
    q_sum - (b_j - b_i) with b = signed_sums(q), for i = j it is q_sum - q_i. The other products with sigma are b itself.
    """
    sigma, one = ca.DM(robot.sigma), ca.DM.ones(robot.n)
    b = _signed_sums(q)
    upper = ca.sum1(q) * (one @ one.T + sigma @ sigma.T) - (one + sigma) @ b.T + b @ (one - sigma).T - ca.diag(q)
    return symmetric(upper)


def _scale_rows(column: ca.SX, M: ca.SX) -> ca.SX:
    """diag(column) M."""
    return ca.repmat(column, 1, M.shape[1]) * M


def _drag_forces(m: RobotMotion) -> ca.SX:
    """f_D, x and y components on every link [N]. (25)-(27)"""
    c_t, c_n, d_t, d_n = (ca.DM(m.robot.coefficients(k)) for k in ("c_t", "c_n", "d_t", "d_n"))
    Vx, Vy = (ca.DM(V) for V in m.robot.currents.T)
    x, y = m.X_rate - Vx, m.Y_rate - Vy
    vt, vn = m.c * x + m.s * y, m.c * y - m.s * x  # (27)
    ft, fn = -(c_t + d_t * ca.fabs(vt)) * vt, -(c_n + d_n * ca.fabs(vn)) * vn  # (25), (26)
    return m.c * ft - m.s * fn, m.s * ft + m.c * fn


def _ground_friction(m: RobotMotion) -> tuple:
    """Friction of the ground on every link: x and y components [N] and the moment about its centre [N m]. Remark 4.

    The law's force per length at Gauss points of each link, which lies from -l to l about its centre.
    """
    fx, fy, moments = [], [], []
    for i, (law, half, mass) in enumerate(zip(m.robot.grounds, m.robot.half_lengths, m.robot.masses, strict=True)):
        ft, fn, moment = 0, 0, ca.SX(0)
        if law is not None:
            c, s, turn = m.c[i], m.s[i], m.theta_rate[i]
            vt, vn = c * m.X_rate[i] + s * m.Y_rate[i], c * m.Y_rate[i] - s * m.X_rate[i]
            nodes, weights = np.polynomial.legendre.leggauss(law.points)
            for at, share in zip((half * nodes).tolist(), (half * weights).tolist(), strict=True):
                along, across = law.density(vt, vn + at * turn, law.gravity * float(mass) / (2 * float(half)))
                ft, fn, moment = ft + share * along, fn + share * across, moment + share * at * across
        fx.append(m.c[i] * ft - m.s[i] * fn)
        fy.append(m.s[i] * ft + m.c[i] * fn)
        moments.append(moment)
    return ca.vertcat(*fx), ca.vertcat(*fy), ca.vertcat(*moments)


def _surface_forces(m: RobotMotion) -> tuple:
    """Drag of the water and friction of the ground on every link: x and y components [N]; the ground's moments [N m]."""
    dx, dy = _drag_forces(m)
    if all(law is None for law in m.robot.grounds):
        return dx, dy, ca.SX(m.robot.n, 1)
    gx, gy, moments = _ground_friction(m)
    return dx + gx, dy + gy, moments


def _turning_coefficient(m: RobotMotion) -> ca.SX:
    """k of the force k theta' n that (24) holds besides accelerations, per link [N s/rad]; n = (-sin, cos) turns by -t theta'.

    printed: k = -mu t . V.   galilean: k = mu t . (p' - V), the same with the velocity of the link itself.
    """
    Vx, Vy = (ca.DM(V) for V in m.robot.currents.T)
    own = ca.DM([float(fluid.current_law == "galilean") for fluid in m.robot.fluids])
    x, y = own * m.X_rate - Vx, own * m.Y_rate - Vy
    return ca.DM(m.robot.coefficients("mu_n")) * (m.c * x + m.s * y)


def _coupling(m: RobotMotion) -> ca.SX:
    """B^T N E (n, 2) and E^T N E (2, 2). The rigid masses drop out of the first: K M e = 0."""
    xx, xy, yy = m.added_mass
    whole = ca.blockcat([[ca.sum1(xx), ca.sum1(xy)], [ca.sum1(xy), ca.sum1(yy)]])
    return ca.horzcat(m.transposed_B(xx, xy), m.transposed_B(xy, yy)), m.robot.masses.sum() * ca.SX.eye(2) + whole


def _quadratic_terms(m: RobotMotion, left: tuple, right: tuple) -> ca.SX:
    """[K^T left_x; K^T left_y]^T N [K^T right_x; K^T right_y] (n, n); left and right are diagonals, as columns."""
    xx, xy, yy = m.KNK
    (ax, ay), (bx, by) = left, right
    return xx * (ax @ bx.T) + xy * (ax @ by.T + ay @ bx.T) + yy * (ay @ by.T)


def _theta_inertia(m: RobotMotion) -> ca.SX:
    """J + Lambda1 + B^T N B (n, n): (37) with H = K^T."""
    B = (m.ls, -m.lc)
    return symmetric(_quadratic_terms(m, B, B) + ca.diag(ca.DM(m.robot.inertias + m.robot.coefficients("lambda1"))))


def _theta_terms(m: RobotMotion) -> dict[str, ca.SX]:
    """The matrices of (36)-(39) and the drag torques, p'' eliminated."""
    BNE, ENE = _coupling(m)
    BZ = BNE @ _inverse_2x2(ENE)

    def reduced(fx: ca.SX, fy: ca.SX) -> ca.SX:
        """B^T (1 - Z E^T) [fx; fy]."""
        return m.transposed_B(fx, fy) - BZ @ ca.vertcat(ca.sum1(fx), ca.sum1(fy))

    xx, xy, yy = m.added_mass
    Kxx, Kxy, Kyy = (_times_K(m.robot, q) for q in (xx, xy, yy))
    ENa = ca.vertcat((Kxx * m.lc + Kxy * m.ls).T, (Kxy * m.lc + Kyy * m.ls).T)
    k = _turning_coefficient(m)
    fx, fy, moments = _surface_forces(m)
    return {
        "M_theta": symmetric(_theta_inertia(m) - BZ @ BNE.T),  # (37)
        "W_theta": _quadratic_terms(m, (m.ls, -m.lc), (m.lc, m.ls)) - BZ @ ENa,  # (38)
        "V_theta": ca.diag(ca.DM(m.robot.coefficients("lambda2"))) - reduced(ca.diag(-m.s * k), ca.diag(m.c * k)),  # (39)
        "drag": -reduced(fx, fy) - moments,  # (36)
    }


def _inertia_matrix(m: RobotMotion) -> ca.SX:
    """diag(J + Lambda1, 0) + G^T N G (n+2, n+2)."""
    BNE, ENE = _coupling(m)
    return ca.blockcat([[_theta_inertia(m), BNE], [BNE.T, ENE]])


def load(m: RobotMotion, acceleration: ca.SX) -> ca.SX:
    """Left side less the velocity terms: D^T u on the links' rows, 0 on p's, when ``acceleration`` [theta''; p''] is right.

    In O(n) operations: accelerations of the links (10), their forces (30), and the torques (34) that these need.
    """
    r, n = m.robot, m.robot.n
    theta_acc, p_acc = acceleration[:n], acceleration[n:]
    squares = m.theta_rate * m.theta_rate
    ax = _times_KT(r, m.lc * squares + m.ls * theta_acc) + p_acc[0]  # (10), corrected
    ay = _times_KT(r, m.ls * squares - m.lc * theta_acc) + p_acc[1]
    (dx, dy, moments), turning = _surface_forces(m), _turning_coefficient(m) * m.theta_rate
    xx, xy, yy = m.added_mass
    mass = ca.DM(r.masses)
    fx = (mass + xx) * ax + xy * ay - dx + m.s * turning  # (30) with (23), (24): the joints' forces
    fy = xy * ax + (mass + yy) * ay - dy - m.c * turning
    lambda1, lambda2, lambda3 = (r.coefficients(f"lambda{k}") for k in (1, 2, 3))
    drag = (ca.DM(lambda2) + ca.DM(lambda3) * ca.fabs(m.theta_rate)) * m.theta_rate  # (28)
    torques = ca.DM(r.inertias + lambda1) * theta_acc + drag - moments + m.transposed_B(fx, fy)  # (34)
    return ca.vertcat(torques, ca.sum1(fx), ca.sum1(fy))


def _right_side(m: RobotMotion, u: ca.SX) -> ca.SX:
    """Right side of the n + 2 equations: D^T u and all that does not multiply accelerations."""
    DTu = ca.vertcat(u, 0) - ca.vertcat(0, u)
    return ca.vertcat(DTu, 0, 0) - load(m, ca.SX(m.robot.n + 2, 1))


def _load_slopes(robot: ClosedForm) -> ca.Function:
    """(x, acceleration) -> derivative of ``load`` by the state x at fixed acceleration (n+2, 2n+4)."""
    x, acceleration = ca.SX.sym("x", 2 * robot.n + 4), ca.SX.sym("acceleration", robot.n + 2)
    return ca.Function("load_slopes", [x, acceleration], [ca.jacobian(load(RobotMotion.of_state(robot, x), acceleration), x)])


def _inverse_2x2(M: ca.SX) -> ca.SX:
    """Inverse of a 2 x 2 matrix."""
    return ca.blockcat([[M[1, 1], -M[0, 1]], [-M[1, 0], M[0, 0]]]) / (M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0])


# --- The water's action on a link of the snake robot. USR (12)-(24).

CURRENT_LAWS = ("printed", "galilean")
ADDED_INERTIA_LAWS = ("printed", "physical")


@dataclass(frozen=True)
class SnakeFluid:
    """The water's action on one link. A link without water has all of them zero.

    c_t, c_n: linear drag along and across the link [N s/m]; d_t, d_n: quadratic drag [N s^2/m^2]. The paper uses one number
    for both (12), but switches the linear part off in its case 1.
    mu_n: added mass across the link [kg].  lambda1 [kg m^2], lambda2 [N m s], lambda3 [N m s^2]: torque (16).
    current (Vx, Vy) [m/s, world]: uniform and steady.
    current_law: ``printed``, the added-mass force -mu_n n (n . p'' - d/dt(n) . V) of (24), n the link's normal; or
    ``galilean``, -mu_n n d/dt(n . (p' - V)), which depends on the velocity relative to the water only.
    """

    c_t: float = 0.0
    c_n: float = 0.0
    d_t: float = 0.0
    d_n: float = 0.0
    mu_n: float = 0.0
    lambda1: float = 0.0
    lambda2: float = 0.0
    lambda3: float = 0.0
    current: tuple[float, float] = (0.0, 0.0)
    current_law: str = "printed"

    def __post_init__(self) -> None:
        for name in (f.name for f in fields(self) if f.name not in ("current", "current_law")):
            _check_number(f"coefficient {name}", getattr(self, name), positive=False)
        if np.shape(self.current) != (2,) or not all(isinstance(v, Real) and math.isfinite(v) for v in self.current):
            raise InputError(f"current = {self.current!r}. Give two finite numbers (Vx, Vy), in the world frame, in m/s.")
        if self.current_law not in CURRENT_LAWS:
            raise unknown_name("current law", self.current_law, CURRENT_LAWS)

    @classmethod
    def from_section(
        cls,
        half_height: float,
        half_width: float,
        length: float,
        density: float = 1000.0,
        friction: float = 0.03,
        drag: float = 2.0,
        added: float = 1.0,
        added_inertia: float = 1.0,
        *,
        linear: bool = True,
        current: tuple[float, float] = (0.0, 0.0),
        current_law: str = "printed",
        added_inertia_law: str = "printed",
    ) -> SnakeFluid:
        """Coefficients of an elliptic cylinder by (14), (15), (17), (20).

        half_height a and half_width b of the section [m], a vertical; length 2l of the link [m]; density [kg/m^3] of the
        water; friction C_f, drag C_D, added C_A and added_inertia C_M without unit.
        linear: False leaves out the linear drag and its torque lambda2 (the paper's case 1).
        added_inertia_law: ``printed`` lambda1 (17), whose unit is kg m^4, or ``physical``, the added mass per length times
        the square of the lever, integrated over the link.
        """
        sizes = {"half_height": half_height, "half_width": half_width, "length": length, "density": density}
        for name, value in sizes.items():
            _check_number(name, value)
        for name, value in {"friction": friction, "drag": drag, "added": added, "added_inertia": added_inertia}.items():
            _check_number(name, value, positive=False)
        if added_inertia_law not in ADDED_INERTIA_LAWS:
            raise unknown_name("added-inertia law", added_inertia_law, ADDED_INERTIA_LAWS)
        a, b, half, rho_pi = half_height, half_width, length / 2, density * math.pi
        d_t = 0.5 * rho_pi * friction * (b + a) / 2 * length  # (14)
        d_n = 0.5 * density * drag * 2 * a * length  # (14)
        if added_inertia_law == "printed":
            lambda1 = rho_pi / 12 * added_inertia * (a**2 - b**2) ** 2 * half**3  # (17)
        else:
            lambda1 = 2 / 3 * rho_pi * added * a**2 * half**3
        return cls(
            c_t=linear * d_t,
            c_n=linear * d_n,
            d_t=d_t,
            d_n=d_n,
            mu_n=rho_pi * added * a**2 * length,  # (15)
            lambda1=lambda1,
            lambda2=linear * rho_pi / 6 * friction * (a + b) * half**3,  # (20)
            lambda3=rho_pi / 8 * friction * (a + b) * half**4,  # (20)
            current=current,
            current_law=current_law,
        )


def _check_number(what: str, value: float, positive: bool = True) -> None:
    """Refuse what is not a finite number above (or not below) zero."""
    if not isinstance(value, Real) or not math.isfinite(value) or value < 0 or (positive and value == 0):
        raise InputError(f"{what} = {value!r}. Give a finite number {'above zero' if positive else 'of zero or more'}.")


# --- Closed form of the planar underwater snake robot: USR (1)-(40), corrected, for equal and for individual links.
#
# USR: E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljebäck, *Modeling of underwater snake robots*, 2014.
#
# Link 1 is the tail, link n the head; link i lies at the angle theta_i to the world's x axis, its centre of mass (x_i, y_i) at
# mid-length, l_i from either end. The joints (6), D X + A L cos = 0 with L = diag(l_i), and the centre of mass (4),
# e^T M X = m p_x with m = e^T M e, give
#
#     X = -K^T L cos + e p_x,   Y = -K^T L sin + e p_y,   K = A^T (D M^-1 D^T)^-1 D M^-1,                             (7), (8)
#
# which is the paper's K when M is a multiple of the identity. As D K^T = A and K M e = 0, its elements are known:
#
#     K_ij = sgn(i - j) - sigma_i,   sigma_i = (mass of the links before i - mass of those after i) / m.
#
# With S, C the diagonal matrices of sines and cosines, B = [K^T L S; -K^T L C] and E = [e 0; 0 e] the links accelerate as
#
#     [X''; Y''] = B theta'' + E p'' + a,   a = [K^T L C; K^T L S] theta'^2,                            corrects (10)
#
# and with N = [M + mu S^2, -mu S C; -mu S C, M + mu C^2], G = [B E] and F the forces of drag and of (24) without X'', Y''
# the virtual power of (30) and (34) is the symmetric positive definite system of n + 2 equations
#
#     (diag(J + Lambda1, 0) + G^T N G) [theta''; p''] = [D^T u - Lambda2 theta' - Lambda3 |theta'|theta'; 0] + G^T (F - N a).
#
# Eliminating p'' leaves the paper's (36) with Z = N E (E^T N E)^-1, what the water at all links feels of the whole robot's
# acceleration: the term that (10) lost.
#
#     M_theta = J + Lambda1 + B^T (1 - Z E^T) N B                                                                      (37)
#     W_theta = B^T (1 - Z E^T) N [K^T L C; K^T L S]                                                                   (38)
#     V_theta = Lambda2 - B^T (1 - Z E^T) F_c,  F_c theta' the velocity part of (24)                                   (39)
#     M_theta theta'' + W_theta theta'^2 + V_theta theta' + Lambda3 |theta'|theta' - B^T (1 - Z E^T) f_D = D^T u       (36)


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """The equations of one robot; build it by ``closed_form``. Arrays have one entry per link, tail first.

    half_lengths l_i [m], masses [kg], inertias [kg m^2] about the links' centres of mass, fluids, and the ground under the links.
    Its CasADi functions take theta (n) [rad], theta_rate (n) [rad/s], p and p_rate (2), position [m] and velocity [m/s] of the
    robot's centre of mass in the world, and the torques u (n - 1) [N m] of the joints; ``elver.codegen.compile_function``
    makes native
    code of each. u_i turns link i forwards (counterclockwise) and link i + 1 back.
    """

    half_lengths: np.ndarray
    masses: np.ndarray
    inertias: np.ndarray
    fluids: tuple[SnakeFluid, ...]
    grounds: tuple[GroundFriction | None, ...]

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
        return np.array(_signed_sums(ca.DM(self.masses))).ravel() / self.masses.sum()

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
        X, Y = p[0] - _times_KT(self, L * ca.cos(theta)), p[1] - _times_KT(self, L * ca.sin(theta))
        return function("link_positions", {"theta": theta, "p": p}, {"X": X, "Y": Y})

    @cached_property
    def link_velocities(self) -> ca.Function:
        """(theta, theta_rate, p_rate) -> X_rate, Y_rate [m/s]. (9)"""
        m = RobotMotion.symbols(self)
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
        m = RobotMotion.symbols(self)
        return function("theta_equation", m.state, _theta_terms(m))

    @cached_property
    def full_equation(self) -> ca.Function:
        """(theta, theta_rate, p_rate, u) -> matrix (n+2, n+2), right (n+2): matrix [theta''; p''] = right."""
        m, u = RobotMotion.symbols(self), ca.SX.sym("u", self.n - 1)
        return function("full_equation", {**m.state, "u": u}, {"matrix": _inertia_matrix(m), "right": _right_side(m, u)})

    @cached_property
    def state_space(self) -> ca.Function:
        """F(x, u) -> x' with x = [theta; p; theta'; p'] (2n + 4). (40)"""
        x, u = ca.SX.sym("x", 2 * self.n + 4), ca.SX.sym("u", self.n - 1)
        m = RobotMotion.of_state(self, x)
        acceleration = solve_symmetric(_inertia_matrix(m), _right_side(m, u))
        return function("state_space", {"x": x, "u": u}, {"xdot": ca.vertcat(x[self.n + 2 :], acceleration)})

    @cached_property
    def linearisation(self) -> ca.Function:
        """(x, u) -> A (2n+4, 2n+4), B (2n+4, n-1), the exact derivatives of ``state_space``.

        The acceleration y solves ``load``(x, y) = [D^T u; 0], and load's derivative by y is the inertia matrix, so
        dy/dx = -(inertia matrix)^-1 d load/dx at fixed y: one factorisation, and automatic differentiation of a short graph.
        """
        n = self.n
        x, u = ca.SX.sym("x", 2 * n + 4), ca.SX.sym("u", n - 1)
        m = RobotMotion.of_state(self, x)
        factors = ca.ldl(_inertia_matrix(m))
        slopes = _load_slopes(self)(x, ca.ldl_solve(_right_side(m, u), *factors))
        A = ca.vertcat(ca.horzcat(ca.SX(n + 2, n + 2), ca.SX.eye(n + 2)), -ca.ldl_solve(slopes, *factors))
        DT = ca.SX(ca.vertcat(ca.DM(self.D.T), ca.DM(2, n - 1)))
        B = ca.vertcat(ca.SX(n + 2, n - 1), ca.ldl_solve(DT, *factors))
        return function("linearisation", {"x": x, "u": u}, {"A": A, "B": B})

    def linearise(self, x: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
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
    grounds: GroundFriction | Sequence[GroundFriction | None] | None = None,
) -> ClosedForm:
    """The closed form of a chain of links, tail first.

    lengths 2 l_i [m], one per link, joint to joint; masses [kg] and inertias [kg m^2] about the centres of mass, which lie at
    mid-length: one per link, or one number for all; fluids: one per link, one for all, or None for a robot in a vacuum.
    grounds: friction of the ground under the links likewise, None for links that touch none (remark 4: a robot on land has
    grounds and no fluids, an amphibious one links of both kinds).
    """
    n = np.size(lengths)
    if np.ndim(lengths) != 1 or n < 2:
        raise InputError(f"lengths = {lengths!r}. A snake robot has two links or more: give one length [m] per link, tail first.")
    each = (fluids or SnakeFluid(),) * n if fluids is None or isinstance(fluids, SnakeFluid) else tuple(fluids)
    if len(each) != n or not all(isinstance(fluid, SnakeFluid) for fluid in each):
        raise InputError(f"{len(each)} fluids for {n} links. Give one SnakeFluid for all links, or a list with one per link.")
    under = (grounds,) * n if grounds is None or isinstance(grounds, GroundFriction) else tuple(grounds)
    if len(under) != n or not all(law is None or isinstance(law, GroundFriction) for law in under):
        raise InputError(
            f"{len(under)} grounds for {n} links. Give one elver.forces.GroundFriction for all links, or a list with one, or "
            "None, per link."
        )
    return ClosedForm(
        half_lengths=_per_link("length", lengths, n) / 2,
        masses=_per_link("mass", masses, n),
        inertias=_per_link("moment of inertia", inertias, n),
        fluids=each,
        grounds=under,
    )


def _per_link(what: str, values: Any, n: int) -> np.ndarray:
    """One positive number per link, from one each or one for all."""
    given = [values] * n if np.ndim(values) == 0 else list(values)
    if len(given) != n:
        raise InputError(f"{what}: {len(given)} values for {n} links. Give one number for all links, or one per link.")
    for k, value in enumerate(given, start=1):
        _check_number(f"{what} of link {k}", value)
    return np.array(given, dtype=float)


def function(name: str, inputs: dict, outputs: dict) -> ca.Function:
    """A CasADi function with named, dense inputs and outputs."""
    dense = [ca.densify(ca.SX(expression)) for expression in outputs.values()]
    return ca.Function(name, list(inputs.values()), dense, list(inputs), list(outputs))
