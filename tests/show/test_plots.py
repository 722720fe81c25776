"""Which pictures a run has: general ones, and those of the scenario whose name it carries."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from elver import InputError, figures, scenario, simulate
from elver.drawing.picture import GENERAL, Film
from elver.results import Run
from elver.show.animation import film_of
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


def test_a_file_with_the_name_of_a_scenario_is_another_machine(flapping):
    """Its pictures are the general ones, without those that the file leaves out."""
    origin = json.dumps({"file": "moth.yaml", "digest": "1", "leave_out": ["joints"]})
    own = pictures_of(Run(flapping.data.assign_attrs(origin=origin)))
    assert {"configurations", "torques", "ledger"} <= set(own)
    assert not {"joints", "strokes", "forces"} & set(own)
    assert film_of(Run(flapping.data.assign_attrs(origin=origin))) == Film()
    assert film_of(flapping) != Film()


def test_general_pictures_are_those_that_files_may_leave_out():
    assert tuple(p.name for p in PICTURES) == GENERAL
