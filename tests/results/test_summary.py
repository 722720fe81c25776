"""Headline metrics on motions whose answer is known."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver import compile_model, scenario, simulate
from elver._support.files import finite
from elver.contact import Disc, Scene, Wall
from elver.model import InitialState, Model
from elver.results.checks.trust import ledger_closes
from elver.results.metrics import mean_contact_force, pitch_turned
from elver.results.samples import Samples
from elver.robot import Body, Robot, Rod
from elver.simulation import Save, Solver
from elver.systems.moth.metrics import flight_metrics


def turning(axis, degrees, samples=400):
    """Samples of a steady turn about a world axis."""
    half = np.radians(np.linspace(0, degrees, samples)) / 2
    turned = np.column_stack([np.cos(half), np.outer(np.sin(half), axis)])
    return Samples({"base_quaternion": (("time", "quaternion"), turned)}, {"time": np.arange(samples)})


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
    short, whole = (simulate(program, T, solver=Solver(dt=1e-4)).summary for T in (0.02, 0.04))
    keys = {m.name for m in flight_metrics("right_stroke", (), (), tethered=True)}
    assert {short[key] for key in keys} == {None}
    assert all(isinstance(whole[key], float) and whole[key] != 0 for key in keys)
    assert short["peak_torque"]["right_stroke"] > 0


def test_a_run_says_how_it_ended():
    run = simulate(scenario("crawler").build(), 0.1, solver=Solver(dt=0.01))
    assert (run.status, run.status_detail) == ("finished", run.summary["status_detail"])
    assert run.data.attrs["base"] == "planar"


@pytest.mark.parametrize(
    ("status", "closure", "closes"),
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
def test_a_ledger_closes_where_the_run_did_not_break_off(status, closure, closes):
    assert ledger_closes(status, closure) is closes


def test_the_summary_says_whether_it_is_trusted():
    model = scenario("eel").build({"body.joints": 1})
    good = simulate(model, 1.0, solver=Solver(dt=0.01)).summary
    assert (good["trusted"], good["doubts"]) == (True, [])
    coarse = simulate(model, 2.0, solver=Solver(dt=0.5)).summary
    assert coarse["trusted"] is False
    assert "energy ledger" in coarse["doubts"][0]


def thrown(scene: Scene, speed: float) -> Model:
    """A rod that slides along x without friction."""
    rod = Body.solid("rod", Rod(0.2, 0.02), 1000.0)
    return Model("thrown", Robot("rod", [rod], base="planar"), start=InitialState(twist=(speed, 0, 0, 0, 0, 0)), scene=scene)


@pytest.mark.parametrize("output", [1e-3, 0.1])
def test_the_mean_contact_force_is_the_change_of_momentum_over_the_time(output):
    """A rod thrown at a wall stops dead, or comes back with half its speed: -m v/T and -1.5 m v/T, whatever is sampled."""
    for restitution, share in ((0.0, 1.0), (0.5, 1.5)):
        run = simulate(
            thrown(Scene((Wall(0.4, 0.0, np.pi),), restitution=restitution), 0.7),
            1.0,
            solver=Solver(dt=1e-3),
            save=Save(every=output),
            progress=False,
        )
        found, mass = run.summary["mean_contact_force"], run.summary["mass"]
        assert found["x"] == pytest.approx(-share * mass * 0.7, rel=1e-9)
        assert found["y"] == pytest.approx(0.0, abs=1e-12)


def test_samples_would_miss_what_impulses_do_not():
    """An impact between two samples: no sampled force, the whole mean force."""
    run = simulate(thrown(Scene((Disc(0.6, 0.0, 0.1),)), 0.7), 1.0, solver=Solver(dt=1e-3), save=Save(every=0.1), progress=False)
    assert run.data.contact_force.values.max() == 0.0
    assert run.summary["mean_contact_force"]["x"] == pytest.approx(-run.summary["mass"] * 0.7, rel=1e-6)


def test_no_time_no_force():
    nothing = Samples({"contact_impulse": (("time", "link", "plane"), np.zeros((1, 2, 2)))}, {"time": np.zeros(1)})
    assert mean_contact_force(nothing) == {"x": 0.0, "y": 0.0}
