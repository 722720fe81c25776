"""Measured numbers in the fit file itself, in a table with a row for each recording, and recorded motions of joints."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, nearest
from elver._support.units import read_unit
from elver.analysis.fit.files.channels import ChannelPlan, noise_of
from elver.analysis.fit.files.data import ChannelReader
from elver.analysis.fit.files.machine import Base
from elver.analysis.fit.problem import Channel
from elver.analysis.fit.recordings.cleaning import Ruler, read_measured
from elver.analysis.fit.recordings.tables import GAPS, NAMED, DataTable, parted, read_csv, read_nc, table_rows
from elver.drive import SignalTable
from elver.scenarios.files.metrics import slides
from elver.scenarios.yaml.forms import Each, Fields, Names, Unread, Values, Words, amount
from elver.scenarios.yaml.nodes import Node, Table, Text, as_table
from elver.scenarios.yaml.scope import Scope


def read_numbers(intake: ChannelReader, table: Table, plans: Mapping[str, ChannelPlan], on_orbit: bool) -> list[Channel]:
    """Channels by name, each with its numbers."""
    found = []
    for name, item in table.items():
        if name not in plans:
            known = ", ".join(plans) or "none"
            raise table.at(name).error(f"{item.key}: unknown channel '{name}'.{nearest(name, plans)} Known: {known}.")
        plan = plans[name]
        if not plan.unit:
            raise plan.node.error(
                f"{plan.node.key} has no unit, and its numbers stand in the fit file. Give unit: {plan.measured_in}."
            )
        if plan.unit.split("/")[0] == "px":
            intake.scale_of([plan.unit])
        if plan.of_strokes and not on_orbit and plan.window is None:
            raise item.error(
                f"{item.key}: channel '{plan.name}' is a metric of whole strokes. Give the recording start: orbit, or the "
                "channel window: [BEGIN, END]."
            )
        found.append(_read_one(intake, plan, item))
    return found


def _read_one(intake: ChannelReader, plan: ChannelPlan, item: Node) -> Channel:
    """One channel whose numbers stand in the fit file."""
    scale, unit, rules = intake.scale, plan.unit, intake.rules
    ruler = Ruler(unit, scale)
    times = np.zeros(0)
    if isinstance(item, Table) and "times" in item:
        times = read_measured(item.need("times", ""), Ruler("s"))[0]
        item = Table(item.file, item.line, item.column, _without_times(item), item.places, item.key)
    values, errors = read_measured(item, ruler)
    usual = intake.usual_error(plan, ruler)
    if np.isnan(errors).any() and usual is not None:
        errors = np.where(np.isnan(errors), usual.of(values), errors)
    if np.isnan(errors).any():
        raise item.error(f"{item.key}: it has no error. Write VALUE +- ERROR, or give channel '{plan.name}' a sigma.")
    if not plan.of_strokes and len(times) != len(values):
        raise item.error(
            f"{item.key}: channel '{plan.name}' is a {plan.kind}: give {{times: [...], values: [...]}} of one length, or a file; "
            "or make it a mean, an amplitude or a harmonic (kind)."
        )
    times = times if len(times) else np.full(len(values), plan.window[1] if plan.window else 0.0)
    noise = noise_of(plan.noise or rules.noise, unit, scale)
    about = {"kind": plan.kind, "order": plan.order, "unit": unit, "noise": noise, "window": plan.window}
    observable = plan.observable_for(unit, scale)
    return intake.base.scope.built(item, Channel, plan.name, observable, times, values, errors, **about)


def _without_times(item: Table) -> dict[str, Node]:
    """Values and sigma of a mapping with times."""
    item.allow(("times", "values", "sigma"), "measured numbers")
    found = {"value": item.need("values", "measured numbers")}
    return found | ({"sigma": item.entries["sigma"]} if "sigma" in item else {})


# --- recorded motions that joints follow -----------------------------------------------------------------------------

SIGNALS = Fields(
    "the signals",
    {
        "file": Unread(Words("CSV or NetCDF file with one column for each joint")),
        "joints": Names("joint", "joints that follow the recording; default: all columns"),
        "period": amount("s", "after which the motion repeats", above=0.0),
        "smooth": amount("", "error of the angles: they are smoothed to that", above=0.0),
        "rate": amount("Hz", "of frames, where the file has no times", above=0.0),
        "unit": Words("of the angles, where the file names none"),
        "columns": Each(Words("joint of a column")),
    },
    ("file",),
    alone="file",
)


def sheet_of(path: Path, rate: float | None, names: tuple[str, ...] = ()) -> DataTable:
    """The courses of a file, by its ending."""
    return read_nc(path, rate) if path.suffix.lower() in (".nc", ".nc4", ".h5") else read_csv(path, rate, names)


def read_signals(values: Values | None, scope: Scope, robot: Any) -> tuple[SignalTable | None, tuple[str, ...]]:
    """The motion that some joints follow, and what was changed of it, in words."""
    if values is None:
        return None, ()
    file = values["file"]
    rate = float(values["rate"]) if "rate" in values else None
    sheet = scope.built(file, sheet_of, scope.file(file), rate)
    if "columns" in values:
        sheet = scope.built(values.place("columns"), sheet.renamed, values["columns"])
    joints = values.get("joints") or tuple(name for name in sheet.series if name in robot.joint_names)
    lost = [joint for joint in joints if joint not in sheet.series]
    if lost or not joints:
        named = f"joint '{lost[0]}'" if lost else "any joint of the machine"
        raise file.error(f"{file.key}: '{sheet.file}' has no column for {named}. It has: {', '.join(list(sheet.series)[:12])}.")
    unit = values.get("unit", "")
    courses = [_in_si(sheet, joint, unit, file, slides(robot, joint)) for joint in joints]
    times, columns = _common_times(courses, file)
    period = float(values["period"]) if "period" in values else None
    gaps = [f"motion of {j}: {int(n)} values are missing" for j in joints if (n := (~sheet.series[j].good).sum())]
    if "smooth" not in values:
        return scope.built(file, SignalTable, joints, times, columns, period), tuple(gaps)
    made = scope.built(file, SignalTable.smoothed, joints, times, columns, float(values["smooth"]), period)
    units = {joint: "m" if slides(robot, joint) else "rad" for joint in joints}
    taken = [f"motion of {j}: smoothed, {rms:.3g} {units[j]} (rms) taken away" for j, rms in made.removed.items()]
    return made.table, (*gaps, *taken)


def _in_si(sheet: DataTable, joint: str, unit: str, file: Node, prismatic: bool) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of one joint [rad or m], gaps left out."""
    series = sheet.series[joint]
    wanted = "m" if prismatic else "rad"
    called = series.unit or unit
    if not called:
        raise file.error(f"{file.key}: the motion of '{joint}' has no unit. Say unit: {wanted}, or what it is in.")
    try:
        given = read_unit(called)
        if not given.fits(read_unit(wanted)):
            raise InputError(f"the motion of '{joint}' is given in {called}, but {wanted} is expected.")
    except InputError as error:
        raise file.error(f"{file.key}: {error}") from None
    good = series.good
    return series.times[good], series.values[good] * given.factor * given.turned(read_unit(wanted))


def _common_times(courses: list[tuple[np.ndarray, np.ndarray]], file: Node) -> tuple[np.ndarray, np.ndarray]:
    """Times that all courses have, and their values there."""
    times = courses[0][0]
    for own, _ in courses[1:]:
        times = np.intersect1d(times, own)
    if len(times) < 6:
        raise file.error(f"{file.key}: only {len(times)} times have a value of every joint. At least 6 are needed.")
    columns = [values[np.searchsorted(own, times)] for own, values in courses]
    return times, np.column_stack(columns)


# --- recordings in one CSV table: a row for each, with what it sets and what was measured in it ----------------------
#
# Columns are parameters of the machine, channels, ``CHANNEL.sigma``, and ``recording`` (its name) or ``held_out``. Their names
# may carry a unit: ``beat [Hz]``. The rows become recordings as if they stood in the fit file; messages name lines of the
# table.

_NAME, _HELD_OUT, _SIGMA = "recording", "held_out", ".sigma"


def read_table(node: Node | None, base: Base, channels: Iterable[str]) -> dict[str, Table]:
    """Recordings by name, as a fit file would hold them. node: ``file``, and settings that all of them share."""
    if node is None:
        return {}
    shared = as_table(node, "the table of recordings")
    file = shared.need("file", "the table of recordings")
    path = base.scope.file(file)
    rows = base.scope.built(file, _rows_of, path)
    (_, head), body = rows[0], rows[1:]
    units = {(found[1] if (found := NAMED.fullmatch(item)) else item): (found[2] if found else "") for item in head}
    roles = {name: base.scope.built(file, _role_of, name, base, set(channels), path.name) for name in units}
    answer: dict[str, Table] = {}
    for number, row in body:
        place = _Place(str(path), number)
        if len(row) != len(head):
            raise place.text("", "").error(f"the row has {len(row)} entries for {len(head)} columns.")
        given = {name: (text, unit) for (name, unit), text in zip(units.items(), row, strict=True) if text.lower() not in GAPS}
        name = given.get(_NAME, (f"row{len(answer) + 1}", ""))[0]
        if name in answer:
            raise place.text("", name).error(f"two rows are called '{name[:60]}'. Give each a name of its own.")
        answer[name] = _row_as_recording(name, given, roles, shared.without("file"), place)
    if not answer:
        raise file.error(f"{file.key}: '{path.name}' has no rows below its names.")
    return answer


def _rows_of(path: Path) -> list[tuple[int, list[str]]]:
    """Rows of the table with their lines, the names first."""
    try:
        rows = table_rows(path.name, parted(path)[1])
    except csv.Error as error:
        raise InputError(f"'{path.name}' is no CSV file: {error}.") from None
    if not rows or len(set(rows[0][1])) < len(rows[0][1]) or "" in rows[0][1]:
        raise InputError(f"the first line of '{path.name}' must name every column, each once.")
    return rows


def _role_of(name: str, base: Base, channels: set[str], file: str) -> str:
    """What a column is: ``set``, ``numbers``, ``sigma``, or a word of its own."""
    if name in (_NAME, _HELD_OUT):
        return name
    if name in channels:
        return "numbers"
    if name.endswith(_SIGMA) and name.removesuffix(_SIGMA) in channels:
        return "sigma"
    if name in base.values or isinstance(base.values.get(name.rpartition(".")[0]), tuple):
        return "set"
    known = [*channels, *base.values, _NAME, _HELD_OUT]
    raise InputError(f"column '{name[:60]}' of '{file}' is no channel and no parameter.{nearest(name, known)}")


class _Place:
    """A row of the table, for messages."""

    def __init__(self, file: str, line: int):
        self.file, self.line = file, line

    def text(self, text: str, key: str) -> Text:
        return Text(self.file, self.line, 1, text, True, key)

    def table(self, entries: Mapping[str, Node], key: str) -> Table:
        return Table(self.file, self.line, 1, dict(entries), {}, key)


def _row_as_recording(
    name: str, given: Mapping[str, tuple[str, str]], roles: Mapping[str, str], shared: Table, place: _Place
) -> Table:
    """One row as the mapping that a fit file would hold."""
    key = f"recordings.{name}"
    parts: dict[str, dict[str, Node]] = {"set": {}, "numbers": {}}
    further: dict[str, Node] = {}
    for column, (text, unit) in given.items():
        role = roles[column]
        if role == _HELD_OUT:
            further[_HELD_OUT] = place.text(text, f"{key}.{_HELD_OUT}")
        elif role in parts:
            whole = f"{text} {unit}".strip()
            error = given.get(f"{column}{_SIGMA}")
            if role == "numbers" and error is not None:
                whole += f" +- {error[0]} {error[1] or unit}".rstrip()
            parts[role][column] = place.text(whole, f"{key}.{role}.{column}")
    tables = {role: place.table(entries, f"{key}.{role}") for role, entries in parts.items() if entries}
    if "set" in shared and "set" in tables:
        tables["set"] = as_table(shared.need("set", ""), "values of parameters").over(tables["set"])
    return place.table({**shared.entries, **tables, **further}, key)
