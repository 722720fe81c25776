"""Compiled loop of an implicit fixed-step run together with its variations, for models too stiff for RK4.

Radau IIA with three stages, order 5, L-stable (Hairer and Wanner: Solving ODEs II, IV.5). The stage increments solve

    Z_i = h sum_j a_ij f(t + c_j h, x + Z_j),        x(t + h) = x + Z_3,

by Newton's method with the exact Jacobian at every stage, to rounding; variations solve the same equations, differentiated:

    dZ_i = dh sum_j a_ij f_j + h sum_j a_ij (df_j + J_j dZ_j),

with df_j the derivative along (dt, dx, dp). Only states on which something depends (``coupled``) enter the linear systems.
Importing this module imports Numba; do it only where a stiff model's sensitivities are asked for.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_finite, all_sane, copy_to
from elver.compiled.calls import evaluate, make_scratch
from elver.compiled.quaternions import normalise_varied
from elver.derivatives.variations import evaluate_varied, make_groups
from elver.statuses import DIVERGED, RUNNING
from elver.stepping.schemes.linear import linearise

STAGES = 3
ROOT = np.sqrt(6.0)
NODES = np.array([(4 - ROOT) / 10, (4 + ROOT) / 10, 1.0])
WEIGHTS = np.array(
    [
        [(88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225],
        [(296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225],
        [(16 - ROOT) / 36, (16 + ROOT) / 36, 1 / 9],
    ]
)
ITERATIONS = 20
ROUNDING = 1e-13  # relative change of the stages at which their iteration has converged


class Stages(NamedTuple):
    """Increments Z, rates f, sums of rates and Jacobians J of all stages; the matrix M of their linear system; room for one."""

    Z: np.ndarray
    f: np.ndarray
    sums: np.ndarray
    J: np.ndarray
    M: np.ndarray
    stage: np.ndarray
    drift: np.ndarray


@compiled
def make_stages(n, m):
    """Room for the stages of n states, m of them coupled."""
    J, M = np.zeros((STAGES, n, m)), np.empty((STAGES * m, STAGES * m))
    return Stages(np.zeros((STAGES, n)), np.empty((STAGES, n)), np.empty((STAGES, n)), J, M, np.empty(n), np.empty(n))


@compiled
def stage_sums(f, out):
    """out[i] = sum_j a_ij f[j]."""
    for i in range(STAGES):
        for k in range(f.shape[1]):
            out[i, k] = WEIGHTS[i, 0] * f[0, k] + WEIGHTS[i, 1] * f[1, k] + WEIGHTS[i, 2] * f[2, k]


@compiled
def stage_matrix(h, J, coupled, M):
    """M = 1 - h A (x) J over the coupled states of all stages."""
    m = coupled.shape[0]
    for i in range(STAGES):
        for j in range(STAGES):
            for r in range(m):
                for c in range(m):
                    M[i * m + r, j * m + c] = -h * WEIGHTS[i, j] * J[j, coupled[r], c]
    for k in range(STAGES * m):
        M[k, k] += 1.0


@compiled
def solve_stages(system, linear, scratch, t, h, x, stages):
    """Increments, rates and Jacobians of all stages and the matrix of their linear system; whether it converged."""
    coupled, Z, f, sums, J, M, stage = linear.coupled, stages.Z, stages.f, stages.sums, stages.J, stages.M, stages.stage
    m, b, before = coupled.shape[0], np.empty(STAGES * coupled.shape[0]), np.inf
    for _ in range(ITERATIONS):
        for j in range(STAGES):
            for i in range(x.shape[0]):
                stage[i] = x[i] + Z[j, i]
            time = t + NODES[j] * h
            evaluate(system, scratch, time, stage, f[j])
            linearise(linear, system, scratch, time, stage, stages.drift, J[j])
        if not (all_finite(f) and all_finite(J)):
            return False
        stage_sums(f, sums)
        stage_matrix(h, J, coupled, M)
        size, change = 1e-300, 0.0
        for i in range(STAGES):
            for r in range(m):
                b[i * m + r] = h * sums[i, coupled[r]] - Z[i, coupled[r]]
        b = np.linalg.solve(M, b)
        for i in range(STAGES):
            for r in range(m):
                Z[i, coupled[r]] += b[i * m + r]
                size = max(size, abs(x[coupled[r]]), abs(Z[i, coupled[r]]))
                change = max(change, abs(b[i * m + r]))
        if change <= ROUNDING * size or (change <= 1e-9 * size and change >= before):
            return True
        before = change
    return False


@compiled
def vary_stages(h, slope, coupled, fdot, stages, xdot):
    """Variations over one step, in place on the rows of xdot; fdot[j, d] holds df_j of direction d."""
    f, sums, J, M = stages.f, stages.sums, stages.J, stages.M
    m, n, count = coupled.shape[0], f.shape[1], xdot.shape[0]
    known = np.empty((STAGES, n))
    b = np.empty((STAGES * m, count))
    for d in range(count):
        stage_sums(fdot[:, d], known)
        for i in range(STAGES):
            for r in range(m):
                b[i * m + r, d] = slope[d] * sums[i, coupled[r]] + h * known[i, coupled[r]]
    b = np.linalg.solve(M, b)
    last = STAGES - 1
    for d in range(count):
        for i in range(n):
            total = slope[d] * sums[last, i]
            for j in range(STAGES):
                part = fdot[j, d, i]
                for c in range(m):
                    part += J[j, i, c] * b[j * m + c, d]
                total += h * WEIGHTS[last, j] * part
            xdot[d, i] += total


@compiled
def evaluate_rows(variation, scratch, t, x, tdot, xdot, f, fdot, nudged, room):
    """``evaluate_varied`` with one direction per row of xdot and fdot; room: for both, in groups."""
    lanes = variation.lanes
    for d in range(xdot.shape[0]):
        for i in range(x.shape[0]):
            room[0][d // lanes, i, d % lanes] = xdot[d, i]
    evaluate_varied(variation, scratch, t, x, tdot, room[0], f, room[1], nudged)
    for d in range(xdot.shape[0]):
        for i in range(x.shape[0]):
            fdot[d, i] = room[1][d // lanes, i, d % lanes]


@compiled
def advance_implicit(system, linear, variation, origin, h, steps, x, xdot, states, history):
    """``steps`` Radau steps in place on x and its variations, the rows of xdot, as ``advance_varied`` does it with RK4."""
    n, count, slope, scratch = x.shape[0], xdot.shape[0], variation.slope, make_scratch(system)
    stages, new, value, nudged = make_stages(n, linear.coupled.shape[0]), np.empty(n), np.empty(n), np.empty((2, n))
    fdot, tdot, groups = np.empty((STAGES, count, n)), np.empty(count), count // variation.lanes
    room = make_groups(groups, n, variation.lanes), make_groups(groups, n, variation.lanes)
    for step in range(steps):
        t = (origin + step) * h
        stages.Z[:] = 0.0
        if not solve_stages(system, linear, scratch, t, h, x, stages):
            return step, DIVERGED
        if count > 0:
            for j in range(STAGES):
                for i in range(n):
                    stages.stage[i] = x[i] + stages.Z[j, i]
                tdot[:] = (origin + step + NODES[j]) * slope
                evaluate_rows(variation, scratch, t + NODES[j] * h, stages.stage, tdot, xdot, value, fdot[j], nudged, room)
            vary_stages(h, slope, linear.coupled, fdot, stages, xdot)
        for i in range(n):
            new[i] = x[i] + h * stages.sums[STAGES - 1, i]
        normalise_varied(new, xdot, system.quaternion)
        if not (all_sane(new) and all_finite(xdot)):
            return step, DIVERGED
        copy_to(new, x)
        copy_to(x, states[step + 1])
        if history.shape[0] > 0:
            history[step + 1] = xdot
    return steps, RUNNING
