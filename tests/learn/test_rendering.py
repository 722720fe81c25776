"""Pictures of machines at their tasks: what is in them, and where."""

import numpy as np

from elver.drawing.style import ACCENT, WATER
from elver.learn import TaskEnv, TaskVectorEnv
from small_tasks import make_task, small_task


def pixels(image: np.ndarray, color: str) -> np.ndarray:
    """Places (row, column) of a colour."""
    wanted = [int(color[k : k + 2], 16) for k in (1, 3, 5)]
    return np.argwhere((np.abs(image.astype(int) - wanted) < 6).all(axis=-1))


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
    assert len(camera.trail) == 4
    moved = env.render()
    assert (moved != image).any()
    assert np.array_equal(env.render(), moved), "drawing again changes nothing"
    env.reset()
    assert len(camera.trail) == 1
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
