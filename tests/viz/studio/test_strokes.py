"""Strokes as files."""

import pytest
from small_file import DRAWN, PADDLE

from elver import InputError
from elver.drive import PeriodicSpline, load_spline
from elver.scenarios import load_text
from elver.viz.studio.worker_process import compile, source_of
from elver.viz.studio.worker_runs import stroke

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


def test_points_are_written_into_the_scenario_file_and_nothing_else_changes():
    points = [0.0, 0.4, 0.25, 0.0, -0.4, -0.1]
    text = stroke({"text": DRAWN, "points": {"hinge": points}})["text"]
    assert text == DRAWN.replace("amplitude, 0.1, 0.0", "amplitude, 0.25, 0.0")  # the one that was moved
    assert load_text(text).build().gait.points["hinge"] == tuple(points)
    assert stroke({"text": text, "points": {"hinge": points}})["text"] == text
    for wrong in (None, {}, {"hinge": "x"}, {"hinge": [1, 2, 3, None]}, {"none": points}, {"hinge": [1.0]}):
        with pytest.raises(InputError):
            stroke({"text": DRAWN, "points": wrong})
    with pytest.raises(InputError, match="no spline"):
        stroke({"text": PADDLE, "points": {"hinge": points}})


def test_a_machine_with_a_drawn_stroke():
    (described,) = compile({"text": DRAWN, "stroke": True})["payload"]["strokes"]
    assert described["points"] == [0.0, 0.4, 0.1, 0.0, -0.4, -0.1]
    assert described["parameters"][2] == "stroke.hinge.2"
    points = {"hinge": [0.0, 0.4, 0.3, 0.0, -0.4, -0.1]}
    own = source_of({"text": DRAWN, "points": points})
    assert list(own.build().gait.points["hinge"]) == points["hinge"]
    assert own.digest != source_of({"text": DRAWN}).digest
    with pytest.raises(InputError):
        source_of({"text": DRAWN, "points": {"hinge": ["x"]}})
