"""The page of words is what the declarations say."""

import sys
from pathlib import Path

import pytest

from elver.scenarios.yaml.forms import Each, Many, Names, OptionalField, amount, meaning_of, unit_of

DOCS = Path(__file__).parents[3] / "docs"


def test_the_page_lists_all_words_as_they_are_declared(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.delitem(sys.modules, "make_tables", raising=False)
    import make_tables

    assert make_tables.words_page() == (DOCS / "scenario_words.md").read_text(), "run python docs/make_tables.py"


def test_every_part_has_its_keys_and_every_key_a_meaning():
    page = (DOCS / "scenario_words.md").read_text()
    titles = ("body", "joint", "chain", "soft appendage", "tether", "mirrored branch", "loop", "import")
    assert all(f"\n## A{'n' if t[0] == 'i' else ''} {t}\n" in page for t in titles)
    assert all(f"\n## The {title}\n" in page for title in ("machine", "scene", "start", "run"))
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) > 300
    assert not [row for row in rows if row[-1] in ("a value |", " |", "a list |")]
    assert "| `limit` | N m (N) | none |" in page
    assert "| `rate` | 1/s | 0 | turns a second, either sign; or the name of a command" in page
    assert "| `restoring` |" in page
    assert "| `dt` | s | 0.001 |" in page


@pytest.mark.parametrize(
    ("form", "meaning", "unit"),
    [
        (Many(amount("m", "places")), "a list: places [m]", "m"),
        (Each(amount("rad", "angle"), "joint"), "by joint: angle [rad]", "rad"),
        (OptionalField(amount("1", "share")), "share; or none", ""),
        (Names("body"), "name of a body", ""),
    ],
)
def test_forms_that_hold_others_say_what_these_are(form, meaning, unit):
    assert (meaning_of(form), unit_of(form)) == (meaning, unit)
