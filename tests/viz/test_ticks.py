"""Numbers and names of axes in space do not lie on each other, also where a machine is long and narrow."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from matplotlib import pyplot as plt

from elver import scenario, simulate
from elver.simulation import Solver
from elver.viz import stills
from elver.viz.animation import HEIGHT, WIDTH, thinned


@pytest.fixture(scope="module")
def eel():
    return simulate(scenario("eel").build({"body.joints": 4}), 0.1, solver=Solver(dt=0.01, check_step=False))


def boxes(axis) -> dict[str, list]:
    """Where the numbers of every axis, and its name, stand in the picture [pixels]."""
    found = {}
    for name in "xyz":
        line = getattr(axis, f"{name}axis")
        texts = [tick.label1 for tick in line.get_major_ticks()[: len(line.get_majorticklocs())]]
        found[name] = [text.get_window_extent() for text in (*texts, line.label) if text.get_text()]
    return found


@pytest.mark.parametrize("view", ["iso", "-20,15", "-70,40"])
def test_numbers_and_names_stand_apart_and_inside_the_picture(eel, view):
    figure = stills(eel, [0.0, 0.05, 0.1], view)
    figure.canvas.draw()
    width, height = figure.canvas.get_width_height()
    for axis in figure.axes[:3]:
        for name, own in boxes(axis).items():
            assert len(own) > 1  # a number at least, and the name
            for one, other in combinations(own, 2):
                assert not one.padded(-1.0).overlaps(other.padded(-1.0)), name
            assert all(box.x0 > -1 and box.x1 < width + 1 and box.y0 > -1 and box.y1 < height + 1 for box in own), name
    plt.close(figure)


def test_ticks_are_left_out_evenly_until_there_is_room():
    ticks = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    for step, kept in ((1.0, 5), (0.6, 3), (0.3, 2), (0.2, 1)):
        assert len(thinned(ticks, np.array([step * WIDTH, 0.0]))) == kept
        assert len(thinned(ticks, np.array([0.0, -step * HEIGHT]))) == kept
    assert thinned(ticks, np.array([0.6 * WIDTH, 0.0])).tolist() == [0.0, 2.0, 4.0]
    assert thinned(ticks, np.zeros(2)).tolist() == [2.0]
    assert thinned(ticks[:0], np.ones(2)).tolist() == []
