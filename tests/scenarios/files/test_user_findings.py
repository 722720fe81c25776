"""What a first user met: metrics that do not exist, units that do not fit, runs lost for a metric, ranges that were passed by."""

from __future__ import annotations

import math

import pytest

import elver
from elver._support.errors import InputError
from elver.analysis import optimise, sweep
from elver.scenarios import example, load_text
from elver.scenarios.yaml.nodes import DocumentError

FISH = example()


def changed(old: str, new: str) -> str:
    assert old in FISH
    return FISH.replace(old, new)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("{what: x, measure: mean_sped, low: 0, high: 1}", "Did you mean 'mean_speed'"),
        ("{what: x, measure: mean_speed, low: 0.1 kg, high: 1}", "given in kg, but m/s is expected"),
        ("{what: x, measure: fin_bend, low: 0, high: 1, unit: m/s}", "'fin_bend' is in rad"),
    ],
)
def test_claims_are_checked_when_a_file_is_read(claim, says):
    text = FISH[: FISH.index("claims:")] + f"claims:\n  - {claim}\n"
    with pytest.raises(DocumentError, match=says) as caught:
        load_text(text, "fish.yaml")
    assert caught.value.line == len(text.splitlines())


def test_a_run_is_not_lost_for_a_metric_of_it():
    fish = load_text(changed("max(abs(joint_angle.peduncle))", "max(power.motr)"), "fish.yaml")
    with pytest.warns(UserWarning, match="motr.*Did you mean 'motor'"):
        run = elver.simulate(fish, 0.05, progress=False)
    assert run.status == "finished"
    assert run.summary["fin_bend"] is None


def test_units_are_taken_where_numbers_are_typed():
    fish = load_text(FISH, "fish.yaml")
    assert fish.values({"amplitude": "25 deg"})["amplitude"] == pytest.approx(math.radians(25))
    assert fish.values({"frequency": "90 rpm"})["frequency"] == pytest.approx(1.5)
    assert elver.scenario("scull-40").values({"stroke.rate": "0.5 Hz"})["stroke.rate"] == pytest.approx(30)
    with pytest.raises(InputError, match=r"given in m, but rad is expected.*Default: 18"):
        fish.values({"amplitude": "3 m"})
    data = sweep(fish, {"lag": "0 deg:90 deg:2"}, duration=0.05, progress=False)
    assert data.lag.values == pytest.approx([0, math.pi / 2])


def test_a_search_does_not_pass_the_range_of_a_parameter():
    fish = load_text(FISH, "fish.yaml")
    with pytest.raises(InputError, match=r"fin_length = 0.4 is not allowed. Give a finite number from 30 to 120 mm"):
        optimise(fish, "mean_speed", {"fin_length": "0.08:0.4"}, duration=0.05, progress=False)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("density: 1100", "density: 1100 kg/m3", "written m\\^3"),
        ("  base: planar", "\tbase: planar", "a tab"),
        ("value: 18 deg", "value: 48 deg", "from 0.0349066 to 0.698132 rad"),
    ],
)
def test_messages_say_what_is_meant(old, new, says):
    with pytest.raises(DocumentError, match=says):
        load_text(changed(old, new), "fish.yaml")
