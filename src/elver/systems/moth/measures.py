"""Figures of flapping flight, each over the last period of the stroke. MAV section IV-C.

The amplitude of anything is half of what it sweeps from its lowest to its highest value in that period.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from elver.results.cycles import last_period, over_a_period
from elver.results.measures import average
from elver.results.summary import pitch_angle


def amplitude(values) -> float:
    """Half of the range of a series."""
    return float(np.ptp(np.asarray(values))) / 2


def joint_sum(data, joints: Sequence[str]) -> np.ndarray:
    """Sum of the joints' angles [rad]; (time,). All strains of a wing added up are the rotation of its tip."""
    return data.joint_position.sel(joint=list(joints)).sum("joint").values


def mean_lift(data) -> float:
    """Mean vertical force of everything but gravity [N]."""
    own = last_period(data)
    lift = own.medium_force.sel(axis="z").drop_sel(force="gravity", errors="ignore").sum("force")
    return average(lift.values, own.time.values)


def stroke_power(data, stroke: str) -> float:
    """Mean power of a stroke joint [W]."""
    own = last_period(data)
    return average(own.joint_power.sel(joint=stroke).values, own.time.values)


def stroke_figures(stroke: str, bending: Sequence[str], twist: Sequence[str]) -> dict[str, Callable]:
    """What the wing does, from one side of a machine with two."""
    return {
        "peak_stroke_torque": lambda d: float(np.abs(last_period(d).joint_torque.sel(joint=stroke)).max()),
        "power_per_wing": lambda d: stroke_power(d, stroke),
        "specific_power": lambda d: 2 * stroke_power(d, stroke) / float(d.body_mass.sum()),
        "tip_twist_amplitude": lambda d: amplitude(joint_sum(last_period(d), twist)),
        "tip_bending_amplitude": lambda d: amplitude(joint_sum(last_period(d), bending)),
        "tip_bending_with_stroke_amplitude": lambda d: amplitude(joint_sum(last_period(d), (stroke, *bending))),
        "mean_lift": mean_lift,
    }


def vertical_drift(data) -> float:
    """Mean vertical velocity of the base [m/s]."""
    own = last_period(data)
    z, t = own.base_position.sel(axis="z").values, own.time.values
    return float((z[-1] - z[0]) / (t[-1] - t[0])) if len(t) > 1 else 0.0


def thorax_figures() -> dict[str, Callable]:
    """What the body does in the vertical plane x-z."""
    return {
        "pitch_amplitude": lambda d: amplitude(pitch_angle(last_period(d).base_quaternion.values)),
        "fore_aft_amplitude": lambda d: amplitude(last_period(d).base_position.sel(axis="x")),
        "vertical_amplitude": lambda d: amplitude(last_period(d).base_position.sel(axis="z")),
        "vertical_drift": vertical_drift,
    }


def flight_measures(stroke: str, bending: Sequence[str], twist: Sequence[str], tethered: bool) -> dict[str, Callable]:
    """The measures of a machine with two wings; ``stroke``, ``bending`` and ``twist`` are the joints of one of them."""
    return over_a_period(stroke_figures(stroke, bending, twist) | ({} if tethered else thorax_figures()))
