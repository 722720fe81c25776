"""`elver verify` as a user meets it."""

from __future__ import annotations

import json

from command_line import run


def test_verify_prints_a_table_and_fails_when_a_claim_does(capsys, monkeypatch):
    from dataclasses import replace

    import elver.scenarios
    from elver.systems.eel.claims import CLAIMS

    both = (CLAIMS[0], replace(CLAIMS[0], statement="wrong", high=2.0, low=1.9))
    monkeypatch.setattr(elver.scenarios, "all_claims", lambda: both)
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert "1 of 2 claims hold" in out
    assert json.loads(run(capsys, "verify", "--json")[1])["failed"] == 1


def test_a_file_answers_for_its_own_claims_only(capsys, tmp_path):
    """One without claims that has the name of a published scenario does not fulfil the published numbers."""
    file = tmp_path / "eel.yaml"
    file.write_text(
        "elver: 1\nname: eel\nrun: {duration: 1}\n"
        "machine: {bodies: {b: {shape: {type: rod, length: 1, radius: 1}, density: 1}}}\n"
    )
    code, out, _ = run(capsys, "verify", file)
    assert code == 0
    assert "0 of 0 claims hold" in out
