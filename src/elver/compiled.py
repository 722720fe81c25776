"""Compiled loops: Numba with a cache that knows all kernels' sources, and the folder where compiled code is kept.

Importing this module does not import Numba; decorating a kernel does.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

SUMS = {"reassoc", "contract", "nsz", "arcp"}  # fastmath of kernels whose sums may be taken side by side; NaN and infinity stay
KERNELS = (
    "calls.py",
    "compiled.py",
    "statuses.py",
    "contact/*.py",
    "simulation/batch_kernels.py",
    "simulation/figures.py",
    "simulation/kernels.py",
    "simulation/moreau*.py",
    "simulation/rosenbrock.py",
    "simulation/*variations.py",
    "simulation/reverse_sweep.py",
)


def cache_folder() -> Path | None:
    """Where compiled code is kept: $ELVER_CACHE, or elver below the user's cache folder; None when $ELVER_CACHE is ``off``."""
    chosen = os.environ.get("ELVER_CACHE", "")
    if chosen.lower() == "off":
        return None
    if chosen:
        return Path(chosen)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "elver"
    except RuntimeError:  # a user without a home
        return None


@cache
def source_stamp() -> str:
    """Hash of every file with kernels: they call each other across files, which Numba's own cache does not see."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    for pattern in KERNELS:
        for path in sorted(root.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def compiled(function=None, **options):
    """Compile with Numba and keep the code on disk, or in memory only where there is no place to keep it.

    Compiled loops let other threads run Python meanwhile (nogil): they touch arrays alone.
    """
    if function is None:
        return lambda f: compiled(f, **options)
    import numba

    options = {"nogil": True, **options}
    folder, before = cache_folder(), numba.config.CACHE_DIR
    if folder is None:
        return numba.njit(**options)(function)
    try:
        numba.config.CACHE_DIR = before or str(folder / "loops" / source_stamp())
        return numba.njit(cache=True, **options)(function)
    except (RuntimeError, OSError):
        return numba.njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before
