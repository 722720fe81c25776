"""Every published number of every system."""

from __future__ import annotations

from elver.scenarios import all_claims, verify


def test_every_claim_holds():
    verdicts = list(verify(all_claims()))
    assert {v.claim.scenario for v in verdicts} >= {"eel", "eel-loop", "swimmer", "aiko-flat", "aiko-obstacles"}
    failed = [f"{v.claim.statement}: {v.measured} not in [{v.claim.low}, {v.claim.high}]" for v in verdicts if not v.holds]
    assert not failed
