"""The energy ledger of a run: motor work = change of energy + everything that left."""

from __future__ import annotations

import numpy as np

from elver.equations.layout import ledger_signs


def close_ledger(data):
    """Add the energy balance: motor work = change of energy + everything that left; what remains is the error."""
    energy = (data.kinetic_energy + data.medium_energy + data.potential_energy).values
    flows = [str(f) for f in data.flow.values]
    done = data.work.values - data.work.values[0]  # a resumed run starts with works of its own
    signs = np.array(ledger_signs(flows))
    error = done @ signs - (energy - energy[0])
    moved = np.abs((data.kinetic_energy + data.medium_energy).values).max()
    scale = float(np.maximum(np.abs(done * signs).max(axis=0).sum(), moved))  # a NaN stays a NaN
    meaning = {"units": "J", "long_name": "motor work - change of energy - work that left"}
    data["ledger_error"] = ("time", error, meaning)
    data.attrs["ledger_scale"] = scale
    still = len(energy) < 2 or scale == 0
    data.attrs["ledger_closure"] = (np.nan if len(energy) < 2 else 0.0) if still else float(np.abs(error).max()) / scale
    return data
