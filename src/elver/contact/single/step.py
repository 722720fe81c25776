"""What every step with contact is made of: terms, rows of the contact problem, impulses, and velocities at its end.

Moreau's steps (moreau.py), adaptive steps (adaptive.py) and derivatives (``variations``) differ in the matrix A and the right
side b of their momentum balance. With the Jacobian W of the closed contacts all of them solve

    A w = b,   A = L L^T                        w: velocity at the end without impulses
    B = W L^-T,   y = B^T P,   gamma = W w + B y (+ restitution)    every impulse P by its law (problem.py)
    u' = w + L^-T y                             velocity at the end

SNAKE (54)-(70). Numba counts the references of every array of a tuple that is handed to a function or taken out of another
tuple, also where the function is inlined: loops take tuples apart before they begin and hand on the arrays that are used.
"""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.evaluate import call_pointers, copy_to, evaluate_signals
from elver.codegen.kernels.jit import SUMS, compiled
from elver.contact.geometry import candidate, features_of, link_gap
from elver.contact.single.arrays import BlockPlace, Closed, ContactRows, StepWorkspace, Terms, Velocities
from elver.contact.single.problem import NORMAL, PAIR, RUBBING, dot, impulse_motion, residual
from elver.contact.single.solvers import impulses

DEPENDENT = 1e-8  # share of a row that others leave of it: less is none

# --- Arrays of a step, and the terms at a time.


@compiled
def make_workspace(inputs, machine, carried, failure):
    """Arrays for the steps of a run: as many rows as its ``failure`` holds."""
    n, links, flows = len(carried.q), len(machine.loads), len(carried.works) - 4
    capacity = len(failure.B)
    terms, rows, velocities = make_terms(n, links, flows), _make_rows(capacity, n), _make_velocities(capacity, n)
    return StepWorkspace(terms, rows, velocities, np.empty(1), np.empty(3 * inputs.coefficients.shape[1]))


@compiled
def make_terms(n, links, flows):
    """Arrays that the compiled terms fill, for n freedoms and so many links and flows."""
    return Terms(
        np.empty((n, n)),
        np.empty(n),
        np.empty(n),
        np.empty((n, n)),
        np.empty((n, n)),
        np.empty(4 * links),
        np.empty((n, 3 * links)),
        np.empty(flows),
    )


@compiled
def _make_rows(capacity, freedoms):
    """Arrays for so many rows."""
    return ContactRows(
        np.empty((capacity, freedoms)),
        np.empty(capacity, np.int64),
        np.empty(capacity, np.int64),
        np.zeros((capacity, 3)),
        np.empty((capacity, 2), np.int64),
        np.empty((capacity, 3)),
        np.empty(capacity),
    )


@compiled
def _make_velocities(capacity, n):
    """Arrays for a machine of n freedoms and so many rows of contacts."""
    return Velocities(
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty((n, n)),
        np.zeros((n, n)),
        np.empty((n, capacity)),
        np.empty((capacity, n)),
        np.empty(capacity),
    )


@compiled
def term_pointers(buffer, p, work, q, u):
    """Where the compiled terms find their arguments and leave their results. All arrays must live as long as they are called.

    buffer: numbers for the terms to work in.   work: terms, clock and signals, as in ``StepWorkspace``.
    """
    M, f, torque, C, S, links, J, flows = work.terms
    inputs = work.clock.ctypes.data, q.ctypes.data, u.ctypes.data, p.ctypes.data, work.signals.ctypes.data
    results = M.ctypes.data, f.ctypes.data, torque.ctypes.data, C.ctypes.data, S.ctypes.data, links.ctypes.data, J.ctypes.data
    return (*inputs, *results, flows.ctypes.data, buffer.ctypes.data)


@compiled(inline="always")
def evaluate_terms(address, breaks, coefficients, clock, signals, pointers, time):
    """The terms at a time [s], by their address, at the coordinates and velocities of the pointers."""
    clock[0] = time
    evaluate_signals(time, breaks, coefficients, signals)
    call_pointers(address, pointers)


# --- The momentum balance: its matrix, factor and velocity without impulses.


@compiled
def step_matrix(M, C, S, weight, part, way, implicit, A):
    """A = weight M + part (C + way S), C and S: damping and stiffness of every joint by itself, where torques are ``implicit``.

    Of the torques' derivatives only those are taken at the end of a step: they are what is stiff, and they keep the matrix
    symmetric. What couples joints (steering) stays explicit. part, way [s]: by which forces and coordinates go on.
    """
    for i in range(M.shape[0]):
        for j in range(M.shape[0]):
            A[i, j] = weight * M[i, j]
        if implicit:
            A[i, i] += part * (C[i, i] + way * S[i, i])


@compiled
def solve_free(A, L, b, y, unpushed):
    """The velocity without impulses, A w = b, and the factor L of A."""
    cholesky(A, L)
    forward(L, b, y)
    backward(L, y, unpushed)


@compiled(fastmath=SUMS)
def cholesky(A, L):
    """Lower factor of a symmetric positive definite matrix, with the inverses of its diagonal: solving multiplies."""
    n = A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = 1.0 / np.sqrt(total) if i == j else total * L[j, j]


@compiled(fastmath=SUMS)
def backward(L, y, x):
    """x = L^-T y."""
    for i in range(L.shape[0] - 1, -1, -1):
        total = y[i]
        for k in range(i + 1, L.shape[0]):
            total -= L[k, i] * x[k]
        x[i] = total * L[i, i]


@compiled(fastmath=SUMS)
def forward(L, b, y):
    """y = L^-1 b."""
    for i in range(L.shape[0]):
        total = b[i]
        for k in range(i):
            total -= L[i, k] * y[k]
        y[i] = total * L[i, i]


@compiled(fastmath=SUMS)
def momentum(M, u, b):
    """b = M u."""
    for i in range(u.shape[0]):
        b[i] = 0.0
        for j in range(u.shape[0]):
            b[i] += M[i, j] * u[j]


@compiled(fastmath=SUMS)
def freed(Q, k):
    """Free row k of what the rows before it hold, which are of length 1 (Gram and Schmidt, twice); the length that is left."""
    for _ in range(2):
        for m in range(k):
            part = 0.0
            for i in range(Q.shape[1]):
                part += Q[m, i] * Q[k, i]
            for i in range(Q.shape[1]):
                Q[k, i] -= part * Q[m, i]
    total = 0.0
    for i in range(Q.shape[1]):
        total += Q[k, i] * Q[k, i]
    return np.sqrt(total)


# --- The rows of a step's contact problem: friction of the ground, closed contacts with obstacles and among links.


@compiled
def _combine(J, link, a, b, c, W, row):
    """Row of W = a J_x + b J_y + c J_w of one link (J is stored column by column)."""
    for k in range(W.shape[1]):
        W[row, k] = a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def _subtract(J, link, a, b, c, W, row):
    """Row of W less a J_x + b J_y + c J_w of one link."""
    for k in range(W.shape[1]):
        W[row, k] -= a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def _capacity(rows):
    """How many rows all arrays of a problem hold. A block has at least one row: blocks fit where rows do."""
    most = min(rows.W.shape[0], rows.kind.shape[0], rows.start.shape[0], rows.limits.shape[0])
    return min(most, rows.owner.shape[0], rows.normal.shape[0], rows.P.shape[0])


@compiled
def _open_block(kinds, start, owner, capacity, kind, at):
    """Reserve the rows of one more block of a kind (two for a pair, else one). The row after it, or -1 where there is none.

    The only way to a row: whoever writes one asks here before.
    """
    after = at.row + (2 if kind == PAIR else 1)
    if after > capacity:
        return -1
    kinds[at.block], start[at.block] = kind, at.row
    owner[at.block, 0], owner[at.block, 1] = at.link, at.place
    return after


@compiled(inline="always")
def collect(links, J, rows, outlines, loads, scene, warm_ground, warm_contacts, load_factor, reach):
    """Rows of all friction pairs and closed contacts. Returns blocks (-1: too many), rows, the deepest penetration [m].

    load_factor: impulse of the weight over its mass in one step [m/s].   reach: how far a contact that pressed before may have
    opened, over the radius of the link, and still count as closed: it may press on. Impulses start from those of the last step.
    """
    W, P, limits = rows.W, rows.P, rows.limits
    kinds, start, owner, capacity = rows.kind, rows.start, rows.owner, _capacity(rows)
    table, corners, meets = scene.obstacles, scene.corners, scene.meets
    ground, friction = scene.ground, scene.friction
    used, blocks, deepest = 0, 0, 0.0
    for i in range(outlines.shape[0]):
        if ground[0] >= 0.0:
            after = _open_block(kinds, start, owner, capacity, PAIR, BlockPlace(blocks, used, i, -1))
            if after < 0:
                return -1, 0, deepest
            ex, ey = links[4 * i + 2], links[4 * i + 3]
            _combine(J, i, ex, ey, 0.0, W, used)
            _combine(J, i, -ey, ex, 0.0, W, used + 1)
            bound = loads[i] * load_factor
            limits[blocks, 0], limits[blocks, 1], limits[blocks, 2] = bound * ground[1], bound * ground[0], bound * ground[2]
            P[used], P[used + 1] = warm_ground[i, 0], warm_ground[i, 1]
            used, blocks = after, blocks + 1
        gx, gy, half, radius, place = links[4 * i], links[4 * i + 1], outlines[i, 0], outlines[i, 1], 0
        for o in range(table.shape[0]):
            count, near = features_of(table[o]), half + (1.0 + reach) * radius + table[o, 6]
            if abs(gx - table[o, 1]) <= near and abs(gy - table[o, 2]) <= near:
                for feature in range(count):
                    gap, nx, ny, rx, ry = candidate(links, i, half, radius, table[o], corners, feature)
                    if gap <= 0.0 or (gap < reach * radius and warm_contacts[i, place + feature, 0] > 0.0):
                        deepest, touch = max(deepest, -gap), Closed(gap, nx, ny, rx, ry, radius, friction)
                        blocks, used = _add_contact(rows, J, warm_contacts, BlockPlace(blocks, used, i, place + feature), touch)
                        if blocks < 0:
                            return -1, 0, deepest
            place += count
        if meets.shape[0] > 0:
            at = BlockPlace(blocks, used, i, place)
            blocks, used, deepest = _meet_links(links, J, outlines, meets[i], rows, at, deepest, warm_contacts, reach)
            if blocks < 0:
                return -1, 0, deepest
    return blocks, used, deepest


@compiled
def _meet_links(links, J, outlines, meets, rows, at, deepest, warm_contacts, reach):
    """Closed contacts of a link with those before it: blocks (-1: too many), rows, deepest penetration [m].

    meets: 1 for every link that it can touch, see ``SceneTables``.   at: the next block, at the place of contact with link 0.
    """
    blocks, used, i = at.block, at.row, at.link
    half, radius = outlines[i, 0], outlines[i, 1]
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    for j in range(i):
        if meets[j] == 0.0:
            continue
        gap, nx, ny, rx, ry, qx, qy = link_gap(
            gx, gy, ex, ey, half, radius, links[4 * j], links[4 * j + 1], links[4 * j + 2], links[4 * j + 3],
            outlines[j, 0], outlines[j, 1],
        )  # fmt: skip
        if gap <= 0.0 or (gap < reach * radius and warm_contacts[i, at.place + j, 0] > 0.0):
            deepest, touch = max(deepest, -gap), Closed(gap, nx, ny, rx, ry, radius, 0.0)
            blocks, used = _add_contact(rows, J, warm_contacts, BlockPlace(blocks, used, i, at.place + j), touch)
            if blocks < 0:
                return -1, 0, deepest
            _subtract(J, j, nx, ny, qx * ny - qy * nx, rows.W, used - 1)
    return blocks, used, deepest


@compiled
def _add_contact(rows, J, warm_contacts, at, touch):
    """Rows of one closed contact: normal, and friction where there is any. The next block (-1: too many) and row."""
    nx, ny, rx, ry = touch.nx, touch.ny, touch.rx, touch.ry
    W, P, normal, kinds, start, owner = rows.W, rows.P, rows.normal, rows.kind, rows.start, rows.owner
    capacity, k, r = _capacity(rows), at.block, at.row
    after = _open_block(kinds, start, owner, capacity, NORMAL, at)
    if after < 0:
        return -1, 0
    _combine(J, at.link, nx, ny, rx * ny - ry * nx, W, r)
    normal[k, 0], normal[k, 1], normal[k, 2] = nx, ny, touch.gap
    P[r] = warm_contacts[at.link, at.place, 0]
    k, r = k + 1, after
    if touch.friction > 0.0:
        after = _open_block(kinds, start, owner, capacity, RUBBING, BlockPlace(k, r, at.link, at.place))
        if after < 0:
            return -1, 0
        cx, cy = rx - touch.radius * nx, ry - touch.radius * ny
        _combine(J, at.link, -ny, nx, cx * nx + cy * ny, W, r)
        normal[k, 0], normal[k, 1] = -ny, nx
        rows.limits[k, 0] = touch.friction
        P[r] = warm_contacts[at.link, at.place, 1]
        k, r = k + 1, after
    return k, r


# --- Impulses, and velocities at the end of a step.


@compiled(fastmath=SUMS)
def contact_factor(L, W, rows, free_u, Y, B, free):
    """B = W L^-T, whose B B^T is the contact operator, and the relative velocities without impulses.

    Inner loops run over contacts, side by side.
    """
    n = L.shape[0]
    for i in range(n):
        for r in range(rows):
            Y[i, r] = W[r, i]
        for k in range(i):
            factor = L[i, k]
            for r in range(rows):
                Y[i, r] -= factor * Y[k, r]
        for r in range(rows):
            Y[i, r] *= L[i, i]
    for r in range(rows):
        total = 0.0
        for i in range(n):
            B[r, i] = Y[i, r]
            total += W[r, i] * free_u[i]
        free[r] = total


@compiled(fastmath=SUMS)
def _bounce(restitution, kind, start, W, blocks, u, free):
    """Newton's law: the relative velocity that may not be negative is gamma_E + restitution gamma_A."""
    for k in range(blocks):
        if kind[k] == 0 and restitution > 0.0:
            before = 0.0
            for i in range(u.shape[0]):
                before += W[start[k], i] * u[i]
            free[start[k]] += restitution * min(before, 0.0)


@compiled(inline="always")
def find_relative_velocities(L, W, kind, start, unpushed, Y, B, free, u, restitution, blocks, used):
    """The factor B of the contact operator and the relative velocities without impulses, restitution included."""
    contact_factor(L, W, used, unpushed, Y, B, free)
    if restitution > 0.0:
        _bounce(restitution, kind, start, W, blocks, u, free)


@compiled(inline="always")
def find_end(problem, P, L, unpushed, y, end, laws, hard, small, scale):
    """Impulses P and velocities at the end of a step. Returns the residual and the iterations of the solver.

    small: see ``newton``.   scale [N s]: of impulses, for the residual.
    """
    iterations = impulses(laws, problem, P, scale, hard, small)
    error = residual(problem, P, scale)
    _end_velocity(L, problem.B, P, unpushed, y, end)
    return error, iterations


@compiled
def refuse_problem(failure, problem, P, error, rows, blocks, things):
    """Keep what is known of a contact problem that was not solved."""
    _keep_problem(failure, problem, P, error)
    _suspect(rows, problem.B, things, failure.passing, blocks)


@compiled
def _end_velocity(L, B, P, unpushed, y, uE):
    """uE = unpushed + M^-1 W^T P."""
    impulse_motion(B, P, y)
    backward(L, y, uE)
    for i in range(uE.shape[0]):
        uE[i] += unpushed[i]


@compiled
def _keep_problem(failure, problem, P, error):
    """Store a contact problem that was not solved."""
    table, rows, blocks = failure.table, P.shape[0], problem.kind.shape[0]
    for r in range(rows):
        table[0, r], table[1, r] = problem.free[r], P[r]
        copy_to(problem.B[r], failure.B[r])
    for k in range(blocks):
        table[2, k], table[3, k] = problem.kind[k], problem.start[k]
        for c in range(3):
            table[4 + c, k] = problem.limits[k, c]
    table[7, 0], table[7, 1], table[7, 2] = rows, blocks, error


@compiled(inline="always")
def remember(warm_ground, warm_contacts, rows, blocks, previous, known):
    """Keep the impulses as the warm start of the next step; contacts that have opened start from zero.

    ``previous`` lists the ``known`` entries that were set last time (-1: not known yet, clear all). Returns their new number.
    """
    kind, start, owner, P = rows.kind, rows.start, rows.owner, rows.P
    if known < 0:
        for i in range(warm_contacts.shape[0]):
            for o in range(warm_contacts.shape[1]):
                warm_contacts[i, o, 0], warm_contacts[i, o, 1] = 0.0, 0.0
    for k in range(max(known, 0)):
        i, o = previous[k, 0], previous[k, 1]
        warm_contacts[i, o, 0], warm_contacts[i, o, 1] = 0.0, 0.0
    count = 0
    for k in range(blocks):
        i, o = owner[k, 0], owner[k, 1]
        if kind[k] == 1:
            warm_ground[i, 0], warm_ground[i, 1] = P[start[k]], P[start[k] + 1]
        else:
            warm_contacts[i, o, 0 if kind[k] == 0 else 1] = P[start[k]]
            previous[count, 0], previous[count, 1] = i, o
            count += 1
    return count


# --- Painleve's paradox: contacts whose friction presses them on harder than it slows them.
#
# A contact of operator ((a, b), (b, d)), normal and friction, that slides with friction mu against it needs the normal impulse
# -g0 / (a - mu b) (b > 0 where it slides towards +). From mu b = a on there is none: the laws of rigid bodies and Coulomb's
# friction leave no motion that goes on sliding, or, where the contact would open by itself, several. A step has a solution still
# (``problem.solve_contact``): the contact locks within the step, however short it is, or opens. Such a step is a guess.
# Impacts are none: there the sliding may end at once.

SLIDES, RESTS = 3.0, 3.0  # steps' worth of the change of velocities: faster than that slides; slower than that is no impact


@compiled
def slides_into_paradox(rows, blocks, B, y, u, unpushed, warm_contacts, things, found):
    """Whether a contact slides into the paradox; its link, obstacle and the friction from which on it does go to ``found``."""
    kind, start, limits, owner, W, P = rows.kind, rows.start, rows.limits, rows.owner, rows.W, rows.P
    for k in range(1, blocks):
        if kind[k] != RUBBING:
            continue
        r, i, place = start[k] - 1, owner[k, 0], owner[k, 1]
        a, b = dot(B[r], B[r]), dot(B[r], B[r + 1])
        if limits[k, 0] * abs(b) < a:
            continue
        before, along = dot(W[r], u), dot(W[r + 1], u)
        normal = dot(W[r], unpushed) + dot(B[r], y) - a * P[r] - b * P[r + 1]
        rubbing = dot(W[r + 1], unpushed) + dot(B[r + 1], y) - b * P[r] - dot(B[r + 1], B[r + 1]) * P[r + 1]
        rests = abs(before) <= RESTS * abs(normal - before)
        slides = along * b > 0.0 and abs(along) > SLIDES * abs(rubbing - along)
        if rests and slides and (normal < 0.0 or warm_contacts[i, place, 0] > 0.0):
            found[0], found[1], found[2] = i, things[place], a / abs(b)
            return True
    return False


@compiled(fastmath=SUMS)
def _suspect(rows, B, things, found, blocks):
    """Name the contact of an unsolved problem with the most friction of those that may be in the paradox, if there is one.

    Its link, its obstacle and minus the friction from which on it is go to ``found``.
    """
    worst = 1.0
    for k in range(1, blocks):
        if rows.kind[k] == RUBBING:
            r = rows.start[k] - 1
            a, b = dot(B[r], B[r]), dot(B[r], B[r + 1])
            if rows.limits[k, 0] * abs(b) >= worst * a:
                worst = rows.limits[k, 0] * abs(b) / a
                found[0], found[1], found[2] = rows.owner[k, 0], things[rows.owner[k, 1]], -a / abs(b)
