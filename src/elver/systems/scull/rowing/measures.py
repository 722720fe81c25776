"""Figures of a rower with arms, each over the last stroke: forces of the hands, the way of the oars, who does the work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from elver.results.cycles import last_period, over_a_period
from elver.results.measures import Measure, average, in_the_world
from elver.systems.scull.measures import surge_velocity
from elver.systems.scull.sculler import OARS

HANDS = [f"{side}_hand" for side in OARS]
STRONGEST = 900.0  # N, both hands of a strong man
SLOWER = "row slower (stroke.rate) or with a longer drive (stroke.drive): docs/models/scull.md has pairs that people row"
SHOULDER = "starboard_upper_arm"  # its frame begins at the joint


def hand_forces(data) -> np.ndarray:
    """Force of each hand on its handle, along the axes of the world [N]; (time, hand, 3)."""
    return in_the_world(data, [f"{side}_forearm" for side in OARS], data.cut_wrench.sel(loop=HANDS).values[:, :, :3])


def handle_force(data) -> np.ndarray:
    """Force of both hands together across the handles, to the bow [N]; (time,): what turns the oars."""
    stern = in_the_world(data, [f"{side}_oar" for side in OARS], np.array([0.0, 1.0, 0.0]))
    return -(hand_forces(data) * stern).sum(axis=(1, 2))


def ways(data, handle: float) -> dict[str, np.ndarray]:
    """Velocity along the boat [m/s] that legs (the seat), trunk (shoulders less seat) and arms (hands less shoulders) add to the
    handles; (time,) each. The boat's pitch is left out. handle [m]: from the oarlock to the hand.
    """
    t, boat = data.time.values, data.base_position.sel(axis="x").values
    shoulder = np.gradient(data.body_position.sel(body=SHOULDER, axis="x").values - boat, t)
    seat, oar = data.joint_velocity.sel(joint="seat").values, data.joint_position.sel(joint="starboard").values
    hand = handle * np.cos(oar) * data.joint_velocity.sel(joint="starboard").values
    return {"legs": seat, "trunk": shoulder - seat, "arms": hand - shoulder}


def work_share(data, doer: str, handle: float) -> float | None:
    """Share of the legs, the trunk or the arms in the work of the hands on the handles; None where that is nothing."""
    data = last_period(data)
    pull = hand_forces(data)[:, :, 0].sum(axis=1)
    work = {name: average(pull * way, data.time.values) for name, way in ways(data, handle).items()}
    total = sum(work.values())
    return float(work[doer] / total) if total > 0 else None


def speed_variation(data) -> float:
    """Standard deviation of the boat's velocity over its mean."""
    data = last_period(data)
    t, v = data.time.values, surge_velocity(data)
    mean = average(v, t)
    return float(np.sqrt(average((v - mean) ** 2, t)) / mean)


def oar_angle(pick: Callable) -> Callable:
    """A figure of the oars' angle."""
    return lambda data: float(pick(last_period(data).joint_position.sel(joint="starboard").values))


def pulling_measures(handle: float) -> tuple[Measure, ...]:
    """What the oars, the hands and the rower's limbs do. handle [m]: from the oarlock to the hand."""
    shares = (
        Measure(f"{doer}_share", "1", f"share of the {doer} in the work of the hands; null where that is nothing",
                partial(work_share, doer=doer, handle=handle))
        for doer in ("legs", "trunk", "arms")
    )  # fmt: skip
    return over_a_period((
        Measure("speed_variation", "1", "standard deviation of the boat's velocity over its mean, in the last stroke",
                speed_variation, shown="last stroke: varies by {.3g}"),
        Measure("handle_force", "N", "largest force of both hands together across the handles in the last stroke",
                lambda d: float(handle_force(last_period(d)).max()), shown="rower: hands {.0f N}", most=STRONGEST, remedy=SLOWER),
        Measure("catch_angle", "rad", "smallest angle of the oars in the last stroke", oar_angle(np.min)),
        Measure("finish_angle", "rad", "largest angle of the oars in the last stroke", oar_angle(np.max)),
        *shares,
    ))  # fmt: skip
