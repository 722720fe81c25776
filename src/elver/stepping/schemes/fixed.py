"""The compiled loops of fixed steps: runs, flows and the tape of a gradient. They never return to Python inside a chunk.

Each scheme has a loop of its own, so that Numba compiles the scheme that is asked for alone.
Importing this module imports Numba; do it only where a simulation starts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import make_scratch
from elver.compiled.quaternions import normalise
from elver.statuses import DIVERGED, RUNNING
from elver.stepping.schemes.adams import adams_step
from elver.stepping.schemes.explicit import heun_step, rk4_step, semi_implicit_step

STEPS = {"semi-implicit": semi_implicit_step, "heun": heun_step, "rk4": rk4_step, "adams": adams_step}


def loop_of(take_step: Any) -> Any:
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


ADVANCE = {method: loop_of(step) for method, step in STEPS.items()}
