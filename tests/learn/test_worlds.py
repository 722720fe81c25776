"""Worlds: machines of a task that begin anew by themselves, and environments of Gymnasium."""

from __future__ import annotations

import numpy as np
import pytest
from small_tasks import small_task

from elver.learn.training import APART, GymnasiumWorld, TaskWorld
from elver.tasks.episodes import Episodes


def test_a_world_does_what_its_episodes_do():
    """Episodes of a world are those of ``Episodes`` that are reset by hand, to the last bit; the first ones are cut short."""
    world, own = TaskWorld(small_task(), 3), Episodes(small_task(), 3)
    seen = world.reset(5)
    assert np.array_equal(seen, own.reset(seed=5 * APART))
    rng, counted = np.random.default_rng(0), 0
    for _ in range(45):
        action = rng.uniform(-1, 1, (3, world.actions))
        step = world.step(action)
        last, reward, terminated, truncated = (np.array(a) for a in own.step(action))
        ended = step.terminated | step.truncated
        assert not (truncated & ~ended).any()
        assert np.array_equal(step.reward, reward)
        assert np.array_equal(step.last[ended], last[ended])
        assert np.array_equal(step.terminated, terminated)
        if ended.any():
            own.reset(ended)
        assert np.array_equal(step.observation, own.observations)
        assert set(step.noted) == ({"reached"} if ended.any() else set())
        assert world.episodes.now.time == pytest.approx(world.episodes.stepper.time, abs=1e-12)
        counted += int(step.counted.sum())
    assert counted >= 3


def test_first_episodes_are_not_counted_and_do_not_end_together():
    world = TaskWorld(small_task(), 8)
    world.reset(0)
    ends = [world.step(np.zeros((8, world.actions))) for _ in range(20)]
    first = np.array([step.truncated.any() for step in ends])
    assert first.sum() > 3
    assert not any(step.counted.any() for step in ends[:10])


def test_gymnasium_gives_its_last_observation():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.vector import AutoresetMode, SyncVectorEnv

    mode = AutoresetMode.SAME_STEP
    vector = SyncVectorEnv([lambda: gymnasium.make("Pendulum-v1", max_episode_steps=4)] * 2, autoreset_mode=mode)
    world = GymnasiumWorld(vector)
    assert (world.observations, world.actions) == (3, 1)
    world.reset(0)
    for k in range(1, 5):
        step = world.step(np.ones((2, 1)))
        assert step.truncated.tolist() == [k == 4] * 2
    assert not np.allclose(step.last, step.observation)
    assert world.half.tolist() == [2.0]
