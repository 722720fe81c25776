"""How the rows of a step's contact problem change with the poses and sizes of the links."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.geometry import candidate, link_gap
from elver.contact.solvers.problem import NORMAL, PAIR, RUBBING
from elver.derivatives.moreau.geometry import NUMBERS, link_slopes, touch_slopes
from elver.derivatives.moreau.tuples import LANES, Slopes

NONE, ALONG, ACROSS = -1, -2, -3  # in place of another link: none; friction of the ground along and across the link


@compiled
def make_slopes(room):
    """Arrays for so many rows."""
    return Slopes(
        np.full((room, 2), -1, np.int64),
        np.zeros((room, 2, 3)),
        np.zeros((room, 2, 3, 2 * NUMBERS)),
        np.zeros((room, 2 * NUMBERS)),
    )


@compiled
def row_slopes(links, outlines, scene, kind, start, owner, blocks, slopes):
    """Factors of all rows and their derivatives, for the blocks that ``collect`` found."""
    link, factors, by, gap = slopes
    table, corners, things, ds, D = scene.obstacles, scene.corners, scene.things, np.empty(NUMBERS), np.zeros((3, 2, 2 * NUMBERS))
    for k in range(blocks):
        i, row = owner[k, 0], start[k]
        if kind[k] == PAIR:
            ground_rows(links, i, row, link, factors)
        elif kind[k] == NORMAL:  # friction there has the same geometry
            link[row, 0], link[row, 1] = i, NONE
            place, thing, half = owner[k, 1], things[owner[k, 1]], outlines[i, 0]
            if thing < table.shape[0]:
                feature = 0
                while place > feature and things[place - feature - 1] == thing:
                    feature += 1
                _, nx, ny, rx, ry = candidate(links, i, half, outlines[i, 1], table[thing], corners, feature)
                touch_slopes(links, i, half, table[thing], corners, feature, nx, ny, ds, D[0], D[1])
                gap_slopes(gap, row, 0, 1.0, nx, ny, links[4 * i + 2], links[4 * i + 3], rx, ry)
                normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], factors, by)
                if k + 1 < blocks and kind[k + 1] == RUBBING:
                    link[row + 1, 0], link[row + 1, 1] = i, NONE
                    rubbing_factors(row + 1, nx, ny, rx, ry, outlines[i, 1], D[0], D[1], factors, by)
            else:
                link[row, 1] = thing - table.shape[0]
                pair_rows(links, outlines, i, link[row, 1], row, D, factors, by, gap)


@compiled
def pair_rows(links, outlines, i, j, row, D, factors, by, gap):
    """The row of two links that touch."""
    a, b = 4 * i, 4 * j
    _, nx, ny, rx, ry, qx, qy = link_gap(
        links[a], links[a + 1], links[a + 2], links[a + 3], outlines[i, 0], outlines[i, 1],
        links[b], links[b + 1], links[b + 2], links[b + 3], outlines[j, 0], outlines[j, 1],
    )  # fmt: skip
    link_slopes(links, i, j, outlines[i, 0], outlines[j, 0], (nx, ny, rx, ry, qx, qy), D[0], D[1], D[2])
    normal_factors(row, 0, 1.0, nx, ny, rx, ry, D[0], D[1], factors, by)
    normal_factors(row, 1, -1.0, nx, ny, qx, qy, D[0], D[2], factors, by)
    gap_slopes(gap, row, 0, 1.0, nx, ny, links[a + 2], links[a + 3], rx, ry)
    gap_slopes(gap, row, NUMBERS, -1.0, nx, ny, links[b + 2], links[b + 3], qx, qy)


@compiled
def gap_slopes(gap, row, first, sign, nx, ny, ex, ey, rx, ry):
    """Derivatives of a gap by the six numbers of a contour whose nearest point is r = s e, times ``sign`` but for the radius."""
    s = rx * ex + ry * ey
    gap[row, first], gap[row, first + 1], gap[row, first + 2], gap[row, first + 3] = (
        sign * nx,
        sign * ny,
        sign * s * nx,
        sign * s * ny,
    )
    gap[row, first + 4], gap[row, first + 5] = sign * np.sign(s) * (nx * ex + ny * ey), -1.0  # along the side n . e is 0


@compiled
def ground_rows(links, i, row, link, factors):
    """Friction of the ground: along the link and across it. How it changes needs no table."""
    ex, ey = links[4 * i + 2], links[4 * i + 3]
    for r in range(2):
        link[row + r, 0], link[row + r, 1], factors[row + r, 0, 2] = i, (ALONG if r == 0 else ACROSS), 0.0
    factors[row, 0, 0], factors[row, 0, 1], factors[row + 1, 0, 0], factors[row + 1, 0, 1] = ex, ey, -ey, ex


@compiled
def normal_factors(row, which, sign, nx, ny, rx, ry, Dn, Dr, factors, by):
    """(n, r x n), times ``sign``, and its slopes."""
    for c, factor in enumerate((nx, ny, rx * ny - ry * nx)):
        factors[row, which, c] = sign * factor
    for k in range(2 * NUMBERS):
        by[row, which, 0, k], by[row, which, 1, k] = sign * Dn[0, k], sign * Dn[1, k]
        by[row, which, 2, k] = sign * (Dr[0, k] * ny + rx * Dn[1, k] - Dr[1, k] * nx - ry * Dn[0, k])


@compiled
def rubbing_factors(row, nx, ny, rx, ry, radius, Dn, Dr, factors, by):
    """(t, c x t) with the tangent t = (-ny, nx) and the point c = r - radius n of the rim, and its slopes."""
    for c, factor in enumerate((-ny, nx, rx * nx + ry * ny - radius)):
        factors[row, 0, c] = factor
    for k in range(2 * NUMBERS):
        by[row, 0, 0, k], by[row, 0, 1, k] = -Dn[1, k], Dn[0, k]
        turned = Dr[0, k] * nx + Dr[1, k] * ny + rx * Dn[0, k] + ry * Dn[1, k]
        by[row, 0, 2, k] = turned - (1.0 if k == 5 else 0.0)


@compiled(fastmath=SUMS)
def change_rows(used, slopes, P, V, V0, dV, dV0, dlinks, outlines, shifts):
    """Changes of the relative velocities of all rows, the end velocity held, and of the pushes of their impulses on the links.

    V, V0: velocities of the contours at the end and at the start.   dV, dV0: their changes.
    """
    link, factors = slopes.link, slopes.factors
    gamma, before, pushes, changed = shifts.gamma, shifts.before, shifts.pushes, np.empty((3, LANES))
    for k in range(pushes.shape[0]):
        for lane in range(LANES):
            pushes[k, lane] = 0.0
    for r in range(used):
        for lane in range(LANES):
            gamma[r, lane], before[r, lane] = 0.0, 0.0
        for which in range(1 if link[r, 1] < 0 else 2):
            on = 3 * link[r, which]
            change_factors(slopes.by, r, which, link[r, 0], link[r, 1], dlinks, outlines, changed)
            for c in range(3):
                factor, after, earlier, impulse = factors[r, which, c], V[on + c], V0[on + c], P[r]
                for lane in range(LANES):
                    gamma[r, lane] += factor * dV[on + c, lane] + changed[c, lane] * after
                    before[r, lane] += factor * dV0[on + c, lane] + changed[c, lane] * earlier
                    pushes[on + c, lane] += impulse * changed[c, lane]


@compiled(fastmath=SUMS)
def change_factors(by, r, which, i, j, dlinks, outlines, changed):
    """Changes of the three factors of a row for one of its links, i and j the links of both."""
    for lane in range(LANES):
        changed[0, lane], changed[1, lane], changed[2, lane] = 0.0, 0.0, 0.0
    if j == ALONG:
        for lane in range(LANES):
            changed[0, lane], changed[1, lane] = dlinks[4 * i + 2, lane], dlinks[4 * i + 3, lane]
        return
    if j == ACROSS:
        for lane in range(LANES):
            changed[0, lane], changed[1, lane] = -dlinks[4 * i + 3, lane], dlinks[4 * i + 2, lane]
        return
    for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
        on, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
        for lane in range(LANES):
            change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
            for c in range(3):
                changed[c, lane] += by[r, which, c, k] * change
