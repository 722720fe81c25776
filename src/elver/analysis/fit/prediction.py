"""Recordings that were not fitted: predictions elsewhere, held-out recordings, each fitted one left out, candidates.

The variance of a prediction is J C J^T + e^2: J its derivatives by the unknowns that all recordings share, C their covariance,
e the model error of the channel. A measurement of it errs by its sigma besides. Unknowns of one recording (its camera, its
clock, its start) cannot be predicted from others: on a recording that is predicted they are fitted with the shared unknowns
held, and their uncertainty, with what it owes to the shared ones, is part of the spread.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.units import in_unit
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.least_squares import ROUGH, CachedEvaluator, Misfit, State, descend
from elver.analysis.fit.noise import Levels, NoiseLevel, key_of
from elver.analysis.fit.problem import (
    Block,
    Camera,
    ChannelNoise,
    Estimate,
    Evaluation,
    Fit,
    LeftOut,
    Problem,
    Recording,
    unit_of,
)
from elver.analysis.fit.scores import scores
from elver.analysis.fit.uncertainty import DegreesOfFreedom, check_enough, estimates, freedom_of, laplace, quantile

_LONG = 15.0  # periods that a machine settles for where an orbit was not found after two


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
    """Predictions of every steady channel at other values of free parameters, one set of values after the other.

    Parameters
    ----------
    fit : Fit
        With recordings that have channels of whole strokes.
    wanted : iterable of mapping
        Values of free parameters by name, in their units.
    level : float
        Of the intervals.
    threads : int, optional
        None: as many as there are cores.

    Returns
    -------
    tuple of Prediction
    """
    if not 0 < level < 1:
        raise InputError(f"level = {level} is not allowed: it must be between 0 and 1. Take 0.9.")
    sets = [dict(values) for values in wanted]
    templates = [like(fit.problem, values, of_strokes=True) for values in sets]
    pairs = enumerate(zip(templates, sets, strict=True), 1)
    recordings = tuple(_stroke_metrics(moved(fit.problem, fit.theta, near, own, f"prediction {k}")) for k, (near, own) in pairs)
    shared = [k for k, unknown in enumerate(fit.problem.unknowns) if not unknown.nuisance]
    problem = replace(fit.problem, recordings=recordings, unknowns=tuple(fit.problem.unknowns[k] for k in shared))
    evaluation = _evaluate(problem, fit.theta[shared], threads)
    covariance = np.asarray(fit.covariance)[np.ix_(shared, shared)]
    covariance = np.where(np.isfinite(covariance), covariance, 0.0)
    behind = _freedom_behind(fit, shared)
    found: list[Prediction] = []
    for recording, template, values in zip(recordings, templates, sets, strict=True):
        failed = evaluation.failed.get(recording.name)
        if failed is not None:
            found += [Prediction(values, template.name, c.name, c.unit, level=level, failed=failed) for c in recording.channels]
        for block in evaluation.of(recording.name):
            one = Prediction(values, template.name, block.channel.name, block.channel.unit, level=level)
            found += _of_block(fit, block, one, covariance, behind)
    return tuple(found)


def _evaluate(problem: Problem, theta: np.ndarray, threads: int | None) -> Evaluation:
    """All predictions; an orbit that is not found from a short transient is sought once more from a long one."""
    first = Evaluator(problem, threads)(theta)
    lost = tuple(r for r in problem.recordings if r.name in first.failed and r.start == "orbit")
    if not lost:
        return first
    second = Evaluator(replace(problem, recordings=lost, shooting=replace(problem.shooting, transient=_LONG)), threads)(theta)
    failed = {name: why for name, why in first.failed.items() if name not in {r.name for r in lost}}
    return Evaluation(theta, (*first.blocks, *second.blocks), failed | second.failed, first.metrics | second.metrics)


def _stroke_metrics(recording: Recording) -> Recording:
    """The recording with its metrics of whole strokes alone."""
    return replace(recording, channels=tuple(c for c in recording.channels if c.of_strokes))


def _levels_of(fit: Fit) -> Levels:
    """The noise of every group of channels, as the fit has it."""
    found = {}
    for recording in fit.problem.recordings:
        for channel in recording.channels:
            noise = channel.noise
            own = fit.noise.get(f"{recording.name}: {channel.name}", ChannelNoise(noise.ar1 or 0.0, noise.model_error or 0.0))
            found[key_of(channel)] = NoiseLevel(own.ar1, own.model_error, noise.huber)
    return found


def _freedom_behind(fit: Fit, shared: list[int]) -> DegreesOfFreedom:
    """How well the fit knew its noise; of the covariance, the part of the shared unknowns."""
    fitted = {r.name for r in fit.problem.fitted}
    covariance = np.where(np.isfinite(fit.covariance), fit.covariance, 0.0)
    told = freedom_of([b for b in fit.evaluation.blocks if b.recording in fitted], _levels_of(fit), covariance)
    part = np.ix_(shared, shared)
    return DegreesOfFreedom(covariance[part], {key: share[part] for key, share in told.shares.items()}, told.known)


def _of_block(fit: Fit, block: Block, empty: Prediction, covariance: np.ndarray, behind: DegreesOfFreedom) -> list[Prediction]:
    """Predictions of one channel: ``empty`` with numbers."""
    assert block.slopes is not None
    channel = block.channel
    variance = np.einsum("ik,kl,il->i", block.slopes, covariance, block.slopes)
    levels = _levels_of(fit)
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


# --- held-out recordings, and each fitted one left out ---------------------------------------------------------------

_FEW = 20  # iterations: a fit with one recording less begins near its end, or in a valley that has none


def free_places(problem: Problem, recordings: list[str]) -> list[int]:
    """Places of the unknowns that a fit on some recordings moves: the shared ones and theirs."""
    return [i for i, u in enumerate(problem.unknowns) if not u.recording or u.recording in recordings]


def with_own_unknowns(
    memory: CachedEvaluator, levels: Levels, theta: np.ndarray, covariance: np.ndarray, recording: str
) -> tuple[np.ndarray, np.ndarray]:
    """All unknowns and their covariance with those of one recording fitted on it, the shared ones held."""
    unknowns = memory.problem.unknowns
    own = [i for i, u in enumerate(unknowns) if u.recording == recording]
    if not own:
        return theta, covariance
    misfit = Misfit(memory, levels, [recording], own, theta)
    end = descend(misfit, State(misfit.start), tolerance=ROUGH, iterations=_FEW)
    if end.status == "interrupted":
        raise KeyboardInterrupt
    if not math.isfinite(end.point.cost):
        return theta, covariance
    theta = misfit.theta(end.point.s)
    shared = [i for i, u in enumerate(unknowns) if not u.recording]
    both = Misfit(memory, levels, [recording], own + shared, theta)
    point = both.at(both.start)
    assert point.jacobian is not None
    J = point.jacobian / both.scales.rates(both.start)
    ours, theirs = J[:, : len(own)], J[:, len(own) :]
    inverse = np.linalg.pinv(ours.T @ ours, hermitian=True)
    follow = -inverse @ (ours.T @ theirs)
    covariance = covariance.copy()
    covariance[np.ix_(own, shared)] = follow @ covariance[np.ix_(shared, shared)]
    covariance[np.ix_(shared, own)] = covariance[np.ix_(own, shared)].T
    covariance[np.ix_(own, own)] = inverse + follow @ covariance[np.ix_(shared, shared)] @ follow.T
    return theta, covariance


def leave_one_out(
    memory: CachedEvaluator, levels: Levels, theta: np.ndarray, callback: Callable[[str], None] | None = None
) -> dict[str, LeftOut]:
    """Recording -> the fit without it, and its prediction of the recording.

    The noise stays as the whole fit estimated it: one recording less often tells it no more.
    """
    problem = memory.problem
    names = [r.name for r in problem.fitted]
    found: dict[str, LeftOut] = {}
    if len(names) < 2:
        return found
    for out in names:
        rest = [n for n in names if n != out]
        free = free_places(problem, rest)
        try:
            check_enough(problem, rest, free)
        except InputError:
            found[out] = LeftOut("the other recordings hold fewer numbers than there are unknowns")
            continue
        misfit = Misfit(memory, levels, rest, free, theta)
        end = descend(misfit, State(misfit.start), tolerance=ROUGH, iterations=_FEW)
        if end.status == "interrupted":
            raise KeyboardInterrupt
        if callback is not None:
            callback(f"without recording {out}: {end.status}")
        if not math.isfinite(end.point.cost):
            found[out] = LeftOut(end.detail)
            continue
        posterior = laplace(misfit, end.point)
        there = misfit.theta(end.point.s)
        told = estimates(posterior, there, problem)
        covariance = posterior.of_all(len(theta))
        behind = freedom_of(memory(there, slopes=True, recordings=rest).blocks, levels, covariance)
        there, covariance = with_own_unknowns(memory, levels, there, covariance, out)
        evaluation = memory(there, slopes=True, recordings=[out])
        if evaluation.failed:
            found[out] = LeftOut(f"it cannot be predicted: {evaluation.failed[out]}", estimates=told)
            continue
        rows = scores(problem, evaluation, covariance, levels, [problem.recording(n) for n in rest], behind)
        found[out] = LeftOut("", end.status, there, told, rows)
    return found


# --- estimates of unknowns that belong to held-out recordings --------------------------------------------------------

_LEVEL = 0.95


def all_estimates(found: Sequence[Estimate], theta: np.ndarray, covariance: np.ndarray, problem: Problem) -> tuple[Estimate, ...]:
    """An Estimate of every unknown, in the order of the problem: the fit's own, and those of held-out recordings."""
    known = {e.name: e for e in found}
    answer = []
    for k, unknown in enumerate(problem.unknowns):
        if unknown.name in known:
            answer.append(known[unknown.name])
            continue
        value, variance = float(theta[k]), float(covariance[k, k])
        sigma = math.sqrt(variance) if variance > 0 else 0.0
        half = quantile(_LEVEL, math.inf) * sigma
        answer.append(
            Estimate(unknown.name, value, sigma, value - half, value + half, unknown.parameter.unit, unknown.parameter.meaning)
        )
    return tuple(answer)


# --- recordings like a fitted one at other values --------------------------------------------------------------------

_Values = Mapping[str, float]


def like(problem: Problem, values: _Values, of_strokes: bool = False) -> Recording:
    """The fitted recording that is nearest along the parameter of the trivial laws; without it, along all values given.

    of_strokes: it must have metrics of whole strokes.   Values that cannot be set are refused.
    """
    fitted = [r for r in problem.fitted if not of_strokes or any(c.of_strokes for c in r.channels)]
    if not fitted:
        raise InputError(
            "no fitted recording has a metric of whole strokes (kind mean, harmonic or amplitude), so that there is nothing to "
            "predict. Add such a channel to the fit."
        )
    for name in values:
        known = [n for n in fitted[0].program.equations.parameters if n not in problem.names]
        if name in problem.names:
            raise InputError(f"'{name}' is an unknown of the fit: the fit says its value. Give values of other parameters.")
        if name not in known:
            hint = "Only what recordings set in the fit file stays free."
            raise InputError(f"{unknown_name('free parameter of the fit:', name, known)} {hint}")
    return _nearest(problem, fitted, values)


def _nearest(problem: Problem, recordings: Sequence[Recording], values: _Values) -> Recording:
    """Of some recordings the one nearest to values; the first of those that are as near as each other."""
    keys = [problem.law_by] if problem.law_by in values else list(values)

    def distance(recording: Recording) -> float:
        found = 0.0
        for key in keys:
            there = [r.values[key] for r in recordings if key in r.values]
            size = max(there, default=0.0) - min(there, default=0.0) or 1.0
            found += abs(recording.values[key] - values[key]) / size if key in recording.values else math.inf
        return found

    return min(recordings, key=distance)


def moved(problem: Problem, theta: np.ndarray, template: Recording, values: _Values, name: str) -> Recording:
    """A recording like another at other values; the unknowns that only the other one has keep what theta says of them."""
    own, states = dict(template.values), dict(template.states)
    camera = dict(zip(("x", "y", "yaw", "scale"), template.camera.numbers.tolist(), strict=True))
    clock = {"offset": template.offset, "factor": template.factor}
    tables = {"parameter": own, "state": states, "camera": camera, "clock": clock}
    for unknown, value in zip(problem.unknowns, theta.tolist(), strict=True):
        if unknown.recording == template.name:
            tables[unknown.role][unknown.of] = value
    return replace(
        template, name=name, values={**own, **values}, states=states, camera=Camera(**camera), held_out=True, dropped=(),
        rivals={}, like=template.name, offset=clock["offset"], factor=clock["factor"],
    )  # fmt: skip


def candidates(problem: Problem, wanted: Iterable[_Values]) -> tuple[Recording, ...]:
    """Further recordings for a design: every kind of fitted recording at other values, named after those and what it is like.

    Recordings are of one kind where they show the same channels at the same times of the same machine, and differ in the values
    asked for alone: of those, the nearest is taken.
    """
    found: dict[str, Recording] = {}
    for values in wanted:
        like(problem, values)  # refuses what cannot be set
        kinds: dict[tuple, list[Recording]] = {}
        for recording in problem.fitted:
            kinds.setdefault(_kind_of(recording, values), []).append(recording)
        for own in kinds.values():
            template = _nearest(problem, own, values)
            said = ", ".join(f"{key} = {_in_words(problem, key, value)}" for key, value in values.items())
            name = f"{said}, like {template.name}"
            found.setdefault(name, moved(problem, problem.start, template, values, name))
    return tuple(found.values())


def _in_words(problem: Problem, name: str, value: float) -> str:
    """A value of the recordings in the unit that people wrote, where that is none of SI's."""
    unit = unit_of(problem, name)[1]
    return f"{in_unit(value, unit):.6g} {unit}".rstrip()


def _kind_of(recording: Recording, values: _Values) -> tuple:
    """What a recording shows, and of which machine in which setting, the values asked for left aside."""
    shown = tuple((c.name, c.kind, c.order, c.unit, c.times.tobytes(), c.window) for c in recording.channels)
    setting = tuple(sorted((key, value) for key, value in recording.values.items() if key not in values))
    return id(recording.program), shown, setting, recording.start, tuple(sorted(recording.states.items())), id(recording.signals)
