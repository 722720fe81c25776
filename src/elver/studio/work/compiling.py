"""Models as machines for the page, and recorded runs as replays, in the worker."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elver.page.live import live_page
from elver.page.replay import replay_payload
from elver.results import load_run
from elver.studio.work.models import changes_of, source_of


def compile(request: Mapping[str, Any]) -> dict[str, Any]:
    """Payload and module of a model, with the seconds they took. stroke: its control points are to be moved."""
    began = time.perf_counter()
    own = source_of(request)
    payload, module, notes = live_page(own, changes_of(request), quick=True, stroke=bool(request.get("stroke")))
    return {
        "payload": payload,
        "module": base64.b64encode(module).decode(),
        "notes": list(notes),
        "seconds": time.perf_counter() - began,
    }


def replay(request: Mapping[str, Any]) -> dict[str, Any]:
    """Payload of a recorded run."""
    return {"payload": replay_payload(load_run(Path(str(request["file"]))), None), "module": ""}
