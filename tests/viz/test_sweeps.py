"""Every kind of sweep has a picture; what did not finish is marked in it."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

import elver
from elver.viz import sweep_figures
from elver.viz.style import styled


def made_up(axes: dict, failed: int = 0):
    """A data set as a sweep makes it, with numbers of its own."""
    shape = tuple(len(v) for v in axes.values())
    values = np.arange(np.prod(shape), dtype=float).reshape(shape) + 1
    status = np.full(shape, "finished", dtype="<U12")
    status.flat[:failed], values.flat[:failed] = "diverged", np.nan
    variables = {"status": (tuple(axes), status), "mean_speed": (tuple(axes), values, {"units": "m/s"})}
    variables["peak_torque"] = ((*axes, "joint"), np.stack([values, -2 * values], axis=-1), {"units": "N m"})
    return xr.Dataset(variables, {k: list(v) for k, v in axes.items()}, {"model": "eel"})


def test_one_parameter_is_a_curve_and_failures_are_marked():
    figure = sweep_figures(made_up({"a": [1.0, 2.0, 3.0]}, failed=1), names="mean_speed")["mean_speed"]
    (axis,) = figure.axes
    curve, mark = axis.lines[0], axis.lines[1]
    assert np.array_equal(curve.get_ydata()[1:], [2.0, 3.0])
    assert mark.get_xdata()[0] == 1.0
    assert "did not finish" in [t.get_text() for t in axis.get_legend().get_texts()]
    assert axis.get_ylabel() == "mean speed [m/s]"


@pytest.mark.parametrize(
    "axes", [{"a": [1.0, 2.0, 3.0]}, {"a": [1.0, 2.0, 3.0], "b": ["x", "y"]}, {"a": [1.0, 2.0], "b": [3.0, 4.0]}]
)
def test_figures_that_cannot_be_trusted_are_ringed(axes):
    data = made_up(axes)
    data["trusted"] = data.status == "finished"
    plain = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0]
    data.trusted[dict.fromkeys(axes, 1)] = False
    axis = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0]
    assert len(axis.lines) == len(plain.lines) + 1
    assert "not to be trusted" in [t.get_text() for t in axis.get_legend().get_texts()]


def test_rings_cover_no_tile_and_a_map_of_doubts_alone_says_so():
    data = made_up({"a": np.linspace(1.0, 2.0, 20), "b": np.linspace(3.0, 4.0, 20)})
    data["trusted"] = data.a > 1.5
    (rings,) = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0].lines
    assert rings.get_markersize() < 72 * 5.0 / 20 / 3  # a third of a tile's height at most
    data["trusted"] = data.status == "none"
    axis = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0]
    assert not axis.lines
    assert "not to be trusted: none of the 400 cases" in axis.get_title(loc="left")


def test_two_parameters_are_a_heat_map_with_numbers():
    figure = sweep_figures(made_up({"a": [1.0, 2.0, 3.0], "b": [0.1, 0.2]}, failed=2), names=["peak_torque"])["peak_torque"]
    axis = figure.axes[0]
    (mesh,) = axis.collections
    grid = mesh.get_array()
    assert grid.shape == (2, 3)  # b upwards, a to the right
    assert grid[0, 1] == 6.0  # the largest of both joints at a = 2, b = 0.1
    assert grid.mask.sum() == 2
    crosses = axis.lines[0]
    assert sorted(zip(crosses.get_xdata(), crosses.get_ydata(), strict=True)) == [(1.0, 0.1), (1.0, 0.2)]
    assert len(axis.texts) == 4


@pytest.mark.parametrize(
    ("style", "columns", "written"), [(None, 6, True), ("paper", 6, True), (None, 12, True), ("paper", 12, False)]
)
def test_numbers_that_do_not_fit_into_their_tiles_are_left_out(style, columns, written):
    """All or none of them: in a paper's column twelve do not stand beside each other."""
    data = made_up({"a": list(np.linspace(0.0, 1.0, columns)), "b": [1.0, 2.0, 3.0]})
    data["mean_speed"] = data.mean_speed * 0.0111
    with styled(style):
        axis = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0]
    figure = axis.figure
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in axis.texts]
    assert len(boxes) == (3 * columns if written else 0)
    assert not any(one.overlaps(other) for k, one in enumerate(boxes) for other in boxes[:k])


def test_words_are_curves_and_further_parameters_are_slices():
    data = made_up({"law": ["paper", "kirchhoff"], "a": [1.0, 2.0, 3.0], "c": [5.0, 6.0, 7.0]})
    figure = sweep_figures(data, names="mean_speed")["mean_speed"]
    (axis,) = figure.axes
    assert [t.get_text() for t in axis.get_legend().get_texts()] == ["law = paper", "law = kirchhoff"]
    assert "at c = 6" in axis.get_title(loc="left")
    assert np.array_equal(axis.lines[1].get_ydata(), data.mean_speed.values[1, :, 1])


def test_bad_requests_are_refused(tmp_path):
    data = made_up({"a": [1.0, 2.0]})
    with pytest.raises(elver.InputError, match="Did you mean 'mean_speed'"):
        sweep_figures(data, names="mean_sped")
    with pytest.raises(elver.InputError, match="picture format"):
        sweep_figures(data, tmp_path, formats=["gif"])
    with pytest.raises(elver.InputError, match="nothing to draw"):
        sweep_figures(made_up({"a": [1.0, 2.0]}, failed=2))


def test_cases_whose_turn_has_not_come_are_no_failures():
    data = made_up({"a": [1.0, 2.0, 3.0]}, failed=1)
    data["status"] = data.status.where(data.status == "finished", "not run")
    axis = sweep_figures(data, names="mean_speed")["mean_speed"].axes[0]
    assert len(axis.lines) == 1  # no mark
    assert "1 of 3 cases not run yet" in axis.get_title(loc="left")
    stopped = made_up({"a": [1.0, 2.0]}, failed=2)
    stopped["status"] = stopped.status.where(stopped.status == "finished", "not run")
    with pytest.raises(elver.InputError, match=r"none of the 2 cases of this sweep has been run.*--resume goes on"):
        sweep_figures(stopped)
