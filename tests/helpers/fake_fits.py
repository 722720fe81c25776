"""Small fits without machines: channels as plain functions of the unknowns, their slopes by the complex step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from elver.analysis.fit.problem import Block, Channel, Evaluation, Noise, Observable, Problem, Recording, Unknown
from elver.quantities import Parameter

STEP = 1e-30  # of the complex step: exact to rounding
NOTHING = Observable("a number", lambda moment, camera: 0.0)


class FakeEvaluator:
    """model(recording, channel, theta) -> values of the channel; theta may be complex. broken(theta): whether runs fail there."""

    def __init__(self, problem: Problem, model: Callable, broken: Callable | None = None, more=()):
        self.recordings, self.model, self.broken = (*problem.recordings, *more), model, broken
        self.counts = {"runs": 0}
        self.asked: list[tuple[np.ndarray, bool]] = []

    def __call__(self, theta, slopes=True, recordings=None) -> Evaluation:
        theta = np.asarray(theta, float)
        self.asked.append((theta.copy(), slopes))
        wanted = [r for r in self.recordings if recordings is None or r.name in recordings]
        self.counts["runs"] += len(wanted)
        if self.broken is not None and self.broken(theta):
            return Evaluation(theta, (), {r.name: "it diverged" for r in wanted}, {})
        blocks = [Block(r.name, c, *self.told(r, c, theta, slopes)) for r in wanted for c in r.channels]
        return Evaluation(theta, tuple(blocks), {}, {})

    def told(self, recording, channel, theta, slopes):
        values = np.real(self.model(recording, channel, theta))
        if not slopes:
            return values, None
        columns = np.zeros((channel.count, len(theta)))
        for k in range(len(theta)):
            moved = theta.astype(complex)
            moved[k] += STEP * 1j
            columns[:, k] = np.imag(self.model(recording, channel, moved)) / STEP
        return values, columns


def channel(values, sigma, times=None, name="y", kind="path", noise=None) -> Channel:
    """A channel of given numbers; at 0, 1, 2, ... s without times."""
    values = np.atleast_1d(np.asarray(values, float))
    times = np.arange(len(values)) if times is None else times
    sigma = np.broadcast_to(np.asarray(sigma, float), values.shape)
    return Channel(name, NOTHING, times, values, sigma, kind=kind, noise=noise or Noise())


def recording(name: str, *channels: Channel, **more) -> Recording:
    """A recording of no machine."""
    return Recording(name, None, channels, **more)


def decay(own, channel, theta):
    """theta0 exp(-theta1 t): two unknowns of any decay."""
    return theta[0] * np.exp(-theta[1] * channel.times)


def decay_fit(seed=0, sigma=0.05, truth=(2.0, 0.7), names=("a",), noise=None, **unknowns) -> Problem:
    """Noisy decays of the true unknowns, 40 numbers each."""
    rng, t = np.random.default_rng(seed), np.linspace(0, 4, 40)
    clean = truth[0] * np.exp(-truth[1] * t)
    made = [recording(n, channel(clean + sigma * rng.standard_normal(40), sigma, t, noise=noise)) for n in names]
    found = {
        "height": Unknown(Parameter("height", 1.0, low=0.1, high=20.0)),
        "rate": Unknown(Parameter("rate", 0.3, low=0.01, high=10.0)),
        **unknowns,
    }
    return Problem("decay", tuple(made), tuple(found.values()))


def line(own, channel, theta):
    """theta0 + theta1 t."""
    return theta[0] + theta[1] * channel.times
