"""A full disk: a small tmpfs of its own where mounting is allowed, else a limit on the size of files.

One message and an exit code; earlier results stay as they were; nothing half-written remains.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
from pathlib import Path
from random import Random

from .bases import COMMANDS, base, fingerprint, leftovers, same
from .case import Kind, Report
from .child import elver, forked, start
from .verdict import judge

NEW_NAMESPACE, PRIVATE, RECURSIVE = 0x00020000, 1 << 18, 1 << 14


def mounted(place: Path, size: int) -> bool:
    """Mount a tmpfs that only this process and its children see; False where that is not allowed."""
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(NEW_NAMESPACE) != 0:
            return False
        libc.mount(b"none", b"/", None, PRIVATE | RECURSIVE, None)
        return libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", 0, f"size={size},mode=700".encode()) == 0
    except (OSError, AttributeError):
        return False


def attack(chance: Random, folder: Path) -> Report:
    """One command on a disk that fills up, and once more when there is room."""
    command = chance.choice(("run", "run", "sweep", "optimise"))
    good = base(folder.parent, command)
    earlier = chance.random() < 0.5
    need = sum(p.stat().st_size for p in good.rglob("*") if p.is_file())
    room = int(chance.choice((0, 1, chance.uniform(0, 0.5), chance.uniform(0.5, 1.5))) * need)
    cache_too = chance.random() < 0.3
    disk = folder / "disk"
    disk.mkdir()
    ended = forked(lambda: on_small_disk(command, disk, good, room, earlier, cache_too), folder, 90)
    findings, long = judge(ended)
    what = (
        f"{command} with {room} bytes of {need}" + (", earlier result there" if earlier else "") + (", cache there" * cache_too)
    )
    if not findings and not long:
        findings = json.loads(ended.out.splitlines()[-1])
    return Report(what, findings, long)


def on_small_disk(command: str, disk: Path, good: Path, room: int, earlier: bool, cache_too: bool) -> int:
    """Inside a process of its own: mount, fill, run, look."""
    old = sum(-(-p.stat().st_size // 4096) * 4096 + 4096 for p in good.rglob("*")) if earlier else 0
    limited = not mounted(disk, max(8192, old + room))
    if earlier:
        shutil.copytree(good, disk / "old")
    before = fingerprint(disk / "old") if earlier else {}
    if cache_too:
        os.environ["ELVER_CACHE"] = str(disk / "cache")
    if limited:
        resource.setrlimit(resource.RLIMIT_FSIZE, (max(1, room // 4), resource.RLIM_INFINITY))
    ended = forked_beside(elver([*COMMANDS[command], "--out", "r"]), disk)
    findings = judge(ended)[0]
    if earlier and fingerprint(disk / "old") != before:
        findings.append("an earlier result has changed")
    findings += leftovers(disk)
    findings += wrong_end(command, disk, ended, good) if not findings else []
    print(json.dumps(findings))
    return 0


def forked_beside(call, disk: Path):
    """A call that works on the small disk and speaks elsewhere, so that its words are not lost."""
    return start(lambda: os.chdir(disk) or call(), disk.parent, "inside").wait()


def wrong_end(command: str, disk: Path, ended, good: Path) -> list[str]:
    """Exit code 0 means that the whole result is there."""
    if ended.code == 0:
        differs = same_beside(command, disk, good)
        return [f"exit code 0, but {differs}"] if differs else []
    said = [line for line in ended.err.splitlines() if line.startswith("elver:") and "warning" not in line]
    return [] if len(said) == 1 else [f"{len(said)} messages: {ended.err[:200]}"]


def same_beside(command: str, disk: Path, good: Path) -> str:
    """Compare a copy: there is no room on the small disk for readers."""
    if not (disk / "r").is_dir():
        return "there is no result"
    copy = disk.parent / "copy"
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    shutil.copytree(disk / "r", copy)
    return same(command, copy, good)


KIND = Kind("disk", "a disk that fills up", attack, weight=2)
