"""The laws that are in force at the solution of a contact problem, and the linear system that they make for its change.

With motions y = L^T du of the change du at the end of a step, rows B = W L^-T, and the impulses' changes dP:

    y = y0 + B^T dP,     dgamma = fixed + B y

    held (a contact that presses, a pair or a rim that sticks):     dgamma = given
    a pair that slides:            dP = e - t t^T dgamma / (bend |gamma|), t along the border of its set, e as the set changes
    friction at its bound:         dP = +-(mu dP_normal + dmu P_normal)
    an open contact:               dP = 0

What slides makes y + sum d v v^T y, v = B^T t, with the positive definite operator H; held rows add their impulses as unknowns.
Of held rows that depend on each other (many links that stick) only independent ones are kept: the others follow.
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.single.newton import bend
from elver.contact.single.problem import NORMAL, PAIR
from elver.contact.single.step import DEPENDENT, cholesky, freed
from elver.contact.variations.arrays import LANES, Active

_INSIDE = 1e-9  # share of a set within its border from which on friction sticks, as it is recorded
_AT_REST = 1e-13  # share of a set's size: sliding that asks for less of an impulse is rounding
_OPEN, _PRESSES, _HELD, _SLIDES, _AT_END, _RUBS = range(6)  # states of rows; AT_END: of a set that is a line


@compiled
def make_active(capacity, n):
    """Arrays for so many rows and n freedoms."""
    return Active(
        np.empty(capacity, np.int64),
        np.zeros(2, np.int64),
        np.empty(n, np.int64),
        np.empty((n, n)),
        np.empty((n, n)),
        np.empty(capacity, np.int64),
        np.empty((capacity, 3)),
        np.zeros((n, n)),
        np.empty((n, n)),
        np.empty(n, np.int64),
    )


@compiled
def find_active(rows, blocks, used, B, gamma, friction, active):
    """Sort the rows by what their impulses do, and factor the system. friction: coefficient of the obstacles."""
    kind, start, limits, P = rows.kind, rows.start, rows.limits, rows.P
    state, size = active.state, active.size
    size[0], size[1] = 0, 0
    for r in range(used):
        state[r] = _OPEN
    for k in range(blocks):
        i = start[k]
        if kind[k] == NORMAL:
            if P[i] > 0.0:
                _hold(B, i, active)
                state[i] = _PRESSES
        elif kind[k] == PAIR:
            what = _pair_state(B, limits, k, P, gamma, i)
            if what == _SLIDES:
                _slide(limits, k, P, gamma, i, active)
            for r in range(i, i + 2):
                state[r] = _single_state(limits, k, r - i, P[r]) if what == _AT_END else what
                if state[r] == _HELD:
                    _hold(B, r, active)
        elif P[i - 1] > 0.0:
            state[i] = _HELD if abs(P[i]) < limits[k, 0] * P[i - 1] * (1.0 - _INSIDE) else _RUBS
            if state[i] == _HELD:
                _hold(B, i, active)
    _factor_sliding(B, active)
    _factor_held(B, P, used, friction, active)
    _factor_square(active.S, active.order, size[0])


@compiled
def _pair_state(B, limits, k, P, gamma, i):
    """A pair of the ground sticks, or slides on the border of its set; AT_END where the set is a line: each row by itself."""
    a, b = (limits[k, 0] if P[i] > 0 else limits[k, 1]), limits[k, 2]
    if a <= 0.0 or b <= 0.0:
        return _AT_END
    speed, trace = np.sqrt(gamma[i] ** 2 + gamma[i + 1] ** 2), _square(B, i) + _square(B, i + 1)
    inside = (P[i] / a) ** 2 + (P[i + 1] / b) ** 2 < 1.0 - _INSIDE
    return _HELD if inside or speed <= _AT_REST * trace * (a + b) else _SLIDES


@compiled
def _single_state(limits, k, component, impulse):
    """State of one row of a pair whose set is a line: held inside, else at an end; open where it is empty."""
    above, below = (limits[k, 0], limits[k, 1]) if component == 0 else (limits[k, 2], limits[k, 2])
    if -below * (1.0 - _INSIDE) < impulse < above * (1.0 - _INSIDE):
        return _HELD
    return _AT_END if above > 0.0 or below > 0.0 else _OPEN


@compiled
def _slide(limits, k, P, gamma, i, active):
    """One more pair that slides."""
    size, sliding, tangent = active.size, active.sliding, active.tangent
    a, b, count = (limits[k, 0] if P[i] > 0 else limits[k, 1]), limits[k, 2], size[1]
    nx, ny = P[i] / (a * a), P[i + 1] / (b * b)
    length, speed = np.sqrt(nx * nx + ny * ny), np.sqrt(gamma[i] ** 2 + gamma[i + 1] ** 2)
    sliding[count], size[1] = i, count + 1
    tangent[count, 0], tangent[count, 1] = -ny / length, nx / length
    tangent[count, 2] = 1.0 / (bend(limits[k], P[i], P[i + 1]) * speed)


@compiled(fastmath=SUMS)
def _square(B, r):
    """Square of the length of a row."""
    total = 0.0
    for j in range(B.shape[1]):
        total += B[r, j] * B[r, j]
    return total


@compiled(fastmath=SUMS)
def _hold(B, r, active):
    """One more held row, where it does not depend on those before it."""
    size, held, Q = active.size, active.held, active.Q
    k, n, whole = size[0], B.shape[1], _square(B, r)
    if k == n:
        return
    for j in range(n):
        Q[k, j] = B[r, j]
    left = freed(Q, k)
    if left > DEPENDENT * np.sqrt(whole):
        for j in range(n):
            Q[k, j] /= left
        held[k], size[0] = r, k + 1


@compiled(fastmath=SUMS)
def _factor_sliding(B, active):
    """H = 1 + sum d v v^T of what slides, factored."""
    count, sliding, tangent, Q, H = active.size[1], active.sliding, active.tangent, active.Q, active.H
    n, v = B.shape[1], np.empty(B.shape[1])
    if count == 0:
        return
    for j in range(n):
        for m in range(j):
            Q[j, m] = 0.0
        Q[j, j] = 1.0
    for k in range(count):
        i, t0, t1, d = sliding[k], tangent[k, 0], tangent[k, 1], tangent[k, 2]
        for j in range(n):
            v[j] = t0 * B[i, j] + t1 * B[i + 1, j]
        for j in range(n):
            factor = d * v[j]
            for m in range(j + 1):
                Q[j, m] += factor * v[m]
    cholesky(Q, H)


@compiled(fastmath=SUMS)
def _factor_held(B, P, used, friction, active):
    """X = H^-1 (B + friction that goes along)^T of held rows and S = B X."""
    state, count, held = active.state, active.size[0], active.held
    H, X, S = active.H, active.X, active.S
    n, slides = B.shape[1], False
    for r in range(used):
        slides = slides or state[r] == _SLIDES
    for c in range(count):
        r = held[c]
        for j in range(n):
            X[j, c] = B[r, j]
        if r + 1 < used and state[r + 1] == _RUBS:
            along = friction * np.sign(P[r + 1])
            for j in range(n):
                X[j, c] += along * B[r + 1, j]
    if slides:
        _solve_lower(H, X, count)
        _solve_upper(H, X, count)
    for a in range(count):
        for c in range(count):
            S[a, c] = 0.0
        for j in range(n):
            factor = B[held[a], j]
            for c in range(count):
                S[a, c] += factor * X[j, c]


@compiled(fastmath=SUMS)
def _solve_lower(L, Y, count):
    """Y = L^-1 Y, ``count`` columns; the diagonal of L holds reciprocals."""
    n = L.shape[0]
    for i in range(n):
        for k in range(i):
            factor = L[i, k]
            for c in range(count):
                Y[i, c] -= factor * Y[k, c]
        for c in range(count):
            Y[i, c] *= L[i, i]


@compiled(fastmath=SUMS)
def _solve_upper(L, Y, count):
    """Y = L^-T Y."""
    n = L.shape[0]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            factor = L[k, i]
            for c in range(count):
                Y[i, c] -= factor * Y[k, c]
        for c in range(count):
            Y[i, c] *= L[i, i]


@compiled
def _factor_square(S, order, n):
    """Factors of the first n rows and columns of S in place, rows exchanged as ``order`` says."""
    for k in range(n):
        best = k
        for r in range(k + 1, n):
            if abs(S[r, k]) > abs(S[best, k]):
                best = r
        order[k] = best
        if best != k:
            for c in range(n):
                S[k, c], S[best, c] = S[best, c], S[k, c]
        for r in range(k + 1, n):
            S[r, k] /= S[k, k]
            for c in range(k + 1, n):
                S[r, c] -= S[r, k] * S[k, c]


@compiled
def solve_square(S, order, n, Y):
    """Y = S^-1 Y with the factors of ``_factor_square``."""
    for k in range(n):
        if order[k] != k:
            for c in range(LANES):
                Y[k, c], Y[order[k], c] = Y[order[k], c], Y[k, c]
    for k in range(n):
        for r in range(k + 1, n):
            factor = S[r, k]
            for c in range(LANES):
                Y[r, c] -= factor * Y[k, c]
    for k in range(n - 1, -1, -1):
        for r in range(k + 1, n):
            factor = S[k, r]
            for c in range(LANES):
                Y[k, c] -= factor * Y[r, c]
        for c in range(LANES):
            Y[k, c] /= S[k, k]


@compiled(fastmath=SUMS)
def _lower_lanes(L, Y):
    """Y = L^-1 Y, one column per lane."""
    for i in range(L.shape[0]):
        for k in range(i):
            factor = L[i, k]
            for c in range(LANES):
                Y[i, c] -= factor * Y[k, c]
        factor = L[i, i]
        for c in range(LANES):
            Y[i, c] *= factor


@compiled(fastmath=SUMS)
def upper_lanes(L, Y):
    """Y = L^-T Y, one column per lane."""
    for i in range(L.shape[0] - 1, -1, -1):
        for k in range(i + 1, L.shape[0]):
            factor = L[k, i]
            for c in range(LANES):
                Y[i, c] -= factor * Y[k, c]
        factor = L[i, i]
        for c in range(LANES):
            Y[i, c] *= factor


# --- Changes of a step's end velocity, impulses and works, from the laws in force.

_FORWARD, _BACKWARD, _ACROSS, _GRAVITY, _RESTITUTION, _FRICTION = range(6)  # the order of contact/scene.py


@compiled(fastmath=SUMS)
def end_change(used, L, B, J, active, speeds, restitution, numbers, shifts):
    """Changes of the end velocity (to ``shifts.u``), of the relative velocities and of the impulses of held rows.

    The impulses' known parts stand in ``shifts.P``.   speeds: relative velocities at the start.   numbers: changes of the scene.
    """
    y, P, gamma, target, held, out, pushes = (
        shifts.y, shifts.P, shifts.gamma, shifts.target, active.held, shifts.out, shifts.pushes
    )  # fmt: skip
    state, count, n = active.state, active.size[0], y.shape[0]
    for i in range(n):
        for lane in range(LANES):
            y[i, lane] = out[i, lane]
        for r in range(J.shape[1]):
            factor = J[i, r]
            for lane in range(LANES):
                y[i, lane] += factor * pushes[r, lane]
    _lower_lanes(L, y)
    for r in range(used):
        for i in range(n):
            factor = B[r, i]
            for lane in range(LANES):
                y[i, lane] += factor * P[r, lane]
    if active.size[1] > 0:
        _lower_lanes(active.H, y)
        upper_lanes(active.H, y)
    for c in range(count):
        r = held[c]
        bouncing = min(speeds[r], 0.0) if state[r] == _PRESSES else 0.0
        again = restitution if bouncing < 0.0 else 0.0
        for lane in range(LANES):
            target[c, lane] = -gamma[r, lane] - numbers[_RESTITUTION, lane] * bouncing - again * shifts.before[r, lane]
        for i in range(n):
            factor = B[r, i]
            for lane in range(LANES):
                target[c, lane] -= factor * y[i, lane]
    solve_square(active.S, active.order, count, target)
    for i in range(n):
        for c in range(count):
            factor = active.X[i, c]
            for lane in range(LANES):
                y[i, lane] += factor * target[c, lane]
        for lane in range(LANES):
            shifts.u[i, lane] = y[i, lane]
    upper_lanes(L, shifts.u)


@compiled
def known_impulses(rows, blocks, dt, scene, loads, numbers, heavier, active, gamma, shifts):
    """What of the impulses' changes is known before the end velocity's: friction whose bound changes, or whose row turns.

    gamma: relative velocities at the end.   heavier: changes of the loads.
    """
    kind, start, owner, limits, P, state = rows.kind, rows.start, rows.owner, rows.limits, rows.P, active.state
    ground, g, out, change = scene.ground, scene.gravity, shifts.P, np.empty((3, LANES))
    for k in range(blocks):
        i = start[k]
        for r in range(i, i + (2 if kind[k] == PAIR else 1)):
            for lane in range(LANES):
                out[r, lane] = 0.0
        if kind[k] == PAIR and (state[i] == _SLIDES or state[i] == _AT_END or state[i + 1] == _AT_END):
            link, mass = owner[k, 0], loads[owner[k, 0]]
            for c, own in enumerate((_BACKWARD, _FORWARD, _ACROSS)):
                for lane in range(LANES):
                    bound = heavier[link, lane] * g + mass * numbers[_GRAVITY, lane]
                    change[c, lane] = dt * (bound * ground[own] + mass * g * numbers[own, lane])
            _widen(limits, k, change, P, gamma, state, i, out)
        elif state[i] == _RUBS:
            for lane in range(LANES):
                out[i, lane] = np.sign(P[i]) * numbers[_FRICTION, lane] * P[i - 1]
    _turn_along(active.size[1], active.sliding, active.tangent, shifts.gamma, out)


@compiled
def _turn_along(count, sliding, tangent, gamma, out):
    """Impulses of pairs that slide go along the border of their set as the relative velocity turns."""
    for s in range(count):
        i, t0, t1, d = sliding[s], tangent[s, 0], tangent[s, 1], tangent[s, 2]
        for lane in range(LANES):
            along = d * (t0 * gamma[i, lane] + t1 * gamma[i + 1, lane])
            out[i, lane] -= t0 * along
            out[i + 1, lane] -= t1 * along


@compiled
def _widen(limits, k, change, P, gamma, state, i, out):
    """Change of a pair's impulse where its set changes, the relative velocity held.

    P = -(a^2 g0, b^2 g1)/N with N = |(a g0, b g1)| on an ellipse of half axes a, b.
    """
    side = 0 if P[i] > 0 else 1
    a, b, g0, g1 = limits[k, side], limits[k, 2], gamma[i], gamma[i + 1]
    if state[i] == _SLIDES:
        N = np.sqrt((a * g0) ** 2 + (b * g1) ** 2)
        for lane in range(LANES):
            da, db = change[side, lane] / N, change[2, lane] / N
            longer = (a * g0 * g0 * da + b * g1 * g1 * db) / (N * N)
            out[i, lane] = a * g0 * (a * longer - 2.0 * da)
            out[i + 1, lane] = b * g1 * (b * longer - 2.0 * db)
        return
    for lane in range(LANES):
        if state[i] == _AT_END:
            out[i, lane] = np.sign(P[i]) * change[side, lane]
        if state[i + 1] == _AT_END:
            out[i + 1, lane] = np.sign(P[i + 1]) * change[2, lane]


@compiled(fastmath=SUMS)
def found_impulses(used, B, P, friction, active, shifts, moved):
    """All of the impulses' changes and of the relative velocities', now that the motion y is known.

    Both stand without the motion's share so far, which is B y (to ``moved``).
    """
    y, gamma, out = shifts.y, shifts.gamma, shifts.P
    for r in range(used):
        for lane in range(LANES):
            moved[r, lane] = 0.0
        for j in range(y.shape[0]):
            factor = B[r, j]
            for lane in range(LANES):
                moved[r, lane] += factor * y[j, lane]
        for lane in range(LANES):
            gamma[r, lane] += moved[r, lane]
    _turn_along(active.size[1], active.sliding, active.tangent, moved, out)
    for c in range(active.size[0]):
        for lane in range(LANES):
            out[active.held[c], lane] = shifts.target[c, lane]
    for r in range(used):
        if active.state[r] == _RUBS:
            for lane in range(LANES):
                out[r, lane] += np.sign(P[r]) * friction * out[r - 1, lane]


@compiled
def motor_works(terms, dt, implicit, motors, start, end, acting, shifts, works):
    """Changes of the works of motors and media over one step, see ``moreau._add_work``. start, end: velocities then.

    acting: changes of torques and flows, the end velocity held.
    """
    torque, C, S, n = terms.torque, terms.C, terms.S, len(end)
    for i in range(n):
        if motors[i] == 0.0:
            continue
        damping = C[i, i] + 0.5 * dt * S[i, i] if implicit else 0.0
        push = torque[i] - (C[i, i] * (end[i] - start[i]) + 0.5 * dt * S[i, i] * end[i] if implicit else 0.0)
        mean = 0.5 * (start[i] + end[i])
        forward = 1.0 if push * mean > 0.0 else 0.0
        for lane in range(LANES):
            turned = acting[i, lane] - damping * shifts.u[i, lane]
            work = dt * (turned * mean + push * 0.5 * (shifts.start[i, lane] + shifts.u[i, lane]))
            works[0, lane] += work
            works[1, lane] += forward * work
    for k in range(terms.flows.shape[0]):
        for lane in range(LANES):
            works[4 + k, lane] += dt * acting[n + k, lane]


@compiled
def contact_works(rows, blocks, speeds, gamma, shifts, works):
    """Changes of the works of friction and contacts. speeds, gamma: relative velocities at the start and at the end."""
    kind, start, P = rows.kind, rows.start, rows.P
    for k in range(blocks):
        place = 3 if kind[k] == NORMAL else 2
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            mean, impulse = 0.5 * (speeds[r] + gamma[r]), 0.5 * P[r]
            for lane in range(LANES):
                moved = shifts.before[r, lane] + shifts.gamma[r, lane]
                works[place, lane] -= shifts.P[r, lane] * mean + impulse * moved
