"""The picture of a machine at its start."""

import numpy as np
import pytest

import elver
import elver.robot
import elver.scenarios.files
from elver.scenarios.explanation import explain
from elver.viz.model_figures import machine_figure, outlines, strip_frame


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


# --- names, axes, what sits on bodies -------------------------------------------------------------------------------------

VEHICLE = """\
elver: 1
name: vehicle
machine:
  bodies:
    trunk: {shape: {type: ellipsoid, a1: 0.3, a2: 0.1, a3: 0.1}, density: 1000}
    fin: {shape: {type: plate, l1: 0.1, l2: 0.005, l3: 0.15, at: [-0.05, 0, 0]}, density: 1000}
    mast: {shape: {type: rod, length: 0.1, radius: 0.01, e1: [0, 0, 1], e2: [1, 0, 0]}, density: 1000}
  joints:
    tail: {parent: trunk, child: fin, at: [-0.3, 0, 0], axis: [0, 0, 1]}
    lift: {parent: trunk, child: mast, type: prismatic, at: [0, 0, 0.1], axis: [0, 0, 1]}
media:
  water: {type: morison}
  port: {type: thruster, body: trunk, diameter: 80 mm, at: [-0.1, 0.12, 0], rate: 5}
  starboard: {type: thruster, body: trunk, diameter: 80 mm, at: [-0.1, -0.12, 0], rate: 5}
  up: {type: thruster, body: trunk, diameter: 60 mm, axis: [0, 0, 1], at: [0.1, 0, 0.1], rate: 2}
drive: {gait: {type: hold, angles: {tail: 0, lift: 0}}}
run: {duration: 1 s}
"""
CHAIN = """\
elver: 1
name: chain
machine:
  base: planar
  bodies: {head: {shape: {type: rod, length: 0.1, radius: 0.02}, density: 1000}}
  chain:
    - count: 19
      after: head
      body: {name: "link{i}", shape: {type: rod, length: 0.1, radius: 0.02}, density: 1000}
      joint: {name: "joint{i}", d: 0.1}
media: {water: {type: morison}}
drive: {gait: {type: serpenoid, joints: "joint*", amplitude: 20 deg, frequency: 1 Hz}}
run: {duration: 1 s}
"""
BOAT = """\
elver: 1
name: boat
machine: {bodies: {hull: {mass: 102, inertia: [5, 50, 50]}}}
media:
  water:
    type: hull
    body: hull
    hydrostatics: {restoring: [[12000, 0, 0], [0, 900, 0], [0, 0, 24000]], buoyancy: 1000.62}
  gravity: {type: gravity}
run: {duration: 1}
"""


def written(axis) -> dict[str, np.ndarray]:
    """The boxes of the names on an axis [pixels], without what leads to them."""
    renderer = axis.figure.canvas.get_renderer()
    texts = [text for text in axis.texts if text.get_text()]
    boxes = [super(type(text), text).get_window_extent(renderer) for text in texts]
    return {text.get_text(): np.array([[b.x0, b.y0], [b.x1, b.y1]]) for text, b in zip(texts, boxes, strict=True)}


def explained_of(name):
    texts = {"vehicle": VEHICLE, "chain": CHAIN, "boat": BOAT}
    scenario = elver.scenarios.load_text(texts[name]) if name in texts else elver.scenario(name)
    return explain(scenario.build())


@pytest.mark.parametrize("name", ["eel", "scull-40", "vehicle", "chain", "moth"])
def test_names_do_not_overlap_and_most_are_written(name):
    explained = explained_of(name)
    figure = machine_figure(explained)
    figure.draw_without_rendering()
    bodies = {body.name for body in explained.model.robot.bodies if not body.virtual}
    for axis in figure.axes:
        found = written(axis)
        boxes = list(found.values())
        for k, one in enumerate(boxes):
            for other in boxes[k + 1 :]:
                assert not ((one[0] < other[1]) & (other[0] < one[1])).all(), found
        told = {part for text in found for part in text.split(", ")}
        assert len(bodies & told) >= 0.9 * len(bodies)


def test_joint_axes_thrusters_and_the_boat_are_shown():
    """Axes as they point: about z a ring from above, a line from the side. Arrows of thrusters lie along the thrust."""
    figure = machine_figure(explained_of("vehicle"))
    above, side = figure.axes
    legend = [text.get_text() for text in above.get_legend().get_texts()]
    assert {"joint axes", "joint axes, end on", "thrusters and fittings"} <= set(legend)
    rings = next(line for line in above.lines if line.get_label() == "joint axes, end on").get_xydata()
    assert [-0.3, 0.0] in rings.round(9).tolist()
    segments = np.array([s for own in side.collections if own.get_zorder() == 5 for s in own.get_segments()])
    upright = segments[np.abs(segments[:, :, 0] + 0.3).max(axis=1) < 1e-9]
    assert len(upright) == 1
    assert upright[0].mean(axis=0) == pytest.approx([-0.3, 0])
    arrows = {(tuple(np.round(a.xyann, 6)), tuple(np.round(a.xy, 6))) for a in above.texts if a.arrowprops and not a.get_text()}
    assert any(start == (-0.1, 0.12) and end[0] > -0.1 and end[1] == 0.12 for start, end in arrows)
    assert {"port", "starboard", "up"} <= set(written(above))


def test_a_hull_without_a_shape_is_drawn_as_it_floats():
    """As long as a waterplane of that pitch stiffness: half 2 sqrt(G_pitch / G_heave); the surface of the water with it."""
    explained = explained_of("boat")
    figure = machine_figure(explained)
    (boat,) = [own for own in figure.axes[0].collections if own.get_label() == "boat"]
    corners = boat.get_paths()[0].vertices
    assert np.ptp(corners, axis=0) == pytest.approx([4 * np.sqrt(2), 4 * np.sqrt(900 / 12000)], rel=1e-2)
    assert "surface of the water" in [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    scull = machine_figure(explained_of("scull-40"))
    assert "boat" in [text.get_text() for text in scull.axes[0].get_legend().get_texts()]


def test_a_strip_that_is_turned_is_as_wide_as_it_is_seen():
    """A flat section turned by an angle about its axis shows sqrt((a cos)^2 + (b sin)^2); end on it is the section."""
    c, s = np.cos(0.4), np.sin(0.4)
    turned = elver.robot.Strip(np.zeros(3), np.array([[1, 0, 0], [0, c, -s], [0, s, c]]), 1.0, 0.1, 0.02)
    assert np.ptp(strip_frame(turned, "xy", np.eye(3)), axis=0)[1] == pytest.approx(2 * np.hypot(0.1 * c, 0.02 * s))
    upright = elver.robot.Strip(np.zeros(3), np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0.0]]), 1.0, 0.1, 0.02)
    assert np.ptp(strip_frame(upright, "xy", np.eye(3)), axis=0)[:2] == pytest.approx([0.2, 0.04])
