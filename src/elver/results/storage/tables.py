"""Samples of a run as tables for other programs: CSV, Excel, MATLAB. A column is one number along time, with its unit."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.files import whole_file, writing
from elver._support.resources import needed
from elver._support.units import in_unit, read_unit
from elver.results.record import attribute

if TYPE_CHECKING:
    from elver.results.run import Run

_LEFT_OUT = ("state", "memory")  # what runs are resumed from; all of it stands under other names
_BODIES = ("body_", "joint_wrench", "ledger_error", "power")  # beginnings of what is written where it is asked for
EXCEL_ROWS, _EXCEL_COLUMNS = 1_048_575, 16_384
_LONGEST_NAME = 63  # letters of a name in MATLAB
_STRUCTURES = ("units", "labels", "parameters", "summary")  # of a file for MATLAB


def quantities(data: Any) -> list[str]:
    """Names of everything that has a number along time."""
    return [str(n) for n, v in data.variables.items() if v.dims[:1] == ("time",) and str(n) != "time" and v.dtype.kind in "fiub"]


def usual(data: Any) -> list[str]:
    """What a table holds unless told otherwise: the base, the joints, energies, contacts, inputs and readings."""
    return [n for n in quantities(data) if n not in _LEFT_OUT and not n.startswith(_BODIES)]


def chosen(data: Any, names: Iterable[str] | None) -> list[str]:
    """The quantities that a table holds, checked. ``all`` stands for every one."""
    if names is None:
        return usual(data)
    wanted, known = [names] if isinstance(names, str) else list(names), quantities(data)
    for name in wanted:
        if name not in (*known, "all"):
            raise unknown_name("quantity along time", name, [*known, "all"])
    return known if "all" in wanted else wanted


def columns(data: Any, names: Iterable[str] | None = None) -> dict[str, tuple[str, np.ndarray]]:
    """Columns by name, such as ``joint_position.joint1``: unit and values; ``time`` first."""
    found = {"time": ("s", np.asarray(data.time.values))}
    for name in chosen(data, names):
        own = data[name]
        values, labels = own.values, [[str(v) for v in _labels_of(data, d)] for d in own.dims[1:]]
        unit = str(own.attrs.get("units", ""))
        for place, words in zip(np.ndindex(values.shape[1:]), product(*labels), strict=True):
            where = dict(zip(own.dims[1:], place, strict=True))
            found[".".join([name, *words])] = (_unit_at(data, unit, where), values[(slice(None), *place)])
    return found


def _unit_at(data: Any, unit: str, where: Mapping[str, int]) -> str:
    """The unit of one column: ``rad or m`` is told by the joint's type, ``m/s, rad/s`` by the component (linear ones first)."""
    if " or " in unit and "joint" in where and "joint_type" in data:
        return unit.split(" or ")[int(str(data.joint_type.values[where["joint"]]) == "prismatic")]
    if ", " in unit and "component" in where:
        return unit.split(", ")[int(where["component"] >= 3)]
    return unit


def _labels_of(data: Any, dimension: str) -> Iterable[Any]:
    """Names along a dimension; numbers where it has none."""
    return data[dimension].values if dimension in data.variables else range(data.sizes[dimension])


def write_table(run: Any, path: Any, names: Iterable[str] | None = None, every: int = 1, overwrite: bool = False) -> Path:
    """Write samples of a run as CSV, Excel or MATLAB.

    Parameters
    ----------
    run : Run
        Of any length.
    path : str or Path
        Its ending (.csv, .xlsx, .mat) says which.
    names : iterable of str, optional
        Quantities of the data set (docs/results.md), or ``all``; None: those of base, joints, energies and contacts.
    every : int
        Only every so many-th sample.
    overwrite : bool
        Replace a file that is there.

    Returns
    -------
    Path
        The file.
    """
    path = Path(path)
    if path.suffix not in _WRITERS:
        raise InputError(f"table '{path}' has no known ending. Give a name that ends in {', '.join(_WRITERS)}.")
    if every < 1 or int(every) != every:
        raise InputError(f"every = {every} samples. Give a whole number from 1.")
    wanted = chosen(run.data, names)
    if path.exists() and not overwrite:
        raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True (--force).")
    if not path.parent.is_dir():
        raise InputError(f"folder '{path.parent}' does not exist. Create it first.")
    data = run.data.isel(time=slice(None, None, int(every)))
    _WRITERS[path.suffix](run, data, wanted, path)
    return path


def _header(name: str, unit: str) -> str:
    """The first line of a column: its name, and its unit in brackets."""
    return f"{name} [{unit}]" if unit not in ("", "1") else name


def _write_csv(run: Any, data: Any, names: list[str], path: Path) -> None:
    """One line of names with units, then one line a sample, numbers with all their digits."""
    own = columns(data, names)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([_header(name, unit) for name, (unit, _) in own.items()])
    rows.writerows(zip(*(values.tolist() for _, values in own.values()), strict=True))
    with whole_file(path) as part, writing(path):
        part.write_text(text.getvalue(), encoding="utf-8", newline="\n")


def _write_excel(run: Any, data: Any, names: list[str], path: Path) -> None:
    """A workbook with the samples, the summary and the parameters on sheets of their own."""
    own = columns(data, names)
    if data.sizes["time"] > EXCEL_ROWS or len(own) > _EXCEL_COLUMNS:
        raise InputError(
            f"{data.sizes['time']} samples of {len(own)} columns: a sheet of Excel holds {EXCEL_ROWS} and {_EXCEL_COLUMNS}. "
            "Take every so many-th sample (every, --every N), fewer quantities, or .csv."
        )
    book = needed("openpyxl", "an .xlsx file").Workbook(write_only=True)
    sheet = book.create_sheet("samples")
    sheet.freeze_panes = "B2"
    sheet.append([_header(name, unit) for name, (unit, _) in own.items()])
    for row in zip(*(values.tolist() for _, values in own.values()), strict=True):
        sheet.append([_cell(v) for v in row])
    summary, words = book.create_sheet("summary"), run.metrics
    summary.append(["figure", "value", "unit", "meaning"])
    for name, value in flat(run.summary).items():
        about = words.get(name.split(".")[0], {})
        summary.append([name, _cell(value), about.get("unit", ""), about.get("meaning", "")])
    parameters = book.create_sheet("parameters")
    parameters.append(["parameter", "value", "unit", "meaning"])
    for name, value in run.parameters.items():
        unit, meaning, shown_in = _words_about(run, name)
        shown = in_unit(value, shown_in) if isinstance(value, float) else value
        parameters.append([name, _cell(shown), shown_in or unit, meaning])
    with whole_file(path) as part, writing(path):
        book.save(part)


def _words_about(run: Run, name: str) -> tuple[str, str, str]:
    """Unit, meaning and shown unit of a parameter; empty where the run, perhaps of an older version, does not tell."""
    try:
        unit, meaning, *shown_in = attribute(run.samples, "parameter_words", {})[name]
        read_unit(shown_in[0] if shown_in else "")
    except (KeyError, TypeError, ValueError, AttributeError):
        return "", "", ""
    return str(unit), str(meaning), str(shown_in[0]) if shown_in else ""


def _cell(value: Any) -> Any:
    """A value as a cell holds it: what is not finite is text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, (bool, int, float)) else str(value)


def flat(summary: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """Numbers of a summary by name; those within another as ``work.motor``, ``final_position.0``."""
    found: dict[str, Any] = {}
    for name, value in summary.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{before}{name}.")
        elif isinstance(value, (list, tuple)):
            found |= {f"{before}{name}.{k}": v for k, v in enumerate(value)}
        else:
            found[f"{before}{name}"] = value
    return found


def _write_matlab(run: Any, data: Any, names: list[str], path: Path) -> None:
    """Arrays by name, samples first; structures ``units``, ``labels`` (along dimensions), ``parameters`` and ``summary``."""
    from scipy.io import savemat

    content: dict[str, Any] = {"time": data.time.values[:, None]}
    units, dims = {"time": "s"}, dict.fromkeys(str(d) for name in names for d in data[name].dims[1:])
    for name, own in fields(names, ("time", *_STRUCTURES)).items():
        values = data[name].values
        content[own] = values[:, None] if values.ndim == 1 else values
        units[own] = str(data[name].attrs.get("units", ""))
    labels = {d: np.array([str(v) for v in _labels_of(data, d)], dtype=object) for d in dims}
    tables = units, renamed(labels), renamed(run.parameters, _matlab), renamed(flat(run.summary), _matlab)
    content |= dict(zip(_STRUCTURES, tables, strict=True))
    with whole_file(path) as part, writing(path), open(part, "wb") as file:
        savemat(file, content, long_field_names=True, do_compression=True, oned_as="column")


def fields(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Names that MATLAB takes, by ours: ``gait.amplitude`` becomes ``gait_amplitude``; a second one of it ends in ``_2``."""
    found, used = dict[str, str](), set(taken)
    for name in names:
        plain = re.sub(r"\W", "_", name, flags=re.ASCII)
        plain = plain if plain[:1].isalpha() else f"x{plain}"
        tries = (plain[: _LONGEST_NAME - len(end)] + end for end in chain([""], (f"_{k}" for k in count(2))))
        found[name] = next(own for own in tries if own not in used)
        used.add(found[name])
    return found


def renamed(values: Mapping[str, Any], converted: Callable[[Any], Any] = lambda value: value) -> dict[str, Any]:
    """Values by names that MATLAB takes."""
    own = fields(values)
    return {own[name]: converted(value) for name, value in values.items()}


def _matlab(value: Any) -> Any:
    """A value as MATLAB holds it: nothing becomes NaN."""
    return math.nan if value is None else value if isinstance(value, (bool, int, float, str)) else str(value)


_WRITERS: dict[str, Callable[[Any, Any, list[str], Path], None]] = {
    ".csv": _write_csv,
    ".xlsx": _write_excel,
    ".mat": _write_matlab,
}
