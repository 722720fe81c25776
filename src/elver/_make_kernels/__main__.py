"""Makes the code that is shipped: ``python -m elver._make_kernels [native] [wasm] [gpu]``, all of it by default, three minutes.

Every piece is made by a process of its own, whose Numba leaves its code as it first writes it (``ENVIRONMENT``): no pass has
changed it, and what was compiled before in the same process changes no name in it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from elver._make_kernels import native
from elver._support.files import write_whole
from elver.codegen.kernels.abi import ENVIRONMENT
from elver.codegen.kernels.shipped import write_list
from elver.export.wasm import shipped as wasm
from elver.export.wasm.blocks import kernel_name
from elver.simulation.batches import contact_ptx as gpu


def wasm_object(method: str) -> bytes:
    """The WebAssembly object of the loops that pages run by a method, in a process of ``ENVIRONMENT``."""
    from elver.export.wasm import kernels

    chosen = kernels.MOREAU_KERNELS if method == "moreau" else {kernel_name(method): kernels.KERNELS[method]}
    return wasm.wasm_object(chosen)


def _write(file: Path, code: bytes, sources: str) -> dict[str, Any]:
    """Write code, compressed; its entry in the list."""
    write_whole(file, zlib.compress(code, 9))
    print(f"{file.name}: {len(code)} bytes, {file.stat().st_size} compressed")
    return {"sources": sources, "file": file.name, "bytes": len(code)}


def _make_wasm(method: str) -> dict[str, dict[str, Any]]:
    return {method: _write(wasm.object_file(method), wasm_object(method), wasm.sources_digest())}


def _make_gpu(loop: str) -> dict[str, dict[str, Any]]:
    return {loop: _write(gpu.FILE, gpu.make_loop().encode(), gpu.sources_digest())}


class _Target(NamedTuple):
    """pieces: each made by a process.   make: writes one; what the list has of it.   list: of all that was made."""

    pieces: Sequence[str]
    make: Callable[[str], dict[str, dict[str, Any]]]
    list: Path


_TARGETS = {
    "native": _Target(native.PIECES, native.make, native.LIST),  # the loops of runs on this computer
    "wasm": _Target(wasm.METHODS, _make_wasm, wasm.LIST),  # those of pages
    "gpu": _Target((gpu.LOOP,), _make_gpu, gpu.LIST),  # the IR of the contact loop, of which kernels for GPUs are made
}


def _make_all(target: str) -> None:
    """All pieces of a target, and the list of them."""
    loops: dict[str, dict] = {}
    with TemporaryDirectory() as folder:
        for piece in _TARGETS[target].pieces:
            about = Path(folder) / f"{piece}.json"
            command = [sys.executable, "-m", "elver._make_kernels", target, "--piece", piece, str(about)]
            subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)
            loops |= json.loads(about.read_text())
    write_list(_TARGETS[target].list, loops)


def main() -> None:
    """All targets that are asked for; or, in a process of ``_make_all``, one piece."""
    parser = argparse.ArgumentParser(prog="python -m elver._make_kernels", description="Makes the code that is shipped.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(_TARGETS)} (default: all)")
    parser.add_argument("--piece", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    targets = given.targets or list(_TARGETS)
    if unknown := [target for target in targets if target not in _TARGETS]:
        parser.error(f"there is no target '{unknown[0]}'. Choose {', '.join(_TARGETS)}.")
    if given.piece:
        piece, about = given.piece
        Path(about).write_text(json.dumps(_TARGETS[targets[0]].make(piece)))
        return
    for target in targets:
        _make_all(target)


if __name__ == "__main__":
    main()
