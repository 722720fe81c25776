"""How well a policy does: one whole episode of many machines, on seeds that no training uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from elver.errors import InputError, shown, unknown_name
from elver.learn.training.policy import Policy
from elver.tasks import Task, find_task
from elver.tasks.episodes import Episodes
from elver.tasks.lesson import Lesson, find_lesson

FRESH = 1 << 62  # seeds of evaluations begin here; those of trainings end long before
Act = Callable[[Episodes], np.ndarray]


@dataclass(frozen=True)
class Evaluation:
    """Figures of whole episodes.

    returns, lengths [control steps], reached: mean over the episodes; deviation: standard deviation of the returns.
    success: share of episodes that ended by an end that counts as success; None where the task has none.
    terms: mean sum of every term of the reward.   endings: how many episodes ended how.
    """

    episodes: int
    returns: float
    deviation: float
    lengths: float
    reached: float | None
    success: float | None
    terms: dict[str, float]
    endings: dict[str, int]

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def evaluate(task: Task | str, actor: Policy | Lesson | str, episodes: int = 256, seed: int = 0) -> Evaluation:
    """Let a policy, the baseline of a lesson (or ``baseline``), or ``middle`` do the task once on every machine.

    ``middle``: every action in the middle of its range.
    """
    chosen = find_task(task) if isinstance(task, str) else task
    if isinstance(episodes, bool) or not isinstance(episodes, (int, np.integer)) or episodes < 1:
        raise InputError(f"episodes = {shown(episodes)}. Give a whole number of 1 or more.")
    own = Episodes(chosen, episodes, seed=FRESH + seed)
    act = acting(own, actor)
    count = np.zeros(episodes)
    returns, codes = np.zeros(episodes), np.zeros(episodes, dtype=int)
    reached, totals = np.zeros(episodes), {name: np.zeros(episodes) for name in own.terms}
    going, words = np.ones(episodes, dtype=bool), [""] * episodes
    while going.any():
        own.step(act(own))
        count += going
        for name, part in own.terms.items():
            totals[name] += np.where(going, part, 0.0)
        returns += np.where(going, own.rewards, 0.0)
        ended = going & (own.terminated | own.truncated)
        for k in np.flatnonzero(ended).tolist():
            words[k], codes[k], reached[k] = own.ending(k), own.ended[k], own.reached[k]
        going &= ~ended
        if ended.any():
            own.reset(ended)  # it goes on beside the others; nothing of that counts
    good = [k + 2 for k, end in enumerate(chosen.ends) if end.success]
    moving = chosen.goal is not None and chosen.goal.reached is not None
    return Evaluation(
        episodes, float(returns.mean()), float(returns.std()), float(count.mean()),
        float(reached.mean()) if moving else None,
        float(np.isin(codes, good).mean()) if good else None,
        {name: float(total.mean()) for name, total in totals.items()},
        {word: words.count(word) for word in sorted(set(words))},
    )  # fmt: skip


def acting(episodes: Episodes, actor: Policy | Lesson | str) -> Act:
    """What gives the actions."""
    task, inputs = episodes.task, len(episodes.stepper.inputs)
    if isinstance(actor, Policy):
        if actor.observations != episodes.observations.shape[1] or actor.actions != inputs:
            raise InputError(
                f"the policy takes {actor.observations} numbers and gives {actor.actions}; task '{task.name}' has "
                f"{episodes.observations.shape[1]} and {inputs}. Give a policy that was trained on it."
            )
        return lambda own: actor.act(own.observations)
    if actor == "middle":
        return lambda own: np.zeros((own.machines, inputs))
    if isinstance(actor, str) and actor != "baseline":
        raise unknown_name("actor", actor, ("baseline", "middle"))
    lesson = find_lesson(task.name) if actor == "baseline" else actor
    if not isinstance(lesson, Lesson) or lesson.baseline is None:
        raise InputError(f"task '{task.name}' has no hand-written baseline. Give a Policy, or 'middle'.")
    baseline, parts = lesson.baseline, parts_of(episodes)
    return lambda own: np.clip(
        baseline({name: own.observations[:, at].astype(float) for name, at in parts.items()}, own.now.time), -1.0, 1.0
    )


def parts_of(episodes: Episodes) -> dict[str, list[int]]:
    """Columns of every part of the observation."""
    found: dict[str, list[int]] = {}
    for k, column in enumerate(episodes.observer.columns):
        found.setdefault(column.part, []).append(k)
    return found
