"""What a fitted machine would do elsewhere: steady figures at other values of free parameters, with intervals.

The variance of a prediction is J C J^T + e^2: J its derivatives by the unknowns that all recordings share, C their covariance,
e the model error of the channel. A measurement of it errs by its sigma besides.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from elver.errors import InputError
from elver.fit.evaluation import Block, Evaluation
from elver.fit.judging.elsewhere import like, moved
from elver.fit.judging.freedom import Freedom, freedom_of
from elver.fit.judging.laplace import quantile
from elver.fit.problem import Problem, Recording
from elver.fit.residuals import Evaluator
from elver.fit.result import Fit
from elver.fit.solving.noise import Level, Levels, key_of

LONG = 15.0  # periods that a machine settles for where an orbit was not found after two


@dataclass(frozen=True)
class Prediction:
    """One number that a channel would have. like: the fitted recording whose other values, signals and channels it takes.

    sigma: of the estimates alone.   model_error: of the channel.   measurement: sigma of a measurement as in ``like``.
    low, high: interval of the number at ``level``.   measured_low, measured_high: of a measurement of it.   freedom: degrees of
    freedom behind the variance of the number (Student's interval), infinite where all noise was given.
    part: which of the channel's numbers (a harmonic has two).   failed: why there is no number, or empty.
    """

    values: Mapping[str, float]
    like: str
    channel: str
    unit: str
    part: int = 0
    value: float = math.nan
    sigma: float = math.nan
    model_error: float = math.nan
    measurement: float = math.nan
    level: float = 0.9
    freedom: float = math.inf
    failed: str = ""

    @property
    def wide(self) -> float:
        """Half the interval in standard deviations."""
        return quantile(self.level, self.freedom)

    @property
    def own(self) -> float:
        """Standard deviation of the number itself."""
        return math.hypot(self.sigma, self.model_error)

    @property
    def low(self) -> float:
        return self.value - self.wide * self.own

    @property
    def high(self) -> float:
        return self.value + self.wide * self.own

    @property
    def measured_low(self) -> float:
        return self.value - self.wide * math.hypot(self.own, self.measurement)

    @property
    def measured_high(self) -> float:
        return self.value + self.wide * math.hypot(self.own, self.measurement)


def predict(
    fit: Fit, wanted: Iterable[Mapping[str, float]], level: float = 0.9, threads: int | None = None
) -> tuple[Prediction, ...]:
    """Predictions of every steady channel at other values of free parameters, one set of values after the other."""
    if not 0 < level < 1:
        raise InputError(f"level = {level} is not allowed: it must be between 0 and 1. Take 0.9.")
    sets = [dict(values) for values in wanted]
    templates = [like(fit.problem, values, figures=True) for values in sets]
    pairs = enumerate(zip(templates, sets, strict=True), 1)
    recordings = tuple(figures_of(moved(fit.problem, fit.theta, near, own, f"prediction {k}")) for k, (near, own) in pairs)
    shared = [k for k, unknown in enumerate(fit.problem.unknowns) if not unknown.nuisance]
    problem = replace(fit.problem, recordings=recordings, unknowns=tuple(fit.problem.unknowns[k] for k in shared))
    evaluation = evaluated(problem, fit.theta[shared], threads)
    covariance = np.asarray(fit.covariance)[np.ix_(shared, shared)]
    covariance = np.where(np.isfinite(covariance), covariance, 0.0)
    behind = freedom_behind(fit, shared)
    found: list[Prediction] = []
    for recording, template, values in zip(recordings, templates, sets, strict=True):
        failed = evaluation.failed.get(recording.name)
        if failed is not None:
            found += [Prediction(values, template.name, c.name, c.unit, level=level, failed=failed) for c in recording.channels]
        for block in evaluation.of(recording.name):
            one = Prediction(values, template.name, block.channel.name, block.channel.unit, level=level)
            found += of_block(fit, block, one, covariance, behind)
    return tuple(found)


def evaluated(problem: Problem, theta: np.ndarray, threads: int | None) -> Evaluation:
    """All predictions; an orbit that is not found from a short transient is sought once more from a long one."""
    first = Evaluator(problem, threads)(theta)
    lost = tuple(r for r in problem.recordings if r.name in first.failed and r.start == "orbit")
    if not lost:
        return first
    second = Evaluator(replace(problem, recordings=lost, orbit={**problem.orbit, "settle": LONG}), threads)(theta)
    failed = {name: why for name, why in first.failed.items() if name not in {r.name for r in lost}}
    return Evaluation(theta, (*first.blocks, *second.blocks), failed | second.failed, first.figures | second.figures)


def figures_of(recording: Recording) -> Recording:
    """The recording with its figures of whole strokes alone."""
    return replace(recording, channels=tuple(c for c in recording.channels if c.figure))


def levels_of(fit: Fit) -> Levels:
    """The noise of every group of channels, as the fit has it."""
    found = {}
    for recording in fit.problem.recordings:
        for channel in recording.channels:
            own, noise = fit.noise.get(f"{recording.name}: {channel.name}", {}), channel.noise
            sizes = own.get("ar1", noise.ar1 or 0.0), own.get("model_error", noise.model_error or 0.0)
            found[key_of(channel)] = Level(*sizes, noise.huber)
    return found


def freedom_behind(fit: Fit, shared: list[int]) -> Freedom:
    """How well the fit knew its noise; of the covariance, the part of the shared unknowns."""
    fitted = {r.name for r in fit.problem.fitted}
    covariance = np.where(np.isfinite(fit.covariance), fit.covariance, 0.0)
    told = freedom_of([b for b in fit.evaluation.blocks if b.recording in fitted], levels_of(fit), covariance)
    part = np.ix_(shared, shared)
    return Freedom(covariance[part], {key: share[part] for key, share in told.shares.items()}, told.known)


def of_block(fit: Fit, block: Block, empty: Prediction, covariance: np.ndarray, behind: Freedom) -> list[Prediction]:
    """Predictions of one channel: ``empty`` with numbers."""
    assert block.slopes is not None
    channel = block.channel
    variance = np.einsum("ik,kl,il->i", block.slopes, covariance, block.slopes)
    levels = levels_of(fit)
    error = float(levels[key_of(channel)].model_error)
    freedom = behind.of_predictions(block, levels, covariance, np.maximum(variance, 0.0) + error**2)
    return [
        replace(
            empty,
            part=k,
            value=float(block.predicted[k]),
            sigma=math.sqrt(max(float(variance[k]), 0.0)),
            model_error=error,
            freedom=float(freedom[k]),
            measurement=float(channel.sigma[k]),
        )
        for k in range(channel.count)
    ]
