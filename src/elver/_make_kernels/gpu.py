"""The IR of the contact loop, from which kernels for GPUs are made."""

from __future__ import annotations

import zlib
from typing import Any

from elver._support.files import write_whole
from elver.simulation.batches.contact_ptx import FILE, LIST, LOOP, make_loop, sources_digest

__all__ = ["LIST", "PIECES", "make"]

PIECES = (LOOP,)


def make(loop: str) -> dict[str, dict[str, Any]]:
    """Write the IR of the loop; its entry in the list."""
    text = make_loop().encode()
    write_whole(FILE, zlib.compress(text, 9))
    print(f"{FILE.name}: {len(text)} bytes, {FILE.stat().st_size} compressed")
    return {loop: {"sources": sources_digest(), "file": FILE.name, "bytes": len(text)}}
