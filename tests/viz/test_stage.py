"""The machine on its stage: inside the picture at every sample, whether the camera stays or follows."""

from __future__ import annotations

import json

import numpy as np
import pytest
from matplotlib.colors import rgb_to_hsv

from elver import Body, Joint, Model, Robot, Run, scenario, simulate
from elver.drive import Spring
from elver.scenarios.definition import Film
from elver.simulation import Solver
from elver.viz.animation import Camera, camera_of, staged
from elver.viz.machine import draw_around, draw_solid, hulls, moves_in_space, room
from elver.viz.style import new_figure


@pytest.fixture(scope="module")
def away():
    """An eel that is carried off."""
    run = simulate(scenario("eel").build({"body.joints": 2}), 0.2, progress=False)
    data = run.data.copy()
    for name in ("base_position", "body_position", "com_position"):
        data[name] = data[name] + 100.0 * data.time
    return Run(data)


@pytest.fixture(scope="module")
def flaps():
    """A stroke of flapping wings."""
    moth = scenario("moth-tethered")
    return simulate(moth.build(), 0.04, solver=Solver(dt=moth.dt), progress=False)


def window(axis, solid: bool) -> np.ndarray:
    return np.array([axis.get_xlim(), axis.get_ylim(), *([axis.get_zlim()] if solid else [])]).T


@pytest.mark.parametrize("view", ["xy", "xz", "yz", "3d"])
def test_a_camera_that_follows_keeps_the_machine_in_a_window_of_one_size(away, view):
    figure, draw = staged(away, Film(), Camera(view, follows=True, own=False))
    places, sizes = [0, 1, 2] if view == "3d" else ["xyz".index(c) for c in view], []
    for sample in (0, 10, 20):
        draw(sample)
        low, high = window(figure.axes[0], view == "3d")
        sizes.append(high - low)
        for triangles in hulls(away.data, sample).values():
            points = triangles.reshape(-1, 3)[:, places]
            assert (points > low).all()
            assert (points < high).all()
    assert np.ptp(sizes, axis=0) == pytest.approx(0.0, abs=1e-9)
    assert sizes[0].max() < 5.0  # not the twenty metres of its way


@pytest.mark.parametrize("view", ["xy", "3d"])
def test_a_camera_that_stays_shows_the_whole_way(away, view):
    figure, draw = staged(away, Film(), Camera(view))
    before = window(figure.axes[0], view == "3d")
    draw(20)
    assert window(figure.axes[0], view == "3d") == pytest.approx(before)
    assert (before[1] - before[0]).max() > 20.0
    assert "t =  200.0 ms" in figure.axes[0].get_title()


def test_space_is_to_scale(away):
    figure, _ = staged(away, Film(), Camera("3d", follows=True, own=False))
    low, high = window(figure.axes[0], True)
    shares = figure.axes[0]._box_aspect
    assert np.ptp(np.asarray(shares) / (high - low)) < 1e-9


def test_bodies_have_colours_of_their_own(away):
    how = Film(colors=lambda data: ["#ff0000" if k else "#0000ff" for k in range(data.sizes["body"])])
    figure, _ = staged(away, how, Camera("3d"))
    faces = figure.axes[0].collections[0].get_facecolor()
    assert (faces[:, 0] > faces[:, 2]).any()
    assert (faces[:, 2] > faces[:, 0]).any()


def test_bodies_have_colours_of_their_own_from_the_side_too(away):
    how = Film(colors=lambda data: ["#ff0000" if k else "#0000ff" for k in range(data.sizes["body"])])
    figure, _ = staged(away, how, Camera("xz"))
    (machine,) = figure.axes[0].collections
    first, *others = (tuple(face[:3]) for face in machine.get_facecolor())
    assert (first, set(others)) == ((0, 0, 1), {(1, 0, 0)})


@pytest.mark.parametrize(
    ("view", "level", "drawn"), [("xz", 0.0, 1), ("yz", 0.0, 1), ("xy", 0.0, 0), ("xz", 50.0, 0), ("xz", None, 0)]
)
def test_the_water_from_the_side(away, view, level, drawn):
    """A surface within the picture, once, however many samples are drawn: up to its level, a line in front of the machine."""
    run = Run(away.data.assign_attrs(surroundings=json.dumps({"water": level})))
    figure, draw = staged(run, Film(), Camera(view))
    draw(1)
    lines = [line for line in figure.axes[0].lines if list(line.get_ydata()) == [level, level]]
    assert len(lines) == drawn
    assert len(figure.axes[0].collections) == 1 + drawn
    if drawn:
        box = figure.axes[0].collections[0].get_paths()[0].get_extents()
        assert (box.y0, box.y1) == pytest.approx((figure.axes[0].get_ylim()[0], level))


def test_water_has_a_surface_and_obstacles_lie_on_the_ground():
    own = scenario("gray")
    gray = simulate(own.prepared(), 0.01, solver=Solver(dt=own.dt)).data
    _, (axis,) = new_figure(subplot_kw={"projection": "3d"})
    draw_around(axis, gray, *room(gray))
    assert len(axis.collections) == 1
    floating = gray.assign_attrs(surroundings='{"water": 0.0}')
    draw_around(axis, floating, *room(gray))
    assert len(axis.collections) == 3
    draw_around(axis, gray.assign_attrs(surroundings='{"water": null}'), np.full(3, 50.0), np.ones(3))
    assert len(axis.collections) == 3  # nothing is near


def test_a_machine_without_shapes_is_drawn_as_lines():
    bare = [Body("a", 1.0, (0, 0, 0), np.eye(3)), Body("b", 1.0, (0.1, 0, 0), np.eye(3))]
    model = Model("bare", Robot("bare", bare, [Joint("j", "a", "b", d=0.5, mode="passive")]), elastic=Spring())
    data = simulate(model, 0.01).data
    _, (axis,) = new_figure(subplot_kw={"projection": "3d"})
    draw_solid(axis, data, 0)
    assert len(axis.collections) == 1


def test_a_drawing_in_space_shows_light_forces_and_what_bodies_are(flaps):
    """The moth is seen in space; its thorax and its wings differ in colour, sides in light; its box is in millimetres."""
    camera = camera_of(flaps, Film(), None, None)
    assert camera.solid
    figure, _ = staged(flaps, Film(), camera)
    (axis,) = figure.axes
    assert axis.get_zlabel() == "z [mm]"
    faces = [c for c in axis.collections if type(c).__name__ == "Poly3DCollection"]
    body, wings = (np.unique(c.get_facecolor()[:, :3].round(3), axis=0) for c in faces[:2])
    assert len(body) > 5  # lit from one side
    hue = [rgb_to_hsv(colours).mean(axis=0)[0] for colours in (body, wings)]
    assert abs(hue[0] - hue[1]) > 0.03


def test_which_machines_move_in_space(flaps, away):
    assert moves_in_space(flaps.data)
    assert not moves_in_space(away.data)
