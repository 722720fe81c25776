"""One look: figures without global state, legends that hide nothing, spikes that are named."""

from __future__ import annotations

import numpy as np
import pytest
from looked_at import words_on_curves

from elver._support.errors import InputError
from elver.viz.style import CYCLE, clip_spikes, legend, new_figure, shown_unit, stretch_of, to_scale, write


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
    axis.plot(curve)
    axis.set(ylabel="torque [N m]")
    clip_spikes([axis], [curve])
    assert axis.get_ylim()[1] == pytest.approx(1.6)
    assert axis.get_ylabel() == "torque [N m]\npeak 500 not shown"
    assert not axis.texts  # where it would lie on a curve


def test_a_spike_is_named_on_the_axis_that_it_is_on():
    _, axes = new_figure(2, sharey=True)
    calm, spiky = np.ones(1000), np.ones(1000)
    spiky[500] = -500.0
    for axis, curve in zip(axes, (calm, spiky), strict=True):
        axis.plot(curve)
        axis.set(ylabel="force [N]")
    clip_spikes(axes, [calm, spiky])
    assert [axis.get_ylabel() for axis in axes] == ["force [N]", "force [N]\npeak 500 not shown"]
    assert axes[0].get_ylim() == axes[1].get_ylim() == pytest.approx((-1.6, 1.6))


def test_titles_and_legends_that_do_not_fit_in_one_line_part():
    """Whatever the length of a machine's name."""
    for name in ("eel", "a-machine-with-a-rather-long-name", "a-name-that-is-even-longer-than-the-longest-one"):
        figure, (axis,) = new_figure()
        for k in range(3):
            axis.plot([0, 1], [0, k], label=f"joint{k}")
        legend(axis, f"{name}: velocity of the base")
        assert words_on_curves(figure) == []


def test_flat_paths_are_drawn_larger_across_and_say_so():
    assert stretch_of(10.0, 5.0) == 1
    assert [stretch_of(1.0, high) for high in (0.15, 0.1, 0.02, 1e-3)] == [1, 2, 10, 200]
    assert stretch_of(0.0, 1.0) == stretch_of(1.0, 0.0) == 1
    _, (axis,) = new_figure()
    to_scale(axis, "xy", 10.0)
    assert axis.get_aspect() == 10
    assert axis.get_ylabel() == "y [m],\ndrawn 10 times larger than x"
    to_scale(axis, "xz")
    assert (axis.get_aspect(), axis.get_ylabel()) == (1, "z [m]")


def test_angles_are_shown_in_degrees_and_all_else_as_it_is():
    assert shown_unit("rad") == ("deg", pytest.approx(57.29577951308232))
    assert shown_unit("rad/s")[0] == "deg/s"
    assert shown_unit("N m/rad") == ("N m/rad", 1.0)


def test_what_lies_far_outside_is_refused(tmp_path):
    figure, (axis,) = new_figure()
    axis.text(1e6, 0.5, "lost")
    with pytest.raises(InputError, match="far outside the picture"):
        write(figure, tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()
