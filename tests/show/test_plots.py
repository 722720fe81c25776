"""Which pictures a run has: general ones, and those of the scenario whose name it carries."""

from __future__ import annotations

from dataclasses import replace

import pytest

from elver import InputError, figures, scenario, simulate
from elver.results import Run
from elver.show.plots import PICTURES, pictures_of


@pytest.fixture(scope="module")
def flapping():
    return simulate(scenario("moth-tethered").build({"wing.sections": 1}), 0.04, 1e-4, output=1e-3, progress=False)


def test_a_run_of_an_unknown_scenario_has_general_pictures_only(flapping):
    own = Run(flapping.data.assign_attrs(model="my own"))
    general = {p.name for p in PICTURES}
    assert set(pictures_of(own)) <= general
    assert "configurations" in pictures_of(own)
    assert set(pictures_of(flapping)) - general == {"strokes", "forces"}
    assert "configurations" not in pictures_of(flapping)


def test_a_base_that_is_held_has_no_path(flapping):
    assert not {"path", "speed"} & set(pictures_of(flapping))


def test_a_machine_without_joints_has_no_angles():
    chain = scenario("swimmer").build({"links": 2})
    assert {"joints", "torques", "forward"} <= set(pictures_of(simulate(chain, 0.02, 0.01, progress=False)))
    quiet = simulate(replace(chain, name="own", measures=()), 0.02, 0.01, progress=False)
    assert "forward" not in pictures_of(quiet)


def test_unknown_figures_are_refused_by_name(flapping):
    with pytest.raises(InputError, match="Did you mean 'strokes'"):
        figures(flapping, names=["stroks"])
    with pytest.raises(InputError, match="takes a Run"):
        figures(flapping.data)
