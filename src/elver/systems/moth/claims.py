"""Claims of the flapping-wing robot (MAV): on its periodic orbit, and tethered. Why each stands so: docs/models/moth.md."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.results import last_period, time_of_largest
from elver.scenarios import ClaimRunner, Measurement, about, ambiguous, calibrated, confirmed, own, printed, refuted
from elver.systems.moth.metrics import joint_sum

if TYPE_CHECKING:
    import xarray as xr

TIP = {"wing__twist_tip": 9e-3}  # N m/rad as printed
PERIOD = 0.04  # s


def _tethered(key: str, **changes: Any) -> Measurement:
    """A summary metric of the tethered moth."""
    return lambda bench: bench.run("moth-tethered", **changes).summary[key]


def _hovering(key: str, unit: float = 1.0) -> Measurement:
    """A summary metric of one period on the orbit, over ``unit``."""
    return lambda bench: bench.run("moth", duration=PERIOD).summary[key] / unit


def orbit(bench: ClaimRunner) -> xr.Dataset:
    """Data of one period on the orbit; it begins with the stroke at its end, and reverses in its middle."""
    return last_period(bench.run("moth", duration=PERIOD).data)


def _speeds(axis: str, of: Callable[[np.ndarray], float]) -> Measurement:
    """The largest or lowest velocity of the thorax along an axis of the world [m/s]."""
    return lambda bench: float(of(orbit(bench).base_velocity.sel(axis=axis).values))


def _pitch_rate(bench: ClaimRunner) -> float:
    return float(np.abs(orbit(bench).base_twist.sel(component="wy")).max())


def _strain(kind: str, data: xr.Dataset) -> np.ndarray:
    """Rotation of the right wing's tip by its twist or bending joints, or by its stroke and bending joints [rad]; (time,)."""
    words = {"twist": ("right_twist",), "bending": ("right_bending",), "both": ("right_stroke", "right_bending")}[kind]
    return joint_sum(data, [str(j) for j in data.joint.values if str(j).startswith(words)])


def _lag(kind: str) -> Measurement:
    """Phase of the first harmonic of a strain behind that of the stroke [deg]."""

    def measure(bench: ClaimRunner) -> float:
        data = orbit(bench)
        first = [np.fft.fft(series[:-1])[1] for series in (joint_sum(data, ["right_stroke"]), _strain(kind, data))]
        return float(np.degrees(np.angle(first[0] / first[1])) % 360)

    return measure


def _nearer(said: float, *readings: Measurement) -> Measurement:
    """The reading of a quantity that comes nearest to what the paper says: where it is refuted, all are."""
    return lambda bench: min((reading(bench) for reading in readings), key=lambda value: abs(value - said))


def _when(series: Callable[[xr.Dataset], np.ndarray]) -> Measurement:
    """Phase t/T, after a reversal of the stroke, at which a series is largest in half a period."""

    def measure(bench: ClaimRunner) -> float:
        data = orbit(bench)
        half = data.isel(time=slice(0, data.sizes["time"] // 2 + 1))
        return time_of_largest((half.time.values - half.time.values[0]) / PERIOD, series(half))

    return measure


def _vertical_force(data: xr.Dataset) -> np.ndarray:
    return data.medium_force.sel(axis="z").sum("force").values


def _largest_force(axis: str) -> Measurement:
    """Largest force of air and weight along an axis of the world, to either side [N]."""
    return lambda bench: float(np.abs(orbit(bench).medium_force.sel(axis=axis).sum("force")).max())


def _longer_over_shorter(longer: str, shorter: str) -> Measurement:
    """Largest force along one axis over that along the other."""
    return lambda bench: _largest_force(longer)(bench) / _largest_force(shorter)(bench)


def _to_reversal(bench: ClaimRunner) -> float:
    """Distance in phase between the smallest vertical force and the nearest reversal of the stroke."""
    data = orbit(bench)
    at = float(data.time.values[_vertical_force(data).argmin()] - data.time.values[0]) / PERIOD
    return min(at % 0.5, 0.5 - at % 0.5)


def _published_power(bench: ClaimRunner) -> float:
    """Twice the published power of a wing over the mass that follows from Table I [W/kg]."""
    return 2 * 0.42 / float(orbit(bench).body_mass.sum())


def _out_of_plane(bench: ClaimRunner) -> float:
    """Largest lateral excursion of the thorax over five periods [m]."""
    return float(np.abs(bench.run("moth").data.base_position.sel(axis="y")).max())


def _periods_held(bench: ClaimRunner) -> float:
    """Difference between the first and the fifth period, in the tip's twist [rad]."""
    twist = bench.run("moth").data.joint_position.sel(joint="right_twist4").values
    count = (len(twist) - 1) // 5
    return float(np.abs(twist[: count + 1] - twist[-count - 1 :]).max())


DEGREE = math.radians(1)
TEXT = "MAV IV-C"
LABELS = "which component has the axis to 0.4 N: here the vertical one, as the caption says; the fore-aft one, as the labels say"
THORAX = (
    calibrated("moth", "it hovers: vertical drift", TEXT, "m/s", (-0.005, 0.005), "wing.twist_tip",
        _hovering("vertical_drift"), "thorax"),
    confirmed("moth", "fore-aft amplitude of the thorax 2 mm", TEXT, "mm", printed("2"), _hovering("fore_aft_amplitude", 1e-3),
        "thorax"),
    refuted("moth", "vertical amplitude of the thorax 0.5 mm", TEXT, "mm", printed("0.5"), (0.434, 0.440),
        _hovering("vertical_amplitude", 1e-3), "thorax"),
    refuted("moth", "pitch amplitude 7 degrees", TEXT, "deg", printed("7"), (5.53, 5.58), _hovering("pitch_amplitude", DEGREE),
        "thorax"),
    own("moth", "largest fore-aft speed (Fig. 7 has ticks to 0.5 m/s)", "docs/models/moth.md", "m/s", (0.50, 0.5025),
        _speeds("x", np.max), "thorax"),
    own("moth", "lowest vertical speed (Fig. 7 has ticks to -0.1 m/s)", "docs/models/moth.md", "m/s", (-0.101, -0.099),
        _speeds("z", np.min), "thorax"),
    own("moth", "highest vertical speed (Fig. 7 has ticks to 0.15 m/s)", "docs/models/moth.md", "m/s", (0.158, 0.162),
        _speeds("z", np.max), "thorax"),
    own("moth", "largest pitch rate (Fig. 7 has ticks to 40 rad/s)", "docs/models/moth.md", "rad/s", (19.7, 20.0),
        _pitch_rate, "thorax"),
)  # fmt: skip
WINGS = (
    refuted("moth", "twist of the tip 79 degrees", TEXT, "deg", printed("79"), (84.2, 84.7),
            _hovering("tip_twist_amplitude", DEGREE), "strains"),
    refuted("moth", "twist lags 58 degrees behind the stroke", TEXT, "deg", printed("58"), (97.8, 98.8),
            _lag("twist"), "strains"),
    confirmed("moth", "largest twist when the stroke angle is zero: t/T = 0.25", TEXT + ", Fig. 8", "1", printed("0.25"),
              _when(lambda d: _strain("twist", d)), "strains"),
    refuted("moth", "bending of the tip 68 degrees (with or without the stroke)", TEXT, "deg", printed("68"), (73.0, 73.5),
            _nearer(68, _hovering("tip_bending_with_stroke_amplitude", DEGREE), _hovering("tip_bending_amplitude", DEGREE)),
            "strains"),
    refuted("moth", "bending lags 36 degrees behind the stroke (either way)", TEXT, "deg", printed("36"), (26.5, 27.1),
            _nearer(36, _lag("both"), _lag("bending")), "strains"),
    confirmed("moth", "largest bending after the reversal: t/T", TEXT + ", Fig. 8", "1", (0.0, 0.25),
        _when(lambda d: _strain("bending", d)), "strains"),
    refuted("moth", "largest stroke torque 12.1 mN m", TEXT + ", Fig. 8", "mN m", printed("12.1"), (12.58, 12.64),
            _hovering("peak_stroke_torque", 1e-3), "strains"),
    confirmed("moth", "largest stroke torque after the reversal: t/T", TEXT + ", Fig. 8", "1", (0.0, 0.25),
              _when(lambda d: np.abs(d.joint_torque.sel(joint="right_stroke").values)), "strains"),
    refuted("moth", "power per wing 0.42 W", TEXT, "W", printed("0.42"), (0.462, 0.465), _hovering("power_per_wing"), "ledger"),
    refuted("moth", "specific power about 120 W/kg", TEXT, "W/kg", about("1.2e2"), (126.2, 127.1),
        _hovering("specific_power"), "ledger"),
    refuted("moth", "0.42 W a wing are about 120 W/kg of Table I's mass", TEXT + ", Table I", "W/kg", about("1.2e2"),
        (114.7, 114.8), _published_power),
    refuted("moth", "vertical force largest in mid-stroke: t/T = 0.25", TEXT + ", Fig. 9", "1", printed("0.25"), (0.34, 0.36),
        _when(_vertical_force),
            "forces"),
    confirmed("moth", "vertical force smallest at the reversal: distance in t/T", TEXT + ", Fig. 9", "1", (0.0, 0.025),
        _to_reversal, "forces"),
    ambiguous("moth", "the component with the longer axis is the larger one: ratio", TEXT + ", Fig. 9", "1", (1.0, math.inf),
        (1.24, 1.27), (0.79, 1.27), LABELS, _longer_over_shorter("z", "x"), _longer_over_shorter("x", "z"), "forces"),
    own("moth", "largest fore-aft force (its axis has ticks to 0.4 N by the labels)", "docs/models/moth.md", "N", (0.131, 0.134),
        _largest_force("x"), "forces"),
)  # fmt: skip
HELD = (
    own("moth", "residual of the orbit", "docs/models/moth.md", "1", (0.0, 1e-9), _hovering("orbit_residual"), "thorax"),
    own("moth", "the fifth period is the first (twist of the tip)", "docs/models/moth.md", "rad", (0.0, 1e-6), _periods_held,
        "strains"),
    own("moth", "flight stays in the sagittal plane", "symmetry", "m", (0.0, 1e-9), _out_of_plane, "path"),
    own("moth-tethered", "mean lift, tethered", "docs/models/moth.md", "N", (0.0695, 0.0700), _tethered("mean_lift"), "forces"),
    own("moth-tethered", "lift with the printed tip stiffness", "docs/models/moth.md", "N", (0.0852, 0.0862),
        _tethered("mean_lift", **TIP), "forces"),
    own("moth-tethered", "energy ledger closes", "conservation", "1", (0.0, 1e-6), _tethered("ledger_closure"), "ledger"),
)  # fmt: skip
CLAIMS = (*THORAX, *WINGS, *HELD)
