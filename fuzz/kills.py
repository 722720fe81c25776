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
    findings, said, strangers = [], [], []
    for _ in range(chance.randint(1, KILLS)):
        how = chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGINT))
        delay = chance.choice((chance.uniform(0, 0.05), chance.uniform(0, usual)))
        said.append(f"{how.name} after {delay:.3f} s")
        findings += disturbed(command, folder, how, delay, good)
        if earlier and same("run", folder / "r", good):
            findings.append("the earlier result is gone")
        strangers = strangers or put_strangers(folder / "r", chance)
    findings += finished(command, folder, good)
    findings += [f"a stranger's file is gone: {path.name}" for path in strangers if not path.is_file()]
    return Report(f"{command}, {'; '.join(said)}, then again", findings)


def put_strangers(folder: Path, chance: Random) -> list[Path]:
    """A user's own files beside the results, where there are some already."""
    if not folder.is_dir() or not any(folder.iterdir()) or chance.random() < 0.4:
        return []
    (folder / "thesis").mkdir(exist_ok=True)
    paths = [folder / "notes.txt", folder / "thesis" / "chapter.txt"]
    for path in paths:
        path.write_text("mine")
    return paths


def arguments(command: str, folder: Path) -> list[str]:
    """The command as a user types it the next time."""
    more = ["--out", "r"]
    if command == "run":
        return [*COMMANDS[command], *more, "--force"]
    begun = (folder / "r").is_dir() and any((folder / "r").iterdir())
    return [*COMMANDS[command], *more, *(["--resume"] if begun else [])]


def disturbed(command: str, folder: Path, how: int, delay: float, good: Path) -> list[str]:
    """Begin or go on, and be stopped."""
    child = start(elver(arguments(command, folder)), folder)
    time.sleep(delay)
    child.kill(how)
    ended = child.wait()
    if ended.killer == signal.SIGKILL and not ended.late:
        return []
    findings, _ = judge(ended, silent=True)
    if not findings and ended.code == 0 and (differs := same(command, folder / "r", good)):
        findings = [f"exit code 0, but {differs}"]
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
