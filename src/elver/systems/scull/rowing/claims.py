"""Claims of rowing with arms: figures of real scullers that it meets together. Sources: docs/models/scull.md."""

from __future__ import annotations

from elver.scenarios import Bench, Printed, calibrated, confirmed, own, printed
from elver.scenarios.claims import Figure

SECONDS = 24.0  # from rest: twelve strokes, after which the speed is steady to a few parts in ten thousand
HEAVIER = {"rower__mass": 95.0, "stroke__rate": 29.0}
RACE = "Leao et al. 2025, 13 male single scullers"
POWERS = "Lazauskas, singles from light women to heavy men"


def figure(key: str, **changes) -> Figure:
    """A summary figure of steady rowing."""
    return lambda bench: bench.run("scull-rowing", SECONDS, start="rest", **changes).summary[key]


def heavier(bench: Bench) -> float:
    """Speed of a rower of 95 kg over that of one of 80 kg, at the power of the latter: power goes with the cube of the speed."""
    speed, power = (figure(k, **HEAVIER)(bench) / figure(k)(bench) for k in ("mean_surge_speed", "rower_power"))
    return speed / power ** (1 / 3)


def lost(bench: Bench) -> float:
    """Power that the blades leave in the water over what they are given."""
    return 1.0 - figure("blade_efficiency")(bench)


NAME, PAGE = "scull-rowing", "docs/models/scull.md"
CLAIMS = (
    confirmed(NAME, "mean speed 15.40 +- 0.81 km/h", RACE, "m/s", Printed(14.59 / 3.6, 16.21 / 3.6), figure("mean_surge_speed"),
        "stroke"),
    confirmed(NAME, "the speed varies by 14.13 +- 2.02 %", RACE, "1", Printed(0.1211, 0.1615), figure("speed_variation"),
        "stroke"),
    confirmed(NAME, "power of champions, 271 to 517 W", POWERS, "W", Printed(271.0, 517.0), figure("rower_power"), "power"),
    confirmed(NAME, "blade efficiency 0.80 with these coefficients", "Atkinson, ROWING", "1", printed("0.80"),
        figure("blade_efficiency"), "power"),
    calibrated(NAME, "both hands pull at most 600 to 900 N", "usual of men", "N", (600.0, 900.0), "stroke.sweep",
        figure("handle_force"), "stroke"),
    own(NAME, "a limit: lost at the blades, of which 1/4 to 1/3 were measured", PAGE, "1", (0.195, 0.21), lost, "power"),
    own(NAME, "95 kg against 80 kg at one power: speed", PAGE, "1", (0.96, 0.98), heavier, "stroke"),
    own(NAME, "the loops stay closed", PAGE, "m", (0.0, 1e-10), figure("worst_loop_closure"), "joints"),
    own(NAME, "energy ledger closes", "conservation", "1", (0.0, 1e-4), figure("ledger_closure"), "ledger"),
)  # fmt: skip
