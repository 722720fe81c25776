"""Works and impulses of a step: of motors, friction, contacts and media.

A step changes the momenta by h times the mean force of its rule (``predict.looking_back``), and motors work by their share of it
at the mean of both velocities. Friction, contacts and media are booked by the mean of their powers at the start and at the end.
In a step that begins afresh, as in an impact, all their work is that of its forces and impulses at the mean of both velocities.
"""

from __future__ import annotations

from elver.compiled import SUMS, compiled
from elver.contact.chosen.predict import looking_back
from elver.contact.solvers.problem import NORMAL, PAIR

MOTOR, POSITIVE, FRICTION, PRESSING, FLOWS = range(5)  # places of the works; the flows are the last ones


@compiled(fastmath=SUMS)
def book_work(works, u, h, tried, terms, implicit, motors, rows, at, end, past):
    """Add the works of a step of length h to ``works``. Torques and powers at its end are brought up to date in ``past``."""
    before, afresh, blocks = tried.before, tried.afresh, tried.blocks
    torque, C, S, flows = terms.torque, terms.C, terms.S, terms.flows
    for i in range(u.shape[0]):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (end[i] - at.fast[i]) + S[i, i] * (at.place[i] - at.ahead[i])
        kept = before * past.torque[i] if afresh else looking_back(past.torque[i], past.torque_change[i], h, before)
        past.torque_change[i] = 0.0 if afresh else (acting - past.torque[i]) / h
        past.torque[i] = acting
        work = h * (kept + (1.0 - before) * acting) * 0.5 * (u[i] + end[i])
        works[MOTOR] += work
        works[POSITIVE] += max(work, 0.0)
    rubbing, pressing = contact_powers(works, u, h, afresh, rows, blocks, end)
    book_power(works, FRICTION, h, afresh, rubbing, past.powers)
    book_power(works, PRESSING, h, afresh, pressing, past.powers)
    for k in range(flows.shape[0]):
        if afresh:
            works[FLOWS + k] += h * flows[k]
        book_power(works, FLOWS + k, h, afresh, flows[k], past.powers)


@compiled
def book_power(works, place, h, afresh, power, powers):
    """Mean of two powers, where a step looks back."""
    if not afresh:
        works[place] += 0.5 * h * (powers[place - FRICTION] + power)
    powers[place - FRICTION] = power


@compiled(fastmath=SUMS)
def contact_powers(works, u, h, afresh, rows, blocks, end):
    """Powers at the end that friction and contacts take; in a step that begins afresh their works are booked here."""
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
            if afresh:
                works[PRESSING if kind[k] == NORMAL else FRICTION] -= 0.5 * P[r] * (first + second)
    return rubbing, pressing


@compiled
def book_pushing(rows, tried, things, obstacles, h, past, impulse):
    """Add what one step's contacts changed the momentum of every link by [N s, world]; forces are brought up to date."""
    kind, start, owner, normal, P = rows.kind, rows.start, rows.owner, rows.normal, rows.P
    pushing, change, weight = past.pushing, past.pushing_change, h * (1.0 if tried.afresh else 1.0 - tried.before)
    for i in range(pushing.shape[0]):
        for c in range(2):
            impulse[i, c] += 0.0 if tried.afresh else h * looking_back(pushing[i, c], change[i, c], h, tried.before)
            change[i, c], pushing[i, c] = -pushing[i, c] / h, 0.0
    for k in range(tried.blocks):
        if kind[k] == PAIR:
            continue
        i, thing = owner[k, 0], things[owner[k, 1]]
        for c in range(2):
            push = normal[k, c] * P[start[k]] / h
            pushing[i, c] += push
            if thing >= obstacles:
                pushing[thing - obstacles, c] -= push
    for i in range(pushing.shape[0]):
        for c in range(2):
            impulse[i, c] += weight * pushing[i, c]
            change[i, c] = 0.0 if tried.afresh else change[i, c] + pushing[i, c] / h
