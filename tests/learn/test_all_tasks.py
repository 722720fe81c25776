"""Every task of the published machines passes all checkers."""

import pytest
from gymnasium.utils.env_checker import check_env

from elver.learn import TaskEnv, check_vector_env
from elver.tasks import all_tasks


@pytest.mark.long
@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_checkers(task):
    check_env(TaskEnv(task), skip_render_check=True)
    check_vector_env(task, machines=3, steps=12, size=0.7)
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    checker.check_env(TaskEnv(task), skip_render_check=True)


@pytest.mark.long
@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_pictures(task):
    env = TaskEnv(task, render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    env.step(env.action_space.sample())
    assert first.shape == (480, 640, 3)
    assert (env.render() != first).any()
