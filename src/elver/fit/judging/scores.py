"""How well every channel is told: errors beside those of trivial laws and rivals, z-scores, intervals of the predictions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver.errors import InputError
from elver.fit.evaluation import Block, Evaluation
from elver.fit.judging.freedom import Freedom
from elver.fit.judging.laplace import quantiles
from elver.fit.judging.laws import laws
from elver.fit.problem import Problem, Recording
from elver.fit.result import Score
from elver.fit.solving.noise import Levels, deviations, key_of

LEVEL = 0.9
LEAST = 0.05  # of its noise is left of a number that decides an unknown alone


def spread_of(block: Block, levels: Levels, covariance: np.ndarray) -> np.ndarray:
    """Standard deviation of measured - predicted: sigma, model error, and J C J^T of the unknowns."""
    assert block.slopes is not None
    finite = np.where(np.isfinite(covariance), covariance, 0.0)
    unknowns = np.einsum("ij,jk,ik->i", block.slopes, finite, block.slopes)
    return np.sqrt(deviations(block.channel, levels[key_of(block.channel)]) ** 2 + np.maximum(unknowns, 0.0))


def left_of(noise: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Standard deviation of what a fit leaves of numbers that it saw: V - J C J^T, which they have pulled the model by."""
    return np.sqrt(np.maximum(2.0 * noise**2 - spread**2, (LEAST * noise) ** 2))


def score(
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
    half = quantiles(LEVEL, freedom) * spreads[0]
    z = -difference / spreads[1]
    told = laws(channel, recording, fitted, problem.law_by)
    errors = {name: mean_abs(predicted - channel.values) for name, predicted in told.items()}
    inside = float((np.abs(z) <= quantiles(LEVEL, freedom)).mean())
    figures = (float(np.sqrt(np.mean(difference**2))), mean_abs(difference), z, inside, LEVEL)
    held_out = all(r.name != recording.name for r in fitted)
    ends = (block.predicted - half, block.predicted + half)
    return Score(recording.name, channel.name, channel.unit, held_out, *figures, *ends, errors, rivals(recording, block))


def rivals(recording: Recording, block: Block) -> dict[str, float]:
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
            found[name] = mean_abs(theirs - block.channel.values)
    return found


def mean_abs(numbers: np.ndarray) -> float:
    return float(np.abs(numbers).mean())


def scores(
    problem: Problem,
    evaluation: Evaluation,
    covariance: np.ndarray,
    levels: Levels,
    fitted: Sequence[Recording],
    behind: Freedom,
) -> tuple[Score, ...]:
    """The score of every channel that was evaluated. behind: how well the fit on ``fitted`` knew its noise."""
    found = []
    for block in evaluation.blocks:
        spread = spread_of(block, levels, covariance)
        freedom = behind.of_predictions(block, levels, covariance, spread**2)
        seen = any(r.name == block.recording for r in fitted)
        own = left_of(deviations(block.channel, levels[key_of(block.channel)]), spread) if seen else spread
        found.append(score(block, problem.recording(block.recording), problem, fitted, (spread, own), freedom))
    return tuple(found)
