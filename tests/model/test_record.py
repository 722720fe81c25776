"""What every force does to every body is recorded where it is asked for."""

import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.results.storage.layout import OPTIONAL

SMALL = {"body.joints": 2, "water.law": "kirchhoff", "gravity": 3.0}


@pytest.fixture(scope="module")
def run():
    model = elver.scenario("eel").build(SMALL)
    return elver.simulate(model, 0.3, progress=False, save=elver.Save(fields=["body_force"]))


def test_the_forces_on_the_bodies_add_up(run):
    """The total over the bodies is the medium's force; gravity pulls each by its own weight less its buoyancy."""
    force = run.data.body_force
    assert force.dims == OPTIONAL["body_force"].dims
    assert np.abs(force.sel(force="water")).max() > 1e-3
    assert np.allclose(force.sum("body"), run.data.medium_force, rtol=0, atol=1e-12)
    body = elver.scenario("eel").build(SMALL).robot.bodies[0]
    weight = 3.0 * (body.mass - 1000.0 * body.shape.volume)
    assert float(force.sel(force="gravity", body=body.name, axis="z")[-1]) == pytest.approx(-weight, abs=1e-9)
    assert np.all(force.sel(body=[b.name for b in elver.scenario("eel").build(SMALL).robot.bodies if b.virtual]) == 0.0)


def test_it_is_recorded_only_on_demand(run):
    """The states of both runs are the same; a program that does not record it says how to."""
    model = elver.scenario("eel").build(SMALL)
    program = elver.compile_model(model)
    plain = elver.simulate(program, 0.3, progress=False)
    assert "body_force" not in plain.data
    assert np.array_equal(plain.data.state, run.data.state)
    with pytest.raises(InputError, match=r"recording\('body_force'\)"):
        elver.simulate(program, 0.3, progress=False, save=elver.Save(fields=["body_force"]))
    with pytest.raises(InputError, match="recorded on demand"):
        model.recording("body_torque")
