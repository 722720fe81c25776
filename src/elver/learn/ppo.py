"""Proximal policy optimisation in NumPy alone: networks, gradients, advantages, and the learner that steps a world."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np

from elver.learn.policy import Policy, forward, standardised
from elver.quantities import check_quantities, quantity


class World(Protocol):
    """Machines to learn on. A machine whose episode has ended begins the next one within the same step."""

    machines: int
    observations: int
    actions: int

    def reset(self, seed: int) -> np.ndarray:
        """First observations (machines, observations)."""

    def step(self, action: np.ndarray) -> Transition:
        """One control step with actions (machines, actions) within -1 and 1."""


class Transition(NamedTuple):
    """What a step brings, one row per machine.

    observation: of the new episode where one has ended.   reward.   terminated: nothing comes after.   truncated: time is up.
    last: observations before a new episode began; read where ``truncated`` only.   counted: machines whose whole episode ended in
    this step.   noted: further metrics of those episodes by name, one number for each.
    """

    observation: np.ndarray
    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    last: np.ndarray
    noted: Mapping[str, np.ndarray]
    counted: np.ndarray


# --- Proximal policy optimisation in NumPy alone, for hundreds of machines that run at once.
#
# J. Schulman et al., "Proximal policy optimization algorithms", 2017 (PPO); J. Schulman et al., "High-dimensional continuous
# control using generalized advantage estimation", 2016 (GAE). The learning rate follows the divergence of the policy from
# update to update, as is usual with many machines (N. Rudin et al., "Learning to walk in minutes using massively parallel deep
# reinforcement learning", 2022): no schedule has to know how long it will take.
#
# The gradient of the loss is written out by hand (``gradient``), below the derivation. A batch is cut into chunks of a fixed
# size, threads share them and their gradients are added in order: the numbers do not depend on how many threads there are.

_CHUNK = 1024  # samples whose gradient is computed at once: their layers fit the processor's cache
_SLOWEST, _FASTEST = 1e-5, 3e-3  # bounds of the learning rate
_LOWEST, _HIGHEST = -3.0, 0.7  # bounds of the logarithm of the standard deviation of an action


@dataclass(frozen=True)
class Settings:
    """What a training is made with."""

    horizon: int = quantity(32, "1", "control steps of every machine between updates", low=2)
    epochs: int = quantity(4, "1", "times that every sample is used", low=1)
    batches: int = quantity(8, "1", "batches into which the samples are cut", low=1)
    discount: float = quantity(0.99, "1", "worth of a reward one control step later", low=0.0, high=1.0)
    trace: float = quantity(0.95, "1", "lambda of the generalised advantage", low=0.0, high=1.0)
    clip: float = quantity(0.2, "1", "change of the probability of an action beyond which it earns nothing", above=0.0)
    value_clip: float = quantity(0.0, "1", "change of a value beyond which it earns nothing; 0 for no such bound", low=0.0)
    value_weight: float = quantity(1.0, "1", "weight of the error of the values", low=0.0)
    entropy: float = quantity(0.0, "1", "weight of the entropy of the actions", low=0.0)
    rate: float = quantity(1e-3, "1", "learning rate at the beginning", above=0.0)
    divergence: float = quantity(0.012, "1", "divergence of the policy in an update that the learning rate aims at", above=0.0)
    norm: float = quantity(1.0, "1", "length at which the gradient is cut", above=0.0)
    width: int = quantity(64, "1", "units of a hidden layer", low=1, high=4096)
    hidden: int = quantity(2, "1", "hidden layers", low=1, high=8)
    deviation: float = quantity(0.6, "1", "standard deviation of the actions at the beginning", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "settings")


# --- networks as views of one vector ----------------------------------------------------------------------------------


class Networks:
    """Policy and value network; all their numbers are one vector, and a vector of gradients has the same places."""

    def __init__(self, observations: int, actions: int, settings: Settings, dtype: Any = np.float32):
        inner = [settings.width] * settings.hidden
        self.shapes = [observations, *inner, actions], [observations, *inner, 1]
        self.actions, self.dtype = actions, dtype
        self.size = actions + sum((a + 1) * b for widths in self.shapes for a, b in pairwise(widths))

    def split(self, vector: np.ndarray) -> tuple[list, list, np.ndarray]:
        """Layers of the policy, layers of the value, logarithms of the standard deviations: views of the vector."""
        at, networks = 0, []
        for widths in self.shapes:
            layers = []
            for a, b in pairwise(widths):
                layers.append((vector[at : at + a * b].reshape(a, b), vector[at + a * b : at + (a + 1) * b]))
                at += (a + 1) * b
            networks.append(layers)
        return networks[0], networks[1], vector[at:]

    def begin(self, rng: np.random.Generator, deviation: float) -> np.ndarray:
        """Orthogonal layers; the last one of the policy is small, so that it begins near 0."""
        vector = np.zeros(self.size, dtype=self.dtype)
        policy, value, spread = self.split(vector)
        for layers, last in ((policy, 0.01), (value, 1.0)):
            for k, (weights, _) in enumerate(layers):
                gain = last if k == len(layers) - 1 else np.sqrt(2.0)
                tall = np.linalg.qr(rng.standard_normal((max(weights.shape), min(weights.shape))))[0]
                weights[:] = gain * (tall if weights.shape[0] >= weights.shape[1] else tall.T)
        spread[:] = np.log(deviation)
        return vector


def _backward(layers: Any, found: list[np.ndarray], slope: np.ndarray, into: Any) -> None:
    """Gradients of a network's layers, into ``into``, from the slope of the loss over its output."""
    for k in range(len(layers) - 1, -1, -1):
        into[k][0][:] = found[k].T @ slope
        into[k][1][:] = slope.sum(axis=0)
        if k:
            slope = (slope @ layers[k][0].T) * (1.0 - found[k] * found[k])


class Rollout(NamedTuple):
    """What an update learns from, one row per sample: log-probability of the action and value as they were when it was taken."""

    observation: np.ndarray
    action: np.ndarray
    chance: np.ndarray
    value: np.ndarray
    advantage: np.ndarray
    target: np.ndarray


def log_chance(action: np.ndarray, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Logarithm of the density of actions under a Gaussian with independent components; ``spread``: log of its deviations."""
    z = (action - mean) * np.exp(-spread)
    return -0.5 * (z * z).sum(axis=1) - spread.sum() - 0.5 * len(spread) * np.log(2 * np.pi).astype(mean.dtype)


def gradient(networks: Networks, vector: np.ndarray, s: Rollout, settings: Settings, count: int, out: np.ndarray) -> np.ndarray:
    """Gradient, into ``out``, of the part that some samples have in the mean loss over ``count``; loss and divergence, summed.

    With r = exp(l - l0), l the log-probability of the action now, A the advantage, R the target, v the value and e the clip:

        L = -min(r A, clip(r, 1 - e, 1 + e) A) + w max((v - R)^2, (v0 + clip(v - v0, -c, c) - R)^2) / 2 - h sum(log sigma)

    dL/dl = -r A where the first of min's two is taken, else 0;     dl/dmean = (a - mean) / sigma^2;
    dl/dlog sigma = ((a - mean) / sigma)^2 - 1;                      dL/dv = w (v - R) where the first of max's two is taken.
    The divergence is that of the old policy from the new one, estimated by r - 1 - log r.
    """
    policy, value, spread = networks.split(vector)
    policy_out, value_out, spread_out = networks.split(out)
    layers, values = forward(policy, s.observation), forward(value, s.observation)
    z = (s.action - layers[-1]) * np.exp(-spread)
    change = log_chance(s.action, layers[-1], spread) - s.chance
    ratio = np.exp(np.clip(change, -20.0, 20.0))
    plain, cut = ratio * s.advantage, np.clip(ratio, 1 - settings.clip, 1 + settings.clip) * s.advantage
    slope = np.where(plain <= cut, -plain, 0).astype(vector.dtype)[:, None] / count
    _backward(policy, layers, slope * z * np.exp(-spread), policy_out)
    spread_out[:] = (slope * (z * z - 1)).sum(axis=0) - settings.entropy * len(ratio) / count

    v = values[-1][:, 0]
    error, first = v - s.target, np.ones(len(v), dtype=bool)
    worst = error * error
    if settings.value_clip > 0:
        other = s.value + np.clip(v - s.value, -settings.value_clip, settings.value_clip) - s.target
        first = worst >= other * other
        worst = np.maximum(worst, other * other)
    _backward(value, values, np.where(first, settings.value_weight * error, 0).astype(vector.dtype)[:, None] / count, value_out)
    loss = -np.minimum(plain, cut).sum() + 0.5 * settings.value_weight * worst.sum() - settings.entropy * spread.sum() * len(v)
    return np.array([loss, (ratio - 1 - change).sum()], dtype=float)


def advantages(reward: Any, value: Any, after: Any, ended: Any, settings: Settings) -> np.ndarray:
    """Generalised advantages (GAE eq. 16), backwards in time; ``after``: values one step later, 0 where nothing follows.

    All are (steps, machines). An episode that has ended passes nothing back to the one before it.
    """
    found, running = np.empty_like(reward), np.zeros_like(reward[0])
    for k in range(len(reward) - 1, -1, -1):
        surprise = reward[k] + settings.discount * after[k] - value[k]
        running = surprise + settings.discount * settings.trace * np.where(ended[k], 0, running)
        found[k] = running
    return found


# --- what is kept along a training ------------------------------------------------------------------------------------


class Statistics:
    """Mean and variance of rows seen so far (Chan's parallel formula)."""

    def __init__(self, width: int):
        self.count, self.mean, self.variance = 1e-4, np.zeros(width), np.ones(width)

    def see(self, rows: np.ndarray) -> None:
        n, mean, variance = len(rows), rows.mean(axis=0, dtype=float), rows.var(axis=0, dtype=float)
        total, apart = self.count + n, mean - self.mean
        self.variance = (self.count * self.variance + n * variance + apart**2 * self.count * n / total) / total
        self.mean = self.mean + apart * n / total
        self.count = total

    @property
    def spread(self) -> np.ndarray:
        return np.sqrt(self.variance) + 1e-6


class Adam:
    """D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1."""

    def __init__(self, size: int, dtype: Any):
        self.first, self.second, self.count = np.zeros(size, dtype), np.zeros(size, dtype), 0

    def step(self, vector: np.ndarray, slope: np.ndarray, rate: float) -> None:
        self.count += 1
        self.first += 0.1 * (slope - self.first)
        self.second += 0.001 * (slope * slope - self.second)
        scale = np.sqrt(1 - 0.999**self.count) / (1 - 0.9**self.count)
        vector -= rate * scale * self.first / (np.sqrt(self.second) + 1e-7)


class Learner:
    """A training: machines, networks and what is known about both. ``iterate`` collects samples and learns from them."""

    def __init__(self, world: World, settings: Settings, seed: int = 0, threads: int | None = None):
        self.world, self.settings, self.seed = world, settings, seed
        self.rng = np.random.default_rng(seed)
        self.networks = Networks(world.observations, world.actions, settings)
        self.vector = self.networks.begin(self.rng, settings.deviation)
        self.adam, self.rate = Adam(self.networks.size, np.float32), settings.rate
        self.seen, self.returns = Statistics(world.observations), Statistics(1)
        self.iterations = self.steps = 0
        self.threads = threads or os.cpu_count() or 1
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.observation: np.ndarray | None = None
        self.running, self.earned, self.length = (np.zeros(world.machines) for _ in range(3))

    def policy(self, **about: Any) -> Policy:
        """The policy as it is now."""
        layers, _, spread = self.networks.split(self.vector.copy())
        mean, width = self.seen.mean.astype(np.float32), self.seen.spread.astype(np.float32)
        return Policy(tuple(layers), mean, width, np.exp(spread), about)

    def iterate(self) -> dict[str, Any]:
        """Collect ``horizon`` control steps of all machines and learn from them; metrics of the episodes that ended."""
        samples, row = self.collect()
        row |= self.update(samples)
        self.iterations += 1
        self.steps += self.settings.horizon * self.world.machines
        return row

    def collect(self) -> tuple[Rollout, dict[str, Any]]:
        """Samples in rows, and returns, lengths and further metrics of the episodes that ended meanwhile."""
        n, steps, f = self.world.machines, self.settings.horizon, np.float32
        if self.observation is None:
            self.observation = self.world.reset(self.seed + 1_000_003 * self.iterations)
        policy, value, spread = self.networks.split(self.vector)
        mean, width = self.seen.mean, self.seen.spread
        fresh = np.empty((steps, n, self.world.observations))
        action = np.empty((steps, n, self.world.actions), f)
        chance, values, reward, after = (np.zeros((steps, n), f) for _ in range(4))
        ended, finished = np.zeros((steps, n), dtype=bool), []

        def value_of(rows: np.ndarray) -> np.ndarray:
            return forward(value, standardised(rows, mean, width))[-1][:, 0]

        for k in range(steps):
            fresh[k] = self.observation
            centre = forward(policy, standardised(fresh[k], mean, width))[-1]
            action[k] = centre + np.exp(spread) * self.rng.standard_normal(centre.shape, dtype=f)
            chance[k], values[k] = log_chance(action[k], centre, spread), value_of(fresh[k])
            step = self.world.step(np.clip(action[k], -1.0, 1.0))
            ended[k] = step.terminated | step.truncated
            reward[k] = self.scaled(step.reward, ended[k])
            cut = step.truncated & ~step.terminated
            if cut.any():  # time was up: what would have come is what the value says
                after[k, cut] = value_of(step.last[cut])
            self.observation = np.array(step.observation)
            finished.append(self.note(step, ended[k]))
        later = np.concatenate([values[1:], value_of(self.observation)[None]])
        gain = advantages(reward, values, np.where(ended, after, later), ended, self.settings)
        seen = standardised(fresh, mean, width)
        self.seen.see(fresh.reshape(-1, self.world.observations))
        rows = (x.reshape(steps * n, *x.shape[2:]) for x in (seen, action, chance, values, gain, gain + values))
        return Rollout(*rows), summed(finished)

    def scaled(self, reward: np.ndarray, ended: np.ndarray) -> np.ndarray:
        """Rewards over the standard deviation of the discounted return so far."""
        self.running = self.settings.discount * self.running + reward
        self.returns.see(self.running[:, None])
        self.running[ended] = 0.0
        return np.clip(reward / self.returns.spread, -10.0, 10.0)

    def note(self, step: Transition, ended: np.ndarray) -> dict[str, np.ndarray]:
        """Metrics of the whole episodes that ended in this step."""
        self.earned += step.reward
        self.length += 1
        found = {"return": self.earned[step.counted], "length": self.length[step.counted], **step.noted}
        self.earned[ended] = self.length[ended] = 0.0
        return found

    def update(self, samples: Rollout) -> dict[str, Any]:
        """Several passes over the samples in random batches; how far the policy went, and how fast it learns now."""
        gain = samples.advantage
        samples = samples._replace(advantage=(gain - gain.mean()) / (gain.std() + 1e-8))
        count = len(gain)
        size, far = -(-count // self.settings.batches), []
        for _ in range(self.settings.epochs):
            order = self.rng.permutation(count)
            for at in range(0, count, size):
                batch = Rollout(*(part[order[at : at + size]] for part in samples))
                slope, (_, apart) = self.slope(batch)
                length = float(np.sqrt(np.dot(slope, slope)))
                slope *= min(1.0, self.settings.norm / (length + 1e-8))
                self.adam.step(self.vector, slope, self.rate)
                spread = self.networks.split(self.vector)[2]
                np.clip(spread, _LOWEST, _HIGHEST, out=spread)
                far.append(apart)
                self.pace(apart)
        deviation = float(np.exp(self.networks.split(self.vector)[2]).mean())
        return {"divergence": float(np.mean(far)), "rate": self.rate, "deviation": deviation}

    def pace(self, apart: float) -> None:
        """A learning rate that keeps the divergence near the one that is aimed at."""
        if apart > 2.0 * self.settings.divergence:
            self.rate = max(self.rate / 1.5, _SLOWEST)
        elif apart < 0.5 * self.settings.divergence:
            self.rate = min(self.rate * 1.1, _FASTEST)

    def slope(self, batch: Rollout) -> tuple[np.ndarray, np.ndarray]:
        """Gradient of the mean loss of a batch; loss and divergence, per sample. Chunks are shared by the threads."""
        count = len(batch.chance)
        starts = range(0, count, _CHUNK)
        parts = np.empty((len(starts), self.networks.size), self.vector.dtype)

        def work(k: int) -> np.ndarray:
            chunk = Rollout(*(part[k * _CHUNK : (k + 1) * _CHUNK] for part in batch))
            return gradient(self.networks, self.vector, chunk, self.settings, count, parts[k])

        found = list((self.pool.map if self.pool else map)(work, range(len(starts))))
        return parts.sum(axis=0), np.sum(found, axis=0) / count


def summed(finished: list[dict[str, np.ndarray]]) -> dict[str, Any]:
    """Means of the metrics of all episodes that ended, and how many they are."""
    names = {name: None for found in finished for name in found}
    joined = {name: np.concatenate([np.atleast_1d(f[name]) for f in finished if name in f]) for name in names}
    count = len(joined["return"])
    return {"episodes": count, **{name: float(v.mean()) if len(v) else float("nan") for name, v in joined.items()}}
