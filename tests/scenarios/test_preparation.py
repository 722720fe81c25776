"""A preparation: the model is ready, and says how it was made."""

from __future__ import annotations

from dataclasses import replace

import pytest

from elver import InputError, scenario
from elver.scenarios import Preparation


def test_a_ready_model_needs_nothing_and_keeps_the_record():
    model = replace(scenario("swimmer").build({"links": 2}), needs="a wind")
    ready = Preparation(model, {"computed": "a wind", "speed": 2.0}).ready
    assert not ready.needs
    assert ready.preparation == {"computed": "a wind", "speed": 2.0}
    assert Preparation(model).ready.preparation == {}


def test_a_scenario_that_cannot_prepare_its_model_says_so():
    own = scenario("swimmer")
    broken = replace(own, compose=lambda values, duration: replace(own.compose(values, duration), needs="a wind"))
    with pytest.raises(InputError, match="needs a wind, but has no function prepare"):
        broken.prepared({"links": 2})
