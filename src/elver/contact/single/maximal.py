"""Moreau's midpoint steps in coordinates of every link, as published. SNAKE (54)-(70), VI-C.

One step of length h from places and headings x of all links and their rates v, with all matrices at x_M:

    x_M = x + h/2 v                                                                                  (54)
    M (v' - v) = h tau + W^T P + W_J^T P_J,     W_J v' = 0,     every impulse P by its law           (55)-(61)
    P_J = -(W_J M^-1 W_J^T)^-1 W_J M^-1 (M v + h tau + W^T P)                                        (62)
    x' = x_M + h/2 v', then all links but the first are moved back onto their joints                 (63), VI-C

With M = L L^T, X = L^-1 W_J^T and the projector N = 1 - X (X^T X)^-1 X^T, (62) put into (55) is

    v' = L^-T N L^-1 (M v + h tau) + L^-T B^T P,    B = W L^-T N

so B B^T is the contact operator with all joints held, and (64)-(68) are the iterations of problem.py on it: the joints' impulses
are eliminated once a step and not once an iteration. ``implicit`` as in moreau.py: then M has C and S of the joints' turns too.
"""

from __future__ import annotations

import numpy as np

from elver._support.statuses import DIVERGED, NOT_CONVERGED, PARADOX, RUNNING, STEPPED_OVER, TOO_MANY
from elver.codegen.kernels.evaluate import all_sane, call_pointers, copy_to, evaluate_signals
from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.single.events import goes_past
from elver.contact.single.problem import NORMAL, PAIR, Problem, dot
from elver.contact.single.records import gather, take_sample
from elver.contact.single.step import (
    backward,
    cholesky,
    collect,
    find_end,
    find_relative_velocities,
    forward,
    make_workspace,
    refuse_problem,
    remember,
    slides_into_paradox,
)


@compiled
def advance_maximal(links, moving, code, inputs, machine, scene, laws, grid, carried, samples, failure, span):
    """Steps first + 1 .. last of a span in place on ``moving`` and ``carried``, see ``MaximalLoop``.

    The other arguments are those of ``advance_moreau``. Where ``first`` is 0 the links start from the engine's coordinates.
    Returns the last good step and a status.
    """
    first, last = span
    p, breaks, coefficients = inputs
    work = make_workspace(inputs, machine, moving, failure)
    rows, clock, signals, poses, J = work.rows, work.clock, work.signals, work.terms.links, work.terms.J
    W, kind, start, limits, impulse = rows.W, rows.kind, rows.start, rows.limits, rows.P
    middle, end, unpushed, b, y, A, L, Y, B, free = work.velocities
    x, v, q, u, works = moving.q, moving.u, carried.q, carried.u, carried.works
    before, warm_ground, warm_contacts = carried.links, carried.ground, carried.contacts
    hard, gathered, since = carried.hard, carried.impulse, carried.since
    outlines, loads, motors = machine
    size, joints = len(x), len(q) - 3
    now, rate = q.copy(), u.copy()  # the engine's coordinates in the middle of a step, and its rates before it
    torque, C, S, friction = np.empty(joints), np.empty(joints), np.empty(joints), np.empty(joints)
    X, K, held = np.empty((2 * joints, size)), np.empty((2 * joints, 2 * joints)), np.empty((2 * joints, 2 * joints))
    reaction, solved, flows = np.empty(2 * joints), np.empty(2 * joints), np.empty(len(works) - 4)
    J[:] = 0.0
    things, obstacles, passing = scene.things, scene.obstacles.shape[0], failure.passing
    dt, implicit = grid.dt, laws.implicit
    ahead = 1.0 if implicit else 0.5
    pointers = (
        clock.ctypes.data, now.ctypes.data, rate.ctypes.data, p.ctypes.data, signals.ctypes.data, torque.ctypes.data,
        C.ctypes.data, S.ctypes.data, friction.ctypes.data, flows.ctypes.data, code.work.ctypes.data,
    )  # fmt: skip
    scale = max(loads.sum() * (scene.gravity if scene.gravity > 0.0 else 9.81) * dt, 1e-300)  # weight times dt
    previous, known = np.empty((len(failure.B), 2), np.int64), -1
    if first == 0:
        _place_links(links, q, u, x, v)
    for step in range(first, last):
        for i in range(size):
            middle[i] = x[i] + 0.5 * dt * v[i]  # (54)
        _engine_coordinates(links, middle, v, now, rate)
        clock[0] = grid.begin + (step + ahead) * dt
        evaluate_signals(clock[0], breaks, coefficients, signals)
        call_pointers(code.terms, pointers)
        _place_contours(links, middle, poses, J)
        if goes_past(before, poses, outlines, scene, passing):
            return step, STEPPED_OVER
        _momentum_balance(links, v, torque, C, S, friction, rate, dt, implicit, A, b)
        cholesky(A, L)
        _joint_rows(links, middle, X)
        for r in range(2 * joints):
            forward(L, X[r], y)
            copy_to(y, X[r])  # rows of X^T
        for r in range(2 * joints):
            for s in range(r + 1):
                K[r, s] = dot(X[r], X[s])
        cholesky(K, held)
        forward(L, b, y)
        _hold_joints(X, held, y, reaction, solved)
        backward(L, y, unpushed)
        load_factor = scene.gravity * dt
        blocks, used, deepest = collect(poses, J, rows, outlines, loads, scene, warm_ground, warm_contacts, load_factor, 0.0)
        if blocks < 0:
            return step, TOO_MANY
        find_relative_velocities(L, W, kind, start, unpushed, Y, B, free, v, scene.restitution, blocks, used)
        for r in range(used):
            _hold_joints(X, held, B[r], reaction, solved)  # (62)
        problem, P = Problem(B[:used], free[:used], kind[:blocks], start[:blocks], limits[:blocks]), impulse[:used]
        error, iterations = find_end(problem, P, L, unpushed, y, end, laws, hard, 0, scale)
        if not all_sane(end):
            return step, DIVERGED
        if scene.friction > 0.0 and slides_into_paradox(rows, blocks, B, y, v, unpushed, warm_contacts, things, passing):
            return step, PARADOX
        if not error <= laws.tolerance:
            refuse_problem(failure, problem, P, error, rows, blocks, things)
            return step, NOT_CONVERGED
        since[0], since[1], since[2] = max(since[0], error), max(since[1], deepest), max(since[2], float(iterations))
        _add_work(works, links, v, end, dt, (torque, C, S, flows), implicit, motors, rows, blocks)
        known = remember(warm_ground, warm_contacts, rows, blocks, previous, known)
        gather(rows, blocks, things, obstacles, gathered)
        for i in range(size):
            v[i] = end[i]
            x[i] = middle[i] + 0.5 * dt * end[i]  # (63)
        _close_joints(links, x)
        _engine_coordinates(links, x, v, q, u)
        due = (step + 1) % grid.every == 0
        if due or step + 1 == last:
            take_sample((step + grid.every) // grid.every, due, dt, poses, rows, blocks, scene, carried, samples)
    return last, RUNNING


# --- Between the engine's coordinates and those of the links.


@compiled(inline="always")
def _turned(points, k, angle):
    """A point of a table of link k's frame as a vector in the world."""
    c, s = np.cos(angle), np.sin(angle)
    return c * points[k, 0] - s * points[k, 1], s * points[k, 0] + c * points[k, 1]


@compiled
def _place_links(links, q, u, x, v):
    """Links on their joints, moving together, from the engine's coordinates and rates."""
    c, s = np.cos(q[2]), np.sin(q[2])
    dx, dy = c * links.base[0] - s * links.base[1], s * links.base[0] + c * links.base[1]
    x[0], x[1], x[2] = q[0] - dx, q[1] - dy, q[2]
    v[0], v[1], v[2] = u[0] + u[2] * dy, u[1] - u[2] * dx, u[2]
    for k in range(1, len(links.mass)):
        i, sign = links.parents[k], links.signs[k]
        x[3 * k + 2], v[3 * k + 2] = x[3 * i + 2] + sign * q[2 + k], v[3 * i + 2] + sign * u[2 + k]
        ax, ay = _turned(links.on_parent, k, x[3 * i + 2])
        bx, by = _turned(links.on_child, k, x[3 * k + 2])
        v[3 * k] = v[3 * i] - v[3 * i + 2] * ay + v[3 * k + 2] * by
        v[3 * k + 1] = v[3 * i + 1] + v[3 * i + 2] * ax - v[3 * k + 2] * bx
    _close_joints(links, x)


@compiled
def _close_joints(links, x):
    """VI-C: all links but the first are moved onto their joints; the first link and every heading stay."""
    for k in range(1, len(links.mass)):
        i = links.parents[k]
        ax, ay = _turned(links.on_parent, k, x[3 * i + 2])
        bx, by = _turned(links.on_child, k, x[3 * k + 2])
        x[3 * k], x[3 * k + 1] = x[3 * i] + ax - bx, x[3 * i + 1] + ay - by


@compiled
def _engine_coordinates(links, x, v, q, u):
    """The engine's coordinates and rates: those of its base frame, and the joints' angles."""
    c, s = np.cos(x[2]), np.sin(x[2])
    dx, dy = c * links.base[0] - s * links.base[1], s * links.base[0] + c * links.base[1]
    q[0], q[1], q[2] = x[0] + dx, x[1] + dy, x[2]
    u[0], u[1], u[2] = v[0] - v[2] * dy, v[1] + v[2] * dx, v[2]
    for k in range(1, len(links.mass)):
        i, sign = links.parents[k], links.signs[k]
        q[2 + k], u[2 + k] = sign * (x[3 * k + 2] - x[3 * i + 2]), sign * (v[3 * k + 2] - v[3 * i + 2])


@compiled
def _place_contours(links, x, poses, J):
    """Place and direction (x, y, cos, sin) of every contour, and its velocity (vx, vy, w) per rate of the links."""
    for i in range(len(links.owners)):
        k = links.owners[i]
        c, s = np.cos(x[3 * k + 2]), np.sin(x[3 * k + 2])
        at, axis = links.contours[i, :2], links.contours[i, 2:]
        rx, ry = c * at[0] - s * at[1], s * at[0] + c * at[1]
        poses[4 * i], poses[4 * i + 1] = x[3 * k] + rx, x[3 * k + 1] + ry
        poses[4 * i + 2], poses[4 * i + 3] = c * axis[0] - s * axis[1], s * axis[0] + c * axis[1]
        J[3 * k, 3 * i], J[3 * k + 2, 3 * i] = 1.0, -ry
        J[3 * k + 1, 3 * i + 1], J[3 * k + 2, 3 * i + 1] = 1.0, rx
        J[3 * k + 2, 3 * i + 2] = 1.0


@compiled
def _joint_rows(links, x, rows):
    """W_J: how fast the halves of every joint part, per rate of the links. (12), (30)-(34)"""
    rows[:] = 0.0
    for k in range(1, len(links.mass)):
        i, r = links.parents[k], 2 * k - 2
        ax, ay = _turned(links.on_parent, k, x[3 * i + 2])
        bx, by = _turned(links.on_child, k, x[3 * k + 2])
        rows[r, 3 * i], rows[r, 3 * i + 2], rows[r, 3 * k], rows[r, 3 * k + 2] = 1.0, -ay, -1.0, by
        rows[r + 1, 3 * i + 1], rows[r + 1, 3 * i + 2], rows[r + 1, 3 * k + 1], rows[r + 1, 3 * k + 2] = 1.0, ax, -1.0, -bx


# --- The momentum balance, and the joints in it.


@compiled
def _momentum_balance(links, v, torque, C, S, friction, rate, dt, implicit, A, b):
    """A and b of A w = b, w the rates at the end without contacts and joints: M, M v + h tau, and C and S. (37)-(43)"""
    A[:] = 0.0
    for k in range(len(links.mass)):
        m = links.mass[k]
        A[3 * k, 3 * k], A[3 * k + 1, 3 * k + 1], A[3 * k + 2, 3 * k + 2] = m, m, links.inertia[k]
        b[3 * k], b[3 * k + 1] = m * (v[3 * k] + dt * links.pull[0]), m * (v[3 * k + 1] + dt * links.pull[1])
        b[3 * k + 2] = links.inertia[k] * v[3 * k + 2]
    for k in range(1, len(links.mass)):
        a, z = 3 * links.parents[k] + 2, 3 * k + 2
        resists = links.rotors[k]  # against a change of the joint's rate
        kick = links.rotors[k] * rate[2 + k] + dt * (torque[k - 1] + friction[k - 1])
        if implicit:
            resists += dt * (C[k - 1] + 0.5 * dt * S[k - 1])
            kick += dt * C[k - 1] * rate[2 + k]
        A[a, a], A[z, z], A[a, z], A[z, a] = A[a, a] + resists, A[z, z] + resists, A[a, z] - resists, A[z, a] - resists
        b[z] += links.signs[k] * kick  # (42)
        b[a] -= links.signs[k] * kick


@compiled(fastmath=SUMS)
def _hold_joints(X, held, y, reaction, solved):
    """y <- N y: less what the joints take, which is the impulse X (X^T X)^-1 X^T y. (62)

    X: its rows are the joints'.   held: factor of X^T X.
    """
    for r in range(X.shape[0]):
        reaction[r] = dot(X[r], y)
    forward(held, reaction, solved)
    backward(held, solved, reaction)
    for r in range(X.shape[0]):
        for i in range(y.shape[0]):
            y[i] -= reaction[r] * X[r, i]


@compiled(fastmath=SUMS)
def _add_work(works, links, v, end, dt, drives, implicit, motors, rows, blocks):
    """Add the work of motors, friction, contacts and media over one step, at the mean of both velocities."""
    torque, C, S, flows = drives
    W, P, kind, start = rows.W, rows.P, rows.kind, rows.start
    for k in range(1, len(links.mass)):
        if motors[2 + k] == 0.0:
            continue
        a, z = 3 * links.parents[k] + 2, 3 * k + 2
        first, last = links.signs[k] * (v[z] - v[a]), links.signs[k] * (end[z] - end[a])
        acting = torque[k - 1]
        if implicit:
            acting -= C[k - 1] * (last - first) + 0.5 * dt * S[k - 1] * last
        done = dt * acting * 0.5 * (first + last)
        works[0] += done
        works[1] += max(done, 0.0)
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            works[3 if kind[k] == NORMAL else 2] -= P[r] * 0.5 * (dot(W[r], v) + dot(W[r], end))
    for k in range(flows.shape[0]):
        works[4 + k] += dt * flows[k]
