"""Every promise of docs/promises.md names tests, and every test it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))
PROMISES = re.findall(r"^- \*\*(.+?)\*\*(.*?)(?=^- \*\*|^#|\Z)", PAGE, re.S | re.M)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_named_tests_exist(file, name):
    path = ROOT / file
    assert path.is_file(), f"docs/promises.md names {file}"
    functions = {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}
    assert name in functions, f"docs/promises.md names {name} of {file}"


def test_every_promise_has_a_test():
    assert len(PROMISES) >= 15
    for title, text in PROMISES:
        assert "::test_" in text, f"promise '{title}' names no test"


def test_every_kind_of_attack_is_on_the_page(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from fuzz.driver import KINDS

    for kind in KINDS:
        assert f"`{kind}`" in PAGE, kind
