"""One thread for NumPy's products of matrices, where NumPy comes with OpenBLAS.

A learner multiplies many small matrices, and machines are stepped by threads of their own in between. Threads of OpenBLAS gain
nothing there and, where the processors are busy, wait for each other a hundred times as long as they work.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

NAMES = (
    "scipy_openblas_{}_num_threads64_",
    "scipy_openblas_{}_num_threads",
    "openblas_{}_num_threads64_",
    "openblas_{}_num_threads",
)


def openblas() -> list[tuple]:
    """Functions that get and set the number of threads, of every OpenBLAS beside NumPy."""
    found = []
    beside = Path(np.__file__).parent
    for path in sorted([*beside.parent.glob("numpy.libs/*openblas*"), *beside.glob(".dylibs/*openblas*")]):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for name in NAMES:
            if hasattr(library, name.format("set")) and hasattr(library, name.format("get")):
                found.append((getattr(library, name.format("get")), getattr(library, name.format("set"))))
                break
    return found


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Products of matrices by the calling thread alone while the block runs."""
    known = openblas()
    before = [get() for get, _ in known]
    for _, put in known:
        put(1)
    try:
        yield
    finally:
        for (_, put), count in zip(known, before, strict=True):
            put(count)
