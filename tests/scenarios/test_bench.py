"""Claims measured on shared runs."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

import elver
import elver.scenarios.verification
from elver._support.errors import EndedEarlyError
from elver.scenarios import ClaimRunner, ambiguous, own, scenario, verify

ABOUT = ("swimmer", "swims", "nowhere", "m/s")
SHORT = {"duration": 0.1, "links": 2}


def claim(low: float, high: float, measure):
    return own(*ABOUT, (low, high), measure)


def test_a_run_is_made_once_for_all_claims():
    bench = ClaimRunner()
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


def test_ctrl_c_in_a_run_is_no_word_about_a_claim(monkeypatch):
    stopped = SimpleNamespace(status="interrupted", summary={"status_detail": "interrupted at 0.01 s"})
    monkeypatch.setattr(elver.scenarios.verification, "simulate", lambda *_, **__: stopped)
    with pytest.raises(KeyboardInterrupt):
        list(verify([claim(0.0, 1.0, lambda bench: bench.run("swimmer", **SHORT).summary["mean_speed"])]))


def test_the_other_choice_is_measured_too():
    open_claim = ambiguous(*ABOUT, None, (0.4, 0.6), (0.0, 1.0), "x", lambda bench: 0.5, (lambda bench: 0.7, lambda bench: 2.0))
    (verdict,) = verify([open_claim])
    assert verdict.others == (0.7, 2.0)
    assert not verdict.holds


def test_errors_are_differences_to_finer_runs():
    """A figure of a run with a fixed step, and by hand with the step and its half."""
    coarse = {"duration": 0.2, "dt": 0.02}

    def end(bench):
        return float(bench.run("eel", **coarse).data.base_position.values[-1, 1])

    (verdict,) = verify([claim(-1.0, 1.0, end)], errors=True)
    model = scenario("eel").build()
    by_hand = [
        elver.simulate(model, 0.2, solver=elver.Solver(dt=dt), progress=False).data.base_position.values[-1, 1]
        for dt in (0.02, 0.01)
    ]
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
    bench, model = ClaimRunner(), scenario("gray").build()
    first = bench.run_model("pegs", model, 0.01)
    assert bench.run_model("pegs", model, 0.01) is first
    assert list(bench.asked) == ["pegs"]


def broken_off(monkeypatch, only=lambda steps: True) -> None:
    """Runs of two links end early, where their step is one of those."""

    def early(model, duration, *, solver, **options):
        if only(solver.dt):
            return SimpleNamespace(status="diverged", summary={"status_detail": "diverged after 0.1 s"})
        return elver.simulate(model, duration, solver=solver, **options)

    monkeypatch.setattr(elver.scenarios.verification, "simulate", early)


def test_a_claim_on_a_run_that_breaks_off_is_an_error(monkeypatch):
    broken_off(monkeypatch)
    with pytest.raises(EndedEarlyError, match=r"needs a run of 'swimmer' that ended early: diverged after 0\.1 s"):
        ClaimRunner().run("swimmer", links=2)


def test_a_run_that_breaks_off_fails_its_claim_and_no_other(monkeypatch):
    broken_off(monkeypatch)
    broken, good = verify([claim(0.0, 1.0, lambda bench: bench.run("swimmer", **SHORT)), claim(0.0, 1.0, lambda bench: 0.5)])
    assert not broken.holds
    assert math.isnan(broken.measured)
    assert broken.trouble.endswith("ended early: diverged after 0.1 s")
    assert good.holds


def test_finer_runs_that_break_off_fail_the_claim_too(monkeypatch):
    broken_off(monkeypatch, lambda steps: steps < 0.015)
    (verdict,) = verify([claim(-1.0, 1.0, lambda b: b.run("eel", duration=0.2, dt=0.02).data.base_position[-1, 1])], errors=True)
    assert abs(verdict.measured) < 1
    assert verdict.trouble.startswith("with half the step: a claim needs a run of 'eel'")


def test_a_run_to_an_accuracy_needs_no_step():
    bench = ClaimRunner()
    run = bench.run("gray", duration=0.01, accuracy=1e-5)
    assert bench.run("gray", duration=0.01, dt=0.005, accuracy=1e-5).data.time.values.tolist() == [0.0, 0.005, 0.01]
    assert list(bench.asked) == [
        "elver run gray --duration 0.01 --accuracy 1e-05",
        "elver run gray --duration 0.01 --dt 0.005 --accuracy 1e-05 --output 0.005",
    ]
    assert run.data.time.values[-1] == pytest.approx(0.01)


def test_a_command_has_all_digits_of_the_run():
    bench, angle = ClaimRunner(), math.radians(40)
    bench.run("gray", duration=0.01, alpha=angle, beta=0.5)
    assert list(bench.asked) == [f"elver run gray --duration 0.01 --set alpha={angle!r} --set beta=0.5"]
