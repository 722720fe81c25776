"""Recordings in CSV: one row per value (time, channel, value, sigma), or one row per time with a column for each channel.

Lines that begin with ``#`` may say ``unit: mm``, ``unit head.x: px``, ``sigma: 0.5``, ``sigma head.x: 0.5`` and ``rate: 60 Hz``.
A name may carry its unit: ``head.x [mm]``. A column ``head.x.sigma`` holds the errors of ``head.x``.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from elver.document.expressions import parse
from elver.document.units import read_unit
from elver.document.values import evaluate, settled
from elver.errors import InputError, number_in, reads_as_number
from elver.fit.intake.sheet import MOST_COLUMNS, Clock, Series, Sheet, long_form, require_order
from elver.reading import read_bytes

MOST_BYTES = 256 << 20
ADVICE = "Give a CSV file in UTF-8 with a line of names."
TOLD = re.compile(r"#\s*(unit|sigma|rate)(?:\s+([^\s:]+))?\s*:\s*(.+?)\s*")
NAMED = re.compile(r"(.+?)\s*\[([^\[\]]*)\]")
GAPS = ("", "nan", "na", "n/a", "none", "null", "-")
LONG = ("channel", "value")


@dataclass
class Said:
    """What comments of a file say: units and sigmas by channel (empty: of all), and the rate [Hz]."""

    units: dict[str, str] = field(default_factory=dict)
    sigmas: dict[str, float] = field(default_factory=dict)
    rate: float | None = None

    def unit(self, name: str) -> str:
        return self.units.get(name, self.units.get("", ""))

    def sigma(self, name: str) -> float:
        return self.sigmas.get(name, self.sigmas.get("", math.nan))


def read_csv(path: Path, rate: float | None = None, names: Sequence[str] = ()) -> Sheet:
    """The courses of a CSV file. rate [Hz]: of rows without times.   names: of the columns where it has no line of them."""
    said, lines = parted(path)
    rows = table_rows(path.name, lines)
    first = 0 if names else 1
    if not rows[first:]:
        raise InputError(f"'{path.name}' holds no numbers. {ADVICE}")
    head = list(names) or rows[0][1]
    if not names and all(reads_as_number(item) for item in head):
        raise InputError(f"'{path.name}' begins with numbers. Name its columns in the fit file: columns: [head.x, head.y].")
    head = own_units(head, said)
    twice = sorted({name for name in head if head.count(name) > 1})
    if twice or len(head) > MOST_COLUMNS or "" in head:
        wrong = f"'{twice[0]}' twice" if twice else f"{len(head)} names, or an empty one"
        raise InputError(f"the first line of '{path.name}' has {wrong}. Give every column a name of its own.")
    clock = Clock(rate if rate is not None else said.rate)
    if all(name in head for name in LONG):
        return Sheet(path.name, long_rows(path.name, head, rows[first:], said, clock))
    return Sheet(path.name, wide_rows(path.name, head, rows[first:], said, clock))


def parted(path: Path) -> tuple[Said, list[tuple[int, str]]]:
    """What the comments say, and the other lines with their numbers."""
    try:
        text = read_bytes(path, MOST_BYTES, ADVICE).decode("utf-8-sig")
    except UnicodeError:
        raise InputError(f"'{path.name}' is not text in UTF-8. {ADVICE}") from None
    said, lines = Said(), []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            listen(said, path.name, number, line.strip())
        elif line.strip():
            lines.append((number, line))
    return said, lines


def listen(said: Said, file: str, number: int, line: str) -> None:
    """Take what one comment says; other comments say nothing."""
    found = TOLD.fullmatch(line)
    if found is None:
        return
    what, name, text = found[1], found[2] or "", found[3]
    try:
        if what == "unit":
            said.units[name] = text
        elif what == "sigma":
            said.sigmas[name] = number_in(text)
        else:
            said.rate = float(settled(evaluate(parse(text), {}), read_unit("Hz"), "Hz"))
    except ValueError as error:  # InputError too
        raise InputError(f"'{file}', line {number}: {what} = {text[:60]} is not allowed ({str(error)[:120]}).") from None


def table_rows(file: str, lines: list[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Fields of every line, with its number; separated by the sign that the first line has most of."""
    if not lines:
        return []
    sign = max(",;\t", key=lines[0][1].count)
    try:
        fields = list(csv.reader([line for _, line in lines], delimiter=sign, skipinitialspace=True))
    except csv.Error as error:
        raise InputError(f"'{file}' is no CSV file: {error}. {ADVICE}") from None
    if len(fields) != len(lines):
        raise InputError(f"'{file}': a text in quotation marks goes over several lines. {ADVICE}")
    return [(number, [item.strip() for item in row]) for (number, _), row in zip(lines, fields, strict=True)]


def own_units(head: list[str], said: Said) -> list[str]:
    """Names without the units in brackets, which are kept."""
    names = []
    for item in head:
        found = NAMED.fullmatch(item)
        names.append(found[1] if found else item)
        if found:
            said.units[found[1]] = found[2]
    return names


def number(file: str, line: int, name: str, item: str) -> float:
    """A number, NaN for a gap."""
    if item.lower() in GAPS:
        return math.nan
    try:
        value = number_in(item)
    except ValueError:
        raise InputError(
            f"'{file}', line {line}: {name} = {item[:40]} is no number. Leave it empty where there is none."
        ) from None
    return value if math.isfinite(value) else math.nan


def clock_column(file: str, head: Sequence[str]) -> str | None:
    """``time`` or ``frame`` where there is one."""
    found = [name for name in ("time", "frame") if name in head]
    if len(found) > 1:
        raise InputError(f"'{file}' has a column 'time' and a column 'frame'. Leave one out.")
    return found[0] if found else None


def time_factor(file: str, column: str | None, said: Said) -> float:
    """Seconds in one unit of the column ``time``."""
    unit = said.units.get("time", "s") if column == "time" else "s"
    given = read_unit(unit)
    if not given.fits(read_unit("s")):
        raise InputError(f"'{file}': the times are given in '{unit}'. Give them in s or ms.")
    return given.factor


def wide_rows(file: str, head: list[str], rows, said: Said, clock: Clock) -> dict[str, Series]:
    """Courses of a table with one column each."""
    for line, row in rows:
        if len(row) != len(head):
            raise InputError(f"'{file}', line {line} has {len(row)} entries for {len(head)} columns.")
    column = clock_column(file, head)
    table = {name: np.array([number(file, line, name, row[k]) for line, row in rows]) for k, name in enumerate(head)}
    counted = table.pop(column) if column else np.arange(len(rows), dtype=float)
    times = clock.times(file, column, counted, time_factor(file, column, said))
    require_order(file, "the rows", times)
    return with_sigmas(file, times, table, said)


def with_sigmas(file: str, times: np.ndarray, table: Mapping[str, np.ndarray], said: Said) -> dict[str, Series]:
    """Courses with the errors of columns ``NAME.sigma``, or of the comments."""
    errors = {name.removesuffix(".sigma"): column for name, column in table.items() if name.endswith(".sigma")}
    for name in errors:
        if name not in table:
            raise InputError(f"'{file}': column '{name}.sigma' holds errors of '{name}', which is no column.")
    return {
        name: Series(name, times, values, errors.get(name, np.full(len(times), said.sigma(name))), said.unit(name))
        for name, values in table.items()
        if not name.endswith(".sigma")
    }


def long_rows(file: str, head: list[str], rows, said: Said, clock: Clock) -> dict[str, Series]:
    """Courses of a table with one row per value."""
    known = ("time", "frame", "sigma", "unit", *LONG)
    other = [name for name in head if name not in known]
    if other:
        raise InputError(f"'{file}': column '{other[0]}' has no meaning beside channel and value. Known: {', '.join(known)}.")
    column = clock_column(file, head)
    if column is None:
        raise InputError(f"'{file}' has channels and values, but no column 'time' or 'frame'. Add one.")
    place = {name: k for k, name in enumerate(head)}
    factor = time_factor(file, column, said)
    found = []
    for line, row in rows:
        if len(row) != len(head):
            raise InputError(f"'{file}', line {line} has {len(row)} entries for {len(head)} columns.")
        name = row[place["channel"]]
        when = number(file, line, column, row[place[column]])
        sigma = number(file, line, "sigma", row[place["sigma"]]) if "sigma" in place else math.nan
        found.append((
            name,
            float(clock.times(file, column, np.array(when), factor)),
            number(file, line, "value", row[place["value"]]),
            said.sigma(name) if math.isnan(sigma) else sigma,
            (row[place["unit"]] if "unit" in place else "") or said.unit(name),
        ))  # fmt: skip
    return long_form(file, found)
