"""The page of words is what the declarations say."""

import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_lists_all_words_as_they_are_declared(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    assert make_tables.words_page() == (DOCS / "scenario_words.md").read_text(), "run python docs/make_tables.py"
