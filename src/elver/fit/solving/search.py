"""The whole search: descents from the best starts; noise estimated and the best descent taken up again, until both agree."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.fit.solving.checkpoints import Checkpoint, plain_levels, plain_state, state_from
from elver.fit.solving.levenberg import TOLERANCE, Descent, State, descend
from elver.fit.solving.misfit import Misfit, Point
from elver.fit.solving.noise import estimated_levels, same_levels
from elver.fit.solving.starts import Screen, chosen, descents_of, drawn, screened, table

ROUGH = 1e-2  # standard deviations: close enough while the noise is still to be estimated
ROUNDS = 12  # of noise and descent
Tell = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Found:
    """Where a search ended. starts: its table of starts."""

    descent: Descent
    starts: list[dict[str, Any]]


def search(misfit: Misfit, count: int, seed: int, kept: Checkpoint, tell: Tell, screen: Screen | None = None) -> Found:
    """Descend from the best of ``count`` starts; estimate noise where asked for. Leaves the noise in ``misfit.levels``."""
    misfit.levels = kept.levels(misfit.levels)
    unsure = any(None in (noise.ar1, noise.model_error) for _, noise in misfit.levels)
    points = drawn(misfit.scales, misfit.start, count, seed)
    if kept.content["costs"] is None:
        costs = screened(misfit, points, screen) if count > 1 else np.array([misfit.at(points[0]).cost])
        kept.write(costs=costs.tolist())
    costs = np.array([math.inf if cost is None else cost for cost in kept.content["costs"]])
    places = chosen(costs, descents_of(count)) or [0]
    ends: list[Descent] = []
    for number, place in enumerate(places):
        label = f"start {number + 1} of {len(places)}, " if len(places) > 1 else ""
        ends.append(from_start(misfit, points[place], number, kept, tell, label, ROUGH if unsure else TOLERANCE))
        if ends[-1].status == "interrupted":
            break
    rows = table(misfit, points, costs, places[: len(ends)], ends)
    best = min(ends, key=lambda end: end.point.cost)
    if not math.isfinite(best.point.cost):
        raise InputError(f"the model gives no numbers at the start: {best.point.why}. Start elsewhere, or narrow the ranges.")
    if ends[-1].status == "interrupted":
        return Found(replace(best, status="interrupted", detail=ends[-1].detail), rows)
    return Found(noise_rounds(misfit, best, kept, tell) if unsure else best, rows)


def from_start(
    misfit: Misfit, start: np.ndarray, number: int, kept: Checkpoint, tell: Tell, label: str, tolerance: float
) -> Descent:
    """The descent from one start; of one that ended in an earlier run its end is looked at again, and nothing more."""
    ended = kept.content["starts"]
    if number < len(ended):
        state = state_from(ended[number]["state"])
        return Descent(misfit.at(state.s), ended[number]["status"], ended[number]["detail"], state)
    end = told_descent(misfit, kept.state or State(start), kept, tell, label, tolerance)
    if end.status != "interrupted":
        row = {"state": plain_state(end.state), "status": end.status, "detail": end.detail}
        kept.write(starts=[*ended, row], current=None)
    return end


def told_descent(misfit: Misfit, begin: State, kept: Checkpoint, tell: Tell, label: str, tolerance: float) -> Descent:
    """A descent that tells every iteration to the file and to the listener."""

    def each(state: State, point: Point) -> None:
        kept.write(current=plain_state(state))
        last = state.history[-1]
        tell(f"{label}iteration {len(state.history)}: cost {point.cost:.6g}, {last['gradient']:.2g} sigma from the minimum")

    return descend(misfit, begin, tolerance=tolerance, tell=each)


def noise_rounds(misfit: Misfit, best: Descent, kept: Checkpoint, tell: Tell) -> Descent:
    """Noise estimated at the minimum, the minimum sought with that noise, until neither moves; then the last digits."""
    end = best
    if kept.state is not None:  # interrupted within a round
        end = told_descent(misfit, kept.state, kept, tell, "noise, ", ROUGH)
    for number in range(ROUNDS):
        if end.status == "interrupted":
            break
        point, before = end.point, misfit.levels
        assert point.evaluation is not None
        priors = misfit.scales.priors(point.s)
        after = estimated_levels(point.evaluation.blocks, before, misfit.slopes_of(point), priors)
        last = same_levels(before, after) or number == ROUNDS - 1
        misfit.levels = after
        begin = State(point.s, history=end.history)
        kept.write(levels=plain_levels(after), current=plain_state(begin))
        end = told_descent(misfit, begin, kept, tell, f"noise round {number + 1}, ", TOLERANCE if last else ROUGH)
        if last:
            break
    return end
