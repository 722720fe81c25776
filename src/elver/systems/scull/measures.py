"""Figures of a rowed boat, each over the last stroke. FLOAT section VII-D."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from elver.results.cycles import last_period, over_a_period
from elver.results.measures import Measure, average, in_the_world
from elver.results.summary import pitch_angle


def stroke_begin(data) -> float:
    """Time one stroke before the end [s]; the start of a shorter run, or of one without a period."""
    period, t = float(data.attrs.get("period", 0.0)), data.time.values
    return float(max(t[-1] - period, t[0])) if period > 0 else float(t[0])


def growth(data, series: np.ndarray) -> float:
    """Mean rate over the last stroke of something recorded as an integral: it need not begin at a sample."""
    t, begin = data.time.values, stroke_begin(data)
    return float(series[-1] - np.interp(begin, t, series)) / (t[-1] - begin) if t[-1] > begin else 0.0


def stroke_average(data, series: np.ndarray) -> float:
    """Time average over the last stroke of a sampled series."""
    t, begin = data.time.values, stroke_begin(data)
    late = t > begin + 1e-9
    times, values = np.append(begin, t[late]), np.append(np.interp(begin, t, series), series[late])
    return average(values, times)


def surge_velocity(data) -> np.ndarray:
    """Velocity of the boat along the world's x axis [m/s]; (time,)."""
    return data.base_velocity.sel(axis="x").values


def mean_surge_speed(data) -> float:
    """Distance made good in the last stroke over its time [m/s]."""
    return growth(data, data.base_position.sel(axis="x").values)


def thrust_power(data, blades: Sequence[str]) -> np.ndarray:
    """Power of the blades' forces at the boat's velocity [W]; (time,): what is left of the oars' work after slip."""
    force = data.medium_force.sel(force=list(blades)).sum("force")
    return (force * data.base_velocity).sum("axis").values


def mean_flow(*flows: str) -> Callable:
    """Mean power of some flows together [W]."""
    return lambda data: growth(data, data.work.sel(flow=list(flows)).sum("flow").values)


def mean_thrust(blades: Sequence[str]) -> Callable:
    return lambda data: stroke_average(data, thrust_power(data, blades))


def blade_efficiency(blades: Sequence[str]) -> Callable:
    """Thrust work over thrust and slip work; None for blades that do nothing."""

    def measure(data) -> float | None:
        thrust, slip = mean_thrust(blades)(data), slip_power(blades)(data)
        return thrust / (thrust + slip) if thrust + slip > 0 else None

    return measure


def slip_power(blades: Sequence[str]) -> Callable:
    """Mean power that the blades leave in the water [W]."""
    return mean_flow(*(f"{name}.slip" for name in blades))


def centre_height(data) -> float:
    """Mean height of the common centre of mass above the boat's origin over the last stroke, along the boat's z [m]."""
    offset, up = data.com_position.values - data.base_position.values, in_the_world(data, ["boat"], np.array([0.0, 0.0, 1.0]))
    return stroke_average(data, (offset * up[:, 0]).sum(axis=1))


def rowing_measures(blades: Sequence[str], metacentre: float | None, hull: str = "hull") -> tuple[Measure, ...]:
    """Measures of a boat driven by ``blades``, names of force models, on the water of the force model ``hull``.

    metacentre [m]: above the boat's origin; None where the waterplane is not known.
    """
    stability = () if metacentre is None else (metacentric_height(metacentre),)
    return over_a_period((*motion_measures(), *power_measures(blades, hull), *stability))


def metacentric_height(metacentre: float) -> Measure:
    """How far the metacentre lies above the centre of mass, which moves with the rower."""
    return Measure(
        "metacentric_height",
        "m",
        "metacentre of the hull at rest above the mean centre of mass in the last stroke; negative: it keeps upright by its oars "
        "alone",
        lambda d: metacentre - centre_height(d),
    )


def motion_measures() -> tuple[Measure, ...]:
    """How the boat moves."""
    return (
        Measure(
            "mean_surge_speed",
            "m/s",
            "distance made good in the last stroke over its time",
            mean_surge_speed,
            shown="last stroke: {.4g m/s}",
        ),
        Measure(
            "surge_speed_range",
            "m/s",
            "highest minus lowest velocity of the boat in the last stroke",
            lambda d: float(np.ptp(surge_velocity(last_period(d)))),
            shown="last stroke: within {.3g m/s}",
        ),
        Measure(
            "heave_range",
            "m",
            "highest minus lowest position of the boat in the last stroke",
            lambda d: float(np.ptp(last_period(d).base_position.sel(axis="z").values)),
            shown="last stroke: heave {.3g mm}",
        ),
        Measure(
            "pitch_range",
            "rad",
            "largest minus smallest pitch of the boat in the last stroke",
            lambda d: float(np.ptp(pitch_angle(last_period(d).base_quaternion.values))),
            shown="last stroke: pitch {.3g deg}",
        ),
    )


def power_measures(blades: Sequence[str], hull: str) -> tuple[Measure, ...]:
    """Where the rower's power goes, means over the last stroke."""
    return (
        Measure(
            "blade_efficiency",
            "1",
            "thrust power over the sum of it and slip; null where no blade works",
            blade_efficiency(blades),
            shown="rower: blade efficiency {.3f}",
        ),
        Measure("rower_power", "W", "mean power of all joints over the last stroke", mean_flow("motor"), shown="rower: {.0f W}"),
        Measure(
            "thrust_power",
            "W",
            "mean power of the blades' forces at the boat's velocity over the last stroke",
            mean_thrust(blades),
        ),
        Measure(
            "slip_power",
            "W",
            "mean power left in the water by the blades over the last stroke",
            slip_power(blades),
            shown="rower: slip {.0f W}",
        ),
        Measure(
            "drag_power",
            "W",
            "mean power of the hull's resistance over the last stroke",
            mean_flow(f"{hull}.resistance"),
            shown="rower: drag {.0f W}",
        ),
        Measure(
            "radiated_power",
            "W",
            "mean power of the hull's waves over the last stroke",
            mean_flow(f"{hull}.radiated"),
            shown="rower: waves {.3g W}",
        ),
    )
