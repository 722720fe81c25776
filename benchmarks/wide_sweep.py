"""A million cases in blocks: memory of the whole command, cases a second, and what a Dask cluster costs besides."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from dataclasses import replace

from children import measured
from elver.analysis import sweep
from elver.analysis.studies.runs import run_block
from elver.analysis.studies.setup import Blocks, make_setup, read_axes
from elver.simulation import Compute, Save, Solver
from timing import Metric, progress

SMALL = {"parameters": {"body.joints": 1}, "duration": 0.1, "solver": Solver(dt=0.01, method="rk4"), "save": Save(every=0.02)}
AMPLITUDE, WAVELENGTH = "gait.amplitude", "gait.wavelength"
BLOCK = 256
MANY, IDLE = 24, 200  # blocks on the cluster that are run, and that are sent only


def wide_metrics(cases: int, silent: bool) -> list[Metric]:
    """The command `elver sweep` with so many cases in a fresh process, the store written, opened and told about."""
    side = max(2, round(cases**0.5))
    progress(f"a sweep of {side * side} cases ...", silent)
    with tempfile.TemporaryDirectory() as folder:
        line = [sys.executable, "-m", "elver", "sweep", "eel", "--set", "body.joints=1", "--seconds", "0.1", "--dt", "0.01"]
        line += ["--method", "rk4", "--output", "0.02", "--vary", f"{AMPLITUDE}=0.02:0.10:{side}"]
        line += ["--vary", f"{WAVELENGTH}=1.2:2.4:{side}", "--out", os.path.join(folder, "wide.zarr"), "--json"]
        ended = measured(line)
        told = json.loads(ended.output)
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)
    if told["status"] != {"finished": side * side}:
        raise SystemExit(f"not all cases finished: {told['status']}")
    return [
        Metric("peak_memory_mb", ended.peak_mb, "MB", at_most=2000.0, note=f"{side * side} cases, whole command"),
        Metric("wide_sweep_s", ended.seconds, "s", note="the same, programs, runs, metrics and store"),
        Metric("wide_cases_per_s", side * side / ended.seconds, "1/s"),
        Metric("wide_store_mb", size / 1e6, "MB", note="on disk"),
    ]


def cluster_metrics(silent: bool) -> list[Metric]:
    """Blocks on a local cluster of two workers of one thread each, against the same blocks in this process."""
    from distributed import LocalCluster

    progress("a cluster of two workers ...", silent)
    with tempfile.TemporaryDirectory() as folder, LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        timed_sweep(4, os.path.join(folder, "first"), cluster=address)  # programs are compiled
        beyond = min(idle_block(address) for _ in range(3))
        ways: list[tuple[str, dict]] = [("cluster", {"cluster": address}), ("threads", {"compute": Compute(threads=2)})]
        both = [[timed_sweep(MANY, os.path.join(folder, f"{name}{k}"), **how) for name, how in ways] for k in range(2)]
    on_cluster, in_threads = (min(times) for times in zip(*both, strict=True))
    return [
        Metric("block_s", block_seconds(), "s", note=f"{BLOCK} cases on one core"),
        Metric("dask_overhead_per_block_s", beyond, "s", note="a worker's time for a block that it is sent and does not run"),
        Metric("dask_overhead_per_1000_s", beyond * 1000 / BLOCK, "s", note="the same for 1000 cases"),
        Metric("cluster_cases_per_s", MANY * BLOCK / on_cluster, "1/s", note="two workers of one thread, whole sweep"),
        Metric("threads_cases_per_s", MANY * BLOCK / in_threads, "1/s", note="this process, two threads, whole sweep"),
    ]


def idle_block(address: str) -> float:
    """Time [s] that a worker is busy with a block which it is sent, and which it does not run."""
    from distributed import Client

    setup, blocks = small_blocks(IDLE)
    with Client(address, set_as_default=False) as client:
        began = time.perf_counter()
        client.gather([client.submit(count, setup, block, pure=False) for block in blocks])
        return 2 * (time.perf_counter() - began) / IDLE


def count(setup, block) -> int:
    return len(block.cases)


def timed_sweep(blocks: int, store: str, **how) -> float:
    """Wall time [s] of a sweep of so many blocks into a store."""
    vary = {AMPLITUDE: f"0.02:0.10:{blocks}", WAVELENGTH: f"1.2:2.4:{BLOCK}"}
    save, began = replace(SMALL["save"], path=store), time.perf_counter()
    data = sweep("eel", vary, compute=Compute(block=BLOCK), progress=False, **{**SMALL, "save": save}, **how)
    ended = time.perf_counter() - began
    if not bool(data.trusted.all()):
        raise SystemExit("a case cannot be trusted")
    return ended


def small_blocks(number: int):
    """What all cases of ``timed_sweep`` share, and so many of its blocks."""
    setup = make_setup("eel", **SMALL)
    axes = read_axes(setup.scenario, {AMPLITUDE: f"0.02:0.10:{number}", WAVELENGTH: f"1.2:2.4:{BLOCK}"}, SMALL["parameters"])
    return setup, Blocks(axes, BLOCK)


def block_seconds() -> float:
    """Time [s] of one block on one core, best of five."""
    setup, blocks = small_blocks(2)
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        run_block(setup, blocks[1], 1)
        best = min(best, time.perf_counter() - began)
    return best
