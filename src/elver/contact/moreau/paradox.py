"""Painleve's paradox: contacts whose friction presses them on harder than it slows them.

A contact of operator ((a, b), (b, d)), normal and friction, that slides with friction mu against it needs the normal impulse
-g0 / (a - mu b) (b > 0 where it slides towards +). From mu b = a on there is none: the laws of rigid bodies and Coulomb's
friction leave no motion that goes on sliding, or, where the contact would open by itself, several. A step has a solution still
(``gauss_seidel.solve_contact``): the contact locks within the step, however short it is, or opens. Such a step is a guess.
Impacts are none: there the sliding may end at once.
"""

from __future__ import annotations

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import RUBBING, dot

SLIDES, RESTS = 3.0, 3.0  # steps' worth of the change of velocities: faster than that slides; slower than that is no impact


@compiled
def paradox(rows, blocks, B, y, u, unpushed, guess, things, found):
    """Whether a contact slides into the paradox; its link, obstacle and the friction from which on it does go to ``found``.

    B, y: see ``Problem``.   u, unpushed: velocities at the start, and at the end without impulses.   guess: see ``collect``.
    """
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
        if rests and slides and (normal < 0.0 or guess[i, place, 0] > 0.0):
            found[0], found[1], found[2] = i, things[place], a / abs(b)
            return True
    return False


@compiled(fastmath=SUMS)
def suspect(rows, blocks, B, things, found):
    """Name the contact of an unsolved problem with the most friction of those that may be in the paradox, if there is one.

    found: its link, its obstacle and minus the friction from which on it is.
    """
    worst = 1.0
    for k in range(1, blocks):
        if rows.kind[k] == RUBBING:
            r = rows.start[k] - 1
            a, b = dot(B[r], B[r]), dot(B[r], B[r + 1])
            if rows.limits[k, 0] * abs(b) >= worst * a:
                worst = rows.limits[k, 0] * abs(b) / a
                found[0], found[1], found[2] = rows.owner[k, 0], things[rows.owner[k, 1]], -a / abs(b)
