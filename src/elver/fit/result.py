"""What a fit found: estimates with uncertainty, what the data cannot tell, how well held-out recordings are predicted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from elver.fit.evaluation import Evaluation
from elver.fit.problem import Problem


@dataclass(frozen=True, eq=False)
class Estimate:
    """An unknown that was found. sigma: Laplace's.   low, high: its 95 % interval (Laplace on the scale of the search).

    profile_low, profile_high: the 95 % interval of the profile likelihood, None where it was not computed.
    share_of_prior: how much of what is known of it comes from the prior, 0 to 1.   at_bound: the bound it stands at, or empty.
    """

    name: str
    value: float
    sigma: float
    low: float
    high: float
    unit: str = ""
    meaning: str = ""
    profile_low: float | None = None
    profile_high: float | None = None
    share_of_prior: float = 0.0
    at_bound: str = ""


@dataclass(frozen=True, eq=False)
class Score:
    """How well one channel of one recording is told. rms and mean_abs of predicted - measured, in its unit.

    z: (measured - predicted)/its standard deviation, noise, model error and the estimates' uncertainty together.
    inside: share of the measured numbers within the ``level`` interval.   laws: mean_abs of trivial laws by name.
    rivals: mean_abs of rivals by name.   low, high: interval of every prediction.
    """

    recording: str
    channel: str
    unit: str
    held_out: bool
    rms: float
    mean_abs: float
    z: np.ndarray
    inside: float
    level: float
    low: np.ndarray
    high: np.ndarray
    laws: dict[str, float] = field(default_factory=dict)
    rivals: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Check:
    """One look at the residuals. kind: ``chi-square``, ``structure``, ``skill``, ``coverage`` or ``held out``; of: which numbers.

    statistic: chi^2, Ljung and Box's, the skill beside the mean, a share, or standard deviations.   p: the probability that
    chance makes it so bad, nan where none is computed.   failed: whether that is less than its part of the level.
    said: in words.   freedom: degrees of freedom, or how many independent numbers there are; 0 where that has no meaning.
    """

    kind: str
    of: str
    statistic: float
    p: float
    failed: bool
    said: str
    freedom: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """Whether the model describes the data.

    word: ``described``; ``outliers`` (described but for a few numbers, which pull the estimates); ``not described``; ``cannot be
    judged`` (too few numbers).   reasons: what speaks against it, worst first.   notes: what else is to be said of the noise.
    outliers: how many.   remedies: changes of the recordings that would mend it (an axis, a sign, a clock), in sentences.
    """

    word: str
    reasons: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    outliers: int = 0
    remedies: tuple[str, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing speaks against estimates and intervals."""
        return self.word in ("described", "cannot be judged")


@dataclass(frozen=True, eq=False)
class Fit:
    """The outcome of a fit.

    status: ``converged``, ``too many iterations``, ``stalled``, ``interrupted``, ``failed``; detail: a sentence.
    theta: the unknowns in the order of problem.unknowns; estimates: of each of them, those of held-out recordings too.
    cost: half the sum of squared whitened residuals, priors included.
    covariance: of theta (Laplace).   correlations: of theta.   history: one entry per iteration (cost, step, damping, gradient).
    evaluation: at theta, of all recordings, held-out ones too.   noise: per block name, what was estimated (ar1, model_error,
    huber weights below 1).   weak: directions that the data do not tell, in words, weakest first.
    starts: one entry per start of a multistart (start, end, cost, status).   scores: of every channel.
    left_out: recording -> scores and estimates of the fit without it.   design: further recordings, best first, with what
    they would make of the uncertainty.   verdict: whether the model describes the data.
    seed, wall_time [s], counts (runs, evaluations).
    """

    problem: Problem
    status: str
    detail: str
    theta: np.ndarray
    cost: float
    covariance: np.ndarray
    correlations: np.ndarray
    history: tuple[dict[str, float], ...]
    evaluation: Evaluation
    estimates: tuple[Estimate, ...]
    noise: dict[str, dict[str, float]] = field(default_factory=dict)
    weak: tuple[str, ...] = ()
    starts: tuple[dict[str, Any], ...] = ()
    scores: tuple[Score, ...] = ()
    left_out: dict[str, Any] = field(default_factory=dict)
    design: tuple[dict[str, Any], ...] = ()
    profiles: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    verdict: Verdict = Verdict("cannot be judged")
    seed: int = 0
    wall_time: float = 0.0
    counts: dict[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        shown = ", ".join(f"{e.name} {e.value:.4g} +- {e.sigma:.2g}" for e in self.estimates[:6])
        more = f" and {len(self.estimates) - 6} more" if len(self.estimates) > 6 else ""
        return f"Fit {self.problem.name}: {self.status}; {shown}{more}"

    @property
    def converged(self) -> bool:
        return self.status == "converged"

    def estimate(self, name: str) -> Estimate:
        """An estimate by name."""
        from elver.errors import unknown_name

        for own in self.estimates:
            if own.name == name:
                return own
        raise unknown_name("unknown", name, [e.name for e in self.estimates])
