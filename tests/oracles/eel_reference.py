"""Reference model of the swimming eel of Khalil, Gallot and Boyer, written in plain NumPy straight from their equations.

W. Khalil, G. Gallot, F. Boyer, "Dynamic Modeling and Simulation of a 3-D Serial Eel-Like Robot", IEEE Trans. SMC-C 37(6), 2007;
its equations are cited as EEL (n).  The module shares no code with the simulator that it checks.  Nothing here is fast or
general: inertias and added masses are integrated section by section, the direct model inverts the full inertia matrix.

    python tests/oracles/eel_reference.py      rewrites eel_reference.json (a few minutes)

Conventions: screws are [linear; angular] in the frame of their link.  EEL uses inertial accelerations: the linear part of Vdot_j
is the true acceleration of the origin O_j projected on frame j.  Wrenches of the fluid act by the link on the fluid.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SPHERICAL = 12
JOINTS = 3 * SPHERICAL
HEAD, NOSE, LINK = 0.4, 0.09, 0.14
A_HALF, B_HALF = 0.065, 0.09
RHO = 1000.0
C1, C2, C3, C4, C5, C6, C7 = 0.01, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0
AMPLITUDE, GROWTH, RAMP, WAVELENGTH, PERIOD = 0.06, 1.2, 2.0, 1.8, 2.0
LOOP_OFFSET = np.pi / 40
GAUSS = 6
AXIS = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 1.0])
LAWS = ("paper", "kirchhoff")
CURRENT = (0.12, -0.07, 0.05)
STORE = Path(__file__).with_name("eel_reference.json")


def skew(u):
    """Matrices of the cross product u x, for any leading shape."""
    out = np.zeros((*np.shape(u), 3))
    out[..., 0, 1], out[..., 0, 2], out[..., 1, 2] = -u[..., 2], u[..., 1], -u[..., 0]
    out[..., 1, 0], out[..., 2, 0], out[..., 2, 1] = u[..., 2], -u[..., 1], u[..., 0]
    return out


def cross(u, v):
    """Cross product over the last axis."""
    out = np.empty(np.broadcast_shapes(u.shape, v.shape))
    out[..., 0] = u[..., 1] * v[..., 2] - u[..., 2] * v[..., 1]
    out[..., 1] = u[..., 2] * v[..., 0] - u[..., 0] * v[..., 2]
    out[..., 2] = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    return out


# ---------------------------------------------------------------------------------------------------------------- geometry


def table_one():
    """Table I with offsets that leave the body straight: alpha, d, r, q0 of the 36 joints.

    Printed are q0 = pi/2, pi/2, -pi/2 for joints 2, 3, 4 and -pi/2, pi/2 for 35, 36: with these z_3 = -x_0 at q = 0, against
    the text.  Used: joint 1 as printed, pitch joints -pi/2, roll joints pi/2, the other yaw joints pi/2.
    """
    alpha = np.tile([np.pi / 2, -np.pi / 2, -np.pi / 2], SPHERICAL)
    offset = np.tile([np.pi / 2, -np.pi / 2, np.pi / 2], SPHERICAL)
    d, r = np.zeros(JOINTS), np.tile([0.0, 0.0, LINK], SPHERICAL)
    alpha[0], offset[0], d[0] = 0.0, 0.0, HEAD
    return alpha, d, r, offset


ALPHA, D, R_AXIAL, Q0 = table_one()


def joint_frames(q):
    """EEL (1), (2): orientation and origin of every frame j in frame j - 1."""
    theta = q + Q0
    c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(ALPHA), np.sin(ALPHA)
    R = np.empty((JOINTS, 3, 3))
    R[:, 0, 0], R[:, 0, 1], R[:, 0, 2] = c, -s, 0.0
    R[:, 1, 0], R[:, 1, 1], R[:, 1, 2] = ca * s, ca * c, -sa
    R[:, 2, 0], R[:, 2, 1], R[:, 2, 2] = sa * s, sa * c, ca
    return R, np.stack([D, -R_AXIAL * sa, R_AXIAL * ca], axis=1)


def screw_transforms(R, P):
    """EEL (3): 6 x 6 matrices that carry velocity screws from link j - 1 to link j."""
    Rt = R.transpose(0, 2, 1)
    T = np.zeros((JOINTS, 6, 6))
    T[:, :3, :3] = T[:, 3:, 3:] = Rt
    T[:, :3, 3:] = -Rt @ skew(P)
    return T


def rotation(quaternion):
    """EEL (31): orientation of the head in the world."""
    a, b, c, d = quaternion
    return np.array(
        [
            [2 * (a * a + b * b) - 1, 2 * (b * c - a * d), 2 * (b * d + a * c)],
            [2 * (b * c + a * d), 2 * (a * a + c * c) - 1, 2 * (c * d - a * b)],
            [2 * (b * d - a * c), 2 * (c * d + a * b), 2 * (a * a + d * d) - 1],
        ]
    )


def quaternion_rate(quaternion, omega_world):
    """EEL (29), (30) for a unit quaternion; the printed matrix needs the angular velocity in world axes."""
    x, y, z = omega_world
    Omega = np.array([[0.0, -x, -y, -z], [x, 0.0, -z, y], [y, z, 0.0, -x], [z, -y, x, 0.0]])
    return 0.5 * Omega @ quaternion


# --------------------------------------------------------------------------------------------------------------- solid body


def gauss(start, stop, points=GAUSS):
    """Abscissae and weights of Gauss-Legendre quadrature on an interval; exact to degree 2 points - 1."""
    x, w = np.polynomial.legendre.leggauss(points)
    return 0.5 * (start + stop) + 0.5 * (stop - start) * x, 0.5 * (stop - start) * w


def section_axes(link):
    """Rows e1 (axial), e2 (lateral), e3 (vertical) in the frame of the link."""
    if link == 0:
        return np.eye(3)
    return np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def interval(link):
    """Axial interval of a solid link: frame 0 sits on the nose, frame 3 i at the rear end of its link."""
    return (0.0, HEAD) if link == 0 else (-LINK, 0.0)


def profile(link):
    """Pieces (start, stop, squared scale of the section as a function of s): cylinder, nose of the head, tail."""
    start, stop = interval(link)
    if link == 0:
        return [(start, NOSE, lambda s: 1 - ((NOSE - s) / NOSE) ** 2), (NOSE, stop, np.ones_like)]
    if link == JOINTS:
        return [(start, stop, lambda s: 1 - ((s + LINK) / LINK) ** 2)]
    return [(start, stop, np.ones_like)]


def inertia(link):
    """EEL (16) about O_j: slices of an elliptic body of constant density, integrated along the axis."""
    J = np.zeros((6, 6))
    E = section_axes(link)
    for start, stop, scale in profile(link):
        for s, w in zip(*gauss(start, stop), strict=True):
            k = float(scale(np.array(s)))
            mass, S = w * RHO * np.pi * A_HALF * B_HALF * k, skew(s * E[0])
            slice_tensor = mass * k / 4 * np.diag([A_HALF**2 + B_HALF**2, B_HALF**2, A_HALF**2])
            J[:3, :3] += mass * np.eye(3)
            J[:3, 3:] -= mass * S
            J[3:, :3] += mass * S
            J[3:, 3:] += E.T @ slice_tensor @ E - mass * S @ S
    return J


# -------------------------------------------------------------------------------------------------------------------- fluid


def section_coefficients():
    """Coefficients per unit length (EEL, section VII): drag along e1, e2, e3; drag about e1; added mass likewise."""
    a, b = A_HALF, B_HALF
    drag = 0.5 * RHO * np.array([C1 * np.pi * (a + b) / 2, C2 * 2 * b, C3 * 2 * a])
    added = RHO * np.pi * np.array([0.0, C5 * b**2, C6 * a**2])
    return drag, 0.5 * RHO * C4 * (b**2 - a**2) ** 2, added, RHO * np.pi * C7 * (b**2 - a**2) ** 2 / 8


DRAG, DRAG_ROLL, ADDED, ADDED_ROLL = section_coefficients()


class Sections:
    """Gauss points on the thirteen solid links: what EEL (46)-(53) need to be integrated."""

    def __init__(self):
        self.links = np.arange(0, JOINTS + 1, 3)
        self.E = np.array([section_axes(j) for j in self.links])
        rules = [gauss(*interval(j)) for j in self.links]
        self.weights = np.array([w for _, w in rules])
        self.P = np.array([s[:, None] * e[0] for (s, _), e in zip(rules, self.E, strict=True)])
        self.mass = self.E.transpose(0, 2, 1) @ (ADDED[:, None] * self.E)

    def wrench(self, force, moment):
        """EEL (52), (53): wrench at O_j of densities of force and moment, both in link axes."""
        at_origin = cross(self.P, force) + moment
        return np.concatenate([np.einsum("lp,lpi->li", self.weights, x) for x in (force, at_origin)], axis=1)

    def drag(self, v, omega):
        """EEL (46), (47) from section velocities (link, point, axis) and link angular velocities (link, axis)."""
        local = np.einsum("lij,lpj->lpi", self.E, v)
        speed = np.hypot(local[..., 1], local[..., 2])[..., None]
        force = DRAG * np.concatenate([np.abs(local[..., :1]), speed, speed], axis=2) * local
        roll = np.einsum("li,li->l", self.E[:, 0], omega)
        moment = DRAG_ROLL * (np.abs(roll) * roll)[:, None] * self.E[:, 0]
        return self.wrench(np.einsum("lij,lpi->lpj", self.E, force), moment[:, None, :])

    def added_inertia(self):
        """Part of the integrated EEL (48), (49) that is linear in the link acceleration, by unit accelerations."""
        J = np.zeros((len(self.links), 6, 6))
        for k, unit in enumerate(np.eye(6)):
            acceleration = unit[:3] + cross(np.broadcast_to(unit[3:], self.P.shape), self.P)
            force = np.einsum("lij,lpj->lpi", self.mass, acceleration)
            moment = ADDED_ROLL * (self.E[:, 0] @ unit[3:])[:, None] * self.E[:, 0]
            J[:, :, k] = self.wrench(force, moment[:, None, :])
        return J

    def paper_bias(self, v, omega):
        """Rest of the integrated EEL (48) with the section acceleration (51): its centripetal part; v is not used."""
        w = np.broadcast_to(omega[:, None, :], self.P.shape)
        force = np.einsum("lij,lpj->lpi", self.mass, cross(w, cross(w, self.P)))
        return self.wrench(force, np.zeros_like(force))

    def kirchhoff_bias(self, v, omega):
        """Rest of d/dt of the section momentum p = m v(s): w x p - m (w x v_O) and the moments v(s) x p, w x (I1 w1 e1).

        The acceleration of the section in body components is Vdot - w x v_O + wdot x P; v is relative to the water.
        """
        w = np.broadcast_to(omega[:, None, :], self.P.shape)
        p = np.einsum("lij,lpj->lpi", self.mass, v)
        force = cross(w, p) - np.einsum("lij,lpj->lpi", self.mass, cross(w, v - cross(w, self.P)))
        roll = np.einsum("li,li->l", self.E[:, 0], omega)
        spin = ADDED_ROLL * roll[:, None] * cross(omega, self.E[:, 0])
        return self.wrench(force, cross(v, p) + spin[:, None, :])


SECTIONS = Sections()


def solid_inertias():
    """Inertia matrices (link, 6, 6) without water; the virtual links have none."""
    return np.array([inertia(j) if j % 3 == 0 else np.zeros((6, 6)) for j in range(JOINTS + 1)])


SOLID = solid_inertias()


def with_added_mass():
    """EEL (60): inertia matrices with the added mass of the water."""
    J = SOLID.copy()
    J[SECTIONS.links] += SECTIONS.added_inertia()
    return J


TOTAL = with_added_mass()


@dataclass(frozen=True)
class Water:
    """Law of the added mass ("paper", "kirchhoff" or None for no water at all) and uniform current in world axes [m/s]."""

    law: str | None = "paper"
    current: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def inertias(self):
        """Inertia matrices of the links that multiply the acceleration."""
        return SOLID if self.law is None else TOTAL

    def bias(self, V, to_world):
        """f_e of the solid links without the part that is linear in the acceleration."""
        v, omega = V[SECTIONS.links, :3], V[SECTIONS.links, 3:]
        v = v - np.einsum("lji,j->li", to_world[SECTIONS.links], np.asarray(self.current))
        w = np.broadcast_to(omega[:, None, :], SECTIONS.P.shape)
        sections = v[:, None, :] + cross(w, SECTIONS.P)
        law = {"paper": SECTIONS.paper_bias, "kirchhoff": SECTIONS.kirchhoff_bias}[self.law]
        return SECTIONS.drag(sections, omega) + law(sections, omega)


# ----------------------------------------------------------------------------------------------------------------- dynamics


@dataclass(frozen=True)
class State:
    """Pose and velocity of head and joints; twist = [v; w] in head axes."""

    quaternion: np.ndarray
    position: np.ndarray
    twist: np.ndarray
    q: np.ndarray
    qd: np.ndarray


@dataclass(frozen=True)
class Motion:
    """Everything in the Newton-Euler equations that does not depend on accelerations."""

    T: np.ndarray
    V: np.ndarray
    zeta: np.ndarray
    J: np.ndarray
    beta: np.ndarray


def world_orientations(R, quaternion):
    """Orientation of every link in the world."""
    out = np.empty((JOINTS + 1, 3, 3))
    out[0] = rotation(quaternion)
    for j in range(JOINTS):
        out[j + 1] = out[j] @ R[j]
    return out


def forward(state, water):
    """First recursion: EEL (3)-(5) without the joint acceleration, (17), also for the head."""
    R, P = joint_frames(state.q)
    T = screw_transforms(R, P)
    V = np.empty((JOINTS + 1, 6))
    V[0] = state.twist
    for j in range(JOINTS):
        V[j + 1] = T[j] @ V[j] + state.qd[j] * AXIS
    w = V[:-1, 3:]
    centripetal = cross(w, cross(w, P))
    Rt = R.transpose(0, 2, 1)
    spin = cross((Rt @ w[..., None])[..., 0], state.qd[:, None] * AXIS[3:])
    zeta = np.concatenate([(Rt @ centripetal[..., None])[..., 0], spin], axis=1)
    beta = link_bias(V[:, 3:])
    if water.law is not None:
        beta[SECTIONS.links] += water.bias(V, world_orientations(R, state.quaternion))
    return Motion(T, V, zeta, water.inertias(), beta)


def link_bias(omega):
    """Velocity terms of EEL (14): w x (w x MS) and w x (I w) of every link, with the solid inertia only."""
    first_moment = np.stack([SOLID[:, 5, 1], SOLID[:, 3, 2], SOLID[:, 4, 0]], axis=1)
    spin = (SOLID[:, 3:, 3:] @ omega[..., None])[..., 0]
    return np.concatenate([cross(omega, cross(omega, first_moment)), cross(omega, spin)], axis=1)


@dataclass(frozen=True)
class Acceleration:
    """Head acceleration in both conventions and joint torques (or joint accelerations, from the direct model)."""

    inertial: np.ndarray
    body: np.ndarray
    joints: np.ndarray


def both_conventions(inertial, twist, joints):
    """d/dt of the body components is the inertial acceleration less w x v."""
    body = inertial.copy()
    body[:3] -= np.cross(twist[3:], twist[:3])
    return Acceleration(inertial, body, joints)


def inverse_model(state, qdd, water):
    """Head acceleration and joint torques: EEL (23)-(28) without friction and rotor inertia."""
    m = forward(state, water)
    gamma = m.zeta + qdd[:, None] * AXIS
    Jc, bc = m.J.copy(), m.beta.copy()
    for j in range(JOINTS, 0, -1):
        T = m.T[j - 1]
        Jc[j - 1] += T.T @ Jc[j] @ T
        bc[j - 1] += T.T @ (bc[j] + Jc[j] @ gamma[j - 1])
    Vdot = np.empty((JOINTS + 1, 6))
    Vdot[0] = -np.linalg.solve(Jc[0], bc[0])
    for j in range(1, JOINTS + 1):
        Vdot[j] = m.T[j - 1] @ Vdot[j - 1] + gamma[j - 1]
    torques = (Jc[1:] @ Vdot[1:, :, None])[:, 5, 0] + bc[1:, 5]
    return both_conventions(Vdot[0], state.twist, torques)


def newton_euler(m, base, qdd, beta, zeta):
    """EEL (6), (14), (15), (28) for a prescribed head acceleration: wrench on the head, then joint torques."""
    Vdot = np.empty((JOINTS + 1, 6))
    Vdot[0] = base
    for j in range(1, JOINTS + 1):
        Vdot[j] = m.T[j - 1] @ Vdot[j - 1] + zeta[j - 1] + qdd[j - 1] * AXIS
    f = (m.J @ Vdot[..., None])[..., 0] + beta
    for j in range(JOINTS, 0, -1):
        f[j - 1] += m.T[j - 1].T @ f[j]
    return np.concatenate([f[0], f[1:, 5]])


def general_form(state, water):
    """A and C of EEL (8), column by column from unit accelerations."""
    m = forward(state, water)
    C = newton_euler(m, np.zeros(6), np.zeros(JOINTS), m.beta, m.zeta)
    zero = np.zeros_like(m.beta), np.zeros_like(m.zeta)
    A = np.array([newton_euler(m, e[:6], e[6:], *zero) for e in np.eye(6 + JOINTS)]).T
    return A, C


def direct_model(state, torques, water):
    """EEL (13): head and joint accelerations from the full inertia matrix."""
    A, C = general_form(state, water)
    solution = np.linalg.solve(A, np.concatenate([np.zeros(6), torques]) - C)
    return both_conventions(solution[:6], state.twist, solution[6:])


# --------------------------------------------------------------------------------------------------------------------- gait


def ramp(t):
    """EEL (64): the quintic from 0 to 1 with zero first and second derivative at both ends; value, rate, acceleration."""
    u = t / RAMP
    if u >= 1.0:
        return 1.0, 0.0, 0.0
    value = u**3 * (10 - 15 * u + 6 * u**2)
    return value, 30 * u**2 * (1 - u) ** 2 / RAMP, 60 * u * (1 - u) * (1 - 2 * u) / RAMP**2


def gait(t, offset1=0.0, offset2=0.0):
    """EEL (63)-(66): joint positions, rates, accelerations.  s starts at the first joint; both offsets are ramped."""
    f, fd, fdd = ramp(t)
    s, k = LINK * np.arange(SPHERICAL + 1), 2 * np.pi / PERIOD
    envelope, phase = AMPLITUDE * np.exp(GROWTH * s), 2 * np.pi * s / WAVELENGTH - k * t
    g, gd = envelope * np.sin(phase), -k * envelope * np.cos(phase)
    gdd = -(k**2) * g
    waves = (f * g, fd * g + f * gd, fdd * g + 2 * fd * gd + f * gdd)
    out = []
    for wave, h in zip(waves, (f, fd, fdd), strict=True):
        row = np.zeros(JOINTS)
        row[0::3] = np.diff(wave) + h * offset1
        row[1::3] = h * offset2
        out.append(row)
    return tuple(out)


# --------------------------------------------------------------------------------------------------------------- simulation


@dataclass(frozen=True)
class Swim:
    """Histories of a simulation: head pose, twist in head axes, joint torques at every step."""

    time: np.ndarray
    position: np.ndarray
    quaternion: np.ndarray
    twist: np.ndarray
    torques: np.ndarray


def rate(t, y, water, motion):
    """d/dt of [position, quaternion, twist] and the joint torques."""
    unit = y[3:7] / np.linalg.norm(y[3:7])
    q, qd, qdd = motion(t)
    result = inverse_model(State(unit, y[:3], y[7:], q, qd), qdd, water)
    R = rotation(unit)
    return np.concatenate([R @ y[7:10], quaternion_rate(y[3:7], R @ y[10:]), result.body]), result.joints


def simulate(duration, dt=0.01, water=None, motion=gait):
    """Classical fourth order Runge-Kutta from rest; the quaternion is renormalised after every step."""
    water = water or Water()
    steps = round(duration / dt)
    ys, torques = np.zeros((steps + 1, 13)), np.zeros((steps + 1, JOINTS))
    ys[0, 3] = 1.0
    for n in range(steps):
        t, y = n * dt, ys[n]
        k1, torques[n] = rate(t, y, water, motion)
        k2, _ = rate(t + dt / 2, y + dt / 2 * k1, water, motion)
        k3, _ = rate(t + dt / 2, y + dt / 2 * k2, water, motion)
        k4, _ = rate(t + dt, y + dt * k3, water, motion)
        ys[n + 1] = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        ys[n + 1, 3:7] /= np.linalg.norm(ys[n + 1, 3:7])
    torques[steps] = rate(steps * dt, ys[steps], water, motion)[1]
    return Swim(dt * np.arange(steps + 1), ys[:, :3], ys[:, 3:7], ys[:, 7:], torques)


def loop_gait(t):
    """Second example of EEL: planar wave and a constant pitch of every spherical joint."""
    return gait(t, offset2=LOOP_OFFSET)


def until(swim, t):
    """The first t seconds of a swim."""
    n = int(np.searchsorted(swim.time, t + 1e-9))
    return Swim(swim.time[:n], swim.position[:n], swim.quaternion[:n], swim.twist[:n], swim.torques[:n])


def cycle_speed(swim):
    """Net speed of the head over the gait period that ends at each instant (NaN before the first period ends)."""
    n = int(np.searchsorted(swim.time, PERIOD - 1e-9))
    speed = np.full(len(swim.time), np.nan)
    speed[n:] = np.linalg.norm(swim.position[n:] - swim.position[:-n], axis=1) / PERIOD
    return speed


def head_pitch(swim):
    """Angle of x_0 in the vertical plane x_w z_w [rad], unwound, positive about +y_w."""
    x0 = np.array([rotation(q)[:, 0] for q in swim.quaternion])
    return np.unwrap(np.arctan2(-x0[:, 2], x0[:, 0]))


def first_time(time, reached):
    """First instant at which the condition holds, or None."""
    index = np.flatnonzero(reached)
    return float(time[index[0]]) if len(index) else None


def kinetic_energy(state, water):
    """Kinetic energy of the robot and of the added mass of the water, in still water [J]."""
    m = forward(state, water)
    return 0.5 * float(np.einsum("li,lij,lj", m.V, m.J, m.V))


def drag_power(state, water):
    """Power that the drag takes from the robot in still water [W]."""
    V = forward(state, water).V[SECTIONS.links]
    w = np.broadcast_to(V[:, None, 3:], SECTIONS.P.shape)
    wrench = SECTIONS.drag(V[:, None, :3] + cross(w, SECTIONS.P), V[:, 3:])
    return float(np.sum(wrench * V))


def mean_powers(swim, water, motion):
    """Means over the last gait period: powers of the actuators, of the drag, and growth of the kinetic energy [W]."""
    n = int(np.searchsorted(swim.time, PERIOD - 1e-9))
    states, actuator = [], []
    for k in range(len(swim.time) - n - 1, len(swim.time)):
        q, qd, _ = motion(swim.time[k])
        states.append(State(swim.quaternion[k], swim.position[k], swim.twist[k], q, qd))
        actuator.append(swim.torques[k] @ qd)
    growth = kinetic_energy(states[-1], water) - kinetic_energy(states[0], water)
    drag = np.mean([drag_power(x, water) for x in states[1:]])
    return {"actuator": float(np.mean(actuator[1:])), "drag": float(drag), "kinetic": growth / PERIOD}


def summary(swim, final_speed=None):
    """Numbers that describe a swim; final_speed is another reference for the 90 % time than the speed of the last period."""
    speed, pitch = cycle_speed(swim), head_pitch(swim)
    turned = np.abs(np.degrees(pitch - pitch[0]))
    peaks = np.abs(swim.torques).max(axis=0)
    final = speed[-1] if final_speed is None else final_speed
    return {
        "end_time": float(swim.time[-1]),
        "end_position": swim.position[-1].tolist(),
        "end_quaternion": swim.quaternion[-1].tolist(),
        "end_twist": swim.twist[-1].tolist(),
        "last_period_speed": float(speed[-1]),
        "time_to_90_percent_of_last_period": first_time(swim.time, speed >= 0.9 * speed[-1]),
        "time_to_90_percent_of_final": first_time(swim.time, speed >= 0.9 * final),
        "pitch_turned_deg": float(turned[-1]),
        "time_of_360_deg": first_time(swim.time, turned >= 360.0),
        "extent": np.ptp(swim.position, axis=0).tolist(),
        "max_abs_position": np.abs(swim.position).max(axis=0).tolist(),
        "peak_torque_yaw_pitch_roll": [float(peaks[k::3].max()) for k in range(3)],
        "peak_torque_of_joint": peaks.tolist(),
    }


def samples(swim, times):
    """Pose, twist and torques at chosen instants."""
    rows = [int(np.searchsorted(swim.time, t - 1e-9)) for t in times]
    return {
        "time": list(times),
        "position": swim.position[rows].tolist(),
        "quaternion": swim.quaternion[rows].tolist(),
        "twist": swim.twist[rows].tolist(),
        "torques": swim.torques[rows].tolist(),
    }


# ------------------------------------------------------------------------------------------------------------ stored results


def random_state(rng):
    """Any pose, velocity and joint acceleration, all 36 joints bent."""
    quaternion = rng.normal(size=4)
    twist = np.concatenate([rng.normal(scale=0.6, size=3), rng.normal(scale=0.8, size=3)])
    q, qd, qdd = rng.uniform(-0.5, 0.5, JOINTS), rng.normal(size=JOINTS), rng.normal(scale=3.0, size=JOINTS)
    return State(quaternion / np.linalg.norm(quaternion), rng.normal(size=3), twist, q, qd), qdd


def random_entry(rng):
    """A random state with the result of the inverse model for both laws, with and without current."""
    state, qdd = random_state(rng)
    entry = {name: value.tolist() for name, value in vars(state).items()} | {"qdd": qdd.tolist(), "results": []}
    for law in LAWS:
        for current in ((0.0, 0.0, 0.0), CURRENT):
            result = inverse_model(state, qdd, Water(law, current))
            values = {"base_inertial": result.inertial, "base_body": result.body, "torques": result.joints}
            head = {"law": law, "current": list(current)}
            entry["results"].append(head | {k: v.tolist() for k, v in values.items()})
    return entry


def stored_states(seed=20070, count=5):
    """Entries for a few random states."""
    rng = np.random.default_rng(seed)
    return [random_entry(rng) for _ in range(count)]


SWIMS = {
    "planar": (Water("paper"), gait, (30, 45, 120), (1.0, 5.0, 12.5, 20.0, 28.0, 30.0, 45.0)),
    "loop": (Water("paper"), loop_gait, (60, 70), (1.0, 5.0, 20.0, 40.0, 58.0, 60.0)),
    "planar_kirchhoff": (Water("kirchhoff"), gait, (30, 60, 200), (1.0, 5.0, 12.5, 28.0, 30.0)),
    "loop_kirchhoff_current": (Water("kirchhoff", CURRENT), loop_gait, (20,), (1.0, 5.0, 12.5, 18.0, 20.0)),
}


def stored_swim(name, dt=0.01):
    """Simulate one of SWIMS once; describe the prefixes of it that are asked for, sample it, and average its powers."""
    water, motion, durations, times = SWIMS[name]
    swim = simulate(durations[-1], dt, water, motion)
    final = cycle_speed(swim)[-1]
    out = {"law": water.law, "current": list(water.current), "dt": dt}
    out["runs"] = {f"{t} s": summary(until(swim, t), final) for t in durations}
    out["samples"] = samples(swim, times)
    if not any(water.current):
        out["mean_powers"] = mean_powers(swim, water, motion)
    return out


PROVENANCE = (
    "Written by `python tests/oracles/eel_reference.py` (plain NumPy, no code of the simulator) from the equations of Khalil, "
    "Gallot and Boyer 2007. Random states: numpy default_rng, seed 20070. Swims: classical RK4, dt = 0.01 s, from rest at the "
    "origin with unit quaternion. Units: m, s, rad, N m, W; degrees where named. Twists and accelerations [linear; angular] in "
    "head axes; base_body is d/dt of the body components, base_inertial = base_body + w x v. Speeds: net displacement of the "
    "head over the gait period that ends at the instant. final = last period of the longest run of the group; mean_powers "
    "are over that period. Pitch: angle of the axis x_0 in the plane x_w z_w."
)


def as_text(data):
    """JSON with every list of numbers on one line."""
    text = json.dumps(data, indent=1)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: "[" + " ".join(m[1].split()) + "]", text) + "\n"


def report(name, swim):
    """Print the main numbers of a stored swim."""
    for run, values in [*swim["runs"].items(), ("powers", swim.get("mean_powers", {}))]:
        print(name, run)
        for key, value in values.items():
            print(f"  {key:34s}", value if value is None else np.array2string(np.array(value), precision=10))


def main():
    """Rewrite eel_reference.json and print the main numbers."""
    swims = {}
    for name in SWIMS:
        swims[name] = stored_swim(name)
        report(name, swims[name])
    STORE.write_text(as_text({"provenance": PROVENANCE, "states": stored_states(), "swims": swims}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
