"""Claims of a file are measured on runs of its own scenario."""

from __future__ import annotations

import pytest
from written import SWIMMER, changed

import elver
from elver.errors import ElverError
from elver.machines import load_text
from elver.scenarios import verify


def test_a_claim_is_measured_with_its_changes():
    scenario = load_text(SWIMMER)
    (claim,) = scenario.claims
    assert (claim.scenario, claim.kind, claim.low, claim.high) == ("three-links", "regression", 0.001, 1.0)
    (verdict,) = verify(scenario.claims)
    model = scenario.build({"frequency": 0.6, "law": "paper"})
    run = elver.simulate(model, 1.0, scenario.dt, scenario.method, scenario.output, progress=False)
    assert verdict.measured == run.summary["mean_speed"]
    assert verdict.holds
    (other,) = verify(load_text(changed(SWIMMER, "low: 0.001, high: 1 m/s", "low: 3, high: 4")).claims)
    assert not other.holds


def test_a_figure_that_is_no_number():
    text = changed(changed(SWIMMER, "measure: mean_speed", "measure: status"), "high: 1 m/s", "high: 1")
    with pytest.raises(ElverError, match="'status' is no number"):
        list(verify(load_text(text).claims))


def test_bounds_are_those_of_the_changed_parameters():
    bounds = "low: 0.001 * si(frequency), high: 2 m * frequency"
    (claim,) = load_text(changed(SWIMMER, "low: 0.001, high: 1 m/s", bounds)).claims
    assert (claim.low, claim.high) == pytest.approx((0.001 * 0.6, 2 * 0.6))
