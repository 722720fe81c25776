"""The report of claims says what each is, where it comes from, and how it was measured."""

from __future__ import annotations

import math
from html.parser import HTMLParser

import pytest

from elver.scenarios import ambiguous, below, calibrated, own, refuted, verify
from elver.viz.reports.claims import chosen_picture, claims_report


class Reader(HTMLParser):
    """Anchors, links and text of a page; tags that do not close are found."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors, self.links, self.text, self.open = set(), set(), "", []

    def handle_starttag(self, tag, attrs) -> None:
        own = dict(attrs)
        self.anchors |= {own["id"]} if "id" in own else set()
        self.links |= {own["href"]} if "href" in own else set()
        if tag not in ("meta", "img", "line", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        if tag not in ("line", "rect", "circle"):
            assert self.open.pop() == tag

    def handle_data(self, data) -> None:
        self.text += data


def glide(bench) -> float:
    return float(bench.run("gray", duration=0.05).data.base_position[-1, 0])


@pytest.fixture(scope="module")
def verdicts():
    claims = (
        refuted("gray", "stays & waits", "SNAKE (1)", "m", (-1.0, 0.0), (1e-4, 0.1), glide, "contacts"),
        calibrated("gray", "as drawn", "SNAKE Fig. 7", "m", below("1"), "torque", glide, "no such picture"),
        ambiguous("eel", "loops", "EEL", "s", (1.0, 2.0), (2.0, 3.0), (0.0, 3.0), "the tail", lambda b: 2.5, lambda b: 1.0),
        own("eel", "fails", "docs/models/eel.md", "m", (0.0, 1.0), lambda b: 2.0),
    )
    return list(verify(claims, errors=True))


def test_the_report_says_all_about_every_claim(verdicts):
    reader = Reader()
    reader.feed(claims_report(verdicts))
    assert reader.open == []
    for text in ("stays & waits", "SNAKE (1)", "The paper, in words, read as -1 .. 0.", "The paper: 0 .. 1.",
                 "Chosen for it: torque.", "Left open: the tail (1 s)",
                 "Range: 0 .. 3.", "(half the step)", "(no time steps)", "fails: 2 is outside of 0 .. 1", "elver run gray",
                 "Calculated by: recursion EEL (4)-(6)", "Calculated by: contact SNAKE (8)-(16)",
                 "4 statements, measured. 1 do not behave"):  # fmt: skip
        assert text in reader.text, text


def test_every_link_of_the_report_leads_somewhere_in_it(verdicts):
    reader = Reader()
    reader.feed(claims_report(verdicts))
    assert {link for link in reader.links if link.startswith("#run-")} == {"#run-1", "#run-2"}
    assert all(link.startswith("#") and link[1:] in reader.anchors for link in reader.links)


def test_a_picture_that_the_run_does_not_have_is_replaced(verdicts):
    run = verdicts[0].runs[0][1]
    assert chosen_picture(run, "contacts") == "contacts"
    assert chosen_picture(run, "no such picture") == "path"


def test_intervals_are_no_tags():
    """ "<= 0" in a page is written so that a browser shows it."""
    claim = refuted("eel", "sinks", "EEL", "m", (-math.inf, 0.0), (1.0, math.inf), lambda b: 2.0)
    page = claims_report(verify([claim]))
    assert "read as &lt;= 0." in page
    assert "Watched: &gt;= 1." in page
    assert "<= 0" not in page


def test_a_narrow_page_hides_nothing(verdicts):
    """What the kinds mean is read in a frame and on a telephone too; the way about is of no use on paper."""
    page = claims_report(verdicts)
    narrow = page[page.index("@media (max-width") : page.index("@media print")]
    assert "display: none" not in narrow
    assert "which is watched" in page
