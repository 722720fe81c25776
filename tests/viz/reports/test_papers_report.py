"""The report on the papers has every figure, in the order of the sections, and the claims where they belong."""

from __future__ import annotations

import re

import pytest

from elver._support.errors import InputError
from elver.scenarios import Statement, Verdict, all_papers, confirmed, paper_figures
from elver.scenarios.papers import section_order
from elver.viz.reports import papers as module
from elver.viz.reports.claims import claims_report
from elver.viz.style import new_figure


def verdict(statement: str, source: str, measured: float = 0.5) -> Verdict:
    return Verdict(confirmed("gray", statement, source, "m", (0.0, 1.0), lambda bench: measured), measured)


@pytest.fixture
def page(monkeypatch):
    def drawn(figure, bench):
        if figure.name == "MAV Fig. 7":
            raise InputError("no orbit")
        return new_figure(size=(0.5, 0.5))[0]

    verdicts = [
        verdict("cites a figure", "SNAKE VII-B, Fig. 7"),
        verdict("alone", "SNAKE VII-C"),
        verdict("fails", "EEL VII, Fig. 5", 2.0),
        verdict("of a statement", "docs/models/gray.md"),
    ]
    statements = (
        Statement("SNAKE", "SNAKE.1", "VII-B, Fig. 7", "it glides", (verdicts[3].claim,)),
        Statement("SNAKE", "SNAKE.2", "VII-C", "three properties", reason="a view of the authors"),
        Statement("EEL", "EEL.1", "VII-A", "it swims", (verdict("not asked for", "EEL VII-A").claim,)),
    )
    monkeypatch.setattr(module, "draw_paper_figure", drawn)
    monkeypatch.setattr(module, "all_statements", lambda: statements)
    return module.papers_report(verdicts)


def test_every_figure_and_table_has_a_row_and_a_section(page):
    for figure in paper_figures():
        assert f'<article id="{figure.file}">' in page
        assert f'<a href="#{figure.file}">{figure.name}</a>' in page
        assert (figure.command or figure.note).replace("'", "&#x27;") in page


def test_figures_stand_in_the_order_of_the_sections(page):
    for paper in all_papers():
        order = [f.section for f in sorted(paper_figures(paper), key=lambda f: page.index(f'<article id="{f.file}"'))]
        assert order == sorted(order, key=section_order)


def test_statements_and_claims_stand_with_their_figure_or_in_their_section(page):
    article = re.search(r'<article id="SNAKE-7">.*?</article>', page, re.S)[0]
    assert re.search(r"<td>it glides.*?</td><td>of a statement", article, re.S)
    assert "cites a figure" in article
    for alone in ("three properties<br>", "<td>alone<br>"):  # VII-C after VII-B
        assert page.index('id="SNAKE-8"') < page.index(alone) < page.index('id="SNAKE-9"')
    assert "a view of the authors" in page
    assert "fails: 2 is outside of 0 .. 1" in page
    assert "not measured: <code>elver verify gray</code>" in page


def test_a_figure_that_cannot_be_drawn_says_why_and_the_others_are_there(page):
    assert "not drawn: no orbit" in re.search(r'<article id="MAV-7">.*?</article>', page, re.S)[0]
    assert page.count("data:image/webp;base64,") == sum(f.draw is not None for f in paper_figures()) - 1


def test_the_report_of_claims_links_to_it():
    assert '<a href="../papers.html">The papers</a>' in claims_report([verdict("one", "EEL I")], "../papers.html")
    assert "The papers</a>" not in claims_report([verdict("one", "EEL I")])
