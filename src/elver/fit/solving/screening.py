"""The cost of many starts at once, on the batch program: runs side by side, without derivatives.

Runs have the fit's step and are recorded a few steps apart; channels are looked at on cubic splines through the recorded states.
That ranks starts and is good for nothing else: descents begin with runs of their own. Recordings on an orbit or with obstacles
are run one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from elver.errors import ElverError
from elver.fit.beginnings import Begin
from elver.fit.courses import Setting, channel_times, chosen_method, merge, settle
from elver.fit.problem import Recording
from elver.fit.residuals import Evaluator
from elver.fit.solving.misfit import Misfit
from elver.fit.solving.noise import huber, key_of, whitened
from elver.fit.strokes import figure

APART = 1 / 400  # of the run, at most, between recorded states
AHEAD = 4  # steps beyond the last time


class BatchScreen:
    """Calls with a list of values of all unknowns; returns their costs, infinite where a run failed."""

    def __init__(self, misfit: Misfit, evaluator: Evaluator):
        self.misfit, self.evaluator = misfit, evaluator
        self.problem = misfit.memory.problem

    def __call__(self, thetas: Sequence[np.ndarray]) -> np.ndarray:
        scales, free = self.misfit.scales, self.misfit.free
        costs = np.array([0.5 * np.sum(scales.priors(scales.search(theta[free]))[0] ** 2) for theta in thetas])
        for name in self.misfit.recordings:
            recording = self.problem.recording(name)
            plain = recording.start == "model" and recording.program.model.scene is None
            costs += self.side_by_side(recording, thetas) if plain else self.one_by_one(recording, thetas)
        return costs

    def one_by_one(self, recording: Recording, thetas: Sequence[np.ndarray]) -> np.ndarray:
        """Costs of one recording by the evaluator."""
        found = []
        for theta in thetas:
            evaluation = self.misfit.memory(theta, slopes=False, recordings=[recording.name])
            told = [self.cost(b.channel, b.difference) for b in evaluation.blocks]
            found.append(math.inf if evaluation.failed else sum(told))
        return np.array(found)

    def side_by_side(self, recording: Recording, thetas: Sequence[np.ndarray]) -> np.ndarray:
        """Costs of one recording by a batch."""
        from scipy.interpolate import CubicSpline

        from elver.simulation import simulate_batch

        program, names = self.evaluator.programs[recording.name], recording.program.equations.parameters
        settings = [settle(self.problem, recording, program, theta) for theta in thetas]
        begins = [start_of(program, own) for own in settings]
        wanted = [
            merge([channel_times(recording, c, own, b)[0] for c in recording.channels])
            for own, b in zip(settings, begins, strict=True)
        ]
        last, dt = max(float(times[-1]) for times, _ in wanted), self.problem.dt
        stride = max(1, math.floor(last * APART / dt))
        length = (math.ceil(last / (stride * dt)) + AHEAD) * stride * dt
        values = {name: np.array([own.p[k] for own in settings]) for k, name in enumerate(names)}
        method = chosen_method(self.problem, program, settings[0], begins[0])
        try:
            data = simulate_batch(
                program, length, dt, values, np.array([b.x for b in begins]), output=stride * dt, record=["state"],
                method=method, threads=self.evaluator.threads, progress=False,
            )  # fmt: skip
        except ElverError:  # the batch refuses what single runs may not: a value out of its bounds, signals that end
            return self.one_by_one(recording, thetas)
        costs = np.full(len(thetas), math.inf)
        for k, (own, (times, places)) in enumerate(zip(settings, wanted, strict=True)):
            if data.status.values[k] == "finished":
                states = CubicSpline(data.time.values, data.state.values[k])(times)
                seen = self.evaluator.observers[recording.name](program, own.p, own.camera, times, states)
                costs[k] = self.channels_cost(recording, seen.values, places)
        return costs

    def channels_cost(self, recording: Recording, seen: np.ndarray, places: Sequence[np.ndarray]) -> float:
        """Cost of all channels of a recording. seen: [time, channel]; places: of every channel's samples among the times."""
        total = 0.0
        for k, channel in enumerate(recording.channels):
            values = seen[places[k], k]
            if channel.figure:
                values = figure(channel.kind, channel.order, channel.count, values)[0]
            total += self.cost(channel, values - channel.values)
        return total if math.isfinite(total) else math.inf

    def cost(self, channel, difference: np.ndarray) -> float:
        """Cost of one channel's differences."""
        level = self.misfit.levels[key_of(channel)]
        return huber(whitened(channel, difference, level), level.huber)[0]


def start_of(program, own: Setting) -> Begin:
    """The model's start at the values of a setting; no slopes."""
    x, names = program.initial_state(own.p), program.equations.layout.names
    for name, value in own.states.items():
        x[names.index(name)] = value
    count = len(own.pdot)
    return Begin(0.0, x, np.zeros((count, len(x))), np.zeros(count), np.zeros(count))
