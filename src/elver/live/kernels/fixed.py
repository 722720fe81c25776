"""Kernels of fixed steps: the loops of ``stepping/schemes/fixed.py`` around a block. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.compiled import compiled
from elver.compiled.arrays import all_sane, copy_to
from elver.compiled.calls import make_scratch
from elver.compiled.quaternions import normalise
from elver.compiled.system import Pace, System
from elver.live.kernels.blocks import FIXED
from elver.live.kernels.memory import cube, slots_at, vector, whole, whole_vector
from elver.statuses import DIVERGED, RUNNING
from elver.stepping.schemes.explicit import rk4_step
from elver.stepping.schemes.fixed import ADVANCE

AT, SLOTS = FIXED.at, FIXED.size
NEVER = 2**62  # steps between two samples
ON_GRID = 1e-9  # of a step, by which a corner may miss the end of one, as in elver.stepping.kinks


@compiled
def system_in(block):
    """The machine that the block describes."""
    signals = vector(block, AT.breaks), cube(block, AT.coefficients)
    numbers = whole_vector(block, AT.velocity_like), whole(block, AT.quaternion)
    return System(whole(block, AT.rhs), whole(block, AT.work), vector(block, AT.p), *signals, *numbers)


def kernel_of(advance: Any) -> Any:
    """The kernel of one scheme."""

    @compiled
    def kernel(address, steps):
        """``steps`` steps more, in place on the state of the block; the status. Where it is not RUNNING, the last good state."""
        block = slots_at(address, SLOTS)
        x, rates, done = vector(block, AT.x), cube(block, AT.rates), whole(block, AT.done)
        pace = Pace(whole(block, AT.origin), block[AT.h], NEVER)
        last, status = advance(system_in(block), pace, done, done + steps, x, rates, rates[0])
        block[AT.done] = last
        return status

    return kernel


@compiled
def next_corner(corners, origin, done):
    """The first corner beyond a place, in steps since the start; infinite where there is none."""
    found = np.inf
    for corner in corners:
        place = corner - origin
        if place > done + ON_GRID * max(1.0, abs(place)) and place < found:
            found = place
    return found


@compiled
def step_across(system, origin, h, corners, done, x, k):
    """The step that corners lie in, as shorter ones by Runge and Kutta's method that meet at them; the status."""
    scratch, state, new, begin = make_scratch(system), x.copy(), np.empty(x.shape[0]), float(done)
    while begin < done + 1:
        end = next_corner(corners, origin, begin)
        if end > done + 1 - ON_GRID:
            end = done + 1.0
        rk4_step(0, system, scratch, (origin + begin) * h, (end - begin) * h, state, k, new)
        copy_to(new, state)
        begin = end
    normalise(state, system.quaternion, 1)
    if not all_sane(state):
        return DIVERGED
    copy_to(state, x)
    return RUNNING


@compiled
def adams_kernel(address, steps):
    """The kernel of Adams' method: its history ends at the corners of the block, and begins anew behind them."""
    block = slots_at(address, SLOTS)
    x, rates, corners, system = vector(block, AT.x), cube(block, AT.rates), vector(block, AT.corners), system_in(block)
    origin, h, done = whole(block, AT.origin), block[AT.h], whole(block, AT.done)
    begun, goal, status = min(whole(block, AT.begun), done), done + steps, RUNNING
    while status == RUNNING and done < goal:
        place = next_corner(corners, origin, done)
        near = abs(place - np.rint(place)) < ON_GRID * max(1.0, abs(place))  # not where it is infinite
        cut = np.rint(place) if near else np.floor(place)
        last = np.int64(min(cut, float(goal)))
        if last > done:
            number, status = advance_adams(system, Pace(origin + begun, h, NEVER), done - begun, last - begun, x, rates, rates[0])
            done = begun + number
        if status == RUNNING and done == cut and (near or done < goal):
            if not near:
                status = step_across(system, origin, h, corners, done, x, rates[0])
                done += 1 if status == RUNNING else 0
            begun = done
    block[AT.done], block[AT.begun] = done, begun
    return status


advance_adams = ADVANCE["adams"]
KERNELS = {method: kernel_of(advance) for method, advance in ADVANCE.items()} | {"adams": adams_kernel}
