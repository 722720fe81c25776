"""Works and impulses of a step: of motors, friction, contacts and media.

A step changes the momenta by h (w times the mean force of the last step + (1 - w) times the force at its end): that is the mean
force of this step, and motors work by their share of it at the mean of both velocities. Friction, contacts and media are booked
by the mean of their powers at the start and at the end. In a step that does not look back (w = 0), as in an impact, all work is
that of its forces and impulses at the mean of both velocities.
"""

from __future__ import annotations

from elver.compiled import SUMS, compiled
from elver.contact.solvers.problem import NORMAL, PAIR

MOTOR, POSITIVE, FRICTION, PRESSING, FLOWS = range(5)  # places of the works; the flows are the last ones


@compiled(fastmath=SUMS)
def book_work(works, u, h, before, terms, implicit, motors, rows, blocks, at, end, past):
    """Add the works of a step of length h to ``works``. before: the share of the step before in this one.

    Mean torques and the powers at the end are brought up to date in ``past``.
    """
    torque, C, S, flows = terms.torque, terms.C, terms.S, terms.flows
    for i in range(u.shape[0]):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (end[i] - at.fast[i]) + S[i, i] * (at.place[i] - at.ahead[i])
        past.torque[i] = before * past.torque[i] + (1.0 - before) * acting
        work = h * past.torque[i] * 0.5 * (u[i] + end[i])
        works[MOTOR] += work
        works[POSITIVE] += max(work, 0.0)
    rubbing, pressing = contact_powers(works, u, h, before, rows, blocks, end)
    book_power(works, FRICTION, h, before, rubbing, past.powers)
    book_power(works, PRESSING, h, before, pressing, past.powers)
    for k in range(flows.shape[0]):
        if before == 0.0:
            works[FLOWS + k] += h * flows[k]
        book_power(works, FLOWS + k, h, before, flows[k], past.powers)


@compiled
def book_power(works, place, h, before, power, powers):
    """Mean of two powers, where a step looks back."""
    if before > 0.0:
        works[place] += 0.5 * h * (powers[place - FRICTION] + power)
    powers[place - FRICTION] = power


@compiled(fastmath=SUMS)
def contact_powers(works, u, h, before, rows, blocks, end):
    """Powers at the end that friction and contacts take; in a step that does not look back their works are booked here."""
    W, P, kind, start, rubbing, pressing = rows.W, rows.P, rows.kind, rows.start, 0.0, 0.0
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == PAIR else 1)):
            first, second = 0.0, 0.0
            for i in range(u.shape[0]):
                first += W[r, i] * u[i]
                second += W[r, i] * end[i]
            if kind[k] == NORMAL:
                pressing -= P[r] / h * second
            else:
                rubbing -= P[r] / h * second
            if before == 0.0:
                works[PRESSING if kind[k] == NORMAL else FRICTION] -= 0.5 * P[r] * (first + second)
    return rubbing, pressing


@compiled
def book_pushing(rows, blocks, things, obstacles, h, before, pushing, impulse):
    """Add what one step's contacts changed the momentum of every link by [N s, world]; mean forces are brought up to date."""
    kind, start, owner, normal, P = rows.kind, rows.start, rows.owner, rows.normal, rows.P
    for i in range(pushing.shape[0]):
        pushing[i, 0], pushing[i, 1] = before * pushing[i, 0], before * pushing[i, 1]
    for k in range(blocks):
        if kind[k] == PAIR:
            continue
        i, thing = owner[k, 0], things[owner[k, 1]]
        for c in range(2):
            push = (1.0 - before) * normal[k, c] * P[start[k]] / h
            pushing[i, c] += push
            if thing >= obstacles:
                pushing[thing - obstacles, c] -= push
    for i in range(pushing.shape[0]):
        impulse[i, 0], impulse[i, 1] = impulse[i, 0] + h * pushing[i, 0], impulse[i, 1] + h * pushing[i, 1]
