"""Many machines on a GPU: chunks that fit its memory, one thread per machine, the time loop between two samples in one launch."""

from __future__ import annotations

import time
import warnings
from typing import Any

import numpy as np

from elver._support.display import Progress
from elver._support.interrupts import Interrupt
from elver._support.statuses import LOOP_SINGULAR
from elver.codegen.cuda.device import CudaDevice, NoDeviceError, advance_chunk
from elver.codegen.cuda.kernel import Kernel, Tuning, emit_kernel
from elver.codegen.kernels.system import TABLEAUX
from elver.model import Program
from elver.model.program import made_once
from elver.simulation.batches.cpu import BatchOutcome, end_at_loops, fixed_step_outcome
from elver.simulation.batches.figures import Figures, SampleLayout, make_figures, note_all
from elver.simulation.plan import Plan
from elver.simulation.recording import Sampling
from elver.simulation.trajectory import quaternion_index

_METHODS = (*TABLEAUX, "moreau")  # moreau: contact, see contact_gpu.py
MEMORY_SHARE = 0.5  # of the free memory; the rest is for local memory and for what CuPy computes with
_COPIES = 4  # of a sample in double precision, while it is booked


class TargetWarning(UserWarning):
    """A batch runs somewhere else than it was asked to."""


def find_device(method: str, own_signals: bool = False) -> CudaDevice | None:
    """The GPU; None with a warning that says why where there is none, or no GPU code for what is asked for."""
    try:
        if own_signals:
            raise NoDeviceError("machines with signals of their own have no GPU code (a table that all share has)")
        if method not in _METHODS:
            raise NoDeviceError(f"method {method} has no GPU code (it has {', '.join(_METHODS)})")
        return CudaDevice()
    except NoDeviceError as reason:
        warn_of_cpu(reason)
        return None


def warn_of_cpu(reason: NoDeviceError) -> None:
    """Say that a batch does not run where it was asked to."""
    warnings.warn(f"device gpu: {reason}. The batch runs on the CPU instead.", TargetWarning, stacklevel=5)


def _kernel_of(program: Program, plan: Plan, sampling: Sampling, precision: str, room: int) -> Kernel:
    """The kernel's source for a program; written when first asked for. room: bytes of shared memory for a block of threads."""

    def make() -> Kernel:
        own = program.equations.written["rhs"], sampling.graph, plan.method, precision, quaternion_index(program)
        return emit_kernel(*own, program.signal_tables()[1].shape[2], Tuning(room=room))

    key = ("cuda", plan.method, precision, room, tuple(r.name for r in sampling.recorded))
    return made_once(program.variants, key, make)


def _chunk_size(kernel: Kernel, figure_rows: int, free: int, machines: int) -> int:
    """Machines that fit the memory at once: numbers, samples while they are booked, figures."""
    bytes_each = 8 * (kernel.states + kernel.parameters + (1 + _COPIES) * kernel.samples + figure_rows + 4)
    return max(1, min(machines, int(MEMORY_SHARE * free / bytes_each)))


def run_gpu(
    program: Program,
    plan: Plan,
    sampling: Sampling,
    parameters: np.ndarray,
    states: np.ndarray,
    device: Any,
    precision: str,
    bar: Progress,
) -> BatchOutcome:
    """Fixed steps of all machines on the device, chunk by chunk; recorded rows are fetched sample by sample."""
    kernel = _kernel_of(program, plan, sampling, precision, device.shared_room)
    built, tables = device.build(kernel.source), program.signal_tables()
    machines, rows = len(states), sampling.rows
    first = 8 + rows.works + rows.torques  # of the recorded rows
    bounds = sorted({*range(0, plan.steps + 1, plan.every), plan.steps})
    figures, last = make_figures(rows, machines), states.copy()
    kept = np.full((machines, len(bounds), rows.recorded), np.nan)
    done, turned, signs = np.full(machines, -1), np.zeros(machines, bool), device.xp.asarray(sampling.signs)
    size = _chunk_size(kernel, sum(len(f) for f in figures), device.free_memory, machines)
    started = time.perf_counter()
    with Interrupt() as interrupt:
        for begin in range(0, machines, size):
            if interrupt.asked:
                break
            part = slice(begin, min(begin + size, machines))
            own, watch = make_figures(rows, part.stop - begin, device.xp), _Turns(device.xp, rows)

            def book(
                i: int, y: Any, active: Any, reached: Any, part: slice = part, own: Figures = own, watch: _Turns = watch
            ) -> Any:
                ended = watch.look(y, active)
                going = active if ended is None else active & (ended == 0)
                note_all(device.xp, y.astype(np.float64), rows, signs, going, i == 0, own)
                if rows.recorded:
                    chosen = device.fetch(reached & going)
                    kept[part][chosen, i] = device.fetch(y[first : first + rows.recorded]).T[chosen]
                bar.update(plan.duration * (begin + (part.stop - begin) * (i + 1) / len(bounds)))  # noqa: B023
                return ended

            given = states[part].T, parameters[part].T, tables, plan.dt, bounds, book
            x, steps = advance_chunk(device, built, kernel, *given, ends=rows.dependent > 0)
            last[part], done[part], turned[part] = x.T, np.where(steps < 0, plan.steps, steps), watch.turned(device)
            for whole, piece in zip(figures, own, strict=True):
                whole[:, part] = device.fetch(piece)
    outcome = fixed_step_outcome(plan, last, Figures(*figures), kept, done, time.perf_counter() - started)
    return end_at_loops(outcome, [program] * machines, plan.dt, parameters, turned)


class _Turns:
    """Whether the loops of the machines of a chunk turned over between two samples, as ``turning`` has it for a CPU."""

    def __init__(self, xp: Any, rows: SampleLayout):
        self.xp, self.shape, self.J = xp, (rows.dependent, rows.closures), None
        self.found: Any = None

    def look(self, y: Any, active: Any) -> Any:
        """Status codes of the running machines after the sample y; None where there are no loops."""
        columns, closures = self.shape
        if columns == 0:
            return None
        J = y[-columns * closures :].T.reshape(-1, columns, closures).copy()
        if self.J is None:
            self.J, self.found = J, self.xp.zeros(len(J), dtype=bool)
        turned = active & (self.xp.linalg.det(self.J @ J.transpose(0, 2, 1)) < 0)
        self.J, self.found = J, self.found | turned
        return self.xp.where(turned, LOOP_SINGULAR, 0).astype(np.int8)

    def turned(self, device: Any) -> np.ndarray | bool:
        """Which machines ended so."""
        return False if self.found is None else device.fetch(self.found)
