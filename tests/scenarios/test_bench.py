"""Claims measured on shared runs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import elver.scenarios.bench
from elver.errors import ElverError
from elver.scenarios import Bench, ambiguous, own, scenario, verify

ABOUT = ("swimmer", "swims", "nowhere", "m/s")
SHORT = {"duration": 0.1, "links": 2}


def claim(low: float, high: float, measure):
    return own(*ABOUT, (low, high), measure)


def test_a_run_is_made_once_for_all_claims():
    bench = Bench()
    first = bench.run("swimmer", duration=0.1, links=2, gait__amplitude=0.2)
    assert bench.run("swimmer", duration=0.1, links=2, gait__amplitude=0.2) is first
    assert bench.run("swimmer", duration=0.1, links=2) is not first
    assert first.parameters["gait.amplitude"] == 0.2
    assert list(bench.asked) == [
        "elver run swimmer --duration 0.1 --set links=2 --set gait.amplitude=0.2",
        "elver run swimmer --duration 0.1 --set links=2",
    ]


def test_verdicts_hold_within_their_bounds():
    good, bad = verify([claim(0.0, 1.0, lambda bench: 0.5), claim(0.0, 0.4, lambda bench: 0.5)])
    assert good.holds
    assert not bad.holds
    assert bad.measured == 0.5
    assert bad.runs == ()


def test_the_other_choice_is_measured_too():
    open_claim = ambiguous(*ABOUT, None, (0.4, 0.6), (0.0, 1.0), "x", lambda bench: 0.5, lambda bench: 2.0)
    (verdict,) = verify([open_claim])
    assert verdict.other == 2.0
    assert not verdict.holds


def test_errors_are_differences_to_finer_runs():
    """A figure of a run with a fixed step, and by hand with the step and its half."""
    coarse = {"duration": 0.2, "dt": 0.02}

    def end(bench):
        return float(bench.run("eel", **coarse).data.base_position.values[-1, 1])

    (verdict,) = verify([claim(-1.0, 1.0, end)], errors=True)
    model = scenario("eel").build()
    by_hand = [elver.simulate(model, 0.2, dt, progress=False).data.base_position.values[-1, 1] for dt in (0.02, 0.01)]
    assert verdict.error == pytest.approx(abs(by_hand[1] - by_hand[0]), rel=1e-9)
    assert verdict.error > 0
    assert verdict.found == "half the step"
    ((command, run),) = verdict.runs
    assert command == "elver run eel --duration 0.2 --dt 0.02"
    assert run.data.attrs["steps"] == 10


def test_errors_of_adaptive_runs_are_those_of_the_tolerance():
    def end(bench):
        return float(bench.run("swimmer", **SHORT).data.base_position.values[-1, 1])

    stiff, plain = verify([claim(-1.0, 1.0, end), claim(-1.0, 1.0, lambda bench: 0.5)], errors=True)
    assert stiff.found == "a hundredth of the tolerance"
    assert 0 < stiff.error < 1e-6
    assert (plain.error, plain.found) == (None, "no time steps")


def test_models_that_are_no_scenario_run_once():
    bench, model = Bench(), scenario("gray").build()
    first = bench.run_model("pegs", model, 0.01)
    assert bench.run_model("pegs", model, 0.01) is first
    assert list(bench.asked) == ["pegs"]


def test_a_claim_on_a_run_that_breaks_off_is_an_error(monkeypatch):
    ended = SimpleNamespace(status="diverged", summary={"status_detail": "diverged after 0.1 s"})
    monkeypatch.setattr(elver.scenarios.bench, "simulate", lambda *arguments, **options: ended)
    with pytest.raises(ElverError, match=r"needs a run of 'swimmer' that ended early: diverged after 0\.1 s"):
        Bench().run("swimmer", links=2)
