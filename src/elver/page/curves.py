"""What the page plots, the figures it keeps up to date, and the forces it draws as arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from elver.equations.layout import MOTOR, MOTOR_POSITIVE, ledger_signs
from elver.results.summary import mass

AXES = {"free": "xyz", "planar": "xy", "sagittal": "xz", "fixed": ""}  # along which a base of that kind moves
ENERGIES = {"kinetic_energy": "kinetic", "medium_energy": "moved medium", "potential_energy": "potential"}
UNITS = {"revolute": ("rad", "N m"), "prismatic": ("m", "N")}
CONTACTS = (
    ("contact", "force of obstacles on every link", "contact_force", True),
    ("ground", "friction of the ground on every link", "ground_force", False),
)
STRONG, LONG = 95.0, 0.25  # percentile of the forces that is drawn so long, over the size of the machine
MOST_LINKS = 4  # links whose contact forces are offered as curves


def labels(data, dimension: str) -> list[str]:
    """Names along a dimension; none where the data have no such dimension."""
    return [str(name) for name in data[dimension].values] if data.sizes.get(dimension) else []


def shown_joints(data, wanted: Iterable[str]) -> list[str]:
    """The joints whose curves are shown: those wanted that there are, or three along the machine."""
    names = labels(data, "joint")
    return [n for n in wanted if n in names] or [names[k] for k in sorted({0, len(names) // 2, len(names) - 1}) if names]


def plots_of(data, joints: Sequence[str]) -> list[dict[str, Any]]:
    """Curves over time that can be looked at; the first ones are open when the page opens."""
    moves = AXES.get(str(data.attrs.get("base", "free")), "xyz")
    flows = [flow for flow in labels(data, "flow") if flow != MOTOR_POSITIVE]
    found = [
        plot("velocity of the base", "m/s", [(f"v{a}", f"base_velocity.{a}") for a in moves], True),
        *joint_plots(data, joints),
        plot("power", "W", [(flow, f"power.{flow}") for flow in flows], False),
        plot("work since the start", "J", [(flow, f"work.{flow}") for flow in flows], True),
        plot("energy", "J", [(text, name) for name, text in ENERGIES.items()], False),
        plot("place of the base", "m", [(a, f"base_position.{a}") for a in moves], False),
        *contact_plots(data),
    ]
    return [p for p in found if p["series"]]


def plot(title: str, unit: str, series: Iterable[tuple[str, str]], shown: bool) -> dict[str, Any]:
    """One plot of curves (label, output)."""
    return {"title": title, "unit": unit, "series": [{"label": a, "output": b} for a, b in series], "shown": shown}


def joint_plots(data, joints: Sequence[str]) -> list[dict[str, Any]]:
    """Angles and torques, lengths and forces of the joints."""
    types = dict(zip(labels(data, "joint"), map(str, data.joint_type.values), strict=True)) if joints else {}
    found = []
    for kind, (unit, effort) in UNITS.items():
        own = [name for name in joints if types[name] == kind]
        words = ("angles", "torques") if kind == "revolute" else ("lengths", "forces")
        found.append(plot(f"{words[0]} of joints", unit, [(n, f"joint_position.{n}") for n in own], False))
        found.append(plot(f"{words[1]} of joints", effort, [(n, f"joint_torque.{n}") for n in own], True))
    return found


def contact_plots(data) -> list[dict[str, Any]]:
    """Forces of the obstacles on a few links along the machine."""
    links = labels(data, "link") if "contact_force" in data else []
    if not links:
        return []
    few = [links[k] for k in sorted({round(i * (len(links) - 1) / max(1, MOST_LINKS - 1)) for i in range(MOST_LINKS)})]
    series = [(f"{link} {a}", f"contact_force.{link}.{a}") for link in few for a in labels(data, "plane")]
    return [plot("forces of contacts", "N", series, False)]


def arrows_of(data, size: float) -> list[dict[str, Any]]:
    """Forces on the bodies of a machine of that size [m]: those that do work are shown at first; weight when asked for."""
    found = []
    if "body_force" in data:
        flows = labels(data, "flow")
        for name in labels(data, "force"):
            works = any(flow == name or flow.startswith(f"{name}.") for flow in flows)
            own = data.body_force.sel(force=name)
            found.append(arrow(name, f"force of {name} on every body", f"body_force.{name}", own, size, works))
    for name, title, field, shown in CONTACTS:
        if field in data:
            found.append(arrow(name, title, field, data[field], size, shown))
    return found


def arrow(name: str, title: str, field: str, values, size: float, shown: bool) -> dict[str, Any]:
    """One kind of arrows. scale [m/N]: a strong force is drawn as long as a quarter of the machine; None where there is none."""
    strengths = np.linalg.norm(values.values, axis=-1)
    strong = np.percentile(seen, STRONG) if len(seen := strengths[np.isfinite(strengths) & (strengths > 0)]) else 0.0
    at = "contact" if field == "contact_force" else "body_com"
    scale = float(LONG * size / strong) if strong > 0 else None
    return {"name": name, "title": title, "field": field, "unit": "N", "at": at, "scale": scale, "shown": shown}


def figures_of(data) -> list[dict[str, Any]]:
    """Figures that are kept up to date while the machine moves."""
    travels = AXES.get(str(data.attrs.get("base", "free")), "xyz") != ""
    flows = labels(data, "flow")
    last = "last period" if float(data.attrs.get("period", 0.0)) > 0 else "last second"
    moving = [
        figure("speed now", "m/s", "size", "speed of the base's origin now", output="base_velocity"),
        figure(f"mean speed, {last}", "m/s", "speed", f"net displacement over the {last}", output="com_position"),
    ]
    effort = [figure(f"power, {last} (net)", "W", "rate", f"mean net motor power over the {last}", output=f"work.{MOTOR}")]
    carried = figure(f"cost of transport, {last}", "1", "cost", f"net motor work over weight times distance, {last}",
                     work=f"work.{MOTOR}", position="base_position", mass=mass(data))  # fmt: skip
    driven = [*effort, *([carried] if travels else [])] if MOTOR in flows else []
    return [*(moving if travels else []), *driven, ledger_figure(flows)]


def recorded_figures(data) -> list[dict[str, Any]]:
    """Figures of a replay: the ledger's is that of the whole run, because the page's numbers are rounded."""
    closure = float(data.attrs.get("ledger_closure", np.nan))
    meaning = "largest error of the energy ledger over the energy turned over, of the whole run in full precision"
    whole = figure("ledger closure (whole run)", "1", "given", meaning, value=closure if np.isfinite(closure) else None)
    return [whole if found["kind"] == "balance" else found for found in figures_of(data)]


def figure(title: str, unit: str, kind: str, meaning: str, **more: Any) -> dict[str, Any]:
    return {"title": title, "unit": unit, "kind": kind, "meaning": meaning, **more}


def ledger_figure(flows: Sequence[str]) -> dict[str, Any]:
    """How well motor work, energy and what left it balance."""
    signed = [(flow, sign) for flow, sign in zip(flows, ledger_signs(flows), strict=True) if sign]
    terms = [{"output": f"work.{flow}", "factor": sign} for flow, sign in signed]
    terms += [{"output": name, "factor": -1.0} for name in ENERGIES]
    scale = [*(f"work.{flow}" for flow, _ in signed), "kinetic_energy", "medium_energy"]
    meaning = "motor work less change of energy less work that left, over what was turned over"
    return figure("ledger error", "1", "balance", meaning, terms=terms, scale=scale)
