"""The compiled loop over machines that go on from call to call by steps which a method chooses by its error.

Every machine keeps its proposal of the next step from call to call. Importing this module imports Numba.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import copy_to
from elver.compiled.calls import claim, make_scratch
from elver.statuses import RUNNING
from elver.stepping.batch.groups import with_parameters
from elver.stepping.schemes.adaptive import Control, advance_adaptive
from elver.stepping.schemes.rodas import Implicit
from elver.stepping.stepper.loops import look, ready

MOST = 2**62  # accepted steps of a call


class Choosing(NamedTuple):
    """How steps are chosen (see ``Control``), and what every machine keeps from call to call: the proposed step [s], trial
    steps of the window and its begin, blame of the states.   stages: of the method.
    """

    stages: int
    rtol: float
    atol: float
    again: float
    least: float
    proposed: np.ndarray
    watch: np.ndarray
    blame: np.ndarray


@compiled
def own_room(implicit):
    """Room of its own for a thread."""
    if implicit is None:
        return None
    else:
        linear, J, drift, M, order, b = implicit
        return Implicit(linear, J.copy(), drift.copy(), M.copy(), order.copy(), b.copy())


@compiled
def advance_own_steps(implicit, rhs, sample, choosing, orders, fleet, given, stride, counter):
    """Machines as the counter hands them out: inputs, steps to the end of the call, outputs.

    A machine that cannot go on stays at its last good state, with the time of that.
    """
    size, h, room = fleet.state.shape[1], stride.h, own_room(implicit)
    k, none = np.empty((choosing.stages, size)), np.empty((1, size))
    c, p = np.empty(fleet.constants.shape[1]), np.empty(fleet.p.shape[1])
    rhs, sample = with_parameters(rhs, c), with_parameters(sample, p)
    looking = make_scratch(sample)
    while True:
        m = claim(counter.ctypes.data)
        if m >= fleet.state.shape[0]:
            break
        if not ready(orders, given, m, fleet):
            continue
        copy_to(fleet.constants[m], c)
        t = fleet.base[m] + fleet.steps[m] * h
        whole = stride.steps >= 0
        end = fleet.base[m] + (fleet.steps[m] + stride.steps) * h if whole else t + stride.duration
        control = Control(
            t, end, 1.0, choosing.rtol, choosing.atol, choosing.again, choosing.least, choosing.watch[m], choosing.blame[m]
        )
        t, proposed, _, _, code = advance_adaptive(room, rhs, control, t, choosing.proposed[m], 1, MOST, fleet.state[m], k, none)
        choosing.proposed[m] = proposed
        fleet.status[m] = code
        if code == RUNNING and whole:
            fleet.steps[m] += stride.steps
        else:
            fleet.base[m], fleet.steps[m] = t, 0
        copy_to(fleet.p[m], p)
        look(sample, looking, h, m, fleet)
