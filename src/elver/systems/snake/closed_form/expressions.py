"""Terms of the snake robot's closed form as expressions of its motion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import casadi as ca

from elver.spatial import symmetric

if TYPE_CHECKING:
    from elver.systems.snake.closed_form.form import ClosedForm


@dataclass(frozen=True, eq=False)
class Motion:
    """The robot at one instant, as expressions."""

    robot: ClosedForm
    theta: ca.SX
    theta_rate: ca.SX
    p_rate: ca.SX

    @classmethod
    def symbols(cls, robot: ClosedForm) -> Motion:
        return cls(robot, ca.SX.sym("theta", robot.n), ca.SX.sym("theta_rate", robot.n), ca.SX.sym("p_rate", 2))

    @classmethod
    def of_state(cls, robot: ClosedForm, x) -> Motion:
        n = robot.n
        return cls(robot, x[:n], x[n + 2 : 2 * n + 2], x[2 * n + 2 :])

    @property
    def state(self) -> dict[str, ca.SX]:
        return {"theta": self.theta, "theta_rate": self.theta_rate, "p_rate": self.p_rate}

    @cached_property
    def s(self):
        """Sines of the link angles."""
        return ca.sin(self.theta)

    @cached_property
    def c(self):
        """Cosines of the link angles."""
        return ca.cos(self.theta)

    @cached_property
    def ls(self):
        """L S, as a column [m]."""
        return ca.DM(self.robot.half_lengths) * self.s

    @cached_property
    def lc(self):
        """L C, as a column [m]."""
        return ca.DM(self.robot.half_lengths) * self.c

    @cached_property
    def X_rate(self):
        """x velocities of the links [m/s]. (9)"""
        return times_KT(self.robot, self.ls * self.theta_rate) + self.p_rate[0]

    @cached_property
    def Y_rate(self):
        """y velocities of the links [m/s]. (9)"""
        return self.p_rate[1] - times_KT(self.robot, self.lc * self.theta_rate)

    @cached_property
    def added_mass(self) -> tuple:
        """Diagonals of mu S^2, -mu S C, mu C^2 as columns [kg]. (24)"""
        mu = ca.DM(self.robot.coefficients("mu_n"))
        return mu * self.s * self.s, -mu * self.s * self.c, mu * self.c * self.c

    @cached_property
    def KNK(self) -> tuple:
        """K N_xx K^T, K N_xy K^T, K N_yy K^T (n, n) [kg]; the rigid masses contribute V."""
        xx, xy, yy = (times_KKT(self.robot, q) for q in self.added_mass)
        return xx + ca.DM(self.robot.V), xy, yy + ca.DM(self.robot.V)

    def transposed_B(self, fx, fy):
        """B^T [fx; fy] = L S K fx - L C K fy for columns or matrices of link forces."""
        return scale_rows(self.ls, times_K(self.robot, fx)) - scale_rows(self.lc, times_K(self.robot, fy))


def signed_sums(v):
    """sum_j sgn(i - j) v_j for every row i: what lies before less what lies after."""
    return 2 * ca.cumsum(v) - v - ca.repmat(ca.sum1(v), v.shape[0], 1)


def times_K(robot: ClosedForm, v):
    """K v in O(n) operations per column."""
    return signed_sums(v) - ca.DM(robot.sigma) @ ca.sum1(v)


def times_KT(robot: ClosedForm, v):
    """K^T v in O(n) operations, v one column."""
    return -signed_sums(v) - ca.dot(ca.DM(robot.sigma), v)


def times_KKT(robot: ClosedForm, q):
    """K diag(q) K^T in O(n^2) operations.

    sum_k sgn(i-k) sgn(j-k) q_k is the sum of q less what lies between i and j counted twice, ends once: for i < j that is
    q_sum - (b_j - b_i) with b = signed_sums(q), for i = j it is q_sum - q_i. The other products with sigma are b itself.
    """
    sigma, one = ca.DM(robot.sigma), ca.DM.ones(robot.n)
    b = signed_sums(q)
    upper = ca.sum1(q) * (one @ one.T + sigma @ sigma.T) - (one + sigma) @ b.T + b @ (one - sigma).T - ca.diag(q)
    return symmetric(upper)


def scale_rows(column, M):
    """diag(column) M."""
    return ca.repmat(column, 1, M.shape[1]) * M


def drag_forces(m: Motion):
    """f_D, x and y components on every link [N]. (25)-(27)"""
    c_t, c_n, d_t, d_n = (ca.DM(m.robot.coefficients(k)) for k in ("c_t", "c_n", "d_t", "d_n"))
    Vx, Vy = (ca.DM(V) for V in m.robot.currents.T)
    x, y = m.X_rate - Vx, m.Y_rate - Vy
    vt, vn = m.c * x + m.s * y, m.c * y - m.s * x  # (27)
    ft, fn = -(c_t + d_t * ca.fabs(vt)) * vt, -(c_n + d_n * ca.fabs(vn)) * vn  # (25), (26)
    return m.c * ft - m.s * fn, m.s * ft + m.c * fn


def turning_coefficient(m: Motion):
    """k of the force k theta' n that (24) holds besides accelerations, per link [N s/rad]; n = (-sin, cos) turns by -t theta'.

    printed: k = -mu t . V.   galilean: k = mu t . (p' - V), the same with the velocity of the link itself.
    """
    Vx, Vy = (ca.DM(V) for V in m.robot.currents.T)
    own = ca.DM([float(fluid.current_law == "galilean") for fluid in m.robot.fluids])
    x, y = own * m.X_rate - Vx, own * m.Y_rate - Vy
    return ca.DM(m.robot.coefficients("mu_n")) * (m.c * x + m.s * y)


def coupling(m: Motion):
    """B^T N E (n, 2) and E^T N E (2, 2). The rigid masses drop out of the first: K M e = 0."""
    xx, xy, yy = m.added_mass
    whole = ca.blockcat([[ca.sum1(xx), ca.sum1(xy)], [ca.sum1(xy), ca.sum1(yy)]])
    return ca.horzcat(m.transposed_B(xx, xy), m.transposed_B(xy, yy)), m.robot.masses.sum() * ca.SX.eye(2) + whole


def quadratic_terms(m: Motion, left: tuple, right: tuple):
    """[K^T left_x; K^T left_y]^T N [K^T right_x; K^T right_y] (n, n); left and right are diagonals, as columns."""
    xx, xy, yy = m.KNK
    (ax, ay), (bx, by) = left, right
    return xx * (ax @ bx.T) + xy * (ax @ by.T + ay @ bx.T) + yy * (ay @ by.T)


def theta_inertia(m: Motion):
    """J + Lambda1 + B^T N B (n, n): (37) with H = K^T."""
    B = (m.ls, -m.lc)
    return symmetric(quadratic_terms(m, B, B) + ca.diag(ca.DM(m.robot.inertias + m.robot.coefficients("lambda1"))))


def theta_terms(m: Motion) -> dict[str, ca.SX]:
    """The matrices of (36)-(39) and the drag torques, p'' eliminated."""
    BNE, ENE = coupling(m)
    BZ = BNE @ inverse_2x2(ENE)

    def reduced(fx, fy):
        """B^T (1 - Z E^T) [fx; fy]."""
        return m.transposed_B(fx, fy) - BZ @ ca.vertcat(ca.sum1(fx), ca.sum1(fy))

    xx, xy, yy = m.added_mass
    Kxx, Kxy, Kyy = (times_K(m.robot, q) for q in (xx, xy, yy))
    ENa = ca.vertcat((Kxx * m.lc + Kxy * m.ls).T, (Kxy * m.lc + Kyy * m.ls).T)
    k = turning_coefficient(m)
    return {
        "M_theta": symmetric(theta_inertia(m) - BZ @ BNE.T),  # (37)
        "W_theta": quadratic_terms(m, (m.ls, -m.lc), (m.lc, m.ls)) - BZ @ ENa,  # (38)
        "V_theta": ca.diag(ca.DM(m.robot.coefficients("lambda2"))) - reduced(ca.diag(-m.s * k), ca.diag(m.c * k)),  # (39)
        "drag": -reduced(*drag_forces(m)),  # (36)
    }


def inertia_matrix(m: Motion):
    """diag(J + Lambda1, 0) + G^T N G (n+2, n+2)."""
    BNE, ENE = coupling(m)
    return ca.blockcat([[theta_inertia(m), BNE], [BNE.T, ENE]])


def load(m: Motion, acceleration):
    """Left side less the velocity terms: D^T u on the links' rows, 0 on p's, when ``acceleration`` [theta''; p''] is right.

    In O(n) operations: accelerations of the links (10), their forces (30), and the torques (34) that these need.
    """
    r, n = m.robot, m.robot.n
    theta_acc, p_acc = acceleration[:n], acceleration[n:]
    squares = m.theta_rate * m.theta_rate
    ax = times_KT(r, m.lc * squares + m.ls * theta_acc) + p_acc[0]  # (10), corrected
    ay = times_KT(r, m.ls * squares - m.lc * theta_acc) + p_acc[1]
    (dx, dy), turning = drag_forces(m), turning_coefficient(m) * m.theta_rate
    xx, xy, yy = m.added_mass
    mass = ca.DM(r.masses)
    fx = (mass + xx) * ax + xy * ay - dx + m.s * turning  # (30) with (23), (24): the joints' forces
    fy = xy * ax + (mass + yy) * ay - dy - m.c * turning
    lambda1, lambda2, lambda3 = (r.coefficients(f"lambda{k}") for k in (1, 2, 3))
    drag = (ca.DM(lambda2) + ca.DM(lambda3) * ca.fabs(m.theta_rate)) * m.theta_rate  # (28)
    torques = ca.DM(r.inertias + lambda1) * theta_acc + drag + m.transposed_B(fx, fy)  # (34)
    return ca.vertcat(torques, ca.sum1(fx), ca.sum1(fy))


def right_side(m: Motion, u):
    """Right side of the n + 2 equations: D^T u and all that does not multiply accelerations."""
    DTu = ca.vertcat(u, 0) - ca.vertcat(0, u)
    return ca.vertcat(DTu, 0, 0) - load(m, ca.SX(m.robot.n + 2, 1))


def load_slopes(robot: ClosedForm) -> ca.Function:
    """(x, acceleration) -> derivative of ``load`` by the state x at fixed acceleration (n+2, 2n+4)."""
    x, acceleration = ca.SX.sym("x", 2 * robot.n + 4), ca.SX.sym("acceleration", robot.n + 2)
    return ca.Function("load_slopes", [x, acceleration], [ca.jacobian(load(Motion.of_state(robot, x), acceleration), x)])


def inverse_2x2(M):
    """Inverse of a 2 x 2 matrix."""
    return ca.blockcat([[M[1, 1], -M[0, 1]], [-M[1, 0], M[0, 0]]]) / (M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0])
