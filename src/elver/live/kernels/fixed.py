"""Kernels of fixed steps: the loops of ``stepping/schemes/fixed.py`` around a block. Importing this module imports Numba."""

from __future__ import annotations

from typing import Any

from elver.compiled import compiled
from elver.compiled.system import Pace, System
from elver.live.kernels.blocks import FIXED
from elver.live.kernels.memory import cube, slots_at, vector, whole, whole_vector
from elver.stepping.schemes.fixed import ADVANCE

AT, SLOTS = FIXED.at, FIXED.size
NEVER = 2**62  # steps between two samples


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


KERNELS = {method: kernel_of(advance) for method, advance in ADVANCE.items()}
