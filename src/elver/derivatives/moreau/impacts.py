"""Impacts whose instants move with the changes: what the steps' own derivative leaves out.

At an impact the velocity jumps from u to u'. A change dq of the coordinates that changes the gap by dg moves the instant of the
impact by t = -dg / gamma, gamma < 0 the velocity of approach, and for so long the machine moves on with the other velocity and
other forces. Changes are carried to the instant (dq + u t, du + a t), through the impact, and back (dq' - u' t, du' - a' t), with
the accelerations a and a' before and after, those of the steps there; momenta likewise. A run's discrete map closes the gap, but
keeps its impacts at their steps: of velocities it does not know this.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import compiled
from elver.contact.moreau.velocities import MOMENTUM, WAY
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
def carry_there(row, M, L, active, slopes, pace, start, rates, around, shifts, lag, now):
    """Carry changes to the instant of an impact; not of a soft one, whose instant means nothing.

    pace: velocity of approach and step.   rates: acceleration and rate of the momenta before.   around: changes of the
    contours' poses and outlines.   lag: how much later the impact is [s], and the same for the velocities.   now: see ``carry``.
    """
    (speed, dt), (dlinks, outlines), (shift, late) = pace, around, lag
    i, j, mass = slopes.link[row, 0], slopes.link[row, 1], unit_motion(row, active, L, shifts)
    sharp, closer = is_sharp(mass, speed, dt, M, rates[0]), np.zeros(LANES)
    for k in range(NUMBERS if j < 0 else 2 * NUMBERS):
        on, own = (i, k) if k < NUMBERS else (j, k - NUMBERS)
        for lane in range(LANES):
            change = dlinks[4 * on + own, lane] if own < 4 else outlines[2 * on + own - 4, lane]
            closer[lane] += slopes.gap[row, k] * change
    for lane in range(LANES):
        shift[lane] = -closer[lane] / speed if sharp else 0.0
        late[lane] = shift[lane]
        carry(now, lane, shift[lane], start, rates[0], rates[1])


@compiled
def carry(now, lane, time, velocity, acceleration, force):
    """Carry the changes of coordinates, velocities and momenta of one lane over a time."""
    q, u, past = now
    for k in range(q.shape[0]):
        q[k, lane] += velocity[k] * time
        u[k, lane] += acceleration[k] * time
        past[MOMENTUM, k, lane] += force[k] * time
        past[WAY, k, lane] += acceleration[k] * time


@compiled
def carry_back(row, end, rates, shift, late, now):
    """Carry changes back from the instant of an impact.

    Those of velocities wait for the next step, whose acceleration is the one after the impact.
    """
    q, none = now[0], np.zeros(end.shape[0])
    for lane in range(LANES):
        if row >= 0:
            for k in range(end.shape[0]):
                q[k, lane] -= end[k] * shift[lane]
        elif late[lane] != 0.0:
            carry(now, lane, -late[lane], none, rates[0], rates[1])
            late[lane] = 0.0


@compiled
def follow_rates(dt, start, end, before, after, rates):
    """Acceleration and rate of the momenta of a step without an impact."""
    for k in range(end.shape[0]):
        rates[0, k] = (end[k] - start[k]) / dt
        rates[1, k] = (after[k] - before[k]) / dt
