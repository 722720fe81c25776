"""Impacts whose instants move with the changes: what the steps' own derivative leaves out.

At an impact the velocity jumps from u to u'. A change dq of the coordinates that changes the gap by dg moves the instant of the
impact by t = -dg / gamma, gamma < 0 the velocity of approach, and for so long the machine moves on with the other velocity.
Changes are carried to the instant (dq + u t, du + a t), through the impact, and back (dq' - u' t, du' - a' t), with the
accelerations a and a' before and after, those of the steps there. A run's discrete map keeps its impacts at their steps and does
not know this.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_finite
from elver.contact.solvers.problem import NORMAL
from elver.derivatives.moreau.active import solve_square, upper_lanes
from elver.derivatives.moreau.geometry import NUMBERS
from elver.derivatives.moreau.tuples import LANES

SHARP = 5.0  # steps' worth of the forces' own change of velocities: an impact that changes less is a soft one


@compiled
def new_impact(kind, start, owner, blocks, P, speeds, closed):
    """Row of the contact that has closed at this step, the fastest where there are several; -1 for none.

    closed[link, place]: 1 where a contact was closed at the step before; it is brought up to date.
    """
    found, fastest = -1, 0.0
    if closed.shape[0] == 0:
        return found
    for k in range(blocks):
        if kind[k] == NORMAL:
            i, place, row = owner[k, 0], owner[k, 1], start[k]
            if closed[i, place] == 0 and P[row] > 0.0 and speeds[row] < fastest:
                found, fastest = row, speeds[row]
            closed[i, place] = 2
    for i in range(closed.shape[0]):
        for place in range(closed.shape[1]):
            closed[i, place] = max(closed[i, place] - 1, 0)
    return found


@compiled
def unit_motion(row, active, L, shifts):
    """The velocity that a unit of relative velocity at a row brings, all other held rows unchanged, to ``shifts.y``.

    Returns the impulse it takes; 0 where the row follows from others.
    """
    y, target, count, place = shifts.y, shifts.target, active.size[0], -1
    for c in range(count):
        for lane in range(LANES):
            target[c, lane] = 1.0 if active.held[c] == row else 0.0
        if active.held[c] == row:
            place = c
    if place < 0:
        return 0.0
    solve_square(active.S, active.order, count, target)
    for i in range(y.shape[0]):
        for lane in range(LANES):
            y[i, lane] = 0.0
        for c in range(count):
            for lane in range(LANES):
                y[i, lane] += active.X[i, c] * target[c, lane]
    upper_lanes(L, y)
    return target[place, 0]


@compiled
def is_sharp(mass, speed, dt, M, rate):
    """Whether an impact changes velocities by far more than the forces of one step do, both measured by their energy."""
    smooth = 0.0
    for i in range(rate.shape[0]):
        for j in range(rate.shape[0]):
            smooth += rate[i] * M[i, j] * rate[j]
    return mass * speed * speed > (SHARP * dt) ** 2 * smooth


@compiled
def carry_there(row, M, L, active, slopes, pace, start, rate, around, shifts, shift, late):
    """Carry changes to the instant of an impact; in a soft one move them out of the contact instead: its instant means nothing.
    Returns whether it was no soft one.

    pace: velocity of approach, step, restitution.   around: changes of the contours' poses and outlines.
    shift: how much later the impact is [s]; late: the same for the velocities.
    """
    (speed, dt, restitution), (dlinks, outlines), q, u = pace, around, shifts.q, shifts.start
    i, j, mass = slopes.link[row, 0], slopes.link[row, 1], unit_motion(row, active, L, shifts)
    sharp, closer = is_sharp(mass, speed, dt, M, rate), np.zeros(LANES)
    for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
        on, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
        for lane in range(LANES):
            change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
            closer[lane] += slopes.gap[row, k] * change
    for lane in range(LANES):
        shift[lane] = -closer[lane] / speed if sharp else 0.0
        late[lane] = shift[lane]
        for k in range(start.shape[0]):
            if sharp:
                q[k, lane] += start[k] * shift[lane]
                u[k, lane] += rate[k] * late[lane]
            elif mass > 0.0:
                q[k, lane] -= (1.0 + restitution) * closer[lane] * shifts.y[k, lane]
    return sharp


@compiled
def carry_back(row, dt, start, end, shift, late, now):
    """Carry changes back from the instant of an impact; whether they are finite.

    Those of velocities wait for the next step, whose acceleration is the one after the impact.
    """
    n = end.shape[0]
    for lane in range(LANES):
        for k in range(n):
            if row >= 0:
                now[k, lane] -= end[k] * shift[lane]
            elif late[lane] != 0.0:
                now[n + k, lane] -= (end[k] - start[k]) / dt * late[lane]
        if row < 0:
            late[lane] = 0.0
    return all_finite(now)


@compiled
def follow_rate(row, dt, start, end, rate):
    """Acceleration of the last step without an impact."""
    if row < 0:
        for k in range(end.shape[0]):
            rate[k] = (end[k] - start[k]) / dt
