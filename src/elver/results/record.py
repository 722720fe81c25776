"""What a run carries besides its samples: settings, parameters, provenance, warnings, metrics, the error by its steps.

In memory these are Python values, the ``attrs`` of ``Samples``. In a file, and in the attributes of an xarray data set, which is
saved as it is, each is a text of JSON (``encoded``). ``attribute`` reads both, and reads files of strangers: what is damaged, or
of another type than the table says, counts as missing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from elver._support.files import parse_json

STREAM = "stream"
_TYPES: dict[str, type] = {  # attributes that are no number and no word, with their type in JSON
    "parameters": dict,  # what the model was made from: name -> value
    "parameter_words": dict,  # name -> [unit, meaning, unit it is shown in]
    "settings": dict,  # how it was integrated
    "versions": dict,  # of Elver, Python and the libraries that decide the numbers
    "signals": dict,  # which samples drove it
    "origin": dict,  # the file that the model was read from
    "preparation": dict,  # what was computed before the run, such as the orbit that it starts on
    "loops": dict,  # how closed loops were assembled at the start
    "regions": list,  # along x that the media have, for pictures
    "surroundings": dict,  # water and ground, for pictures
    "edges": list,  # at which bodies leave a wake, for pictures
    "discretisation": dict,  # the error by its steps, a StepError
    "warnings": list,  # findings of the checks
    "measures": dict,  # the model's own metrics: name -> value
    "not_computed": dict,  # metrics that failed: which -> why
    "figures": dict,  # unit and meaning of all metrics
    STREAM: dict,  # what a run that is written while it goes on needs for its next segment
}


@dataclass(frozen=True)
class StepError:
    """How far off a run is by its steps. error: relative, the largest of all kinds of states; None where none was found.

    kind: of the state, a part of the layout.   by: how it was found, or why not.   Of a whole run again also ``order``, at which
    it shrinks with the step, and ``changes`` of the metrics, relative; changes None: of stretches.
    """

    error: float | None
    kind: str | None = None
    by: str | None = None
    order: float | None = None
    changes: Mapping[str, float] | None = None

    @property
    def details(self) -> dict[str, Any]:
        """How it was found, as summaries have it: ``kind``, ``by``, and of a whole run again ``order`` and ``measures``."""
        known = {key: word for key, word in (("kind", self.kind), ("by", self.by)) if word is not None}
        return known if self.changes is None else known | {"order": self.order, "measures": dict(self.changes)}

    @classmethod
    def read(cls, found: Mapping[str, Any]) -> StepError | None:
        """From the attribute of a file; None where that is damaged, or says nothing."""
        error, order, changes = found.get("error"), found.get("order"), found.get("measures")
        kind, by = (None if found.get(key) is None else str(found[key]) for key in ("kind", "by"))
        if "error" not in found or not (isinstance(found.get("by"), str) if error is None else _is_finite(error)):
            return None
        changes = changes if isinstance(changes, Mapping) else {} if "order" in found else None
        return cls(error, kind, by, order if isinstance(order, float) and math.isfinite(order) else None, changes)


def _is_finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and math.isfinite(value)


def plain_values(value: Any) -> Any:
    """A value as JSON gives it back: mappings, lists, texts, numbers, flags and None; what is none of these by its text."""
    if isinstance(value, Mapping):
        return {str(key): plain_values(own) for key, own in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_values(own) for own in value]
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    return int(value) if isinstance(value, int) else float(value) if isinstance(value, float) else str(value)


def encoded(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes as files and xarray data sets hold them: texts and numbers."""
    return {name: _text(value) if isinstance(value, (dict, list, StepError)) else value for name, value in attrs.items()}


def _text(value: dict | list | StepError) -> str:
    return json.dumps({"error": value.error, **value.details} if isinstance(value, StepError) else value)


def attribute(data: Any, name: str, default: Any = None) -> Any:
    """An attribute of a run as a Python value; ``default`` where it has none, or a damaged one. data: samples, or a data set."""
    value = data.attrs.get(name, default)
    if name not in _TYPES:
        return value
    if isinstance(value, (str, bytes)):
        try:
            value = parse_json(value)
        except ValueError:
            return default
    if name == "discretisation" and isinstance(value, dict):
        value = StepError.read(value)
    return value if isinstance(value, (_TYPES[name], StepError)) else default


@dataclass(frozen=True, eq=False)
class Attributes:
    """Attributes without samples."""

    attrs: Mapping[str, Any]
