"""Claims of rowing with arms: figures of real scullers that it meets together. Sources: docs/models/scull.md."""

from __future__ import annotations

from elver.scenarios import Bench, Printed, confirmed, own, printed, refuted
from elver.scenarios.claims import Figure

SECONDS = 24.0  # from rest: twelve strokes, after which the speed is steady to a few parts in ten thousand
HEAVIER = {"rower__mass": 95.0, "stroke__rate": 29.0}
RACE = "Leao et al. 2025, 13 male single scullers"
LOST = "Affeld, Schichl, Ziemann 1993"
POWERS = "Lazauskas, singles from light women to heavy men"


def figure(key: str, **changes) -> Figure:
    """A summary figure of steady rowing."""
    return lambda bench: bench.run("scull-rowing", SECONDS, start="rest", **changes).summary[key]


def heavier(bench: Bench) -> float:
    """Speed of a rower of 95 kg over that of one of 80 kg, at the power of the latter: power goes with the cube of the speed."""
    speed, power = (figure(k, **HEAVIER)(bench) / figure(k)(bench) for k in ("mean_surge_speed", "rower_power"))
    return speed / power ** (1 / 3)


def slip(bench: Bench) -> float:
    """Power that the blades leave in the water over the rower's."""
    return figure("slip_power")(bench) / figure("rower_power")(bench)


NAME, PAGE = "scull-rowing", "docs/models/scull.md"
CLAIMS = (
    confirmed(NAME, "mean speed 15.40 +- 0.81 km/h", RACE, "m/s", Printed(14.59 / 3.6, 16.21 / 3.6), figure("mean_surge_speed"),
        "stroke"),
    confirmed(NAME, "the speed varies by 14.13 +- 2.02 %", RACE, "1", Printed(0.1211, 0.1615), figure("speed_variation"),
        "stroke"),
    confirmed(NAME, "power of champions, 271 to 517 W", POWERS, "W", Printed(271.0, 517.0), figure("rower_power"), "power"),
    confirmed(NAME, "blade efficiency 0.80 with these coefficients", "Atkinson, ROWING", "1", printed("0.80"),
        figure("blade_efficiency"), "power"),
    refuted(NAME, "a quarter to a third of the power is lost at the blades", LOST, "1", Printed(0.25, 0.333), (0.16, 0.18),
        slip, "power"),
    own(NAME, "both hands pull at most", PAGE, "N", (720.0, 742.0), figure("handle_force"), "stroke"),
    own(NAME, "95 kg against 80 kg at one power: speed", PAGE, "1", (0.96, 0.98), heavier, "stroke"),
    own(NAME, "the loops stay closed", PAGE, "m", (0.0, 1e-10), figure("worst_loop_closure"), "joints"),
    own(NAME, "energy ledger closes", "conservation", "1", (0.0, 1e-4), figure("ledger_closure"), "ledger"),
)  # fmt: skip
