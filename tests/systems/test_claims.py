"""Every published number of every system."""

from __future__ import annotations

from collections import Counter

from elver.scenarios import all_claims, verify


def test_every_claim_holds():
    verdicts = list(verify(all_claims()))
    counts = Counter(v.claim.scenario for v in verdicts)
    assert set(counts) >= {"eel", "eel-loop", "swimmer", "aiko-flat", "aiko-obstacles", "moth", "scull-40"}
    assert (counts["aiko-track"], counts["gray"]) == (5, 5)
    failed = [f"{v.claim.statement}: {v.measured} not in [{v.claim.low}, {v.claim.high}]" for v in verdicts if not v.holds]
    assert not failed
