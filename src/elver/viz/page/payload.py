"""What every page holds as plain data: title, bodies, scene, plots, figures that it keeps up to date, forces drawn as arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import is_symbol
from elver.contact import Scene
from elver.forces.blend import Blend
from elver.forces.effect import is_moving
from elver.model.layout import MOTOR, MOTOR_POSITIVE, ledger_signs
from elver.results.checks.conservation import SURPLUS
from elver.results.checks.trust import plain_doubts, sentences, warnings_of
from elver.results.metrics import mass
from elver.results.record import attribute
from elver.scenarios import Showing, all_papers
from elver.viz.machine import seams
from elver.viz.page.geometry import Form, body_solids, morphs_of, moves_of, scenery_of, shared_meshes, world_points

if TYPE_CHECKING:
    import xarray as xr

    from elver.model import Model
    from elver.results.samples import Data
    from elver.robot import Robot

_AXES = {"free": "xyz", "planar": "xy", "sagittal": "xz", "fixed": ""}  # along which a base of that kind moves
_ENERGIES = {"kinetic_energy": "kinetic", "medium_energy": "moved medium", "potential_energy": "potential"}
_UNITS = {"revolute": ("rad", "N m"), "prismatic": ("m", "N")}
_CONTACTS = (
    ("contact", "force of obstacles on every link", "contact_force", True),
    ("ground", "friction of the ground on every link", "ground_force", False),
)
_STRONG, _LONG = 95.0, 0.25  # percentile of the forces that is drawn so long, over the size of the machine
_MOST_LINKS = 4  # links whose contact forces are offered as curves


def labels(data: Data, dimension: str) -> list[str]:
    """Names along a dimension; none where the data have no such dimension."""
    return [str(name) for name in data[dimension].values] if data.sizes.get(dimension) else []


def shown_joints(data: Data, wanted: Iterable[str]) -> list[str]:
    """The joints whose curves are shown: those wanted that there are, or three along the machine."""
    names = labels(data, "joint")
    return [n for n in wanted if n in names] or [names[k] for k in sorted({0, len(names) // 2, len(names) - 1}) if names]


def plots_of(data: Data, joints: Sequence[str]) -> list[dict[str, Any]]:
    """Curves over time that can be looked at; the first ones are open when the page opens."""
    moves = _AXES.get(str(data.attrs.get("base", "free")), "xyz")
    flows = [flow for flow in labels(data, "flow") if flow != MOTOR_POSITIVE]
    found = [
        _plot("velocity of the base", "m/s", [(f"v{a}", f"base_velocity.{a}") for a in moves], True),
        *_joint_plots(data, joints),
        _plot("power", "W", [(flow, f"power.{flow}") for flow in flows], False),
        _plot("work since the start", "J", [(flow, f"work.{flow}") for flow in flows], True),
        _plot("energy", "J", [(text, name) for name, text in _ENERGIES.items()], False),
        _plot("place of the base", "m", [(a, f"base_position.{a}") for a in moves], False),
        *_contact_plots(data),
    ]
    return [p for p in found if p["series"]]


def _plot(title: str, unit: str, series: Iterable[tuple[str, str]], shown: bool) -> dict[str, Any]:
    """One plot of curves (label, output)."""
    return {"title": title, "unit": unit, "series": [{"label": a, "output": b} for a, b in series], "shown": shown}


def _joint_plots(data: Data, joints: Sequence[str]) -> list[dict[str, Any]]:
    """Angles and torques, lengths and forces of the joints."""
    types = dict(zip(labels(data, "joint"), map(str, data.joint_type.values), strict=True)) if joints else {}
    found = []
    for kind, (unit, effort) in _UNITS.items():
        own = [name for name in joints if types[name] == kind]
        words = ("angles", "torques") if kind == "revolute" else ("lengths", "forces")
        found.append(_plot(f"{words[0]} of joints", unit, [(n, f"joint_position.{n}") for n in own], False))
        found.append(_plot(f"{words[1]} of joints", effort, [(n, f"joint_torque.{n}") for n in own], True))
    return found


def _contact_plots(data: Data) -> list[dict[str, Any]]:
    """Forces of the obstacles on a few links along the machine."""
    links = labels(data, "link") if "contact_force" in data else []
    if not links:
        return []
    few = [links[k] for k in sorted({round(i * (len(links) - 1) / max(1, _MOST_LINKS - 1)) for i in range(_MOST_LINKS)})]
    series = [(f"{link} {a}", f"contact_force.{link}.{a}") for link in few for a in labels(data, "plane")]
    return [_plot("forces of contacts", "N", series, False)]


def arrows_of(data: Any, size: float) -> list[dict[str, Any]]:
    """Forces on the bodies of a machine of that size [m]: those that do work are shown at first; weight when asked for."""
    found = []
    if "body_force" in data:
        flows = labels(data, "flow")
        for name in labels(data, "force"):
            works = any(flow == name or flow.startswith(f"{name}.") for flow in flows)
            own = data.body_force.sel(force=name)
            found.append(_arrow(name, f"force of {name} on every body", f"body_force.{name}", own, size, works))
    for name, title, field, shown in _CONTACTS:
        if field in data:
            found.append(_arrow(name, title, field, data[field], size, shown))
    return found


def _arrow(name: str, title: str, field: str, values: xr.DataArray, size: float, shown: bool) -> dict[str, Any]:
    """One kind of arrows. scale [m/N]: a strong force is drawn as long as a quarter of the machine; None where there is none."""
    strengths = np.linalg.norm(values.values, axis=-1)
    strong = np.percentile(seen, _STRONG) if len(seen := strengths[np.isfinite(strengths) & (strengths > 0)]) else 0.0
    at = "contact" if field == "contact_force" else "body_com"
    scale = float(_LONG * size / strong) if strong > 0 else None
    return {"name": name, "title": title, "field": field, "unit": "N", "at": at, "scale": scale, "shown": shown}


def wakes_of(data: Any, size: float) -> list[dict[str, Any]]:
    """The wake of the edges of a machine of that size [m], as one kind of arrows; none where there is no edge.

    Where forces on every body were not recorded, the whole force of a law is that at its edge, if it has only one.
    """
    field = next((name for name in ("body_force", "medium_force") if name in data), "")
    known = set(labels(data, "force")) if field else set()
    found = [edge for edge in attribute(data, "edges", []) if isinstance(edge, dict) and {"force", "body", "at"} <= set(edge)]
    edges = [edge for edge in found if edge["force"] in known]
    if field == "medium_force":
        count = Counter(edge["force"] for edge in edges)
        edges = [edge for edge in edges if count[edge["force"]] == 1]
    if not edges:
        return []
    values = data[field].sel(force=list(dict.fromkeys(edge["force"] for edge in edges)))
    wake = _arrow("wake", "wake: momentum left behind at edges", field, values, size, True)
    ends = [f".{edge['body']}" if field == "body_force" else "" for edge in edges]
    table = zip(edges, ends, strict=True)
    places = [{"body": edge["body"], "at": edge["at"], "field": f"{field}.{edge['force']}{end}"} for edge, end in table]
    return [wake | {"at": "edge", "edges": places}]


def figures_of(data: Data) -> list[dict[str, Any]]:
    """Figures that are kept up to date while the machine moves."""
    travels = _AXES.get(str(data.attrs.get("base", "free")), "xyz") != ""
    flows = labels(data, "flow")
    last = "last period" if float(data.attrs.get("period", 0.0)) > 0 else "last second"
    moving = [
        _figure("speed now", "m/s", "size", "speed of the base's origin now", output="base_velocity"),
        _figure(f"mean speed, {last}", "m/s", "speed", f"net displacement over the {last}", output="com_position"),
    ]
    effort = [_figure(f"power, {last} (net)", "W", "rate", f"mean net motor power over the {last}", output=f"work.{MOTOR}")]
    carried = _figure(f"cost of transport, {last}", "1", "cost", f"net motor work over weight times distance, {last}",
                     work=f"work.{MOTOR}", position="base_position", mass=mass(data))  # fmt: skip
    driven = [*effort, *([carried] if travels else [])] if MOTOR in flows else []
    meaning = f"mean power that a published added-mass law brings in from nothing, over the {last}"
    surplus = [
        _figure(f"energy from nothing, {last}", "W", "rate", meaning, output=f"work.{flow}", factor=-1.0)
        for flow in flows
        if flow.endswith(SURPLUS)
    ]
    return [*(moving if travels else []), *driven, *surplus[:1], _ledger_figure(flows)]


def recorded_figures(data: Data) -> list[dict[str, Any]]:
    """Figures of a replay: the ledger's is that of the whole run, because the page's numbers are rounded."""
    closure = float(data.attrs.get("ledger_closure", np.nan))
    meaning = "largest error of the energy ledger over the energy turned over, of the whole run in full precision"
    whole = _figure("ledger closure (whole run)", "1", "given", meaning, value=closure if np.isfinite(closure) else None)
    return [whole if found["kind"] == "balance" else found for found in figures_of(data)]


def _figure(title: str, unit: str, kind: str, meaning: str, **more: Any) -> dict[str, Any]:
    return {"title": title, "unit": unit, "kind": kind, "meaning": meaning, **more}


def _ledger_figure(flows: Sequence[str]) -> dict[str, Any]:
    """How well motor work, energy and what left it balance."""
    signed = [(flow, sign) for flow, sign in zip(flows, ledger_signs(flows), strict=True) if sign]
    terms = [{"output": f"work.{flow}", "factor": sign} for flow, sign in signed]
    terms += [{"output": name, "factor": -1.0} for name in _ENERGIES]
    scale = [*(f"work.{flow}" for flow, _ in signed), "kinetic_energy", "medium_energy"]
    meaning = "motor work less change of energy less work that left, over what was turned over"
    return _figure("ledger error", "1", "balance", meaning, terms=terms, scale=scale)


# --- What every page holds: title, bodies with their meshes, scene, plots, figures and arrows, as plain data (format 1).
#
# web/README.md describes the format from the reader's side.

_FORMAT = 1


@dataclass(frozen=True)
class Words:
    """What a page is called: its title, what it is about, where that was published."""

    title: str
    about: str = ""
    source: str = ""


def common_payload(
    data: Data,
    kind: str,
    words: Words,
    joints: Sequence[str] = (),
    touched: Scene | None = None,
    view: str | None = None,
    forms: Sequence[Form] = (),
) -> dict[str, Any]:
    """The part of a payload that live pages and replays share.

    data: of a run; a live page takes a short one, for the first pose and the size of forces.
    kind: ``live`` or ``replay``.   joints: to show.   touched: the scene of the model, where there is one.
    view: the scenario's usual one.   forms: what sliders do to the form of the machine.
    """
    from elver import __version__

    solids = body_solids(data)
    known = [(form, moves) for form in forms if (moves := moves_of(solids, data, form)) is not None]
    meshes, numbers = shared_meshes(solids, [moves for _, moves in known])
    morphs = morphs_of([form for form, _ in known], [moves for _, moves in known], numbers)
    period = float(data.attrs.get("period", 0.0))
    scene = scenery_of(data, world_points(data, solids), touched, view)
    return {
        "format": _FORMAT,
        "kind": kind,
        "title": words.title,
        "about": words.about,
        "source": words.source,
        "version": __version__,
        "duration": float(data.time.values[-1] - data.time.values[0]),
        "period": period if period > 0 and np.isfinite(period) else None,
        "bodies": _bodies_of(data, numbers),
        "meshes": meshes,
        "scene": scene,
        "arrows": [*arrows_of(data, scene["size"]), *wakes_of(data, scene["size"])],
        "plots": plots_of(data, shown_joints(data, joints)),
        "figures": figures_of(data),
        **({"morphs": morphs} if morphs else {}),
        **({"seams": [list(pair) for pair in cut]} if (cut := seams(data)) else {}),
    }


def trust_of(data: Data, setting: str, of: str) -> dict[str, Any]:
    """What is known against a run, as its summary has it: ``trust`` of a payload; nothing where nothing is.

    setting: what its published added-mass law is changed with.   of: the run that was looked at, in words.
    """
    doubts, found = plain_doubts(data, setting), sentences(warnings_of(data))
    return {"trust": {"doubts": doubts, "warnings": found, "of": of}} if doubts or found else {}


def shown_by(showing: Showing, sliders: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Camera, story, advice and links of a scenario, as far as it has them. sliders: of the page; a story moves no others."""
    rows = {row["name"]: row for row in sliders}
    story = [step.described() for step in showing.story] if sliders else []
    for step in story:
        known = {name: value for name, value in step.get("set", {}).items() if name in rows}
        step["set"] = {name: _slider_value(rows[name], value) for name, value in known.items()}
    found = {
        "camera": showing.camera.described(),
        "story": story,
        "advice": showing.advice,
        "links": [{"title": title, "address": address} for title, address in showing.links],
    }
    return {key: value for key, value in found.items() if value}


def stream_of(model: Model) -> list[float | str] | None:
    """Velocity of the medium around a machine [m/s, world], each part a number or the name of the parameter that moves it.

    None where it stands still, or differs from place to place.
    """
    for force in model.forces.values():
        law = force.first if isinstance(force, Blend) else force
        current = getattr(law, "current", getattr(law, "wind", None))
        if not isinstance(current, tuple) or len(current) not in (2, 3) or not is_moving(current):
            continue
        named = [v.name() if is_symbol(v) and v.name() in model.free else v for v in (*current, 0.0)[:3]]
        if all(isinstance(v, str | int | float) for v in named):
            return named
    return None


def papers_of(source: str, showing: Showing) -> dict[str, Any]:
    """Links of a scenario: its own, and the papers that its source cites by their short names in brackets."""
    own = [{"title": title, "address": address} for title, address in showing.links]
    cited = [paper for paper in all_papers() if f"({paper.name})" in source] if "(" in source else []
    found = [{"title": p.reference.partition(". doi:")[0], "address": f"https://doi.org/{p.doi}" if p.doi else ""} for p in cited]
    return {"links": own + found} if own or found else {}


def _slider_value(row: dict[str, Any], value: float | str) -> float:
    """What a slider is set to: a number within its ends, or that of one of its words."""
    if isinstance(value, str):
        return float(row["words"].index(value)) if value in row.get("words", ()) else float(row["value"])
    return min(max(float(value), row["low"]), row["high"])


def _bodies_of(data: Data, meshes: Sequence[int | None]) -> list[dict[str, Any]]:
    """All bodies: name, number of the mesh, parent, role, centre of mass [m, body frame] and mass [kg]."""
    roles = roles_of(data, meshes)
    com = np.nan_to_num(data.body_com.values).round(9).tolist()
    weights = np.nan_to_num(data.body_mass.values).tolist()
    table = zip(labels(data, "body"), meshes, data.body_parent.values.tolist(), roles, com, weights, strict=True)
    return [{"name": n, "mesh": m, "parent": int(p), "role": role, "com": c, "mass": w} for n, m, p, role, c, w in table]


def joints_by_body(robot: Robot, bodies: Sequence[dict[str, Any]]) -> list[list[dict[str, str]]]:
    """For every body the moving joints between it and the nearest drawn body before it, with units of motion and effort."""
    before = {joint.child: joint for joint in robot.joints}
    moving = {joint.name: _UNITS[joint.type] for joint in robot.moving_joints}
    drawn = {body["name"] for body in bodies if body["mesh"] is not None}
    found = []
    for body in bodies:
        own: list[dict[str, str]] = []
        joint = before.get(body["name"])
        while joint is not None:
            if joint.name in moving:
                own.insert(0, {"name": joint.name, "unit": moving[joint.name][0], "effort": moving[joint.name][1]})
            joint = None if joint.parent in drawn else before.get(joint.parent)
        found.append(own)
    return found


def roles_of(data: Data, meshes: Sequence[int | None]) -> list[str]:
    """What every body is, for its colour: the base, a wing, or the group of the joint that carries it.

    Where all bodies that are seen belong to one group it says nothing, and they are plain bodies.
    """
    groups = [str(g) for g in data.body_group.values] if "body_group" in data else [""] * data.sizes["body"]
    seen = {g for g, m in zip(groups[1:], meshes[1:], strict=True) if m is not None}
    told = [g if len(seen) > 1 and g else "body" for g in groups]
    if "body_blade" in data:
        winged = np.isfinite(data.body_blade.values).all(axis=(1, 2))
        told = ["wing" if own else word for own, word in zip(winged, told, strict=True)]
    return ["base", *told[1:]]
