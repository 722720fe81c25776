"""A learned policy: a small network from observations to actions, kept as one small npz file.

    policy = load_policy("EelTarget")       # shipped, or Policy.load("policy.npz")
    action = policy.act(observation)        # (nu,) or (machines, nu), within -1 and 1

The network is a chain of layers with tanh between them, in single precision. Observations are first brought to mean 0 and
variance 1 with the statistics of the training, and cut at ten of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.errors import shown as shown_number
from elver._support.files import parse_json, read_npz, shown, whole_file
from elver.results import Run
from elver.scenarios.definition import system_packages
from elver.tasks import Episodes, Task, TrainingRecipe, find_task
from elver.tasks.task import find_lesson

_FORMAT = 1  # of the files
_CUT = 10.0  # standard deviations at which a normalised observation is cut
LARGEST = 1e8  # of a number in a file
_ADVICE = "Give a file that `elver learn` wrote."


def standardised(observation: np.ndarray, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Observations with mean 0 and variance 1, cut at ten standard deviations, in the precision of the network."""
    return np.clip((observation - mean) / spread, -_CUT, _CUT).astype(np.float32)


def forward(layers: Sequence[tuple[np.ndarray, np.ndarray]], x: np.ndarray) -> list[np.ndarray]:
    """Input and outputs of every layer; tanh after all but the last."""
    found = [x]
    for k, (weights, bias) in enumerate(layers):
        y = found[-1] @ weights
        y += bias
        found.append(y if k == len(layers) - 1 else np.tanh(y, out=y))
    return found


@dataclass(frozen=True, repr=False)
class Policy:
    """Layers of the network, the statistics of its observations, and where it comes from.

    layers: weights (inputs, outputs) and bias (outputs,) of each.   mean, spread: of the observations.
    deviation: standard deviation of the actions while it was learned; ``act`` adds none unless it is given a generator.
    about: task, seed, steps, seconds, settings: plain data.
    """

    layers: tuple[tuple[np.ndarray, np.ndarray], ...]
    mean: np.ndarray
    spread: np.ndarray
    deviation: np.ndarray
    about: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for value in (self.mean, self.spread, self.deviation, *(w for layer in self.layers for w in layer)):
            if not isinstance(value, np.ndarray) or value.dtype.kind != "f" or value.ndim == 0:
                raise InputError("the policy holds something else than rows of real numbers. Train it again.")
            if not np.all(np.abs(value) < LARGEST):
                raise InputError("the policy holds numbers that are not finite. Train it again, or take another file.")
        widths = [len(self.mean)]
        for weights, bias in self.layers:
            if weights.ndim != 2 or weights.shape[0] != widths[-1] or bias.shape != weights.shape[1:]:
                raise InputError("the layers of the policy do not fit each other. Train it again, or take another file.")
            widths.append(len(bias))
        if not self.layers or self.spread.shape != self.mean.shape or self.deviation.shape != (widths[-1],):
            raise InputError("the statistics of the policy do not fit its layers. Train it again, or take another file.")
        if not np.all(self.spread > 0):
            raise InputError("the policy holds a standard deviation that is not positive. Train it again.")

    def __repr__(self) -> str:
        widths = ", ".join(str(len(bias)) for _, bias in self.layers[:-1])
        layers = f" hidden layers of {widths}," if widths else ""
        of = f" of {self.about['task']}" if "task" in self.about else ""
        return f"Policy{of}: {self.observations} observations,{layers} {self.actions} actions"

    @property
    def observations(self) -> int:
        """Length of an observation."""
        return len(self.mean)

    @property
    def actions(self) -> int:
        """Length of an action."""
        return len(self.deviation)

    def act(self, observation: Any, rng: np.random.Generator | None = None) -> np.ndarray:
        """Actions within -1 and 1, one row per row of observations; with noise, as while learning, where ``rng`` is given."""
        given = np.asarray(observation)
        if given.shape[-1:] != (self.observations,):
            raise InputError(
                f"observation of shape {given.shape}. The policy takes {self.observations} numbers, or rows of them."
            )
        action = forward(self.layers, standardised(given, self.mean, self.spread))[-1]
        if rng is not None:
            action = action + self.deviation * rng.standard_normal(action.shape, dtype=np.float32)
        return np.clip(action, -1.0, 1.0)

    def run(self, duration: float | None = None, goal: Sequence[float] | None = None, task: Task | None = None) -> Run:
        """A run of the policy at its task, like any other run: with ledger, summary and figures.

        duration [s]: None for that of the task.   goal: where to, as the task's goals are written, where it has some.
        task: None for the one that it was trained on.
        """
        from elver.learn.live import run_policy

        return run_policy(self, task, duration, goal)

    def controller(self, goal: Sequence[float] | None = None, task: Task | None = None) -> Callable[[Any], Any]:
        """The policy as a controller: ``elver.Control(policy.controller(goal), every=task.interval, out_of_bounds="clip")``."""
        from elver.learn.live import PolicyController

        return PolicyController(self, find_task(str(self.about["task"])) if task is None else task, goal)

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write it as one npz file. An existing file is kept unless ``overwrite``."""
        if Path(path).exists() and not overwrite:
            raise InputError(f"'{shown(path)}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        arrays = {"mean": self.mean, "spread": self.spread, "deviation": self.deviation}
        for k, (weights, bias) in enumerate(self.layers):
            arrays |= {f"weights{k}": weights, f"bias{k}": bias}
        about = json.dumps({"format": _FORMAT, **self.about})
        with whole_file(path) as part, part.open("wb") as file:
            np.savez_compressed(file, about=np.array(about), allow_pickle=False, **arrays)
        return Path(path)

    @staticmethod
    def load(path: str | Path) -> Policy:
        """Read a file that ``save`` wrote."""
        arrays = read_npz(path, _ADVICE)
        try:
            about = parse_json(str(arrays["about"]))
            if about.pop("format") != _FORMAT:
                raise InputError("this is a policy of another version of Elver. Train it again: `elver learn`.")
            count = sum(name.startswith("weights") for name in arrays)
            layers = tuple((arrays[f"weights{k}"], arrays[f"bias{k}"]) for k in range(count))
            return Policy(layers, arrays["mean"], arrays["spread"], arrays["deviation"], about)
        except InputError as error:
            raise InputError(f"'{shown(path)}': {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"'{shown(path)}' is not a policy. {_ADVICE}") from error


# --- Policies that come with Elver: ``policies/TASK.npz`` in the package of the task's machine.

FOLDER = "policies"


def shipped() -> dict[str, Path]:
    """Files of the policies by the name of their task."""
    found: dict[str, Path] = {}
    for package in system_packages():
        folder = Path(str(import_module(package).__file__)).parent / FOLDER
        found |= {path.stem: path for path in sorted(folder.glob("*.npz"))}
    return found


def load_policy(task: Task | str) -> Policy:
    """The policy that comes with Elver for a task."""
    name = (find_task(task) if isinstance(task, str) else task).name
    known = shipped()
    if name not in known:
        raise unknown_name("policy for task", name, known)
    return Policy.load(known[name])


# --- How well a policy does: one whole episode of many machines, on seeds that no training uses.

FRESH = 1 << 62  # seeds of evaluations begin here; those of trainings end long before
_Act = Callable[[Episodes], np.ndarray]


@dataclass(frozen=True)
class EpisodeMetrics:
    """Metrics of whole episodes.

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


def evaluate(task: Task | str, actor: Policy | TrainingRecipe | str, episodes: int = 256, seed: int = 0) -> EpisodeMetrics:
    """Let a policy, the baseline of a lesson (or ``baseline``), or ``middle`` do the task once on every machine.

    ``middle``: every action in the middle of its range.
    """
    chosen = find_task(task) if isinstance(task, str) else task
    if isinstance(episodes, bool) or not isinstance(episodes, (int, np.integer)) or episodes < 1:
        raise InputError(f"episodes = {shown_number(episodes)}. Give a whole number of 1 or more.")
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
    return EpisodeMetrics(
        episodes, float(returns.mean()), float(returns.std()), float(count.mean()),
        float(reached.mean()) if moving else None,
        float(np.isin(codes, good).mean()) if good else None,
        {name: float(total.mean()) for name, total in totals.items()},
        {word: words.count(word) for word in sorted(set(words))},
    )  # fmt: skip


def acting(episodes: Episodes, actor: Policy | TrainingRecipe | str) -> _Act:
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
    if not isinstance(lesson, TrainingRecipe) or lesson.baseline is None:
        raise InputError(f"task '{task.name}' has no hand-written baseline. Give a Policy, or 'middle'.")
    baseline, parts = lesson.baseline, _parts_of(episodes)
    return lambda own: np.clip(
        baseline({name: own.observations[:, at].astype(float) for name, at in parts.items()}, own.now.time), -1.0, 1.0
    )


def _parts_of(episodes: Episodes) -> dict[str, list[int]]:
    """Columns of every part of the observation."""
    found: dict[str, list[int]] = {}
    for k, column in enumerate(episodes.observer.columns):
        found.setdefault(column.part, []).append(k)
    return found
