"""A machine at its start, from the equations, against the first sample of a run."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver.export import live_module
from elver.model.program import written
from elver.results.record import attribute
from elver.viz.page.replay import beginning


@pytest.fixture(scope="module")
def start():
    program = written(elver.scenario("gray").build())
    return beginning(program, live_module(program, 1e-4, quick=True).description)


def test_it_is_the_first_sample_of_a_run(start, gray_run):
    first = gray_run.data.isel(time=[0])
    for name in (
        "body_position",
        "body_quaternion",
        "base_quaternion",
        "joint_position",
        "kinetic_energy",
        "body_mass",
        "body_part",
    ):
        assert np.allclose(start[name].values, first[name].values, atol=1e-12), name
    assert attribute(start, "surroundings") == attribute(first, "surroundings")
    assert start.attrs["base"] == "planar"
    assert np.abs(start.body_position.values).max() > 0.05


def test_forces_of_contacts_have_their_labels(start, gray_run):
    assert start.contact_force.dims == gray_run.data.contact_force.dims
    assert list(start.link.values) == list(gray_run.data.link.values)
    assert not start.contact_force.values.any()
    assert "joint_wrench" not in start  # would leave the impulses out
