"""`elver docs` as a user meets it; and the one file that it opens."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from command_line import run

pytest.importorskip("mdit_py_plugins")
pytest.importorskip("latex2mathml")
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("word", "section"),
    [
        ("fit", "fit"),
        ("models/morison", "models/morison"),
        ("morison", "models/morison"),
        ("docs/results.md", "results"),
        ("elver.simulate", "elver.simulation.simulate"),
        ("elver.forces.BluffDrag", "elver.forces.BluffDrag"),
    ],
)
def test_a_page_or_a_name_is_found(capsys, word, section):
    code, out, _ = run(capsys, "docs", word, "--json")
    answer = json.loads(out)
    assert (code, answer["topic"]) == (0, section)
    assert f'<section id="{section}">' in Path(answer["file"]).read_text(encoding="utf-8")


def test_an_unknown_word_is_refused_with_the_nearest(capsys):
    code, _, err = run(capsys, "docs", "simulat")
    assert code == 2
    assert "Did you mean 'simulate'" in err


def test_the_browser_gets_the_address(capsys, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or True)
    code, out, _ = run(capsys, "docs", "install")
    assert code == 0
    assert opened == [out.strip()]
    assert opened[0].endswith("docs.html#install")
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    assert "no browser was found" in run(capsys, "docs")[2]


def test_every_link_of_the_file_leads_somewhere_and_none_to_the_network_by_itself():
    sys.path.insert(0, str(ROOT / "docs"))
    from building.booklet import booklet

    text = booklet()
    places = set(re.findall(r' id="([^"]+)"', text))
    assert not {target for target in re.findall(r'<a href="#([^"]+)"', text) if target not in places}
    assert not re.findall(r'(?:src|<link[^>]*href)="http', text)
    assert "simulate_batch(" in text
    assert text.count("<math") > 400
