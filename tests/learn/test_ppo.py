"""PPO: its gradient against central differences, its parts against plain formulas, and that it learns."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
from small_worlds import Reach

from elver._support.errors import InputError
from elver.learn.policy import forward
from elver.learn.ppo import (
    Adam,
    Learner,
    Networks,
    Rollout,
    Settings,
    Statistics,
    Transition,
    advantages,
    gradient,
    log_chance,
    summed,
)

SMALL = Settings(width=7, hidden=2, horizon=8, epochs=2, batches=2)


def random_samples(rng, networks: Networks, vector, count: int) -> Rollout:
    """Samples whose ratios lie on both sides of the clip, with advantages of both signs."""
    policy, _, spread = networks.split(vector)
    x = rng.standard_normal((count, networks.shapes[0][0]))
    action = rng.standard_normal((count, networks.actions))
    chance = log_chance(action, forward(policy, x)[-1], spread) + 0.4 * rng.standard_normal(count)
    return Rollout(x, action, chance, *rng.standard_normal((3, count)))


@pytest.mark.parametrize("value_clip", [0.0, 0.3])
def test_the_gradient_is_that_of_the_loss(value_clip):
    """Central differences of the loss in double precision, in every direction, with and without the bound on values."""
    rng, settings = np.random.default_rng(3), replace(SMALL, value_clip=value_clip, entropy=0.05, value_weight=0.7)
    networks = Networks(3, 2, settings, dtype=float)
    vector = networks.begin(rng, 0.8) + 0.3 * rng.standard_normal(networks.size)
    samples = random_samples(rng, networks, vector, 40)
    found, other = np.empty(networks.size), np.empty(networks.size)
    gradient(networks, vector, samples, settings, 40, found)
    wanted = np.empty(networks.size)
    for k in range(networks.size):
        step = np.zeros(networks.size)
        step[k] = 1e-6
        up, down = (gradient(networks, vector + s * step, samples, settings, 40, other)[0] for s in (1, -1))
        wanted[k] = (up - down) / 2e-6 / 40
    assert np.abs(wanted).max() > 0.05
    np.testing.assert_allclose(found, wanted, atol=1e-7 * np.abs(wanted).max() + 1e-8)


def test_a_batch_in_chunks_has_one_gradient_whatever_the_threads():
    rng = np.random.default_rng(0)
    one, two = (Learner(Reach(4), SMALL, seed=1, threads=t) for t in (1, 3))
    samples = Rollout(*(a.astype(np.float32) for a in random_samples(rng, one.networks, one.vector, 2500)))
    (a, rest), (b, _) = one.slope(samples), two.slope(samples)
    assert np.array_equal(a, b)
    whole = np.empty_like(a)
    summed_up = gradient(one.networks, one.vector, samples, SMALL, 2500, whole)
    np.testing.assert_allclose(a, whole, rtol=2e-3, atol=2e-6)
    np.testing.assert_allclose(rest, summed_up / 2500, rtol=1e-4)


def test_advantages_are_sums_of_discounted_surprises():
    """GAE eq. 16 written as a double sum, within episodes."""
    rng, settings = np.random.default_rng(1), Settings(discount=0.9, trace=0.8)
    reward, value, after = rng.standard_normal((3, 12, 5))
    ended = rng.random((12, 5)) < 0.2
    surprise = reward + 0.9 * after - value
    wanted = np.zeros((12, 5))
    for machine in range(5):
        for t in range(12):
            for k in range(t, 12):
                wanted[t, machine] += 0.72 ** (k - t) * surprise[k, machine]
                if ended[k, machine]:
                    break
    np.testing.assert_allclose(advantages(reward, value, after, ended, settings), wanted, atol=1e-12)


def test_log_chance_is_that_of_a_gaussian():
    rng = np.random.default_rng(2)
    action, mean, spread = rng.standard_normal((6, 3)), rng.standard_normal((6, 3)), rng.standard_normal(3)
    wanted = [
        sum(math.log(NormalDist(m[k], math.exp(spread[k])).pdf(a[k])) for k in range(3))
        for a, m in zip(action, mean, strict=True)
    ]
    np.testing.assert_allclose(log_chance(action, mean, spread), wanted, rtol=1e-12)


def test_statistics_in_parts_are_those_of_the_whole():
    rows = np.random.default_rng(0).normal(3.0, 2.0, (1000, 2))
    found = Statistics(2)
    for part in np.split(rows, [10, 300]):
        found.see(part)
    np.testing.assert_allclose(found.mean, rows.mean(axis=0), rtol=1e-6)
    np.testing.assert_allclose(found.spread, rows.std(axis=0), rtol=1e-5)


def test_adam_takes_steps_of_the_rate_and_finds_a_minimum():
    vector, adam = np.array([3.0, -2.0]), Adam(2, float)
    adam.step(vector, 2 * vector, 0.1)
    np.testing.assert_allclose(vector, [2.9, -1.9], atol=1e-4)
    for _ in range(400):
        adam.step(vector, 2 * vector, 0.1)
    assert np.abs(vector).max() < 0.05


def test_a_short_training_repeats_bitwise_and_follows_its_seed():
    def trained(seed: int, threads: int) -> np.ndarray:
        learner = Learner(Reach(6), SMALL, seed, threads)
        for _ in range(3):
            learner.iterate()
        return learner.vector

    assert np.array_equal(trained(4, 1), trained(4, 2))
    assert not np.array_equal(trained(4, 1), trained(5, 1))


def test_training_improves_the_return():
    """A point that is pushed to a place: the return of a policy that does nothing is about -8, of a good one about -2."""
    learner = Learner(Reach(64), Settings(width=16, horizon=20, rate=3e-3), seed=0, threads=1)
    rows = [learner.iterate() for _ in range(40)]
    assert rows[0]["return"] < -6.0
    assert rows[-1]["return"] > -3.0
    assert learner.steps == 40 * 20 * 64


@pytest.mark.parametrize("ends", [False, True])
def test_time_that_is_up_is_no_end(ends):
    """A world that pays 1 for ever, every value known to be 3: what comes after time is up counts, after an end nothing does."""
    learner = Learner(Forever(2, ends), Settings(width=8, horizon=5, discount=0.9, trace=1.0), seed=0, threads=1)
    learner.networks.split(learner.vector)[1][-1][0][:] = 0.0
    learner.networks.split(learner.vector)[1][-1][1][:] = 3.0
    learner.scaled = lambda reward, ended: reward
    target = learner.collect()[0].target.reshape(5, 2)
    wanted = [sum(0.9**k for k in range(left)) + (0.0 if ends else 3.0 * 0.9**left) for left in (5, 4, 3, 2, 1)]
    np.testing.assert_allclose(target, np.array(wanted)[:, None].repeat(2, axis=1), rtol=1e-6)


class Forever:
    """A reward of 1 at every step; every fifth step the time is up, or all is over."""

    observations, actions = 1, 1

    def __init__(self, machines: int, ends: bool):
        self.machines, self.ends, self.k = machines, ends, 0

    def reset(self, seed: int) -> np.ndarray:
        self.k = 0
        return self.seen()

    def seen(self) -> np.ndarray:
        return np.full((self.machines, 1), self.k % 5 / 5)

    def step(self, action: np.ndarray) -> Transition:
        self.k += 1
        over = np.full(self.machines, self.k % 5 == 0)
        last = np.full((self.machines, 1), 1.0)
        return Transition(self.seen(), np.ones(self.machines), over & self.ends, over & (not self.ends), last, {}, over)


def test_metrics_of_steps_without_an_end_are_not_a_number():
    row = summed([{"return": np.array([]), "length": np.array([])}, {"return": np.array([]), "length": np.array([])}])
    assert row["episodes"] == 0
    assert np.isnan(row["return"])


def test_settings_have_bounds():
    with pytest.raises(InputError, match=r"settings.discount = 1.5 is not allowed"):
        Settings(discount=1.5)
