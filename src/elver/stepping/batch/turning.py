"""Whether the loops of machines turned over between two looks: in between they were singular, and what follows is not determined.

The test is det(J_p^T J_p') < 0, the columns of J_p before and J_p' now being those of the dependent joints. Importing this module
imports Numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to


@compiled
def is_negative(A):
    """Whether the determinant of A is negative, by elimination in place with the largest pivot."""
    n, negative = A.shape[0], False
    for k in range(n):
        best = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[best, k]):
                best = i
        if A[best, k] == 0.0:
            return False
        if best != k:
            negative = not negative
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
        negative = negative != (A[k, k] < 0.0)
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            for j in range(k, n):
                A[i, j] -= factor * A[k, j]
    return negative


class Looked(NamedTuple):
    """A group of machines when each was last sampled: J_p and states, the machines side by side, and after how many steps."""

    J: np.ndarray
    state: np.ndarray
    step: np.ndarray


@compiled
def first_look(rows, x, width):
    """Before the first sample: whatever comes has not turned over."""
    return Looked(np.zeros(rows.closures * rows.dependent * width), x.copy(), np.zeros(width, dtype=np.int64))


@compiled
def has_turned(y, start, width, lane, rows, J, product):
    """Whether the loops of one machine turned over between J and the sample y, whose rows from ``start`` on are J_p."""
    for a in range(rows.dependent):
        for b in range(rows.dependent):
            product[a, b] = 0.0
            for r in range(rows.closures):
                before, now = a * rows.closures + r, start + b * rows.closures + r
                product[a, b] += J[before * width + lane] * y[now * width + lane]
    return is_negative(product)


@compiled
def end_at_turns(y, width, machine, chosen, looked, step, x, book):
    """End those of the chosen machines whose loops turned over since their sample before, at that sample: no longer chosen.

    y: the sample now, after ``step`` steps.
    """
    rows = book.rows
    start, product = 8 + rows.works + rows.torques + rows.recorded, np.empty((rows.dependent, rows.dependent))
    for lane in range(width):
        if not chosen[lane]:
            continue
        if has_turned(y, start, width, lane, rows, looked.J, product):
            chosen[lane] = False
            book.turned[machine + lane], book.done[machine + lane] = True, looked.step[lane]
            copy_to(looked.state[lane::width], x[lane::width])
        else:
            copy_to(y[start * width + lane :: width], looked.J[lane::width])
            copy_to(x[lane::width], looked.state[lane::width])
            looked.step[lane] = step
