"""The energy ledger of a run: motor work = change of energy + everything that left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.model.layout import ledger_signs

if TYPE_CHECKING:
    from elver.results.samples import Data


def close_ledger(data: Data) -> None:
    """Add the energy balance: motor work = change of energy + everything that left; what remains is the error."""
    RunningLedger().add(data)


def balance(moving: np.ndarray, stored: np.ndarray, works: np.ndarray, flows: list[str]) -> tuple[np.ndarray, float, float]:
    """Error of the balance at every sample [J], the energy turned over, and how well it closes."""
    ledger = RunningLedger()
    return ledger.errors(moving, stored, works, flows), ledger.scale, ledger.closure


class RunningLedger:
    """The balance of a run whose samples come in parts: every part gets its ``ledger_error``, and the attributes so far.

    state: that of another one, to go on from.
    """

    def __init__(self, state: Mapping[str, Any] | None = None):
        self.state: dict[str, Any] = dict(state or {})

    def add(self, data: Data) -> None:
        """The next samples of a data set: their error is added to them."""
        moving, flows = data.kinetic_energy.values + data.medium_energy.values, [str(f) for f in data.flow.values]
        error = self.errors(moving, data.potential_energy.values, data.work.values, flows)
        data["ledger_error"] = ("time", error, {"units": "J", "long_name": "motor work - change of energy - work that left"})
        data.attrs["ledger_scale"] = self.scale
        data.attrs["ledger_closure"] = self.closure

    def errors(self, moving: np.ndarray, stored: np.ndarray, works: np.ndarray, flows: list[str]) -> np.ndarray:
        """Errors [J] of the next samples. moving, stored: kinetic and potential energy."""
        energy, state = moving + stored, self.state
        if not state:  # a resumed run starts with works of its own
            state |= {"samples": 0, "works": works[0].tolist(), "energy": float(energy[0]), "worst": 0.0, "moving": 0.0}
            state["turned"] = [0.0] * len(flows)
        signs, done = np.array(ledger_signs(flows)), works - np.array(state["works"])
        error = done @ signs - (energy - state["energy"])
        state["samples"] += len(error)
        state["worst"] = float(np.maximum(state["worst"], np.abs(error).max()))  # a NaN stays a NaN
        state["moving"] = float(np.maximum(state["moving"], np.abs(moving).max()))
        state["turned"] = np.maximum(state["turned"], np.abs(done * signs).max(axis=0)).tolist()
        return error

    @property
    def scale(self) -> float:
        """The energy turned over [J]."""
        return float(np.maximum(np.sum(self.state["turned"]), self.state["moving"]))

    @property
    def closure(self) -> float:
        """The largest error over the energy turned over; NaN for a single sample."""
        if self.state["samples"] < 2:
            return float("nan")
        return 0.0 if self.scale == 0 else self.state["worst"] / self.scale
