"""SIGKILL and SIGINT at random instants; then the command again. The result is that of a command nobody disturbed."""

from __future__ import annotations

import shutil
import signal
import time
from functools import cache
from pathlib import Path
from random import Random

from .bases import COMMANDS, base, fingerprint, same
from .case import Kind, Report
from .child import elver, start
from .verdict import judge

KILLS = 3  # at most, before the command may end
INTERRUPTED = {0, 1, 2, 130}


@cache
def usual_time(root: Path, command: str) -> float:
    """Seconds that the command takes here when nobody disturbs it."""
    base(root, command)
    folder = root / f"timed-{command}"
    folder.mkdir()
    return start(elver([*COMMANDS[command], "--out", "r"]), folder).wait(120).seconds


def attack(chance: Random, folder: Path) -> Report:
    """One command, killed up to three times."""
    command = chance.choice(("sweep", "sweep", "optimise", "pareto", "run"))
    good, usual = base(folder.parent, command), usual_time(folder.parent, command)
    earlier = command == "run" and chance.random() < 0.5
    if earlier:
        shutil.copytree(good, folder / "r")
    findings, said = [], []
    for _ in range(chance.randint(1, KILLS)):
        how = chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGINT))
        delay = chance.choice((chance.uniform(0, 0.05), chance.uniform(0, usual)))
        said.append(f"{how.name} after {delay:.3f} s")
        findings += disturbed(command, folder, how, delay)
        if earlier and same("run", folder / "r", good):
            findings.append("the earlier result is gone")
    findings += finished(command, folder, good)
    return Report(f"{command}, {'; '.join(said)}, then again", findings)


def arguments(command: str, folder: Path) -> list[str]:
    """The command as a user types it the next time."""
    more = ["--out", "r"]
    if command == "run":
        return [*COMMANDS[command], *more, "--force"]
    begun = (folder / "r").is_dir() and any((folder / "r").iterdir())
    return [*COMMANDS[command], *more, *(["--resume"] if begun else [])]


def disturbed(command: str, folder: Path, how: int, delay: float) -> list[str]:
    """Begin or go on, and be stopped."""
    child = start(elver(arguments(command, folder)), folder)
    time.sleep(delay)
    child.kill(how)
    ended = child.wait()
    if ended.killer == signal.SIGKILL and not ended.late:
        return []
    findings, _ = judge(ended, silent=True)
    return [f"after {signal.Signals(how).name}: {text}" for text in findings]


def finished(command: str, folder: Path, good: Path) -> list[str]:
    """Let it come to its end, and compare."""
    before = fingerprint(folder / "r") if (folder / "r").is_dir() else {}
    ended = start(elver(arguments(command, folder)), folder).wait()
    findings, _ = judge(ended)
    if findings or ended.code != 0:
        return findings or [f"cannot go on (exit code {ended.code}): {ended.err.strip()[:250]}; there: {sorted(before)[:6]}"]
    differs = same(command, folder / "r", good)
    return [differs] if differs else []


KIND = Kind("kills", "SIGKILL and SIGINT at random instants, then the command again", attack, weight=3)
