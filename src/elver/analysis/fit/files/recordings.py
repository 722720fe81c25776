"""The recordings of a fit file: read in two steps, what decides their programs first, then their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, each, refuse, unknown_name
from elver._support.units import read_unit
from elver.analysis.fit.channels import camera_unit, world_point
from elver.analysis.fit.files.channels import NOISE, ChannelPlan, Marker
from elver.analysis.fit.files.data import ChannelReader, Rules
from elver.analysis.fit.files.machine import CHANGES, Base, ProgramRequest, read_changes
from elver.analysis.fit.files.unknowns import NUISANCE, UNITS, NamedUnknown, nuisance
from elver.analysis.fit.files.values import SIGNALS, read_numbers, read_signals, sheet_of
from elver.analysis.fit.problem import CAMERA as PLACES
from elver.analysis.fit.problem import STARTS, Camera, Channel, Recording, Unknown
from elver.analysis.fit.recordings.cleaning import ERROR, MEASURED, Outliers, Ruler, read_measured
from elver.analysis.fit.recordings.markers import Distances, aligned
from elver.model import Program
from elver.scenarios.files.metrics import state_units
from elver.scenarios.yaml.forms import ByShape, Each, Fields, Flag, Many, Unread, Values, Words, amount
from elver.scenarios.yaml.nodes import Node, Table, as_table
from elver.simulation.derivatives.objectives import InstantExpressions
from elver.simulation.finish import gait_period

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
_SECONDS = amount("s", "time of the recording")
RECORDING = Fields(
    "a recording",
    {
        "file": Unread(Words("CSV or NetCDF file")),
        "unit": Words("of its numbers"),
        "rate": amount("Hz", "of frames", above=0.0),
        "columns": ByShape("the columns", items=Many(Words("name of a column")), table=Each(Words("new name of a column"))),
        "ignore": Many(Words("name or pattern of columns")),
        "sigma": Unread(ERROR),
        "noise": NOISE,
        "numbers": Each(Unread(MEASURED)),
        "set": Unread(CHANGES),
        "start": Words("where its run begins", STARTS, "start", written=True),
        "states": Each(Unread(amount("", "value of a state at the start"))),
        "camera": CAMERA,
        "clock": CLOCK,
        "signals": SIGNALS,
        "nuisance": NUISANCE,
        "held_out": Flag("it is not fitted, but predicted"),
        "rivals": Each(Each(Unread(MEASURED))),
        "outliers": OUTLIERS,
        "distances": ByShape("the check of distances", text=Flag("whether distances of markers are checked"), table=DISTANCES),
        "from": _SECONDS,
        "to": _SECONDS,
        "period": amount("s", "of a stroke", above=0.0),
        "paths": Flag("whether the paths of markers are channels themselves"),
        "meaning": Words("what it is"),
    },
)


@dataclass(frozen=True, eq=False)
class Draft:
    """A recording before its program exists. given: what the file says of it.

    notes: what was changed of its motion, in words.
    """

    name: str
    given: Values
    wanted: ProgramRequest
    start: str
    notes: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        return self.given.table

    @property
    def own(self) -> tuple[NamedUnknown, ...]:
        return self.given.get("nuisance", ())


def read_draft(base: Base, name: str, given: Values) -> Draft:
    """What decides the program of a recording."""
    table = given.table
    if "file" not in given and "numbers" not in given:
        raise table.error(f"{table.key}: a recording has no numbers. Give a file, or numbers: {{CHANNEL: VALUE +- ERROR}}.")
    wrong: list[InputError] = [
        table.at(key).error(f"{table.key}.{key} is about a file, and the recording has none. Leave it out.")
        for key in _OF_FILE
        if key in given and "file" not in given
    ]
    refuse(wrong)
    changes = read_changes(given.get("set"), base.scenario)
    numbers: dict[str, float] = {}
    words: dict[str, Any] = {}
    where: dict[str, Node] = {}
    for key, value in changes.items():
        parts = {f"{key}.{k}": v for k, v in enumerate(value)} if isinstance(value, tuple) else {key: value}
        for part, number in parts.items():
            where[part] = given["set"].entries[key]
            (numbers if isinstance(number, float) else words)[part] = number
    start = given.get("start", "model")
    if start == "orbit" and "states" in given:
        raise table.at("states").error(f"{table.key}.states: a recording on the orbit has no states of its own. Leave one out.")
    signals, notes = read_signals(given.get("signals"), base.scope, base.model.robot)
    return Draft(name, given, ProgramRequest(numbers, words, signals, where), start, notes)


def finish(
    base: Base,
    plans: Mapping[str, ChannelPlan],
    markers: Mapping[str, Marker],
    draft: Draft,
    wanted: ProgramRequest,
    program: Program,
) -> tuple[Recording, list[Unknown]]:
    """The recording with its numbers, and its own unknowns."""
    given, table = draft.given, draft.table
    camera = {k: float(v) for k, v in given.get("camera", {}).items() if k != "flip"}
    clock = {k: float(v) for k, v in given.get("clock", {}).items()}
    states = _read_states(given.get("states", {}), table, program, base)
    own = [asked.name for asked in draft.own]
    rules = _rules_of(given, base, camera.get("scale"), "camera.scale" in own)
    if not rules.period:
        rules = replace(rules, period=_stroke_period(program, wanted))
    rules = replace(rules, flip=given.get("camera", {}).get("flip", False))
    intake = ChannelReader(base, rules, table)
    channels: list[Channel] = []
    if "file" in given:
        channels += _read_file(intake, given, base, program, wanted, plans, markers)
    if "numbers" in given:
        numbers = as_table(given.place("numbers"), "numbers of channels")
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
        given.get("held_out", False),
        (*draft.notes, *intake.dropped),
        _read_rivals(given.place("rivals") if "rivals" in given else None, channels, intake.scale),
    )
    said = [*camera, *(asked.name.removeprefix("camera.") for asked in draft.own if asked.gives("start"))]
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


def _rules_of(given: Values, base: Base, scale: float | None, scale_unknown: bool) -> Rules:
    """How the numbers of a recording are read."""
    found = given.get("outliers", {})
    outliers = Outliers(float(found.get("threshold", Outliers.threshold)), int(found.get("window", Outliers.half_window)))
    said = given.get("distances", True)
    settings = {k: float(v) for k, v in said.items()} if isinstance(said, Values) else {}
    unit = given.get("unit", "")
    if unit:
        base.scope.built(given.place("unit"), camera_unit, unit)
    return Rules(
        unit=unit,
        sigma=given.get("sigma"),
        noise=given.get("noise"),
        scale=scale,
        scale_unknown=scale_unknown,
        begin=float(given.get("from", -np.inf)),
        end=float(given.get("to", np.inf)),
        period=float(given.get("period", 0.0)),
        outliers=outliers,
        distances=Distances(**settings, scale_unknown=scale_unknown) if said is not False else None,
        ignored=tuple(given.get("ignore", ())),
        paths=given.get("paths", True),
    )


def _read_file(
    intake: ChannelReader,
    given: Values,
    base: Base,
    program: Program,
    wanted: ProgramRequest,
    plans: Mapping[str, ChannelPlan],
    markers: Mapping[str, Marker],
) -> list[Channel]:
    """Channels of the recording's file."""
    file, scope = given["file"], base.scope
    rate = float(given["rate"]) if "rate" in given else None
    columns = given.get("columns", ())
    names = () if isinstance(columns, dict) else tuple(columns)
    sheet = scope.built(file, sheet_of, scope.file(file), rate, names)
    if isinstance(columns, dict):
        place = as_table(given.place("columns"), "the columns")
        lost = next((name for name in columns if name not in sheet.series), None)
        if lost is not None:
            raise place.at(lost).error(f"{place.key}: {unknown_name(f'column of {sheet.file}', lost, sheet.series)}")
        sheet = scope.built(place, sheet.renamed, columns)
    moment = _first_moment(program, wanted.numbers)
    return intake.channels(sheet, plans, markers, lambda marker: _place_now(moment, marker))


def _stroke_period(program: Program, wanted: ProgramRequest) -> float:
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


def _read_states(given: Mapping[str, Node], table: Table, program: Program, base: Base) -> dict[str, float]:
    """Values of states at the start, in SI units. table: of the recording."""
    names = program.equations.layout.names
    found = {}
    for name, item in given.items():
        if name not in names:
            raise (
                as_table(table.need("states", ""), "the states")
                .at(name)
                .error(f"{item.key}: {unknown_name('state', name, names)}")
            )
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
    if draft.start == "model" and any(asked.name not in now for asked in draft.own):
        p = program.parameter_vector(dict(recording.values))
        for name, value in zip(program.equations.layout.names, program.initial_state(p).tolist(), strict=True):
            units = state_units(name, base.model.robot)
            now[name] = (recording.states.get(name, value), units[0] if units else "")
    elif draft.start == "orbit":
        for asked in draft.own:
            if asked.name in program.equations.layout.names:
                place = asked.place
                raise place.error(
                    f"{place.key}: '{asked.name}' is a state, and a recording on the orbit finds its own. Leave it out."
                )
    found = each(draft.own, lambda asked: nuisance(asked, base, draft.name, now))
    free = {asked.name for asked in draft.own if not asked.gives("start", "range")}
    return [_phase(u, recording, period) if u.name.startswith("clock.offset") and "clock.offset" in free else u for u in found]


def _phase(unknown: Unknown, recording: Recording, period: float) -> Unknown:
    """The offset of a recording: no time lies before the begin of its run. On the orbit it is free to both sides."""
    times = [float(c.times.min()) for c in recording.channels if not c.of_strokes]
    if recording.start != "orbit":  # no time before the start of the model
        low = max(unknown.low, 0.0 - recording.factor * min(times, default=0.0))
        return unknown.changed(unknown.value, low, unknown.high)
    if not period:
        return unknown
    low = 0.0 - recording.factor * min(times) if times else -period
    return unknown.changed(max(unknown.value, low + period), low, max(unknown.value, low) + 3 * period)
