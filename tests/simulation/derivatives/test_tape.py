"""Checkpoints: the same numbers in less memory."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError, compile_model, gradient, scenario
from elver.simulation import Objective, Solver
from elver.simulation.derivatives.reverse import segment_length


@pytest.fixture(scope="module")
def eel():
    return compile_model(scenario("eel").build({"body.joints": 4}, free=["gait.amplitude", "water.drag_e2"]))


def thrift(course):
    return course.integrals["effort"] - course.end.state("base x")


EFFORT = Objective("thrift", thrift, {"effort": lambda now: now.state("base vx") ** 2})


@pytest.mark.parametrize("objective", ["cost_of_transport", EFFORT])
@pytest.mark.parametrize("memory", [120_000, 60_000, 33_000])
def test_segments_give_the_same_bits(eel, objective, memory):
    whole = gradient(eel, objective, 1.03, solver=Solver(dt=0.005), states=["base vy", "base wz"])
    parts = gradient(eel, objective, 1.03, solver=Solver(dt=0.005), states=["base vy", "base wz"], memory=memory)
    assert whole.segments == 1
    assert parts.segments > 1
    assert np.abs(whole.gradient).min() > 1e-9
    assert parts.value == whole.value
    assert parts.integrals == whole.integrals
    np.testing.assert_array_equal(parts.gradient, whole.gradient)
    np.testing.assert_array_equal(parts.end, whole.end)


@pytest.mark.parametrize("steps", [1, 2, 7, 1000, 99_991])
@pytest.mark.parametrize("share", [2.0, 0.9, 0.3, 0.05])
def test_segments_fit_in_memory(steps, share):
    kept, checkpoint = 816, 136
    memory = max(share * kept * steps, 2 * (kept * checkpoint * steps) ** 0.5 + kept + checkpoint + 1)
    length = segment_length(steps, kept, checkpoint, memory)
    segments = -(-steps // length)
    assert 1 <= length <= steps
    assert kept * length + checkpoint * segments <= memory or length == steps
    assert (length == steps) == (kept * steps <= memory)


def test_too_little_memory_is_refused(eel):
    with pytest.raises(InputError, match="too little to sweep"):
        gradient(eel, "distance", 1.0, solver=Solver(dt=0.005), memory=100)
    with pytest.raises(InputError, match="memory"):
        gradient(eel, "distance", 1.0, solver=Solver(dt=0.005), memory=0)
