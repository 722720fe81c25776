"""Two writers: one command twice at once in one place. One wins, the other says why not, and the result is whole."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from .bases import COMMANDS, base, leftovers, same
from .case import Kind, Report
from .child import elver, start
from .verdict import judge


def attack(chance: Random, folder: Path) -> Report:
    """Two or three processes, a moment apart."""
    command = chance.choice(("run", "run", "sweep", "sweep", "optimise"))
    good = base(folder.parent, command)
    words = [*COMMANDS[command], "--out", "r"]
    if command == "run" and chance.random() < 0.7:
        words.append("--force")
    resume = command != "run" and chance.random() < 0.5
    children, delays = [], []
    for k in range(chance.choice((2, 2, 3))):
        delays.append(chance.choice((0.0, chance.uniform(0, 0.3))) if k else 0.0)
        time.sleep(delays[-1])
        children.append(start(elver([*words, *(["--resume"] if resume and k else [])]), folder, f"writer{k}"))
    ends = [child.wait(60) for child in children]
    findings = [f"writer {k}: {text}" for k, ended in enumerate(ends) for text in judge(ended)[0]]
    if not any(ended.code == 0 for ended in ends):
        findings.append(f"none of {len(ends)} writers finished: {'; '.join(e.err.strip()[-120:] for e in ends)}")
    differs = same(command, folder / "r", good)
    findings += [differs] if differs else leftovers(folder)
    return Report(f"{len(ends)} writers of {' '.join(words)}{' (later ones --resume)' * resume}, {delays} s apart", findings)


KIND = Kind("writers", "two or three writers in one place", attack, weight=2)
