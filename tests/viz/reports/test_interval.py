"""Intervals drawn to scale."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

import pytest

from elver.scenarios import Verdict, ambiguous, confirmed, refuted
from elver.viz.reports.claims import MARGIN, WIDTH, axis_of, interval_picture

ABOUT = ("eel", "swims", "EEL", "m/s")


def drawn(verdict: Verdict) -> dict[str, list[ElementTree.Element]]:
    """Parts of the picture by their class."""
    found: dict[str, list[ElementTree.Element]] = {}
    for part in ElementTree.fromstring(interval_picture(verdict)):
        found.setdefault(part.attrib["class"], []).append(part)
    return found


def test_bars_and_dot_lie_to_scale():
    parts = drawn(Verdict(refuted(*ABOUT, (1.0, 2.0), (4.0, 5.0), lambda b: 0.0), 4.5, error=0.25))
    (paper,), (band,), (dot,) = parts["paper"], parts["band"], parts["good"]
    unit = float(paper.attrib["width"])
    assert float(band.attrib["width"]) == pytest.approx(unit, abs=0.11)
    assert float(dot.attrib["cx"]) - float(paper.attrib["x"]) == pytest.approx(3.5 * unit, abs=0.4)
    line = parts["error"][0]
    assert float(line.attrib["x2"]) - float(line.attrib["x1"]) == pytest.approx(0.5 * unit, abs=0.11)


def test_ends_without_bound_reach_the_edge_and_failures_are_marked():
    parts = drawn(Verdict(confirmed(*ABOUT, (0.0, math.inf), lambda b: 0.0), -0.5))
    paper = parts["paper"][0]
    assert float(paper.attrib["x"]) + float(paper.attrib["width"]) == pytest.approx(WIDTH)
    assert "bad" in parts
    assert "good" not in parts


def test_the_other_choice_and_the_range_are_shown():
    claim = ambiguous(*ABOUT, None, (2.0, 2.2), (1.0, 3.0), "x", lambda b: 0.0, (lambda b: 0.0, lambda b: 0.0))
    parts = drawn(Verdict(claim, 2.1, (1.5, 2.5)))
    assert len(parts["other"]) == 2
    assert {"range", "other", "band"} <= set(parts)
    assert "paper" not in parts
    assert 'aria-label="paper &gt;= 0, measured -0.5 m/s"' in interval_picture(
        Verdict(confirmed(*ABOUT, (0.0, math.inf), lambda b: 0.0), -0.5)
    )


def test_numbers_far_apart_stand_on_a_logarithmic_axis():
    place = axis_of([1e-7, 1e-3])
    assert place(1e-5) == pytest.approx(WIDTH / 2)
    assert MARGIN < place(1e-7) < place(1e-3) < WIDTH - MARGIN


def test_a_claim_without_a_number_is_drawn_without_a_dot():
    picture = interval_picture(Verdict(confirmed(*ABOUT, (0.0, 1.0), lambda b: 0.0), math.nan))
    assert "circle" not in picture
    assert not re.search(r"=\"nan", picture)


def test_an_error_that_is_no_number_has_no_bar():
    picture = interval_picture(Verdict(confirmed(*ABOUT, (0.0, 1.0), lambda b: 0.0), 0.5, error=math.nan))
    assert "circle" in picture
    assert "nan" not in picture


def test_an_interval_too_narrow_for_its_digits_is_one_number():
    parts = drawn(Verdict(confirmed(*ABOUT, (0.000431, 0.00043100001), lambda b: 0.0), 0.01))
    assert [part.text for part in parts["said"]] == ["0.000431"]


def test_an_error_that_was_not_measured_has_no_bar():
    claim = confirmed(*ABOUT, (0.0, 1.0), lambda b: 0.0)
    assert 'class="error"' not in interval_picture(Verdict(claim, 0.5))
    assert interval_picture(Verdict(claim, 0.5, error=0.1)).count('class="error"') == 3
