"""Closed pipes: ``elver run ... | head -1``. The reader leaves; the result stays."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

from .bases import COMMANDS, base, same
from .case import Kind, Report
from .child import elver, start
from .verdict import judge


def attack(chance: Random, folder: Path) -> Report:
    """A reader that goes away after some bytes or some time."""
    command = chance.choice(("run", "run", "sweep", "optimise", "pareto"))
    good = base(folder.parent, command)
    bytes_read = chance.choice((0, 0, 0, 1, 20, 400))
    delay = chance.choice((0.0, 0.0, chance.uniform(0, 0.5)))
    line_by_line = chance.random() < 0.5
    more = ["--json"] if chance.random() < 0.4 else []
    reader, writer = os.pipe()
    call = elver([*COMMANDS[command], "--out", "r", *more])

    def heard() -> int:
        os.close(reader)  # a fork has both ends
        sys.stdout.reconfigure(line_buffering=line_by_line)
        return call()

    child = start(heard, folder, out=writer)
    os.close(writer)
    if bytes_read:
        os.read(reader, bytes_read)
    time.sleep(delay)
    os.close(reader)
    ended = child.wait()
    findings, long = judge(ended, silent=True)
    differs = same(command, folder / "r", good)
    if differs and not findings and not long:
        findings = [f"exit code {ended.code}, but {differs}"]
    return Report(f"{' '.join([command, *more])} read for {bytes_read} bytes and {delay:.2f} s", findings, long)


KIND = Kind("pipes", "readers that close the pipe", attack, weight=1)
