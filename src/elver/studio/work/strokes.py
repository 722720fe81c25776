"""Strokes drawn in the page, in the worker: as readable files."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elver.drive import PeriodicSpline
from elver.errors import InputError

FIELDS = ("points", "period", "drive", "drive_end", "start")


def stroke(request: Mapping[str, Any]) -> dict[str, str]:
    """The text of a stroke's own file, as ``PeriodicSpline.save`` writes it and ``elver.load_spline`` reads it."""
    given = request.get("stroke")
    if not isinstance(given, dict) or not {"points", "period"} <= given.keys() <= set(FIELDS):
        raise InputError(f"a stroke has points and period, and may have {', '.join(FIELDS[2:])}.")
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "stroke.json"
        PeriodicSpline(**given).save(path)
        return {"text": path.read_text("utf-8")}
