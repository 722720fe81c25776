"""Velocities of a step: without impulses, relative ones at the contacts, and those at its end."""

from __future__ import annotations

import numpy as np

from elver.compiled import SUMS, compiled
from elver.contact.moreau.tuples import Velocities
from elver.contact.solvers.problem import impulse_motion


@compiled
def make_velocities(room, n):
    """Arrays for a machine of n freedoms and so many rows of contacts."""
    return Velocities(
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty(n),
        np.empty((n, n)),
        np.zeros((n, n)),
        np.empty((n, room)),
        np.empty((room, n)),
        np.empty(room),
    )


@compiled(fastmath=SUMS)
def cholesky(A, L):
    """Lower factor of a symmetric positive definite matrix, with the inverses of its diagonal: solving multiplies."""
    n = A.shape[0]
    for i in range(n):
        for j in range(i + 1):
            total = A[i, j]
            for k in range(j):
                total -= L[i, k] * L[j, k]
            L[i, j] = 1.0 / np.sqrt(total) if i == j else total * L[j, j]


@compiled(fastmath=SUMS)
def backward(L, y, x):
    """x = L^-T y."""
    for i in range(L.shape[0] - 1, -1, -1):
        total = y[i]
        for k in range(i + 1, L.shape[0]):
            total -= L[k, i] * x[k]
        x[i] = total * L[i, i]


@compiled(fastmath=SUMS)
def forward(L, b, y):
    """y = L^-1 b."""
    for i in range(L.shape[0]):
        total = b[i]
        for k in range(i):
            total -= L[i, k] * y[k]
        y[i] = total * L[i, i]


@compiled(fastmath=SUMS)
def momentum(M, u, b):
    """b = M u."""
    for i in range(u.shape[0]):
        b[i] = 0.0
        for j in range(u.shape[0]):
            b[i] += M[i, j] * u[j]


@compiled
def free_velocity(M, f, C, S, u, dt, implicit, b, A, L, y, unpushed):
    """Velocity without impulses: (M + dt C + dt^2/2 S) unpushed = b + dt (f + C u), b = M u the momentum before the step.

    Of the torques' derivatives only those of every joint by itself are taken at the end of the step: they are what is stiff, and
    they keep the matrix symmetric. What couples joints (steering) stays explicit.
    """
    momentum(M, u, b)
    n = u.shape[0]
    for i in range(n):
        b[i] += dt * f[i]
        for j in range(n):
            A[i, j] = M[i, j]
        if implicit:
            A[i, i] += dt * (C[i, i] + 0.5 * dt * S[i, i])
            b[i] += dt * C[i, i] * u[i]
    cholesky(A, L)
    forward(L, b, y)
    backward(L, y, unpushed)


@compiled(fastmath=SUMS)
def contact_factor(L, W, rows, free_u, Y, B, free):
    """B = W L^-T, whose B B^T is the contact operator, and the relative velocities without impulses.

    Inner loops run over contacts, side by side.
    """
    n = L.shape[0]
    for i in range(n):
        for r in range(rows):
            Y[i, r] = W[r, i]
        for k in range(i):
            factor = L[i, k]
            for r in range(rows):
                Y[i, r] -= factor * Y[k, r]
        for r in range(rows):
            Y[i, r] *= L[i, i]
    for r in range(rows):
        total = 0.0
        for i in range(n):
            B[r, i] = Y[i, r]
            total += W[r, i] * free_u[i]
        free[r] = total


@compiled(fastmath=SUMS)
def bounce(restitution, rows, blocks, u, free):
    """Newton's law: the relative velocity that may not be negative is gamma_E + restitution gamma_A."""
    kind, start, W = rows.kind, rows.start, rows.W
    for k in range(blocks):
        if kind[k] == 0 and restitution > 0.0:
            before = 0.0
            for i in range(u.shape[0]):
                before += W[start[k], i] * u[i]
            free[start[k]] += restitution * min(before, 0.0)


@compiled
def end_velocity(L, B, P, free_u, y, uE):
    """uE = free + M^-1 W^T P."""
    impulse_motion(B, P, y)
    backward(L, y, uE)
    for i in range(uE.shape[0]):
        uE[i] += free_u[i]
