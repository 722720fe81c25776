"""Claims of the underwater vehicle: docs/models/vehicles.md."""

from __future__ import annotations

import math
from typing import Any

from elver.scenarios import ClaimRunner, own, scenario

PAGE = "docs/models/vehicles.md"


def _thrust_over_drag(bench: ClaimRunner) -> float:
    """Thrust of all propellers at the end, over the published damping at the speed of the current through a body at rest."""
    run, values = bench.run("rov"), scenario("rov").values()
    end = run.data.isel(time=-1)
    thrust = end.medium_force.sel(force="station").values
    drag = [
        (values[f"water.{force}_{v}"] + values[f"water.{force}_{v}{v}"] * abs(speed)) * speed
        for force, v, speed in zip("XY", "uv", values["water.current"], strict=False)
    ]
    return float(math.hypot(*thrust[:2]) / math.hypot(*drag))


def _offset(bench: ClaimRunner, **changes: Any) -> float:
    return bench.run("rov", **changes).summary["station_offset"]


CLAIMS = (
    own("rov", "holds its station in a current of 0.45 m/s: largest distance of the last 5 s", PAGE, "m", (0, 1e-5), _offset),
    own("rov", "in 0.8 m/s from behind its thrusters are just enough: largest distance of the last 5 s", PAGE, "m", (0.4, 0.6),
        lambda b: _offset(b, water__current=(0.8, 0.0, 0.0))),
    own("rov", "thrust at the station over the published damping at the speed of the current", PAGE, "1", (0.999, 1.001),
        _thrust_over_drag),
    own("rov", "energy ledger closes", "conservation", "1", (0, 1e-9), lambda b: b.run("rov").summary["ledger_closure"]),
)  # fmt: skip
