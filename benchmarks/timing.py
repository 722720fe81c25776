"""What the benchmark programs share: interleaved timing, a compiled loop over native code, and the printed report."""

from __future__ import annotations

import argparse
import gc
import json
import math
import multiprocessing
import platform
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Metric:
    """One measured number. ``bar``: the target, to be reached (at_least) or not exceeded (at_most)."""

    key: str
    value: float
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def bar(self) -> str:
        """The target as text."""
        if self.at_least is not None:
            return f">= {self.at_least:g}"
        return f"<= {self.at_most:g}" if self.at_most is not None else ""

    @property
    def verdict(self) -> str:
        """``met`` or ``MISSED``; empty where there is no bar."""
        if not self.bar:
            return ""
        good = self.value >= self.at_least if self.at_least is not None else self.value <= self.at_most
        return "met" if good else "MISSED"


def arguments(description: str, epilog: str = "", processes: bool = False) -> argparse.ArgumentParser:
    """A parser with the options that every benchmark has. processes: also ``--processes``, for studies without a clock."""
    parser = argparse.ArgumentParser(description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object of named numbers and nothing else")
    if processes:
        parser.add_argument("--processes", type=int, default=1, metavar="N", help="side by side (1)")
    return parser


def in_processes(work: Callable, tasks: Iterable[tuple], processes: int, silent: bool) -> list:
    """``work(*task)`` for every task, in order; by so many processes, or in this one."""
    tasks, found = list(tasks), []
    if processes == 1:
        done = (work(*task) for task in tasks)
    else:
        pool = ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))
        done = pool.map(work, *zip(*tasks, strict=True))
    for k, result in enumerate(done):
        progress(f"{k + 1} of {len(tasks)}: {', '.join(map(str, tasks[k]))}", silent)
        found.append(result)
    return found


def report(title: str, metrics: Iterable[Metric], as_json: bool, packages: Iterable[str] = (), notes: Iterable[str] = ()):
    """Print the metrics as JSON, or as a table with the machine and the versions above it."""
    metrics = list(metrics)
    if as_json:
        print(json.dumps({f.key: f.value for f in metrics}))
        return
    print(f"{title}\n{machine()}\n{versions(packages)}\n")
    rows = [("metric", "value", "unit", "bar", "", "")]
    rows += [(f.key, number(f.value), f.unit, f.bar, f.verdict, f.note) for f in metrics]
    widths = [max(len(row[k]) for row in rows) for k in range(5)]
    for row in rows:
        cells = [row[k].rjust(widths[k]) if k == 1 else row[k].ljust(widths[k]) for k in range(5)]
        print("  ".join([*cells, row[5]]).rstrip())
    for note in notes:
        print(f"\n{note}")


def number(value: float) -> str:
    """Four significant digits, without an exponent where that reads well."""
    if value == 0 or not math.isfinite(value) or not 1e-3 <= abs(value) < 1e5:
        return f"{value:.3g}"
    digits = max(0, 3 - math.floor(math.log10(abs(value))))
    return f"{value:.{digits}f}"


def machine() -> str:
    """Processor and system of this computer."""
    return f"{processor()}, {platform.system()} {platform.machine()}"


def processor() -> str:
    """Model name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{len(names)} x {names[0]}" if names else platform.processor() or "unknown processor"


def versions(packages: Iterable[str]) -> str:
    """Versions of Python, Elver and the named packages in one line."""
    found = [f"Python {platform.python_version()}"]
    for name in ("elver", "numpy", "casadi", "llvmlite", "numba", *packages):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} missing")
    return ", ".join(found)


def interleaved(contenders: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Smallest result of each contender over ``rounds`` rounds; each runs once in every round.

    A contender runs a batch and returns the seconds of one evaluation. Taking turns lets a disturbance of the machine
    hit all alike; the smallest value is the one that was disturbed least.
    """
    best = dict.fromkeys(contenders, math.inf)
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, run in contenders.items():
                best[name] = min(best[name], run())
    finally:
        gc.enable()
    return best


def python_loop(count: int, call: Callable, *args) -> Callable[[], float]:
    """A contender that calls ``call(*args)`` ``count`` times from Python."""

    def run() -> float:
        start = time.perf_counter()
        for _ in range(count):
            call(*args)
        return (time.perf_counter() - start) / count

    return run


def native_loop(function, inputs: Iterable[np.ndarray], vary: int, count: int) -> Callable[[], float]:
    """A contender that calls a NativeFunction ``count`` times from compiled code, adding 1e-9 to inputs[vary][0] each time."""
    repeat = compiled_loop()
    arrays = [np.array(a, dtype=float).ravel() for a in inputs]
    arrays += [np.empty(rows * columns * function.width) for rows, columns in function.shapes_out] + [
        np.empty(max(1, function.work_size))
    ]
    pointers = tuple(a.ctypes.data for a in arrays)
    repeat(function.address, pointers, arrays[vary], 1)

    def run() -> float:
        start = time.perf_counter()
        repeat(function.address, pointers, arrays[vary], count)
        return (time.perf_counter() - start) / count

    return run


def compiled_loop() -> Callable:
    """``repeat(address, pointers, varied, count)`` as machine code."""
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    @intrinsic
    def call(typing, address, pointers):
        """Call ``void f(double*, ..)`` at ``address``; ``pointers`` is a tuple of addresses."""

        def generate(context, builder, signature, args):
            pointer = ir.IntType(8).as_pointer()
            given = [builder.extract_value(args[1], k) for k in range(pointers.count)]
            kind = ir.FunctionType(ir.VoidType(), [pointer] * pointers.count)
            builder.call(builder.inttoptr(args[0], kind.as_pointer()), [builder.inttoptr(g, pointer) for g in given])
            return context.get_dummy_value()

        return types.void(types.intp, pointers), generate

    @njit
    def repeat(address, pointers, varied, count):
        for _ in range(count):
            varied[0] += 1e-9
            call(address, pointers)

    return repeat


def relative_error(value, reference) -> float:
    """Largest deviation over the largest magnitude of the reference."""
    reference = np.asarray(reference, dtype=float)
    return float(np.abs(np.asarray(value) - reference).max() / np.abs(reference).max())


def progress(text: str, silent: bool) -> None:
    """A line on standard error, for measurements that take long."""
    if not silent:
        print(text, file=sys.stderr, flush=True)
