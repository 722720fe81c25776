"""Rows of cases as columns: one array per metric. What blocks hold on disk, and what they have in common.

A kind says what a metric is: None for a number, a list of labels for a mapping, a length for a list of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.resources import needed
from elver.analysis.studies.runs import STEP_METRIC, Row, described
from elver.analysis.studies.setup import Axis, Setup
from elver.results.checks.trust import LEDGER_WARNING, NOT_ESTIMATED, Cases, usable_cases
from elver.results.metrics import BY_NAME
from elver.results.record import encoded
from elver.simulation.finish import versions

if TYPE_CHECKING:
    import xarray as xr

_MISSING = "not run"
_KEY_DIMENSIONS = {"peak_torque": "joint", "peak_torque_by_group": "joint_group", "ledger": "flow"}
_TRUSTED = (
    f"1 where the run finished, its energy ledger closes to {LEDGER_WARNING:g}, and nothing is known against its steps: with "
    "contact its own error is small, without contact those of the cases that were checked. Of its laws a sweep knows nothing"
)
ENDS = {
    "status": "how the run ended",
    "status_detail": "the same in one sentence",
    "step_check": "whether its error by the steps was estimated",
}


@dataclass(frozen=True, eq=False)
class CaseTable:
    """Cases of one block. about: kinds of the metrics, their ``words`` (unit and meaning), and of the ``trajectories``
    labels, unit and meaning.   values: by name, the case first; of a block on disk they are read when they are asked for.
    """

    cases: np.ndarray
    about: Mapping[str, Any]
    values: Mapping[str, np.ndarray]


def tabulate(cases: Sequence[int], rows: Sequence[Row], times: np.ndarray) -> CaseTable:
    """The rows of a block as columns. times [s]: of the trajectories."""
    values: dict[str, np.ndarray] = {
        "status": np.array([row.status for row in rows], dtype=str),
        "status_detail": np.array([row.detail for row in rows], dtype=str),
        "step_check": np.array([row.check for row in rows], dtype=str),
    }
    metrics = [{n: _kind_of(v) for n, v in row.metrics.items() if not isinstance(v, str)} for row in rows]
    kinds = _merge_kinds([*metrics, {STEP_METRIC: None}])
    for name, kind in kinds.items():
        values[name] = np.array([_numbers_of(row.metrics.get(name), kind) for row in rows], dtype=float)
    kept: dict[str, dict] = {}
    for name in dict.fromkeys(name for row in rows for name in row.trajectories):
        found = [(k, row.trajectories[name]) for k, row in enumerate(rows) if name in row.trajectories]
        own = _merge_labels(recording.labels for _, recording in found)
        own = {"time": times.tolist(), **own}
        values[name] = np.full((len(rows), *map(len, own.values())), np.nan)
        for k, recording in found:
            values[name][k][np.ix_(np.arange(len(times)), *places(own, recording.labels))] = recording.values
        kept[name] = {"labels": own, "unit": found[0][1].unit, "meaning": found[0][1].meaning}
    about = {"figures": kinds, "words": {STEP_METRIC: BY_NAME[STEP_METRIC].described, **described(rows)}, "trajectories": kept}
    return CaseTable(np.array(cases, dtype=np.int64), about, values)


def _kind_of(value: Any) -> Any:
    """What a metric is."""
    return list(value) if isinstance(value, Mapping) else len(value) if isinstance(value, list) else None


def _merge_kinds(all_kinds: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Kinds that hold what all of these do: all labels, the longest list."""
    kinds: dict[str, Any] = {}
    for own in all_kinds:
        for name, kind in own.items():
            before = kinds.setdefault(name, kind)
            if isinstance(kind, list) and kind != before:
                kinds[name] = list(dict.fromkeys([*(before if isinstance(before, list) else []), *kind]))
            elif isinstance(kind, int) and not isinstance(before, list):
                kinds[name] = max(kind, before or 1)
    return kinds


def _numbers_of(value: Any, kind: Any) -> Any:
    """A metric as numbers in the shape of its kind; what it does not have is NaN. A single number is the first of a list."""
    if kind is None:
        return np.nan if value is None else value
    if isinstance(kind, list):
        named = value if isinstance(value, Mapping) else {}
        return [np.nan if named.get(label) is None else named[label] for label in kind]
    given = value if isinstance(value, list) else [value]
    own = [np.nan if number is None else number for number in given]
    return own + [np.nan] * (kind - len(own))


def _merge_labels(all_labels: Iterable[Mapping[str, list]]) -> dict[str, list]:
    """All labels along every dimension, in the order in which they come."""
    found: dict[str, list] = {}
    for own in all_labels:
        for d, labels in own.items():
            if found.get(d) != labels:
                found[d] = list(dict.fromkeys([*found.get(d, []), *labels]))
    return found


def places(whole: Mapping[str, list], labels: Mapping[str, list]) -> list[np.ndarray]:
    """Where labels stand among all labels of their dimensions."""
    at = {d: {label: k for k, label in enumerate(whole[d])} for d in labels}
    return [np.array([at[d][label] for label in own], dtype=np.int64) for d, own in labels.items()]


@dataclass(frozen=True)
class Variable:
    """A variable of the data set beyond the cases: labels of its own dimensions, unit, meaning and type of its values."""

    labels: Mapping[str, list]
    unit: str
    meaning: str
    dtype: Any = float

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(map(len, self.labels.values()))

    @property
    def attrs(self) -> dict[str, str]:
        return ({"units": self.unit} if self.dtype is float else {}) | {"long_name": self.meaning}


@dataclass
class Catalogue:
    """What the tables of a sweep hold together: add every one, then ask for the variables."""

    kinds: dict[str, Any] = field(default_factory=dict)
    words: dict[str, Mapping[str, str]] = field(default_factory=dict)
    trajectories: dict[str, dict] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=lambda: {**dict.fromkeys(ENDS, 1), "status": len(_MISSING)})
    coarse: bool = False  # whether a case without contact has steps that are too long

    def add(self, table: CaseTable) -> None:
        about = table.about
        self.kinds = _merge_kinds((self.kinds, about["figures"]))
        self.words |= about["words"]
        for name in set(self.widths) & set(table.values):
            self.widths[name] = max(self.widths[name], table.values[name].dtype.itemsize // 4)
        self.coarse |= cases_of(table.values).speak_against
        for name, own in about["trajectories"].items():
            before = self.trajectories.get(name, own)
            self.trajectories[name] = {**own, "labels": _merge_labels((before["labels"], own["labels"]))}

    def variables(self) -> dict[str, Variable]:
        """All variables by name, in the order of the data set."""
        found = {name: Variable({}, "", ENDS[name], f"<U{width}") for name, width in self.widths.items()}
        for name, kind in self.kinds.items():
            words = self.words.get(name, {})
            meaning = words.get("meaning") or name.replace("_", " ")
            found[name] = Variable(_kind_labels(name, kind), words.get("unit", ""), meaning)
        found["trusted"] = Variable({}, "", _TRUSTED, bool)
        for name, own in self.trajectories.items():
            found[name] = Variable(own["labels"], own["unit"], own["meaning"])
        return found


def _kind_labels(name: str, kind: Any) -> dict[str, list]:
    """Dimensions of a metric beyond the parameters, with their labels."""
    if kind is None:
        return {}
    if isinstance(kind, list):
        return {_KEY_DIMENSIONS.get(name, f"{name}_of"): kind}
    dimension, own = {3: ("axis", list("xyz")), 2: ("plane", list("xy"))}.get(kind, (f"{name}_number", list(range(kind))))
    return {dimension: own}


def gather(
    variables: Mapping[str, Variable], tables: Iterable[CaseTable], first: int, last: int, coarse: bool
) -> dict[str, np.ndarray]:
    """Values of the cases ``first`` to ``last`` - 1 of all variables; where no table has a case, NaN and ``not run``."""
    found = {name: np.full((last - first, *v.shape), np.nan) for name, v in variables.items() if v.dtype is float}
    for name in ENDS:
        found[name] = np.full(last - first, _MISSING if name == "status" else "", dtype=variables[name].dtype)
    for table in tables:
        mine = (table.cases >= first) & (table.cases < last)
        rows = table.cases[mine] - first
        for name, target in found.items():
            if name in table.values:
                _put(target, rows, table, name, table.values[name][mine], variables[name].labels)
    return found | {"trusted": cases_of(found).doubts(coarse) == ""}


def cases_of(values: Mapping[Any, Any]) -> Cases:
    """What is known of cases, from the columns of a table or the variables of a data set; little, of an earlier version."""
    status = np.asarray(values["status"])
    closure, error, residual = (
        np.asarray(values[n] if n in values else np.full(status.shape, np.nan), dtype=float)
        for n in ("ledger_closure", STEP_METRIC, "worst_residual")
    )
    check = np.asarray(values["step_check"] if "step_check" in values else np.full(status.shape, ""))
    return Cases(usable_cases(status, closure), np.where(check == "", NOT_ESTIMATED, check), error, np.isfinite(residual))


def check_counts(check: np.ndarray, error: np.ndarray, doubts: np.ndarray) -> dict[str, Any]:
    """What a summary says of the trust in cases: how many were checked, the largest error by steps, and reasons with counts."""
    checked = (check != NOT_ESTIMATED) & (check != "")
    reasons, counts = np.unique(doubts[doubts != ""], return_counts=True)
    return {
        "checked": int(checked.sum()),
        STEP_METRIC: float(np.nanmax(error)) if np.isfinite(error).any() else None,
        "doubts": dict(zip(map(str, reasons), counts.tolist(), strict=True)),
    }


def _put(
    target: np.ndarray, rows: np.ndarray, table: CaseTable, name: str, values: np.ndarray, labels: Mapping[str, list]
) -> None:
    """Values of a table into rows of an array that may have more labels than the table knows."""
    kind = table.about["figures"].get(name)
    if target.shape[1:] == values.shape[1:] and (not isinstance(kind, list) or kind == next(iter(labels.values()))):
        own = table.about["trajectories"].get(name, {}).get("labels", labels)
        if own == labels:
            target[rows] = values
            return
    if name in table.about["trajectories"]:
        target[np.ix_(rows, *places(labels, table.about["trajectories"][name]["labels"]))] = values
    elif isinstance(kind, list):
        target[np.ix_(rows, *places(labels, dict.fromkeys(labels, kind)))] = values
    elif isinstance(kind, int):
        target[rows, :kind] = values
    elif list(labels) == list(_kind_labels(name, target.shape[-1])):  # a number in this block, a list in others
        target[rows, 0] = values


# --- Tables of blocks as one labelled data set: parameters are dimensions, metrics of the summary are variables.


def make_dataset(setup: Setup, axes: Sequence[Axis], tables: Iterable[CaseTable]) -> xr.Dataset:
    """The data set of the cases that were run; the others are NaN, with the status ``not run``."""
    xr = needed("xarray", "the table of a sweep")

    tables, catalogue = list(tables), Catalogue()
    for table in tables:
        catalogue.add(table)
    variables, shape, dims = catalogue.variables(), tuple(len(a.values) for a in axes), tuple(a.name for a in axes)
    found = gather(variables, tables, 0, int(np.prod(shape, dtype=int)), catalogue.coarse)
    values = {n: ((*dims, *v.labels), found[n].reshape(*shape, *v.shape), v.attrs) for n, v in variables.items()}
    return xr.Dataset(values, coordinates(axes, variables), attributes(setup))


def coordinates(axes: Sequence[Axis], variables: Mapping[str, Variable]) -> dict[str, tuple]:
    """Values of the parameters, and labels of all further dimensions."""
    found = {a.name: (a.name, np.array(a.labels), a.attributes) for a in axes}
    for variable in variables.values():
        for d, labels in variable.labels.items():
            found.setdefault(d, (d, np.array(labels), {"units": "s"} if d == "time" else {}))
    return found


def mark_trusted(data: xr.Dataset) -> None:
    """Add ``trusted`` to the data set of an earlier version."""
    cases = cases_of(data)
    data["trusted"] = data.status.copy(data=cases.doubts(cases.speak_against) == "").assign_attrs(long_name=_TRUSTED)


def attributes(setup: Setup) -> dict[str, str]:
    name = setup.scenario.name
    return encoded({"title": f"Elver sweep of {name}", "model": name, "settings": setup.described, "versions": versions()})
