"""The start of a step: where it leads if nothing changes, and the velocity at its end without impulses."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.chosen.tuples import BRACKETING, LAST, MODE, SINCE, Places
from elver.contact.moreau.velocities import backward, cholesky, forward

DAMPED = 1.0 / 16.0  # weight of the end beyond one half; 1/16 leaves a third of the stiffest vibrations from step to step
BEFORE = 0.5 - DAMPED  # share of the start in a step that knows the last one
AFRESH = 0.35  # the same in a step that does not
SWIFT, HELD = 0.02, 0.08  # rad by which a link turns in a step, from which on it is corrected; where joints hold it
CURVED = 0.5  # of the parabola through the last velocities: by none vibrations gain energy, by all of it they lose as much


@compiled
def make_places(n, links):
    """Arrays for a machine of n freedoms and so many links."""
    return Places(np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(4 * links))


@compiled
def looking_back(value, change, h, before):
    """What a rate adds to its mean over a step of length h, besides the share of the end. change: of the rate over the last step.

    The mean over the step is (1/2 + d) end + (1/2 - d) start - d h change, 1/2 - d = before: for whatever goes on as it did both
    d cancel, so that the order is 2; the trapezoidal rule is d = 0.
    """
    return before * value - (0.5 - before) * h * change


@compiled
def predict(q, u, past, h, at):
    """Where a step of length h leads if nothing changes; the share of what was before, and whether nothing is known of it."""
    ahead, fast, base, last = at.ahead, at.fast, at.base, past.lengths[LAST]
    before, afresh = BEFORE if past.counts[SINCE] > 0 else 0.5, not last > 0.0 or past.counts[MODE] == BRACKETING
    if afresh:
        before = forget(q, u, past, h, at)
    else:
        for i in range(q.shape[0]):
            at.kept[i] = looking_back(past.force[i], past.force_change[i], h, before)
            base[i] = q[i] + h * looking_back(u[i], past.gain[i], h, before)
    for i in range(q.shape[0]):
        fast[i] = u[i] + h * (past.gain[i] + CURVED * 0.5 * (h + last) * past.gain_change[i])
        ahead[i] = base[i] + h * (1.0 - before) * fast[i]
    return before, afresh


@compiled
def forget(q, u, past, h, at):
    """A step in which a contact closes, or just after that: of forces at its start, friction and contacts are not looked at."""
    for i in range(q.shape[0]):
        at.kept[i] = AFRESH * past.smooth[i]
        at.base[i] = q[i] + h * AFRESH * u[i]
    return AFRESH


@compiled
def free_velocity(terms, past, h, before, afresh, implicit, at, v):
    """Velocity without impulses, from momenta p + h (kept + (1 - w) (f + C (u* - u') + S (q* - q'))), w the share of before.

    Impulses are multiplied by 1 - w too, unless nothing is known of those before: then they are those of the whole step. In the
    first case all is divided by 1 - w.
    Of the torques' derivatives only those of every joint by itself are taken at the end of the step: they are what is stiff, and
    they keep the matrix symmetric. What couples joints (steering) stays as predicted.
    """
    M, f, C, S, b, A = terms.M, terms.f, terms.C, terms.S, v.b, v.A
    n, heavier, part = f.shape[0], 1.0 / (1.0 - before), h
    if afresh:
        heavier, part = 1.0, h * (1.0 - before)
    for i in range(n):
        b[i] = heavier * (past.momentum[i] + h * at.kept[i]) + part * f[i]
        for j in range(n):
            A[i, j] = heavier * M[i, j]
        if implicit:
            A[i, i] += part * (C[i, i] + h * (1.0 - before) * S[i, i])
            b[i] += part * (C[i, i] * at.fast[i] + S[i, i] * (at.ahead[i] - at.base[i]))
    cholesky(A, v.L)
    forward(v.L, b, v.y)
    backward(v.L, v.y, v.unpushed)


@compiled(fastmath=SUMS)
def misled(M, mass, h, u, past, end):
    """By how much the velocities at the end of a step differ from such that change as before: mean of all masses [m/s].

    The first number: from a constant acceleration; the second: from one that goes on changing as it did.
    """
    trend = 0.5 * h * (h + max(past.lengths[LAST], 0.0))
    first, second = 0.0, 0.0
    for i in range(end.shape[0]):
        one, two = 0.0, 0.0
        for j in range(end.shape[0]):
            change = end[j] - u[j] - h * past.gain[j]
            one += M[i, j] * change
            two += M[i, j] * (change - trend * past.gain_change[j])
        change = end[i] - u[i] - h * past.gain[i]
        first += one * change
        second += two * (change - trend * past.gain_change[i])
    return np.sqrt(max(first, 0.0) / mass), np.sqrt(max(second, 0.0) / mass)


@compiled(fastmath=SUMS)
def mean_size(M, mass, u):
    """Size of velocities or accelerations, as the mean of all masses."""
    total = 0.0
    for i in range(u.shape[0]):
        row = 0.0
        for j in range(u.shape[0]):
            row += M[i, j] * u[j]
        total += row * u[i]
    return np.sqrt(max(total, 0.0) / mass)


@compiled
def swift_turn(M, S, turning):
    """Turn of a link [rad] in a step, from which on that is corrected. turning [rad/s]: the fastest link's.

    Terms at predicted velocities feed machines that whirl. Joints whose springs or controllers would swing faster than the links
    turn hold them; there the prediction keeps vibrations as they are, and a correction would damp them.
    """
    for i in range(M.shape[0]):
        if S[i, i] > M[i, i] * turning * turning:
            return HELD
    return SWIFT


@compiled(fastmath=SUMS)
def fastest_turn(J, u):
    """The largest rate [rad/s] at which a link turns."""
    most = 0.0
    for i in range(2, J.shape[1], 3):
        rate = 0.0
        for k in range(u.shape[0]):
            rate += J[k, i] * u[k]
        most = max(most, abs(rate))
    return most
