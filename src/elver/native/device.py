"""A GPU through CuPy: memory, compilation by NVRTC, launches. Needs NumPy and CuPy alone.

CuPy keeps what NVRTC compiled in its own folder (``CUPY_CACHE_DIR``, by default ~/.cupy/kernel_cache).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

TYPES = {"double": np.float64, "single": np.float32}


class NoDeviceError(Exception):
    """There is no GPU that can be used; the message says why and what to do."""


class CudaDevice:
    """The current CUDA device. ``xp`` is the array library that works in its memory."""

    def __init__(self):
        try:
            import cupy
        except ImportError:
            raise NoDeviceError("CuPy is not installed; pip install 'elver[gpu]' brings it") from None
        try:
            count = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise NoDeviceError(f"CUDA finds no device ({error})") from None
        if count == 0:
            raise NoDeviceError("CUDA finds no device")
        self.xp = cupy

    @property
    def free_memory(self) -> int:
        """Bytes that can still be had."""
        return self.xp.cuda.runtime.memGetInfo()[0]

    def build(self, source: str) -> Any:
        """Compile the source; what ``launch`` takes."""
        module = self.xp.RawModule(code=source, options=("--std=c++17",), backend="nvrtc")
        return module.get_function("advance")

    def launch(self, kernel: Any, machines: int, threads: int, arguments: tuple) -> None:
        """Run the kernel with one thread per machine."""
        kernel((-(-machines // threads),), (threads,), arguments)

    def fetch(self, array: Any) -> np.ndarray:
        """An array of the device as an array of the host."""
        return self.xp.asnumpy(array)

    def wait(self) -> None:
        """Until everything launched has ended."""
        self.xp.cuda.Device().synchronize()


def advance_chunk(
    device: Any,
    built: Any,
    kernel: Any,
    states: np.ndarray,
    parameters: np.ndarray,
    tables: tuple[np.ndarray, np.ndarray],
    h: float,
    bounds: Sequence[int],
    on_sample: Callable[[int, Any, Any, Any], None],
) -> tuple[np.ndarray, np.ndarray]:
    """Run one chunk of machines through the steps ``bounds[0] = 0 < bounds[1] < ..``, with a sample at each of them.

    states, parameters: (component, machine) on the host.   tables: breaks and coefficients of the sampled signals.
    on_sample(i, y, active, reached) gets device arrays: the sample's rows, and which machines were running before and after
    the steps up to it; the sample of a machine that ran away in between is of its last good state.
    Returns the last states (component, machine) and the steps done, -1 for machines that reached the end.
    """
    xp, real, machines = device.xp, TYPES[kernel.precision], states.shape[1]
    x = xp.array(np.ascontiguousarray(states, dtype=real))
    p = xp.array(np.ascontiguousarray(parameters, dtype=real))
    breaks, coefficients = (xp.asarray(np.ascontiguousarray(table, dtype=np.float64)) for table in tables)
    done, y = xp.full(machines, -1, dtype=np.int64), xp.zeros((kernel.samples, machines), dtype=real)
    for i, last in enumerate(bounds):
        first = bounds[max(i - 1, 0)]
        active = done < 0
        arguments = (
            np.int64(machines), np.int64(first), np.int64(last), np.float64(h), x, p, breaks, coefficients,
            np.int64(len(tables[1])), done, y,
        )  # fmt: skip
        device.launch(built, machines, kernel.threads, arguments)
        on_sample(i, y, active, done < 0)
    return device.fetch(x).astype(float), device.fetch(done)
