"""Moreau's midpoint time stepping with contacts and set-valued friction. SNAKE (54)-(70).

One step: qM = qA + dt/2 uA; all terms at qM; contacts that are closed there; impulses and uE from

    M (uE - uA) = f dt + W P,   gamma = W^T uE (+ restitution), every impulse by its law;   qE = qM + dt/2 uE.

Joints need no impulses: the coordinates are the engine's own. Joint torques may be taken at the end of the step, linearised
(``implicit``), which allows steps a hundred times longer than the paper's explicit ones.
"""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import call_pointers
from elver.compiled.piecewise import evaluate_signals
from elver.contact.newton import newton
from elver.contact.passing import furthest, passed
from elver.contact.problem import collect, contact_factor, end_velocity, free_velocity
from elver.contact.recording import gather, hand_out, record_contacts, record_ground
from elver.contact.solver import dot, gauss_seidel, prox_iteration, residual, solve
from elver.statuses import DIVERGED, NOT_CONVERGED, RUNNING, STEPPED_OVER, TOO_MANY

AUTO, GAUSS_SEIDEL, NEWTON, PROX = 0, 1, 2, 3


@compiled
def coordinates_from(z, base_centre, ends, q):
    """Engine coordinates from absolute poses: link 0 places the base; joint k turns link ends[k, 1] against link ends[k, 0]."""
    c, s = np.cos(z[0, 2]), np.sin(z[0, 2])
    q[0] = z[0, 0] - c * base_centre[0] + s * base_centre[1]
    q[1] = z[0, 1] - s * base_centre[0] - c * base_centre[1]
    q[2] = z[0, 2]
    for k in range(ends.shape[0]):
        q[3 + k] = z[ends[k, 1], 2] - z[ends[k, 0], 2]


@compiled(fastmath=SUMS)
def momentum_before(maximal, M, J, masses, u, uz, b):
    """Generalised momentum M uA; in maximal coordinates B^T diag(m, m, J) uA with the links' own velocities (66)."""
    n = u.shape[0]
    for i in range(n):
        b[i] = 0.0
        if maximal:
            for link in range(masses.shape[0]):
                for c in range(3):
                    b[i] += J[i, 3 * link + c] * masses[link, c] * uz[link, c]
        else:
            for j in range(n):
                b[i] += M[i, j] * u[j]


@compiled(fastmath=SUMS)
def bounce(restitution, kind, start, blocks, W, u, free):
    """Newton's law: the relative velocity that may not be negative is gamma_E + restitution gamma_A."""
    for k in range(blocks):
        if kind[k] == 0 and restitution > 0.0:
            before = 0.0
            for i in range(u.shape[0]):
                before += W[start[k], i] * u[i]
            free[start[k]] += restitution * min(before, 0.0)


@compiled
def impulses(solver, B, free, kind, start, limits, P, scale, tolerance, most, r_normal, r_friction, hard, small):
    """Impulses by the chosen solver, in place on P; the iterations used."""
    if solver == AUTO:
        return solve(B, free, kind, start, limits, P, scale, tolerance, most, hard, small)
    if solver == GAUSS_SEIDEL:
        return gauss_seidel(B, free, kind, start, limits, P, scale, tolerance, most, 0)[0]
    if solver == NEWTON:
        return newton(B, free, kind, start, limits, P, scale, tolerance, most, small)[0]
    return prox_iteration(B, free, kind, start, limits, P, scale, tolerance, most, r_normal, r_friction)


@compiled
def advance_moreau(
    terms, work_size, flow_count, begin, dt, first, last, every, q, u, works, p, breaks, coefficients, outlines, loads, table,
    corners, ground, gravity, motors, restitution, friction, self_contact, implicit, solver, r_normal, r_friction, tolerance,
    most, maximal, z, uz, masses, base_centre, ends,
    most_rows, before, size, passing, warm_ground, warm, hard, small, thing_at, impulse, since, out_q, out_u, out_works,
    out_contact, out_ground, out_stick, out_stats, out_impulse, out_pairs, out_strongest, replay_B, replay,
):  # fmt: skip
    """Steps first + 1 .. last in place on q, u, works; every ``every``-th goes to its row of the outputs, the last one too.

    begin [s]: time at step 0.   works: motor, motor_positive, friction, normal, then the flows of the media [J].
    thing_at: what each place of contact belongs to, see ``record``.   impulse, since: what has gathered since the last sample.
    most_rows: of a contact problem.   before, size, passing: links at the last look, see ``passed``.
    Returns the last good step and a status. Where that is not ``last``, what is changed in place belongs to no step.
    """
    n, count = q.shape[0], outlines.shape[0]
    M, f, torque, C, S = np.empty((n, n)), np.empty(n), np.empty(n), np.empty((n, n)), np.empty((n, n))
    links, J, flows = np.empty(4 * count), np.empty((n, 3 * count)), np.empty(max(flow_count, 1))
    clock, signals, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(max(work_size, 1))
    qM, uE, free_u, b, y = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty(n)
    A, L = np.empty((n, n)), np.zeros((n, n))
    W, Y, B = np.empty((most_rows, n)), np.empty((n, most_rows)), np.empty((most_rows, n))
    kind, start = np.empty(most_rows, np.int64), np.empty(most_rows, np.int64)
    owner, normal = np.empty((most_rows, 2), np.int64), np.empty((most_rows, 2))
    limits, P, free = np.zeros((most_rows, 3)), np.empty(most_rows), np.empty(most_rows)
    scale = max(loads.sum() * (gravity if gravity > 0.0 else 9.81) * dt, 1e-300)  # weight times dt
    previous, known = np.empty((most_rows, 2), np.int64), -1
    pointers = (
        clock.ctypes.data, qM.ctypes.data, u.ctypes.data, p.ctypes.data, signals.ctypes.data, M.ctypes.data, f.ctypes.data,
        torque.ctypes.data, C.ctypes.data, S.ctypes.data, links.ctypes.data, J.ctypes.data, flows.ctypes.data, work.ctypes.data,
    )  # fmt: skip
    for step in range(first, last):
        move_half(maximal, dt, q, u, z, uz, base_centre, ends, qM)
        clock[0] = begin + ((step + 1.0) * dt if implicit else (step + 0.5) * dt)
        evaluate_signals(clock[0], breaks, coefficients, signals)
        call_pointers(terms, pointers)
        if maximal:
            place_links(z, links)
        if size < np.inf:
            if furthest(before, links, outlines) > size and passed(before, links, outlines, table, corners, size, passing):
                return step, STEPPED_OVER
            copy_to(links, before)
        momentum_before(maximal, M, J, masses, u, uz, b)
        free_velocity(M, torque if maximal else f, C, S, b, u, dt, implicit, A, L, y, free_u)
        blocks, rows, deepest = collect(
            links, J, outlines, loads, table, corners, ground, gravity * dt, friction, self_contact, W, kind, start, limits,
            owner, normal, warm_ground, warm, P,
        )  # fmt: skip
        if blocks < 0:
            return step, TOO_MANY
        contact_factor(L, W, rows, free_u, Y, B, free)
        bounce(restitution, kind, start, blocks, W, u, free)
        k_now, s_now, l_now = kind[:blocks], start[:blocks], limits[:blocks]
        B_now, free_now, P_now = B[:rows], free[:rows], P[:rows]
        sweeps = impulses(
            solver, B_now, free_now, k_now, s_now, l_now, P_now, scale, tolerance, most, r_normal, r_friction, hard, small
        )
        error = residual(B_now, free_now, k_now, s_now, l_now, P_now, scale)
        end_velocity(L, B_now, P_now, free_u, y, uE)
        if not all_sane(uE):
            return step, DIVERGED
        if not error <= tolerance:
            keep_problem(replay_B, replay, B_now, free, kind, start, limits, P, rows, blocks, error)
            return step, NOT_CONVERGED
        since[0], since[1], since[2] = max(since[0], error), max(since[1], deepest), max(since[2], float(sweeps))
        book_work(works, dt, u, uE, torque, C, S, implicit, motors, flows, flow_count, W, P, kind, start, blocks)
        known = remember(warm_ground, warm, kind, start, owner, P, blocks, previous, known)
        gather(kind, start, owner, normal, P, blocks, thing_at, table.shape[0], impulse)
        due = (step + 1) % every == 0
        row = (step + every) // every
        if due or step + 1 == last:
            record_ground(row, dt, links, kind, start, owner, limits, P, blocks, out_ground, out_stick)
            record_contacts(
                row, dt, kind, start, owner, normal, P, blocks, thing_at, table.shape[0], out_contact, out_pairs, out_strongest
            )
            hand_out(impulse, out_impulse[row], due)
        copy_to(uE, u)
        if maximal:
            finish_maximal(dt, J, uE, z, uz, base_centre, ends, qM)
            call_pointers(terms, pointers)  # closes the joints: the poses that the angles and link 1 give
            copy_to(qM, q)
            reclose(links, z)
        else:
            for i in range(n):
                q[i] = qM[i] + 0.5 * dt * uE[i]
        if due or step + 1 == last:
            keep_state(row, q, u, works, since, due, out_q, out_u, out_works, out_stats)
    return last, RUNNING


@compiled
def keep_state(row, q, u, works, since, due, out_q, out_u, out_works, out_stats):
    """State and works of one sample, and the worst that happened since the last; where it was ``due``, that begins again."""
    copy_to(q, out_q[row])
    copy_to(u, out_u[row])
    copy_to(works, out_works[row])
    for k in range(3):
        out_stats[row, k] = since[k]
        if due:
            since[k] = 0.0


@compiled
def move_half(maximal, dt, q, u, z, uz, base_centre, ends, qM):
    """qM = qA + dt/2 uA (54), in the engine's coordinates or link by link."""
    if maximal:
        for link in range(z.shape[0]):
            for c in range(3):
                z[link, c] += 0.5 * dt * uz[link, c]
        coordinates_from(z, base_centre, ends, qM)
    else:
        for i in range(q.shape[0]):
            qM[i] = q[i] + 0.5 * dt * u[i]


@compiled
def place_links(z, links):
    """Contours where the links are, joints open or not."""
    for link in range(z.shape[0]):
        links[4 * link], links[4 * link + 1] = z[link, 0], z[link, 1]
        links[4 * link + 2], links[4 * link + 3] = np.cos(z[link, 2]), np.sin(z[link, 2])


@compiled
def finish_maximal(dt, J, uE, z, uz, base_centre, ends, q):
    """uE of every link, qE = qM + dt/2 uE, and the engine coordinates that keep link 1's place and all angles."""
    for link in range(z.shape[0]):
        for c in range(3):
            total = 0.0
            for i in range(uE.shape[0]):
                total += J[i, 3 * link + c] * uE[i]
            uz[link, c] = total
            z[link, c] += 0.5 * dt * total
    coordinates_from(z, base_centre, ends, q)


@compiled
def reclose(links, z):
    """Put every link where the joints want it (section VI-C)."""
    for link in range(z.shape[0]):
        z[link, 0], z[link, 1] = links[4 * link], links[4 * link + 1]


@compiled(fastmath=SUMS)
def book_work(works, dt, u, uE, torque, C, S, implicit, motors, flows, flow_count, W, P, kind, start, blocks):
    """Add the work of motors, friction, contacts and media over one step, at the mean of both velocities."""
    n = u.shape[0]
    for i in range(n):
        if motors[i] == 0.0:
            continue
        acting = torque[i]
        if implicit:
            acting -= C[i, i] * (uE[i] - u[i]) + 0.5 * dt * S[i, i] * uE[i]
        work = dt * acting * 0.5 * (u[i] + uE[i])
        works[0] += work
        works[1] += max(work, 0.0)
    for k in range(blocks):
        for r in range(start[k], start[k] + (2 if kind[k] == 1 else 1)):
            mean = 0.0
            for i in range(n):
                mean += W[r, i] * 0.5 * (u[i] + uE[i])
            works[3 if kind[k] == 0 else 2] -= P[r] * mean
    for k in range(flow_count):
        works[4 + k] += dt * flows[k]


@compiled
def remember(warm_ground, warm, kind, start, owner, P, blocks, previous, known):
    """Keep the impulses as the next step's first guess; contacts that have opened start from zero.

    ``previous`` lists the ``known`` entries that were set last time (-1: not known yet, clear all). Returns their new number.
    """
    if known < 0:
        for i in range(warm.shape[0]):
            for o in range(warm.shape[1]):
                warm[i, o, 0], warm[i, o, 1] = 0.0, 0.0
    for k in range(max(known, 0)):
        i, o = previous[k, 0], previous[k, 1]
        warm[i, o, 0], warm[i, o, 1] = 0.0, 0.0
    count = 0
    for k in range(blocks):
        i, o = owner[k, 0], owner[k, 1]
        if kind[k] == 1:
            warm_ground[i, 0], warm_ground[i, 1] = P[start[k]], P[start[k] + 1]
        else:
            warm[i, o, 0 if kind[k] == 0 else 1] = P[start[k]]
            previous[count, 0], previous[count, 1] = i, o
            count += 1
    return count


@compiled
def keep_problem(replay_B, replay, B, free, kind, start, limits, P, rows, blocks, error):
    """Store an unsolved contact problem: rows of ``replay`` are free, P, kind, start, and the three limits; sizes in the last."""
    for r in range(rows):
        replay[0, r], replay[1, r] = free[r], P[r]
        copy_to(B[r], replay_B[r])
    for k in range(blocks):
        replay[2, k], replay[3, k] = kind[k], start[k]
        for c in range(3):
            replay[4 + c, k] = limits[k, c]
    replay[7, 0], replay[7, 1], replay[7, 2] = rows, blocks, error


@compiled
def contact_operator(B):
    """B B^T of a stored contact problem."""
    G = np.empty((B.shape[0], B.shape[0]))
    for r in range(B.shape[0]):
        for s in range(B.shape[0]):
            G[r, s] = dot(B[r], B[s])
    return G
