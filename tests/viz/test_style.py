"""One look: figures without global state, legends that hide nothing, spikes that are named."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from looked_at import words_on_curves
from matplotlib.text import Text

from elver._support.errors import InputError
from elver.viz.plots import say_below
from elver.viz.style import CYCLE, clip_spikes, finished, legend, new_figure, shown_unit, stretch_of, styled, to_scale, write


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
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("x [m]  (y drawn 10 times larger)", "y [m]")
    to_scale(axis, "xz")
    assert (axis.get_aspect(), axis.get_xlabel(), axis.get_ylabel()) == (1, "x [m]", "z [m]")


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


# Machado, Oliveira, Fernandes 2009: what linear RGB looks like to people without one of the three kinds of cones.
BLIND = {
    "nobody": np.eye(3),
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def seen(colour: str, matrix) -> np.ndarray:
    """CIE L*a*b* of a colour as somebody sees it."""
    srgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    linear = np.clip(matrix @ np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4), 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ linear / [0.9505, 1, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("kind", BLIND)
def test_colours_are_told_apart_by_the_colour_blind(kind):
    """The first five curves of a figure; differences below 10 are hard to see. A usual red beside a usual green fails."""

    def least(colours) -> float:
        points = [seen(c, np.asarray(BLIND[kind])) for c in colours]
        return min(np.linalg.norm(a - b) for a, b in itertools.combinations(points, 2))

    assert least(CYCLE[:5]) > 15
    assert kind != "protanopia" or least(["#c8553d", "#3a7d44"]) < 10


def test_small_machines_have_handy_units():
    figure, (left, middle, right) = new_figure(1, 3)
    left.plot([0.0, 0.004], [0.0, 0.02])
    left.set(xlabel="x [m]", ylabel="torque [N m]", xticks=[0.0, 0.002, 0.004])
    middle.plot([0.0, 4.0], [0.0, 0.02])
    middle.set(xlabel="x [m]", ylabel="torque [N m]\npeak 0.3 not shown")
    right.plot([0.0, 0.02], [1e-3, 1e-2])
    right.set(xlabel="time [s]", ylabel="error [m]", yscale="log")
    finished(figure)
    figure.draw_without_rendering()
    assert (left.get_xlabel(), left.get_ylabel()) == ("x [mm]", "torque [mN m]")
    assert [text.get_text() for text in left.get_xticklabels()] == ["0", "2", "4"]
    assert (middle.get_xlabel(), middle.get_ylabel()) == ("x [m]", "torque [N m]\npeak 0.3 not shown")
    assert (right.get_xlabel(), right.get_ylabel()) == ("time [s]", "error [m]")


def test_both_axes_of_a_plane_to_one_scale_have_one_unit():
    figure, (flat, tiny, larger) = new_figure(1, 3)
    for axis, wide, stretch in ((flat, 0.3, 1.0), (tiny, 0.03, 1.0), (larger, 3.0, 10.0)):
        axis.plot([0.0, wide], [0.0, 0.02])
        to_scale(axis, "xy", stretch)
        axis.set(xlim=(0.0, wide), ylim=(0.0, 0.05), adjustable="box")
    finished(figure)
    assert (flat.get_xlabel(), flat.get_ylabel()) == ("x [m]", "y [m]")
    assert (tiny.get_xlabel(), tiny.get_ylabel()) == ("x [mm]", "y [mm]")
    assert larger.get_ylabel() == "y [mm]"


def styled_figure(style):
    with styled(style):
        figure, axes = new_figure(2, size=(7.2, 5.0))
        for k in range(6):
            axes[0].plot([0, 1], [0, k], label=f"curve number {k}")
        axes[0].set(xlabel="time [s]", ylabel="speed [m/s]")
        legend(axes[0], "a-machine-with-a-rather-long-name: what all of its joints do over the last of its periods")
        say_below(figure, ["Warning: something is not as it should be, and this text says it in rather many words"], "red")
        return finished(figure)


@pytest.mark.parametrize(("style", "wide", "low", "high"), [("paper", 3.5, 7.0, 8.0), ("slides", 10.0, 14.0, 18.0)])
def test_styles_have_the_size_and_letters_of_their_place(style, wide, low, high, tmp_path):
    """And nothing hangs over the edge, or lies on the title: what is written is no wider than the figure."""
    figure = styled_figure(style)
    assert figure.get_figwidth() == wide
    sizes = [text.get_fontsize() for text in figure.findobj(Text) if text.get_text()]
    assert min(sizes) >= low
    assert max(sizes) <= high
    write(figure, tmp_path / "a.svg")
    box = figure.drawn_part
    assert box.width < wide + 0.3
    renderer = figure.canvas.get_renderer()
    axis = figure.axes[0]
    words, labels = axis._left_title.get_window_extent(renderer), axis.get_legend().get_window_extent(renderer)
    assert not words.overlaps(labels)
    assert labels.x1 <= (wide + 0.1) * figure.dpi


def test_the_screen_is_as_before():
    figure = styled_figure(None)
    assert tuple(figure.get_size_inches()) == (7.2, 5.0)
    with pytest.raises(InputError, match="paper"), styled("poster"):
        pass


@pytest.mark.parametrize("style", ["paper", "slides"])
def test_a_path_to_scale_fills_its_panel(style):
    """A flat path in a narrow figure: its curve takes most of the range along x, and the panel is not a slit."""
    with styled(style):
        figure, (axis,) = new_figure(size=(7.2, 2.4))
        x = np.linspace(-9.0, 0.0, 200)
        axis.plot(x, 0.06 * np.sin(6 * x), label="base (head)")
        axis.plot(x, 0.0 * x, label="centre of mass")
        to_scale(axis, "xy", 20.0)
        legend(axis, "eel: path in the x-y plane")
        finished(figure)
    figure.canvas.draw()
    low, high = axis.get_xlim()
    assert 9.0 / (high - low) > 0.8
    box = axis.get_window_extent()
    assert box.height > 0.15 * box.width
    down, up = axis.get_ylim()
    assert box.height / (up - down) == pytest.approx(20.0 * box.width / (high - low), rel=1e-6)  # still to scale


def test_labels_of_low_panels_do_not_run_into_each_other():
    with styled("paper"):
        figure, axes = new_figure(3, size=(7.2, 5.0))
        for k, axis in enumerate(axes):
            axis.plot([0, 1], [0, 1])
            axis.set_ylabel(f"link{k} [N]\npeak 25.3 of joint5, 105 of joint4 not shown")
        finished(figure)
    figure.canvas.draw()
    boxes = [axis.yaxis.label.get_window_extent() for axis in axes]
    assert not any(one.overlaps(other) for one, other in itertools.pairwise(boxes))
