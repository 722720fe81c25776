"""Reference model of the planar snake robot Aiko among obstacles, written in NumPy and plain loops straight from the equations.

A. A. Transeth, R. I. Leine, C. Glocker, K. Y. Pettersen, P. Liljebäck, "Snake Robot Obstacle Aided Locomotion: Modeling,
Simulations, and Experiments", IEEE Trans. Robotics 24(1), 2008; its equations are cited as (n).  The module shares no code with
the simulator that it checks.  Every link keeps its own coordinates q_i = (x, y, theta); the joint impulses are eliminated by
the matrix B(q_M), u = B z with z = (vx_1, vy_1, w_1 .. w_n), so that u_E = B (B'MB)^-1 B' (M u_A + S + tau dt).

    python tests/oracles/snake_moreau.py      rewrites snake_moreau.json (a few minutes)

Conventions: e_x of link i points to link i + 1; phi_i = theta_{i+1} - theta_i; the torque on link i is tau_i - tau_{i-1}, and
tau_i = -Kp (phi_d - phi) - Kd (phi_d' - phi').  Link 1 is the head, at +x, so that theta_i is about pi.  Friction impulses are
(longitudinal, lateral) in the axes of their link.  Obstacles are rows (x, y, radius) and have no friction.  Links and obstacles
are numbered from 1 in the stored file, from 0 in the code.
"""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numba import njit

STORE = Path(__file__).with_name("snake_moreau.json")
NO_OBSTACLES = np.zeros((0, 3))
LARGE = np.array(
    [
        [0.0507, 0.1761, 0.125],
        [0.4215, 0.0029, 0.125],
        [0.8037, 0.1851, 0.125],
        [1.1532, 0.0031, 0.125],
        [1.5298, 0.1783, 0.125],
        [1.8877, 0.0020, 0.125],
        [2.2588, 0.1745, 0.125],
    ]
)
SMALL = np.array(
    [
        [0.1210, 0.0972, 0.02],
        [0.4882, 0.0734, 0.03],
        [0.8821, 0.1086, 0.01],
        [1.2273, 0.0831, 0.02],
        [1.5928, 0.1128, 0.03],
        [1.9694, 0.0901, 0.01],
        [2.3274, 0.0989, 0.02],
    ]
)
DEGREE = np.pi / 180
PERIOD = 360 / 80
SAMPLE = 0.01


class Params(NamedTuple):
    """Numbers of section VIII-A; g, eps, r_H and the largest number of iterations are not published (published r_H: 0.01)."""

    L: float = 0.122
    L_SC: float = 0.0525
    L_GS: float = 0.0393
    m: float = 7.5 / 11
    J: float = 1.32e-3
    Kp: float = 800.0
    Kd: float = 2.0
    A: float = 40 * DEGREE
    w: float = 80 * DEGREE
    delta: float = -50 * DEGREE
    mu_x: float = 0.2
    mu_y: float = 0.2
    g: float = 9.81
    r_H: float = 0.25
    r_T: float = 1.3
    eps: float = 1e-12
    most: int = 100000
    torque_at_middle: bool = False
    obstacles: np.ndarray = NO_OBSTACLES


class State(NamedTuple):
    """Coordinates and velocities (n, 3) of the links; impulses (n, obstacles) and (n, 2) from which the next step starts."""

    q: np.ndarray
    u: np.ndarray
    P_H: np.ndarray
    P_T: np.ndarray


class Step(NamedTuple):
    """What a step leaves besides the state: impulses in play, gaps and Jacobians at q_M, applied torques, iterations."""

    P_H: np.ndarray
    P_T: np.ndarray
    gap: np.ndarray
    w_H: np.ndarray
    torque: np.ndarray
    iterations: int
    converged: bool


# ------------------------------------------------------------------------------------------------------------------ the model


@njit(cache=True)
def gap_and_direction(q, obstacle, L_GS, L_SC):
    """(8)-(10), (14), (16): distance of one link to one disc, and its derivative in (x, y, theta)."""
    c, s = np.cos(q[2]), np.sin(q[2])
    hx, hy = obstacle[0] - q[0], obstacle[1] - q[1]
    along = hx * c + hy * s
    if abs(along) <= L_GS:
        d = hx * s - hy * c
        side = 1.0 if d >= 0 else -1.0
        return abs(d) - (obstacle[2] + L_SC), -side * s, side * c, side * along
    end = L_GS if along > 0 else -L_GS
    rx, ry = end * c - hx, end * s - hy
    r = np.sqrt(rx * rx + ry * ry)
    return r - (obstacle[2] + L_SC), rx / r, ry / r, (-rx * s + ry * c) * end / r


@njit(cache=True)
def closest_in_ellipse(px, py, ax, ay):
    """The point of the ellipse with semi-axes ax, ay (a disc, a segment or the origin too) that is closest to (px, py)."""
    if ax == 0.0 or ay == 0.0:
        return min(max(px, -ax), ax), min(max(py, -ay), ay)
    if (px / ax) ** 2 + (py / ay) ** 2 <= 1:
        return px, py
    if ax == ay:
        scale = ax / np.sqrt(px * px + py * py)
        return px * scale, py * scale
    k = max(0.0, ax * abs(px) - ax * ax, ay * abs(py) - ay * ay)
    for _ in range(200):
        fx, fy = ax * px / (k + ax * ax), ay * py / (k + ay * ay)
        value = fx * fx + fy * fy - 1
        slope = -2 * (fx * fx / (k + ax * ax) + fy * fy / (k + ay * ay))
        dk = -value / slope
        k += dk
        if dk <= 1e-16 * k:
            break
    return ax * ax * px / (k + ax * ax), ay * ay * py / (k + ay * ay)


@njit(cache=True)
def joint_map(q, L):
    """B (3n, n + 2): velocities of all links from (vx_1, vy_1, w_1 .. w_n), by the joints (12)."""
    n = len(q)
    B = np.zeros((3 * n, n + 2))
    B[0, 0] = B[1, 1] = B[2, 2] = 1.0
    for i in range(1, n):
        for z in range(n + 2):
            B[3 * i, z], B[3 * i + 1, z] = B[3 * i - 3, z], B[3 * i - 2, z]
        for k in (i - 1, i):
            B[3 * i, 2 + k] -= 0.5 * L * np.sin(q[k, 2])
            B[3 * i + 1, 2 + k] += 0.5 * L * np.cos(q[k, 2])
        B[3 * i + 2, 2 + i] = 1.0
    return B


@njit(cache=True)
def close_joints(q, L):
    """Section VI-C: move links 2 .. n onto their joints; link 1 and every angle stay."""
    for i in range(1, len(q)):
        q[i, 0] = q[i - 1, 0] + 0.5 * L * (np.cos(q[i - 1, 2]) + np.cos(q[i, 2]))
        q[i, 1] = q[i - 1, 1] + 0.5 * L * (np.sin(q[i - 1, 2]) + np.sin(q[i, 2]))


@njit(cache=True)
def joint_torques(q, u, t, p):
    """(42), (43), (71): the torque on every link."""
    n = len(q)
    torque = np.zeros(n)
    for i in range(n - 1):
        phase = p.w * t + i * p.delta
        angle, rate = q[i + 1, 2] - q[i, 2], u[i + 1, 2] - u[i, 2]
        tau = -p.Kp * (p.A * np.sin(phase) - angle) - p.Kd * (p.A * p.w * np.cos(phase) - rate)
        torque[i] += tau
        torque[i + 1] -= tau
    return torque


@njit(cache=True)
def lower_solve(C, b):
    """b <- C^-1 b for a lower triangular C."""
    for i in range(len(b)):
        for k in range(i):
            b[i] -= C[i, k] * b[k]
        b[i] /= C[i, i]


@njit(cache=True)
def cholesky(A):
    """The lower triangular C with C C' = A."""
    n = len(A)
    C = np.zeros((n, n))
    for i in range(n):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= C[i, k] * C[j, k]
            C[i, j] = np.sqrt(total) if i == j else total / C[j, j]
    return C


@njit(cache=True)
def advance(q, u, warm_H, warm_T, t, dt, p):
    """One step (54)-(70) and section VI-C."""
    n, m, J = len(q), p.m, p.J
    size, pairs = n + 2, p.obstacles.shape[0]
    q_M = q + 0.5 * dt * u
    torque = joint_torques(q_M, u, t + 0.5 * dt, p) if p.torque_at_middle else joint_torques(q, u, t, p)

    # generalised inertia B'MB and momentum B'(M u_A + tau dt)
    B = joint_map(q_M, p.L)
    A, h = np.zeros((size, size)), np.zeros(size)
    for i in range(n):
        for a in range(size):
            bx, by, bw = B[3 * i, a], B[3 * i + 1, a], B[3 * i + 2, a]
            h[a] += m * (bx * u[i, 0] + by * u[i, 1]) + bw * (J * u[i, 2] + torque[i] * dt)
            for b in range(a + 1):
                A[a, b] += m * (bx * B[3 * i, b] + by * B[3 * i + 1, b]) + J * bw * B[3 * i + 2, b]
    C = cholesky(A)
    lower_solve(C, h)

    # the columns of W: two of friction per link, then the closed contacts
    gap, w_H = np.zeros((n, pairs)), np.zeros((n, pairs, 3))
    links, discs = np.zeros(n * pairs, np.int64), np.zeros(n * pairs, np.int64)
    closed = 0
    for i in range(n):
        for j in range(pairs):
            gap[i, j], w_H[i, j, 0], w_H[i, j, 1], w_H[i, j, 2] = gap_and_direction(q_M[i], p.obstacles[j], p.L_GS, p.L_SC)
            if gap[i, j] <= 0:
                links[closed], discs[closed] = i, j
                closed += 1
    count = 2 * n + closed
    X = np.zeros((count, size))  # rows C^-1 B' w
    P = np.zeros(count)
    for i in range(n):
        c, s = np.cos(q_M[i, 2]), np.sin(q_M[i, 2])
        for a in range(size):
            X[2 * i, a] = c * B[3 * i, a] + s * B[3 * i + 1, a]
            X[2 * i + 1, a] = -s * B[3 * i, a] + c * B[3 * i + 1, a]
        P[2 * i], P[2 * i + 1] = warm_T[i, 0], warm_T[i, 1]
    for k in range(closed):
        i, j = links[k], discs[k]
        for a in range(size):
            X[2 * n + k, a] = w_H[i, j, 0] * B[3 * i, a] + w_H[i, j, 1] * B[3 * i + 1, a] + w_H[i, j, 2] * B[3 * i + 2, a]
        P[2 * n + k] = warm_H[i, j]
    for k in range(count):
        lower_solve(C, X[k])
    free, D = np.zeros(count), np.zeros((count, count))
    for k in range(count):
        for a in range(size):
            free[k] += X[k, a] * h[a]
        for o in range(k + 1):
            for a in range(size):
                D[k, o] += X[k, a] * X[o, a]
            D[o, k] = D[k, o]

    # (64)-(70) with the joint impulses eliminated: gamma = free + D P
    ax, ay = p.mu_x * m * p.g * dt, p.mu_y * m * p.g * dt
    gamma = np.zeros(count)
    iterations, converged = 0, False
    while not converged and iterations < p.most:
        iterations += 1
        for k in range(count):
            total = free[k]
            for o in range(count):
                total += D[k, o] * P[o]
            gamma[k] = total
        change_T = change_H = 0.0
        for i in range(n):
            x, y = closest_in_ellipse(P[2 * i] - p.r_T * gamma[2 * i], P[2 * i + 1] - p.r_T * gamma[2 * i + 1], ax, ay)
            change_T += (x - P[2 * i]) ** 2 + (y - P[2 * i + 1]) ** 2
            P[2 * i], P[2 * i + 1] = x, y
        for k in range(2 * n, count):
            x = max(0.0, P[k] - p.r_H * gamma[k])
            change_H += (x - P[k]) ** 2
            P[k] = x
        converged = np.sqrt(change_H) + np.sqrt(change_T) < p.eps

    # u_E = B z, C' z = h + X' P
    z = h.copy()
    for k in range(count):
        for a in range(size):
            z[a] += X[k, a] * P[k]
    for a in range(size - 1, -1, -1):
        for b in range(a + 1, size):
            z[a] -= C[b, a] * z[b]
        z[a] /= C[a, a]
    u_E = np.zeros((n, 3))
    for i in range(n):
        for x in range(3):
            for a in range(size):
                u_E[i, x] += B[3 * i + x, a] * z[a]
    q_E = q_M + 0.5 * dt * u_E
    close_joints(q_E, p.L)

    P_H, P_T, memory = np.zeros((n, pairs)), np.zeros((n, 2)), warm_H.copy()
    for i in range(n):
        P_T[i, 0], P_T[i, 1] = P[2 * i], P[2 * i + 1]
    for k in range(closed):
        P_H[links[k], discs[k]] = memory[links[k], discs[k]] = P[2 * n + k]
    return q_E, u_E, memory, P_T, P_H, gap, w_H, torque, iterations, converged


@njit(cache=True)
def deepest(q, p):
    """The smallest gap of all links and obstacles."""
    out = np.inf
    for i in range(len(q)):
        for j in range(p.obstacles.shape[0]):
            out = min(out, gap_and_direction(q[i], p.obstacles[j], p.L_GS, p.L_SC)[0])
    return out


@njit(cache=True)
def run(q, u, warm_H, warm_T, t0, dt, steps, every, p):
    """Many steps; a sample every `every` steps, with the mean contact force (72) on every link since the previous sample."""
    n, rows = len(q), steps // every
    qs, us = np.zeros((rows + 1, n, 3)), np.zeros((rows + 1, n, 3))
    forces = np.zeros((rows + 1, n, 3))
    total = np.zeros((n, 3))
    qs[0], us[0] = q, u
    low, late, most, sum_iterations, failed = deepest(q, p), np.inf, 0, 0, 0
    for k in range(steps):
        q, u, warm_H, warm_T, P_H, _, w_H, _, iterations, converged = advance(q, u, warm_H, warm_T, t0 + k * dt, dt, p)
        for i in range(n):
            for j in range(p.obstacles.shape[0]):
                for x in range(3):
                    total[i, x] += w_H[i, j, x] * P_H[i, j]
        now = deepest(q, p)
        low = min(low, now)
        if t0 + k * dt >= 2:
            late = min(late, now)
        most, sum_iterations, failed = max(most, iterations), sum_iterations + iterations, failed + (not converged)
        if (k + 1) % every == 0:
            row = (k + 1) // every
            qs[row], us[row], forces[row] = q, u, total / (every * dt)
            total[:] = 0
    return qs, us, forces, low, late, most, sum_iterations / max(steps, 1), failed


# ---------------------------------------------------------------------------------------------------------------- its functions


def state_of(q, u, obstacles=NO_OBSTACLES):
    """A state with zero impulses to start from."""
    return State(np.array(q, float), np.array(u, float), np.zeros((len(q), len(obstacles))), np.zeros((len(q), 2)))


def serpenoid(head, psi, p, n=11):
    """At rest on (71) at t = 0: theta_i = psi - A / (2 sin(delta / 2)) cos((i - 1) delta - delta / 2), CG of link 1 at `head`."""
    q = np.zeros((n, 3))
    q[:, 2] = psi - p.A / (2 * np.sin(p.delta / 2)) * np.cos(np.arange(n) * p.delta - p.delta / 2)
    q[0, :2] = head
    close_joints(q, p.L)
    return state_of(q, np.zeros((n, 3)), p.obstacles)


def step(state, t, dt, params):
    """One time step from t to t + dt: the state at its end and a Step."""
    q, u, warm_H, warm_T, *rest = advance(*state, t, dt, params)
    return State(q, u, warm_H, warm_T), Step(rest[0], warm_T, *rest[1:])


def contact_forces(outcome, dt):
    """(72): force and moment (n, 3) of the obstacles on every link."""
    return np.einsum("ijk,ij->ik", outcome.w_H, outcome.P_H) / dt


class Run(NamedTuple):
    """Samples (every SAMPLE seconds) of a simulation; forces are means since the previous sample."""

    t: np.ndarray
    q: np.ndarray
    u: np.ndarray
    forces: np.ndarray
    penetration: float
    penetration_after_2_s: float
    iterations: tuple
    not_converged: int
    seconds: float


def simulate(state, duration, dt, params, every=None):
    """Steps of dt from t = 0 until `duration`; a sample every `every` steps."""
    every = every or round(SAMPLE / dt)
    begin = time.perf_counter()
    steps = round(duration / dt)
    q, u, forces, low, late, most, mean, failed = run(*state, 0.0, dt, steps, every, params)
    seconds = time.perf_counter() - begin
    depth = max(0.0, -low), max(0.0, -late)
    return Run(np.arange(len(q)) * every * dt, q, u, forces, *depth, (mean, most), failed, seconds)


def nearest_by_angle(x, ax, ay):
    """The point of the ellipse nearest to x by a search over the angle of its boundary: shares nothing with the one above."""
    if (x[0] / ax) ** 2 + (x[1] / ay) ** 2 <= 1:
        return x
    angle = np.arctan2(x[1] * ax, x[0] * ay)
    if ax != ay:
        low, high = np.floor(angle / (np.pi / 2)) * np.pi / 2, np.ceil(angle / (np.pi / 2)) * np.pi / 2
        for _ in range(100):
            angle = 0.5 * (low + high)
            c, s = np.cos(angle), np.sin(angle)
            rising = (ax * c - x[0]) * -ax * s + (ay * s - x[1]) * ay * c
            low, high = (low, angle) if rising > 0 else (angle, high)
    return np.array([ax * np.cos(angle), ay * np.sin(angle)])


def residuals(state, t, dt, params, impulses_H, impulses_T, u_E=None):
    """Residuals of given impulses, by the printed way: dense W_J, P_J by (62), u_E by (66), natural maps with r = 1 kg.

    Nothing is shared with the step but its inputs: joints are not eliminated, gaps come from the nearest point, the ellipse is
    searched.  Returns the largest |P - prox(P - gamma)| (N s), the largest |u - u_E|, and |W_J' u_E|.
    """
    p, q, u = params, state.q, state.u
    n = len(q)
    q_M = q + dt / 2 * u
    M = np.tile([p.m, p.m, p.J], n)
    W_J = np.zeros((3 * n, 2 * (n - 1)))
    for i in range(n - 1):
        (s, S), (c, C) = np.sin(q_M[i : i + 2, 2]), np.cos(q_M[i : i + 2, 2])
        W_J[3 * i : 3 * i + 6, 2 * i] = [1, 0, -p.L / 2 * s, -1, 0, -p.L / 2 * S]
        W_J[3 * i : 3 * i + 6, 2 * i + 1] = [0, 1, p.L / 2 * c, 0, -1, p.L / 2 * C]
    q_t, at = (q_M, t + dt / 2) if p.torque_at_middle else (q, t)
    phase = p.w * at + np.arange(n - 1) * p.delta
    tau = -p.Kp * (p.A * np.sin(phase) - np.diff(q_t[:, 2])) - p.Kd * (p.A * p.w * np.cos(phase) - np.diff(u[:, 2]))
    applied = np.zeros((n, 3))
    applied[:, 2] = np.append(tau, 0.0) - np.append(0.0, tau)

    def nearest(x, disc):
        """Gap and derivative by the point of the axis of the link that is nearest to the disc, whichever part it is in."""
        ex, ey = np.array([np.cos(x[2]), np.sin(x[2])]), np.array([-np.sin(x[2]), np.cos(x[2])])
        along = np.clip((disc[:2] - x[:2]) @ ex, -p.L_GS, p.L_GS)
        r = x[:2] + along * ex - disc[:2]
        normal = r / np.linalg.norm(r)
        return np.linalg.norm(r) - disc[2] - p.L_SC, np.append(normal, along * normal @ ey)

    W, P, kinds = [], [], []
    for i in range(n):
        for j, disc in enumerate(p.obstacles):
            gap, direction = nearest(q_M[i], disc)
            if gap <= 0:
                column = np.zeros((n, 3))
                column[i] = direction
                W.append(column.ravel())
                P.append(impulses_H[i, j])
                kinds.append("H")
        c, s = np.cos(q_M[i, 2]), np.sin(q_M[i, 2])
        for axis, value in zip(((c, s, 0), (-s, c, 0)), impulses_T[i], strict=True):
            column = np.zeros((n, 3))
            column[i] = axis
            W.append(column.ravel())
            P.append(value)
            kinds.append("T")
    W, P, kinds = np.array(W).T, np.array(P), np.array(kinds)
    b = u.ravel() + (W @ P + applied.ravel() * dt) / M
    P_J = -np.linalg.solve(W_J.T @ (W_J / M[:, None]), W_J.T @ b) if n > 1 else np.zeros(0)
    u_new = b + W_J @ P_J / M
    gamma = W.T @ u_new
    H, T = kinds == "H", kinds == "T"
    worst = [np.abs(P[H] - np.maximum(0, P[H] - gamma[H])).max(initial=0)]
    for a, b in zip(P[T].reshape(-1, 2), gamma[T].reshape(-1, 2), strict=True):
        worst.append(np.abs(a - nearest_by_angle(a - b, p.mu_x * p.m * p.g * dt, p.mu_y * p.m * p.g * dt)).max())
    u_E = u_new if u_E is None else u_E
    return {
        "natural_map": float(max(worst)),
        "velocity": float(np.abs(u_new - u_E.ravel()).max()),
        "joints": float(np.abs(W_J.T @ u_E.ravel()).max(initial=0)),
    }


# ------------------------------------------------------------------------------------------------------------------- one step


def random_state(rng, params, t, speed=1.0, n=11):
    """Joints closed and near their gait; anywhere, any heading; head and joint rates random."""
    k = np.arange(n - 1)
    phi = params.A * np.sin(params.w * t + k * params.delta) + 0.02 * rng.standard_normal(n - 1)
    rate = params.A * params.w * np.cos(params.w * t + k * params.delta) + 0.2 * rng.standard_normal(n - 1)
    q, z = np.zeros((n, 3)), np.zeros(n + 2)
    q[0] = *rng.uniform(-1, 1, 2), rng.uniform(-np.pi, np.pi)
    q[:, 2] = q[0, 2] + np.append(0, np.cumsum(phi))
    close_joints(q, params.L)
    z[:2] = 0.2 * rng.standard_normal(2)
    z[2:] = 0.3 * rng.standard_normal() + np.append(0, np.cumsum(rate))
    return q, speed * (joint_map(q, params.L) @ z).reshape(n, 3)


def random_discs(rng, q, u, params, count=4):
    """Discs that touch the links, each pressed in by up to 0.05 mm at most, where the link moves towards the disc."""
    discs = []
    while len(discs) < count:
        i, radius, side = rng.integers(len(q)), rng.uniform(0.01, 0.125), rng.choice([-1, 1])
        c, s = np.cos(q[i, 2]), np.sin(q[i, 2])
        reach = params.L_SC + radius - rng.uniform(1e-5, 5e-5)
        along = rng.uniform(-1.6, 1.6) * params.L_GS
        across = side * np.sqrt(reach**2 - max(0.0, abs(along) - params.L_GS) ** 2)
        disc = np.array([q[i, 0] + along * c - across * s, q[i, 1] + along * s + across * c, radius])
        found = [gap_and_direction(x, disc, params.L_GS, params.L_SC) for x in q]
        approach = np.dot(found[i][1:], u[i])
        if min(f[0] for f in found) > -1e-4 and approach < 0:
            discs.append(disc)
    return np.array(discs)


def one_step(q, u, t, dt, params):
    """A stored step from zero impulses: everything that goes in and comes out, in full precision."""
    state = state_of(q, u, params.obstacles)
    after, out = step(state, t, dt, params)
    n, q_M = len(q), q + dt / 2 * u
    bound = np.array([params.mu_x, params.mu_y]) * params.m * params.g * dt
    sticks = ((out.P_T / bound) ** 2).sum(1) < 1 - 1e-6
    B, columns = joint_map(q_M, params.L), []
    for i in range(n):
        c, s = np.cos(q_M[i, 2]), np.sin(q_M[i, 2])
        if sticks[i]:
            columns += [B[3 * i : 3 * i + 2].T @ e for e in ((c, s), (-s, c))]
        columns += [B[3 * i : 3 * i + 3].T @ out.w_H[i, j] for j in np.flatnonzero(out.P_H[i] > 0)]
    unique = not columns or np.linalg.matrix_rank(np.array(columns)) == len(columns)
    contacts = [
        {"link": i + 1, "obstacle": j + 1, "gap": out.gap[i, j], "w": out.w_H[i, j].tolist(), "P": out.P_H[i, j]}
        for i, j in np.argwhere(out.gap <= 0).tolist()
    ]
    middle = advance(*state, t, dt, params._replace(torque_at_middle=True))
    return {
        "t": t,
        "mu": [params.mu_x, params.mu_y],
        "gains": [params.Kp, params.Kd],
        "obstacles": params.obstacles.tolist(),
        "qA": state.q.tolist(),
        "uA": state.u.tolist(),
        "torque_on_links": out.torque.tolist(),
        "uE": after.u.tolist(),
        "qE": after.q.tolist(),
        "P_T": out.P_T.tolist(),
        "contacts": contacts,
        "contact_forces": contact_forces(out, dt).tolist(),
        "sticking_links": (np.flatnonzero(sticks) + 1).tolist(),
        "impulses_unique": bool(unique),
        "iterations": out.iterations,
        "residual": residuals(state, t, dt, params, out.P_H, out.P_T, after.u),
        "uE_torque_at_middle": middle[1].tolist(),
    }


def stored_steps(dt=1e-4):
    """Random single steps: flat, obstacles, ellipse, and slow ones without control, where links stick."""
    rng = np.random.default_rng(20080)
    base = Params(eps=1e-15, r_T=1.0)
    ellipse = base._replace(mu_x=0.1, mu_y=0.7)
    quiet = base._replace(Kp=0.0, Kd=0.0)
    kinds = {
        "flat": [(base, 1.0, 0)] * 3,
        "obstacles": [(base, 1.0, 4)] * 3,
        "ellipse": [(ellipse, 1.0, 0), (ellipse, 1.0, 4)],
        "slow": [(quiet, 3e-4, 0), (quiet, 6e-4, 0), (quiet, 5e-4, 3)],
    }
    out = {}
    for kind, cases in kinds.items():
        out[kind] = []
        for params, speed, discs in cases:
            t = float(rng.uniform(0, 5))
            q, u = random_state(rng, params, t, speed)
            if discs:
                params = params._replace(obstacles=random_discs(rng, q, u, params, discs))
            out[kind].append(one_step(q, u, t, dt, params))
    return out


# ---------------------------------------------------------------------------------------------------------------------- crawls

FLAT_POSE = ((0.0, 0.0), np.pi)
LARGE_POSE = ((1.0344, 0.1350), np.pi + 0.00295)
SMALL_POSE = ((0.9997, 0.1322), np.pi - 0.00289)
CRAWLS = {
    "flat": (Params(), FLAT_POSE),
    "large_obstacles": (Params(obstacles=LARGE), LARGE_POSE),
    "small_obstacles": (Params(obstacles=SMALL), SMALL_POSE),
    "flat_orthotropic": (Params(mu_x=0.1, mu_y=0.7), FLAT_POSE),
}


def middle_link(crawl, t):
    """(x, y, theta) of link 6 at the sample nearest to t."""
    return crawl.q[round(t / (crawl.t[1] - crawl.t[0])), 5]


def speed_between(crawl, a, b):
    """Mean velocity (x, y) of link 6 from t = a to t = b."""
    return (middle_link(crawl, b)[:2] - middle_link(crawl, a)[:2]) / (b - a)


def summary(crawl, params):
    """What is stored of a crawl of 10 s."""
    path = np.array([middle_link(crawl, t) for t in range(11)])
    out = {
        "link_6_x_y_theta_at_0_to_10_s": path.tolist(),
        "displacement_10_s": (path[-1] - path[0])[:2].tolist(),
        "mean_velocity_0_10": speed_between(crawl, 0, 10).tolist(),
        "mean_velocity_2_10": speed_between(crawl, 2, 10).tolist(),
        "velocity_2_to_6.5": speed_between(crawl, 2, 2 + PERIOD).tolist(),
        "velocity_last_period": speed_between(crawl, 10 - PERIOD, 10).tolist(),
        "iterations_mean_largest": list(crawl.iterations),
        "steps_not_converged": crawl.not_converged,
    }
    if len(params.obstacles):
        row = round(5.2 / SAMPLE)
        window = crawl.forces[row - 4 : row + 6]
        out["largest_penetration"] = crawl.penetration
        out["largest_penetration_after_2_s"] = crawl.penetration_after_2_s
        out["penetration_at_start"] = -deepest(crawl.q[0], params)
        out["contact_force_on_links_mean_5.15_5.25"] = window.mean(0).tolist()
        out["contact_force_sum_mean_0_10"] = crawl.forces[1:, :, :2].sum(1).mean(0).tolist()
        out["contact_force_sum_mean_last_period"] = (
            crawl.forces[round((10 - PERIOD) / SAMPLE) + 1 :, :, :2].sum(1).mean(0).tolist()
        )
    return out


def stored_crawls(dt=1e-4):
    """The crawls of CRAWLS, and how far link 6 ends from them with another step, tolerance, r_H or instant of the torque."""
    out = {}
    for name, (params, pose) in CRAWLS.items():

        def crawl(step_size, p, pose=pose):
            return simulate(serpenoid(*pose, p), 10.0, step_size, p)

        base = crawl(dt, params)
        out[name] = {
            "mu": [params.mu_x, params.mu_y],
            "head": list(pose[0]),
            "psi": pose[1],
            "obstacles": params.obstacles.tolist(),
        }
        out[name] |= {"dt": dt, "link_6_start": base.q[0, 5].tolist()} | summary(base, params)
        if not len(params.obstacles):
            out[name]["mean_velocity_2_20"] = speed_between(simulate(serpenoid(*pose, params), 20.0, dt, params), 2, 20).tolist()
        print(f"{name}: {base.seconds:.1f} s")
        variants = {
            "dt 1e-5": (dt / 10, params),
            "dt 5e-5": (dt / 2, params),
            "dt 2e-4": (2 * dt, params),
            "eps 1e-9": (dt, params._replace(eps=1e-9)),
            "r_H 0.01 (published), eps 1e-9": (dt, params._replace(r_H=0.01, eps=1e-9)),
            "torque at middle": (dt, params._replace(torque_at_middle=True)),
        }
        if not len(params.obstacles):
            del variants["r_H 0.01 (published), eps 1e-9"]
        out[name]["variants"] = {}
        for label, (step_size, p) in variants.items():
            other = crawl(step_size, p)
            apart = np.linalg.norm(other.q[:, 5, :2] - base.q[:, 5, :2], axis=1)
            out[name]["variants"][label] = {
                "link_6_apart_largest": apart.max(),
                "displacement_10_s": (other.q[-1, 5] - other.q[0, 5])[:2].tolist(),
                "mean_velocity_2_10": speed_between(other, 2, 10).tolist(),
                "velocity_last_period": speed_between(other, 10 - PERIOD, 10).tolist(),
                "largest_penetration": other.penetration,
                "iterations_mean_largest": list(other.iterations),
                "steps_not_converged": other.not_converged,
            }
            print(f"  {label}: {other.seconds:.1f} s, apart {apart.max():.3e}")
    return out


# ---------------------------------------------------------------------------------------------------------------- self-checks


def energy(u, p):
    """Kinetic energy of samples (..., n, 3)."""
    return 0.5 * (p.m * (u[..., 0] ** 2 + u[..., 1] ** 2) + p.J * u[..., 2] ** 2).sum(-1)


def momentum(q, u, p):
    """Linear and angular momentum (about the origin) of samples (..., n, 3)."""
    spin = p.m * (q[..., 0] * u[..., 1] - q[..., 1] * u[..., 0]) + p.J * u[..., 2]
    return np.stack([p.m * u[..., 0].sum(-1), p.m * u[..., 1].sum(-1), spin.sum(-1)], -1)


def checks(dt=1e-4):
    """Identities that the model has to satisfy, each as a number."""
    rng = np.random.default_rng(7)
    out = {}
    free = Params(Kp=0.0, Kd=0.0, eps=1e-14)
    for name, mu, discs in (("flat", 0.2, 0), ("obstacles", 0.2, 6), ("obstacles_frictionless", 0.0, 6)):
        p = free._replace(mu_x=mu, mu_y=mu)
        q, u = random_state(rng, p, 0.3, 2.0)
        if discs:
            p = p._replace(obstacles=random_discs(rng, q, u, p, discs))
        run_ = simulate(state_of(q, u, p.obstacles), 1.0, dt, p, every=1)
        e = energy(run_.u, p)
        out[f"energy_largest_increase_per_step_{name}"] = float(np.diff(e).max())
        out[f"energy_start_end_{name}"] = [float(e[0]), float(e[-1])]
    p = Params(mu_x=0.0, mu_y=0.0)
    q, u = random_state(rng, p, 0.0)
    for name, gains in (("controlled", (800.0, 2.0)), ("passive", (0.0, 0.0))):
        p = p._replace(Kp=gains[0], Kd=gains[1])
        run_ = simulate(state_of(q, u), 2.0, dt, p)
        after, _ = step(state_of(q, u), 0.0, dt, p)
        q_M = q + dt / 2 * u
        out[f"momentum_change_one_step_{name}"] = np.abs(momentum(q_M, after.u, p) - momentum(q_M, u, p)).tolist()
        half = simulate(state_of(q, u), 2.0, dt / 2, p)
        out[f"momentum_start_{name}"] = momentum(run_.q[0], run_.u[0], p).tolist()
        out[f"momentum_largest_change_2_s_{name}"] = np.abs(momentum(run_.q, run_.u, p) - momentum(q, u, p)).max(0).tolist()
        out[f"momentum_largest_change_2_s_half_dt_{name}"] = (
            np.abs(momentum(half.q, half.u, p) - momentum(q, u, p)).max(0).tolist()
        )
        drift = run_.q[-1, :, :2].mean(0) - q[:, :2].mean(0) - 2.0 * u[:, :2].mean(0)
        out[f"centre_of_mass_off_line_2_s_{name}"] = drift.tolist()
        drift = half.q[-1, :, :2].mean(0) - q[:, :2].mean(0) - 2.0 * u[:, :2].mean(0)
        out[f"centre_of_mass_off_line_2_s_half_dt_{name}"] = drift.tolist()
    for name, r_T in (("r_T 1.3", 1.3), ("r_T m", 7.5 / 11)):
        p = Params(r_T=r_T, eps=1e-18)
        block = simulate(state_of([[0.0, 0.0, 0.4]], [[0.3, -0.4, 0.0]]), 0.4, dt, p, every=1)
        speed = np.hypot(block.u[:, 0, 0], block.u[:, 0, 1])
        law = np.maximum(0, 0.5 - p.mu_x * p.g * block.t)
        out[f"block_speed_off_law_{name}"] = float(np.abs(speed - law).max())
        out[f"block_speed_after_{name}"] = float(speed[block.t > 0.5 / (p.mu_x * p.g) + dt].max())
        out[f"block_moves_after_{name}"] = float(np.ptp(block.q[block.t > 0.5 / (p.mu_x * p.g) + dt, 0, :2], axis=0).max())
        out[f"block_path_{name}"] = float(np.hypot(*(block.q[-1, 0, :2])))
    worst = 0.0
    for _ in range(2000):
        ax, ay = rng.uniform(0.1, 1, 2)
        x = rng.standard_normal(2) * 10 ** rng.uniform(-1, 3)
        worst = max(worst, np.abs(np.array(closest_in_ellipse(*x, ax, ay)) - nearest_by_angle(x, ax, ay)).max())
    out["ellipse_two_projections_apart"] = float(worst)
    worst = {"natural_map": 0.0, "velocity": 0.0, "joints": 0.0}
    p = Params(obstacles=LARGE, eps=1e-13)
    state = serpenoid(*LARGE_POSE, p)
    for k in range(20000):
        after, found = step(state, k * dt, dt, p)
        if k % 100 == 0:
            r = residuals(state, k * dt, dt, p, found.P_H, found.P_T, after.u)
            worst = {key: max(worst[key], r[key]) for key in worst}
        state = after
    out["residual_large_obstacles_2_s_every_100_steps"] = worst
    return out


# ----------------------------------------------------------------------------------------------------------------------- store

PROVENANCE = (
    "Written by `python tests/oracles/snake_moreau.py` (no code of the simulator) from the equations of Transeth, Leine, "
    "Glocker, Pettersen and Liljeback 2008, maximal coordinates, Moreau midpoint step. Errata: (14) without the trailing u_i, "
    "(16) transposed, omega_i of (43) is the joint rate w_{i+1} - w_i, large radius 0.125 m (printed 0.0125), the first "
    "seven of the eight small radii. Not published, chosen: dt, eps (N s, on the sum of the norms of the changes of P_H and "
    "P_T), g, start poses, small centres, r_H 0.25 (published 0.01), torque from q_A, u_A, t_A (not from the middle; "
    "uE_torque_at_middle and the variants have q_M, u_A, t_M). A contact is active where its gap at q_M <= 0. "
    "Start: at rest, theta_i = psi - A / (2 "
    "sin(delta / 2)) cos((i - 1) delta - delta / 2), CG of link 1 at head, joints closed. Steps: numpy default_rng, seed 20080, "
    "dt 1e-4, eps 1e-15, r_T 1, from zero impulses; impulses are only comparable where impulses_unique, u_E always is. "
    "Residuals: natural map |P - prox(P - gamma)| in N s with r = 1 kg, joint impulses by (62). "
    "Friction and mu: (longitudinal, lateral). Links and obstacles are counted from 1. Contact forces (Fx, Fy, moment about the "
    "CG) per link in world axes, by (72). Units m, s, rad, kg, N, N s. variants: the same crawl with one thing changed; "
    "velocity_last_period is over 5.5 to 10 s (a period is 4.5 s; the mean over 2 to 10 s is not over whole periods). "
    "link_6_apart_largest is the largest distance of link 6 from the stored crawl over 10 s."
)


def as_text(data):
    """JSON with every list of numbers on one line."""
    text = json.dumps(data, indent=1)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda m: "[" + " ".join(m[1].split()) + "]", text) + "\n"


def main():
    """Rewrite snake_moreau.json and print the main numbers."""
    parameters = {k: v for k, v in Params()._asdict().items() if k != "obstacles"}
    data = {"provenance": PROVENANCE, "parameters": parameters, "checks": checks(), "steps": stored_steps()}
    print(as_text(data["checks"]))
    for kind, cases in data["steps"].items():
        for case in cases:
            print(kind, case["iterations"], case["residual"], case["sticking_links"], case["impulses_unique"])
            print("   ", [(c["link"], c["obstacle"], c["P"]) for c in case["contacts"]])
    data["crawls"] = stored_crawls()
    STORE.write_text(as_text(data), encoding="utf-8")
    print(as_text(data["crawls"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
