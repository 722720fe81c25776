"""`elver verify` as a user meets it."""

from __future__ import annotations

import json

from command_line import run


def two_claims(monkeypatch) -> None:
    """One claim that behaves as its kind says, and one that does not, on one short run."""
    import elver.scenarios
    from elver.scenarios import ambiguous, refuted

    def glide(bench) -> float:
        return float(bench.run("gray", duration=0.05).data.base_position[-1, 0])

    about = ("SNAKE VII-B", "m")
    both = (
        ambiguous("gray", "glides", *about, (0.0, 1.0), (0.0, 0.1), (-1.0, 1.0), "the torque", glide, lambda b: -0.5, "contacts"),
        refuted("gray", "does not glide", *about, (-1.0, 1.0), (2.0, 3.0), glide, "contacts"),
    )
    monkeypatch.setattr(elver.scenarios, "all_claims", lambda: both)


def test_verify_prints_a_table_and_fails_when_a_claim_does(capsys, monkeypatch):
    two_claims(monkeypatch)
    code, out, _ = run(capsys, "verify")
    assert code == 1
    assert out.splitlines()[-1] == (
        "1 of 2 claims behave as their kind says: 0 confirmed, 1 refuted, 0 calibrated, 1 ambiguous, 0 own, 0 from elsewhere"
    )
    assert "FAIL" in out
    assert "refuted (paper -1 .. 1), SNAKE VII-B: the paper is right: " in out


def test_a_run_that_ends_early_is_one_failure_with_its_reason(capsys, monkeypatch):
    import elver.scenarios
    from elver._support.errors import EndedEarlyError
    from elver.scenarios import own

    def early(bench) -> float:
        raise EndedEarlyError("a claim needs a run of 'gray' that ended early: diverged after 0.1 s")

    about = ("docs/models/gray.md", "m", (0.0, 1.0))
    both = (own("gray", "breaks off", *about, early), own("gray", "goes on", *about, lambda bench: 0.5))
    monkeypatch.setattr(elver.scenarios, "all_claims", lambda: both)
    code, out, err = run(capsys, "verify")
    assert (code, err) == (1, "")
    _, first, second, last = out.splitlines()
    assert "FAIL" in first
    assert "nan" not in first
    assert first.endswith("docs/models/gray.md: a claim needs a run of 'gray' that ended early: diverged after 0.1 s")
    assert "ok" in second
    assert last.startswith("1 of 2 claims behave as their kind says")
    found = json.loads(run(capsys, "verify", "--json")[1])["claims"][0]
    assert (found["measured"], found["holds"]) == (None, False)


def test_scripts_read_kinds_intervals_and_errors(capsys, monkeypatch):
    two_claims(monkeypatch)
    code, out, _ = run(capsys, "verify", "--json", "--errors")
    found = json.loads(out)
    assert code == 1
    assert found["failed"] == 1
    assert found["kinds"] == {"confirmed": 0, "refuted": 1, "calibrated": 0, "ambiguous": 1, "own": 0, "elsewhere": 0}
    first, second = found["claims"]
    assert (first["kind"], first["paper"], first["range"], first["choice"]) == (
        "ambiguous",
        [0.0, 1.0],
        [-1.0, 1.0],
        "the torque",
    )
    assert (first["others"], first["holds"], first["error_found"]) == ([-0.5], True, "half the step")
    assert 0 < first["error"] < 1e-3
    assert first["runs"] == ["elver run gray --duration 0.05"]
    assert "the paper is right" in second["trouble"]


def test_the_report_is_one_file_of_its_own(capsys, monkeypatch, tmp_path):
    two_claims(monkeypatch)
    place = tmp_path / "report.html"
    code, out, _ = run(capsys, "verify", "--html", place)
    assert code == 1
    assert out.splitlines()[-1] == f"report: {place}"
    text = place.read_text()
    assert text.count("<svg") == 2
    assert text.count("data:image/webp") == 1  # both claims show the same figure of the same run
    assert "http" not in text
    assert text.count('class="error"') == 6  # errors are measured without being asked for
    code, out, err = run(capsys, "verify", "--html", place)
    assert (code, out) == (2, "")
    assert "exists and nothing is overwritten. Choose another name, or add --force." in err
    assert run(capsys, "verify", "--html", place, "--force")[0] == 1
    code, _, err = run(capsys, "verify", "--html", tmp_path / "report.pdf")
    assert code == 2
    assert "must end in .html" in err
    code, _, err = run(capsys, "verify", "--html", tmp_path / "nowhere" / "report.html")
    assert code == 2
    assert "does not exist" in err


def test_a_file_answers_for_its_own_claims_only(capsys, tmp_path):
    """One without claims that has the name of a published scenario does not fulfil the published numbers."""
    file = tmp_path / "eel.yaml"
    file.write_text(
        "elver: 1\nname: eel\nrun: {duration: 1}\n"
        "machine: {bodies: {b: {shape: {type: rod, length: 1, radius: 1}, density: 1}}}\n"
    )
    code, out, _ = run(capsys, "verify", file)
    assert code == 0
    assert "0 of 0 claims behave as their kind says" in out


def test_a_claim_of_a_file_without_a_source_ends_with_its_kind(capsys, tmp_path):
    file = tmp_path / "glider.yaml"
    file.write_text(
        "elver: 1\nname: glider\nrun: {duration: 0.01}\n"
        "machine: {bodies: {b: {shape: {type: rod, length: 1, radius: 1}, density: 1}}}\n"
        "claims: [{what: stays, measure: mean_speed, low: 0, high: 1, unit: m/s}]\n"
    )
    code, out, _ = run(capsys, "verify", file)
    assert code == 0
    assert out.splitlines()[1].endswith("  own")
