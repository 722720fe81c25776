"""Makes the shipped IR of the contact loop: ``python -m elver.native.ptx.build`` (part of ``make kernels``), about a minute."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib

from elver.compiled.retarget import ENVIRONMENT
from elver.files import write_whole
from elver.native.ptx.loop import FILE, LIST, make_loop, sources_digest


def main() -> None:
    """The IR, by a process whose Numba leaves its code as it first writes it, and what it was made from."""
    import llvmlite
    import numba

    command = [sys.executable, "-m", "elver.native.ptx.build", "text"]
    text = subprocess.run(command, env=os.environ | ENVIRONMENT, capture_output=True, check=True).stdout
    write_whole(FILE, zlib.compress(text, 9))
    about = {"sources": sources_digest(), "numba": numba.__version__, "llvmlite": llvmlite.__version__, "bytes": len(text)}
    write_whole(LIST, (json.dumps(about, indent=1) + "\n").encode())
    print(f"contact loop: {len(text)} bytes, {FILE.stat().st_size} compressed")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.stdout.write(make_loop())
    else:
        main()
