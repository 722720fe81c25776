"""The verb of this room: unknowns of a machine found from recordings, with all that the report needs."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver.errors import InputError, require_number
from elver.fit.evaluation import Evaluation
from elver.fit.judging.design import design, with_candidates
from elver.fit.judging.freedom import freedom_of
from elver.fit.judging.goodness import verdict
from elver.fit.judging.laplace import Posterior, check_enough, check_influence, correlations, estimates, laplace
from elver.fit.judging.left_out import free_places, leave_one_out, settled
from elver.fit.judging.mending import remedies
from elver.fit.judging.profiles import Profile, profile, with_profiles, worst_known
from elver.fit.judging.scores import scores
from elver.fit.judging.settled_unknowns import of_all
from elver.fit.judging.weak import weak_directions
from elver.fit.problem import Problem, Recording
from elver.fit.residuals import Evaluator
from elver.fit.result import Fit, Verdict
from elver.fit.solving.checkpoints import Checkpoint, digest_of
from elver.fit.solving.levenberg import Descent, State, descend
from elver.fit.solving.misfit import Evaluate, Memory, Misfit
from elver.fit.solving.noise import first_levels, told
from elver.fit.solving.scales import check_unknowns
from elver.fit.solving.search import Tell, search
from elver.fit.solving.starts import Screen


@dataclass(frozen=True)
class Wishes:
    """What is computed besides the estimates."""

    profiles: int
    leave_out: bool
    candidates: tuple[Recording, ...]
    evaluate: Evaluate | None  # the candidates; None for the machine's runs
    threads: int | None


def fit_model(
    problem: Problem,
    *,
    starts: int = 1,
    seed: int = 0,
    threads: int | None = None,
    profiles: int = 1,
    leave_out: bool = True,
    candidates: Sequence[Recording] = (),
    progress: Callable[[str], None] | None = None,
    checkpoint=None,
    evaluator: Evaluate | None = None,
    screen: Screen | None = None,
) -> Fit:
    """Find the unknowns of ``problem`` from its recordings.

    starts: points that are looked at, of which the square root is descended from.   seed: of those points.
    profiles: how many of the worst known unknowns get a profile likelihood.   leave_out: fit again without each recording.
    candidates: further recordings to rank by what they would tell; their values do not matter.
    progress: told a sentence at every step.   checkpoint: a file that keeps the state; where it exists, the fit goes on from it.
    It stays when the search has ended, so that nothing is lost before results are written.   Ctrl-C returns the best so far.
    evaluator: in place of the machine's runs, called as elver.fit.residuals.Evaluator is.   screen: costs of many starts.
    """
    begun, tell = time.perf_counter(), progress or (lambda sentence: None)
    require_number("starts", starts, low=1)
    free, names = checked(problem)
    wishes = Wishes(profiles, leave_out, tuple(candidates), evaluator, threads)
    runs = Evaluator(problem, threads) if evaluator is None else None
    evaluator = evaluator or runs
    assert evaluator is not None
    memory = Memory(problem, evaluator)
    levels = first_levels(c for r in problem.recordings for c in r.channels)
    misfit = Misfit(memory, levels, names, free, problem.start)
    kept = Checkpoint(checkpoint, digest_of(problem, starts=starts, seed=seed), (len(misfit.start), starts, len(levels)))
    first = misfit.at(misfit.start)
    if math.isfinite(first.cost):
        check_influence(misfit, first)
    if screen is None and starts > 1 and wishes.evaluate is None:
        from elver.fit.solving.screening import BatchScreen

        assert isinstance(evaluator, Evaluator)
        screen = BatchScreen(misfit, evaluator)
    found = search(misfit, int(starts), seed, kept, tell, screen)
    fit = judged(misfit, found.descent, wishes, tell)
    if runs is not None:
        fit = replace(fit, evaluation=with_ledgers(fit.evaluation, runs.closures(fit.theta)))
    counts = {**getattr(evaluator, "counts", {}), **memory.counts}
    return replace(fit, starts=tuple(found.starts), seed=seed, wall_time=time.perf_counter() - begun, counts=counts)


def with_ledgers(evaluation: Evaluation, closures: dict[str, float]) -> Evaluation:
    """The evaluation with ``ledger_closure`` among the figures of every recording whose run has a ledger."""
    figures = {name: dict(own) for name, own in evaluation.figures.items()}
    for name, value in closures.items():
        if math.isfinite(value):
            figures.setdefault(name, {})["ledger_closure"] = value
    return replace(evaluation, figures=figures)


def checked(problem: Problem) -> tuple[list[int], list[str]]:
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


def judged(misfit: Misfit, end: Descent, wishes: Wishes, tell: Tell) -> Fit:
    """The fit that a descent ended at, with everything that is wished; what Ctrl-C cuts short is left out and said."""
    profiles: dict[str, Profile] = {}
    extras: dict[str, Any] = {}
    covariance: np.ndarray | None = None
    theta, interrupted = misfit.theta(end.point.s), end.status == "interrupted"
    posterior = laplace(misfit, end.point)
    assert end.point.evaluation is not None
    evaluation: Evaluation = end.point.evaluation
    try:
        if not interrupted:
            end, posterior, profiles = profiled(misfit, end, posterior, wishes.profiles, tell)
            theta = misfit.theta(end.point.s)
            theta, covariance, evaluation = predicted(misfit, theta, posterior, tell)
            extras = further(misfit, end, theta, posterior, wishes, tell)
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
            found = mended(misfit, end, theta, found, tell)
        except KeyboardInterrupt:
            interrupted = True
    return Fit(
        problem=problem,
        status="interrupted" if interrupted else end.status,
        detail=end.detail + held_out_note(problem, evaluation),
        theta=theta,
        cost=end.point.cost,
        covariance=covariance,
        correlations=correlations(covariance),
        history=end.history,
        evaluation=evaluation,
        estimates=of_all(with_profiles(estimates(posterior, theta, problem), profiles), theta, covariance, problem),
        noise=told(misfit.levels, evaluation.blocks, end.point.weights),
        weak=weak_directions(misfit, end.point),
        scores=scored,
        verdict=found,
        profiles={name: (p.values, p.rises) for name, p in profiles.items()},
        **extras,
    )


def mended(misfit: Misfit, end: Descent, theta: np.ndarray, found: Verdict, tell: Tell) -> Verdict:
    """The verdict with what an axis, a sign or a clock of the recordings would mend."""
    problem = misfit.memory.problem
    said: list[str] = []
    tell("looking for an axis, a sign or a clock that would mend it")
    failed = [c for c in found.checks if c.failed]
    if any(c.kind != "held out" for c in failed):
        said += remedies(misfit.memory, misfit.recordings, misfit.free, [problem.start, misfit.theta(end.point.s)])
    for name in [c.of for c in failed if c.kind == "held out"]:
        own = [i for i, u in enumerate(problem.unknowns) if u.recording == name]
        said += remedies(misfit.memory, [name], own, [theta])
    return replace(found, remedies=tuple(said))


def held_out_note(problem: Problem, evaluation: Evaluation) -> str:
    """What must be said about recordings that were not fitted."""
    held_out = {r.name for r in problem.held_out}
    own = sorted({u.recording for u in problem.unknowns if u.recording in held_out})
    note = f"; unknowns of held-out recordings ({', '.join(own)}) were fitted on them with the shared ones held" if own else ""
    return note + "".join(f"; recording '{name}' cannot be predicted: {why}" for name, why in evaluation.failed.items())


def profiled(misfit: Misfit, end: Descent, posterior: Posterior, count: int, tell: Tell):
    """Profiles of the worst known unknowns. Where one of them finds a better minimum, the search goes there and begins again."""
    for _ in range(3):
        profiles: dict[str, Profile] = {}
        for place in worst_known(posterior, count):
            profiles[misfit.scales.unknowns[place].name] = profile(misfit, end.point, posterior, place, tell)
        better = next((p.better for p in profiles.values() if p.better is not None), None)
        if better is None:
            break
        tell("a profile met a better minimum: going there")
        again = descend(misfit, State(misfit.scales.search(better[misfit.free])))
        if again.status == "interrupted":
            raise KeyboardInterrupt
        if not again.point.cost < end.point.cost:
            break
        end = replace(again, state=replace(again.state, history=(*end.history, *again.history)))
        posterior = laplace(misfit, end.point)
    return end, posterior, profiles


def predicted(misfit: Misfit, theta: np.ndarray, posterior: Posterior, tell: Tell):
    """All recordings at the estimates, held-out ones too, their own unknowns settled: unknowns, covariance, evaluation."""
    memory, covariance = misfit.memory, posterior.of_all(len(theta))
    for recording in memory.problem.held_out:
        tell(f"held-out recording {recording.name}")
        theta, covariance = settled(memory, misfit.levels, theta, covariance, recording.name)
    return theta, covariance, memory(theta, slopes=True)


def further(misfit: Misfit, end: Descent, theta: np.ndarray, posterior: Posterior, wishes: Wishes, tell: Tell) -> dict[str, Any]:
    """Fits without each recording, and the ranking of further ones."""
    extras: dict[str, Any] = {}
    if wishes.leave_out:
        extras["left_out"] = leave_one_out(misfit.memory, misfit.levels, theta, tell)
    if wishes.candidates:
        tell(f"{len(wishes.candidates)} further recordings")
        beside, there = with_candidates(misfit.memory.problem, theta, wishes.candidates)
        evaluate = wishes.evaluate or Evaluator(beside, wishes.threads)
        told_there = evaluate(there, slopes=True, recordings=[c.name for c in wishes.candidates])
        extras["design"] = design(misfit, end.point, told_there, beside, wishes.candidates)
    return extras
