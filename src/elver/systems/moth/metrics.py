"""Metrics of flapping flight, each over the last period of the stroke. MAV section IV-C.

The amplitude of anything is half of what it sweeps from its lowest to its highest value in that period.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from elver.results import Metric, average, last_period, over_a_period, pitch_angle

if TYPE_CHECKING:
    import xarray as xr


def amplitude(values: Sequence[float] | np.ndarray) -> float:
    """Half of the range of a series."""
    return float(np.ptp(np.asarray(values))) / 2


def joint_sum(data: xr.Dataset, joints: Sequence[str]) -> np.ndarray:
    """Sum of the joints' angles [rad]; (time,). All strains of a wing added up are the rotation of its tip."""
    return data.joint_position.sel(joint=list(joints)).sum("joint").values


def _mean_lift(data: xr.Dataset) -> float:
    """Mean vertical force of everything but gravity [N]."""
    own = last_period(data)
    lift = own.medium_force.sel(axis="z").drop_sel(force="gravity", errors="ignore").sum("force")
    return average(lift.values, own.time.values)


def _stroke_power(data: xr.Dataset, stroke: str) -> float:
    """Mean power of a stroke joint [W]."""
    own = last_period(data)
    return average(own.joint_power.sel(joint=stroke).values, own.time.values)


def _stroke_metrics(stroke: str, bending: Sequence[str], twist: Sequence[str]) -> tuple[Metric, ...]:
    """What the wing does, from one side of a machine with two."""
    return (
        Metric(
            "peak_stroke_torque",
            "N m",
            "largest torque of a stroke joint over the last stroke",
            lambda d: float(np.abs(last_period(d).joint_torque.sel(joint=stroke)).max()),
        ),
        Metric(
            "power_per_wing",
            "W",
            "mean power of a stroke joint over the last stroke",
            lambda d: _stroke_power(d, stroke),
            shown="wings: {.3g W} each",
        ),
        Metric(
            "specific_power",
            "W/kg",
            "mean power of both wings over the whole mass",
            lambda d: 2 * _stroke_power(d, stroke) / float(d.body_mass.sum()),
            shown="wings: {.4g W/kg}",
        ),
        Metric(
            "tip_twist_amplitude",
            "rad",
            "half the range of the sum of one wing's twist joints over the last stroke",
            lambda d: amplitude(joint_sum(last_period(d), twist)),
            shown="wings: tip twists {.3g deg}",
        ),
        Metric(
            "tip_bending_amplitude",
            "rad",
            "half the range of the sum of one wing's bending joints over the last stroke",
            lambda d: amplitude(joint_sum(last_period(d), bending)),
        ),
        Metric(
            "tip_bending_with_stroke_amplitude",
            "rad",
            "half the range of the sum of one wing's stroke and bending joints over the last stroke",
            lambda d: amplitude(joint_sum(last_period(d), (stroke, *bending))),
            shown="wings: bends {.3g deg} (with the stroke)",
        ),
        Metric(
            "mean_lift",
            "N",
            "mean vertical force of everything but gravity over the last stroke",
            _mean_lift,
            shown="wings: mean lift {.4g N}",
        ),
    )


def _vertical_drift(data: xr.Dataset) -> float:
    """Mean vertical velocity of the base [m/s]."""
    own = last_period(data)
    z, t = own.base_position.sel(axis="z").values, own.time.values
    return float((z[-1] - z[0]) / (t[-1] - t[0])) if len(t) > 1 else 0.0


def _thorax_metrics() -> tuple[Metric, ...]:
    """What the body does in the vertical plane x-z."""
    return (
        Metric(
            "pitch_amplitude",
            "rad",
            "half the range of the thorax's pitch over the last stroke",
            lambda d: amplitude(pitch_angle(last_period(d).base_quaternion.values)),
        ),
        Metric(
            "fore_aft_amplitude",
            "m",
            "half the range of the thorax's motion along x over the last stroke, drift included",
            lambda d: amplitude(last_period(d).base_position.sel(axis="x")),
        ),
        Metric(
            "vertical_amplitude",
            "m",
            "half the range of the thorax's motion along z over the last stroke, drift included",
            lambda d: amplitude(last_period(d).base_position.sel(axis="z")),
        ),
        Metric(
            "vertical_drift",
            "m/s",
            "mean vertical velocity of the thorax over the last stroke",
            _vertical_drift,
            shown="vertical drift: {.4g m/s} over the last stroke",
        ),
    )


def flight_metrics(stroke: str, bending: Sequence[str], twist: Sequence[str], tethered: bool) -> tuple[Metric, ...]:
    """The measures of a machine with two wings; ``stroke``, ``bending`` and ``twist`` are the joints of one of them."""
    return over_a_period((*_stroke_metrics(stroke, bending, twist), *(() if tethered else _thorax_metrics())))
