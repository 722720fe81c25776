"""Claims of the flapping-wing robot that need no periodic orbit. Bounds and their reasons: docs/models/moth.md."""

from __future__ import annotations

import numpy as np

from elver.systems.claims import Bench, Claim

PRINTED = {"wing__twist_tip": 9e-3}


def tethered(key: str, **changes):
    """A summary figure of the tethered moth."""
    return lambda bench: bench.run("moth-tethered", **changes).summary[key]


def carried(bench: Bench) -> float:
    """Mean lift of the tethered wings over the weight."""
    summary = bench.run("moth-tethered").summary
    return summary["mean_lift"] / (9.81 * summary["mass"])


def out_of_plane(bench: Bench) -> float:
    """Largest lateral excursion of the thorax in free flight [m]."""
    return float(np.abs(bench.run("moth").data.base_position.sel(axis="y")).max())


def wing_mass(bench: Bench) -> float:
    """Mass of one wing [g]."""
    data = bench.run("moth-tethered").data
    return 1e3 * float(data.body_mass.values[[str(b).startswith("right") for b in data.body.values]].sum())


def claim(statement, kind, unit, low, high, measure, scenario="moth-tethered", source="MAV IV-C"):
    return Claim(scenario, statement, source, kind, unit, low, high, measure)


CLAIMS = (
    claim("mass of a wing", "regression", "g", 0.2695, 0.2705, wing_mass, source="MAV Table I"),
    claim("the wings carry the weight", "indicative", "1", 0.9, 1.1, carried),
    claim("largest stroke torque 12.1 mN m", "indicative", "N m", 10.3e-3, 13.9e-3, tethered("peak_stroke_torque")),
    claim("specific power close to 120 W/kg", "indicative", "W/kg", 102.0, 138.0, tethered("specific_power")),
    claim("lift with the printed tip stiffness", "regression", "N", 0.0852, 0.0862, tethered("mean_lift", **PRINTED)),
    claim("energy ledger closes", "regression", "1", 0.0, 1e-6, tethered("ledger_closure")),
    claim("flight stays in the sagittal plane", "regression", "m", 0.0, 1e-9, out_of_plane, scenario="moth"),
)
