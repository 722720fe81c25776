"""A GPU through CuPy: memory, compilation by NVRTC, launches. Needs NumPy and CuPy alone.

CuPy keeps what NVRTC compiled in its own folder (``CUPY_CACHE_DIR``, by default ~/.cupy/kernel_cache).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

TYPES = {"double": np.float64, "single": np.float32}
# quotients and roots of single precision to 2 units of the last digit, without the tiny numbers beside 0 that have fewer digits
_OPTIONS = ("--std=c++17", "--prec-div=false", "--prec-sqrt=false", "--ftz=true")
KEEP, TAKE, CLIP = range(3)  # what a launch does with the inputs that it is given


class NoDeviceError(Exception):
    """There is no GPU that can be used; the message says why and what to do."""


class CudaDevice:
    """The current CUDA device. ``xp`` is the array library that works in its memory."""

    def __init__(self) -> None:
        try:
            import cupy
        except ImportError:
            raise NoDeviceError('CuPy is not installed; pip install "elver[gpu]" brings it') from None
        try:
            count = cupy.cuda.runtime.getDeviceCount()
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise NoDeviceError(f"CUDA finds no device ({error})") from None
        if count == 0:
            raise NoDeviceError("CUDA finds no device")
        self.xp, self.kept = cupy, deque[tuple[Any, Any]]()

    @property
    def free_memory(self) -> int:
        """Bytes that can still be had."""
        return self.xp.cuda.runtime.memGetInfo()[0]

    @property
    def shared_room(self) -> int:
        """Bytes of shared memory that a block of threads may have."""
        return int(self.xp.cuda.Device().attributes["MaxSharedMemoryPerBlockOptin"])

    def build(self, source: str) -> Any:
        """Compile the source; what ``launch`` takes."""
        module = self.xp.RawModule(code=source, options=_OPTIONS, backend="nvrtc")
        return module.get_function("advance")

    @property
    def capability(self) -> int:
        """Generation of the processor: 90 for an H100 or H200."""
        return int(self.xp.cuda.Device().compute_capability)

    def load(self, ptx: str) -> Any:
        """Compile a kernel that is written as PTX; what ``launch`` takes. The driver keeps what it compiled."""
        module = self.xp.cuda.function.Module()
        module.load(ptx.encode())
        return module.get_function("advance")

    def reserve(self, kernel: Any, shared: int) -> None:
        """Allow a block of threads so many bytes of shared memory."""
        if shared:
            kernel.max_dynamic_shared_size_bytes = shared

    def launch(self, kernel: Any, machines: int, threads: int, arguments: tuple, shared: int = 0) -> None:
        """Run the kernel with one thread per machine.   shared: bytes of shared memory for a block."""
        kernel((-(-machines // threads),), (threads,), arguments, shared_mem=shared)

    def keep(self, array: Any) -> None:
        """Hold memory that may be another library's until what was launched so far has ended. Waits for nothing."""
        while self.kept and self.kept[0][0].done:
            self.kept.popleft()
        event = self.xp.cuda.Event(disable_timing=True)
        event.record()
        self.kept.append((event, array))

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
    on_sample: Callable[[int, Any, Any, Any], Any],
    ends: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Run one chunk of machines through the steps ``bounds[0] = 0 < bounds[1] < ..``, with a sample at each of them.

    states, parameters: (component, machine) on the host.   tables: breaks and coefficients of the sampled signals.
    on_sample(i, y, active, reached) gets device arrays: the sample's rows, and which machines were running before and after
    the steps up to it; the sample of a machine that ran away in between is of its last good state. ends: it returns a status
    for every machine; whoever's is not 0 is put back to the sample before and ends there.
    Returns the last states (component, machine) and the steps done, -1 for machines that reached the end.
    """
    xp, real, machines = device.xp, TYPES[kernel.precision], states.shape[1]
    x = xp.array(np.ascontiguousarray(states.T, dtype=real))
    p = xp.array(np.ascontiguousarray(parameters.T, dtype=real))
    fleet = device_fleet(xp, kernel, x, p)
    call = launcher(device, built, kernel, fleet, tables, h)
    done = xp.full(machines, -1, dtype=np.int64)
    for i, last in enumerate(bounds):
        active, before = fleet.status == 0, [fleet.state.copy(), fleet.steps.copy()] if ends else []
        call(last - bounds[max(i - 1, 0)])
        ended = on_sample(i, fleet.output.T, active, fleet.status == 0)
        if ends and ended.any():
            back = ended != 0
            fleet.state[back], fleet.steps[back], fleet.status[back] = before[0][back], before[1][back], ended[back]
    done = xp.where(fleet.status == 0, done, fleet.steps)
    return device.fetch(x).astype(float).T, device.fetch(done)


class _DeviceState(NamedTuple):
    """Machines as they are now, one row each, in the device's memory; kernels change them in place.

    state.   p: free parameters, the inputs among them.   held: the inputs.   base [s], steps: the time is base + steps h.
    status: codes of ``elver._support.statuses``; whoever is not RUNNING stays where it is.   output: the sample at the end of
    the last launch.   booked: its last rows, which no one is shown.
    """

    state: Any
    p: Any
    held: Any
    base: Any
    steps: Any
    status: Any
    output: Any
    booked: Any


def device_fleet(xp: Any, kernel: Any, x: Any, p: Any) -> _DeviceState:
    """Machines with these states and parameters at time 0, all of them running."""
    machines, real = len(x), TYPES[kernel.precision]
    return _DeviceState(
        state=x, p=p, held=xp.zeros((machines, kernel.inputs), dtype=real), base=xp.zeros(machines),
        steps=xp.zeros(machines, dtype=np.int64), status=xp.zeros(machines, dtype=np.int8),
        output=xp.zeros((machines, kernel.samples), dtype=real), booked=xp.zeros((machines, kernel.booked), dtype=real),
    )  # fmt: skip


def launcher(
    device: Any, built: Any, kernel: Any, fleet: _DeviceState, tables: tuple[np.ndarray, np.ndarray], h: float
) -> Callable[..., None]:
    """call(steps, given=None, manner=KEEP): one launch. given: inputs (machine, input), contiguous, in the kernel's type."""
    pieces, given_breaks = len(tables[1]), np.append(tables[0], 0.0)  # behind the break points the period, or 0
    own_tables = given_breaks[: pieces + 2], tables[1]
    breaks, coefficients = (device.xp.asarray(np.ascontiguousarray(table, dtype=np.float64)) for table in own_tables)
    machines, f = len(fleet.state), fleet
    own = (f.state, f.p, breaks, coefficients, np.int64(pieces), f.base, f.steps, f.status, f.output, f.booked)
    head, step, shared = np.int64(machines), np.float64(h), kernel.threads * kernel.shared
    device.reserve(built, shared)

    def call(steps: int, given: Any = None, manner: int = KEEP) -> None:
        last = (f.held if given is None else given, f.held, np.int64(manner))
        device.launch(built, machines, kernel.threads, (head, np.int64(steps), step, *own, *last), shared)

    return call
