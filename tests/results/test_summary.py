"""Headline figures on motions whose answer is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver import compile_model, scenario, simulate
from elver.files import finite
from elver.results.samples.sheet import Sheet
from elver.results.summary import is_trusted, pitch_turned
from elver.systems.moth.measures import flight_measures


def turning(axis, degrees, samples=400):
    """Samples of a steady turn about a world axis."""
    half = np.radians(np.linspace(0, degrees, samples)) / 2
    turned = np.column_stack([np.cos(half), np.outer(np.sin(half), axis)])
    return Sheet({"base_quaternion": (("time", "quaternion"), turned)}, {"time": np.arange(samples)})


@pytest.mark.parametrize("degrees", [30, 180, 360, 540])
def test_pitch_counts_turns_about_the_lateral_axis_only(degrees):
    assert pitch_turned(turning([0, 1, 0], degrees)) == pytest.approx(degrees, abs=1e-9)
    assert pitch_turned(turning([0, 0, 1], degrees)) == pytest.approx(0, abs=1e-9)
    assert pitch_turned(turning([1, 0, 0], degrees)) == pytest.approx(0, abs=1e-9)


def test_summaries_are_valid_json_whatever_happened():
    messy = {"a": float("nan"), "b": [1.0, float("inf")], "c": {"d": -float("inf"), "e": 2}, "f": "text"}
    assert json.loads(json.dumps(finite(messy), allow_nan=False)) == {
        "a": None,
        "b": [1.0, None],
        "c": {"d": None, "e": 2},
        "f": "text",
    }


def test_what_is_said_of_a_stroke_needs_a_whole_one():
    """A moth beats in 0.04 s: half of that has no mean lift, all of it has."""
    program = compile_model(scenario("moth-tethered").build())
    short, whole = (simulate(program, T, dt=1e-4).summary for T in (0.02, 0.04))
    keys = {m.name for m in flight_measures("right_stroke", (), (), tethered=True)}
    assert {short[key] for key in keys} == {None}
    assert all(isinstance(whole[key], float) and whole[key] != 0 for key in keys)
    assert short["peak_torque"]["right_stroke"] > 0


def test_a_run_says_how_it_ended():
    run = simulate(scenario("crawler").build(), 0.1, dt=0.01)
    assert (run.status, run.status_detail) == ("finished", run.summary["status_detail"])
    assert run.data.attrs["base"] == "planar"


@pytest.mark.parametrize(
    ("status", "closure", "trusted"),
    [
        ("finished", 0.0, True),
        ("interrupted", 1e-3, True),
        ("finished", 1.01e-3, False),
        ("finished", float("nan"), False),
        ("finished", float("inf"), False),
        ("finished", None, False),
        ("diverged", 1e-9, False),
    ],
)
def test_a_run_is_trusted_where_its_ledger_closes(status, closure, trusted):
    assert is_trusted(status, closure) is trusted


def test_the_summary_says_whether_it_is_trusted():
    model = scenario("eel").build({"body.joints": 1})
    assert simulate(model, 1.0, 0.01).summary["trusted"] is True
    assert simulate(model, 2.0, 0.5).summary["trusted"] is False
