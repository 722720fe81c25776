"""The picture of a machine at its start."""

import numpy as np
import pytest

import elver
from elver.scenarios.explanation import explain
from elver.show.machine import machine_figure, outlines, strip_frame


@pytest.fixture(scope="module")
def eel():
    return explain(elver.scenario("eel").build())


def test_it_is_drawn_and_written(eel, tmp_path):
    machine_figure(eel, tmp_path / "eel.png")
    assert (tmp_path / "eel.png").stat().st_size > 10_000


def test_outlines_are_to_scale(eel):
    """From above the eel is 2.08 m long and 0.13 m wide, from the side 0.18 m high."""
    for view, height in (("xy", 0.13), ("xz", 0.18)):
        solids, strips = outlines(eel, view)
        assert len(solids) == len(strips) == 13
        assert np.ptp(np.vstack(solids), axis=0) == pytest.approx([0.4 + 12 * 0.14, height], rel=1e-2)
        assert np.ptp(np.vstack(strips), axis=0) == pytest.approx([0.4 + 12 * 0.14, height], rel=1e-12)


def test_the_frame_of_a_strip_shows_the_half_axis_that_is_seen(eel):
    strip = eel.model.robot.bodies[0].strip
    assert np.ptp(strip_frame(strip, "xy", np.eye(3)), axis=0) == pytest.approx([0.4, 2 * strip.half_width, 0])
    assert np.ptp(strip_frame(strip, "xz", np.eye(3)), axis=0) == pytest.approx([0.4, 0, 2 * strip.half_height])


@pytest.mark.parametrize("name", ["moth", "scull-40", "gray"])
def test_machines_with_blades_loops_and_without_strips(name):
    explained = explain(elver.scenario(name).build())
    figure = machine_figure(explained)
    marks = {line.get_label(): line.get_xydata() for line in figure.axes[0].lines}
    assert marks["centre of mass"].ravel() == pytest.approx(explained.centre[:2])
