"""A fit from beginning to end: the unknowns of a machine found from recordings, with all that the report needs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, require_number
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.goodness import remedies, verdict
from elver.analysis.fit.identifiability import design, weak_directions, with_candidates
from elver.analysis.fit.least_squares import CachedEvaluator, Descent, Evaluate, Misfit, State, check_unknowns, descend
from elver.analysis.fit.noise import channel_noise, first_levels
from elver.analysis.fit.prediction import all_estimates, free_places, leave_one_out, with_own_unknowns
from elver.analysis.fit.problem import Evaluation, Fit, FitVerdict, Problem, Recording
from elver.analysis.fit.scores import scores
from elver.analysis.fit.search import BatchScreen, Callback, Checkpoint, Screen, digest_of, search_minimum
from elver.analysis.fit.uncertainty import (
    Posterior,
    Profile,
    check_enough,
    check_influence,
    correlations,
    estimates,
    freedom_of,
    laplace,
    profile,
    with_profiles,
    worst_known,
)
from elver.analysis.orbits.problem import require_kind

_EvaluatorOf = Callable[[Problem], Evaluate]


@dataclass(frozen=True)
class FitSearch:
    """Where a fit searches.

    Parameters
    ----------
    starts
        Points that are evaluated, of which the best, about the square root of their number, are descended from.
    seed
        Of these points.
    checkpoint
        File that keeps the state of the search; where it exists, the search goes on from it. It stays when the search has ended,
        so that nothing is lost before results are written.
    """

    starts: int = 1
    seed: int = 0
    checkpoint: Path | None = None

    def __post_init__(self) -> None:
        require_number("starts", self.starts, low=1)


@dataclass(frozen=True)
class FitReport:
    """What a fit computes besides estimates and their Laplace intervals.

    Parameters
    ----------
    profiles
        How many of the worst known unknowns get a profile likelihood.
    leave_out
        Whether to fit again without each recording in turn.
    candidates
        Further recordings to rank by what they would tell; their values do not matter.
    """

    profiles: int = 1
    leave_out: bool = True
    candidates: tuple[Recording, ...] = ()


def fit_model(
    problem: Problem,
    *,
    search: FitSearch = FitSearch(),
    report: FitReport = FitReport(),
    threads: int | None = None,
    callback: Callable[[str], None] | None = None,
) -> Fit:
    """Find the unknowns of a problem from its recordings. Ctrl-C returns the best so far.

    Parameters
    ----------
    problem
        Recordings, unknowns, and the model that should explain them.
    search
        Starts and checkpoint.
    report
        What is computed besides the estimates.
    threads
        Cores that runs are spread over; None for all.
    callback
        Called with a sentence at every step.

    Returns
    -------
    Fit
        Its ``status`` and ``verdict`` say how far to believe it.

    Raises
    ------
    InputError
        Where the data cannot tell the unknowns: too few numbers, an unknown without influence, no numbers at the start.
    """
    return _fit(problem, None, None, search, report, threads, callback)


def fit_with_evaluator(
    problem: Problem,
    evaluator: Evaluate,
    *,
    screen: Screen | None = None,
    search: FitSearch = FitSearch(),
    report: FitReport = FitReport(),
    callback: Callable[[str], None] | None = None,
) -> Fit:
    """A fit of predictions that do not come from runs of the model.

    Parameters
    ----------
    evaluator
        Called as ``elver.analysis.Evaluator`` is: all unknowns, ``slopes`` and ``recordings`` -> an Evaluation.
    screen
        Values of all unknowns at many starts -> their costs; None evaluates one after the other.
    problem, search, report, callback
        As of ``fit_model``.
    """
    return _fit(problem, evaluator, screen, search, report, None, callback)


def _fit(
    problem: Problem,
    evaluator: Evaluate | None,
    screen: Screen | None,
    search: FitSearch,
    report: FitReport,
    threads: int | None,
    callback: Callable[[str], None] | None,
) -> Fit:
    """The fit; without an evaluator by runs of the model."""
    require_kind("search", search, FitSearch)
    require_kind("report", report, FitReport)
    begun, callback = time.perf_counter(), callback or (lambda sentence: None)
    free, names = _require_fittable(problem)
    runs = Evaluator(problem, threads) if evaluator is None else None
    evaluate = evaluator or runs
    assert evaluate is not None
    memory = CachedEvaluator(problem, evaluate)
    levels = first_levels(c for r in problem.recordings for c in r.channels)
    misfit = Misfit(memory, levels, names, free, problem.start)
    starts, digest = int(search.starts), digest_of(problem, starts=search.starts, seed=search.seed)
    checkpoint = Checkpoint(search.checkpoint, digest, (len(misfit.start), starts, len(levels)))
    first = misfit.at(misfit.start)
    if math.isfinite(first.cost):
        check_influence(misfit, first)
    if runs is not None and screen is None and starts > 1:
        screen = BatchScreen(misfit, runs)
    found = search_minimum(misfit, starts, search.seed, checkpoint, callback, screen)
    fit = _fit_at(misfit, found.descent, report, callback, lambda beside: evaluator or Evaluator(beside, threads))
    if runs is not None:
        fit = replace(fit, evaluation=_with_ledgers(fit.evaluation, runs.closures(fit.theta)))
    counts = {**getattr(evaluate, "counts", {}), **memory.counts}
    return replace(fit, starts=found.starts, seed=search.seed, wall_time=time.perf_counter() - begun, counts=counts)


def _with_ledgers(evaluation: Evaluation, closures: dict[str, float]) -> Evaluation:
    """The evaluation with ``ledger_closure`` among the metrics of every recording whose run has a ledger."""
    metrics = {name: dict(own) for name, own in evaluation.metrics.items()}
    for name, value in closures.items():
        if math.isfinite(value):
            metrics.setdefault(name, {})["ledger_closure"] = value
    return replace(evaluation, metrics=metrics)


def _require_fittable(problem: Problem) -> tuple[list[int], list[str]]:
    """Places of the unknowns that the fit moves and names of the recordings it is made on; InputError where it cannot be made."""
    names = [r.name for r in problem.fitted]
    free = free_places(problem, names)
    check_unknowns(problem.unknowns)
    check_enough(problem, names, free)
    for recording in problem.recordings:
        for channel in recording.channels:
            if not np.isfinite(channel.values).all():
                raise InputError(
                    f"recording '{recording.name}', channel '{channel.name}': a value is not a number. Leave such values out."
                )
    return free, names


def _fit_at(misfit: Misfit, end: Descent, report: FitReport, callback: Callback, evaluator_of: _EvaluatorOf) -> Fit:
    """The fit that a descent ended at, with all of the report; what Ctrl-C cuts short is left out and said.

    evaluator_of(problem): evaluates candidates.
    """
    profiles: dict[str, Profile] = {}
    extras: dict[str, Any] = {}
    covariance: np.ndarray | None = None
    theta, interrupted = misfit.theta(end.point.s), end.status == "interrupted"
    posterior = laplace(misfit, end.point)
    assert end.point.evaluation is not None
    evaluation: Evaluation = end.point.evaluation
    try:
        if not interrupted:
            end, posterior, profiles = _with_profiles(misfit, end, posterior, report.profiles, callback)
            theta = misfit.theta(end.point.s)
            theta, covariance, evaluation = _predictions(misfit, theta, posterior, callback)
            extras = _further(misfit, end, theta, report, callback, evaluator_of)
    except KeyboardInterrupt:
        interrupted = True
        end = replace(end, detail=f"{end.status} ({end.detail}); interrupted before everything about it was computed")
    if covariance is None:
        covariance = posterior.of_all(len(theta))
    problem = misfit.memory.problem
    assert end.point.evaluation is not None
    behind = freedom_of(end.point.evaluation.blocks, misfit.levels, posterior.of_all(len(theta)))
    scored = scores(problem, evaluation, covariance, misfit.levels, problem.fitted, behind)
    found = verdict(misfit, end.point, [s for s in scored if not s.held_out], [s for s in scored if s.held_out])
    if found.word == "not described" and not interrupted:
        try:
            found = _with_remedies(misfit, end, theta, found, callback)
        except KeyboardInterrupt:
            interrupted = True
    return Fit(
        problem=problem,
        status="interrupted" if interrupted else end.status,
        detail=end.detail + _held_out_note(problem, evaluation),
        theta=theta,
        cost=end.point.cost,
        covariance=covariance,
        correlations=correlations(covariance),
        history=end.history,
        evaluation=evaluation,
        estimates=all_estimates(with_profiles(estimates(posterior, theta, problem), profiles), theta, covariance, problem),
        noise=channel_noise(misfit.levels, evaluation.blocks, end.point.weights),
        weak=weak_directions(misfit, end.point),
        scores=scored,
        verdict=found,
        profiles={name: (p.values, p.rises) for name, p in profiles.items()},
        **extras,
    )


def _with_remedies(misfit: Misfit, end: Descent, theta: np.ndarray, found: FitVerdict, callback: Callback) -> FitVerdict:
    """The verdict with what an axis, a sign or a clock of the recordings would mend."""
    problem = misfit.memory.problem
    said: list[str] = []
    callback("looking for an axis, a sign or a clock that would mend it")
    failed = [c for c in found.checks if c.failed]
    if any(c.kind != "held out" for c in failed):
        said += remedies(misfit.memory, misfit.recordings, misfit.free, [problem.start, misfit.theta(end.point.s)])
    for name in [c.of for c in failed if c.kind == "held out"]:
        own = [i for i, u in enumerate(problem.unknowns) if u.recording == name]
        said += remedies(misfit.memory, [name], own, [theta])
    return replace(found, remedies=tuple(said))


def _held_out_note(problem: Problem, evaluation: Evaluation) -> str:
    """What must be said about recordings that were not fitted."""
    held_out = {r.name for r in problem.held_out}
    own = sorted({u.recording for u in problem.unknowns if u.recording in held_out})
    note = f"; unknowns of held-out recordings ({', '.join(own)}) were fitted on them with the shared ones held" if own else ""
    return note + "".join(f"; recording '{name}' cannot be predicted: {why}" for name, why in evaluation.failed.items())


def _with_profiles(
    misfit: Misfit, end: Descent, posterior: Posterior, count: int, callback: Callback
) -> tuple[Descent, Posterior, dict[str, Profile]]:
    """Profiles of the worst known unknowns. Where one of them finds a better minimum, the search goes there and begins again."""
    for _ in range(3):
        profiles: dict[str, Profile] = {}
        for place in worst_known(posterior, count):
            profiles[misfit.scales.unknowns[place].name] = profile(misfit, end.point, posterior, place, callback)
        better = next((p.better for p in profiles.values() if p.better is not None), None)
        if better is None:
            break
        callback("a profile met a better minimum: going there")
        again = descend(misfit, State(misfit.scales.search(better[misfit.free])))
        if again.status == "interrupted":
            raise KeyboardInterrupt
        if not again.point.cost < end.point.cost:
            break
        end = replace(again, state=replace(again.state, history=(*end.history, *again.history)))
        posterior = laplace(misfit, end.point)
    return end, posterior, profiles


def _predictions(
    misfit: Misfit, theta: np.ndarray, posterior: Posterior, callback: Callback
) -> tuple[np.ndarray, np.ndarray, Evaluation]:
    """All recordings at the estimates, held-out ones too, their own unknowns fitted on them: unknowns, covariance, evaluation."""
    memory, covariance = misfit.memory, posterior.of_all(len(theta))
    for recording in memory.problem.held_out:
        callback(f"held-out recording {recording.name}")
        theta, covariance = with_own_unknowns(memory, misfit.levels, theta, covariance, recording.name)
    return theta, covariance, memory(theta, slopes=True)


def _further(
    misfit: Misfit, end: Descent, theta: np.ndarray, report: FitReport, callback: Callback, evaluator_of: _EvaluatorOf
) -> dict[str, Any]:
    """Fits without each recording, and the ranking of further ones."""
    extras: dict[str, Any] = {}
    if report.leave_out:
        extras["left_out"] = leave_one_out(misfit.memory, misfit.levels, theta, callback)
    if report.candidates:
        callback(f"{len(report.candidates)} further recordings")
        beside, there = with_candidates(misfit.memory.problem, theta, report.candidates)
        predicted_there = evaluator_of(beside)(there, slopes=True, recordings=[c.name for c in report.candidates])
        extras["design"] = design(misfit, end.point, predicted_there, beside, report.candidates)
    return extras
