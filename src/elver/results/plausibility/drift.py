"""Momentum from nothing: the centre of mass of a machine that nothing pushes stays, or goes straight on; all else is error.

Where ground and medium give no force, errors of momentum are not forgotten: a run can be off by its whole path while its energy
ledger closes, and short stretches of it look well.
"""

from __future__ import annotations

import numpy as np

from elver.results.plausibility.comparison import StepError, scale
from elver.results.plausibility.kept import STEP_WARNING
from elver.robot import Robot

PUSHED = 1e-9  # of the machine's weight, up to which a force is none
GRAVITY = 9.81


def drift_error(data, robot: Robot) -> StepError | None:
    """Largest drift of the centre of mass over the range of the base's path; None where something pushes it, or the base is held.

    data: a Sheet.
    """
    axes = [k for k in robot.freedoms if k < 3]
    mass = float(data.body_mass.values.sum())
    free = [k for k in axes if not pushed(data, k, mass)]
    if not free or data.attrs["status"] not in ("finished", "interrupted"):
        return None
    times = data.time.values - data.time.values[0]
    com, start = data.com_position.values, data.momentum.values[0, :3] / mass
    drift = com - com[0] - times[:, None] * start
    by = "drift of the centre of mass, which nothing pushes along " + ", ".join("xyz"[k] for k in free)
    return StepError(float(np.abs(drift[:, free]).max()) / scale(data.base_position.values), "com", by)


def pushed(data, axis: int, mass: float) -> bool:
    """Whether a force acts on the machine as a whole along an axis of the world."""
    parts = []
    if "medium_force" in data:
        parts.append(data.medium_force.values[..., axis].sum(axis=-1))
    if "ground_force" in data and axis < 2:
        parts.append(data.ground_force.values[..., axis])
    if "contact_impulse" in data and axis < 2:  # of the time since the sample before
        parts.append(data.contact_impulse.values[1:, :, axis].sum(axis=-1) / np.diff(data.time.values))
    return any(float(np.abs(part).max(initial=0.0)) > PUSHED * mass * GRAVITY for part in parts)


def worse(looked: StepError | None, drift: StepError | None) -> StepError | None:
    """The larger of both errors. A drift alone tells only where it is large: that there is none says nothing of the steps."""
    if drift is None or drift.error is None:
        return looked
    if looked is None or looked.error is None:
        return drift if drift.error > STEP_WARNING else looked
    return drift if drift.error > looked.error else looked
