"""WebAssembly objects of the loops that pages run, one for each method."""

from __future__ import annotations

import zlib
from typing import Any

from elver._support.files import write_whole
from elver.export.wasm.blocks import kernel_name
from elver.export.wasm.shipped import LIST, METHODS, object_file, sources_digest, wasm_object

__all__ = ["LIST", "PIECES", "make", "make_object"]

PIECES = METHODS


def make_object(method: str) -> bytes:
    """The object of a method, in a process of ``ENVIRONMENT``."""
    from elver.export.wasm import kernels

    if method == "moreau":
        return wasm_object(kernels.MOREAU_KERNELS)
    return wasm_object({kernel_name(method): kernels.KERNELS[method]})


def make(method: str) -> dict[str, dict[str, Any]]:
    """Write the object of a method; its entry in the list."""
    code = make_object(method)
    file = object_file(method)
    write_whole(file, zlib.compress(code, 9))
    print(f"{file.name}: {len(code)} bytes, {file.stat().st_size} compressed")
    return {method: {"sources": sources_digest(), "file": file.name, "bytes": len(code)}}
