"""The contact problem of a step: which rows it has, and the operator between impulses and relative velocities.

Kernels of Moreau's scheme (moreau.py). J, C, S come column by column from the compiled terms: J[k, r] is entry (r, k).
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.geometry import corner_gap, disc_gap, end_polygon_gap, link_gap, wall_gap
from elver.contact.solver import impulse_motion

NORMAL, PAIR, RUBBING = 0, 1, 2  # kinds of blocks, see solver.py


@compiled(fastmath=SUMS)
def cholesky(A, L):
    """Lower factor of a symmetric positive definite matrix."""
    n = A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = np.sqrt(total) if i == j else total / L[j, j]


@compiled(fastmath=SUMS)
def backward(L, y, x):
    """x = L^-T y."""
    for i in range(L.shape[0] - 1, -1, -1):
        total = y[i]
        for k in range(i + 1, L.shape[0]):
            total -= L[k, i] * x[k]
        x[i] = total / L[i, i]


@compiled(fastmath=SUMS)
def forward(L, b, y):
    """y = L^-1 b."""
    for i in range(L.shape[0]):
        total = b[i]
        for k in range(i):
            total -= L[i, k] * y[k]
        y[i] = total / L[i, i]


@compiled
def free_velocity(M, f, C, S, b, u, dt, implicit, A, L, y, free_u):
    """Velocity without impulses: (M + dt C + dt^2/2 S) free = b + dt (f + C u), b the momentum before the step.

    Of the torques' derivatives only those of every joint by itself are taken at the end of the step: they are what is stiff, and
    they keep the matrix symmetric. What couples joints (steering) stays explicit.
    """
    n = u.shape[0]
    for i in range(n):
        b[i] += dt * f[i]
        for j in range(n):
            A[i, j] = M[i, j]
        if implicit:
            A[i, i] += dt * (C[i, i] + 0.5 * dt * S[i, i])
            b[i] += dt * C[i, i] * u[i]
    cholesky(A, L)
    forward(L, b, y)
    backward(L, y, free_u)


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
            Y[i, r] /= L[i, i]
    for r in range(rows):
        total = 0.0
        for i in range(n):
            B[r, i] = Y[i, r]
            total += W[r, i] * free_u[i]
        free[r] = total


@compiled
def end_velocity(L, B, P, free_u, y, uE):
    """uE = free + M^-1 W^T P."""
    impulse_motion(B, P, y)
    backward(L, y, uE)
    for i in range(uE.shape[0]):
        uE[i] += free_u[i]


@compiled
def combine(J, link, a, b, c, row):
    """row = a J_x + b J_y + c J_w of one link (J is stored column by column)."""
    for k in range(row.shape[0]):
        row[k] = a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def subtract(J, link, a, b, c, row):
    """row -= a J_x + b J_y + c J_w of one link."""
    for k in range(row.shape[0]):
        row[k] -= a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def candidate(links, i, half, radius, obstacle, corners, feature):
    """Gap of one feature of link i and an obstacle: a disc has one, a wall two ends, a polygon two ends and its corners."""
    gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
    if obstacle[0] == 0.0:
        return disc_gap(gx, gy, ex, ey, half, radius, obstacle[1], obstacle[2], obstacle[3])
    if obstacle[0] == 1.0:
        return wall_gap(gx, gy, ex, ey, half, radius, obstacle[1], obstacle[2], obstacle[3], 2.0 * feature - 1.0)
    first = int(obstacle[4])
    if feature < 2:
        own = corners[first : first + int(obstacle[5])]
        return end_polygon_gap(gx, gy, ex, ey, half, radius, own, 2.0 * feature - 1.0)
    return corner_gap(gx, gy, ex, ey, half, radius, corners[first + feature - 2, 0], corners[first + feature - 2, 1])


@compiled
def features_of(obstacle):
    """How many places of a link can touch an obstacle."""
    return 1 if obstacle[0] == 0.0 else 2 if obstacle[0] == 1.0 else 2 + int(obstacle[5])


@compiled
def room_of(W, kind, start, limits, owner, normal, P):
    """How many rows all arrays of a problem hold. A block has at least one row: blocks fit where rows do."""
    return min(
        W.shape[0], kind.shape[0], start.shape[0], limits.shape[0], owner.shape[0], normal.shape[0], P.shape[0]
    )  # fmt: skip


@compiled
def book(room, kind, start, owner, blocks, rows, what, i, place):
    """Reserve the rows of one more block of kind ``what`` (two for a pair, else one) for link i at ``place``.

    The only way to a row: whoever writes one asks here before. Returns the row after it, or -1 where there is no room.
    """
    after = rows + (2 if what == PAIR else 1)
    if after > room:
        return -1
    kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = what, rows, i, place
    return after


@compiled
def collect(
    links, J, outlines, loads, table, corners, ground, load_factor, friction, self_contact, W, kind, start, limits, owner, normal,
    warm_ground, warm, P,
):  # fmt: skip
    """Rows of all friction pairs and closed contacts. Returns blocks (-1: too many), rows, the deepest penetration [m]."""
    room, rows, blocks, deepest = room_of(W, kind, start, limits, owner, normal, P), 0, 0, 0.0
    for i in range(outlines.shape[0]):
        gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
        if ground[0] >= 0.0:
            after = book(room, kind, start, owner, blocks, rows, PAIR, i, -1)
            if after < 0:
                return -1, 0, deepest
            combine(J, i, ex, ey, 0.0, W[rows])
            combine(J, i, -ey, ex, 0.0, W[rows + 1])
            bound = loads[i] * load_factor
            limits[blocks, 0], limits[blocks, 1], limits[blocks, 2] = bound * ground[1], bound * ground[0], bound * ground[2]
            P[rows], P[rows + 1] = warm_ground[i, 0], warm_ground[i, 1]
            rows, blocks = after, blocks + 1
        half, radius = outlines[i, 0], outlines[i, 1]
        place = 0
        for o in range(table.shape[0]):
            count = features_of(table[o])
            near = half + radius + table[o, 6]
            if abs(gx - table[o, 1]) <= near and abs(gy - table[o, 2]) <= near:
                for feature in range(count):
                    gap, nx, ny, rx, ry = candidate(links, i, half, radius, table[o], corners, feature)
                    if gap <= 0.0:
                        deepest = max(deepest, -gap)
                        blocks, rows = touch(
                            room, kind, start, owner, normal, limits, P, W, J, warm, blocks, rows, i, place + feature, nx, ny,
                            rx, ry, radius, friction,
                        )  # fmt: skip
                        if blocks < 0:
                            return -1, 0, deepest
            place += count
        if self_contact:
            for j in range(i - 1):
                gap, nx, ny, rx, ry, qx, qy = link_gap(
                    gx, gy, ex, ey, half, radius, links[4 * j], links[4 * j + 1], links[4 * j + 2], links[4 * j + 3],
                    outlines[j, 0], outlines[j, 1],
                )  # fmt: skip
                if gap <= 0.0:
                    deepest = max(deepest, -gap)
                    blocks, rows = touch(
                        room, kind, start, owner, normal, limits, P, W, J, warm, blocks, rows, i, place + j, nx, ny, rx, ry,
                        radius, 0.0,
                    )  # fmt: skip
                    if blocks < 0:
                        return -1, 0, deepest
                    subtract(J, j, nx, ny, qx * ny - qy * nx, W[rows - 1])
    return blocks, rows, deepest


@compiled
def touch(
    room, kind, start, owner, normal, limits, P, W, J, warm, blocks, rows, i, place, nx, ny, rx, ry, radius, friction
):  # fmt: skip
    """Rows of one closed contact of link i: normal, and friction where there is any. The next block (-1: too many) and row."""
    after = book(room, kind, start, owner, blocks, rows, NORMAL, i, place)
    if after < 0:
        return -1, 0
    combine(J, i, nx, ny, rx * ny - ry * nx, W[rows])
    normal[blocks, 0], normal[blocks, 1] = nx, ny
    P[rows] = warm[i, place, 0]
    blocks, rows = blocks + 1, after
    if friction > 0.0:
        after = book(room, kind, start, owner, blocks, rows, RUBBING, i, place)
        if after < 0:
            return -1, 0
        cx, cy = rx - radius * nx, ry - radius * ny
        combine(J, i, -ny, nx, cx * nx + cy * ny, W[rows])
        normal[blocks, 0], normal[blocks, 1] = -ny, nx
        limits[blocks, 0] = friction
        P[rows] = warm[i, place, 1]
        blocks, rows = blocks + 1, after
    return blocks, rows
