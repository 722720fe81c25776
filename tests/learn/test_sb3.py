"""Stable-Baselines3: its checker, and its way of ending episodes, against the vector environment itself."""

import numpy as np
import pytest
from small_tasks import small_task

from elver._support.errors import InputError
from elver.learn import TaskEnv, TaskVectorEnv

sb3 = pytest.importorskip("stable_baselines3")


def test_the_checker_has_no_complaint():
    from stable_baselines3.common.env_checker import check_env

    check_env(TaskEnv(small_task()), skip_render_check=True)


def test_ends_as_it_wants_them():
    from elver.learn import sb3_env

    own = sb3_env(TaskVectorEnv(small_task(), 3))
    other = TaskVectorEnv(small_task(), 3, autoreset_mode="SameStep")
    own.seed(7)
    assert (own.reset() == other.reset(seed=7)[0]).all()
    rng, ended = np.random.default_rng(0), 0
    for _ in range(25):
        action = rng.uniform(-1, 1, (3, 2)).astype(np.float32)
        seen, rewards, done, infos = own.step(action)
        wanted, gains, terminated, truncated, said = other.step(action)
        assert (seen == wanted).all()
        assert (rewards == gains.astype(np.float32)).all()
        assert (done == terminated | truncated).all()
        for k in np.flatnonzero(done):
            assert (infos[k]["terminal_observation"] == said["final_obs"][k]).all()
            assert infos[k]["TimeLimit.truncated"] == truncated[k]
            assert infos[k]["ended"] == said["final_info"]["ended"][k]
            assert 1 <= infos[k]["episode"]["l"] <= 20
            ended += 1
        assert all(infos[k] == {} for k in np.flatnonzero(~done))
    assert ended > 0
    assert own.get_attr("render_mode") == [None] * 3
    assert own.env_is_wrapped(TaskEnv, 0) == [False]
    assert own.env_method("reset", seed=1, indices=[0])[0][0].shape == (3, 15)
    own.close()


@pytest.mark.long
def test_it_learns_a_little():
    from elver.learn import sb3_env

    sb3.PPO("MlpPolicy", sb3_env(TaskVectorEnv(small_task(), 16)), n_steps=16, batch_size=128, n_epochs=1).learn(512)


def test_what_it_refuses():
    from elver.learn import sb3_env

    with pytest.raises(InputError, match="takes a vector environment of Elver"):
        sb3_env(TaskEnv(small_task()))
