"""A training on disk: all that it needs to go on, but for the machines, which begin new episodes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.files import shown, whole_file
from elver.learn.training.policy import LARGEST
from elver.learn.training.ppo import Learner
from elver.reading import parse_json, read_npz

ADVICE = "Give one that `elver learn` wrote."
MOST = 1 << 40  # of anything that is counted


def save_checkpoint(learner: Learner, path) -> Path:
    """Networks, moments of the steps, statistics, random numbers and counts as one npz file."""
    words = {"rng": learner.rng.bit_generator.state, "iterations": learner.iterations, "steps": learner.steps}
    arrays = {"vector": learner.vector, "first": learner.adam.first, "second": learner.adam.second}
    arrays |= {"count": np.array(learner.adam.count), "rate": np.array(learner.rate), "words": np.array(json.dumps(words))}
    for name, own in (("seen", learner.seen), ("returns", learner.returns)):
        arrays |= {f"{name}_count": np.array(own.count), f"{name}_mean": own.mean, f"{name}_variance": own.variance}
    with whole_file(path) as part, part.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    return Path(path)


def restore(learner: Learner, path) -> None:
    """Let a training go on from a checkpoint; InputError where it was made with another task or other networks."""
    arrays = read_npz(path, ADVICE)
    try:
        if arrays["vector"].shape != learner.vector.shape or arrays["seen_mean"].shape != learner.seen.mean.shape:
            raise InputError(
                f"'{shown(path)}' holds {arrays['vector'].size} numbers, the networks of this training {learner.vector.size}. "
                "Use the task and the settings that it was made with."
            )
        numbers = {"vector": learner.vector, "first": learner.vector, "second": learner.vector}
        for name, own in (("seen", learner.seen), ("returns", learner.returns)):
            numbers |= {f"{name}_count": np.zeros(()), f"{name}_mean": own.mean, f"{name}_variance": own.variance}
        for name, like in {**numbers, "rate": np.zeros(())}.items():
            check_numbers(name, arrays[name], like, path)
        words = parse_json(str(arrays["words"]))
        counts = {"iterations": words["iterations"], "steps": words["steps"], "count": int(arrays["count"])}
        for name, value in counts.items():
            if type(value) is not int or not 0 <= value <= MOST:
                raise InputError(f"'{shown(path)}' is damaged: {name} = {str(value)[:60]} is no count. {ADVICE}")
        learner.rng.bit_generator.state = words["rng"]
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"'{shown(path)}' is not a checkpoint. {ADVICE}") from error
    learner.iterations, learner.steps, learner.adam.count = counts["iterations"], counts["steps"], counts["count"]
    learner.rate = float(arrays["rate"])
    learner.vector, learner.adam.first, learner.adam.second = (arrays[k] for k in ("vector", "first", "second"))
    for name, own in (("seen", learner.seen), ("returns", learner.returns)):
        own.count = float(arrays[f"{name}_count"])
        own.mean, own.variance = arrays[f"{name}_mean"], arrays[f"{name}_variance"]


def check_numbers(name: str, found: np.ndarray, like: np.ndarray, path) -> None:
    """Refuse numbers of another shape or type than those they replace, and numbers that no training reaches."""
    not_negative = name == "second" or name.endswith(("variance", "count", "rate"))
    large = MOST if name.endswith(("count", "variance")) else LARGEST
    sound = found.shape == like.shape and found.dtype == like.dtype and bool(np.all(np.abs(found) < large))
    if not sound or (not_negative and bool(np.any(found < 0))):
        raise InputError(f"'{shown(path)}' is damaged: '{name}' does not hold the numbers of a training. {ADVICE}")
