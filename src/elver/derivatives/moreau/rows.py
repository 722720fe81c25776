"""How the rows of a step's contact problem change with the poses and sizes of the links."""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.geometry import candidate, link_gap
from elver.contact.solvers.problem import PAIR, RUBBING
from elver.derivatives.moreau.geometry import NUMBERS, link_slopes, touch_slopes
from elver.derivatives.moreau.tuples import Slopes


@compiled
def make_slopes(room):
    """Arrays for so many rows."""
    return Slopes(np.full((room, 2), -1, np.int64), np.zeros((room, 2, 3)), np.zeros((room, 2, 3, 2 * NUMBERS)))


@compiled
def row_slopes(links, outlines, scene, rows, blocks, slopes):
    """Factors of all rows and their derivatives, for the blocks that ``collect`` found."""
    ds, D = np.empty(NUMBERS), np.zeros((3, 2, 2 * NUMBERS))
    kind, start, owner, things = rows.kind, rows.start, rows.owner, scene.things
    for k in range(blocks):
        i, row = owner[k, 0], start[k]
        if kind[k] == PAIR:
            ground_rows(links, i, row, slopes)
            continue
        if kind[k] == RUBBING:  # the geometry is that of the normal contact just before it
            continue
        clear(slopes, row, i)
        D[:] = 0.0
        place, thing, half = owner[k, 1], things[owner[k, 1]], outlines[i, 0]
        if thing < scene.obstacles.shape[0]:
            feature = 0
            while place > feature and things[place - feature - 1] == thing:
                feature += 1
            obstacle = scene.obstacles[thing]
            _, nx, ny, rx, ry = candidate(links, i, half, outlines[i, 1], obstacle, scene.corners, feature)
            touch_slopes(links, i, half, obstacle, scene.corners, feature, nx, ny, ds, D[0], D[1])
            normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], slopes)
            if k + 1 < blocks and kind[k + 1] == RUBBING:
                clear(slopes, row + 1, i)
                rubbing_factors(row + 1, nx, ny, rx, ry, outlines[i, 1], D[0], D[1], slopes)
        else:
            j = thing - scene.obstacles.shape[0]
            a, b = 4 * i, 4 * j
            _, nx, ny, rx, ry, qx, qy = link_gap(
                links[a], links[a + 1], links[a + 2], links[a + 3], half, outlines[i, 1],
                links[b], links[b + 1], links[b + 2], links[b + 3], outlines[j, 0], outlines[j, 1],
            )  # fmt: skip
            link_slopes(links, i, j, half, outlines[j, 0], (nx, ny, rx, ry, qx, qy), D[0], D[1], D[2])
            slopes.link[row, 1] = j
            normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], slopes)
            normal_factors(row, 1, -1.0, nx, ny, qx, qy, D[0], D[2], slopes)


@compiled
def clear(slopes, row, i):
    """A row of link i alone, without slopes."""
    slopes.link[row, 0], slopes.link[row, 1] = i, -1
    slopes.factors[row] = 0.0
    slopes.by[row] = 0.0


@compiled
def ground_rows(links, i, row, slopes):
    """Friction of the ground: along the link and across it."""
    ex, ey = links[4 * i + 2], links[4 * i + 3]
    for r in range(2):
        clear(slopes, row + r, i)
    slopes.factors[row, 0, 0], slopes.factors[row, 0, 1] = ex, ey
    slopes.factors[row + 1, 0, 0], slopes.factors[row + 1, 0, 1] = -ey, ex
    slopes.by[row, 0, 0, 2], slopes.by[row, 0, 1, 3] = 1.0, 1.0
    slopes.by[row + 1, 0, 0, 3], slopes.by[row + 1, 0, 1, 2] = -1.0, 1.0


@compiled
def normal_factors(row, which, sign, nx, ny, rx, ry, Dn, Dr, slopes):
    """(n, r x n), times ``sign``, and its slopes."""
    own, by = slopes.factors[row, which], slopes.by[row, which]
    own[0], own[1], own[2] = sign * nx, sign * ny, sign * (rx * ny - ry * nx)
    for k in range(Dn.shape[1]):
        by[0, k], by[1, k] = sign * Dn[0, k], sign * Dn[1, k]
        by[2, k] = sign * (Dr[0, k] * ny + rx * Dn[1, k] - Dr[1, k] * nx - ry * Dn[0, k])


@compiled
def rubbing_factors(row, nx, ny, rx, ry, radius, Dn, Dr, slopes):
    """(t, c x t) with the tangent t = (-ny, nx) and the point c = r - radius n of the rim, and its slopes."""
    own, by = slopes.factors[row, 0], slopes.by[row, 0]
    own[0], own[1], own[2] = -ny, nx, rx * nx + ry * ny - radius
    for k in range(Dn.shape[1]):
        by[0, k], by[1, k] = -Dn[1, k], Dn[0, k]
        by[2, k] = Dr[0, k] * nx + Dr[1, k] * ny + rx * Dn[0, k] + ry * Dn[1, k] - (1.0 if k == 5 else 0.0)


@compiled
def number_change(dlinks, outlines, i, j, k, lane):
    """Change of number k of the contours of links i and j."""
    link, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
    return dlinks[4 * link + own, lane] if own < 4 else outlines[2 * link + own - 4, lane]


@compiled
def change_rows(found, used, dV, dV0, dlinks, outlines, shifts):
    """Changes of the relative velocities of all rows, the end velocity held, and of the pushes of their impulses on the links.

    dV, dV0: changes of the contours' velocities at the end and at the start, the rows held.
    """
    link, factors, by = found.slopes.link, found.slopes.factors, found.slopes.by
    V, V0, P, gamma, before, pushes = found.V, found.V0, found.rows.P, shifts.gamma, shifts.before, shifts.pushes
    changed = np.empty(3)
    pushes[:] = 0.0
    for r in range(used):
        i, j = link[r, 0], link[r, 1]
        for lane in range(gamma.shape[1]):
            gamma[r, lane], before[r, lane] = 0.0, 0.0
            for which in range(1 if j < 0 else 2):
                on = 3 * (i if which == 0 else j)
                for c in range(3):
                    changed[c] = 0.0
                for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
                    change = number_change(dlinks, outlines, i, j, k, lane)
                    for c in range(3):
                        changed[c] += by[r, which, c, k] * change
                for c in range(3):
                    gamma[r, lane] += factors[r, which, c] * dV[on + c, lane] + changed[c] * V[on + c]
                    before[r, lane] += factors[r, which, c] * dV0[on + c, lane] + changed[c] * V0[on + c]
                    pushes[on + c, lane] += P[r] * changed[c]
