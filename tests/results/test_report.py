"""Lines of a run's table are made from what its measures say of themselves."""

from __future__ import annotations

import math

import pytest
from odd_machines import chain, waving

import elver
from elver.results.summary import factor, report_rows, shown, shown_rows


@pytest.mark.parametrize(
    ("text", "value", "unit", "line"),
    [
        ("{.3g deg} up", math.pi, "rad", "180 deg up"),
        ("heave {.3g mm}", 0.0123, "m", "heave 12.3 mm"),
        ("{.1f N}", 2.345, "N", "2.3 N"),
        ("{.4g} net", 0.5, "1", "0.5 net"),
        ("{.4g J} net", None, "J", "- J net"),
        ("{.99999f N}", 1.0, "N", "{.99999f N}"),
        ("{0.__class__}", 1.0, "N", "{0.__class__}"),
    ],
)
def test_a_number_in_its_place(text, value, unit, line):
    assert shown(text, value, unit) == line


def test_parts_of_a_line_follow_one_another_and_a_line_without_numbers_says_why():
    words = {
        "a": {"unit": "m", "shown": "first: {.2g m}"},
        "b": {"unit": "m", "shown": "second: {.2g m}", "absent": "too short"},
        "c": {"unit": "1", "shown": "first: twice {.2g}"},
        "d": {"unit": "1"},
    }
    assert shown_rows("abcd", {"a": 1.0, "b": 2.0, "c": None, "d": 4.0}, words) == [("first", "1 m, twice -"), ("second", "2 m")]
    assert shown_rows("b", {"b": None}, words) == [("second", "- (too short)")]


def test_a_run_has_its_lines_and_a_short_form():
    run = elver.simulate(elver.scenario("moth-tethered"), 0.04)
    rows = dict(report_rows(run))
    assert rows["status"] == "finished: reached 0.04 s"
    assert "pitch turned" not in rows
    assert "mean lift" in rows["wings"]
    assert rows["cost of transport"].startswith("- (the machine stayed where it was, or hovered")
    assert repr(run).startswith("Run of moth-tethered: finished, 0.04 s")
    assert "warning" not in repr(run)
    assert "mean lift" in run._repr_html_()
    short = dict(report_rows(elver.simulate(elver.scenario("moth-tethered"), 0.01)))
    assert short["wings"].startswith("- (the run is shorter than one stroke")


def test_a_run_in_short_counts_its_warnings():
    run = elver.simulate(waving(chain(2, limit=1e-6)), 2.0, solver=elver.Solver(dt=0.01), save=elver.Save(every=0.2))
    assert [w["check"] for w in run.summary["warnings"]] == ["samples", "torque limit"]
    assert repr(run).endswith(", 2 warnings (summary['warnings'])")


def test_times_faster():
    assert (factor(None), factor(12.3), factor(0.123)) == ("-", "12", "0.1")
