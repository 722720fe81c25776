"""Strokes as files."""

import pytest

from elver import InputError, PeriodicSpline, load_spline
from elver.studio.work.strokes import stroke

GIVEN = {"points": {"a": [0.0, 1.0, 0.5, -0.5]}, "period": 1.5, "drive": 0.45, "drive_end": 0.5, "start": 0.1}


def test_a_stroke_is_saved_as_a_file_that_the_engine_reads(tmp_path):
    (tmp_path / "stroke.json").write_text(stroke({"stroke": GIVEN})["text"])
    assert load_spline(tmp_path / "stroke.json") == PeriodicSpline(**GIVEN)


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {},
        {"points": {"a": [1, 2, 3, 4]}},
        {**GIVEN, "more": 1},
        {**GIVEN, "period": -1},
        {**GIVEN, "points": {"a": [1, 2]}},
    ],
)
def test_what_is_no_stroke_is_refused(wrong):
    with pytest.raises(InputError):
        stroke({"stroke": wrong})
