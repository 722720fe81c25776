"""Headline figures of a run, from its data set alone."""

from __future__ import annotations

import json

import numpy as np

from elver.files import finite

SIDEWAYS = 0.3  # cosine of the angle to the vertical plane beyond which an axis points sideways
STANDARD_GRAVITY = 9.81  # m/s^2, in the cost of transport
LEDGER_WARNING = 1e-3  # relative closure error beyond which a run is not to be trusted


def summarise(data) -> dict:
    """Plain numbers under stable keys (docs/results.md lists them with units)."""
    a = data.attrs
    times = data.time.values
    duration = float(times[-1] - times[0])
    position = data.base_position.values
    displacement = float(np.linalg.norm(position[-1] - position[0]))
    mass = float(data.body_mass.sum())
    works = data.work.isel(time=-1) - data.work.isel(time=0)
    work, positive = float(works.sel(flow="motor")), float(works.sel(flow="motor_positive"))
    summary = {
        "scenario": a["model"],
        "status": a["status"],
        "status_detail": a["status_detail"],
        "duration": duration,
        "wall_time": float(a["wall_time"]),
        "realtime_factor": duration / float(a["wall_time"]),
        "final_position": position[-1].tolist(),
        "final_com": data.com_position.values[-1].tolist(),
        "mean_speed": displacement / duration if duration > 0 else 0.0,
        "final_speed": final_speed(times, position, float(a["period"])),
        "path_length": float(np.linalg.norm(np.diff(position, axis=0), axis=1).sum()),
        "peak_torque": peaks(data),
        "peak_torque_by_group": group_peaks(data),
        "work": work,
        "work_positive": positive,
        "cost_of_transport": cost(work, mass, displacement),
        "cost_of_transport_positive": cost(positive, mass, displacement),
        "ledger_closure": float(a["ledger_closure"]),
        "trusted": is_trusted(a["status"], float(a["ledger_closure"])),
        "ledger": {str(f): float(works.sel(flow=f)) for f in data.flow.values},
        "pitch_turned": pitch_turned(data.base_quaternion.values),
        "mass": mass,
    }
    return finite(summary | contact_figures(data) | loop_figures(data) | json.loads(a["measures"]))


def is_trusted(status: str, closure: float | None) -> bool:
    """Whether the figures of a run can be relied on: it did not break off, and its energy ledger closes (None: has no number)."""
    return status in ("finished", "interrupted") and closure is not None and closure <= LEDGER_WARNING  # a NaN is not


def contact_figures(data) -> dict:
    """How well contacts were solved; nothing for a run without them."""
    if "contact_residual" not in data:
        return {}
    return {
        "worst_residual": float(data.contact_residual.max()),
        "worst_penetration": float(data.penetration.max()),
        "most_sweeps": int(data.sweeps.max()),
    }


def loop_figures(data) -> dict:
    """How well loops were closed; nothing for a run without them."""
    if "loop_closure" not in data:
        return {}
    return {
        "worst_loop_closure": float(data.loop_closure.max()),
        "worst_loop_condition": float(data.loop_condition.max()),
    }


def final_speed(times, position, period: float) -> float | None:
    """Net displacement over the last gait period, divided by the period [m/s]; None where there is no period to take."""
    if not (0 < period < times[-1] - times[0] + 1e-9):
        return None
    before = np.array([np.interp(times[-1] - period, times, position[:, k]) for k in range(3)])
    return float(np.linalg.norm(position[-1] - before)) / period


def peaks(data) -> dict[str, float]:
    """Largest magnitude of each joint's torque [N m]."""
    largest = np.abs(data.joint_torque.values).max(axis=0) if data.sizes.get("joint") else []
    return {str(j): float(v) for j, v in zip(data.joint.values, largest, strict=True)} if len(largest) else {}


def group_peaks(data) -> dict[str, float]:
    """Largest torque within each group of joints [N m]."""
    found = peaks(data)
    groups = data.joint_group.values if found else []
    return {str(g): max(v for v, h in zip(found.values(), groups, strict=True) if h == g) for g in dict.fromkeys(groups)}


def cost(work: float, mass: float, distance: float) -> float | None:
    """Work per weight and distance; None for a machine that went nowhere."""
    return work / (mass * STANDARD_GRAVITY * distance) if distance > 1e-9 else None


def pitch_angle(quaternions) -> np.ndarray:
    """Turn of the base's x axis in the world's vertical x-z plane since the first sample [rad], full turns counted; (time,).

    While the axis points sideways, out of that plane, its direction in the plane means nothing and no turn is counted.
    """
    w, x, y, z = quaternions.T
    forward, up = 1 - 2 * (y * y + z * z), 2 * (x * z - w * y)
    steps = np.diff(np.arctan2(up, forward))
    steps = (steps + np.pi) % (2 * np.pi) - np.pi
    seen = np.hypot(forward, up) > SIDEWAYS
    return np.concatenate([[0.0], np.cumsum(np.where(seen[1:] & seen[:-1], steps, 0.0))])


def pitch_turned(quaternions) -> float:
    """Degrees through which the base's x axis turned in the vertical x-z plane over the run."""
    return float(abs(np.degrees(pitch_angle(quaternions)[-1])))
