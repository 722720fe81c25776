"""A parameter stays free only where that changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

import elver
from elver.analysis import sweep
from elver.analysis.studies.setup import make_setup, program_for

SMALL = {"body.joints": 1}


def test_real_numbers_of_gait_and_water_are_free():
    wanted = ("gait.amplitude", "gait.period", "water.friction")
    found = program_for(make_setup("eel", SMALL), {}, wanted, {"gait.amplitude": 0.1, "gait.period": 3.0, "water.friction": 0.02})
    assert found.free == wanted


def test_what_the_body_is_made_of_stays_free_and_counts_are_compiled_in():
    found = program_for(
        make_setup("eel", SMALL), {}, ("gait.amplitude", "body.density"), {"gait.amplitude": 0.1, "body.density": 900.0}
    )
    assert found.free == ("gait.amplitude", "body.density")
    steered = make_setup("swimmer", {"links": 3, "control": "computed"})
    wanted = {"gait.amplitude": 0.4, "control.limit": 2.0}
    assert program_for(steered, {}, tuple(wanted), wanted).free == ("gait.amplitude",)


def test_a_scenario_that_looks_at_a_value_is_found_out():
    """It starts at a speed that depends on the amplitude, but keeps the default of a free one: single runs are right."""
    eel = elver.scenario("eel")

    def compose(values, duration):
        amplitude = values["gait.amplitude"]
        speed = amplitude if isinstance(amplitude, float) else 0.06
        return replace(eel.compose(values, duration), start=elver.InitialState(twist=(-speed, 0, 0, 0, 0, 0)))

    own = replace(eel, name="hasty", compose=compose)
    data = sweep(own, {"gait.amplitude": [0.06, 0.12]}, parameters=SMALL, duration=0.1)
    assert float(data.mean_speed[1]) == pytest.approx(0.12, rel=0.05)
    assert float(data.mean_speed[0]) == pytest.approx(0.06, rel=0.05)
