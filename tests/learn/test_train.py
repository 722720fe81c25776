"""Trainings: they improve, repeat, stop, keep what there is."""

from __future__ import annotations

import csv
import math

import numpy as np
import pytest
from small_tasks import small_task
from small_worlds import Reach

from elver._support.errors import InputError
from elver.learn.ppo import Learner, Settings
from elver.learn.training import Best, learn, train, write_curve

SMALL = Settings(width=8, horizon=10, epochs=2, batches=2)


def test_iterations_repeat_bitwise(tmp_path):
    """The same machines, seed and iterations give the same policy; a checkpoint and a curve are written."""
    one, two = (
        train(small_task(), seed=3, machines=6, settings=SMALL, iterations=3, folder=tmp_path / name, progress=False)
        for name in ("one", "two")
    )
    x = np.random.default_rng(0).standard_normal((4, one.policy.observations))
    assert np.array_equal(one.policy.act(x), two.policy.act(x))
    assert one.steps == 3 * 10 * 6
    assert [row["steps"] for row in one.curve] == [60, 120, 180]
    assert one.policy.about["task"] == "SmallSwim"
    more = train(
        small_task(), seed=3, machines=6, settings=SMALL, iterations=1, resume=tmp_path / "one" / "checkpoint.npz", progress=False
    )
    assert more.steps == 4 * 60


def test_learning_improves_and_the_best_policy_is_kept():
    learner = Learner(Reach(64), Settings(width=16, horizon=20, rate=3e-3), seed=1, threads=1)
    result = learn(learner, None, 30, None, False, {"task": "Reach"})
    assert result.curve[0]["return"] < -6.0
    assert result.best > -3.5
    assert result.best >= max(row["return"] for row in result.curve) - 1e-12
    assert result.policy.about["mean_return"] == result.best
    place = np.array([[0.4, 0.0, 0.0]])
    assert result.policy.act(place)[0, 0] < -0.3


def test_time_is_kept_and_ctrl_c_keeps_what_there_is():
    learner = Learner(Reach(4), SMALL, seed=0, threads=1)
    result = learn(learner, 0.2, None, None, False, {})
    assert 0.2 <= result.seconds < 2.0
    iterate, count = learner.iterate, iter(range(3))

    def stopped():
        if next(count) == 2:
            raise KeyboardInterrupt
        return iterate()

    learner.iterate = stopped
    result = learn(learner, 60.0, None, None, False, {})
    assert result.stopped
    assert len(result.curve) == 2


def test_the_best_is_a_mean_over_enough_episodes():
    best = Best(Reach(10))
    assert not best.improved({"episodes": 0, "return": math.nan})
    assert not best.improved({"episodes": 4, "return": 5.0})
    assert best.improved({"episodes": 8, "return": 2.0})
    assert best.value == pytest.approx((4 * 5.0 + 8 * 2.0) / 12)
    assert not best.improved({"episodes": 10, "return": 1.0})
    assert best.improved({"episodes": 10, "return": 4.0})
    assert best.value == 4.0


def test_a_curve_is_written_as_csv(tmp_path):
    rows = [{"seconds": 1.0, "steps": 10, "return": math.nan}, {"seconds": 2.0, "steps": 20, "return": 0.5}]
    with write_curve(rows, tmp_path / "curve.csv").open() as file:
        assert list(csv.DictReader(file))[1] == {"seconds": "2", "steps": "20", "return": "0.5"}


def test_wrong_wishes_are_refused():
    for wish in ({"seed": -1}, {"seconds": 0.0}, {"seconds": math.nan}):
        with pytest.raises(InputError):
            train(small_task(), **{"machines": 2, "settings": SMALL, **wish})
