"""The CUDA text built by a C compiler: stands in for a GPU where there is none."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


class HostDevice:
    """The interface of elver.codegen.cuda.device.CudaDevice with NumPy and a loop over machines."""

    xp = np
    shared_room = 232_448

    def __init__(self, free_memory: int = 10**9):
        self.free_memory, self.launches = free_memory, 0

    def build(self, source: str):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "kernel.c"
            path.write_text(source)
            command = [
                COMPILER,
                "-O0",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-Wno-unused-parameter",
                "-Wno-unused-variable",
            ]
            command += ["-Wno-unused-but-set-variable", "-shared", "-fPIC", "-o", f"{folder}/kernel.so", str(path), "-lm"]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr[:2000]
            return ctypes.CDLL(f"{folder}/kernel.so").advance

    def reserve(self, kernel, shared: int) -> None:
        pass

    def launch(self, kernel, machines: int, threads: int, arguments: tuple, shared: int = 0) -> None:
        kernel.argtypes = [
            ctypes.c_void_p if isinstance(a, np.ndarray) else ctypes.c_double if isinstance(a, np.floating) else ctypes.c_longlong
            for a in arguments
        ]
        kernel(*(a.ctypes.data if isinstance(a, np.ndarray) else a for a in arguments))
        self.launches += 1

    def fetch(self, array) -> np.ndarray:
        return np.array(array)

    def keep(self, array) -> None:
        pass

    def wait(self) -> None:
        pass
