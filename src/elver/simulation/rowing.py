"""Figures of a rowed boat, each over the last stroke. FLOAT section VII-D."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from elver.simulation.flight import last_period
from elver.simulation.measures import average
from elver.simulation.summary import pitch_angle


def mean_over_stroke(data, series) -> float:
    """Time average of a series over the last stroke; ``series`` is a function of the data."""
    own = last_period(data)
    return average(np.asarray(series(own)), own.time.values)


def surge_velocity(data) -> np.ndarray:
    """Velocity of the boat along the world's x axis [m/s]; (time,)."""
    return data.base_velocity.sel(axis="x").values


def mean_surge_speed(data) -> float:
    """Distance made good in the last stroke over its time [m/s]."""
    own = last_period(data)
    seconds = float(own.time[-1] - own.time[0])
    x = own.base_position.sel(axis="x").values
    return float(x[-1] - x[0]) / seconds if seconds > 0 else 0.0


def thrust_power(data, blades: Sequence[str]) -> np.ndarray:
    """Power of the blades' forces at the boat's velocity [W]; (time,): what is left of the oars' work after slip."""
    force = data.medium_force.sel(force=list(blades)).sum("force")
    return (force * data.base_velocity).sum("axis").values


def slip_power(data, blades: Sequence[str]) -> np.ndarray:
    """Power the blades leave in the water [W]; (time,)."""
    return data.power.sel(flow=[f"{name}.slip" for name in blades]).sum("flow").values


def blade_efficiency(data, blades: Sequence[str]) -> float | None:
    """Thrust work over thrust and slip work; None for blades that do nothing."""
    thrust, slip = (mean_over_stroke(data, lambda d, f=f: f(d, blades)) for f in (thrust_power, slip_power))
    return thrust / (thrust + slip) if thrust + slip > 0 else None


def mean_flow(flow: str) -> Callable:
    """Mean power of one flow [W]."""
    return lambda data: mean_over_stroke(data, lambda d: d.power.sel(flow=flow).values)


def rowing_measures(blades: Sequence[str], hull: str = "hull") -> dict[str, Callable]:
    """Measures of a boat driven by ``blades``, names of force models, on the water of the force model ``hull``."""
    return {
        "mean_surge_speed": mean_surge_speed,
        "surge_speed_range": lambda d: float(np.ptp(surge_velocity(last_period(d)))),
        "heave_range": lambda d: float(np.ptp(last_period(d).base_position.sel(axis="z").values)),
        "pitch_range": lambda d: float(np.ptp(pitch_angle(last_period(d).base_quaternion.values))),
        "blade_efficiency": lambda d: blade_efficiency(d, blades),
        "rower_power": mean_flow("motor"),
        "thrust_power": lambda d: mean_over_stroke(d, lambda own: thrust_power(own, blades)),
        "slip_power": lambda d: mean_over_stroke(d, lambda own: slip_power(own, blades)),
        "drag_power": mean_flow(f"{hull}.resistance"),
        "radiated_power": mean_flow(f"{hull}.radiated"),
    }
