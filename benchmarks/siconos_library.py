"""Siconos, compiled and loaded: its numbers for solvers and storage, and the tolerances both sides are held to."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
TOLERANCE, MOST = 1e-8, 10_000
TIGHTER = (1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14)
NSGS, NEWTON, GLOBAL_NSGS_WR, GLOBAL_NSGS = 500, 504, 600, 605  # Siconos' numbers: Friction_cst.h
LOCAL_NEWTON, LOCAL_PROJECTION = 550, 552
DENSE, SPARSE_BLOCK, SPARSE = 0, 1, 2  # NumericsMatrix.h


class Choice(ctypes.Structure):
    """As in siconos_snake.cpp."""

    _fields_ = [(name, ctypes.c_double) for name in ("dt", "theta", "tolerance")] + [
        (name, ctypes.c_int) for name in ("whole", "solver", "local", "most", "storage")
    ]


@dataclass(frozen=True)
class Setup:
    """One way to let Siconos solve the contacts."""

    label: str
    solver: int
    local: int = 0
    storage: int = DENSE
    whole: int = 0


SETUPS = (
    Setup("NSGS", NSGS),
    Setup("NSGS, local Newton", NSGS, LOCAL_NEWTON),
    Setup("NSGS, local projection", NSGS, LOCAL_PROJECTION),
    Setup("NSGS, sparse blocks", NSGS, storage=SPARSE_BLOCK),
    Setup("nonsmooth Newton", NEWTON),
    Setup("global NSGS", GLOBAL_NSGS, storage=SPARSE, whole=1),
    Setup("global NSGS, reduced inside", GLOBAL_NSGS_WR, storage=SPARSE, whole=1),
)


class SiconosMissingError(Exception):
    """Siconos or a compiler is not there."""


@cache
def library() -> ctypes.CDLL:
    """siconos_snake.cpp, compiled and loaded."""
    compiler = shutil.which("g++")
    if compiler is None:
        raise SiconosMissingError("there is no g++")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    include = [f"-I/usr/include/siconos{part}" for part in ("", "/kernel", "/numerics")]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "siconos_snake.so"
        command = [compiler, "-O2", "-w", "-std=c++17", "-shared", "-fPIC", *include, str(HERE / "siconos_snake.cpp"), "-o"]
        done = subprocess.run(
            [*command, str(target), "-lsiconos_kernel", "-lsiconos_numerics"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            first = next((line for line in done.stderr.splitlines() if "error" in line), "no reason given")
            raise SiconosMissingError(f"g++ could not compile against it ({first.strip()})")
        found = ctypes.CDLL(str(target))
    pointer, number, integer = ctypes.c_void_p, ctypes.c_double, ctypes.c_int
    found.snake_new.restype = pointer
    found.snake_new.argtypes = [integer, pointer, integer, pointer, pointer, pointer, number]
    found.snake_delete.argtypes = [pointer]
    found.snake_run.argtypes = [pointer, integer, integer, integer, number, pointer, pointer]
    found.solve_frozen.restype = number
    found.solve_frozen.argtypes = [integer, pointer, pointer, pointer, integer, number, integer, integer, pointer]
    return found
