"""How well every channel is predicted: errors beside those of trivial laws and rivals, z-scores, intervals.

Laws see the fitted recordings only: a channel as a constant, proportional to one parameter, on a line over it. A metric of
strokes is one value per recording (a harmonic two, each with laws of its own), and the laws go through those values; of a
velocity they give the level, the mean over each recording, the same at all times. Of a path they give the pace, the slope of
the straight line through it, about its own measured mean: a camera that stands nobody knows where is forgiven to laws as to the
model. ``still`` has no pace at all. Every fitted recording counts the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver._support.errors import InputError
from elver.analysis.fit.noise import ORDERED, Levels, deviations, key_of
from elver.analysis.fit.problem import Block, Channel, Evaluation, Problem, Recording, Score
from elver.analysis.fit.uncertainty import DegreesOfFreedom, quantiles

_LEVEL = 0.9
_LEAST = 0.05  # of its noise is left of a number that decides an unknown alone


def _spread_of(block: Block, levels: Levels, covariance: np.ndarray) -> np.ndarray:
    """Standard deviation of measured - predicted: sigma, model error, and J C J^T of the unknowns."""
    assert block.slopes is not None
    finite = np.where(np.isfinite(covariance), covariance, 0.0)
    unknowns = np.einsum("ij,jk,ik->i", block.slopes, finite, block.slopes)
    return np.sqrt(deviations(block.channel, levels[key_of(block.channel)]) ** 2 + np.maximum(unknowns, 0.0))


def _left_of(noise: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Standard deviation of what a fit leaves of numbers that it saw: V - J C J^T, which they have pulled the model by."""
    return np.sqrt(np.maximum(2.0 * noise**2 - spread**2, (_LEAST * noise) ** 2))


def _score(
    block: Block,
    recording: Recording,
    problem: Problem,
    fitted: Sequence[Recording],
    spreads: tuple[np.ndarray, np.ndarray],
    freedom: np.ndarray,
) -> Score:
    """The score of one channel. fitted: recordings that laws are fitted on.

    spreads: standard deviation of a new measurement from its prediction, and of these differences.   freedom: degrees of freedom
    behind each.
    """
    channel, difference = block.channel, block.difference
    half = quantiles(_LEVEL, freedom) * spreads[0]
    z = -difference / spreads[1]
    told = laws(channel, recording, fitted, problem.law_by)
    errors = {name: _mean_abs(predicted - channel.values) for name, predicted in told.items()}
    inside = float((np.abs(z) <= quantiles(_LEVEL, freedom)).mean())
    metrics = (float(np.sqrt(np.mean(difference**2))), _mean_abs(difference), z, inside, _LEVEL)
    held_out = all(r.name != recording.name for r in fitted)
    ends = (block.predicted - half, block.predicted + half)
    return Score(recording.name, channel.name, channel.unit, held_out, *metrics, *ends, errors, _rival_errors(recording, block))


def _rival_errors(recording: Recording, block: Block) -> dict[str, float]:
    """Mean absolute error of every rival that says something about the channel."""
    found = {}
    for name, predictions in recording.rivals.items():
        if block.channel.name in predictions:
            theirs = np.atleast_1d(np.asarray(predictions[block.channel.name], float))
            if theirs.size not in (1, block.channel.count):
                raise InputError(
                    f"recording '{recording.name}': rival '{name}' gives {theirs.size} values of channel '{block.channel.name}', "
                    f"which has {block.channel.count}. Give one for each, or one for all."
                )
            found[name] = _mean_abs(theirs - block.channel.values)
    return found


def _mean_abs(numbers: np.ndarray) -> float:
    return float(np.abs(numbers).mean())


def scores(
    problem: Problem,
    evaluation: Evaluation,
    covariance: np.ndarray,
    levels: Levels,
    fitted: Sequence[Recording],
    behind: DegreesOfFreedom,
) -> tuple[Score, ...]:
    """The score of every channel that was evaluated. behind: how well the fit on ``fitted`` knew its noise."""
    found = []
    for block in evaluation.blocks:
        spread = _spread_of(block, levels, covariance)
        freedom = behind.of_predictions(block, levels, covariance, spread**2)
        seen = any(r.name == block.recording for r in fitted)
        own = _left_of(deviations(block.channel, levels[key_of(block.channel)]), spread) if seen else spread
        found.append(_score(block, problem.recording(block.recording), problem, fitted, (spread, own), freedom))
    return tuple(found)


# --- trivial laws ----------------------------------------------------------------------------------------------------


def _levels_of(channel: Channel) -> np.ndarray:
    """What laws go through: the values of a metric, the mean of a velocity, the pace of a path."""
    if channel.kind == "path":
        return np.array([_pace_of(channel)])
    return np.array([channel.values.mean()]) if channel.kind in ORDERED else channel.values


def _pace_of(channel: Channel) -> float:
    """Slope of the straight line through a path [unit/s]."""
    t = channel.times - channel.times.mean()
    return float(t @ channel.values / max(float(t @ t), 1e-300))


def laws(channel: Channel, recording: Recording, fitted: Sequence[Recording], law_by: str) -> dict[str, np.ndarray]:
    """Law -> what it predicts for every value of the channel; fewer laws where the fitted recordings do not allow more."""
    known = [(r, c) for r in fitted for c in r.channels if c.name == channel.name and c.kind == channel.kind]
    known = [(r, c) for r, c in known if len(_levels_of(c)) == len(_levels_of(channel))]
    if not known:
        return {}
    y = np.array([_levels_of(c) for _, c in known])
    found = {"constant": y.mean(axis=0)}
    x = np.array([r.values.get(law_by, np.nan) for r, _ in known], float) if law_by else np.full(len(known), np.nan)
    here = float(recording.values.get(law_by, np.nan)) if law_by else np.nan
    if np.isfinite(x).all() and np.isfinite(here):
        if (x != 0).any():
            found["proportional"] = here * (x @ y) / (x @ x)
        if len(set(x.tolist())) > 1:
            rise = (x - x.mean()) @ y / float(((x - x.mean()) ** 2).sum())
            found["line"] = y.mean(axis=0) + rise * (here - x.mean())
    if channel.kind == "path":
        since = channel.times - channel.times.mean()
        return {name: channel.values.mean() + float(pace[0]) * since for name, pace in {"still": np.zeros(1), **found}.items()}
    return {name: np.broadcast_to(level, (channel.count,)) for name, level in found.items()}
