"""What the model says about every channel at some values of the unknowns, with exact derivatives."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.fit.problem import Channel


@dataclass(frozen=True, eq=False)
class Block:
    """One channel of one recording beside the model's numbers.

    predicted: in the channel's unit.   slopes[i, k] = d predicted[i] / d unknown k, None where they were not asked for.
    """

    recording: str
    channel: Channel
    predicted: np.ndarray
    slopes: np.ndarray | None = None

    @property
    def name(self) -> str:
        return f"{self.recording}: {self.channel.name}"

    @property
    def difference(self) -> np.ndarray:
        """Predicted less measured, in the channel's unit."""
        return self.predicted - self.channel.values


@dataclass(frozen=True, eq=False)
class Evaluation:
    """All blocks at one point theta of the unknowns.

    failed: recording -> why its run gave no numbers (it diverged, no orbit was found); empty where all is well.
    figures: recording -> numbers of its run for the report (period, floquet_max, ledger_closure).
    """

    theta: np.ndarray
    blocks: tuple[Block, ...]
    failed: dict[str, str]
    figures: dict[str, dict[str, float]]

    def of(self, recording: str) -> tuple[Block, ...]:
        """The blocks of one recording."""
        return tuple(b for b in self.blocks if b.recording == recording)
