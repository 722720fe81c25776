"""Models of the studio, in the worker: published scenarios and texts of files, read by the checked loader and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from elver.choices import Method
from elver.document import DocumentError, parse_document
from elver.errors import InputError, is_finite
from elver.machines.loading import read_scenario
from elver.scenarios import Scenario, all_scenarios
from elver.scenarios import scenario as scenario_named
from elver.scenarios.explanation import explain

UNNAMED = "text"


def source_of(request: Mapping[str, Any]) -> Scenario:
    """The scenario a request is about: ``text`` (with ``path``, where its files lie beside it), or the name ``scenario``.

    points: control points of strokes by joint, where they were drawn in the page.
    """
    own = named_or_text(request)
    points = request.get("points")
    return own if not points else redrawn(own, points)


def redrawn(own: Scenario, points: Any) -> Scenario:
    """A scenario with the control points that were drawn in the page."""
    from elver.live.sliders.strokes import drawn

    if not isinstance(points, dict) or not all(isinstance(v, list) and all(map(is_finite, v)) for v in points.values()):
        raise InputError("points must be a mapping from joints to lists of numbers.")
    digest = hashlib.sha256(f"{own.digest}{json.dumps(points, sort_keys=True)}".encode()).hexdigest()
    return replace(drawn(own, points), digest=digest)


def named_or_text(request: Mapping[str, Any]) -> Scenario:
    """The scenario without what was drawn."""
    if request.get("text") is None:
        name = str(request.get("scenario") or "")
        found = {own.name for own in all_scenarios()}
        if name not in found:  # a path is no name: files come as texts
            raise InputError(f"unknown scenario '{name[:60]}'. Known: {', '.join(sorted(found))}.")
        return scenario_named(name)
    path = request.get("path")
    return read_scenario(parse_document(str(request["text"]), str(path or UNNAMED)), Path(path) if path else None)


def changes_of(request: Mapping[str, Any]) -> dict[str, Any]:
    """Changed parameters by name; their values are read by the scenario."""
    changes = request.get("changes") or {}
    if not isinstance(changes, dict):
        raise InputError("changes must be a mapping from the names of parameters to values.")
    own = named_or_text(request) if changes else None
    for parameter in own.parameters if own is not None else ():
        if parameter.file and changes.get(parameter.name, parameter.default) != parameter.default:
            raise InputError(f"'{parameter.name}' names a file, which a page may not open. Use the command line.")
    return changes


def scenarios(request: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The published scenarios."""
    return [about(own) for own in all_scenarios()]


def about(own: Scenario) -> dict[str, Any]:
    """A scenario in plain values: times and parameters."""
    return {
        "name": own.name,
        "title": own.title,
        "source": own.source,
        "duration": own.duration,
        "dt": own.dt,
        "method": own.method,
        "parameters": [
            {
                "name": p.name, "default": p.shown(p.default), "unit": p.shown_unit, "meaning": p.meaning, "bounds": p.bounds,
                "low": p.shown(p.low), "high": p.shown(p.high),
                "number": isinstance(p.default, float), "choices": list(p.choices),
            }
            for p in own.parameters
        ],
    }  # fmt: skip


def scenario_text(request: Mapping[str, Any]) -> dict[str, Any]:
    """A published scenario as a file; where it cannot be one, an empty text and the reason."""
    own = source_of({"scenario": request.get("scenario")})
    return {**about(own), **published_text(own.name)}


@cache
def published_text(name: str) -> dict[str, str]:
    """The text of a published scenario, written once: that of a machine with a stroke takes seconds."""
    from elver.machines.writing import write_scenario

    try:
        return {"text": write_scenario(scenario_named(name), {}), "why": ""}
    except InputError as error:
        return {"text": "", "why": str(error)}


def example(request: Mapping[str, Any]) -> dict[str, str]:
    """A commented file to begin with, for a file of some name."""
    from elver.machines.writing import example as example_text

    return {"text": example_text(Path(str(request.get("name") or "fish.yaml")).stem)}


def check(request: Mapping[str, Any]) -> dict[str, Any]:
    """Mistakes of a text with line and column; where there are none, the machine explained."""
    try:
        own = source_of(request)
        changes = changes_of(request)
        explained = explain(own.build(changes), own.fixed_step(changes), own.method == Method.AUTO)
    except InputError as error:
        return {"errors": [mistake(one) for one in getattr(error, "problems", (error,))]}
    return {"errors": [], "warnings": list(explained.warnings), "rows": explained.rows(), "about": about(own)}


def mistake(error: InputError) -> dict[str, Any]:
    """A mistake of a text as plain values: the message, and its place where it has one."""
    if isinstance(error, DocumentError):
        return {"line": error.line, "column": error.column, "key": error.key, "message": error.reason}
    return {"line": None, "column": None, "key": "", "message": str(error)}
