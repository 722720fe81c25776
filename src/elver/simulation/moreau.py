"""Moreau's midpoint time stepping with contacts and set-valued friction. SNAKE (54)-(70).

One step: qM = qA + dt/2 uA; all terms at qM; contacts that are closed there; impulses and uE from

    M (uE - uA) = f dt + W P,   gamma = W^T uE (+ restitution), every impulse by its law;   qE = qM + dt/2 uE.

Joints need no impulses: the coordinates are the engine's own. Joint torques may be taken at the end of the step, linearised
(``implicit``), which allows steps a hundred times longer than the paper's explicit ones.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from elver.contact.geometry import disc_gap, wall_gap
from elver.contact.solver import gauss_seidel, prox_iteration, residual
from elver.simulation.kernels import DIVERGED, RUNNING, all_sane, compiled, copy_to, evaluate_signals

NOT_CONVERGED = 3
GAUSS_SEIDEL, PROX = 0, 1
CONTACTS_PER_LINK = 8


@intrinsic
def call_pointers(typing, address, pointers):
    """Call ``void f(double*, ..)`` at ``address`` with a tuple of addresses."""
    signature = types.void(types.intp, pointers)

    def generate(context, builder, signature, args):
        pointer = ir.IntType(8).as_pointer()
        count = len(signature.args[1])
        function_type = ir.FunctionType(ir.VoidType(), [pointer] * count)
        function = builder.inttoptr(args[0], function_type.as_pointer())
        values = [builder.inttoptr(builder.extract_value(args[1], k), pointer) for k in range(count)]
        builder.call(function, values)
        return context.get_dummy_value()

    return signature, generate


@compiled
def cholesky(A, L):
    """Lower factor of a symmetric positive definite matrix."""
    n = A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = np.sqrt(total) if i == j else total / L[j, j]


@compiled
def solve_lower_upper(L, b, x):
    """x = (L L^T)^-1 b."""
    n = L.shape[0]
    for i in range(n):
        total = b[i]
        for k in range(i):
            total -= L[i, k] * x[k]
        x[i] = total / L[i, i]
    for i in range(n - 1, -1, -1):
        total = x[i]
        for k in range(i + 1, n):
            total -= L[k, i] * x[k]
        x[i] = total / L[i, i]


@compiled
def combine(J, link, a, b, c, row):
    """row = a J_x + b J_y + c J_w of one link (J is stored column by column)."""
    for k in range(row.shape[0]):
        row[k] = a * J[k, 3 * link] + b * J[k, 3 * link + 1] + c * J[k, 3 * link + 2]


@compiled
def collect(
    links, J, outlines, loads, table, ground, load_factor, friction, W, kind, start, limits, owner, normal, warm_ground, warm, P
):
    """Rows of all friction pairs and closed contacts. Returns blocks, rows and the deepest penetration [m]."""
    rows, blocks, deepest = 0, 0, 0.0
    for i in range(outlines.shape[0]):
        gx, gy, ex, ey = links[4 * i], links[4 * i + 1], links[4 * i + 2], links[4 * i + 3]
        if ground[0] >= 0.0:
            combine(J, i, ex, ey, 0.0, W[rows])
            combine(J, i, -ey, ex, 0.0, W[rows + 1])
            kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = 1, rows, i, -1
            bound = loads[i] * load_factor
            limits[blocks, 0], limits[blocks, 1], limits[blocks, 2] = bound * ground[1], bound * ground[0], bound * ground[2]
            P[rows], P[rows + 1] = warm_ground[i, 0], warm_ground[i, 1]
            rows, blocks = rows + 2, blocks + 1
        half, radius = outlines[i, 0], outlines[i, 1]
        reach = half + radius
        for o in range(table.shape[0]):
            disc = table[o, 0] == 0.0
            if disc and (abs(gx - table[o, 1]) > reach + table[o, 3] or abs(gy - table[o, 2]) > reach + table[o, 3]):
                continue
            for end in range(1 if disc else 2):
                if disc:
                    gap, nx, ny, rx, ry = disc_gap(gx, gy, ex, ey, half, radius, table[o, 1], table[o, 2], table[o, 3])
                else:
                    gap, nx, ny, rx, ry = wall_gap(
                        gx, gy, ex, ey, half, radius, table[o, 1], table[o, 2], table[o, 3], 2.0 * end - 1.0
                    )
                if gap > 0.0 or rows + 2 > W.shape[0]:
                    continue
                deepest = max(deepest, -gap)
                combine(J, i, nx, ny, rx * ny - ry * nx, W[rows])
                kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = 0, rows, i, 2 * o + end
                normal[blocks, 0], normal[blocks, 1] = nx, ny
                P[rows] = warm[i, 2 * o + end, 0]
                rows, blocks = rows + 1, blocks + 1
                if friction > 0.0:
                    cx, cy = rx - radius * nx, ry - radius * ny
                    combine(J, i, -ny, nx, cx * nx + cy * ny, W[rows])
                    kind[blocks], start[blocks], owner[blocks, 0], owner[blocks, 1] = 2, rows, i, 2 * o + end
                    normal[blocks, 0], normal[blocks, 1] = -ny, nx
                    limits[blocks, 0] = friction
                    P[rows] = warm[i, 2 * o + end, 1]
                    rows, blocks = rows + 1, blocks + 1
    return blocks, rows, deepest


@compiled
def advance_moreau(
    terms, work_size, flow_count, dt, first, last, every, q, u, works, p, breaks, coefficients, outlines, loads, table, ground,
    gravity, slope, restitution, friction, implicit, solver, r_normal, r_friction, tolerance, most, warm_ground, warm,
    out_q, out_u, out_works, out_contact, out_ground, out_stick, out_stats,
):  # fmt: skip
    """Steps first + 1 .. last in place on q, u, works; every ``every``-th goes to its row of the outputs.

    works: motor, motor_positive, friction, normal, then the flows of the media [J]. Returns the last good step and a status.
    """
    n, links_count = q.shape[0], outlines.shape[0]
    most_rows = 2 * links_count + 2 * CONTACTS_PER_LINK * links_count
    M, f, torque, C, S = np.empty((n, n)), np.empty(n), np.empty(n), np.empty((n, n)), np.empty((n, n))
    links, J, flows = np.empty(4 * links_count), np.empty((n, 3 * links_count)), np.empty(max(flow_count, 1))
    clock, signals, work = np.empty(1), np.empty(3 * coefficients.shape[1]), np.empty(max(work_size, 1))
    qM, uE, free_u, b, A, L = np.empty(n), np.empty(n), np.empty(n), np.empty(n), np.empty((n, n)), np.zeros((n, n))
    W, X, G = np.empty((most_rows, n)), np.empty((most_rows, n)), np.empty((most_rows, most_rows))
    kind, start = np.empty(most_rows, np.int64), np.empty(most_rows, np.int64)
    owner, normal = np.empty((most_rows, 2), np.int64), np.empty((most_rows, 2))
    limits, P, free = np.zeros((most_rows, 3)), np.empty(most_rows), np.empty(most_rows)
    load_factor = gravity * dt
    scale = max(loads.sum() * 9.81 * dt, 1e-300)
    worst, deepest_all, sweeps_all = 0.0, 0.0, 0.0
    for step in range(first, last):
        for i in range(n):
            qM[i] = q[i] + 0.5 * dt * u[i]
        clock[0] = (step + 1.0) * dt if implicit else (step + 0.5) * dt
        evaluate_signals(clock[0], breaks, coefficients, signals)
        call_pointers(terms, (
            clock.ctypes.data, qM.ctypes.data, u.ctypes.data, p.ctypes.data, signals.ctypes.data, M.ctypes.data, f.ctypes.data,
            torque.ctypes.data, C.ctypes.data, S.ctypes.data, links.ctypes.data, J.ctypes.data, flows.ctypes.data,
            work.ctypes.data,
        ))  # fmt: skip
        for i in range(n):
            b[i] = dt * (f[i] + M[i, 0] * slope[0] + M[i, 1] * slope[1])
            for j in range(n):
                A[i, j] = M[i, j]
                b[i] += M[i, j] * u[j]
                if implicit:
                    A[i, j] += dt * (C[j, i] + 0.5 * dt * S[j, i])
                    b[i] += dt * C[j, i] * u[j]
        cholesky(A, L)
        solve_lower_upper(L, b, free_u)
        blocks, rows, deepest = collect(
            links, J, outlines, loads, table, ground, load_factor, friction, W, kind, start, limits, owner, normal,
            warm_ground, warm, P,
        )  # fmt: skip
        for r in range(rows):
            solve_lower_upper(L, W[r], X[r])
            free[r] = 0.0
            for k in range(n):
                free[r] += W[r, k] * free_u[k]
            for s in range(r + 1):
                total = 0.0
                for k in range(n):
                    total += W[s, k] * X[r, k]
                G[r, s] = G[s, r] = total
        for k in range(blocks):
            if kind[k] == 0 and restitution > 0.0:
                before = 0.0
                for i in range(n):
                    before += W[start[k], i] * u[i]
                free[start[k]] += restitution * min(before, 0.0)
        blocks_kind, blocks_start, blocks_limits = kind[:blocks], start[:blocks], limits[:blocks]
        G_now, free_now, P_now = G[:rows, :rows], free[:rows], P[:rows]
        if solver == GAUSS_SEIDEL:
            sweeps = gauss_seidel(G_now, free_now, blocks_kind, blocks_start, blocks_limits, P_now, scale, tolerance, most)
        else:
            sweeps = prox_iteration(
                G_now, free_now, blocks_kind, blocks_start, blocks_limits, P_now, scale, tolerance, most, r_normal, r_friction
            )
        error = residual(G_now, free_now, blocks_kind, blocks_start, blocks_limits, P_now, scale)
        for i in range(n):
            uE[i] = free_u[i]
            for r in range(rows):
                uE[i] += X[r, i] * P[r]
        if not all_sane(uE):
            return step, DIVERGED
        if not error <= tolerance:
            out_stats[0, 0] = error
            return step, NOT_CONVERGED
        worst, deepest_all, sweeps_all = max(worst, error), max(deepest_all, deepest), max(sweeps_all, float(sweeps))
        book_work(works, dt, u, uE, torque, C, S, implicit, flows, flow_count, W, P, kind, start, blocks)
        remember(warm_ground, warm, kind, start, owner, P, blocks)
        for i in range(n):
            q[i] = qM[i] + 0.5 * dt * uE[i]
        copy_to(uE, u)
        if (step + 1) % every == 0:
            row = (step + 1) // every
            copy_to(q, out_q[row])
            copy_to(u, out_u[row])
            copy_to(works, out_works[row])
            record(row, dt, links, kind, start, owner, normal, limits, P, blocks, out_contact, out_ground, out_stick)
            out_stats[row, 0], out_stats[row, 1], out_stats[row, 2] = worst, deepest_all, sweeps_all
            worst, deepest_all, sweeps_all = 0.0, 0.0, 0.0
    return last, RUNNING


@compiled
def book_work(works, dt, u, uE, torque, C, S, implicit, flows, flow_count, W, P, kind, start, blocks):
    """Add the work of motors, friction, contacts and media over one step, at the mean of both velocities."""
    n = u.shape[0]
    for i in range(n):
        acting = torque[i]
        if implicit:
            for j in range(n):
                acting -= C[j, i] * (uE[j] - u[j]) + 0.5 * dt * S[j, i] * uE[j]
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
def remember(warm_ground, warm, kind, start, owner, P, blocks):
    """Keep the impulses as the next step's first guess; open contacts start from zero."""
    for i in range(warm.shape[0]):
        for o in range(warm.shape[1]):
            warm[i, o, 0], warm[i, o, 1] = 0.0, 0.0
    for k in range(blocks):
        i, o = owner[k, 0], owner[k, 1]
        if kind[k] == 1:
            warm_ground[i, 0], warm_ground[i, 1] = P[start[k]], P[start[k] + 1]
        else:
            warm[i, o, 0 if kind[k] == 0 else 1] = P[start[k]]


@compiled
def record(row, dt, links, kind, start, owner, normal, limits, P, blocks, out_contact, out_ground, out_stick):
    """Forces on every link [N, world] and whether it sticks: friction strictly inside its set."""
    for i in range(out_contact.shape[1]):
        out_contact[row, i, 0], out_contact[row, i, 1] = 0.0, 0.0
        out_ground[row, i, 0], out_ground[row, i, 1], out_stick[row, i] = 0.0, 0.0, 0.0
    for k in range(blocks):
        i = owner[k, 0]
        if kind[k] == 1:
            a, b = P[start[k]], P[start[k] + 1]
            c, s = links[4 * i + 2], links[4 * i + 3]
            out_ground[row, i, 0], out_ground[row, i, 1] = (c * a - s * b) / dt, (s * a + c * b) / dt
            ahead = limits[k, 0] if a > 0 else limits[k, 1]
            inside = (a / ahead) ** 2 + (b / limits[k, 2]) ** 2 if ahead > 0 and limits[k, 2] > 0 else 1.0
            out_stick[row, i] = 1.0 if inside < 1.0 - 1e-9 else 0.0
        else:
            out_contact[row, i, 0] += normal[k, 0] * P[start[k]] / dt
            out_contact[row, i, 1] += normal[k, 1] * P[start[k]] / dt
