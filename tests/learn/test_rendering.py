"""Pictures of machines at their tasks: what is in them, and where."""

import numpy as np
import pytest
from small_tasks import make_task, small_task

from elver.learn import TaskEnv, TaskVectorEnv
from elver.learn.rendering import smooth
from elver.tasks import Line, Mark, WaterLevel
from elver.viz.machine import GROUNDS
from elver.viz.style import ACCENT, WATER


def pixels(image: np.ndarray, color: str, near: int = 6) -> np.ndarray:
    """Places (row, column) of a colour."""
    wanted = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    return np.argwhere((np.abs(image.astype(int) - wanted) < near).all(axis=-1))


def test_machine_goal_and_trail_are_where_they_should_be():
    env = TaskEnv(small_task(), render_mode="rgb_array")
    env.reset(seed=2)
    image = env.render()
    assert image.shape == (480, 640, 3)
    assert image.dtype == np.uint8
    machine, goal = pixels(image, WATER), pixels(image, ACCENT)
    assert len(machine) > 500
    assert len(goal) > 5
    camera = env.camera
    _, half = camera.windows[0]
    box = camera.scene["axis"].get_window_extent()
    scale = box.height / (2 * half)  # pixels in a metre
    wanted = env.episodes.now.goal[0] - camera.data(0).body_position.values[0, :, :2].mean(axis=0)
    found = (goal.mean(axis=0) - machine.mean(axis=0))[::-1] * [1, -1] / scale
    np.testing.assert_allclose(found, wanted, atol=0.12)  # bodies reach further than their frames
    for _ in range(3):
        env.step(np.array([1.0, -1.0]))
    assert camera.trail(0).shape == (4, 2)
    centre = camera.data(0).com_position.values[0, :2]
    np.testing.assert_allclose(camera.trail(0)[-1], centre, atol=1e-12)
    moved = env.render()
    assert (moved != image).any()
    assert np.array_equal(env.render(), moved), "drawing again changes nothing"
    env.reset()
    assert camera.trail(0).shape == (1, 2)
    env.close()


def test_figures_of_many():
    many = TaskVectorEnv(make_task(goal=None, observation=small_task().observation[:4], reward=small_task().reward[1:]), 2,
                         render_mode="figure")  # fmt: skip
    many.reset(seed=0)
    many.step(np.zeros((2, 2)))
    figures = many.render()
    assert len(figures) == 2
    assert "SmallSwim" in figures[0].axes[0].texts[0].get_text()
    assert figures[0].axes[0].get_xlabel() == "x [m]"
    assert TaskVectorEnv(small_task(), 1).render() is None


def test_lines_and_marks_of_the_world_are_drawn():
    drawn = (Line(lambda goal, x: 0.05 + 0 * x), Mark((0.2, -0.1, 0.0), 0.05))
    env = TaskEnv(make_task(goal=None, observation=small_task().observation[:4], reward=small_task().reward[1:], drawn=drawn),
                  render_mode="rgb_array")  # fmt: skip
    env.reset(seed=1)
    found = pixels(env.render(), ACCENT, near=90)  # a thin line has pale edges
    axis = env.camera.scene["axis"]
    line, mark = axis.lines[0], axis.lines[1]
    np.testing.assert_allclose(line.get_ydata(), 0.05)
    assert (line.get_xdata()[0], line.get_xdata()[-1]) == axis.get_xlim()
    assert (mark.get_xdata()[0], mark.get_ydata()[0]) == (0.2, -0.1)
    row = 480 - axis.transData.transform((0.0, 0.05))[1]
    assert (np.abs(found[:, 0] - row) < 2).sum() > 100, "the line is where it should be"


def test_water_from_the_side():
    env = TaskEnv(make_task(view="xz", drawn=(WaterLevel(-0.05),)), render_mode="rgb_array")
    env.reset(seed=1)
    water = pixels(env.render(), GROUNDS["water"])
    level = 480 - env.camera.scene["axis"].transData.transform((0.0, -0.05))[1]
    assert len(water) > 1000
    rows, counts = np.unique(water[:, 0], return_counts=True)
    assert rows[counts > 100].min() == pytest.approx(level, abs=3)


def test_the_trail_is_a_smooth_curve_through_its_points():
    angle = np.linspace(0, np.pi, 9)
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    curve = smooth(points)
    np.testing.assert_allclose(curve[::6], points)
    assert np.abs(np.linalg.norm(curve[6:-6], axis=1) - 1.0).max() < 5e-3  # chords would be 2e-2 away
