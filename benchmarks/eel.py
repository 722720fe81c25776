"""The eel swims 30 s: how much faster than time itself, and in how much memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time

import elver
from timing import Metric, arguments, report

DESCRIPTION = "Scenario `eel`: 30 s of swimming, fourth-order Runge-Kutta, 1 ms steps, one core, by inverse dynamics in water."
EPILOG = """\
realtime_factor   simulated seconds per second of the time loop; best of --runs runs in this process
whole_factor      the same for the whole call of simulate: time loop, all recorded quantities, energy ledger
cores             processor time over elapsed time of the fastest call; 1 means that one core did it
peak_memory_mb    largest resident memory of a fresh process that imports, compiles with empty caches and runs; no figures
peak_memory_warm_mb  the same process when the code is already in the caches
"""
FRESH_PROCESS = """
import json, resource, sys
import elver
run = elver.simulate(elver.scenario("eel").build(), duration={duration}, solver=elver.Solver(dt={dt}))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([run.status, peak * (1 if sys.platform == "darwin" else 1024) / 1e6]))
"""


def timed_runs(duration: float, dt: float, runs: int) -> dict[str, float]:
    """Best metrics of several runs of one compiled program."""
    program = elver.compile_model(elver.scenario("eel").build())
    elver.simulate(program, duration=dt, solver=elver.Solver(dt=dt))
    best = {"realtime": 0.0, "whole": 0.0, "cores": 0.0}
    for _ in range(runs):
        start, processor = time.perf_counter(), time.process_time()
        run = elver.simulate(program, duration=duration, solver=elver.Solver(dt=dt), progress=False)
        elapsed, used = time.perf_counter() - start, time.process_time() - processor
        if run.status != "finished":
            raise SystemExit(f"the eel did not finish: {run.summary['status_detail']}")
        best["realtime"] = max(best["realtime"], run.summary["realtime_factor"])
        if duration / elapsed > best["whole"]:
            best["whole"], best["cores"] = duration / elapsed, used / elapsed
    return best


def peak_memory(duration: float, dt: float, folder: str) -> float:
    """Largest resident memory [MB] of a fresh process that runs the eel with its caches in ``folder``."""
    environment = {**os.environ, "ELVER_CACHE": os.path.join(folder, "elver"), "NUMBA_CACHE_DIR": os.path.join(folder, "numba")}
    code = FRESH_PROCESS.format(duration=duration, dt=dt)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the run in a fresh process failed:\n{done.stderr}")
    status, peak = json.loads(done.stdout.splitlines()[-1])
    if status != "finished":
        raise SystemExit(f"the run in a fresh process ended with status '{status}'")
    return peak


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--duration", type=float, default=30.0, help="simulated seconds (30)")
    parser.add_argument("--dt", type=float, default=1e-3, help="time step in seconds (0.001)")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the best counts (5)")
    options = parser.parse_args()
    best = timed_runs(options.duration, options.dt, options.runs)
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (peak_memory(options.duration, options.dt, folder) for _ in range(2))
    metrics = [
        Metric("realtime_factor", best["realtime"], at_least=30.0, note="simulated seconds per second"),
        Metric("peak_memory_mb", cold, "MB", at_most=600.0, note="fresh process, empty caches"),
        Metric("whole_factor", best["whole"], note="with recording and energy ledger"),
        Metric("cores", best["cores"], note="processor time over elapsed time"),
        Metric("peak_memory_warm_mb", warm, "MB", note="fresh process, filled caches"),
    ]
    report(f"The eel swims {options.duration:g} s, RK4, dt {options.dt:g} s", metrics, options.json)


if __name__ == "__main__":
    main()
