"""Recordings in CSV and NetCDF files: courses by name, before anybody says what they measure."""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from elver._support.errors import InputError, number_in, reads_as_number
from elver._support.expressions import evaluate, parse, settled
from elver._support.files import read_bytes
from elver._support.units import read_unit
from elver.results.storage.netcdf import read_netcdf

if TYPE_CHECKING:
    import xarray as xr

_MOST_COLUMNS = 5000


@dataclass(frozen=True, eq=False)
class Series:
    """One course. times [s]: increasing.   values: NaN where there is a gap.   sigma: of every value, NaN where none is given.

    unit: as the file names it; empty where it names none.
    """

    name: str
    times: np.ndarray
    values: np.ndarray
    sigma: np.ndarray
    unit: str = ""

    @property
    def good(self) -> np.ndarray:
        """Which values are there."""
        return np.isfinite(self.values)

    def without(self, bad: np.ndarray) -> Series:
        """The same with gaps where ``bad`` is true."""
        return replace(self, values=np.where(bad, math.nan, self.values))


@dataclass(frozen=True, eq=False)
class DataTable:
    """The courses of one file by name. plain: all are in SI units although no unit stands beside some (a run of Elver's own).

    whole: every course of it must be claimed by somebody, so that a name that matches nothing is not lost.
    """

    file: str
    series: Mapping[str, Series] = field(default_factory=dict)
    plain: bool = False
    whole: bool = True

    def renamed(self, names: Mapping[str, str]) -> DataTable:
        """The same with other names: from -> to."""
        found: dict[str, Series] = {}
        for name, own in self.series.items():
            called = names.get(name, name)
            if called in found:
                raise InputError(f"two columns of '{self.file}' are called '{called}'. Rename one.")
            found[called] = replace(own, name=called)
        return replace(self, series=found)


@dataclass(frozen=True)
class Clock:
    """How rows come by their times. rate [Hz]: of the frames; None where the file has times."""

    rate: float | None = None

    def times(self, file: str, column: str | None, numbers: np.ndarray, factor: float = 1.0) -> np.ndarray:
        """Times [s] of rows out of a column ``time``, a column ``frame``, or their number where there is neither."""
        if column == "time":
            return numbers * factor
        if self.rate is None:
            has = "frame numbers" if column == "frame" else "no column 'time'"
            raise InputError(
                f"'{file}' has {has}. Give the frame rate: rate: 60 Hz in the fit file, or '# rate: 60 Hz' in the file."
            )
        return numbers / self.rate


def _require_order(file: str, what: str, times: np.ndarray) -> None:
    """Refuse times that are not finite, or do not increase."""
    if not np.isfinite(times).all():
        raise InputError(f"'{file}': {what} has rows without a time. Leave them out.")
    late = np.flatnonzero(np.diff(times) <= 0)
    if len(late):
        k = int(late[0])
        raise InputError(
            f"'{file}': the times of {what} do not increase: {times[k]:.6g} s, then {times[k + 1]:.6g} s. Sort them, and give "
            "each once."
        )


def long_form(file: str, rows: Iterable[tuple[str, float, float, float, str]]) -> dict[str, Series]:
    """Courses out of rows (channel, time, value, sigma, unit), in any order."""
    by_name: dict[str, list[tuple[float, float, float]]] = {}
    units: dict[str, str] = {}
    for name, time, value, sigma, unit in rows:
        by_name.setdefault(name, []).append((time, value, sigma))
        if units.setdefault(name, unit) != unit:
            raise InputError(f"'{file}': channel '{name}' is given in '{units[name]}' and in '{unit}'. Give one unit.")
    if len(by_name) > _MOST_COLUMNS:
        raise InputError(f"'{file}' has {len(by_name)} channels; up to {_MOST_COLUMNS} are read.")
    found = {}
    for name, listed in by_name.items():
        table = np.array(sorted(listed, key=lambda row: row[0]))
        _require_order(file, f"channel '{name}'", table[:, 0])
        found[name] = Series(name, table[:, 0], table[:, 1], table[:, 2], units[name])
    return found


# --- CSV: one row per value (time, channel, value, sigma), or one row per time with a column for each channel --------
#
# Lines that begin with ``#`` may say ``unit: mm``, ``unit head.x: px``, ``sigma: 0.5``, ``sigma head.x: 0.5`` and ``rate: 60
# Hz``. A name may carry its unit: ``head.x [mm]``. A column ``head.x.sigma`` holds the errors of ``head.x``.

_MOST_BYTES = 256 << 20
_ADVICE = "Give a CSV file in UTF-8 with a line of names."
_TOLD = re.compile(r"#\s*(unit|sigma|rate)(?:\s+([^\s:]+))?\s*:\s*(.+?)\s*")
NAMED = re.compile(r"(.+?)\s*\[([^\[\]]*)\]")
GAPS = ("", "nan", "na", "n/a", "none", "null", "-")
_LONG = ("channel", "value")


@dataclass
class _HeaderNotes:
    """What comments of a file say: units and sigmas by channel (empty: of all), and the rate [Hz]."""

    units: dict[str, str] = field(default_factory=dict)
    sigmas: dict[str, float] = field(default_factory=dict)
    rate: float | None = None

    def unit(self, name: str) -> str:
        return self.units.get(name, self.units.get("", ""))

    def sigma(self, name: str) -> float:
        return self.sigmas.get(name, self.sigmas.get("", math.nan))


def read_csv(path: Path, rate: float | None = None, names: Sequence[str] = ()) -> DataTable:
    """The courses of a CSV file. rate [Hz]: of rows without times.   names: of the columns where it has no line of them."""
    said, lines = parted(path)
    rows = table_rows(path.name, lines)
    first = 0 if names else 1
    if not rows[first:]:
        raise InputError(f"'{path.name}' holds no numbers. {_ADVICE}")
    head = list(names) or rows[0][1]
    if not names and all(reads_as_number(item) for item in head):
        raise InputError(f"'{path.name}' begins with numbers. Name its columns in the fit file: columns: [head.x, head.y].")
    head = _own_units(head, said)
    twice = sorted({name for name in head if head.count(name) > 1})
    if twice or len(head) > _MOST_COLUMNS or "" in head:
        wrong = f"'{twice[0]}' twice" if twice else f"{len(head)} names, or an empty one"
        raise InputError(f"the first line of '{path.name}' has {wrong}. Give every column a name of its own.")
    clock = Clock(rate if rate is not None else said.rate)
    if all(name in head for name in _LONG):
        return DataTable(path.name, _long_rows(path.name, head, rows[first:], said, clock))
    return DataTable(path.name, _wide_rows(path.name, head, rows[first:], said, clock))


def parted(path: Path) -> tuple[_HeaderNotes, list[tuple[int, str]]]:
    """What the comments say, and the other lines with their numbers."""
    try:
        text = read_bytes(path, _MOST_BYTES, _ADVICE).decode("utf-8-sig")
    except UnicodeError:
        raise InputError(f"'{path.name}' is not text in UTF-8. {_ADVICE}") from None
    said, lines = _HeaderNotes(), []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            _listen(said, path.name, number, line.strip())
        elif line.strip():
            lines.append((number, line))
    return said, lines


def _listen(said: _HeaderNotes, file: str, number: int, line: str) -> None:
    """Take what one comment says; other comments say nothing."""
    found = _TOLD.fullmatch(line)
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
        raise InputError(f"'{file}' is no CSV file: {error}. {_ADVICE}") from None
    if len(fields) != len(lines):
        raise InputError(f"'{file}': a text in quotation marks goes over several lines. {_ADVICE}")
    return [(number, [item.strip() for item in row]) for (number, _), row in zip(lines, fields, strict=True)]


def _own_units(head: list[str], said: _HeaderNotes) -> list[str]:
    """Names without the units in brackets, which are kept."""
    names = []
    for item in head:
        found = NAMED.fullmatch(item)
        names.append(found[1] if found else item)
        if found:
            said.units[found[1]] = found[2]
    return names


def _number(file: str, line: int, name: str, item: str) -> float:
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


def _clock_column(file: str, head: Sequence[str]) -> str | None:
    """``time`` or ``frame`` where there is one."""
    found = [name for name in ("time", "frame") if name in head]
    if len(found) > 1:
        raise InputError(f"'{file}' has a column 'time' and a column 'frame'. Leave one out.")
    return found[0] if found else None


def _time_factor(file: str, unit: str) -> float:
    """Seconds in one unit of the times."""
    given = read_unit(unit)
    if not given.fits(read_unit("s")):
        raise InputError(f"'{file}': the times are given in '{unit[:40]}'. Give them in s or ms.")
    return given.factor


def _wide_rows(
    file: str, head: list[str], rows: Sequence[tuple[int, list[str]]], said: _HeaderNotes, clock: Clock
) -> dict[str, Series]:
    """Courses of a table with one column each."""
    for line, row in rows:
        if len(row) != len(head):
            raise InputError(f"'{file}', line {line} has {len(row)} entries for {len(head)} columns.")
    column = _clock_column(file, head)
    table = {name: np.array([_number(file, line, name, row[k]) for line, row in rows]) for k, name in enumerate(head)}
    counted = table.pop(column) if column else np.arange(len(rows), dtype=float)
    times = clock.times(file, column, counted, _time_factor(file, said.units.get("time", "s") if column == "time" else "s"))
    _require_order(file, "the rows", times)
    return _with_sigmas(file, times, table, said)


def _with_sigmas(file: str, times: np.ndarray, table: Mapping[str, np.ndarray], said: _HeaderNotes) -> dict[str, Series]:
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


def _long_rows(
    file: str, head: list[str], rows: Iterable[tuple[int, list[str]]], said: _HeaderNotes, clock: Clock
) -> dict[str, Series]:
    """Courses of a table with one row per value."""
    known = ("time", "frame", "sigma", "unit", *_LONG)
    other = [name for name in head if name not in known]
    if other:
        raise InputError(f"'{file}': column '{other[0]}' has no meaning beside channel and value. Known: {', '.join(known)}.")
    column = _clock_column(file, head)
    if column is None:
        raise InputError(f"'{file}' has channels and values, but no column 'time' or 'frame'. Add one.")
    place = {name: k for k, name in enumerate(head)}
    factor = _time_factor(file, said.units.get("time", "s") if column == "time" else "s")
    found = []
    for line, row in rows:
        if len(row) != len(head):
            raise InputError(f"'{file}', line {line} has {len(row)} entries for {len(head)} columns.")
        name = row[place["channel"]]
        when = _number(file, line, column, row[place[column]])
        sigma = _number(file, line, "sigma", row[place["sigma"]]) if "sigma" in place else math.nan
        found.append((
            name,
            float(clock.times(file, column, np.array(when), factor)),
            _number(file, line, "value", row[place["value"]]),
            said.sigma(name) if math.isnan(sigma) else sigma,
            (row[place["unit"]] if "unit" in place else "") or said.unit(name),
        ))  # fmt: skip
    return long_form(file, found)


# --- NetCDF: values in a row (time, channel, value, sigma), or variables along time, each entry a channel of its own -
#
# The run of a simulation is a recording too: ``body_position.head.x`` is the entry (head, x) of its variable ``body_position``.

_NETCDF_ADVICE = "Give a NetCDF file with variables along 'time', or with time, channel and value."
_OWN = "ledger_closure"  # an attribute that runs of Elver carry


def read_nc(path: Path, rate: float | None = None) -> DataTable:
    """The courses of a NetCDF file. rate [Hz]: where it has frame numbers."""
    data = read_netcdf(path, _NETCDF_ADVICE)
    file = path.name
    if rate is None and "rate" in data.attrs:
        rate = float(data.attrs["rate"])
    clock, column = Clock(rate), next((name for name in ("time", "frame") if name in data.variables), None)
    if column is None or data[column].ndim != 1:
        raise InputError(f"'{file}' has no variable 'time' or 'frame' with one dimension. {_NETCDF_ADVICE}")
    along = data[column].dims[0]
    unit = str(data[column].attrs.get("units", "s")) if column == "time" else "s"
    times = clock.times(file, column, _numbers(file, data[column]), _time_factor(file, unit))
    if all(name in data.variables and data[name].dims == (along,) for name in ("channel", "value")):
        return DataTable(file, long_form(file, _netcdf_long_rows(file, data, times)))
    _require_order(file, f"'{column}'", times)
    found: dict[str, Series] = {}
    for name in data.variables:
        variable = data[name]
        if name == column or not variable.ndim or variable.dims[0] != along or variable.dtype.kind not in "fiu":
            continue
        if math.prod(variable.shape[1:]) + len(found) > _MOST_COLUMNS:
            raise InputError(f"'{file}' has more than {_MOST_COLUMNS} courses. Keep those that were measured.")
        found |= _entries(str(name), variable, times)
    own = _OWN in data.attrs
    return DataTable(file, _netcdf_with_sigmas(found), plain=own, whole=not own)


def _numbers(file: str, variable: xr.DataArray) -> np.ndarray:
    """Numbers of a variable."""
    if variable.dtype.kind not in "fiu":
        raise InputError(f"'{file}': '{variable.name}' holds no numbers. {_NETCDF_ADVICE}")
    return np.asarray(variable.values, dtype=float)


def _netcdf_long_rows(file: str, data: xr.Dataset, times: np.ndarray) -> list[tuple[str, float, float, float, str]]:
    """Rows of a file with one row per value."""
    count = len(times)
    values = _numbers(file, data["value"])
    sigma = _numbers(file, data["sigma"]) if "sigma" in data.variables else np.full(count, math.nan)
    unit = str(data["value"].attrs.get("units", ""))
    units = [str(u) for u in data["unit"].values] if "unit" in data.variables else [unit] * count
    if not len(values) == len(sigma) == len(units) == count:
        raise InputError(f"'{file}': time, channel, value, sigma and unit must have one length.")
    names = [str(name) for name in data["channel"].values]
    return [(n, float(t), float(v), float(s), u) for n, t, v, s, u in zip(names, times, values, sigma, units, strict=True)]


def _entries(name: str, variable: xr.DataArray, times: np.ndarray) -> dict[str, Series]:
    """Every entry of a variable along time as a course of its own."""
    labels = [[str(label) for label in variable[d].values] for d in variable.dims[1:]]
    values = np.asarray(variable.values, dtype=float).reshape(len(times), -1)
    sigma = np.full(len(times), float(variable.attrs.get("sigma", math.nan)))
    unit, found = str(variable.attrs.get("units", "")), {}
    for k, parts in enumerate(itertools.product(*labels)):
        own = ".".join((name, *parts))
        found[own] = Series(own, times, values[:, k], sigma, unit_of(unit, parts))
    return found


def unit_of(unit: str, labels: tuple[str, ...]) -> str:
    """The unit of one entry: runs write ``m/s, rad/s`` for velocities and turning, ``rad or m`` for joints of both kinds."""
    if " or " in unit:
        return ""
    if ", " in unit:
        return unit.split(", ")[bool(labels) and labels[-1].startswith("w")]
    return unit


def _netcdf_with_sigmas(found: dict[str, Series]) -> dict[str, Series]:
    """Courses with the errors of those called ``NAME.sigma`` or ``NAME_sigma``."""
    answer = {}
    for name, own in found.items():
        if name.endswith((".sigma", "_sigma")) and name[:-6] in found:
            continue
        errors = next((found[e].values for e in (f"{name}.sigma", f"{name}_sigma") if e in found), own.sigma)
        answer[name] = Series(name, own.times, own.values, errors, own.unit)
    return answer
