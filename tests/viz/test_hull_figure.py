"""Pictures of hull coefficients and of drawn motions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import InputError
from elver.drive import PeriodicSpline
from elver.systems.scull.robot import scull_hull
from elver.viz.model_figures import hull_figure, spline_figure


def test_fit_is_drawn_against_the_table(tmp_path):
    c = scull_hull()
    figure = hull_figure(c, tmp_path / "hull.png")
    dots, line = figure.axes[0].lines[:2]
    assert len(dots.get_xdata()) == len(c.table.frequencies)
    assert np.abs(np.interp(dots.get_xdata(), *line.get_data()) - dots.get_ydata()).max() < 0.02 * dots.get_ydata().max()
    assert (tmp_path / "hull.png").stat().st_size > 5000
    without = replace(c, memory=c.memory.restricted((2,)))
    assert len(hull_figure(without).axes) == 3  # pitch is left out
    with pytest.raises(InputError, match="radiates"):
        hull_figure(without, freedoms=(4,))
    with pytest.raises(InputError, match="no table"):
        hull_figure(replace(c, table=None))


def test_motion_is_drawn_with_its_polygon(tmp_path):
    spline = PeriodicSpline({"knee": [2.0, 1.5, 0.3, 0.2, 1.0], "oar": [-1.0, 0.0, 0.8, 0.1]}, 2.2, 0.4)
    figure = spline_figure(spline, tmp_path / "stroke.png")
    polygon, curve = figure.axes[0].lines[:2]
    assert len(polygon.get_xdata()) == 6
    assert polygon.get_ydata()[0] == polygon.get_ydata()[-1]
    assert curve.get_ydata()[0] == pytest.approx(curve.get_ydata()[-1], abs=1e-9)
    assert (tmp_path / "stroke.png").stat().st_size > 5000
