"""Claims of rowing with arms: figures of real scullers that it meets together. Sources: docs/models/scull.md."""

from __future__ import annotations

from elver.scenarios import Bench, Claim

SECONDS = 24.0  # from rest: twelve strokes, after which the speed is steady to a few parts in ten thousand
HEAVIER = {"rower__mass": 95.0, "stroke__rate": 29.0}
RACE = "Leao et al. 2025, 13 male single scullers"
POWERS = "Lazauskas, singles from light women to heavy men"


def figure(key: str, **changes):
    """A summary figure of steady rowing."""
    return lambda bench: bench.run("scull-rowing", SECONDS, start="rest", **changes).summary[key]


def heavier(bench: Bench) -> float:
    """Speed of a rower of 95 kg over that of one of 80 kg, at the power of the latter: power goes with the cube of the speed."""
    speed, power = (figure(k, **HEAVIER)(bench) / figure(k)(bench) for k in ("mean_surge_speed", "rower_power"))
    return speed / power ** (1 / 3)


def claim(statement, kind, unit, low, high, measure, source):
    return Claim("scull-rowing", statement, source, kind, unit, low, high, measure)


CLAIMS = (
    claim("mean speed 15.40 +- 0.81 km/h", "confirmed", "m/s", 14.59 / 3.6, 16.21 / 3.6, figure("mean_surge_speed"), RACE),
    claim("the speed varies by 14.13 +- 2.02 %", "confirmed", "1", 0.1211, 0.1615, figure("speed_variation"), RACE),
    claim("power of champions, 271 to 517 W", "confirmed", "W", 271.0, 517.0, figure("rower_power"), POWERS),
    claim("blade efficiency 0.80 with these coefficients", "confirmed", "1", 0.785, 0.815, figure("blade_efficiency"),
          "Atkinson, ROWING"),
    claim("both hands pull at most", "own", "N", 720.0, 742.0, figure("handle_force"), "own"),
    claim("95 kg against 80 kg at one power: speed", "own", "1", 0.96, 0.98, heavier, "own"),
    claim("the loops stay closed", "own", "m", 0.0, 1e-10, figure("worst_loop_closure"), "own"),
    claim("energy ledger closes", "own", "1", 0.0, 1e-4, figure("ledger_closure"), "own"),
)  # fmt: skip
