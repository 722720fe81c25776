"""Explicit schemes of one step: Runge and Kutta's, Heun's and semi-implicit Euler. Importing this module imports Numba.

Every scheme with fixed steps is a function of the same arguments, of which the first is the number of the step in its run.
"""

from __future__ import annotations

from elver.compiled import compiled, tableaux
from elver.compiled.calls import evaluate

RK4_NODES, HEUN_NODES = tableaux.RK4.nodes, tableaux.HEUN.nodes
STAGE = 4  # row of ``k`` that holds the state of a stage; the rows before it hold the stages' rates


@compiled
def chain(nodes, system, scratch, t, h, x, k):
    """Rates k[s] of all stages of a scheme whose stage s starts from the rate of stage s - 1 alone."""
    evaluate(system, scratch, t, x, k[0])
    for s in range(1, len(nodes)):
        ahead, stage, before = nodes[s] * h, k[STAGE], k[s - 1]
        for i in range(x.shape[0]):
            stage[i] = x[i] + ahead * before[i]
        evaluate(system, scratch, t + ahead, stage, k[s])


@compiled
def rk4_increment(h, k, i):
    """Change of state i over an RK4 step with the stages' rates k."""
    return h / 6.0 * (k[0, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])


@compiled
def rk4_step(number, system, scratch, t, h, x, k, new):
    """One step of size h from (t, x) into ``new``; ``k`` has room for four stages' rates and a stage's state."""
    chain(RK4_NODES, system, scratch, t, h, x, k)
    for i in range(x.shape[0]):
        new[i] = x[i] + rk4_increment(h, k, i)


@compiled
def heun_step(number, system, scratch, t, h, x, k, new):
    """The mean of the rates at both ends of the step."""
    chain(HEUN_NODES, system, scratch, t, h, x, k)
    for i in range(x.shape[0]):
        new[i] = x[i] + 0.5 * h * (k[0, i] + k[1, i])


@compiled
def semi_implicit_step(number, system, scratch, t, h, x, k, new):
    """Euler's step of the velocities, and then one of the positions with the new velocities."""
    evaluate(system, scratch, t, x, k[0])
    for i in range(x.shape[0]):
        k[STAGE, i] = x[i]
    for i in system.velocity_like:
        k[STAGE, i] = x[i] + h * k[0, i]
    evaluate(system, scratch, t + h, k[STAGE], k[1])
    for i in range(x.shape[0]):
        new[i] = x[i] + h * k[1, i]
    for i in system.velocity_like:
        new[i] = k[STAGE, i]
