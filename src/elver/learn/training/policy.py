"""A learned policy: a small network from observations to actions, kept as one small npz file.

    policy = load_policy("EelTarget")       # shipped, or Policy.load("policy.npz")
    action = policy.act(observation)        # (nu,) or (machines, nu), within -1 and 1

The network is a chain of layers with tanh between them, in single precision. Observations are first brought to mean 0 and
variance 1 with the statistics of the training, and cut at ten of these.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import InputError
from elver.files import shown, whole_file
from elver.reading import parse_json, read_npz

FORMAT = 1  # of the files
CUT = 10.0  # standard deviations at which a normalised observation is cut
LARGEST = 1e8  # of a number in a file
ADVICE = "Give a file that `elver learn` wrote."


def standardised(observation: np.ndarray, mean: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Observations with mean 0 and variance 1, cut at ten standard deviations, in the precision of the network."""
    return np.clip((observation - mean) / spread, -CUT, CUT).astype(np.float32)


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

    def __post_init__(self):
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

    def act(self, observation, rng: np.random.Generator | None = None) -> np.ndarray:
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

    def save(self, path, overwrite: bool = False) -> Path:
        """Write it as one npz file. An existing file is kept unless ``overwrite``."""
        if Path(path).exists() and not overwrite:
            raise InputError(f"'{shown(path)}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        arrays = {"mean": self.mean, "spread": self.spread, "deviation": self.deviation}
        for k, (weights, bias) in enumerate(self.layers):
            arrays |= {f"weights{k}": weights, f"bias{k}": bias}
        about = json.dumps({"format": FORMAT, **self.about})
        with whole_file(path) as part, part.open("wb") as file:
            np.savez_compressed(file, about=np.array(about), allow_pickle=False, **arrays)
        return Path(path)

    @staticmethod
    def load(path) -> Policy:
        """Read a file that ``save`` wrote."""
        arrays = read_npz(path, ADVICE)
        try:
            about = parse_json(str(arrays["about"]))
            if about.pop("format") != FORMAT:
                raise InputError("this is a policy of another version of Elver. Train it again: `elver learn`.")
            count = sum(name.startswith("weights") for name in arrays)
            layers = tuple((arrays[f"weights{k}"], arrays[f"bias{k}"]) for k in range(count))
            return Policy(layers, arrays["mean"], arrays["spread"], arrays["deviation"], about)
        except InputError as error:
            raise InputError(f"'{shown(path)}': {error}") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"'{shown(path)}' is not a policy. {ADVICE}") from error
