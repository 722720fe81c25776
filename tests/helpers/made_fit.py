"""A fit made by hand, for tests of reports: a fish at four beats, two of them held out, and markers over time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import numpy as np

from elver.analysis.fit.problem import (
    Block,
    Channel,
    ChannelNoise,
    Estimate,
    Evaluation,
    Fit,
    LeftOut,
    Noise,
    Observable,
    Prior,
    Problem,
    RankedRecording,
    Recording,
    Score,
    SearchStart,
    Unknown,
)
from elver.quantities import Parameter

LEVEL, WIDE = 0.9, 1.6448536269514722  # and its quantile of the normal
BEATS = {"slow": 0.560, "usual": 0.750, "quick": 1.128, "fast": 1.312}
SPEEDS = {"slow": 50.2, "usual": 80.9, "quick": 129.8, "fast": 161.3}
HELD = ("slow", "quick")
PROGRAM = cast(Any, None)  # no report runs a machine
UNKNOWNS = (
    Unknown(Parameter("water.friction", 0.3, "1", "drag along the body", low=0.05, high=2.0, prior=Prior("lognormal", 0.3, 0.5))),
    Unknown(
        Parameter("tail.stiffness", 0.02, "N m/rad", "of every hinge", low=0.0, high=0.1, prior=Prior("normal", 0.025, 0.01))
    ),
    Unknown(Parameter("offset", 0.0, "s", low=-1.0, high=1.0), role="clock", recording="markers"),
)
THETA = np.array([0.37, 0.0213, 0.031])
SIGMA = np.array([0.021, 0.0011, 0.004])
CORRELATIONS = np.array([[1.0, -0.93, 0.1], [-0.93, 1.0, -0.05], [0.1, -0.05, 1.0]])


def observable(name: str, unit: str) -> Observable:
    return Observable(name, lambda moment, camera: moment.time, unit)


def steady(name: str, value: float, sigma: float, unit: str, kind: str = "mean") -> Channel:
    """A channel of one number."""
    return Channel(name, observable(name, unit), [0.0], [value], [sigma], kind, unit=unit, noise=Noise(model_error=None))


def recordings() -> tuple[Recording, ...]:
    """Four of steady figures, one of a marker's path."""
    found = []
    for name, beat in BEATS.items():
        channels = (
            steady("speed along the head", SPEEDS[name], 3.0, "mm/s"),
            steady("fin tip", 104 + 4 * beat, 5.0, "mm", "amplitude"),
        )
        rivals = {"MuJoCo, fitted": {"speed along the head": [SPEEDS[name] + 20]}}
        found.append(Recording(name, PROGRAM, channels, {"gait.beat": beat}, start="orbit", held_out=name in HELD, rivals=rivals))
    time, chance = np.delete(np.arange(0, 3, 0.05), [20, 21, 22, 23]), np.random.default_rng(5)
    paths = tuple(
        Channel(
            f"head <{axis}>",
            observable(axis, "mm"),
            time,
            height(time, k) + chance.normal(0, 4, len(time)),
            np.full(len(time), 4.0),
            unit="mm",
            noise=Noise(huber=2.5, ar1=None),
        )
        for k, axis in enumerate("xy")
    )
    dropped = ("head <x>: 4 frames from 1.00 s on without a number",)
    return (*found, Recording("markers", PROGRAM, paths, {"gait.beat": 1.0}, dropped=dropped))


def height(time: np.ndarray, k: int) -> np.ndarray:
    return 90 * time if k == 0 else 20 * np.sin(2 * np.pi * time)


def made_problem(**changes) -> Problem:
    """What is fitted."""
    given = {"law_by": "gait.beat", "source": "made by hand & <checked>", "digest": "0123abcd"} | changes
    return Problem("fish", recordings(), UNKNOWNS, **given)


def made_evaluation(problem: Problem) -> Evaluation:
    """The model's numbers at the estimates."""
    blocks = []
    for recording in problem.recordings:
        for k, channel in enumerate(recording.channels):
            error = 4.0 if channel.name == "speed along the head" else -2.5
            told = channel.values + error if channel.count == 1 else height(channel.times, k)
            blocks.append(Block(recording.name, channel, told, np.ones((channel.count, len(THETA)))))
    figures = {r.name: {"ledger_closure": 2e-6, "floquet_max": 0.6} for r in problem.recordings}
    return Evaluation(THETA, tuple(blocks), {}, figures)


def made_scores(problem: Problem, evaluation: Evaluation) -> tuple[Score, ...]:
    """One of every block, with trivial laws for figures of whole strokes."""
    scores = []
    for block in evaluation.blocks:
        own = problem.recording(block.recording)
        error, wide = block.difference, 1.5 * block.channel.sigma
        low, high = block.predicted - WIDE * wide, block.predicted + WIDE * wide
        inside = float(np.mean((block.channel.values >= low) & (block.channel.values <= high)))
        speed = block.channel.name == "speed along the head"
        scores.append(
            Score(
                block.recording, block.channel.name, block.channel.unit, own.held_out, float(np.sqrt(np.mean(error**2))),
                float(np.abs(error).mean()), -error / wide, inside, LEVEL, low, high,
                {"constant": 41.0, "proportional": 16.5, "line": 7.2} if speed else {}, {"MuJoCo, fitted": 20.0} if speed else {},
            )
        )  # fmt: skip
    return tuple(scores)


def made_fit(**changes) -> Fit:
    """The whole of it."""
    problem = changes.pop("problem", None) or made_problem()
    evaluation = made_evaluation(problem)
    scores = made_scores(problem, evaluation)
    estimates = tuple(
        Estimate(u.name, v, s, v - 1.96 * s, v + 1.96 * s, u.parameter.unit, u.parameter.meaning, share_of_prior=share)
        for u, v, s, share in zip(problem.unknowns, THETA.tolist(), SIGMA.tolist(), (0.05, 0.6, 0.0), strict=True)
    )
    first = estimates[0]
    estimates = (replace(first, profile_low=0.331, profile_high=0.418), *estimates[1:])
    moved = tuple(replace(e, value=v) for e, v in zip(estimates, (0.39, 0.0207, 0.031), strict=True))
    values = np.linspace(0.31, 0.44, 9)
    rises = 0.5 * ((values - 0.37) / 0.021) ** 2 * (1 + 3 * (values - 0.37))
    history = tuple(
        {"cost": 12.5 + 300 * 0.2**k, "step": 0.5**k, "damping": 1e-3 * 0.3**k, "gradient": 10.0 * 0.1**k} for k in range(7)
    )
    given = {
        "problem": problem, "status": "converged", "detail": "the gradient is 1e-9 of its size at the start", "theta": THETA,
        "cost": 12.5, "covariance": CORRELATIONS * np.outer(SIGMA, SIGMA), "correlations": CORRELATIONS, "history": history,
        "evaluation": evaluation, "estimates": estimates,
        "noise": {b.name: ChannelNoise(0.1, 2.0, 1.0) for b in evaluation.blocks},
        "weak": ("raising water.friction by 10 % and lowering tail.stiffness by 4 % changes nothing that was measured",),
        "starts": (SearchStart(np.array([0.3, 0.02, 0.0]), 30.0, "converged", THETA, 12.5, 1),
                   SearchStart(np.array([1.0, 0.05, 0.5]), 200.0, "stalled", np.array([0.9, 0.03, 0.4]), 80.0, 2)),
        "scores": scores, "profiles": {"water.friction": (values, rises)}, "seed": 3, "wall_time": 4.2,
        "left_out": {"usual": LeftOut("", "converged", THETA, moved, scores[2:4]), "fast": LeftOut("it diverged")},
        "design": (RankedRecording("at 1.6 Hz", volume=0.52, shrink={"water.friction": 0.7}, best_for="water.friction"),),
        "counts": {"evaluations": 40, "runs": 200},
    }  # fmt: skip
    return Fit(**{**given, **changes})
