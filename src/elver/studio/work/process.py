"""The process that works for the studio: it reads models, compiles, runs and draws, so that the server always answers.

Requests come as lines of JSON, ``{"do": NAME, ...}``. Lines of JSON go back: ``progress`` any number of times, then one of
``answer``, ``refused`` (wrong input, with its line and column where it has one) or ``failed``. It ends when its input ends.
Its one argument is the working folder.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from queue import SimpleQueue
from typing import Any, TextIO

from elver.errors import ElverError, is_ctrl_c
from elver.files import system_error, to_json
from elver.progress import Progress, told

DEEDS = {
    "scenarios": "models",
    "scenario_text": "models",
    "example": "models",
    "warm": "compiling",
    "check": "models",
    "compile": "compiling",
    "replay": "compiling",
    "run": "running",
    "sweep": "running",
    "series": "series",
    "stroke": "strokes",
}  # what can be asked for, and the module that does it
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
            yield {"answer": deed(request.pop("do"))(request)}
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


def deed(name: str) -> Callable[[dict[str, Any]], Any]:
    """The function that answers a request."""
    return getattr(import_module(f"elver.studio.work.{DEEDS[name]}"), name)


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


if __name__ == "__main__":
    raise SystemExit(main())
