"""Claims of the flapping-wing robot: on its periodic orbit, and tethered. Bounds and their reasons: docs/models/moth.md."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from elver.scenarios import Bench, Claim

PRINTED = {"wing__twist_tip": 9e-3}
PERIOD = 0.04  # s


def tethered(key: str, **changes) -> Callable[[Bench], float]:
    """A summary figure of the tethered moth."""
    return lambda bench: bench.run("moth-tethered", **changes).summary[key]


def hovering(key: str, unit: float = 1.0) -> Callable[[Bench], float]:
    """A summary figure of one period on the orbit, over ``unit``."""
    return lambda bench: bench.run("moth", duration=PERIOD).summary[key] / unit


def fastest(axis: str) -> Callable[[Bench], float]:
    """Largest speed of the thorax along an axis of its own on the orbit [m/s]."""
    return lambda bench: float(np.abs(bench.run("moth", duration=PERIOD).data.base_twist.sel(component=axis)).max())


def out_of_plane(bench: Bench) -> float:
    """Largest lateral excursion of the thorax over five periods [m]."""
    return float(np.abs(bench.run("moth").data.base_position.sel(axis="y")).max())


def periods_held(bench: Bench) -> float:
    """Difference between the first and the fifth period, in the tip's twist [rad]."""
    twist = bench.run("moth").data.joint_position.sel(joint="right_twist4").values
    count = (len(twist) - 1) // 5
    return float(np.abs(twist[: count + 1] - twist[-count - 1 :]).max())


def wing_mass(bench: Bench) -> float:
    """Mass of one wing [g]."""
    data = bench.run("moth-tethered").data
    return 1e3 * float(data.body_mass.values[[str(b).startswith("right") for b in data.body.values]].sum())


def claim(statement, kind, unit, low, high, measure, scenario="moth", source="MAV IV-C"):
    return Claim(scenario, statement, source, kind, unit, low, high, measure)


DEGREE = math.radians(1)
ORBIT = (
    claim("fore-aft amplitude of the thorax 2 mm", "indicative", "mm", 1.4, 2.6, hovering("fore_aft_amplitude", 1e-3)),
    claim("vertical amplitude of the thorax 0.5 mm", "indicative", "mm", 0.35, 0.65, hovering("vertical_amplitude", 1e-3)),
    claim("pitch amplitude 7 degrees", "indicative", "deg", 4.9, 9.1, hovering("pitch_amplitude", DEGREE)),
    claim("twist of the tip 79 degrees", "indicative", "deg", 69.5, 88.5, hovering("tip_twist_amplitude", DEGREE)),
    claim("stroke and bending of the tip 68 degrees", "indicative", "deg", 59.8, 76.2,
          hovering("tip_bending_with_stroke_amplitude", DEGREE)),
    claim("largest stroke torque 12.1 mN m", "indicative", "N m", 10.65e-3, 13.55e-3, hovering("peak_stroke_torque")),
    claim("power per wing 0.42 W", "indicative", "W", 0.357, 0.483, hovering("power_per_wing")),
    claim("specific power about 120 W/kg", "indicative", "W/kg", 102.0, 138.0, hovering("specific_power")),
    claim("fore-aft speed up to 0.5 m/s", "indicative", "m/s", 0.4, 0.6, fastest("vx"), source="MAV Fig. 7"),
    claim("it hovers: vertical drift", "regression", "m/s", -0.01, 0.01, hovering("vertical_drift")),
    claim("residual of the orbit", "regression", "1", 0.0, 1e-9, hovering("orbit_residual")),
    claim("the fifth period is the first (twist of the tip)", "regression", "rad", 0.0, 1e-8, periods_held),
    claim("flight stays in the sagittal plane", "regression", "m", 0.0, 1e-9, out_of_plane),
)  # fmt: skip
TETHERED = (
    claim("mass of a wing", "regression", "g", 0.2695, 0.2705, wing_mass, "moth-tethered", "MAV Table I"),
    claim("mean lift, tethered", "regression", "N", 0.0695, 0.0700, tethered("mean_lift"), "moth-tethered"),
    claim("lift with the printed tip stiffness", "regression", "N", 0.0852, 0.0862, tethered("mean_lift", **PRINTED),
          "moth-tethered"),
    claim("energy ledger closes", "regression", "1", 0.0, 1e-6, tethered("ledger_closure"), "moth-tethered"),
)  # fmt: skip
CLAIMS = (*ORBIT, *TETHERED)
