"""Which files of Elver a command works in: ``python files_at_work.py REPORT run eel`` writes them in the order of first calls.

Files that are only imported do not count. Shipped kernels do, where they are called.
"""

from __future__ import annotations

import json
import sys
import threading
from inspect import CO_OPTIMIZED
from pathlib import Path


def trace(files: dict[str, None], root: str) -> None:
    """Note every file below ``root`` whose function is called, in this thread and in those that begin later."""
    seen: dict[int, object] = {}  # by identity: the hash of code is its content

    def called(frame, event, argument) -> None:
        code = frame.f_code
        if event != "call" or id(code) in seen:
            return
        if code.co_name == "entry_for":  # the first call of a shipped kernel, by its place: "module:name"
            files[frame.f_locals["self"].place.split(":")[0].replace(".", "/").removeprefix("elver/") + ".py"] = None
        else:
            seen[id(code)] = code
        if code.co_filename.startswith(root) and code.co_flags & CO_OPTIMIZED:  # a function, no body of a class or a module
            files[code.co_filename.removeprefix(root)] = None

    threading.setprofile(called)
    sys.setprofile(called)


if __name__ == "__main__":
    import matplotlib  # noqa: F401  figures are then drawn in this process

    import elver
    from elver.cli.main import main

    report, *arguments = sys.argv[1:]
    files: dict[str, None] = {}
    trace(files, f"{Path(elver.__file__).parent}/")
    code = main(arguments)
    sys.setprofile(None)
    Path(report).write_text(json.dumps(list(files)))
    sys.exit(code)
