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
from elver.fit.problem import Problem, Recording, Unknown
from elver.fit.solving.misfit import Misfit, Point
from elver.fit.solving.noise import Levels, first_levels, key_of, whitened
from elver.fit.solving.scales import Scales

SAME = 1e-6  # difference of shares that is none


def with_candidates(problem: Problem, theta: np.ndarray, candidates: Sequence[Recording]) -> tuple[Problem, np.ndarray]:
    """The problem with the candidates as held-out recordings, and its unknowns.

    A candidate has what nobody would know of it (camera, clock, start), as the recording that it is like has: unknowns of its
    own, where that one's were found.
    """
    own = [(replace(u, recording=c.name), theta[k]) for c in candidates for k, u in enumerate(problem.unknowns) if own_of(u, c)]
    recordings = (*problem.fitted, *(replace(c, held_out=True) for c in candidates))
    unknowns = (*problem.unknowns, *(u for u, _ in own))
    return replace(problem, recordings=recordings, unknowns=unknowns), np.array([*theta, *(value for _, value in own)])


def own_of(unknown: Unknown, candidate: Recording) -> bool:
    """Whether a candidate has such an unknown too."""
    return bool(candidate.like) and unknown.recording == candidate.like


def design(misfit: Misfit, point: Point, evaluation: Evaluation, problem: Problem, candidates: Sequence[Recording]):
    """Candidates, best first. evaluation: of the candidates at the estimates, with slopes.   problem: as of with_candidates.

    Of each: ``like``, the recording that it copies; ``values``, that were changed; ``shrink``, unknown -> its new sigma over the
    present one; ``volume``, by which the ellipsoid of all shared unknowns shrinks (D-criterion, which units, scales and unknowns
    that nothing depends on do not change); ``best_for``, the unknown that gains most. Candidates that tell the same whatever
    their values are one row. A candidate that failed says why and comes last.
    """
    assert point.jacobian is not None
    levels = candidate_levels(misfit.levels, candidates)
    known = point.jacobian.T @ point.jacobian
    shared = [k for k, i in enumerate(misfit.free) if not problem.unknowns[i].recording]
    before = covariance_of(known, misfit.scales)[np.ix_(shared, shared)]
    names = [problem.unknowns[misfit.free[k]].name for k in shared]
    found: list[dict[str, Any]] = []
    for candidate in candidates:
        row: dict[str, Any] = {"recording": candidate.name, "like": candidate.like, "values": dict(candidate.values)}
        if candidate.name in evaluation.failed:
            found.append(row | {"failed": evaluation.failed[candidate.name], "volume": 1.0})
            continue
        after = known + told_by(candidate, evaluation, misfit, problem, levels)
        after = covariance_of(after, misfit.scales)[np.ix_(shared, shared)]
        ratios = np.sqrt(np.diag(after) / np.diag(before))
        volume = math.exp(0.5 * (np.linalg.slogdet(after)[1] - np.linalg.slogdet(before)[1]))
        shrink = {name: float(ratio) for name, ratio in zip(names, ratios, strict=True)}
        found.append(row | {"shrink": shrink, "volume": volume, "best_for": min(shrink, key=lambda name: shrink[name])})
    return tuple(sorted(without_repeats(found), key=lambda row: ("failed" in row, round(row["volume"], 9))))


def without_repeats(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with those of one recording as one, where the values asked for make no difference to what it tells."""
    found = []
    for like in dict.fromkeys(row["like"] for row in rows):
        own = [row for row in rows if row["like"] == like]
        told = [[row["volume"], *row.get("shrink", {}).values()] for row in own]
        if like and len(own) > 1 and not any("failed" in row for row in own) and np.ptp(told, axis=0).max() < SAME:
            own = [own[0] | {"recording": f"{like} again, whatever the values"}]
        found += own
    return found


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


def told_by(candidate: Recording, evaluation: Evaluation, misfit: Misfit, problem: Problem, levels: Levels) -> np.ndarray:
    """Information that a candidate adds about the free unknowns; its own unknowns, if it has any, are paid for."""
    unknowns = problem.unknowns
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
