"""Environments: Gymnasium's checkers, many machines against Gymnasium's own loop over single ones, bad actions, names."""

import sys
import warnings
from types import SimpleNamespace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from small_tasks import make_task, small_task

import elver.learn
from elver._support.errors import InputError
from elver.learn import TaskEnv, TaskVectorEnv, check_vector_env, register_task
from elver.tasks.from_file import OWN


@pytest.fixture(autouse=True, scope="module")
def named():
    register_task(small_task())
    yield
    gymnasium.registry.pop(small_task().id)
    OWN.pop("SmallSwim")


def test_gymnasiums_checker_has_no_complaint():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*observation space (minimum|maximum) value is -?infinity.*")
        check_env(gymnasium.make("elver/SmallSwim-v0").unwrapped, skip_render_check=True)


@pytest.mark.parametrize("size", [0.1, 1.0])
def test_all_autoreset_modes_equal_gymnasiums_loop_to_the_last_bit(size):
    check_vector_env(small_task(), machines=3, steps=45, size=size)


def test_the_checker_finds_what_differs(monkeypatch):
    monkeypatch.setattr(TaskVectorEnv, "_after_reset", lambda self, waiting: {})
    with pytest.raises(AssertionError, match="NEXT_STEP: step"):
        check_vector_env(small_task(), machines=2, steps=25)


def test_made_by_name():
    many = gymnasium.make_vec("elver/SmallSwim-v0", num_envs=4, vectorization_mode="vector_entry_point")
    assert isinstance(many, TaskVectorEnv)
    assert many.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert many.metadata["render_fps"] == 20
    first, infos = many.reset(seed=3)
    assert first.shape == (4, 15)
    assert infos["values"]["water.drag"].shape == (4,)
    same, _ = gymnasium.make("elver/SmallSwim-v0").reset(seed=5)
    assert (first[2] == same).all()
    short = gymnasium.make_vec("elver/SmallSwim-v0", num_envs=2, max_episode_steps=2, autoreset_mode="SameStep")
    short.reset(seed=0)
    assert [short.step(np.zeros((2, 2)))[3].tolist() for _ in range(3)] == [[False] * 2, [True] * 2, [False] * 2]


def test_buffers_or_copies():
    for copy in (True, False):
        many = TaskVectorEnv(small_task(), 2, copy=copy)
        first, _ = many.reset(seed=0)
        kept = first.copy()
        second, *_ = many.step(np.full((2, 2), 0.5))
        assert (first is second) is (not copy)
        assert (first == kept).all() == copy


def test_first_reset_without_a_seed_differs_from_env_to_env():
    seen = [TaskEnv(small_task()).reset()[0] for _ in range(2)]
    assert (seen[0] != seen[1]).any()
    seen = [TaskVectorEnv(small_task(), 2).reset()[0] for _ in range(2)]
    assert (seen[0] != seen[1]).any()


def test_bad_actions():
    one = TaskEnv(small_task())
    one.reset(seed=0)
    wanted = one.step(np.full(2, 0.1))[0]
    one.reset(seed=0)
    for bad, words in (
        (np.array([np.nan, 0.0]), "not all finite numbers"),
        (np.zeros(3), r"Give \(1, 2\)"),
        (np.zeros((1, 2)), "Give 2 numbers"),
        (0.0, "Give 2 numbers"),
    ):
        with pytest.raises(InputError, match=words):
            one.step(bad)
    assert (one.step(np.full(2, 0.1))[0] == wanted).all(), "nothing has changed"
    many = TaskVectorEnv(small_task(), 2)
    many.reset(seed=0)
    _, rewards, ended, _, infos = many.step(np.array([[np.nan, 0.0], [0.0, 0.0]]))
    assert ended.tolist() == [True, False]
    assert rewards[0] == -1.0
    assert infos["ended"].tolist() == ["refused", None]
    _, rewards, ended, _, infos = many.step(np.array([[np.nan, 0.0], [0.0, 0.0]]))  # it only waits for its reset
    assert ended.tolist() == [False, False]
    assert rewards[0] == 0.0
    with pytest.raises(InputError, match=r"Give \(2, 2\)"):
        many.step(np.zeros((3, 2)))


def test_bad_resets():
    many = TaskVectorEnv(small_task(), 2, autoreset_mode=AutoresetMode.DISABLED)
    many.reset(seed=[4, None])
    for mask in (np.array([True]), np.array([False, False]), np.array([1, 0])):
        with pytest.raises(InputError, match="reset_mask"):
            many.reset(options={"reset_mask": mask})
    with pytest.raises(InputError, match="3 seeds for 2 machines"):
        many.reset(seed=[1, 2, 3])
    many.step(np.array([[np.nan, 0.0], [0.0, 0.0]]))
    with pytest.raises(InputError, match="have ended are stepped on"):
        many.step(np.zeros((2, 2)))
    many.reset(options={"reset_mask": np.array([True, False])})
    assert many.episodes.now.count.tolist() == [0, 1]


@pytest.mark.parametrize("duration", [-1, 0, 0.07, np.nan, np.inf, "long", True])
def test_bad_durations(duration):
    for kind, count in ((TaskEnv, ()), (TaskVectorEnv, (2,))):
        with pytest.raises(InputError, match=r"duration = .*whole number of intervals of 0.05 s"):
            kind(small_task(), *count, duration=duration)


def test_bad_seeds():
    one, many = TaskEnv(small_task()), TaskVectorEnv(small_task(), 2)
    for seed in (-1, 1.5, True, "a", 2**63):
        for env in (one, many):
            with pytest.raises(InputError, match=r"seed = .*whole number from 0 to 92"):
                env.reset(seed=seed)
    for seeds in ([-1, 0], [0.5, 1], np.array([1.0, 2.0])):
        with pytest.raises(InputError, match="or 2 of them, one per machine"):
            many.reset(seed=seeds)
    with pytest.raises(InputError, match="seed = "):
        one.reset(seed=[1])
    assert (one.reset(seed=np.int64(7))[0] == many.reset(seed=np.array([7, 3]))[0][0]).all()


def test_words_that_mean_nothing():
    for options in ({"render_mode": "human"}, {"tensors": "jax"}):
        with pytest.raises(InputError, match="Choose"):
            TaskVectorEnv(small_task(), 1, **options)
    with pytest.raises(InputError, match="Choose"):
        TaskEnv(small_task(), render_mode="human")
    with pytest.raises(InputError, match=r"unknown task 'elver/SmallSwin-v0'. Did you mean 'SmallSwim'"):
        TaskEnv("elver/SmallSwin-v0")
    with pytest.raises(InputError, match="there is a task 'SmallSwim' already"):
        register_task(make_task(version=1))


def test_tensors_of_rewards_and_observations_have_one_type(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(from_dlpack=np.from_dlpack))
    many = TaskVectorEnv(small_task(), 2, tensors="torch")
    many._taken = np.asarray  # in place of a tensor's own way
    seen, _ = many.reset(seed=1)
    _, rewards, ended, _, _ = many.step(np.zeros((2, 2)))
    assert rewards.dtype == seen.dtype == many.single_observation_space.dtype
    assert ended.dtype == bool


def test_tensors_without_torch_are_refused_at_once(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)  # not installed
    with pytest.raises(InputError, match=r"'torch' is not installed, which tensors='torch' needs. Install it: pip install torch"):
        TaskVectorEnv(small_task(), 2, tensors="torch")


def test_tensors_share_the_memory():
    torch = pytest.importorskip("torch")
    many = TaskVectorEnv(small_task(), 2, tensors="torch", copy=False)
    seen, _ = many.reset(seed=0)
    assert isinstance(seen, torch.Tensor)
    seen, rewards, ended, _, _ = many.step(torch.zeros(2, 2))
    assert rewards.dtype == torch.float64
    assert ended.dtype == torch.bool
    assert seen.data_ptr() == many.episodes.observations.ctypes.data


def test_the_room_names_its_parts():
    assert "TaskVectorEnv" in dir(elver.learn) or elver.learn.TaskVectorEnv is TaskVectorEnv
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        elver.learn.Nothing
