"""Projections onto friction sets and Newton's method for contact problems, one machine per lane: ``single/newton.py``."""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.simd import (
    any_lane,
    at,
    beyond,
    inner,
    keep,
    larger,
    mark,
    marked,
    put,
    root,
    select,
    set_at,
    smaller,
    spread,
    take,
)
from elver.contact.simd.linear import add_rows, add_squares, factor, solve_lower, solve_upper, squares, times_rows
from elver.contact.single.arrays import COUPLED
from elver.contact.single.newton import (
    ENOUGH,
    INEXACT,
    MOST_HALVES,
    MOST_ROUNDS,
    MOST_SHORTER,
    MOST_STEPS,
    POLISH,
    WEIGHT,
)
from elver.contact.single.problem import NEWTON_STEPS

_CLOSE = 1e-9  # steps below this part of what they change square their error: the next one would be lost in rounding


@inner
def _project_disc(x, y, a):
    """Closest points to (x, y) of discs of radius a."""
    square = x * x + y * y
    shrink = select(square <= a * a, 1.0, a / root(square))
    return shrink * x, shrink * y


@inner
def project_lanes(x, y, ahead, behind, across):
    """Closest points to (x, y) of the sets with half axes ``ahead`` (towards +x), ``behind`` (towards -x) and ``across`` (y)."""
    a = select(x > 0.0, ahead, behind)
    px, py = _project_disc(x, y, a)
    if any_lane(a != across):
        ex, ey = _on_ellipse(x, y, a, across)
        px, py = select(a == across, px, ex), select(a == across, py, ey)
    flat = (a <= 0.0) | (across <= 0.0)
    if any_lane(flat):
        px = select(flat, select(a <= 0.0, 0.0, larger(smaller(x, ahead), -behind)), px)
        py = select(flat, select(across <= 0.0, 0.0, larger(smaller(y, across), -across)), py)
    return px, py


@inner
def _on_ellipse(x, y, a, b):
    """Closest points of ellipses with half axes a and b: (aa x / (k + aa), bb y / (k + bb)) with the k that puts them there.

    With w = (ax / (k + aa))^2 + (by / (k + bb))^2 that is w = 1. Newton's method is taken to 1 / root(w) = 1, which is nearly
    linear in k: steps from below stay there, and few are needed however far away the point is.
    """
    aa, bb, ax, by = a * a, b * b, a * x, b * y
    least = smaller(aa, bb)
    inside = (b * x) * (b * x) + (a * y) * (a * y) <= aa * bb
    going = ~inside & (a != b)
    if not any_lane(going):
        return x, y
    k = larger(larger(abs(ax) - aa, abs(by) - bb), 0.0)
    for _ in range(NEWTON_STEPS):
        both = 1.0 / ((k + aa) * (k + bb))
        s, t = (k + bb) * both, (k + aa) * both
        u, v = ax * s, by * t
        u, v = u * u, v * v
        w = u + v
        step = w * (root(w) - 1.0) / (u * s + v * t)
        k = select(going, k + step, k)
        going = going & (step > _CLOSE * (k + least))
        if not any_lane(going):
            break
    return select(inside, x, aa * x / (k + aa)), select(inside, y, bb * y / (k + bb))


@inner
def bend_lanes(ahead, behind, across, x, y):
    """Curvature of the borders of friction sets at their points (x, y) [1/(N s)], as two numbers: the first over the second,
    which is zero where a set is flat.
    """
    a = select(x > 0.0, ahead, behind)
    over, under = spread(x, 1.0), a
    if any_lane(a != across):
        both, even = a * across, a == across
        s, t = a * a * y / both, across * across * x / both
        e = s * s + t * t
        over, under = select(even, 1.0, both), select(even, a, e * root(e))
    flat = (a <= 0.0) | (across <= 0.0)
    return select(flat, 1.0, over), select(flat, 0.0, under)


# --- Newton's method of ``solvers.newton`` for the contact problems of several machines in step, one per lane.
#
# All machines take their Newton steps together; each has its own line search, rounds and end, and what it ends with is kept
# while the others go on. So a machine's impulses are the same whoever its neighbours are. Where a machine ended a round by a
# whole step, its second derivative has changed little: the first step of the next round takes the factor that is there. An
# older factor makes a step worse, not wrong: it is positive definite, and what comes out is measured. A machine that rubs at
# obstacles has its steps put right and shortened as ``solvers.newton`` does; the others do not notice.


@inner
def newton_lanes(rows, size, scale, smallest, tolerance, most, running, work, used, good):
    """Impulses in place on ``rows.P`` of the machines that are ``running``, from the warm start there.

    scale [lane]: see ``newton``.   smallest: of ``block_weights``, which has set ``work.weight``.
    used, good [lane]: Newton steps of every machine, and whether they reached the tolerance.
    """
    B, P, reach, limits, bound = rows.B, rows.P, rows.reach, rows.limits, rows.bound
    n, count, active = size.freedoms, size.rows, marked(running)
    Q, z, gamma, g, y = work.Q, work.z, work.gamma, work.g, work.y
    for r in range(count):
        put(Q, r, take(P, r))
        put(work.ahead, r, 0.0)
    add_rows(B, n, count, reach, P, y)
    times_rows(B, n, count, reach, y, gamma)
    for r in range(count):
        put(gamma, r, take(gamma, r) + take(rows.free, r))
    goal = 0.5 * tolerance * take(scale, 0)
    zero = spread(P, 0.0)
    steps, rounds, inside, polish, fine = zero, zero, zero, zero, zero
    whole = zero  # 1: the last step was a whole one and ended a round
    _project_rows(size, limits, bound, work.weight, Q, gamma, P, z, active)
    gradient(B, n, count, reach, y, P, g, work.d, active)
    while any_lane(active):
        _newton_direction(rows, size, work, active & (whole == 0.0))
        times_rows(B, n, count, reach, work.d, work.slope)
        length = _shorten(rows, size, work, active)
        for j in range(n):
            put(y, j, take(y, j) + length * take(work.d, j))
        for r in range(count):
            put(gamma, r, take(work.ahead, r))
        gradient(B, n, count, reach, y, P, g, work.d, active)
        steps, inside = select(active, steps + 1.0, steps), inside + 1.0
        error, change = _norm(g, n) / smallest, _largest_difference(P, Q, count)
        ended = active & (
            (error <= larger(INEXACT * change / WEIGHT, goal)) | (polish > 0.0) | (inside >= MOST_STEPS) | (steps >= most)
        )
        whole = select(ended & (length == 1.0), 1.0, 0.0)
        if not any_lane(ended):
            continue
        inside, rounds = select(ended, 0.0, inside), select(ended, rounds + 1.0, rounds)
        reached = ended & (change <= goal * WEIGHT) & (error <= goal)
        perfect = reached & ((polish >= POLISH) | ~_sticking(P, z, size))
        hopeless = ended & ~reached & ((polish > 0.0) | (steps >= most) | ~(error < np.inf))
        over = perfect | hopeless | (ended & (rounds >= MOST_ROUNDS))
        fine = select(perfect | (over & (polish > 0.0)), 1.0, fine)
        polish = select(reached, polish + 1.0, polish)
        worse = ended & ~reached & (polish > 0.0)  # a round more that was none: what was there before it counts
        for r in range(count):
            put(work.found, r, select(over, select(worse, take(Q, r), take(P, r)), take(work.found, r)))
            put(Q, r, select(ended, take(P, r), take(Q, r)))
        active = active & ~over
        if not any_lane(active):
            break
        _project_rows(size, limits, bound, work.weight, Q, gamma, P, z, ended)
        gradient(B, n, count, reach, y, P, g, work.d, ended)
    ran = marked(running)
    for r in range(count):
        put(P, r, select(ran, take(work.found, r), take(P, r)))
    put(used, 0, steps)
    mark(good, fine > 0.0)


@inner
def block_weights(B, size, weight):
    """r of every block (see ``newton.block_weights``), a row without entries aside; the root of the smallest trace."""
    n, pairs, smallest = size.freedoms, size.pairs, spread(B, np.inf)
    for k in range(pairs):
        trace = squares(B, 2 * k, n) + squares(B, 2 * k + 1, n)
        put(weight, k, WEIGHT / trace)
        smallest = smaller(smallest, trace)
    for s in range(size.slots * size.stride):
        trace = squares(B, 2 * pairs + s, n)
        used = trace > 0.0
        put(weight, pairs + s, select(used, WEIGHT / trace, WEIGHT))
        smallest = select(used, smaller(smallest, trace), smallest)
    return root(smallest)


@inner
def _norm(g, n):
    """Euclidean norm."""
    return root(squares(g, 0, n))


@inner
def _largest_difference(P, Q, count):
    """Largest |P - Q|."""
    worst = spread(P, 0.0)
    for r in range(count):
        worst = larger(worst, abs(take(P, r) - take(Q, r)))
    return worst


@inner
def _sticking(P, z, size):
    """Whether the friction of a pair lies inside its set."""
    stuck = spread(P, 0.0)
    for k in range(size.pairs):
        inside = (take(z, 2 * k) == take(P, 2 * k)) & (take(z, 2 * k + 1) == take(P, 2 * k + 1))
        stuck = select(inside, 1.0, stuck)
    return stuck > 0.0


@inner(inline="always")
def _project_pair(size, limits, k, x, y):
    """Closest point to (x, y) of the set of pair k."""
    if size.even:
        return _project_disc(x, y, take(limits, 3 * k + 2))
    return project_lanes(x, y, take(limits, 3 * k), take(limits, 3 * k + 1), take(limits, 3 * k + 2))


@inner
def _project_rows(size, limits, bound, weight, Q, gamma, P, z, chosen):
    """z = Q - r gamma and P = prox(z) of the chosen machines; the others stay as they are."""
    pairs = size.pairs
    for k in range(pairs):
        r, w = 2 * k, take(weight, k)
        x, y = take(Q, r) - w * take(gamma, r), take(Q, r + 1) - w * take(gamma, r + 1)
        px, py = _project_pair(size, limits, k, x, y)
        keep(z, r, x, chosen)
        keep(z, r + 1, y, chosen)
        keep(P, r, px, chosen)
        keep(P, r + 1, py, chosen)
    for s in range(size.slots):
        r, own = 2 * pairs + s * size.stride, pairs + s * size.stride
        x = take(Q, r) - take(weight, own) * take(gamma, r)
        normal = larger(x, 0.0)
        keep(z, r, x, chosen)
        keep(P, r, normal, chosen)
        if size.stride == 2:
            y, most = take(Q, r + 1) - take(weight, own + 1) * take(gamma, r + 1), take(bound, s) * normal
            keep(z, r + 1, y, chosen)
            keep(P, r + 1, larger(smaller(y, most), -most), chosen)


@inner
def gradient(B, n, count, reach, y, P, g, work, chosen):
    """g = y - B^T P of the chosen machines."""
    add_rows(B, n, count, reach, P, work)
    for j in range(n):
        keep(g, j, take(y, j) - take(work, j), chosen)


@inner
def _newton_direction(rows, size, work, renewed):
    """d = -(I + V V^T)^-1 g by Cholesky's factor, made anew for the machines that are ``renewed``."""
    n, d = size.freedoms, work.d
    if any_lane(renewed):
        columns = _curvature(rows, size, work.weight, work.z, work.V, work.starts, renewed)
        add_squares(work.V, n, columns, work.starts, work.H)
        factor(work.H, n + n % 2, n, work.R, renewed)
    for j in range(n):
        put(d, j, -take(work.g, j))
    solve_upper(work.R, n, d)
    solve_lower(work.R, n, d)
    if size.stride == 2:
        _couple(rows, size, work)


@inner
def _couple(rows, size, work):
    """Newton's steps put right where friction at obstacles slides and follows its normal impulse: see ``newton._couple``.

    Slots in which nothing slides have u = 0, and leave the step as it is.
    """
    B, P, z, X, S, d, n, count = rows.B, rows.P, work.z, work.X, work.S, work.d, size.freedoms, min(size.slots, COUPLED)
    wide, some = count + 1, spread(P, 0.0)
    for s in range(count):
        r = 2 * size.pairs + 2 * s
        push, rub = take(P, r), take(P, r + 1)
        slides = (push > 0.0) & (take(z, r + 1) != rub) & (take(rows.bound, s) > 0.0)
        factor = take(rows.bound, s) * take(work.weight, size.pairs + 2 * s) * select(rub > 0.0, 1.0, -1.0)
        factor = select(slides, factor, 0.0)
        some = some + abs(factor)
        for j in range(n):
            put(X, s * n + j, factor * take(B, (r + 1) * n + j))
    if not any_lane(some > 0.0):
        return
    for s in range(count):
        own = beyond(X, s * n)
        solve_upper(work.R, n, own)
        solve_lower(work.R, n, own)
    for s in range(count):
        r = 2 * size.pairs + 2 * s
        for c in range(count):
            put(S, s * wide + c, row_dot(B, r, X, c, n) + (1.0 if c == s else 0.0))
        put(S, s * wide + count, row_dot(B, r, d, 0, n))
    for k in range(count):
        for s in range(k + 1, count):
            part = take(S, s * wide + k) / take(S, k * wide + k)
            for c in range(k + 1, wide):
                put(S, s * wide + c, take(S, s * wide + c) - part * take(S, k * wide + c))
    for k in range(count - 1, -1, -1):
        x = take(S, k * wide + count)
        for c in range(k + 1, count):
            x = x - take(S, k * wide + c) * take(S, c * wide + count)
        x = x / take(S, k * wide + k)
        put(S, k * wide + count, x)
        for j in range(n):
            put(d, j, take(d, j) - x * take(X, k * n + j))


@inner
def row_dot(A, r, X, c, n):
    """Product of row r of A and row c of X."""
    total = spread(A, 0.0)
    for j in range(n):
        total = total + take(A, r * n + j) * take(X, c * n + j)
    return total


@inner
def _curvature(rows, size, weight, z, V, starts, renewed):
    """Columns v of V with sum v v^T = B^T (r prox') B, see ``newton._curvature``; their number. One that is zero for all machines
    that are renewed is left out; starts: see ``add_squares``.
    """
    B, P, limits, reach, n, pairs = rows.B, rows.P, rows.limits, rows.reach, size.freedoms, size.pairs
    wide, count, covered = n + n % 2, 0, 0
    for k in range(pairs):
        r, w = 2 * k, take(weight, k)
        p, q = take(P, r), take(P, r + 1)
        x, y, last = take(z, r) - p, take(z, r + 1) - q, at(reach, r // 4)
        stuck, square = (x == 0.0) & (y == 0.0), x * x + y * y
        over, under = spread(P, 1.0), take(limits, 3 * k + 2)
        if not size.even:
            over, under = bend_lanes(take(limits, 3 * k), take(limits, 3 * k + 1), take(limits, 3 * k + 2), p, q)
        turned = root(w * under / (square * (under + root(square) * over)))
        along, across = select(stuck, 0.0, -turned * y), select(stuck, 0.0, turned * x)
        waiting = any_lane(stuck & renewed)
        if waiting:
            w = select(stuck, root(w), 0.0)
            along = along + w
        for j in range(last + 1):
            put(V, count * wide + j, along * take(B, r * n + j) + across * take(B, (r + 1) * n + j))
        count, covered = end_column(V, wide, n, last, count, covered, starts)
        if waiting:
            for j in range(last + 1):
                put(V, count * wide + j, w * take(B, (r + 1) * n + j))
            count, covered = end_column(V, wide, n, last, count, covered, starts)
    for s in range(size.slots * size.stride):
        r = 2 * pairs + s
        p, last = take(P, r), at(reach, r // 4)
        push = take(P, r - 1) if size.stride == 2 and s % 2 == 1 else p
        moves = (take(z, r) == p) & (push > 0.0)
        if any_lane(moves & renewed):
            w = select(moves, root(take(weight, pairs + s)), 0.0)
            for j in range(last + 1):
                put(V, count * wide + j, w * take(B, r * n + j))
            count, covered = end_column(V, wide, n, last, count, covered, starts)
    while covered < n:
        set_at(starts, covered, count)
        covered += 1
    return count


@inner
def end_column(V, wide, n, last, count, covered, starts):
    """Fill a column up with zeros as far as it is read; the next column, and how many freedoms know theirs."""
    end = max(covered, last + 1)
    for j in range(last + 1, end + end % 2):
        put(V, count * wide + j, 0.0)
    while covered <= last:
        set_at(starts, covered, count)
        covered += 1
    return count + 1, covered


@inner
def _shorten(rows, size, work, active):
    """Lengths of the steps along d, gamma + length B d (``ahead``) and P there.

    The whole step; or, where the slope at its end says that the minimum was passed by far, a point between at which the slope is
    ENOUGH times smaller than here, by secants. Where something rubs: the first of half, a quarter, .. at which y - B^T P(y) is
    smaller than here.
    """
    n, rubs, most = size.freedoms, _rubbing_lanes(rows, size), MOST_SHORTER
    if any_lane(rubs & active):
        most = MOST_HALVES + 1
    start = _norm(work.g, n)
    zero = spread(work.g, 0.0)
    before, along, square = zero, zero, zero
    for j in range(n):
        d = take(work.d, j)
        before, along, square = before + take(work.g, j) * d, along + take(work.y, j) * d, square + d * d
    low, low_slope, high, high_slope = zero, before, zero, zero
    length, trying = select(active, 1.0, 0.0), active
    for trial in range(most):
        if trial > 0:
            part = low_slope / (low_slope - high_slope)
            part = larger(smaller(part, 0.9), 0.1)
            shorter = select(rubs, 1.0 if trial == MOST_HALVES else 0.5**trial, low + part * (high - low))
            length = select(trying, shorter, length)
        after = along + length * square - _try_length(rows, size, work, length)
        passed = after > 0.0
        high, high_slope = select(passed, length, high), select(passed, after, high_slope)
        low, low_slope = select(passed, low, length), select(passed, low_slope, after)
        again = (after > -ENOUGH * before) | ((after < ENOUGH * before) & (high > 0.0))
        if size.stride == 2:
            again = (rubs & (_size_there(rows, size, work, length) > (1.0 - 1e-3 * length) * start)) | (again & ~rubs)
        trying = trying & again
        if trial + 1 == MOST_SHORTER:
            trying = trying & rubs
        if not any_lane(trying):
            break
    return length


@inner
def _rubbing_lanes(rows, size):
    """The machines that have a contact with friction."""
    some = spread(rows.P, 0.0)
    if size.stride == 2:
        for s in range(size.slots):
            some = larger(some, take(rows.bound, s))
    return some > 0.0


@inner
def _size_there(rows, size, work, length):
    """Size of y - B^T P(y) at the impulses of a trial."""
    n, there, total = size.freedoms, work.there, spread(work.there, 0.0)
    add_rows(rows.B, n, size.rows, rows.reach, rows.P, there)
    for j in range(n):
        off = take(work.y, j) + length * take(work.d, j) - take(there, j)
        total = total + off * off
    return root(total)


@inner
def _try_length(rows, size, work, length):
    """gamma + length B d (``ahead``), z and P there; the sum of P B d. Where the length is the last trial's nothing changes."""
    limits, pairs, P, Q, z = rows.limits, size.pairs, rows.P, work.Q, work.z
    one, other = spread(P, 0.0), spread(P, 0.0)
    for k in range(pairs):
        r, w = 2 * k, take(work.weight, k)
        a, b = take(work.slope, r), take(work.slope, r + 1)
        u, v = take(work.gamma, r) + length * a, take(work.gamma, r + 1) + length * b
        x, y = take(Q, r) - w * u, take(Q, r + 1) - w * v
        px, py = _project_pair(size, limits, k, x, y)
        _put_pair(work.ahead, r, u, v)
        _put_pair(z, r, x, y)
        _put_pair(P, r, px, py)
        one, other = one + px * a, other + py * b
    for s in range(size.slots):
        r, own = 2 * pairs + s * size.stride, pairs + s * size.stride
        a = take(work.slope, r)
        u = take(work.gamma, r) + length * a
        x = take(Q, r) - take(work.weight, own) * u
        normal = larger(x, 0.0)
        put(work.ahead, r, u)
        put(z, r, x)
        put(P, r, normal)
        one = one + normal * a
        if size.stride == 2:
            b = take(work.slope, r + 1)
            v = take(work.gamma, r + 1) + length * b
            y, most = take(Q, r + 1) - take(work.weight, own + 1) * v, take(rows.bound, s) * normal
            rub = larger(smaller(y, most), -most)
            put(work.ahead, r + 1, v)
            put(z, r + 1, y)
            put(P, r + 1, rub)
            other = other + rub * b
    return one + other


@inner(inline="always")
def _put_pair(array, row, a, b):
    """Write two rows."""
    put(array, row, a)
    put(array, row + 1, b)
