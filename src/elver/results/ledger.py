"""The energy ledger of a run: motor work = change of energy + everything that left."""

from __future__ import annotations

import numpy as np

from elver.equations.layout import ledger_signs


def close_ledger(data) -> None:
    """Add the energy balance: motor work = change of energy + everything that left; what remains is the error."""
    moving = data.kinetic_energy.values + data.medium_energy.values
    flows = [str(f) for f in data.flow.values]
    error, scale = balance(moving, data.potential_energy.values, data.work.values, flows)
    meaning = {"units": "J", "long_name": "motor work - change of energy - work that left"}
    data["ledger_error"] = ("time", error, meaning)
    data.attrs["ledger_scale"] = scale
    data.attrs["ledger_closure"] = closure(error, scale)


def balance(moving: np.ndarray, stored: np.ndarray, works: np.ndarray, flows: list[str]) -> tuple[np.ndarray, float]:
    """Error of the balance at every sample [J], and the energy turned over. moving, stored: kinetic and potential energy."""
    energy = moving + stored
    done = works - works[0]  # a resumed run starts with works of its own
    signs = np.array(ledger_signs(flows))
    error = done @ signs - (energy - energy[0])
    return error, float(np.maximum(np.abs(done * signs).max(axis=0).sum(), np.abs(moving).max()))  # a NaN stays a NaN


def closure(error: np.ndarray, scale: float) -> float:
    """The largest error over the energy turned over; NaN for a single sample."""
    if len(error) < 2:
        return float("nan")
    return 0.0 if scale == 0 else float(np.abs(error).max()) / scale
