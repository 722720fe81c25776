"""Schemes of fixed step and their loops: RK4, Heun, semi-implicit Euler, Adams' predictor and corrector.

Every scheme is a function of the same arguments, of which the first is the number of the step in its run. Importing this module
imports Numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elver._support.statuses import DIVERGED, RUNNING
from elver.codegen.kernels import system
from elver.codegen.kernels.evaluate import all_sane, copy_to, evaluate, make_scratch, normalise
from elver.codegen.kernels.jit import compiled

_RK4_NODES, _HEUN_NODES = system.RK4.nodes, system.HEUN.nodes
_STAGE = 4  # row of ``k`` that holds the state of a stage; the rows before it hold the stages' rates


@compiled
def _chain(nodes, system, scratch, t, h, x, k):
    """Rates k[s] of all stages of a scheme whose stage s starts from the rate of stage s - 1 alone."""
    evaluate(system, scratch, t, x, k[0])
    for s in range(1, len(nodes)):
        ahead, stage, before = nodes[s] * h, k[_STAGE], k[s - 1]
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
    _chain(_RK4_NODES, system, scratch, t, h, x, k)
    for i in range(x.shape[0]):
        new[i] = x[i] + rk4_increment(h, k, i)


@compiled
def _heun_step(number, system, scratch, t, h, x, k, new):
    """The mean of the rates at both ends of the step."""
    _chain(_HEUN_NODES, system, scratch, t, h, x, k)
    for i in range(x.shape[0]):
        new[i] = x[i] + 0.5 * h * (k[0, i] + k[1, i])


@compiled
def _semi_implicit_step(number, system, scratch, t, h, x, k, new):
    """Euler's step of the velocities, and then one of the positions with the new velocities."""
    evaluate(system, scratch, t, x, k[0])
    for i in range(x.shape[0]):
        k[_STAGE, i] = x[i]
    for i in system.velocity_like:
        k[_STAGE, i] = x[i] + h * k[0, i]
    evaluate(system, scratch, t + h, k[_STAGE], k[1])
    for i in range(x.shape[0]):
        new[i] = x[i] + h * k[1, i]
    for i in system.velocity_like:
        new[i] = k[_STAGE, i]


# --- Adams-Bashforth of order 4 as predictor, Adams-Moulton of order 5 as corrector. Importing this module imports Numba.
#
# Hairer, Norsett, Wanner: Solving ODEs I, III.1. MAV section IV-C.

_BASHFORTH = np.array([55.0, -59.0, 37.0, -9.0]) / 24
_MOULTON = np.array([251.0, 646.0, -264.0, 106.0, -19.0]) / 720


@compiled
def _adams_step(number, system, scratch, t, h, x, k, new):
    """Prediction, evaluation, correction, evaluation; the last evaluation opens the next step.

    Rows 5 to 8 of ``k`` keep f at this step and the three before it from step to step. The first three are Runge and Kutta's.
    """
    slopes, predicted = k[5:], k[_STAGE]
    for row in range(3, 0, -1):
        copy_to(slopes[row - 1], slopes[row])
    evaluate(system, scratch, t, x, slopes[0])
    if number < 3:
        rk4_step(number, system, scratch, t, h, x, k, new)
        return
    for i in range(x.shape[0]):
        total = 0.0
        for row in range(4):
            total += _BASHFORTH[row] * slopes[row, i]
        predicted[i] = x[i] + h * total
    evaluate(system, scratch, t + h, predicted, k[0])
    for i in range(x.shape[0]):
        total = _MOULTON[0] * k[0, i]
        for row in range(4):
            total += _MOULTON[row + 1] * slopes[row, i]
        new[i] = x[i] + h * total


# --- The compiled loops of fixed steps: runs, flows and the tape of a gradient. They never return to Python inside a chunk.
#
# Each scheme has a loop of its own, so that Numba compiles the scheme that is asked for alone.
# Importing this module imports Numba; do it only where a simulation starts.

STEPS = {"semi-implicit": _semi_implicit_step, "heun": _heun_step, "rk4": rk4_step, "adams": _adams_step}


def _loop_of(take_step: Any) -> Any:
    """The loop of the scheme whose step is ``take_step``."""

    @compiled
    def advance(system, pace, first, last, x, rates, states):
        """Steps ``first + 1 .. last`` in place on x; every ``pace.every``-th state goes to its row of ``states``.

        rates: room for the stages, [step, row, state]; one for all steps, or one for each of them to be kept.
        A resumed run sees the very same times. Returns the number of the last good step and a status; x is the state after it.
        """
        scratch, new, h = make_scratch(system), np.empty(x.shape[0]), pace.h
        for step in range(first, last):
            take_step(step, system, scratch, (pace.origin + step) * h, h, x, rates[step % rates.shape[0]], new)
            normalise(new, system.quaternion, 1)
            if not all_sane(new):
                return step, DIVERGED
            copy_to(new, x)
            if (step + 1) % pace.every == 0:
                copy_to(x, states[(step + 1) // pace.every])
        return last, RUNNING

    return advance


ADVANCE = {method: _loop_of(step) for method, step in STEPS.items()}
