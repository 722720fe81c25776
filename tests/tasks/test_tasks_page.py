"""The page of tasks is what their declarations say."""

import sys
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_page_is_up_to_date(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    assert make_tables.tasks_page() == make_tables.TASKS.read_text(), "run python docs/make_tables.py"
