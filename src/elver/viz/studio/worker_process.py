"""The process that works for the studio: it reads models, compiles, runs and draws, so that the server always answers.

Requests come as lines of JSON, ``{"do": NAME, ...}``. Lines of JSON go back: ``progress`` any number of times, then one of
``answer``, ``refused`` (wrong input, with its line and column where it has one) or ``failed``. It ends when its input ends.
Its one argument is the working folder.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from elver._support.choices import Method
from elver._support.display import Progress, told
from elver._support.errors import ElverError, InputError, is_ctrl_c, is_finite
from elver._support.files import system_error, to_json
from elver.results import load_run
from elver.scenarios import Scenario, all_scenarios
from elver.scenarios import scenario as scenario_named
from elver.scenarios.explanation import explain
from elver.scenarios.files.loading import read_scenario
from elver.scenarios.showing import showcase_changes
from elver.scenarios.yaml.nodes import DocumentError, parse_document
from elver.viz.page.make import live_page
from elver.viz.page.replay import replay_payload

PAUSE = 0.1  # s between two lines of progress


def main() -> int:
    """Answer requests until there are no more. What a library prints goes to standard error, never between the answers."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.chdir(sys.argv[1])
    for line in lines_of(sys.stdin):
        for said in answers(line, out):
            tell(out, said)
    return 0


def lines_of(stream: TextIO) -> Iterator[str]:
    """Lines as they come. When the input ends, the server is gone: whatever is being done ends at once."""
    waiting: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in stream:
            waiting.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        yield waiting.get()


def tell(out: TextIO, said: dict[str, Any]) -> None:
    """One line to the server."""
    out.write(to_json(said) + "\n")
    out.flush()


def answers(line: str, out: TextIO) -> Iterator[dict[str, Any]]:
    """What came of a request; errors in words."""
    try:
        request = json.loads(line)
        with told(teller(out)):
            yield {"answer": job(request.pop("do"))(request)}
    except ElverError as error:
        yield {"refused": described(error)}
    except OSError as error:
        yield {"refused": {"message": system_error(error)}}
    except MemoryError:
        yield {"refused": {"message": "there is not enough memory for this. Make the machine or the run smaller."}}
    except (KeyboardInterrupt, Exception) as error:
        if is_ctrl_c(error):
            yield {"refused": {"message": "stopped"}}
        else:  # a mistake of ours: said, and the studio goes on
            yield {"failed": f"{type(error).__name__}: {str(error)[:500]}"}


def job(name: str) -> Callable[[dict[str, Any]], Any]:
    """The function that answers a request. Runs are imported with the first one: a text is checked sooner without them."""
    if name in _RUNS:
        from elver.viz.studio import worker_runs

        return getattr(worker_runs, name)
    return _JOBS[name]


def described(error: Exception) -> dict[str, Any]:
    """An error as plain values: the message, and where in a file it is."""
    place = {key: getattr(error, key) for key in ("line", "column", "key") if hasattr(error, key)}
    return {"message": str(getattr(error, "reason", error)), **place}


def teller(out: TextIO) -> Callable[[Progress], None]:
    """Tells how far something has come, not more often than a page shows it."""
    last = 0.0

    def listen(bar: Progress) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last >= PAUSE or bar.done >= bar.total:
            last = now
            tell(out, {"progress": {"done": bar.done, "total": bar.total, "unit": bar.unit, "label": bar.label}})

    return listen


# --- Models of the studio, in the worker: published scenarios and texts of files, read by the checked loader and nothing else.

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
    from elver.viz.page.live_models import drawn

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
    """A published scenario as a file; where it cannot be one, an empty text and the reason.

    shown: as it is shown to people, and ``changes`` says what that changes: the added-mass law that conserves energy, where the
    published one does not.
    """
    own = source_of({"scenario": request.get("scenario")})
    changes = showcase_changes(own) if request.get("shown") else {}
    return {**about(own), "changes": changes, **published_text(own.name, tuple(changes.items()))}


@cache
def published_text(name: str, changes: tuple[tuple[str, str], ...] = ()) -> dict[str, str]:
    """The text of a published scenario, written once: that of a machine with a stroke takes seconds."""
    from elver.scenarios import write_scenario

    try:
        return {"text": write_scenario(scenario_named(name), dict(changes)), "why": ""}
    except InputError as error:
        return {"text": "", "why": str(error)}


def schema(request: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of scenario files, for completion and help."""
    from elver.scenarios import schema as whole

    return whole()


def example(request: Mapping[str, Any]) -> dict[str, str]:
    """A commented file to begin with, for a file of some name."""
    from elver.scenarios import example as example_text

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


# --- Models as machines for the page, and recorded runs as replays, in the worker.


def compile(request: Mapping[str, Any]) -> dict[str, Any]:
    """Payload and module of a model, with the seconds they took, or its mistakes. stroke: its control points are to be moved."""
    began = time.perf_counter()
    try:
        own = source_of(request)
        payload, module, notes = live_page(own, changes_of(request), quick=True, stroke=bool(request.get("stroke")))
    except InputError as error:
        return {"errors": [mistake(one) for one in getattr(error, "problems", (error,))]}
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


# What can be asked for.
_JOBS = {f.__name__: f for f in (scenarios, scenario_text, schema, example, warm, check, compile, replay)}
_RUNS = ("run", "sweep", "fit", "learn", "tasks", "series", "stroke")


if __name__ == "__main__":
    raise SystemExit(main())
