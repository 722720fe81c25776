"""Claims as data: complete, and within bounds that can be missed."""

from __future__ import annotations

import math

from elver.scenarios import Verdict, all_claims

KINDS = {"published", "indicative", "regression"}


def test_every_claim_says_what_where_and_how_much():
    for c in all_claims():
        assert c.statement, c
        assert c.source, c
        assert c.unit, c
        assert c.kind in KINDS, c.statement
        assert c.low < c.high, c.statement


def test_a_measure_that_is_no_number_does_not_hold():
    assert not Verdict(all_claims()[0], math.nan).holds
