"""Which further recording would tell most: the information of each candidate, added to what is known already.

A candidate is a recording whose values do not matter: its program, signals, times and sigmas do. With J its whitened Jacobian at
the estimates the information becomes H + J^T J. Model error counts as new in every number, which flatters long recordings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.fit.evaluation import Evaluation
from elver.fit.problem import Problem, Recording
from elver.fit.solving.misfit import Misfit, Point
from elver.fit.solving.noise import Levels, first_levels, key_of, whitened
from elver.fit.solving.scales import Scales


def with_candidates(problem: Problem, candidates: Sequence[Recording]) -> Problem:
    """The problem with the candidates as held-out recordings."""
    return replace(problem, recordings=(*problem.fitted, *(replace(c, held_out=True) for c in candidates)))


def design(misfit: Misfit, point: Point, evaluation: Evaluation, candidates: Sequence[Recording]) -> tuple[dict[str, Any], ...]:
    """Candidates, best first. evaluation: of the candidates at the estimates, with slopes.

    Of each: ``shrink``, unknown -> its new sigma over the present one; ``volume``, by which the ellipsoid of all shared unknowns
    shrinks (D-criterion); ``best_for``, the unknown that gains most. A candidate that failed says why and comes last.
    """
    assert point.jacobian is not None
    problem = misfit.memory.problem
    levels = candidate_levels(misfit.levels, candidates)
    known = point.jacobian.T @ point.jacobian
    shared = [k for k, i in enumerate(misfit.free) if not problem.unknowns[i].recording]
    before = covariance_of(known, misfit.scales)[np.ix_(shared, shared)]
    found: list[dict[str, Any]] = []
    for candidate in candidates:
        row: dict[str, Any] = {"recording": candidate.name}
        if candidate.name in evaluation.failed:
            found.append(row | {"failed": evaluation.failed[candidate.name], "volume": 1.0})
            continue
        after = covariance_of(known + told_by(candidate, evaluation, misfit, levels), misfit.scales)[np.ix_(shared, shared)]
        ratios = np.sqrt(np.diag(after) / np.diag(before))
        names = [problem.unknowns[misfit.free[k]].name for k in shared]
        volume = math.exp(0.5 * (np.linalg.slogdet(after)[1] - np.linalg.slogdet(before)[1]))
        shrink = {name: float(ratio) for name, ratio in zip(names, ratios, strict=True)}
        found.append(row | {"shrink": shrink, "volume": volume, "best_for": min(shrink, key=lambda name: shrink[name])})
    return tuple(sorted(found, key=lambda row: ("failed" in row, row["volume"])))


def candidate_levels(levels: Levels, candidates: Sequence[Recording]) -> Levels:
    """Noise of the candidates' channels: as given, or as it was estimated of a fitted channel of the same name."""
    found = first_levels(c for r in candidates for c in r.channels)
    by_name = {key[0]: level for key, level in levels.items()}
    for key in found:
        if None in (key[1].ar1, key[1].model_error):
            if key[0] not in by_name:
                raise InputError(
                    f"candidate channel '{key[0]}': its noise is to be estimated, and no fitted channel has that name."
                )
            found[key] = by_name[key[0]]
    return found


def covariance_of(information: np.ndarray, scales: Scales) -> np.ndarray:
    """Inverse of an information, with a width of prior or range for what nothing is known of."""
    scaled = information * scales.widths[:, None] * scales.widths + 1e-12 * np.eye(len(information))
    return np.linalg.inv(scaled) * scales.widths[:, None] * scales.widths


def told_by(candidate: Recording, evaluation: Evaluation, misfit: Misfit, levels: Levels) -> np.ndarray:
    """Information that a candidate adds about the free unknowns; its own unknowns, if it has any, are paid for."""
    unknowns = misfit.memory.problem.unknowns
    own = [i for i, u in enumerate(unknowns) if u.recording == candidate.name]
    theta = evaluation.theta
    ours, theirs = Scales([unknowns[i] for i in misfit.free]), Scales([unknowns[i] for i in own])
    rows, own_rows = [np.zeros((0, len(misfit.free)))], [np.zeros((0, len(own)))]
    for block in evaluation.of(candidate.name):
        assert block.slopes is not None
        level = levels[key_of(block.channel)]
        slopes = whitened(block.channel, block.slopes, level)
        rows.append(slopes[:, misfit.free] * ours.rates(ours.search(theta[misfit.free])))
        own_rows.append(slopes[:, own] * theirs.rates(theirs.search(theta[own])))
    J, N = np.vstack(rows), np.vstack(own_rows)
    information = J.T @ J
    if own:
        paid = N.T @ N + np.diag(theirs.prior_precisions)
        information = information - J.T @ N @ np.linalg.pinv(paid, hermitian=True) @ N.T @ J
    return information
