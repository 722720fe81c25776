"""The kernels' objects as they are shipped: made once (``make kernels``), kept here with a digest of their sources."""

from __future__ import annotations

import json
import zlib
from functools import cache
from pathlib import Path

from elver.code_cache import source_stamp
from elver.compiled.shipped.sources import sources_of
from elver.errors import InputError

FOLDER = Path(__file__).parent
LIST = FOLDER / "kernels.json"
METHODS = ("semi-implicit", "heun", "rk4", "adams", "moreau")
MAKERS = ("fixed.py", "moreau.py", "retarget.py", "runtime.py")  # of this folder: what decides the objects


def object_file(method: str) -> Path:
    """The file with the object of a method."""
    return FOLDER / f"{method}.o.z"


@cache
def kernel_object(method: str) -> bytes:
    """The WebAssembly object that takes the steps of a method."""
    if method not in METHODS:
        raise InputError(f"method '{method}' has no kernel for WebAssembly. Choose {', '.join(METHODS)}.")
    return zlib.decompress(object_file(method).read_bytes())


def kernel_sources() -> list[Path]:
    """Every file of Elver that decides the objects: the makers here and all they import, and so on."""
    return sources_of(FOLDER / name for name in MAKERS)


def sources_digest() -> str:
    """Hash of the sources of all kernels."""
    return source_stamp(kernel_sources())


def shipped_digest() -> str:
    """Hash of the sources that the shipped objects were made from."""
    return json.loads(LIST.read_text())["sources"]
