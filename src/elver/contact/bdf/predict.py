"""The start of a step: where it leads if nothing changes, and the velocity at its end without impulses."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.bdf.tuples import LAST, Places
from elver.contact.moreau.velocities import backward, cholesky, forward

AFRESH = 1.0 / 3.0  # share of the velocity before in a step that knows nothing of the last one


@compiled
def make_places(n, links):
    """Arrays for a machine of n freedoms and so many links."""
    return Places(np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(4 * links))


@compiled
def predict(q, u, past, h, at):
    """Where a step of length h leads if nothing changes; the share of what was before, for velocities and for coordinates.

    Where nothing is known of the last step (after an impact), velocities go by Euler's rule and coordinates take a third of
    the velocity at the start.
    """
    ahead, fast, base, last = at.ahead, at.fast, at.base, past.lengths[LAST]
    before = h / last / (1.0 + 2.0 * h / last) if last > 0.0 else 0.0
    share = before if before > 0.0 else AFRESH
    for i in range(q.shape[0]):
        fast[i] = u[i] + h * past.gain[i]
        base[i] = q[i] + h * share * past.way[i]
        ahead[i] = base[i] + h * (1.0 - share) * fast[i]
    return before, share


@compiled
def forget(q, u, h, base):
    """The shares of a step in which a contact closes: it does not look back."""
    for i in range(q.shape[0]):
        base[i] = q[i] + h * AFRESH * u[i]
    return 0.0, AFRESH


@compiled
def free_velocity(terms, past, h, shares, implicit, at, v):
    """Velocity without impulses: (M/(1 - w) + h C + h^2 (1 - s) S) unpushed = (momenta + w h rate)/(1 - w) + h (f + C u* + S dq).

    w, s: the shares.   u*: predicted velocity, dq: predicted coordinates less ``base``.
    Of the torques' derivatives only those of every joint by itself are taken at the end of the step: they are what is stiff, and
    they keep the matrix symmetric. What couples joints (steering) stays as predicted.
    """
    M, f, C, S, b, A = terms.M, terms.f, terms.C, terms.S, v.b, v.A
    before, share = shares
    heavier, n = 1.0 / (1.0 - before), f.shape[0]
    for i in range(n):
        b[i] = heavier * (past.momentum[i] + before * h * past.rate[i]) + h * f[i]
        for j in range(n):
            A[i, j] = heavier * M[i, j]
        if implicit:
            A[i, i] += h * (C[i, i] + h * (1.0 - share) * S[i, i])
            b[i] += h * (C[i, i] * at.fast[i] + S[i, i] * (at.ahead[i] - at.base[i]))
    cholesky(A, v.L)
    forward(v.L, b, v.y)
    backward(v.L, v.y, v.unpushed)


@compiled(fastmath=SUMS)
def misled(M, loads, h, at, end):
    """How far the prediction was off: mean way of all masses [m] that the difference of the velocities makes in h."""
    total = 0.0
    for i in range(end.shape[0]):
        row = 0.0
        for j in range(end.shape[0]):
            row += M[i, j] * (end[j] - at.fast[j])
        total += row * (end[i] - at.fast[i])
    return h * np.sqrt(max(total, 0.0) / max(loads.sum(), 1e-300))


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
