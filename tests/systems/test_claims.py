"""Every published statement of every system, measured."""

from __future__ import annotations

from collections import Counter

from elver.scenarios import all_claims, verify


def test_every_claim_behaves_as_its_kind_says():
    verdicts = list(verify(all_claims()))
    counts = Counter(v.claim.scenario for v in verdicts)
    assert set(counts) >= {"eel", "eel-loop", "swimmer", "aiko-flat", "aiko-obstacles", "moth", "scull-40"}
    assert (counts["aiko-track"], counts["gray"]) == (11, 7)
    failed = [f"{v.claim.statement}: {v.trouble}" for v in verdicts if not v.holds]
    assert not failed
