"""Pictures of trainings can be opened and show what they should."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image
from small_tasks import make_task

from elver.learn.rendering import curve_figure, draw_curves, film, still
from elver.viz.style import new_figure


def test_curves_and_marks():
    curve = [{"seconds": 1.0, "return": math.nan}, {"seconds": 2.0, "return": 3.0}, {"seconds": 4.0, "return": 5.0}]
    _, (axis,) = new_figure()
    draw_curves(axis, {"seed 0": curve}, {"baseline": 4.0}, "Task")
    line, mark = axis.get_lines()
    assert line.get_xydata().tolist() == [[2.0, 3.0], [4.0, 5.0]]
    assert set(np.ravel(mark.get_ydata())) == {4.0}


def test_files(tmp_path):
    task = make_task(duration=0.2)
    with Image.open(film(task, "middle", tmp_path / "episode.gif")) as image:
        assert image.n_frames == 5
    for path in (still(task, "middle", tmp_path / "end.png"), curve_figure([], {"middle": 1.0}, "Task", tmp_path / "c.png")):
        with Image.open(path) as image:
            assert min(image.size) > 200
