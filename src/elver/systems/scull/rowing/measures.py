"""Figures of a rower with arms, each over the last stroke: forces of the hands, the way of the oars, who does the work."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from elver.results.cycles import last_period, over_a_period
from elver.results.measures import Measure, average
from elver.systems.scull.measures import surge_velocity
from elver.systems.scull.sculler import OARS

HANDS = [f"{side}_hand" for side in OARS]
DOERS = {"legs": "leg", "trunk": "trunk", "arms": "arm"}  # names of shares, and groups of joints


def handle_force(data) -> np.ndarray:
    """Force of both hands together on the handles [N]; (time,)."""
    force = data.cut_wrench.sel(loop=HANDS).values[:, :, :3]
    return np.linalg.norm(force, axis=2).sum(axis=1)


def speed_variation(data) -> float:
    """Standard deviation of the boat's velocity over its mean."""
    data = last_period(data)
    t, v = data.time.values, surge_velocity(data)
    mean = average(v, t)
    return float(np.sqrt(average((v - mean) ** 2, t)) / mean)


def oar_angle(pick: Callable) -> Callable:
    """A figure of the oars' angle."""
    return lambda data: float(pick(last_period(data).joint_position.sel(joint="starboard").values))


def work_share(group: str) -> Callable:
    """Share of a group of joints in the work of knees, trunk and elbows; None where they do none."""

    def measure(data) -> float | None:
        data = last_period(data)
        mean = {g: average(data.joint_power.values[:, data.joint_group.values == g].sum(axis=1), data.time.values) for g in DOERS.values()}
        total = sum(mean.values())
        return float(mean[group] / total) if total > 0 else None

    return measure


def pulling_measures() -> tuple[Measure, ...]:
    """What the oars, the hands and the rower's joints do."""
    shares = (
        Measure(f"{name}_share", "1", f"share of the {name} in the rower's work; null where there is none", work_share(group))
        for name, group in DOERS.items()
    )
    return over_a_period((
        Measure("speed_variation", "1", "standard deviation of the boat's velocity over its mean, in the last stroke",
                speed_variation, shown="last stroke: varies by {.1%}"),
        Measure("handle_force", "N", "largest force of both hands together in the last stroke",
                lambda d: float(handle_force(last_period(d)).max()), shown="rower: hands {.0f N}"),
        Measure("catch_angle", "rad", "smallest angle of the oars in the last stroke", oar_angle(np.min)),
        Measure("finish_angle", "rad", "largest angle of the oars in the last stroke", oar_angle(np.max)),
        *shares,
    ))  # fmt: skip
