"""Capytaine with its table of waves, which takes a quarter of a minute to make: one worker makes it, the others copy it."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

import pytest


@cache
def needs_capytaine() -> None:
    """Skip where it is not installed; else see to it that its table is there before the clock of a test runs."""
    package = pytest.importorskip("capytaine")
    if "PYTEST_XDIST_WORKER" not in os.environ or os.name != "posix":
        return
    import fcntl

    own = Path(os.environ["CAPYTAINE_CACHE_DIR"])  # of this worker alone: tests/conftest.py
    common = own.with_name(f"{own.name.rpartition('-')[0]}-common")
    with open(common.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if common.is_dir() and not any(own.rglob("*.npz")):
            shutil.copytree(common, own, dirs_exist_ok=True)
        package.Delhommeau()  # makes the table where there is none yet
        if not common.is_dir():
            half = Path(shutil.copytree(own, f"{common}-half", dirs_exist_ok=True))
            half.rename(common)
