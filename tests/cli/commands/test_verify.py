"""`elver verify` as a user meets it."""

from __future__ import annotations

import json

from command_line import run


def test_verify_prints_a_table_and_fails_when_a_claim_does(capsys, monkeypatch):
    from dataclasses import replace

    import elver.scenarios
    from elver.systems.eel import CLAIMS

    both = (CLAIMS[0], replace(CLAIMS[0], statement="wrong", high=2.0, low=1.9))
    monkeypatch.setattr(elver.scenarios, "all_claims", lambda: both)
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert "1 of 2 claims hold" in out
    assert json.loads(run(capsys, "verify", "--json")[1])["failed"] == 1
