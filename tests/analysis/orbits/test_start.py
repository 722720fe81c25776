"""Models that start on their orbit: what a preparation keeps, and what is refused before it."""

from __future__ import annotations

import json

import pytest

from elver import InputError, compile_model, scenario, simulate
from elver.analysis import ORBIT, find_orbit, on_orbit
from elver.simulation import Solver

REST = {"wing.sections": 2, "base": "sagittal"}


@pytest.fixture(scope="module")
def moth():
    return scenario("moth")


def test_a_prepared_model_carries_its_orbit_into_the_run(moth):
    model = moth.build(REST)
    assert model.needs == ORBIT
    found = on_orbit(moth, model, 0.01)
    ready = found.ready
    assert not ready.needs
    assert ready.start != model.start
    run = simulate(ready, 0.01, solver=Solver(dt=moth.dt), progress=False)
    record = json.loads(run.data.attrs["preparation"])
    assert record["computed"] == ORBIT
    assert record["orbit_residual"] == run.summary["orbit_residual"] < 1e-9
    assert record["floquet_max"] == run.summary["floquet_max"]


def test_an_orbit_may_be_sought_of_a_model_that_needs_it(moth):
    model = moth.build(REST)
    problem, shooting = moth.orbit(model)
    orbit = find_orbit(model, problem, shooting=shooting)
    assert orbit.converged
    assert not orbit.model.needs


def test_an_orbit_of_a_model_that_needs_something_else_is_refused():
    with pytest.raises(InputError, match="needs the torques"):
        find_orbit(compile_model(scenario("eel").build({"drive": "torque", "body.joints": 2})))
