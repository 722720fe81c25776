"""Metrics of a rowed boat, each over the last stroke. FLOAT section VII-D."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from elver.results import Metric, average, in_the_world, last_period, over_a_period, pitch_angle
from elver.systems.scull.robot import OARS

if TYPE_CHECKING:
    import xarray as xr


def _stroke_begin(data: xr.Dataset) -> float:
    """Time one stroke before the end [s]; the start of a shorter run, or of one without a period."""
    period, t = float(data.attrs.get("period", 0.0)), data.time.values
    return float(max(t[-1] - period, t[0])) if period > 0 else float(t[0])


def _growth(data: xr.Dataset, series: np.ndarray) -> float:
    """Mean rate over the last stroke of something recorded as an integral: it need not begin at a sample."""
    t, begin = data.time.values, _stroke_begin(data)
    return float(series[-1] - np.interp(begin, t, series)) / (t[-1] - begin) if t[-1] > begin else 0.0


def _stroke_average(data: xr.Dataset, series: np.ndarray) -> float:
    """Time average over the last stroke of a sampled series."""
    t, begin = data.time.values, _stroke_begin(data)
    late = t > begin + 1e-9
    times, values = np.append(begin, t[late]), np.append(np.interp(begin, t, series), series[late])
    return average(values, times)


def surge_velocity(data: xr.Dataset) -> np.ndarray:
    """Velocity of the boat along the world's x axis [m/s]; (time,)."""
    return data.base_velocity.sel(axis="x").values


def _mean_surge_speed(data: xr.Dataset) -> float:
    """Distance made good in the last stroke over its time [m/s]."""
    return _growth(data, data.base_position.sel(axis="x").values)


def _thrust_power(data: xr.Dataset, blades: Sequence[str]) -> np.ndarray:
    """Power of the blades' forces at the boat's velocity [W]; (time,): what is left of the oars' work after slip."""
    force = data.medium_force.sel(force=list(blades)).sum("force")
    return (force * data.base_velocity).sum("axis").values


def _mean_flow(*flows: str) -> Callable:
    """Mean power of some flows together [W]."""
    return lambda data: _growth(data, data.work.sel(flow=list(flows)).sum("flow").values)


def _mean_thrust(blades: Sequence[str]) -> Callable:
    return lambda data: _stroke_average(data, _thrust_power(data, blades))


def _blade_efficiency(blades: Sequence[str]) -> Callable:
    """Thrust work over thrust and slip work; None for blades that do nothing."""

    def measure(data: xr.Dataset) -> float | None:
        thrust, slip = _mean_thrust(blades)(data), _slip_power(blades)(data)
        return thrust / (thrust + slip) if thrust + slip > 0 else None

    return measure


def _slip_power(blades: Sequence[str]) -> Callable:
    """Mean power that the blades leave in the water [W]."""
    return _mean_flow(*(f"{name}.slip" for name in blades))


def _centre_height(data: xr.Dataset) -> float:
    """Mean height of the common centre of mass above the boat's origin over the last stroke, along the boat's z [m]."""
    offset, up = data.com_position.values - data.base_position.values, in_the_world(data, ["boat"], np.array([0.0, 0.0, 1.0]))
    return _stroke_average(data, (offset * up[:, 0]).sum(axis=1))


def rowing_metrics(blades: Sequence[str], metacentre: float | None, hull: str = "hull") -> tuple[Metric, ...]:
    """Measures of a boat driven by ``blades``, names of force models, on the water of the force model ``hull``.

    metacentre [m]: above the boat's origin; None where the waterplane is not known.
    """
    stability = () if metacentre is None else (_metacentric_height(metacentre),)
    return over_a_period((*_motion_metrics(), *_power_metrics(blades, hull), *stability))


def _metacentric_height(metacentre: float) -> Metric:
    """How far the metacentre lies above the centre of mass, which moves with the rower."""
    return Metric(
        "metacentric_height",
        "m",
        "metacentre of the hull at rest above the mean centre of mass in the last stroke; negative: it keeps upright by its oars "
        "alone",
        lambda d: metacentre - _centre_height(d),
    )


def _motion_metrics() -> tuple[Metric, ...]:
    """How the boat moves."""
    return (
        Metric(
            "mean_surge_speed",
            "m/s",
            "distance made good in the last stroke over its time",
            _mean_surge_speed,
            shown="last stroke: {.4g m/s}",
        ),
        Metric(
            "surge_speed_range",
            "m/s",
            "highest minus lowest velocity of the boat in the last stroke",
            lambda d: float(np.ptp(surge_velocity(last_period(d)))),
            shown="last stroke: within {.3g m/s}",
        ),
        Metric(
            "heave_range",
            "m",
            "highest minus lowest position of the boat in the last stroke",
            lambda d: float(np.ptp(last_period(d).base_position.sel(axis="z").values)),
            shown="last stroke: heave {.3g mm}",
        ),
        Metric(
            "pitch_range",
            "rad",
            "largest minus smallest pitch of the boat in the last stroke",
            lambda d: float(np.ptp(pitch_angle(last_period(d).base_quaternion.values))),
            shown="last stroke: pitch {.3g deg}",
        ),
    )


def _power_metrics(blades: Sequence[str], hull: str) -> tuple[Metric, ...]:
    """Where the rower's power goes, means over the last stroke."""
    return (
        Metric(
            "blade_efficiency",
            "1",
            "thrust power over the sum of it and slip; null where no blade works",
            _blade_efficiency(blades),
            shown="rower: blade efficiency {.3f}",
        ),
        Metric("rower_power", "W", "mean power of all joints over the last stroke", _mean_flow("motor"), shown="rower: {.0f W}"),
        Metric(
            "thrust_power",
            "W",
            "mean power of the blades' forces at the boat's velocity over the last stroke",
            _mean_thrust(blades),
        ),
        Metric(
            "slip_power",
            "W",
            "mean power left in the water by the blades over the last stroke",
            _slip_power(blades),
            shown="rower: slip {.0f W}",
        ),
        Metric(
            "drag_power",
            "W",
            "mean power of the hull's resistance over the last stroke",
            _mean_flow(f"{hull}.resistance"),
            shown="rower: drag {.0f W}",
        ),
        Metric(
            "radiated_power",
            "W",
            "mean power of the hull's waves over the last stroke",
            _mean_flow(f"{hull}.radiated"),
            shown="rower: waves {.3g W}",
        ),
    )


# --- Metrics of a rower with arms, each over the last stroke: forces of the hands, the way of the oars, who does the work.

HANDS = [f"{side}_hand" for side in OARS]
STRONGEST = 900.0  # N, both hands of a strong man
SLOWER = "row slower (stroke.rate) or with a longer drive (stroke.drive): docs/models/scull.md has pairs that people row"
SHOULDER = "starboard_upper_arm"  # its frame begins at the joint


def _hand_forces(data: xr.Dataset) -> np.ndarray:
    """Force of each hand on its handle, along the axes of the world [N]; (time, hand, 3)."""
    return in_the_world(data, [f"{side}_forearm" for side in OARS], data.cut_wrench.sel(loop=HANDS).values[:, :, :3])


def handle_force(data: xr.Dataset) -> np.ndarray:
    """Force of both hands together across the handles, to the bow [N]; (time,): what turns the oars."""
    stern = in_the_world(data, [f"{side}_oar" for side in OARS], np.array([0.0, 1.0, 0.0]))
    return -(_hand_forces(data) * stern).sum(axis=(1, 2))


def ways(data: xr.Dataset, handle: float) -> dict[str, np.ndarray]:
    """Velocity along the boat [m/s] that legs (the seat), trunk (shoulders less seat) and arms (hands less shoulders) add to the
    handles; (time,) each. The boat's pitch is left out. handle [m]: from the oarlock to the hand.
    """
    t, boat = data.time.values, data.base_position.sel(axis="x").values
    shoulder = np.gradient(data.body_position.sel(body=SHOULDER, axis="x").values - boat, t)
    seat, oar = data.joint_velocity.sel(joint="seat").values, data.joint_position.sel(joint="starboard").values
    hand = handle * np.cos(oar) * data.joint_velocity.sel(joint="starboard").values
    return {"legs": seat, "trunk": shoulder - seat, "arms": hand - shoulder}


def _work_share(data: xr.Dataset, doer: str, handle: float) -> float | None:
    """Share of the legs, the trunk or the arms in the work of the hands on the handles; None where that is nothing."""
    data = last_period(data)
    pull = _hand_forces(data)[:, :, 0].sum(axis=1)
    work = {name: average(pull * way, data.time.values) for name, way in ways(data, handle).items()}
    total = sum(work.values())
    return float(work[doer] / total) if total > 0 else None


def _speed_variation(data: xr.Dataset) -> float:
    """Standard deviation of the boat's velocity over its mean."""
    data = last_period(data)
    t, v = data.time.values, surge_velocity(data)
    mean = average(v, t)
    return float(np.sqrt(average((v - mean) ** 2, t)) / mean)


def _oar_angle(pick: Callable) -> Callable:
    """A metric of the oars' angle."""
    return lambda data: float(pick(last_period(data).joint_position.sel(joint="starboard").values))


def pulling_metrics(handle: float) -> tuple[Metric, ...]:
    """What the oars, the hands and the rower's limbs do. handle [m]: from the oarlock to the hand."""
    shares = (
        Metric(f"{doer}_share", "1", f"share of the {doer} in the work of the hands; null where that is nothing",
                partial(_work_share, doer=doer, handle=handle))
        for doer in ("legs", "trunk", "arms")
    )  # fmt: skip
    return over_a_period((
        Metric("speed_variation", "1", "standard deviation of the boat's velocity over its mean, in the last stroke",
                _speed_variation, shown="last stroke: varies by {.3g}"),
        Metric("handle_force", "N", "largest force of both hands together across the handles in the last stroke",
                lambda d: float(handle_force(last_period(d)).max()), shown="rower: hands {.0f N}", most=STRONGEST, remedy=SLOWER),
        Metric("catch_angle", "rad", "smallest angle of the oars in the last stroke", _oar_angle(np.min)),
        Metric("finish_angle", "rad", "largest angle of the oars in the last stroke", _oar_angle(np.max)),
        *shares,
    ))  # fmt: skip
