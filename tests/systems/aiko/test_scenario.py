"""The scenario of Aiko: start pose of its gait, also where the wave is none."""

import math

import numpy as np
import pytest

from elver.scenarios import scenario
from elver.simulation import Solver, simulate


@pytest.mark.parametrize("phase", [0.0, 2 * math.pi])
def test_joints_that_bend_alike_start_straight(phase):
    """Without a phase there is no wave and no lead: at the start all links point along the axis."""
    model = scenario("aiko-flat").build({"links": 3, "gait.phase": phase, "start.axis": 0.5})
    run = simulate(model, 0.01, solver=Solver(dt=5e-4))
    assert run.status == "finished"
    places = run.data.body_position.values[0, :, :2]
    way = places[-1] - places[0]
    assert abs(math.atan2(way[1], way[0]) - 0.5) <= 1e-9


def test_a_free_phase_may_be_zero():
    """The same for a phase that is left free, and the same start as a fixed one elsewhere."""
    from elver.model import compile_model

    free = compile_model(scenario("aiko-flat").build({"links": 3}, free=("gait.phase",)))
    assert np.isfinite(free.initial_state(free.parameter_vector({"gait.phase": 0.0}))).all()
    fixed = compile_model(scenario("aiko-flat").build({"links": 3}))
    own = free.initial_state(free.parameter_vector({"gait.phase": math.radians(-50)}))
    np.testing.assert_allclose(own, fixed.initial_state(fixed.parameter_vector(None)), rtol=0, atol=1e-14)
