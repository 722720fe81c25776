"""The checkable sentences of the papers: every claim is named by one, and every one has a claim or a reason that is true."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from elver._support.errors import InputError
from elver.scenarios import all_claims, all_statements
from elver.scenarios.statements import read_statements

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ROW = "paper: EEL\nstatements:\n- {{id: EEL.1, section: VII, says: it swims{more}}}\n"
CLAIM = "eel: planar propulsion: |z|"


def test_every_claim_of_a_paper_is_named_by_a_statement_of_it():
    named = {(s.paper, c.key) for s in all_statements() for c in s.claims}
    missing = [c.key for c in all_claims() if c.of_the_paper and (c.source.split()[0], c.key) not in named]
    assert missing == []


def test_every_statement_has_its_own_number_and_its_papers_in_order():
    statements = all_statements()
    assert {s.paper for s in statements} == {"EEL", "SNAKE", "MAV", "FLOAT", "USR"}
    for paper in {s.paper for s in statements}:
        ids = [s.id for s in statements if s.paper == paper]
        assert ids == [f"{paper}.{k + 1}" for k in range(len(ids))]
    assert all(s.commands if s.claims else s.reason for s in statements)


def test_what_a_reason_points_at_exists():
    """Files, tests, entries of the errata, and other statements."""
    statements, errata = all_statements(), (DOCS / "errata.md").read_text().replace("FLOAT,", "FLOAT")
    tests = " ".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    parts = errata.split("\n## ")[1:]
    entries = {(part.split()[0], n) for part in parts for n in re.findall(r"^(\d+)\. ", part, re.MULTILINE)}
    for s in statements:
        for path in re.findall(r"\b(?:tests|docs)/[\w/-]+(?:\.\w+)?", s.reason):
            assert (ROOT / path).exists(), (s.id, path)
        for name in re.findall(r"\btest_\w+", re.sub(r"[\w/]+\.py", "", s.reason)):
            assert f"def {name}(" in tests, (s.id, name)
        for paper, number in re.findall(r"\b([A-Z]+)-(\d+)", s.reason):
            assert (paper, number) in entries, (s.id, paper, number)
        for other in re.findall(r"\b[A-Z]+\.\d+", s.reason):
            assert other in {own.id for own in statements}, (s.id, other)


def test_a_statement_has_claims_that_exist_or_a_reason():
    (one,) = read_statements(ROW.format(more=f", claims: ['{CLAIM}']"), all_claims())
    assert [c.key for c in one.claims] == [CLAIM]
    assert one.commands == ("elver verify eel",)
    for more, says in (
        ("", "'EEL.1' has neither"),
        (f", reason: none, claims: ['{CLAIM}']", "'EEL.1' has both"),
        (", claims: ['eel: flies']", "'EEL.1': unknown claim 'eel: flies'"),
        (", claim: x", "give id, says, section, and claims or reason"),
    ):
        with pytest.raises(InputError, match=says):
            read_statements(ROW.format(more=more), all_claims())


def test_the_page_of_statements_is_what_is_declared(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    assert make_tables.STATEMENTS.read_text() == make_tables.statements_page(), "run python docs/make_tables.py"
