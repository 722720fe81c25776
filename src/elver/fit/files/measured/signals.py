"""Recorded motions that joints of the machine follow in one recording."""

from __future__ import annotations

from typing import Any

import numpy as np

from elver.document.forms import Each, Fields, Names, Words, amount
from elver.document.nodes import Node, Table, Text, as_table, as_text
from elver.document.scope import Scope
from elver.document.units import read_unit
from elver.drive import SignalTable
from elver.errors import InputError
from elver.fit.intake.csv_sheet import read_csv
from elver.fit.intake.netcdf_sheet import read_nc
from elver.fit.intake.sheet import Sheet
from elver.machines.series_units import slides

SIGNALS = Fields(
    "the signals",
    {
        "file": Words("CSV or NetCDF file with one column for each joint"),
        "joints": Names("joint", "joints that follow the recording; default: all columns"),
        "period": amount("s", "after which the motion repeats", above=0.0),
        "smooth": amount("", "error of the angles: they are smoothed to that", above=0.0),
        "rate": amount("Hz", "of frames, where the file has no times", above=0.0),
        "unit": Words("of the angles, where the file names none"),
        "columns": Each(Words("joint of a column")),
    },
    ("file",),
)


def sheet_of(path, rate: float | None, names: tuple[str, ...] = ()) -> Sheet:
    """The courses of a file, by its ending."""
    return read_nc(path, rate) if path.suffix.lower() in (".nc", ".nc4", ".h5") else read_csv(path, rate, names)


def read_signals(node: Node | None, scope: Scope, robot: Any) -> tuple[SignalTable | None, tuple[str, ...]]:
    """The motion that some joints follow (the name of a file, or a mapping), and what was changed of it, in words."""
    if node is None:
        return None, ()
    if isinstance(node, Text):
        node = Table(node.file, node.line, node.column, {"file": node}, {}, node.key)
    table = as_table(node, "the signals")
    values = SIGNALS.read(table, scope)
    file = table.need("file", "the signals")
    rate = float(values["rate"]) if "rate" in values else None
    sheet = scope.built(file, sheet_of, scope.file(file), rate)
    if "columns" in table:
        sheet = scope.built(table.need("columns", ""), sheet.renamed, values["columns"])
    joints = values.get("joints") or tuple(name for name in sheet.series if name in robot.joint_names)
    lost = [joint for joint in joints if joint not in sheet.series]
    if lost or not joints:
        named = f"joint '{lost[0]}'" if lost else "any joint of the machine"
        raise file.error(f"{file.key}: '{sheet.file}' has no column for {named}. It has: {', '.join(list(sheet.series)[:12])}.")
    unit = table.get("unit")
    courses = [in_si(sheet, joint, unit, file, slides(robot, joint)) for joint in joints]
    times, columns = common_times(courses, file)
    period = float(values["period"]) if "period" in values else None
    gaps = [f"motion of {j}: {int(n)} values are missing" for j in joints if (n := (~sheet.series[j].good).sum())]
    if "smooth" not in values:
        return scope.built(file, SignalTable, joints, times, columns, period), tuple(gaps)
    made = scope.built(file, SignalTable.smoothed, joints, times, columns, float(values["smooth"]), period)
    units = {joint: "m" if slides(robot, joint) else "rad" for joint in joints}
    taken = [f"motion of {j}: smoothed, {rms:.3g} {units[j]} (rms) taken away" for j, rms in made.removed.items()]
    return made.table, (*gaps, *taken)


def in_si(sheet: Sheet, joint: str, unit: Node | None, file: Node, prismatic: bool) -> tuple[np.ndarray, np.ndarray]:
    """Times and values of one joint [rad or m], gaps left out."""
    series = sheet.series[joint]
    wanted = "m" if prismatic else "rad"
    called = series.unit or (as_text(unit, "a unit").text if unit is not None else "")
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


def common_times(courses: list[tuple[np.ndarray, np.ndarray]], file: Node) -> tuple[np.ndarray, np.ndarray]:
    """Times that all courses have, and their values there."""
    times = courses[0][0]
    for own, _ in courses[1:]:
        times = np.intersect1d(times, own)
    if len(times) < 6:
        raise file.error(f"{file.key}: only {len(times)} times have a value of every joint. At least 6 are needed.")
    columns = [values[np.searchsorted(own, times)] for own, values in courses]
    return times, np.column_stack(columns)
