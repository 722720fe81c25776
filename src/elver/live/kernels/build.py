"""Makes the code that is shipped: ``python -m elver.live.kernels.build`` (``make kernels``), about two minutes.

WebAssembly objects for pages, and the loops of runs on any computer (``native``). Each is made by a process of its own, whose
Numba leaves its code as it first writes it (``retarget.ENVIRONMENT``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib

from elver.compiled.retarget import ENVIRONMENT
from elver.files import write_whole
from elver.live.kernels.placing import kernel_name
from elver.live.kernels.retarget import wasm_object
from elver.live.kernels.shipped import LIST, METHODS, object_file, sources_digest

NATIVE = "native"  # in place of a method: the loops of runs


def make_object(method: str) -> bytes:
    """The object of a method, in a process with the right environment."""
    if method == "moreau":
        from elver.live.kernels import moreau

        return wasm_object(moreau.KERNELS)
    from elver.live.kernels import fixed

    return wasm_object({kernel_name(method): fixed.KERNELS[method]})


def make_all() -> None:
    """All objects, and what they were made from."""
    import llvmlite
    import numba

    sizes = {}
    for method in METHODS:
        command = [sys.executable, "-m", "elver.live.kernels.build", method]
        code = subprocess.run(command, env=os.environ | ENVIRONMENT, capture_output=True, check=True).stdout
        write_whole(object_file(method), zlib.compress(code, 9))
        sizes[method] = len(code)
        print(f"{method}: {len(code)} bytes, {object_file(method).stat().st_size} compressed")
    about = {"sources": sources_digest(), "numba": numba.__version__, "llvmlite": llvmlite.__version__, "bytes": sizes}
    write_whole(LIST, (json.dumps(about, indent=1) + "\n").encode())

    subprocess.run([sys.executable, "-m", "elver.live.kernels.build", NATIVE], env=os.environ | ENVIRONMENT, check=True)


if __name__ == "__main__":
    if sys.argv[1:] == [NATIVE]:
        from elver.live.kernels.native import make_loops

        make_loops()
    elif sys.argv[1:]:
        sys.stdout.buffer.write(make_object(sys.argv[1]))
    else:
        make_all()
