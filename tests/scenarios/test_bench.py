"""Claims measured on shared runs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import elver.scenarios.bench
from elver.errors import ElverError
from elver.scenarios import Bench, Claim, verify


def claim(low: float, high: float, measure) -> Claim:
    return Claim("swimmer", "swims", "nowhere", "regression", "m/s", low, high, measure)


def test_a_run_is_made_once_for_all_claims():
    bench = Bench()
    first = bench.run("swimmer", duration=0.1, links=2, gait__amplitude=0.2)
    assert bench.run("swimmer", duration=0.1, links=2, gait__amplitude=0.2) is first
    assert bench.run("swimmer", duration=0.1, links=2) is not first
    assert first.parameters["gait.amplitude"] == 0.2


def test_verdicts_hold_within_their_bounds():
    good, bad = verify([claim(0.0, 1.0, lambda bench: 0.5), claim(0.0, 0.4, lambda bench: 0.5)])
    assert good.holds
    assert not bad.holds
    assert bad.measured == 0.5


def test_a_claim_on_a_run_that_breaks_off_is_an_error(monkeypatch):
    ended = SimpleNamespace(status="diverged", summary={"status_detail": "diverged after 0.1 s"})
    monkeypatch.setattr(elver.scenarios.bench, "simulate", lambda *arguments, **options: ended)
    with pytest.raises(ElverError, match=r"needs a run of 'swimmer' that ended early: diverged after 0\.1 s"):
        Bench().run("swimmer", links=2)
