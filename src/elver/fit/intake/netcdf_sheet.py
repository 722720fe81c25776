"""Recordings in NetCDF: values in a row (time, channel, value, sigma), or variables along time, each entry a channel of its own.

The run of a simulation is a recording too: ``body_position.head.x`` is the entry (head, x) of its variable ``body_position``.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np

from elver.document.units import read_unit
from elver.errors import InputError
from elver.fit.intake.sheet import MOST_COLUMNS, Clock, Series, Sheet, long_form, require_order
from elver.reading import read_netcdf

ADVICE = "Give a NetCDF file with variables along 'time', or with time, channel and value."
OWN = "ledger_closure"  # an attribute that runs of Elver carry


def read_nc(path: Path, rate: float | None = None) -> Sheet:
    """The courses of a NetCDF file. rate [Hz]: where it has frame numbers."""
    data = read_netcdf(path, ADVICE)
    file = path.name
    if rate is None and "rate" in data.attrs:
        rate = float(data.attrs["rate"])
    clock, column = Clock(rate), next((name for name in ("time", "frame") if name in data.variables), None)
    if column is None or data[column].ndim != 1:
        raise InputError(f"'{file}' has no variable 'time' or 'frame' with one dimension. {ADVICE}")
    along = data[column].dims[0]
    times = clock.times(file, column, numbers(file, data[column]), time_factor(file, data[column]))
    if all(name in data.variables and data[name].dims == (along,) for name in ("channel", "value")):
        return Sheet(file, long_form(file, long_rows(file, data, times)))
    require_order(file, f"'{column}'", times)
    found: dict[str, Series] = {}
    for name in data.variables:
        variable = data[name]
        if name == column or not variable.ndim or variable.dims[0] != along or variable.dtype.kind not in "fiu":
            continue
        if math.prod(variable.shape[1:]) + len(found) > MOST_COLUMNS:
            raise InputError(f"'{file}' has more than {MOST_COLUMNS} courses. Keep those that were measured.")
        found |= entries(str(name), variable, times)
    own = OWN in data.attrs
    return Sheet(file, with_sigmas(found), plain=own, whole=not own)


def numbers(file: str, variable) -> np.ndarray:
    """Numbers of a variable."""
    if variable.dtype.kind not in "fiu":
        raise InputError(f"'{file}': '{variable.name}' holds no numbers. {ADVICE}")
    return np.asarray(variable.values, dtype=float)


def time_factor(file: str, variable) -> float:
    """Seconds in one unit of the times."""
    unit = str(variable.attrs.get("units", "s")) if variable.name == "time" else "s"
    given = read_unit(unit)
    if not given.fits(read_unit("s")):
        raise InputError(f"'{file}': the times are given in '{unit[:40]}'. Give them in s or ms.")
    return given.factor


def long_rows(file: str, data, times: np.ndarray) -> list[tuple[str, float, float, float, str]]:
    """Rows of a file with one row per value."""
    count = len(times)
    values = numbers(file, data["value"])
    sigma = numbers(file, data["sigma"]) if "sigma" in data.variables else np.full(count, math.nan)
    unit = str(data["value"].attrs.get("units", ""))
    units = [str(u) for u in data["unit"].values] if "unit" in data.variables else [unit] * count
    if not len(values) == len(sigma) == len(units) == count:
        raise InputError(f"'{file}': time, channel, value, sigma and unit must have one length.")
    names = [str(name) for name in data["channel"].values]
    return [(n, float(t), float(v), float(s), u) for n, t, v, s, u in zip(names, times, values, sigma, units, strict=True)]


def entries(name: str, variable, times: np.ndarray) -> dict[str, Series]:
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


def with_sigmas(found: dict[str, Series]) -> dict[str, Series]:
    """Courses with the errors of those called ``NAME.sigma`` or ``NAME_sigma``."""
    answer = {}
    for name, own in found.items():
        if name.endswith((".sigma", "_sigma")) and name[:-6] in found:
            continue
        errors = next((found[e].values for e in (f"{name}.sigma", f"{name}_sigma") if e in found), own.sigma)
        answer[name] = Series(name, own.times, own.values, errors, own.unit)
    return answer
