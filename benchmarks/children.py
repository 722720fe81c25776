"""A command in a process of its own: how long it takes, and how much memory it takes at most."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """seconds: wall time.   peak_mb: largest memory of the process [MB].   output: what it printed."""

    seconds: float
    peak_mb: float
    output: str


def measured(command: Sequence[str]) -> Ended:
    """Run a command to its end; one that fails ends the benchmark."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as complaints:
        began = time.perf_counter()
        process = subprocess.Popen(list(command), stdout=out, stderr=complaints)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        complaints.seek(0)
        if process.returncode:
            raise SystemExit(f"{' '.join(command[:6])} ... failed:\n{complaints.read()[-2000:]}")
        return Ended(seconds, used.ru_maxrss / 1024, out.read())
