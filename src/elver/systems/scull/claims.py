"""Claims of rowing with arms: numbers of real scullers that it meets together. Sources: docs/models/scull.md."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.results import time_of_largest
from elver.scenarios import ClaimRunner, Measurement, Printed, calibrated, confirmed, elsewhere, own, printed, refuted

SECONDS = 24.0  # from rest: twelve strokes, after which the speed is steady to a few parts in ten thousand
HEAVIER = {"rower__mass": 95.0, "stroke__rate": 29.0}
RACE = "Leao et al. 2025, 13 male single scullers"
POWERS = "Lazauskas, singles from light women to heavy men"


def _rowing_metric(key: str, **changes: Any) -> Measurement:
    """A summary metric of steady rowing."""
    return lambda bench: bench.run("scull-rowing", SECONDS, start="rest", **changes).summary[key]


def _heavier(bench: ClaimRunner) -> float:
    """Speed of a rower of 95 kg over that of one of 80 kg, at the power of the latter: power goes with the cube of the speed."""
    speed, power = (_rowing_metric(k, **HEAVIER)(bench) / _rowing_metric(k)(bench) for k in ("mean_surge_speed", "rower_power"))
    return speed / power ** (1 / 3)


def lost(bench: ClaimRunner) -> float:
    """Power that the blades leave in the water over what they are given."""
    return 1.0 - _rowing_metric("blade_efficiency")(bench)


NAME, PAGE = "scull-rowing", "docs/models/scull.md"
ROWING_CLAIMS = (
    *map(elsewhere, (
        confirmed(NAME, "mean speed 15.40 +- 0.81 km/h", RACE, "m/s", Printed(14.59 / 3.6, 16.21 / 3.6),
            _rowing_metric("mean_surge_speed"), "stroke"),
        confirmed(NAME, "the speed varies by 14.13 +- 2.02 %", RACE, "1", Printed(0.1211, 0.1615),
            _rowing_metric("speed_variation"), "stroke"),
        confirmed(NAME, "power of champions, 271 to 517 W", POWERS, "W", Printed(271.0, 517.0), _rowing_metric("rower_power"),
            "power"),
        confirmed(NAME, "blade efficiency 0.80 with these coefficients", "Atkinson, ROWING", "1", printed("0.80"),
            _rowing_metric("blade_efficiency"), "power"),
        calibrated(NAME, "both hands pull at most 600 to 900 N", "usual of men", "N", (600.0, 900.0), "stroke.sweep",
            _rowing_metric("handle_force"), "stroke"),
    )),
    own(NAME, "a limit: lost at the blades, of which 1/4 to 1/3 were measured", PAGE, "1", (0.195, 0.21), lost, "power"),
    own(NAME, "95 kg against 80 kg at one power: speed", PAGE, "1", (0.96, 0.98), _heavier, "stroke"),
    own(NAME, "the loops stay closed", PAGE, "m", (0.0, 1e-10), _rowing_metric("worst_loop_closure"), "joints"),
    own(NAME, "energy ledger closes", "conservation", "1", (0.0, 1e-4), _rowing_metric("ledger_closure"), "ledger"),
)  # fmt: skip


# --- Claims of the rowing boat (FLOAT section VII). What is calibrated and what is not: docs/models/scull.md.

SIMPLE = {"hull__waves": "simple"}


def _metric(name: str, key: str, **changes: Any) -> Measurement:
    """A summary metric of a minute's rowing."""
    return lambda bench: bench.run(name, **changes).summary[key]


def _stroke_time(bench: ClaimRunner) -> float:
    """Time from catch to catch [s], from the oars' motion."""
    data = bench.run("scull-40").data
    oar, t = data.joint_position.sel(joint="starboard").values, data.time.values
    catches = t[1:-1][(oar[1:-1] < oar[:-2]) & (oar[1:-1] <= oar[2:])]
    return float((catches[-1] - catches[0]) / (len(catches) - 1))


def _ratio(key: str, **changes: Any) -> Measurement:
    """A summary metric of the 50 % drive over that of the 40 % drive."""
    return lambda bench: _metric("scull-50", key, **changes)(bench) / _metric("scull-40", key, **changes)(bench)


def _either_arc(key: str) -> Measurement:
    """The larger of the ratios with the arc that was fitted to the 50 % drive and with that of the 40 % drive."""
    return lambda bench: max(_ratio(key)(bench), _metric("scull-50", key, **SAME_ARC)(bench) / _metric("scull-40", key)(bench))


def _gain(**changes: Any) -> Measurement:
    """Speed of the 40 % drive over the 50 % drive [m/s]."""
    mean = "mean_surge_speed"
    return lambda bench: _metric("scull-40", mean)(bench) - _metric("scull-50", mean, **changes)(bench)


def _finish(name: str) -> Measurement:
    """Time [s] from the catch, with the least angle of the oar, to its largest angle, in the second stroke."""

    def measure(bench: ClaimRunner) -> float:
        data = bench.run(name).data
        stroke = data.isel(time=slice(*np.searchsorted(data.time.values, (0.9 * PERIOD, 1.9 * PERIOD))))
        t, oar = stroke.time.values, stroke.joint_position.sel(joint="starboard").values
        return time_of_largest(t, oar) - time_of_largest(t, -oar)

    return measure


SAYS, PERIOD = "FLOAT VII-D", 60 / 27
SAME_ARC = {"stroke__arc": 1.0}
CLAIMS = (
    calibrated("scull-40", "mean speed 4.28 m/s", SAYS + ", Fig. 11", "m/s", printed("4.28"), "blade.area",
        _metric("scull-40", "mean_surge_speed"), "stroke"),
    calibrated("scull-50", "mean speed 4.03 m/s", SAYS + ", Fig. 11", "m/s", printed("4.03"), "stroke.arc",
        _metric("scull-50", "mean_surge_speed"), "stroke"),
    calibrated("scull-50", "40 % is faster by 4.28 - 4.03 m/s (arc of 50 % 18 % larger)", SAYS + ", Fig. 11",
        "m/s", Printed(0.24, 0.26), "stroke.arc", _gain(), "stroke"),
    own("scull-50", "with the share of the drive alone changed, 40 % is faster by", "docs/models/scull.md", "m/s", (0.815, 0.835),
        _gain(**SAME_ARC), "stroke"),
    confirmed("scull-40", "40 % drive: the largest angle at 0.89 s", SAYS + ", Fig. 10", "s", printed("0.89"),
        _finish("scull-40"), "joints"),
    confirmed("scull-50", "50 % drive: the largest angle at 1.11 s", SAYS + ", Fig. 10", "s", printed("1.11"),
        _finish("scull-50"), "joints"),
    refuted("scull-40", "27 strokes a minute have a period of 22 s", SAYS, "s", printed("22"), (2.22, 2.225), _stroke_time,
        "joints"),
    confirmed("scull-50", "the velocity fluctuation is modified: 50 % over 40 % drive", SAYS + ", Fig. 11", "1", (0.0, 0.95),
              _either_arc("surge_speed_range"), "stroke"),
    confirmed("scull-50", "smaller heave with the 50 % drive: over 40 %", SAYS + ", Fig. 12", "1", (0.0, 1.0),
        _either_arc("heave_range"), "stroke"),
    confirmed("scull-50", "smaller pitch with the 50 % drive: over 40 %", SAYS + ", Fig. 13", "1", (0.0, 1.0),
        _either_arc("pitch_range"), "stroke"),
    own("scull-50", "the same heave, constant coefficients", "docs/models/scull.md", "1", (0.0, 1.0),
        _ratio("heave_range", **SIMPLE), "stroke"),
    own("scull-50", "the same pitch, constant coefficients", "docs/models/scull.md", "1", (0.0, 1.0),
        _ratio("pitch_range", **SIMPLE), "stroke"),
    own("scull-40", "waves take little: mean radiated power", "docs/models/scull.md", "W", (2.5, 2.7),
        _metric("scull-40", "radiated_power"), "power"),
    own("scull-40", "the seat's loop stays closed", "docs/models/scull.md", "m", (0.0, 1e-10),
        _metric("scull-40", "worst_loop_closure"), "joints"),
    own("scull-40", "energy ledger closes", "conservation", "1", (0.0, 1e-6), _metric("scull-40", "ledger_closure"), "ledger"),
    *ROWING_CLAIMS,
)  # fmt: skip
