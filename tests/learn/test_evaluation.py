"""Evaluations: whole episodes of every actor."""

from __future__ import annotations

import numpy as np
import pytest
from small_tasks import small_task

from elver._support.errors import InputError
from elver.learn.policy import FRESH, Policy, evaluate
from elver.tasks.episodes import Episodes
from elver.tasks.task import TrainingRecipe


def steady(value: float, observations: int, actions: int) -> Policy:
    """A policy that always answers the same."""
    layer = (np.zeros((observations, actions), np.float32), np.full(actions, value, np.float32))
    return Policy((layer,), np.zeros(observations, np.float32), np.ones(observations, np.float32), np.ones(actions, np.float32))


def test_metrics_are_those_of_the_episodes():
    """Machine after machine by hand, each alone."""
    task, returns, lengths = small_task(), [], []
    for k in range(3):
        own, length = Episodes(task, 1, seed=FRESH + k), 0
        while not (own.terminated[0] or own.truncated[0]):
            own.step(np.full((1, 2), 0.5))
            length += 1
        returns.append(own.returns[0])
        lengths.append(length)
    found = evaluate(task, steady(0.5, own.observations.shape[1], 2), episodes=3)
    assert found.returns == pytest.approx(np.mean(returns), abs=1e-12)
    assert found.deviation == pytest.approx(np.std(returns), abs=1e-12)
    assert found.lengths == np.mean(lengths)
    assert sum(found.terms.values()) == pytest.approx(found.returns, abs=1e-12)
    assert sum(found.endings.values()) == 3
    assert found.success is None


def test_a_baseline_sees_parts_by_name():
    def baseline(seen, time):
        assert seen["goal"].shape == (4, 2)
        assert seen["joint_angles"].shape == (4, 2)
        assert time.shape == (4,)
        return 9.0 * np.ones((4, 2))  # cut to 1

    task = small_task()
    found = evaluate(task, TrainingRecipe(task.name, baseline), episodes=4)
    width = Episodes(task, 1).observations.shape[1]
    assert found == evaluate(task, steady(1.0, width, 2), episodes=4)
    assert found != evaluate(task, "middle", episodes=4)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="has no hand-written baseline"):
        evaluate(small_task(), "baseline", episodes=1)
    with pytest.raises(InputError, match=r"unknown actor 'basline'. Did you mean 'baseline'"):
        evaluate(small_task(), "basline", episodes=1)
    for episodes in (0, 2.5, True):
        with pytest.raises(InputError, match=f"episodes = {episodes}. Give a whole number of 1 or more"):
            evaluate(small_task(), "middle", episodes=episodes)
    with pytest.raises(InputError, match="Give a policy that was trained on it"):
        evaluate(small_task(), steady(0.0, 3, 2), episodes=1)
