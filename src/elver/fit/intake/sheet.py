"""Measured courses by name: what a file holds before anybody says what they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from elver.errors import InputError

MOST_COLUMNS = 5000


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
class Sheet:
    """The courses of one file by name. plain: all are in SI units although no unit stands beside some (a run of Elver's own).

    whole: every course of it must be claimed by somebody, so that a name that matches nothing is not lost.
    """

    file: str
    series: Mapping[str, Series] = field(default_factory=dict)
    plain: bool = False
    whole: bool = True

    def renamed(self, names: Mapping[str, str]) -> Sheet:
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


def require_order(file: str, what: str, times: np.ndarray) -> None:
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
    if len(by_name) > MOST_COLUMNS:
        raise InputError(f"'{file}' has {len(by_name)} channels; up to {MOST_COLUMNS} are read.")
    found = {}
    for name, listed in by_name.items():
        table = np.array(sorted(listed, key=lambda row: row[0]))
        require_order(file, f"channel '{name}'", table[:, 0])
        found[name] = Series(name, table[:, 0], table[:, 1], table[:, 2], units[name])
    return found
