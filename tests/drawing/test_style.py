"""One look: figures without global state, legends that hide nothing, spikes that are named."""

from __future__ import annotations

import numpy as np
import pytest

from elver.drawing.style import CYCLE, clip_spikes, legend, new_figure, write
from elver.errors import InputError


def test_figures_have_the_common_colours_and_no_frame():
    figure, axes = new_figure(2, 2)
    assert len(axes) == 4
    lines = [axes[0].plot([0, 1], [0, k])[0] for k in range(3)]
    assert [line.get_color() for line in lines] == list(CYCLE[:3])
    assert not axes[0].spines["top"].get_visible()
    assert figure.canvas.manager is None


def test_long_legends_stand_beside_the_axis():
    _, (short, long) = new_figure(2)
    short.plot([0, 1], label="a")
    legend(short, "title")
    for k in range(6):
        long.plot([0, k], label=f"a rather long name {k}")
    legend(long)
    assert short.get_legend().get_bbox_to_anchor() is not None
    assert short.get_title(loc="left") == "title"
    assert len(long.get_legend().get_texts()) == 6


def test_spikes_are_cut_off_and_named():
    _, (axis,) = new_figure()
    curve = np.ones(1000)
    curve[500] = 500.0
    clip_spikes(axis, [curve])
    assert axis.get_ylim()[1] == pytest.approx(1.6)
    assert "peak 500 not shown" in axis.texts[0].get_text()


def test_what_lies_far_outside_is_refused(tmp_path):
    figure, (axis,) = new_figure()
    axis.text(1e6, 0.5, "lost")
    with pytest.raises(InputError, match="far outside the picture"):
        write(figure, tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()
