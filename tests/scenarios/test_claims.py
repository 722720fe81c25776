"""Claims as data: what each kind needs, and when each kind fails."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest

from elver._support.choices import ClaimKind
from elver._support.errors import InputError
from elver.scenarios import (
    Claim,
    Verdict,
    about,
    all_claims,
    all_scenarios,
    ambiguous,
    below,
    calibrated,
    confirmed,
    count_kinds,
    elsewhere,
    own,
    printed,
    refuted,
    scenario,
)
from elver.scenarios.claims import counts_in_words, span

DOCS = Path(__file__).parents[2] / "docs"
PAPERS = ("EEL", "SNAKE", "MAV", "FLOAT", "USR")
ABOUT = ("swimmer", "swims", "PAPER (1)", "m/s")
OPEN = (*ABOUT, (1.0, 2.0), (2.4, 2.6), (1.5, 3.0), "the start")


def measured(bench) -> float:
    return 0.0


def test_every_claim_says_what_where_and_how_much():
    claims = all_claims()
    for c in claims:
        assert c.statement, c
        assert c.source, c
        assert c.unit, c
        assert c.low < c.high, c.statement
        scenario(c.scenario)
    keys = [(c.scenario, c.statement) for c in claims]
    assert len(set(keys)) == len(keys)


def test_how_many_statements_of_the_papers_there_are_of_each_kind():
    """Declared, not measured: a kind that changes its number is a judgement of a paper that changed."""
    counts = count_kinds(all_claims())
    assert counts.pop("own") > 30
    assert counts == {"confirmed": 67, "refuted": 21, "calibrated": 5, "ambiguous": 16, "elsewhere": 5}


def test_what_counts_for_a_paper_is_from_it():
    """By its origin, and by its source: neither says so alone."""
    for c in all_claims():
        if c.kind != ClaimKind.OWN:
            assert c.of_the_paper == (c.source.split()[0] in PAPERS), c.statement
    assert {c.source.split()[0] for c in all_claims() if c.of_the_paper} == set(PAPERS)


def test_a_claim_from_elsewhere_fails_like_others_and_is_counted_by_itself():
    claim = elsewhere(confirmed(*ABOUT, (1.0, 2.0), measured))
    assert (claim.kind, claim.origin, claim.of_the_paper) == ("confirmed", "elsewhere", False)
    assert Verdict(claim, 1.5).holds
    assert not Verdict(claim, 2.5).holds
    ours = own(*ABOUT, (0.0, 1.0), measured)
    counts = count_kinds([claim, confirmed(*ABOUT, (1.0, 2.0), measured), ours])
    assert {word: count for word, count in counts.items() if count} == {"confirmed": 1, "own": 1, "elsewhere": 1}
    assert counts_in_words(counts).endswith("1 own, 1 from elsewhere")
    with pytest.raises(InputError, match="a claim that is own is from nowhere else"):
        elsewhere(ours)
    with pytest.raises(InputError, match=r"origin = 'hearsay'\. Known: paper"):
        Claim("swimmer", "swims", "somewhere", "confirmed", "m/s", 0.0, 1.0, measured, origin="hearsay")


def test_somebody_else_is_named_by_every_claim_but_our_own():
    for c in all_claims():
        ours = c.source.startswith("docs/") or c.source in ("conservation", "symmetry")
        assert not ours or c.kind == ClaimKind.OWN, c.statement


def test_what_was_calibrated_is_a_parameter_of_the_scenario_or_a_constant_beside_it():
    scenarios = {s.name: s for s in all_scenarios()}
    found = [c for c in all_claims() if c.kind == ClaimKind.CALIBRATED]
    assert found
    for c in found:
        chosen = scenarios[c.scenario]
        constants = [name for name in vars(sys.modules[chosen.compose.__module__]) if name.isupper()]
        assert c.parameter in (*chosen.names, *constants), c.statement


def test_a_printed_number_allows_half_of_its_last_digit():
    assert printed("12.1") == (12.05, 12.15)
    assert printed("-1") == (-1.5, -0.5)
    assert printed("1.2e2") == (115.0, 125.0)
    assert printed("120") == (119.5, 120.5)
    assert below("0.7") == (0.0, 0.7)


def test_about_allows_no_more_than_a_tenth():
    assert about("1") == pytest.approx((0.9, 1.1))
    assert about("-0.01") == pytest.approx((-0.011, -0.009))
    assert about("3e1") == pytest.approx((27.0, 33.0))
    assert about("0.15") == printed("0.15")
    assert about("1.2e2") == (115.0, 125.0)


def test_no_statement_with_about_is_wider_than_a_tenth():
    found = [c for c in all_claims() if "about" in c.statement and c.paper is not None]
    assert len(found) >= 5
    for c in found:
        assert abs(c.paper[1] - c.paper[0]) <= 0.1001 * abs(c.paper[0] + c.paper[1]), c.statement


def test_a_reading_of_words_is_told_from_a_printed_number():
    assert not confirmed(*ABOUT, printed("4.28"), measured).worded
    assert confirmed(*ABOUT, (0.0, 1.0), measured).worded
    assert not own(*ABOUT, (0.0, 1.0), measured).worded
    with pytest.raises(InputError, match="has the paper's bounds"):
        Claim("swimmer", "swims", "somewhere", "confirmed", "m/s", 0.0, 1.0, measured, paper=(0.0, 2.0))


def test_a_confirmed_claim_fails_beyond_the_bound_of_the_paper():
    claim = confirmed(*ABOUT, (1.0, 2.0), measured)
    assert claim.paper == (1.0, 2.0)
    assert Verdict(claim, 1.5).holds
    assert Verdict(claim, 2.1).trouble == "2.1 is outside of 1 .. 2"
    assert not Verdict(claim, math.nan).holds


def test_a_refuted_claim_fails_when_it_moves_and_when_the_paper_is_right():
    claim = refuted(*ABOUT, (1.0, 2.0), (2.4, 2.6), measured)
    assert Verdict(claim, 2.5).holds
    assert not Verdict(claim, 2.7).holds
    assert "the paper is right" in Verdict(claim, 1.5).trouble
    with pytest.raises(InputError, match="have values in common"):
        refuted(*ABOUT, (1.0, 2.0), (1.9, 2.6), measured)


def test_an_ambiguous_claim_fails_when_another_choice_leaves_the_range():
    claim = ambiguous(*OPEN, measured, measured)
    assert Verdict(claim, 2.5, (1.6,)).holds
    assert not Verdict(claim, 2.7, (1.6,)).holds
    assert "another choice gives 1.4" in Verdict(claim, 2.5, (1.6, 1.4)).trouble
    with pytest.raises(InputError, match=r"no choice of 2\.3 \.\. 3 gives the paper's 1 \.\. 2"):
        ambiguous(*ABOUT, (1.0, 2.0), (2.4, 2.6), (2.3, 3.0), "the start", measured, measured)
    with pytest.raises(InputError, match="lies outside of its range"):
        ambiguous(*ABOUT, None, (2.4, 2.6), (2.5, 3.0), "the start", measured, measured)


def test_an_ambiguous_claim_fails_when_no_choice_gives_what_the_paper_says():
    """A range that reaches over the paper's number does not show that anything gives it."""
    claim = ambiguous(*OPEN, measured, (measured, measured))
    assert Verdict(claim, 2.5, (2.8, 1.9)).holds
    assert Verdict(claim, 2.5, (2.8, 2.1)).trouble == "no choice gives the paper's 1 .. 2: 2.5, 2.8, 2.1"


def test_a_number_nearer_to_its_bound_than_its_error_does_not_hold():
    claim = refuted(*ABOUT, (1.0, 2.0), (2.4, 2.6), measured)
    assert Verdict(claim, 2.5, error=0.05).holds
    assert Verdict(claim, 2.5, error=0.3).trouble == "2.5 +- 0.3 reaches out of 2.4 .. 2.6: the error is too large for it"
    assert not Verdict(claim, 2.5, error=math.nan).holds
    size = own(*ABOUT, (0.0, 1e-8), measured)
    assert Verdict(size, 1e-12, error=2e-12).holds  # a size is not negative
    assert not Verdict(size, 1e-12, error=2e-8).holds
    assert not Verdict(confirmed(*ABOUT, (0.0, math.inf), measured), 0.1, error=0.2).holds  # but a direction can turn


def test_a_run_that_broke_off_is_the_trouble():
    assert Verdict(own(*ABOUT, (0.0, 1.0), measured), math.nan, broken="it diverged").trouble == "it diverged"


@pytest.mark.parametrize(
    ("kind", "given", "says"),
    [
        ("published", {}, "kind = 'published'. Known: confirmed"),
        ("refuted", {}, "needs 'paper'"),
        ("calibrated", {}, "needs 'parameter'"),
        ("ambiguous", {"range": (0, 1)}, "needs 'choice'"),
        ("ambiguous", {"choice": "x"}, "needs 'range'"),
        ("ambiguous", {"choice": "x", "range": (0, 1)}, "needs 'others'"),
        ("own", {"paper": (0, 1)}, "'paper'.* is no part of a claim that is own"),
        ("confirmed", {"parameter": "x"}, "'parameter'.* is no part of a claim that is confirmed"),
    ],
)
def test_each_kind_needs_its_own_and_nothing_else(kind, given, says):
    with pytest.raises(InputError, match=says):
        Claim("swimmer", "swims", "somewhere", kind, "m/s", 0.0, 1.0, measured, **given)


def test_the_other_kinds_and_words_for_intervals():
    assert calibrated(*ABOUT, printed("4.28"), "water.drag", measured).parameter == "water.drag"
    assert own(*ABOUT, (0.0, 1.0), measured).paper is None
    with pytest.raises(InputError, match="low = 1 is greater than high = 0"):
        own(*ABOUT, (1.0, 0.0), measured)
    assert [span(p) for p in ((0.0, math.inf), (-math.inf, 2.0), (0.5, 1.0))] == [">= 0", "<= 2", "0.5 .. 1"]


def test_the_page_of_claims_is_what_is_declared(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    page = make_tables.CLAIMS.read_text()
    assert make_tables.with_claims(page) == page, "run python docs/make_tables.py"
    for kind in ClaimKind:
        assert f"| `{kind}` |" in page
