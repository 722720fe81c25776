"""A run made small enough for a page: as many samples as the eye needs, numbers as short as it can see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from elver.page.arrays import packed_curves, text_of

A_SECOND, A_PERIOD = 30.0, 40.0  # samples kept of a second of motion, or of a period of the gait where that is more
FEWEST = 200  # samples kept of a short run, where it has them
BYTES = 500_000  # of all samples at four bytes a number; packed by gzip they take about a fifth
ALWAYS = ("body_position", "body_quaternion", "base_position", "base_velocity", "com_position", "power", "work")
ENERGIES = ("kinetic_energy", "medium_energy", "potential_energy")
FAR = 3.0  # machine sizes on the way, beyond which 1/32767 of the way could be seen (a ten-thousandth of the machine)
WHERE_THERE = ("joint_position", "joint_torque", "contact_force", "ground_force", "body_force")


def recording_of(data, bodies: Sequence[str], joints: Sequence[str]) -> dict[str, Any]:
    """The recording as plain data: places of the drawn bodies, what is plotted, forces."""
    kept = selected(data, bodies, joints)
    width = 8 + 4 * sum(int(np.prod(field.shape[1:], dtype=int)) for field in kept.values())
    times = data.time.values
    frames = chosen_frames(times, float(data.attrs.get("period", 0.0)), max(2, BYTES // width))
    size = machine_size(data)
    fields = {name: as_data(field.isel(time=frames), size) for name, field in kept.items()}
    return {"times": text_of(times[frames], "f8"), "fields": fields, "note": told(times, frames)}


def selected(data, bodies: Sequence[str], joints: Sequence[str]) -> dict[str, Any]:
    """The variables that a page needs, each only for what it shows."""
    wanted = [name for name in (*ALWAYS, *ENERGIES, *WHERE_THERE) if name in data]
    found = {}
    for name in wanted:
        field = data[name]
        field = field.sel(body=list(bodies)) if "body" in field.dims else field
        if "joint" in field.dims:
            if not joints:
                continue
            field = field.sel(joint=list(joints))
        found[name] = field
    return found


def chosen_frames(times: np.ndarray, period: float, most: int) -> np.ndarray:
    """Numbers of the samples that are kept, first and last among them."""
    rate = max(A_SECOND, A_PERIOD / period if period > 0 else 0.0)
    wanted = max(int(np.ceil(float(times[-1] - times[0]) * rate)) + 1, FEWEST)
    count = max(min(len(times), wanted, most), min(2, len(times)))
    return np.unique(np.linspace(0, len(times) - 1, count).round().astype(int))


def machine_size(data) -> float:
    """The largest distance between two bodies along an axis [m], 0 for one body alone."""
    return float(np.ptp(data.body_position.values, axis=1).max(initial=0.0))


def as_data(field, size: float = 0.0) -> dict[str, Any]:
    """One variable with its shape, dimensions, labels, unit and meaning. size: of the machine [m].

    Places of a machine that goes far have a third byte: in steps of the whole way its bodies would tremble.
    """
    way = float(np.ptp(field.values, axis=0).max(initial=0.0)) if str(field.name).endswith("_position") else 0.0
    dims = [str(d) for d in field.dims if d != "time"]
    return {
        "shape": list(field.shape),
        **packed_curves(field.values, 3 if field.attrs.get("units") == "m" and way > FAR * size else 2),
        "dims": dims,
        "labels": {d: [str(name) for name in field[d].values] for d in dims},
        "unit": str(field.attrs.get("units", "")),
        "meaning": str(field.attrs.get("long_name", "")),
    }


def told(times: np.ndarray, frames: np.ndarray) -> str:
    """What was left out, in one sentence."""
    span, count = float(times[-1] - times[0]), len(frames)
    if count == len(times):
        return f"all {count} samples of the run, {span:.4g} s"
    rate = (count - 1) / span if span > 0 else 0.0
    return f"{count} of the run's {len(times)} samples, {rate:.3g} a second; numbers are good to 2e-5 of their range"
