"""What a data set must hold: attributes, variables and their dimensions, checked once when it is read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, printable
from elver._support.files import parse_json
from elver.results.record import attribute

if TYPE_CHECKING:
    import xarray as xr


_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\u00(?:[01][0-9a-fA-F]|[7][fF]|[89][0-9a-fA-F])")  # a control character, in JSON
_KINDS = {"number": "fiu", "real": "f", "whole": "iu", "text": "UOT", "flag": "b"}
_WORDS = {
    "text": "a text",
    "number": "a number",
    "finite": "a finite number",
    "positive": "a finite number greater than 0",
    "whole": "a whole number",
    "object": "a JSON object",
    "names": "a JSON list of names",
}


@dataclass(frozen=True)
class FileField:
    """A variable: its dimensions in order, and the kind of its values (a key of ``_KINDS``)."""

    dims: tuple[str, ...]
    kind: str = "real"


@dataclass(frozen=True)
class FileLayout:
    """What a data set must hold. attributes: name -> a key of ``_WORDS``; fields: variables that must be there; optional: those
    that must fit where they are there; sizes: lengths of dimensions; labels: names that a dimension must have.
    """

    attributes: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, FileField] = field(default_factory=dict)
    optional: Mapping[str, FileField] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def check_layout(data: xr.Dataset, layout: FileLayout, name: str) -> None:
    """Refuse a data set that does not hold what the layout says; one error, which names the first thing that is wrong."""
    for problem in problems(data, layout):
        raise InputError(f"{name} is damaged or not written by Elver: {problem}.")


def problems(data: xr.Dataset, layout: FileLayout) -> Iterator[str]:
    """Everything that is wrong, in words."""
    for key, kind in layout.attributes.items():
        if key not in data.attrs:
            yield f"the attribute '{key}' is missing"
        elif not _is_kind(data.attrs[key], kind):
            yield f"the attribute '{key}' is not {_WORDS[kind]}"
    for key, expected in layout.fields.items():
        if key not in data.variables:
            yield f"the variable '{key}' is missing"
        else:
            yield from _mismatch(key, data.variables[key], expected)
    for key, expected in layout.optional.items():
        if key in data.variables:
            yield from _mismatch(key, data.variables[key], expected)
    for dimension, size in layout.sizes.items():
        if dimension in data.sizes and data.sizes[dimension] != size:
            yield f"the dimension '{dimension}' has {data.sizes[dimension]} entries, not {size}"
    for name, variable in data.variables.items():
        if not isinstance(variable.attrs.get("units", ""), str):
            yield f"the unit of '{name}' is not a text"
    yield from _unprintable(data)
    for dimension, labels in layout.labels.items():
        yield from _missing_labels(data, dimension, labels)


def _unprintable(data: xr.Dataset) -> Iterator[str]:
    """Texts of a data set that a terminal would obey instead of showing."""
    for owner, attributes in (("", data.attrs), *((f" of '{name}'", own.attrs) for name, own in data.variables.items())):
        for key, value in attributes.items():
            if isinstance(value, str) and _odd(value):
                which = f"'{printable(str(key))[:60]}'{printable(owner)[:60]}"
                yield f"the attribute {which} holds a character that cannot be printed"
    for name, own in data.variables.items():
        if not str(name).isprintable():
            yield f"the name of the variable '{printable(str(name))[:60]}' cannot be printed"
        if own.dtype.kind in _KINDS["text"] and any(isinstance(v, str) and _odd(v) for v in own.values.ravel().tolist()):
            yield f"the values of '{printable(str(name))[:60]}' hold a character that cannot be printed"


def _odd(text: str) -> bool:
    """Whether a text holds a character that cannot be printed, be it written as an escape of JSON; lines and tabs are plain."""
    if "\\u00" in text and _ESCAPED.search(text):
        return True
    return not text.isprintable() and any(not sign.isprintable() and sign not in "\n\t\u00a0" for sign in text)


def _mismatch(key: str, variable: xr.Variable, expected: FileField) -> Iterator[str]:
    """How a variable differs from what is expected."""
    if tuple(variable.dims) != expected.dims:
        yield f"the variable '{key}' lies along ({', '.join(map(str, variable.dims))}), not ({', '.join(expected.dims)})"
    elif variable.size and variable.dtype.kind not in _KINDS[expected.kind]:
        yield f"the values of '{key}' are of type {variable.dtype}, not {expected.kind}"
    elif variable.dtype.kind == "O" and not all(isinstance(v, str) for v in variable.values.ravel()):
        yield f"the values of '{key}' are not text"


def _missing_labels(data: xr.Dataset, dimension: str, labels: tuple[str, ...]) -> Iterator[str]:
    """Labels that a dimension lacks, has twice, or has in no readable form."""
    if dimension not in data.sizes:
        return
    if dimension not in data.coords:
        yield f"the dimension '{dimension}' has no labels"
        return
    found = [str(v) for v in data[dimension].values]
    if len(set(found)) < len(found):
        yield f"the dimension '{dimension}' has a label twice"
    lost = [label for label in labels if label not in found]
    if lost:
        yield f"the dimension '{dimension}' has no '{lost[0]}'"


def _is_kind(value: Any, kind: str) -> bool:
    """Whether an attribute is what ``kind`` says."""
    if kind == "text":
        return isinstance(value, str)
    if kind in ("object", "names"):
        found = _parsed(value)
        return isinstance(found, dict) if kind == "object" else _is_list_of_names(found)
    if isinstance(value, (str, bytes)):
        return False
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    allowed = {"number": True, "whole": number.is_integer(), "positive": 0 < number < math.inf}
    return allowed.get(kind, math.isfinite(number))


def _is_list_of_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def _parsed(value: Any) -> Any:
    """What a JSON text holds; None where it is none."""
    try:
        return parse_json(value)
    except (TypeError, ValueError):
        return None


# --- What the data set of a run holds, and the check of one that was read from a file.

_PER_TIME, _PER_AXIS, _PER_JOINT, _PER_BODY = ("time",), ("time", "axis"), ("time", "joint"), ("time", "body", "axis")
_ATTRIBUTES = {
    "model": "text",
    "status": "text",
    "status_detail": "text",
    "period": "finite",
    "wall_time": "positive",
    "ledger_scale": "number",
    "ledger_closure": "number",
    "parameters": "object",
    "measures": "object",
}
_FIELDS = {
    "time": FileField(_PER_TIME),
    **dict.fromkeys(("base_position", "base_velocity", "com_position"), FileField(_PER_AXIS)),
    **dict.fromkeys(("base_twist", "momentum"), FileField(("time", "component"))),
    **dict.fromkeys(("kinetic_energy", "medium_energy", "potential_energy", "ledger_error"), FileField(_PER_TIME)),
    **dict.fromkeys(("power", "work"), FileField(("time", "flow"))),
    "base_quaternion": FileField(("time", "quaternion")),
    "body_position": FileField(_PER_BODY),
    "body_quaternion": FileField(("time", "body", "quaternion")),
    "body_mass": FileField(("body",)),
    "body_com": FileField(("body", "axis")),
    "body_parent": FileField(("body",), "whole"),
    "body_outline": FileField(("body", "point", "axis")),
    "state": FileField(("time", "state_name")),
}
_OF_JOINTS = {
    **dict.fromkeys(("joint_position", "joint_velocity", "joint_torque", "joint_power"), FileField(_PER_JOINT)),
    **dict.fromkeys(("joint_group", "joint_type"), FileField(("joint",), "text")),
    "joint_limit": FileField(("joint",)),
}
_OF_CONTACTS = {
    "contact_force": FileField(("time", "link", "plane")),
    "sticking": FileField(("time", "link"), "number"),
    **dict.fromkeys(("contact_residual", "penetration", "sweeps"), FileField(_PER_TIME, "number")),
}
_OF_LOOPS = {"loop_closure": FileField(("time", "loop")), "loop_condition": FileField(_PER_TIME)}
OPTIONAL = {
    "medium_force": FileField(("time", "force", "axis")),
    "body_group": FileField(("body",), "text"),
    "body_part": FileField(("body", "point"), "whole"),
    "body_force": FileField(("time", "force", "body", "axis")),
    "body_blade": FileField(("body", "corner", "axis")),
    "obstacle_outline": FileField(("obstacle", "rim", "plane")),
    "ground_force": FileField(("time", "link", "plane")),
    "memory": FileField(("time", "memory_name")),
    "input": FileField(("time", "input_name")),
    "input_unit": FileField(("input_name",), "text"),
    "pending_input": FileField(("pending", "input_name")),
    "pending_time": FileField(("pending",)),
    "sensor_memory": FileField(("sensor_memory_place",)),
}
_JSON = ("settings", "origin", "parameter_words", "stream")  # attributes that are relied on; readers of others do without
SECONDS, _TOLERANCES, _COUNTS = ("duration", "dt", "output"), ("rtol", "atol"), ("chunk", "samples", "steps")
SENSED, CHANNELS = "sensed_", "channel_of_"
_LABELS = {
    "axis": ("x", "y", "z"),
    "component": ("wx", "wy", "wz"),
    "flow": ("motor", "motor_positive"),
    **dict.fromkeys(("body", "joint", "state_name", "force", "link", "input_name"), ()),
}
_MOST = 10**15  # steps of a run
_NEVER_EMPTY = ("time", "body", "link", "obstacle", "rim", "loop", "state_name")
_SIZES = {"axis": 3, "component": 6, "quaternion": 4, "plane": 2, "corner": 4}


def check_run(data: xr.Dataset, name: str) -> None:
    """Refuse a data set that is not a run, or one that lost a part; the error names the first thing that is wrong."""
    parts = {"joint": _OF_JOINTS, "link": _OF_CONTACTS, "loop": _OF_LOOPS}
    needed = _FIELDS | {name: f for dimension, own in parts.items() if dimension in data.sizes for name, f in own.items()}
    sensors = [str(key).removeprefix(SENSED) for key in data.variables if str(key).startswith(SENSED)]
    optional = OPTIONAL | {SENSED + sensor: FileField(("time", CHANNELS + sensor)) for sensor in sensors}
    labels = _LABELS | {CHANNELS + sensor: () for sensor in sensors}
    check_layout(data, FileLayout(_ATTRIBUTES, needed, optional, _SIZES, labels), name)
    looks = (_attribute_problems, _time_problems, _body_problems, _joint_problems, _loop_problems, _metric_problems)
    for problem in (problem for look in looks for problem in look(data)):
        raise InputError(f"{name} is damaged or not written by Elver: {problem}.")


def _attribute_problems(data: xr.Dataset) -> Iterator[str]:
    """Attributes in JSON that are none, and times and counts in them that no run has."""
    found = {name: _parsed(data.attrs[name]) for name in _JSON if name in data.attrs}
    for name, value in found.items():
        if not isinstance(value, dict):
            yield f"the attribute '{name}' is no object of JSON"
            return
    settings, stream = found.get("settings", {}), found.get("stream", {})
    for name in (*SECONDS, *_TOLERANCES):
        if name in settings and not (_is_kind(settings[name], "positive") and type(settings[name]) in (int, float)):
            yield f"the setting '{name}' is not a number greater than 0"
    for name in ("method", "requested_method"):
        if not isinstance(settings.get(name, ""), str):
            yield f"the setting '{name}' is not a text"
    for name in _COUNTS:
        value = stream.get(name, 0)
        if type(value) is not int or not 0 <= value <= (data.sizes.get("time", 0) if name == "samples" else _MOST):
            yield f"its stream has {name} = {str(value)[:40]}"
    for name, words in found.get("parameter_words", {}).items():
        if not (isinstance(words, list) and len(words) in (2, 3) and all(isinstance(word, str) for word in words)):
            yield f"the units and the meaning of '{name[:60]}' are no texts"
            return


def _time_problems(data: xr.Dataset) -> Iterator[str]:
    """Dimensions without entries, and times that do not run."""
    for dimension in _NEVER_EMPTY:
        if data.sizes.get(dimension) == 0:
            yield f"the dimension '{dimension}' has no entries"
            return
    times = data.time.values
    if not len(times) or not np.isfinite(times).all() or (np.diff(times) < 0).any():
        yield "its times are not finite numbers that increase"


def _body_problems(data: xr.Dataset) -> Iterator[str]:
    """Bodies that have no place in a tree, or no mass."""
    parents, mass = data.body_parent.values, data.body_mass.values
    if not len(parents) or (parents < -1).any() or (parents >= np.arange(len(parents))).any():
        yield "the parents of its bodies make no tree"
    if not (np.isfinite(mass).all() and (mass >= 0).all() and mass.sum() > 0):
        yield "the masses of its bodies are not numbers of 0 or more"
    part = data.body_part.values if "body_part" in data else np.zeros(0, dtype=int)
    if (part < -1).any() or (part >= data.sizes.get("point", 0)).any():
        yield "the parts of its bodies are not numbered from 0, or there are more of them than points"
    bodies = {str(b) for b in data.body.values}
    if "link" in data.sizes and not {str(k) for k in data.link.values} <= bodies:
        yield "one of its links is not among its bodies"
    if "sweeps" in data and not np.isfinite(data.sweeps.values).all():
        yield "its counts of sweeps are not finite"
    if "obstacle" in data.sizes and "obstacle_outline" not in data:
        yield "the variable 'obstacle_outline' is missing"


def _joint_problems(data: xr.Dataset) -> Iterator[str]:
    if data.sizes.get("joint") and not {str(k) for k in data.joint_type.values} <= {"revolute", "prismatic"}:
        yield "one of its joints is neither revolute nor prismatic"


def _loop_problems(data: xr.Dataset) -> Iterator[str]:
    """Inputs without units, and what waits to act at no time."""
    if "input" in data and "input_unit" not in data:
        yield "the variable 'input_unit' is missing"
    if ("pending_input" in data) != ("pending_time" in data):
        yield "the inputs that wait have no times, or the times no inputs"
    if "pending_time" in data and not np.isfinite(data.pending_time.values).all():
        yield "the times of the inputs that wait are not finite"


def _metric_problems(data: xr.Dataset) -> Iterator[str]:
    for key, value in attribute(data, "measures", {}).items():
        numbers = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else [value]
        if not all(v is None or isinstance(v, (int, float)) for v in numbers):
            yield f"the metric '{key[:60]}' is not a number"
