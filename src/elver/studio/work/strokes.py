"""Strokes drawn in the page, in the worker: as readable files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elver.drive import PeriodicSpline
from elver.errors import InputError, is_finite
from elver.machines.writing.strokes import control_points, with_stroke

SAME = 1e-6  # digits that a file has
FIELDS = ("points", "period", "drive", "drive_end", "start")


def stroke(request: Mapping[str, Any]) -> dict[str, str]:
    """The text of a scenario file with other control points, or that of a file of a stroke alone."""
    if request.get("text") is not None:
        return {"text": with_points(str(request["text"]), request.get("points"), request.get("path"))}
    return {"text": spline_file(request.get("stroke"))}


def with_points(text: str, points: Any, path: str | None) -> str:
    """A scenario file in which the splines of some joints have these control points; all else stays as it was written."""
    if not isinstance(points, dict) or not points:
        raise InputError("give points, a mapping from joints to control values.")
    for joint, values in points.items():
        if not isinstance(values, list) or not all(map(is_finite, values)):
            raise InputError(f"the control points of '{joint}' must be a list of numbers.")
        now = control_points(text, joint, str(path or "text"), path)
        if len(now) != len(values) or any(abs(a - b) > SAME * (1 + abs(b)) for a, b in zip(now, values, strict=True)):
            text = with_stroke(text, joint, values, path)  # else they are written together with those of another joint
    return text


def spline_file(given: Any) -> str:
    """A file as ``PeriodicSpline.save`` writes it and ``elver.load_spline`` reads it."""
    if not isinstance(given, dict) or not {"points", "period"} <= given.keys() <= set(FIELDS):
        raise InputError(f"a stroke has points and period, and may have {', '.join(FIELDS[2:])}.")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "stroke.json"
        PeriodicSpline(**given).save(path)
        return path.read_text("utf-8")
