"""Models as machines for the page, and recorded runs as replays, in the worker."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elver.errors import InputError
from elver.page.live import live_page
from elver.page.replay import replay_payload
from elver.results import load_run
from elver.studio.work.models import about, changes_of, mistake, source_of


def compile(request: Mapping[str, Any]) -> dict[str, Any]:
    """Payload and module of a model, with the seconds they took, or its mistakes. stroke: its control points are to be moved."""
    began = time.perf_counter()
    try:
        own = source_of(request)
        payload, module, notes = live_page(own, changes_of(request), quick=True, stroke=bool(request.get("stroke")))
    except InputError as error:
        return {"errors": [mistake(error)]}
    return {
        "errors": [],
        "about": about(own),
        "payload": payload,
        "module": base64.b64encode(module).decode(),
        "notes": list(notes),
        "seconds": time.perf_counter() - began,
    }


def replay(request: Mapping[str, Any]) -> dict[str, Any]:
    """Payload of a recorded run."""
    return {"payload": replay_payload(load_run(Path(str(request["file"]))), None), "module": ""}


def warm(request: Mapping[str, Any]) -> bool:
    """Load what the first machine will need: this module brings it."""
    return True
