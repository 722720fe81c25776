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
from pathlib import Path
from tempfile import TemporaryDirectory

from elver._make_kernels import gpu, native, wasm
from elver.codegen.kernels.abi import ENVIRONMENT
from elver.codegen.kernels.shipped import write_list

_TARGETS = {"native": native, "wasm": wasm, "gpu": gpu}  # each has its PIECES, what makes one, and the LIST of them


def _make_all(target: str) -> None:
    """All pieces of a target, and the list of them."""
    loops: dict[str, dict] = {}
    with TemporaryDirectory() as folder:
        for piece in _TARGETS[target].PIECES:
            about = Path(folder) / f"{piece}.json"
            command = [sys.executable, "-m", "elver._make_kernels", target, "--piece", piece, str(about)]
            subprocess.run(command, env=os.environ | ENVIRONMENT, check=True)
            loops |= json.loads(about.read_text())
    write_list(_TARGETS[target].LIST, loops)


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
