"""Damaged, swapped, foreign and unwritable caches: they cost time, never a result. Every case is a fresh Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from random import Random

from .bases import CHANGING
from .case import Kind, Report
from .child import Ended
from .odd import damage
from .verdict import judge

COMMAND = ["run", "eel", "--set", "body.joints=2", "--duration", "0.02", "--json"]
OTHER = ["--set", "gait.amplitude=0.09"]
SECONDS = 120.0  # a cache that cannot be used is compiled again


def fresh(arguments: list[str], folder: Path, store: Path) -> Ended:
    """A command in a new Python, with ``store`` as its cache."""
    began = time.monotonic()
    command = [sys.executable, "-m", "elver", *arguments]
    environment = {**os.environ, "ELVER_CACHE": str(store)}
    environment.pop("NUMBA_CACHE_DIR", None)
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return Ended(-1, 0, "", "", True, SECONDS)
    killer = max(0, -done.returncode)
    return Ended(done.returncode, killer, done.stdout, done.stderr, False, time.monotonic() - began)


@cache
def good(root: Path) -> tuple[Path, dict]:
    """A small cache of two programs, and the right numbers."""
    store = root / "good-cache"
    store.mkdir(mode=0o700)
    fresh([*COMMAND, *OTHER], root, store)
    return store, numbers(fresh(COMMAND, root, store).out)


def numbers(text: str) -> dict:
    return {key: value for key, value in json.loads(text).items() if key not in CHANGING}


def attack(chance: Random, folder: Path) -> Report:
    """One cache."""
    source, right = good(folder.parent)
    store = folder / "cache"
    shutil.copytree(source, store)
    way = chance.choice((damaged, damaged, swapped, swapped, permissions, not_a_folder, foreign))
    what = way(store, chance)
    findings = []
    for turn in ("first", "second"):
        ended = fresh(COMMAND, folder, store)
        wrong, _ = judge(ended, as_json=True)
        if not wrong and ended.code != 0:
            wrong = [f"no run with this cache: {ended.err[:200]}"]
        if not wrong and numbers(ended.out) != right:
            wrong = ["other numbers than without the damage"]
        findings += [f"{turn} run: {text}" for text in wrong]
        if not wrong:
            break
    return Report(f"cache: {what}", findings)


def damaged(store: Path, chance: Random) -> str:
    """One sort of file, all of it damaged in the same way."""
    files = sorted(p for p in store.rglob("*") if p.is_file())
    ending = chance.choice(sorted({p.suffix for p in files}))
    way = ""
    for path in (p for p in files if p.suffix == ending):
        seed = Random(chance.random())
        way, content = damage(path.read_bytes(), seed)
        path.write_bytes(content)
    return f"all *{ending} damaged (last: {way})"


def swapped(store: Path, chance: Random) -> str:
    """Files of one sort under each other's names."""
    files = sorted(p for p in store.rglob("*") if p.is_file())
    ending = chance.choice(sorted({p.suffix for p in files}))
    names = [p for p in files if p.suffix == ending]
    contents = [p.read_bytes() for p in names]
    turn = chance.randrange(1, len(names)) if len(names) > 1 else 0
    for path, content in zip(names, contents[turn:] + contents[:turn], strict=True):
        path.write_bytes(content)
    return f"*{ending} swapped by {turn} places"


def permissions(store: Path, chance: Random) -> str:
    """A folder that others may write, or that nobody may."""
    mode = chance.choice((0o777, 0o555, 0o000))
    store.chmod(mode)
    return f"mode {mode:o}"


def not_a_folder(store: Path, chance: Random) -> str:
    """A file, a dangling link or nothing where the cache should be."""
    shutil.rmtree(store)
    way = chance.choice(("file", "dangling link", "nothing", "below a file"))
    if way in ("file", "below a file"):
        store.write_text("")
    elif way == "dangling link":
        store.symlink_to(store.parent / "nowhere")
    return way


def foreign(store: Path, chance: Random) -> str:
    """A cache of another user, where this process may give it away; else one full of strangers' files."""
    if os.geteuid() == 0:
        for path in (store, *store.rglob("*")):
            os.chown(path, 12345, 12345)
        return "owned by another user"
    for k in range(5):
        (store / f"{chance.randbytes(32).hex()}.o").write_bytes(chance.randbytes(100 * k))
    return "files of strangers"


KIND = Kind("caches", "damaged, swapped, foreign and unwritable caches", attack, weight=2)
