"""Claims of the rowing boat (FLOAT section VII). What is calibrated and what is not: docs/models/scull.md."""

from __future__ import annotations

from elver.scenarios import Bench, Printed, ambiguous, calibrated, confirmed, own, printed, refuted
from elver.scenarios.claims import Figure
from elver.systems.scull.rowing.claims import CLAIMS as ROWING

SIMPLE = {"hull__waves": "simple"}


def figure(name: str, key: str, **changes) -> Figure:
    """A summary figure of a minute's rowing."""
    return lambda bench: bench.run(name, **changes).summary[key]


def stroke_time(bench: Bench) -> float:
    """Time from catch to catch [s], from the oars' motion."""
    data = bench.run("scull-40").data
    oar, t = data.joint_position.sel(joint="starboard").values, data.time.values
    catches = t[1:-1][(oar[1:-1] < oar[:-2]) & (oar[1:-1] <= oar[2:])]
    return float((catches[-1] - catches[0]) / (len(catches) - 1))


def ratio(key: str, **changes) -> Figure:
    """A summary figure of the 50 % drive over that of the 40 % drive."""
    return lambda bench: figure("scull-50", key, **changes)(bench) / figure("scull-40", key, **changes)(bench)


def gain(**changes) -> Figure:
    """Speed of the 40 % drive over the 50 % drive [m/s]."""
    mean = "mean_surge_speed"
    return lambda bench: figure("scull-40", mean)(bench) - figure("scull-50", mean, **changes)(bench)


SAYS = "FLOAT VII-D"
DRAWN = "the second motion, drawn by hand: here with the arc of the first; with the arc fitted to 4.03 m/s"
CLAIMS = (
    calibrated("scull-40", "mean speed 4.28 m/s", SAYS + ", Fig. 11", "m/s", printed("4.28"), "blade.area",
        figure("scull-40", "mean_surge_speed"), "stroke"),
    calibrated("scull-50", "mean speed 4.03 m/s", SAYS + ", Fig. 11", "m/s", printed("4.03"), "stroke.arc",
        figure("scull-50", "mean_surge_speed"), "stroke"),
    ambiguous("scull-50", "the 40 % drive is faster by 4.28 - 4.03 m/s", SAYS + ", Fig. 11", "m/s", Printed(0.24, 0.26),
        (0.815, 0.835), (0.24, 0.835),
              DRAWN, gain(stroke__arc=1.0), gain(), "stroke"),
    refuted("scull-40", "27 strokes a minute have a period of 22 s", SAYS, "s", printed("22"), (2.22, 2.225), stroke_time,
        "joints"),
    confirmed("scull-50", "the velocity fluctuation is modified: 50 % over 40 % drive", SAYS + ", Fig. 11", "1", (0.0, 0.95),
              ratio("surge_speed_range"), "stroke"),
    confirmed("scull-50", "smaller heave with the 50 % drive: over 40 %", SAYS + ", Fig. 12", "1", (0.0, 1.0),
        ratio("heave_range"), "stroke"),
    confirmed("scull-50", "smaller pitch with the 50 % drive: over 40 %", SAYS + ", Fig. 13", "1", (0.0, 1.0),
        ratio("pitch_range"), "stroke"),
    own("scull-50", "the same heave, constant coefficients", "docs/models/scull.md", "1", (0.0, 1.0),
        ratio("heave_range", **SIMPLE), "stroke"),
    own("scull-50", "the same pitch, constant coefficients", "docs/models/scull.md", "1", (0.0, 1.0),
        ratio("pitch_range", **SIMPLE), "stroke"),
    own("scull-40", "waves take little: mean radiated power", "docs/models/scull.md", "W", (2.5, 2.7),
        figure("scull-40", "radiated_power"), "power"),
    own("scull-40", "the seat's loop stays closed", "docs/models/scull.md", "m", (0.0, 1e-10),
        figure("scull-40", "worst_loop_closure"), "joints"),
    own("scull-40", "energy ledger closes", "conservation", "1", (0.0, 1e-6), figure("scull-40", "ledger_closure"), "ledger"),
    *ROWING,
)  # fmt: skip
