"""Names of compiled objects: everything that decides the object code of a graph."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from elver.code_cache import code_key, source_stamp

KIND = "o"


@cache
def emitter_stamp() -> str:
    """Hash of the sources that turn graphs into code: an edited emitter finds none of the old objects."""
    return source_stamp(sorted(Path(__file__).parent.rglob("*.py")))


def object_key(host: str, how: str, graph: str | bytes) -> str:
    """Name of the object of a graph, compiled for ``host`` (versions, processor) as ``how`` says (level, width, inputs)."""
    return code_key(emitter_stamp(), host, how, graph)
