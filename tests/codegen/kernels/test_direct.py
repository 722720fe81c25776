"""A compiled loop called without a look at types: the same results, compiled once."""

from __future__ import annotations

import numpy as np

from elver.codegen.kernels.jit import compiled
from elver.codegen.kernels.system import entry_of
from elver.simulation.steppers.state import StepRequest


@compiled
def weighted(stride, x, k):
    """A few arguments of different kinds."""
    return stride.h * x.sum() + k


def test_the_entry_does_what_the_loop_does():
    entry = entry_of(weighted, StepRequest(1, 0.5, 2.0), np.zeros(3), 1)
    assert (
        entry(StepRequest(2, 3.0, 1.0), np.array([1.0, 2.0]), 4)
        == weighted(StepRequest(2, 3.0, 1.0), np.array([1.0, 2.0]), 4)
        == 13.0
    )
    assert len(weighted.overloads) == 1


def test_a_plain_function_is_its_own_entry():
    assert entry_of(max, 1, 2) is max
