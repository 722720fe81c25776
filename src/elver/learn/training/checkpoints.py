"""A training on disk: all that it needs to go on, but for the machines, which begin new episodes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.files import shown, whole_file
from elver.learn.training.policy import read_arrays
from elver.learn.training.ppo import Learner


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
    arrays = read_arrays(path)
    try:
        if arrays["vector"].shape != learner.vector.shape or arrays["seen_mean"].shape != learner.seen.mean.shape:
            raise InputError(
                f"'{shown(path)}' holds {arrays['vector'].size} numbers, the networks of this training {learner.vector.size}. "
                "Use the task and the settings that it was made with."
            )
        words = json.loads(str(arrays["words"]))
        learner.rng.bit_generator.state = words["rng"]
        learner.iterations, learner.steps = int(words["iterations"]), int(words["steps"])
        learner.rate, learner.adam.count = float(arrays["rate"]), int(arrays["count"])
        learner.vector, learner.adam.first, learner.adam.second = (arrays[k] for k in ("vector", "first", "second"))
        for name, own in (("seen", learner.seen), ("returns", learner.returns)):
            own.count = float(arrays[f"{name}_count"])
            own.mean, own.variance = arrays[f"{name}_mean"], arrays[f"{name}_variance"]
    except InputError:
        raise
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"'{shown(path)}' is not a checkpoint. Give one that `elver learn` wrote.") from error
