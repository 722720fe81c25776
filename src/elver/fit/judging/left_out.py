"""Predictions of recordings that were not fitted: held-out ones, and each fitted one left out in its turn.

Unknowns of one recording (its camera, its clock, its start) cannot be predicted from others: on a recording that is predicted
they are fitted with the shared unknowns held, and their uncertainty, with what it owes to the shared ones, is part of the spread.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.fit.judging.freedom import freedom_of
from elver.fit.judging.laplace import check_enough, estimates, laplace
from elver.fit.judging.scores import scores
from elver.fit.problem import Problem
from elver.fit.solving.levenberg import State, descend
from elver.fit.solving.misfit import Memory, Misfit
from elver.fit.solving.noise import Levels

ROUGH = 1e-2  # standard deviations: predictions need no closer minimum
FEW = 20  # iterations: a fit with one recording less begins near its end, or in a valley that has none


def free_places(problem: Problem, recordings: list[str]) -> list[int]:
    """Places of the unknowns that a fit on some recordings moves: the shared ones and theirs."""
    return [i for i, u in enumerate(problem.unknowns) if not u.recording or u.recording in recordings]


def settled(memory: Memory, levels: Levels, theta: np.ndarray, covariance: np.ndarray, recording: str):
    """All unknowns and their covariance with those of one recording fitted on it, the shared ones held."""
    unknowns = memory.problem.unknowns
    own = [i for i, u in enumerate(unknowns) if u.recording == recording]
    if not own:
        return theta, covariance
    misfit = Misfit(memory, levels, [recording], own, theta)
    end = descend(misfit, State(misfit.start), tolerance=ROUGH, iterations=FEW)
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


def leave_one_out(memory: Memory, levels: Levels, theta: np.ndarray, tell: Callable[[str], None] | None = None) -> dict[str, Any]:
    """Recording -> what a fit without it says: status, estimates, and the scores of its prediction; or why there is none.

    The noise stays as the whole fit estimated it: one recording less often tells it no more.
    """
    problem = memory.problem
    names = [r.name for r in problem.fitted]
    found: dict[str, Any] = {}
    if len(names) < 2:
        return found
    for out in names:
        rest = [n for n in names if n != out]
        free = free_places(problem, rest)
        try:
            check_enough(problem, rest, free)
        except InputError:
            found[out] = {"skipped": "the other recordings hold fewer numbers than there are unknowns"}
            continue
        misfit = Misfit(memory, levels, rest, free, theta)
        end = descend(misfit, State(misfit.start), tolerance=ROUGH, iterations=FEW)
        if end.status == "interrupted":
            raise KeyboardInterrupt
        if tell is not None:
            tell(f"without recording {out}: {end.status}")
        if not math.isfinite(end.point.cost):
            found[out] = {"skipped": end.detail}
            continue
        posterior = laplace(misfit, end.point)
        there = misfit.theta(end.point.s)
        told = estimates(posterior, there, problem)
        covariance = posterior.of_all(len(theta))
        behind = freedom_of(memory(there, slopes=True, recordings=rest).blocks, levels, covariance)
        there, covariance = settled(memory, levels, there, covariance, out)
        evaluation = memory(there, slopes=True, recordings=[out])
        if evaluation.failed:
            found[out] = {"skipped": f"it cannot be predicted: {evaluation.failed[out]}", "estimates": told}
            continue
        rows = scores(problem, evaluation, covariance, levels, [problem.recording(n) for n in rest], behind)
        found[out] = {"status": end.status, "theta": there, "estimates": told, "scores": rows}
    return found
