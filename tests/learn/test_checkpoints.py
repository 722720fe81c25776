"""A training that goes on from a file does what it would have done."""

from __future__ import annotations

import numpy as np
import pytest
from small_worlds import Reach

from elver._support.errors import InputError
from elver.learn.ppo import Learner, Settings
from elver.learn.training import restore, save_checkpoint

SMALL = Settings(width=7, horizon=20, epochs=2, batches=2)


def test_a_training_goes_on_as_if_it_had_not_stopped(tmp_path):
    """The machines begin new episodes, as those of ``Reach`` do at the end of each horizon."""
    learner, other = Learner(Reach(4), SMALL, 1), Learner(Reach(4), SMALL, 2)
    for _ in range(2):
        learner.iterate()
    save_checkpoint(learner, tmp_path / "checkpoint.npz")
    restore(other, tmp_path / "checkpoint.npz")
    learner.observation = other.observation = None
    other.seed = learner.seed
    learner.running[:] = 0.0
    learner.iterate()
    other.iterate()
    assert np.array_equal(learner.vector, other.vector)
    assert (other.iterations, other.steps) == (3, 3 * 80)
    assert np.array_equal(learner.policy().mean, other.policy().mean)


def test_what_does_not_fit_is_refused(tmp_path):
    path = save_checkpoint(Learner(Reach(2), SMALL, 0), tmp_path / "checkpoint.npz")
    with pytest.raises(InputError, match="Use the task and the settings"):
        restore(Learner(Reach(2), Settings(width=9), 0), path)
    with pytest.raises(InputError, match="No such file"):
        restore(Learner(Reach(2), SMALL, 0), tmp_path / "none.npz")
    path = Learner(Reach(2), SMALL, 0).policy().save(tmp_path / "policy.npz")
    with pytest.raises(InputError, match="is not a checkpoint"):
        restore(Learner(Reach(2), SMALL, 0), path)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"count": np.array(-1)}, "count = -1 is no count"),
        ({"rate": np.array(np.nan)}, "'rate'"),
        ({"second": np.full(1, np.inf)}, "'second'"),
        ({"words": np.array("[" * 100_000)}, "not a checkpoint"),
        ({"words": np.array('{"rng": {}, "iterations": 1e99, "steps": 1}')}, "iterations = 1e"),
    ],
)
def test_numbers_of_a_damaged_checkpoint_are_refused(tmp_path, change, says):
    path, learner = tmp_path / "checkpoint.npz", Learner(Reach(2), SMALL, 0)
    save_checkpoint(learner, path)
    with np.load(path) as file:
        np.savez(path, **(dict(file) | change))
    with pytest.raises(InputError, match=says):
        restore(learner, path)
