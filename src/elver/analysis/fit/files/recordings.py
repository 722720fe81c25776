"""The recordings of a fit file: read in two steps, what decides their programs first, then their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import unknown_name
from elver._support.units import read_unit
from elver.analysis.fit.channels import camera_unit, world_point
from elver.analysis.fit.files.channels import ChannelPlan, Marker
from elver.analysis.fit.files.data import ChannelReader, Rules
from elver.analysis.fit.files.machine import Base, Wanted, read_changes
from elver.analysis.fit.files.unknowns import UNITS, entries, nuisance
from elver.analysis.fit.files.values import read_numbers, read_signals, sheet_of
from elver.analysis.fit.problem import CAMERA as PLACES
from elver.analysis.fit.problem import STARTS, Camera, Channel, Recording, Unknown
from elver.analysis.fit.recordings.cleaning import Outliers, Ruler, read_measured
from elver.analysis.fit.recordings.markers import Distances, aligned
from elver.model import Program
from elver.scenarios.files.metrics import state_units
from elver.scenarios.yaml.forms import Fields, Flag, amount
from elver.scenarios.yaml.nodes import Items, Node, Table, Text, as_items, as_table, as_text
from elver.scenarios.yaml.scope import truth
from elver.simulation.derivatives.objectives import InstantExpressions
from elver.simulation.finish import gait_period

KEYS = (
    "file", "unit", "rate", "columns", "ignore", "sigma", "noise", "numbers", "set", "start", "states", "camera", "clock",
    "signals", "nuisance", "held_out", "rivals", "outliers", "distances", "from", "to", "period", "paths", "meaning",
)  # fmt: skip
_OF_FILE = ("unit", "rate", "columns", "ignore", "outliers", "distances", "from", "to", "period", "paths")
CAMERA = Fields(
    "the camera",
    {
        "x": amount("m", "place of the picture's origin in the world"),
        "y": amount("m", "place of the picture's origin in the world"),
        "yaw": amount("rad", "direction of the picture's x axis in the world"),
        "scale": amount("m", "length of one unit of the recording", above=0.0),
        "flip": Flag("the picture's y axis points down, as that of pixels does"),
    },
)
CLOCK = Fields(
    "the clock",
    {
        "offset": amount("s", "time of the machine at which the recording's clock shows 0"),
        "factor": amount("1", "seconds of the machine in one of the recording", above=0.0),
    },
)
OUTLIERS = Fields(
    "the outliers",
    {
        "threshold": amount("1", "robust standard deviations; 0 for no check", low=0.0),
        "window": amount("1", "values on either side", low=3, high=1000, whole=True),
    },
)
DISTANCES = Fields(
    "the distances",
    {
        "tolerance": amount("1", "share of the median distance", above=0.0, high=1.0),
        "merged": amount("1", "share of the distance below which two markers are one; 0 for no check", low=0.0, high=1.0),
    },
)
_SECONDS, _RATE = amount("s", "time of the recording"), amount("Hz", "of frames", above=0.0)


@dataclass(frozen=True, eq=False)
class Draft:
    """A recording before its program exists. own: nuisances as they are named, with their places and settings.

    notes: what was changed of its motion, in words.
    """

    name: str
    table: Table
    wanted: Wanted
    start: str
    held_out: bool
    own: list[tuple[str, Node, Table | None]] = field(default_factory=list)
    notes: tuple[str, ...] = ()


def read_draft(name: str, node: Node, base: Base) -> Draft:
    """What decides the program of a recording."""
    table = as_table(node, "a recording")
    table.allow(KEYS, "a recording")
    if "file" not in table and "numbers" not in table:
        raise node.error(f"{node.key}: a recording has no numbers. Give a file, or numbers: {{CHANNEL: VALUE +- ERROR}}.")
    for key in _OF_FILE:
        if key in table and "file" not in table:
            raise table.at(key).error(f"{table.key}.{key} is about a file, and the recording has none. Leave it out.")
    given = read_changes(table.get("set"), base.scenario)
    places = {n: as_table(table.need("set", ""), "").entries[n] for n in given}
    numbers: dict[str, float] = {}
    words: dict[str, Any] = {}
    where: dict[str, Node] = {}
    for key, value in given.items():
        parts = {f"{key}.{k}": v for k, v in enumerate(value)} if isinstance(value, tuple) else {key: value}
        for part, number in parts.items():
            where[part] = places[key]
            (numbers if isinstance(number, float) else words)[part] = number
    start = as_text(table.entries["start"], "a start").text if "start" in table else "model"
    if start not in STARTS:
        raise table.need("start", "").error(f"{table.key}.start: {unknown_name('start', start, STARTS)}")
    if start == "orbit" and "states" in table:
        raise table.at("states").error(f"{table.key}.states: a recording on the orbit has no states of its own. Leave one out.")
    signals, notes = read_signals(table.get("signals"), base.scope, base.model.robot)
    held_out = "held_out" in table and truth(table.need("held_out", ""))
    own = entries(table.need("nuisance", ""), "a nuisance") if "nuisance" in table else []
    return Draft(name, table, Wanted(numbers, words, signals, where), start, held_out, own, notes)


def finish(
    draft: Draft, wanted: Wanted, program: Program, base: Base, plans: Mapping[str, ChannelPlan], markers: Mapping[str, Marker]
) -> tuple[Recording, list[Unknown]]:
    """The recording with its numbers, and its own unknowns."""
    table, scope = draft.table, base.scope
    given = CAMERA.read(table.need("camera", ""), scope) if "camera" in table else {}
    camera = {k: float(v) for k, v in given.items() if k != "flip"}
    clock = {k: float(v) for k, v in CLOCK.read(table.need("clock", ""), scope).items()} if "clock" in table else {}
    states = _read_states(table.get("states"), program, base)
    own = [name for name, _, _ in draft.own]
    rules = _read_rules(table, base, camera.get("scale"), "camera.scale" in own)
    if not rules.period:
        rules = replace(rules, period=_stroke_period(program, wanted))
    rules = replace(rules, flip=given.get("flip", False))
    intake = ChannelReader(base, rules, table)
    channels: list[Channel] = []
    if "file" in table:
        channels += _read_file(intake, table, base, program, wanted, plans, markers)
    if "numbers" in table:
        numbers = as_table(table.need("numbers", ""), "numbers of channels")
        channels += read_numbers(intake, numbers, plans, draft.start == "orbit")
    twice = sorted({c.name for c in channels if [o.name for o in channels].count(c.name) > 1})
    if twice:
        raise table.error(f"{table.key}: channel '{twice[0]}' is given twice, by the file and by numbers. Leave one out.")
    recording = Recording(
        draft.name,
        program,
        tuple(channels),
        wanted.numbers,
        wanted.signals,
        draft.start,
        states,
        Camera(**{**camera, "scale": intake.scale}),
        clock.get("offset", 0.0),
        clock.get("factor", 1.0),
        draft.held_out,
        (*draft.notes, *intake.dropped),
        _read_rivals(table.get("rivals"), channels, intake.scale),
    )
    said = [*camera, *(name.removeprefix("camera.") for name, _, settings in draft.own if settings and "start" in settings)]
    recording = replace(recording, camera=_likely_camera(recording, own, said, markers))
    return recording, _own_unknowns(draft, recording, base, rules.period)


def _likely_camera(recording: Recording, own: list[str], given: list[str], markers: Mapping[str, Marker]) -> Camera:
    """The recording's camera; where its place is to be found and nothing is said of it, that of the first whole frame."""
    camera = recording.camera
    if not {"camera.x", "camera.y"} <= set(own) or {"x", "y"} & set(given):
        return camera
    paths = {c.name: c for c in recording.channels if c.kind == "path"}
    pairs = {m: (paths[f"{m}.x"], paths[f"{m}.y"]) for m in markers if f"{m}.x" in paths and f"{m}.y" in paths}
    times = [set(c.times.tolist()) for pair in pairs.values() for c in pair]
    shared = set.intersection(*times) if times else set()
    if not shared:
        return camera
    moment = _first_moment(recording.program, recording.values)
    world = np.array([_place_now(moment, markers[m])[:2] for m in pairs])
    seen = np.array([[_metres(c, min(shared), float(camera.scale)) for c in pair] for pair in pairs.values()])
    turns = "camera.yaw" in own and "yaw" not in given and len(pairs) > 1
    x, y, yaw = aligned(world, seen, None if turns else float(camera.yaw))
    return Camera(x, y, yaw, camera.scale)


def _metres(channel: Channel, time: float, scale: float) -> float:
    """A value of a channel [m] at one of its times."""
    return float(channel.values[channel.times == time][0]) * camera_unit(channel.unit, scale).factor


def _read_rules(table: Table, base: Base, scale: float | None, scale_unknown: bool) -> Rules:
    """How the numbers of a recording are read."""
    times = {k: float(_SECONDS.read(table.need(k, ""), base.scope)) for k in ("from", "to", "period") if k in table}
    if times.get("period", 1.0) <= 0:
        table.need("period", "").refuse("Give a time greater than 0.")
    outliers: Outliers | None = Outliers()
    if "outliers" in table:
        given = OUTLIERS.read(table.need("outliers", ""), base.scope)
        outliers = Outliers(float(given.get("threshold", Outliers.threshold)), int(given.get("window", Outliers.half_window)))
    distances: Distances | None = Distances(scale_unknown=scale_unknown)
    if "distances" in table:
        node = table.need("distances", "")
        if isinstance(node, Text):
            distances = distances if truth(node) else None
        else:
            distances = Distances(
                **{k: float(v) for k, v in DISTANCES.read(node, base.scope).items()}, scale_unknown=scale_unknown
            )
    unit = as_text(table.need("unit", ""), "a unit").text if "unit" in table else ""
    if unit:
        base.scope.built(table.need("unit", ""), camera_unit, unit)
    ignored = tuple(as_text(i, "a name").text for i in as_items(table.need("ignore", ""), "names")) if "ignore" in table else ()
    return Rules(
        unit, table.get("sigma"), table.get("noise"), scale, scale_unknown, times.get("from", -np.inf), times.get("to", np.inf),
        times.get("period", 0.0), outliers, distances, ignored, "paths" not in table or truth(table.need("paths", "")),
    )  # fmt: skip


def _read_file(
    intake: ChannelReader,
    table: Table,
    base: Base,
    program: Program,
    wanted: Wanted,
    plans: Mapping[str, ChannelPlan],
    markers: Mapping[str, Marker],
) -> list[Channel]:
    """Channels of the recording's file."""
    file, scope = table.need("file", ""), base.scope
    rate = float(_RATE.read(table.need("rate", ""), scope)) if "rate" in table else None
    columns = table.get("columns")
    names = tuple(as_text(item, "a name").text for item in columns) if isinstance(columns, Items) else ()
    sheet = scope.built(file, sheet_of, scope.file(file), rate, names)
    if columns is not None and not isinstance(columns, Items):
        pairs = {n: as_text(item, "a name").text for n, item in as_table(columns, "the columns").items()}
        lost = next((n for n in pairs if n not in sheet.series), None)
        if lost is not None:
            raise columns.error(f"{columns.key}: {unknown_name(f'column of {sheet.file}', lost, sheet.series)}")
        sheet = scope.built(columns, sheet.renamed, pairs)
    moment = _first_moment(program, wanted.numbers)
    return intake.channels(sheet, plans, markers, lambda marker: _place_now(moment, marker))


def _stroke_period(program: Program, wanted: Wanted) -> float:
    """Period of the gait in a recording [s]; 0 where it has none."""
    if wanted.signals is not None:
        return float(getattr(wanted.signals, "period", None) or 0.0)
    p = program.parameter_vector(dict(wanted.numbers))
    return gait_period(program.model, dict(zip(program.equations.parameters, p.tolist(), strict=True)))


def _first_moment(program: Program, values: Mapping[str, float]) -> InstantExpressions:
    """The model's start as numbers."""
    p = program.parameter_vector(dict(values))
    x, u = program.initial_state(p), program.signal_values(0.0)
    return InstantExpressions(program.equations, ca.DM(0.0), ca.DM(x), ca.DM(p), ca.DM(u))


def _place_now(moment: InstantExpressions, marker: Marker) -> np.ndarray:
    """Place of a marker in the world [m]."""
    return np.array(ca.DM(world_point(moment, marker.body, marker.at)), dtype=float).ravel()


def _read_states(node: Node | None, program: Program, base: Base) -> dict[str, float]:
    """Values of states at the start, in SI units."""
    if node is None:
        return {}
    table, names = as_table(node, "the states"), program.equations.layout.names
    found = {}
    for name, item in table.items():
        if name not in names:
            raise table.at(name).error(f"{item.key}: {unknown_name('state', name, names)}")
        units = state_units(name, base.model.robot)
        wanted = read_unit(units[0]) if len(units) == 1 else None
        found[name] = float(base.scope.number(item, wanted, " or ".join(units)))
    return found


def _read_rivals(node: Node | None, channels: list[Channel], scale: float) -> dict[str, dict[str, list[float]]]:
    """Predictions of others by name: channel -> numbers, in the channel's unit."""
    if node is None:
        return {}
    answer: dict[str, dict[str, list[float]]] = {}
    own = {c.name: c for c in channels}
    for rival, item in as_table(node, "the rivals").items():
        table = as_table(item, "predictions of a rival")
        for name, numbers in table.items():
            if name not in own:
                raise table.at(name).error(f"{numbers.key}: {unknown_name('channel of the recording', name, own)}")
            values = read_measured(numbers, Ruler(own[name].unit, scale))[0]
            if len(values) != own[name].count:
                raise numbers.error(f"{numbers.key} has {len(values)} numbers; the channel has {own[name].count}.")
            answer.setdefault(rival, {})[name] = values.tolist()
    return answer


def _own_unknowns(draft: Draft, recording: Recording, base: Base, period: float) -> list[Unknown]:
    """The nuisances of a recording, each begun where the file says or where the model stands. period [s]: of a stroke."""
    camera = dict(zip(PLACES, recording.camera.numbers.tolist(), strict=True))
    now: dict[str, Any] = {f"camera.{k}": (v, UNITS[f"camera.{k}"]) for k, v in camera.items()}
    now |= {"clock.offset": (recording.offset, "s"), "clock.factor": (recording.factor, "1")}
    program = recording.program
    if draft.start == "model" and any(name not in now for name, _, _ in draft.own):
        p = program.parameter_vector(dict(recording.values))
        for name, value in zip(program.equations.layout.names, program.initial_state(p).tolist(), strict=True):
            units = state_units(name, base.model.robot)
            now[name] = (recording.states.get(name, value), units[0] if units else "")
    elif draft.start == "orbit":
        for name, place, _ in draft.own:
            if name in program.equations.layout.names:
                raise place.error(f"{place.key}: '{name}' is a state, and a recording on the orbit finds its own. Leave it out.")
    found = [nuisance(name, place, own, base, draft.name, now) for name, place, own in draft.own]
    free = {name for name, _, own in draft.own if own is None or not {"start", "range"} & set(own.entries)}
    return [_phase(u, recording, period) if u.name.startswith("clock.offset") and "clock.offset" in free else u for u in found]


def _phase(unknown: Unknown, recording: Recording, period: float) -> Unknown:
    """The offset of a recording: no time lies before the begin of its run. On the orbit it is free to both sides."""
    times = [float(c.times.min()) for c in recording.channels if not c.of_strokes]
    if recording.start != "orbit":  # no time before the start of the model
        low = max(unknown.low, 0.0 - recording.factor * min(times, default=0.0))
        return unknown.changed(unknown.start, low, unknown.high)
    if not period:
        return unknown
    low = 0.0 - recording.factor * min(times) if times else -period
    return unknown.changed(max(unknown.start, low + period), low, max(unknown.start, low) + 3 * period)
