"""A sweep of 63 eels on two cores: how long, and how much of it is simulation. A million small ones, and a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import elver
from elver.analysis import sweep
from timing import Metric, arguments, report
from wide_sweep import cluster_metrics, wide_metrics

DESCRIPTION = "Scenario `eel`, 63 runs of 30 s (amplitude x wavelength), RK4 at 1 ms, into a Zarr store, on two cores."
EPILOG = """\
sweep_s          the whole command `elver sweep` in a fresh process, code in the caches: import, programs, runs, figures, store
sweep_cold_s     the same with empty caches
call_s           the call of elver.analysis.studies.sweeps in this process, second time
singles_s        63 calls of simulate on one core, extrapolated from --singles of them, with summaries
peak_memory_mb   largest memory of `elver sweep` with --cases cases (1 joint, 10 steps, 6 samples each), store written and opened
dask_...         a local cluster of two workers with a thread each, blocks of 256 cases: 200 that are sent, 24 that run
--only narrow, wide or cluster measures a part
"""
PARTS = ("narrow", "wide", "cluster")
RANGES = {"gait.amplitude": "0.02:0.10:9", "gait.wavelength": "1.2:2.4:7"}


def command(folder: str, caches: str, seconds: float) -> float:
    """Wall time [s] of the command line in a fresh process."""
    environment = {**os.environ, "ELVER_CACHE": os.path.join(caches, "elver"), "NUMBA_CACHE_DIR": os.path.join(caches, "numba")}
    vary = [part for name, text in RANGES.items() for part in ("--vary", f"{name}={text}")]
    line = [sys.executable, "-m", "elver", "sweep", "eel", *vary, "--seconds", f"{seconds:g}", "--threads", "2"]
    began = time.perf_counter()
    done = subprocess.run([*line, "--out", os.path.join(folder, "sweep.zarr")], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the sweep failed:\n{done.stderr}{done.stdout}")
    return time.perf_counter() - began


def call(seconds: float) -> float:
    """Wall time [s] of the second sweep in this process."""
    for _ in range(2):
        began = time.perf_counter()
        data = sweep("eel", RANGES, duration=seconds, compute=elver.Compute(threads=2), progress=False)
    if not (data.status == "finished").all():
        raise SystemExit("a case did not finish")
    return time.perf_counter() - began


def one_by_one(count: int, seconds: float) -> float:
    """Wall time [s] of 63 single runs with their summaries, from ``count`` of them."""
    program = elver.compile_model(elver.scenario("eel").build(free=list(RANGES)))
    elver.simulate(program, 0.01)
    began = time.perf_counter()
    for k in range(count):
        run = elver.simulate(program, seconds, parameters={"gait.amplitude": 0.02 + 0.08 * k / count}, progress=False)
        if not run.summary["mean_speed"] > 0:
            raise SystemExit("an eel did not swim")
    return (time.perf_counter() - began) * 63 / count


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--seconds", type=float, default=30.0, help="simulated seconds of every run (30)")
    parser.add_argument("--singles", type=int, default=8, help="single runs to time (8)")
    parser.add_argument("--cases", type=int, default=1_000_000, help="cases of the wide sweep (1000000)")
    parser.add_argument("--only", choices=PARTS, help="measure a part of all this")
    options = parser.parse_args()
    wanted = PARTS if options.only is None else (options.only,)
    metrics = narrow_metrics(options) if "narrow" in wanted else []
    metrics += wide_metrics(options.cases, options.json) if "wide" in wanted else []
    metrics += cluster_metrics(options.json) if "cluster" in wanted else []
    report(
        f"63 eels swim {options.seconds:g} s each, two threads; small ones in a million", metrics, options.json, ["zarr", "dask"]
    )


def narrow_metrics(options) -> list[Metric]:
    """63 eels, whole runs."""
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (command(os.path.join(folder, name), folder, options.seconds) for name in ("cold", "warm"))
    here, singles = call(options.seconds), one_by_one(options.singles, options.seconds)
    return [
        Metric("sweep_s", warm, "s", at_most=20.0, note="whole command, filled caches"),
        Metric("sweep_cold_s", cold, "s", note="whole command, empty caches"),
        Metric("call_s", here, "s", note="programs at hand"),
        Metric("runs_per_second", 63 / here, "1/s"),
        Metric("singles_s", singles, "s", note="63 single runs on one core"),
    ]


if __name__ == "__main__":
    main()
