"""Claims of the rowing boat. What is calibrated and what is not: docs/models/scull.md."""

from __future__ import annotations

from elver.results.cycles import last_period
from elver.scenarios import Bench, Claim
from elver.scenarios import scenario as scenario_named
from elver.systems.scull.rowing.claims import CLAIMS as ROWING
from elver.systems.scull.scenario import hull

DRAG_SPEED = 4.28  # m/s
SIMPLE = {"hull__waves": "simple"}


def figure(name: str, key: str, **changes):
    """A summary figure of a minute's rowing."""
    return lambda bench: bench.run(name, **changes).summary[key]


def ratio(key: str, **changes):
    """A summary figure of the 50 % drive over that of the 40 % drive."""
    return lambda bench: figure("scull-50", key, **changes)(bench) / figure("scull-40", key, **changes)(bench)


def gain(bench: Bench) -> float:
    """Speed of the 40 % drive over the 50 % drive with the same arc [m/s]."""
    return figure("scull-40", "mean_surge_speed")(bench) - figure("scull-50", "mean_surge_speed", stroke__arc=1.0)(bench)


def finish_time(name: str):
    """Time from the catch to the largest oar angle [s]."""

    def measure(bench: Bench) -> float:
        data = last_period(bench.run(name).data)
        angle = data.joint_position.sel(joint="starboard").values
        return float(data.time[int(angle.argmax())] - data.time[0])

    return measure


def drag(bench: Bench) -> float:
    """Resistance at a steady 4.28 m/s [N], by the coefficient of the run's boat."""
    law = hull(scenario_named("scull-40").values(), 1000.0).resistance
    assert law is not None  # the scull's hull always has one
    return 0.5 * law.density * law.area * float(law.coefficient(DRAG_SPEED)) * DRAG_SPEED**2


def claim(statement, kind, unit, low, high, measure, scenario="scull-40", source="FLOAT VII-D"):
    return Claim(scenario, statement, source, kind, unit, low, high, measure)


CLAIMS = (
    claim("mass afloat", "regression", "kg", 101.69, 101.71, figure("scull-40", "mass"), source="chosen"),
    claim("resistance at 4.28 m/s", "regression", "N", 109.0, 111.0, drag, source="FLOAT (52), S chosen"),
    claim("the 40 % drive ends after 0.89 s", "regression", "s", 0.87, 0.91, finish_time("scull-40")),
    claim("the 50 % drive ends after 1.11 s", "regression", "s", 1.09, 1.13, finish_time("scull-50"), "scull-50"),
    claim("mean speed 4.28 m/s (blade area fitted)", "indicative", "m/s", 4.26, 4.30, figure("scull-40", "mean_surge_speed")),
    claim(
        "mean speed 4.03 m/s (arc fitted)", "indicative", "m/s", 4.01, 4.05, figure("scull-50", "mean_surge_speed"), "scull-50"
    ),
    claim("40 % is faster than 50 %, equal arcs: by", "indicative", "m/s", 0.1, 1.5, gain),
    claim("heave of 50 % over heave of 40 %", "indicative", "1", 0.0, 0.99, ratio("heave_range"), "scull-50"),
    claim("pitch of 50 % over pitch of 40 %", "indicative", "1", 0.0, 0.99, ratio("pitch_range"), "scull-50"),
    claim("the same heave, constant coefficients", "indicative", "1", 0.0, 0.99, ratio("heave_range", **SIMPLE), "scull-50"),
    claim("the same pitch, constant coefficients", "indicative", "1", 0.0, 0.99, ratio("pitch_range", **SIMPLE), "scull-50"),
    claim("the seat's loop stays closed", "regression", "m", 0.0, 1e-10, figure("scull-40", "worst_loop_closure"), source="own"),
    claim("energy ledger closes", "regression", "1", 0.0, 1e-6, figure("scull-40", "ledger_closure"), source="own"),
    *ROWING,
)  # fmt: skip
