"""Claims of a file are measured on runs of its own scenario."""

from __future__ import annotations

import pytest
from written import SWIMMER, changed

import elver
from elver._support.errors import ElverError
from elver.scenarios import load_text, verify
from elver.scenarios.yaml.nodes import DocumentError


def test_a_claim_is_measured_with_its_changes():
    scenario = load_text(SWIMMER)
    (claim,) = scenario.claims
    assert (claim.scenario, claim.kind, claim.low, claim.high) == ("three-links", "own", 0.001, 1.0)
    (verdict,) = verify(scenario.claims)
    model = scenario.build({"frequency": 0.6, "law": "paper"})
    run = elver.simulate(
        model,
        1.0,
        solver=elver.Solver(dt=scenario.dt, method=scenario.method),
        save=elver.Save(every=scenario.output),
        progress=False,
    )
    assert verdict.measured == run.summary["mean_speed"]
    assert verdict.holds
    (other,) = verify(load_text(changed(SWIMMER, "low: 0.001, high: 1 m/s", "low: 3, high: 4")).claims)
    assert not other.holds


def test_a_claim_that_measures_no_number():
    text = changed(changed(SWIMMER, "measure: mean_speed", "measure: status"), "high: 1 m/s", "high: 1")
    with pytest.raises(ElverError, match="'status' is no number"):
        list(verify(load_text(text).claims))


def test_bounds_are_those_of_the_changed_parameters():
    bounds = "low: 0.001 * si(frequency), high: 2 m * frequency"
    (claim,) = load_text(changed(SWIMMER, "low: 0.001, high: 1 m/s", bounds)).claims
    assert (claim.low, claim.high) == pytest.approx((0.001 * 0.6, 2 * 0.6))


BOUNDS = "low: 0.001, high: 1 m/s"


def claimed(words: str):
    """The claim of the file with other bounds and more words."""
    (claim,) = load_text(changed(SWIMMER, BOUNDS, words)).claims
    return claim


def test_a_claim_has_a_kind_and_what_belongs_to_it():
    refuted = claimed("low: 0.001, high: 1 m/s, kind: refuted, paper: [200 cm/s, 3 m/s]")
    assert (refuted.kind, refuted.paper) == ("refuted", (2.0, 3.0))
    calibrated = claimed("low: 0.001, high: 1, kind: calibrated, parameter: friction")
    assert (calibrated.kind, calibrated.parameter, calibrated.paper) == ("calibrated", "friction", (0.001, 1.0))
    stated = "low: 0.001, high: 1, kind: ambiguous, range: [0, 2], choice: the law of added mass, paper: [0, 3]"
    ambiguous = claimed(stated + ", others: [{law: kirchhoff}]")
    assert (ambiguous.kind, ambiguous.range, ambiguous.choice) == ("ambiguous", (0.0, 2.0), "the law of added mass")
    assert claimed("low: 0.001, high: 1, kind: confirmed, origin: elsewhere").origin == "elsewhere"
    assert (refuted.origin, calibrated.of_the_paper) == ("paper", True)


def test_other_choices_are_measured_too():
    """They are changes beside those of the claim."""
    text = "low: 0.001, high: 1, kind: ambiguous, range: [0, 2], choice: the law, paper: [0, 3], others: [{law: kirchhoff}]"
    scenario = load_text(changed(SWIMMER, BOUNDS, text))
    (verdict,) = verify(scenario.claims)
    model = scenario.build({"frequency": 0.6, "law": "kirchhoff"})
    run = elver.simulate(
        model,
        1.0,
        solver=elver.Solver(dt=scenario.dt, method=scenario.method),
        save=elver.Save(every=scenario.output),
        progress=False,
    )
    assert verdict.others == (run.summary["mean_speed"],)
    assert verdict.others != (verdict.measured,)


def test_files_written_with_the_older_word_are_read():
    assert claimed(BOUNDS + ", status: published").kind == "confirmed"
    assert claimed(BOUNDS + ", status: indicative").kind == "own"
    assert claimed(BOUNDS + ", status: regression").kind == "own"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("kind: refuted", "a claim that is refuted needs 'paper'"),
        ("kind: refuted, paper: [0, 1]", "have values in common"),
        ("kind: refuted, paper: [2 kg, 3 kg]", "given in kg, but m/s is expected"),
        ("kind: refuted, paper: [2]", "has 1 entries"),
        ("kind: calibrated, parameter: fricton", "Did you mean 'friction'"),
        ("kind: ambiguous, range: [0, 2]", "needs 'choice'"),
        ("kind: ambiguous, range: [0, 2], choice: x", "needs 'others'"),
        ("kind: own, paper: [2, 3]", "'paper', .* is no part of a claim that is own"),
        ("kind: proven", "unknown word 'proven'"),
        ("kind: own, status: regression", "Give kind alone"),
    ],
)
def test_what_does_not_belong_to_a_kind_is_refused_at_its_line(words, says):
    text = changed(SWIMMER, BOUNDS, f"{BOUNDS}, {words}")
    with pytest.raises(DocumentError, match=says) as caught:
        load_text(text)
    assert caught.value.line == text.splitlines().index("claims:") + 2
