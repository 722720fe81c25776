"""The page of a fit: one file, nothing from outside, every text escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from made_fit import made_fit

from elver.viz.reports.fit_html import fit_page, write_page
from elver.viz.style import new_figure

FIT = made_fit()
VOID = {"meta", "img"}


class Balance(HTMLParser):
    """Every tag that opens closes."""

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def page() -> str:
    return fit_page(FIT, {"steady": new_figure()[0], "z_scores": new_figure()[0]})


def test_the_page_is_whole(page):
    balance = Balance()
    balance.feed(page)
    assert (balance.open, balance.wrong) == ([], [])
    links, places = re.findall(r'href="#([\w-]+)"', page), re.findall(r'<section id="([\w-]+)"', page)
    assert links == places
    assert len(links) == 8


def test_nothing_comes_from_outside(page):
    assert not re.search(r'(src|href)="(?!data:image/png;base64,|#)', page)
    assert "http" not in page
    assert "<script" not in page
    assert "prefers-color-scheme: dark" in page
    assert page.count("data:image/png;base64,") == 2


def test_texts_are_escaped(page):
    assert "head &lt;x&gt;" in page
    assert "made by hand &amp; &lt;checked&gt;" in page
    assert "<checked>" not in page


def test_held_out_errors_stand_beside_laws_and_rivals(page):
    row = re.search(r"<tr><td[^>]*>speed along the head \[mm/s\]</td>(.*?)</tr>", page).group(1)
    assert re.findall(r">([\d.]+)<", row) == ["4", "41", "16.5", "7.2", "20"]
    assert "What the data cannot tell" in page
    assert "raising water.friction by 10 %" in page
    assert "4 frames from 1.00 s on without a number" in page
    assert 'class="verdict bad"' not in page


def test_a_fit_that_did_not_end_well_is_marked(tmp_path):
    failed = replace(FIT, status="stalled", scores=(), weak=(), left_out={}, design=(), starts=(), estimates=FIT.estimates)
    text = write_page(failed, tmp_path / "report.html").read_text()
    assert 'class="verdict bad"' in text
    assert 'id="design"' not in text
