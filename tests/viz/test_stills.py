"""The machine at chosen times, side by side."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError, scenario, simulate
from elver.viz import stills


@pytest.fixture(scope="module")
def run():
    return simulate(scenario("eel").build({"body.joints": 2}), 1.0, progress=False)


@pytest.mark.parametrize("view", ["iso", "top", "-30,10"])
def test_one_panel_for_each_time_all_to_one_scale(run, view):
    panels = [axis for axis in stills(run, [0.0, 0.5, 1.0], view).axes if axis.get_title()]
    assert [axis.get_title() for axis in panels] == ["t = 0 s", "t = 0.5 s", "t = 1 s"]
    widths = [axis.get_xlim()[1] - axis.get_xlim()[0] for axis in panels]
    assert widths == pytest.approx([widths[0]] * 3)
    assert [hasattr(axis, "get_zlim") for axis in panels] == [view != "top"] * 3
    if view == "-30,10":
        assert (panels[0].azim, panels[0].elev) == (-30, 10)


@pytest.mark.parametrize(("count", "shape"), [(1, (1, 1)), (2, (1, 2)), (3, (1, 3)), (4, (2, 2)), (7, (3, 3))])
def test_few_stills_in_space_are_large(run, count, shape):
    figure = stills(run, [0.1 * k for k in range(count)])
    grid = figure.axes[0].get_subplotspec().get_gridspec()
    assert (grid.nrows, grid.ncols) == shape
    width, height = figure.get_size_inches() / np.array([grid.ncols, grid.nrows])
    assert height >= {1: 5.0, 2: 4.0, 3: 3.2}[grid.ncols]
    assert width > 1.35 * height


@pytest.mark.parametrize(
    ("times", "view", "message"),
    [
        ([2.0], "iso", "a still at 2 s lies outside the run, which goes from 0 to 1 s"),
        ([], "iso", "0 stills. Give 1 to 24 times"),
        ([0.5], "above", "view 'above' is not known"),
        ([float("nan")], "iso", "outside the run"),
    ],
)
def test_wrong_times_and_views_are_refused(run, times, view, message):
    with pytest.raises(InputError, match=message):
        stills(run, times, view)


def test_views_of_moving_pictures_are_refused_as_such(run, monkeypatch):
    """None of them follows anything, and nobody has asked for that."""
    from elver.scenarios.definition import Film

    monkeypatch.setattr("elver.viz.animation.film_of", lambda _: Film(scenes={"boat": None}))
    with pytest.raises(InputError, match="view 'boat' is that of a moving picture"):
        stills(run, [0.5], "boat")
