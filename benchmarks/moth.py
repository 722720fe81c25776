"""The moth flaps once, by the authors' scheme and by Runge and Kutta's; and its periodic orbit from a cold start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import elver
from timing import Metric, arguments, native_loop, report

DESCRIPTION = """\
Scenario `moth`: one flapping period of 0.04 s at steps of 0.1 ms in free flight, one core, after compilation;
and `elver orbit moth` in a process of its own."""
EPILOG = """\
adams_ms      time loop, predictor of order 4 and corrector of order 5 as published; best of --runs
rk4_ms        time loop, fourth-order Runge-Kutta
whole_ms      rk4 with all recorded quantities, energy ledger and measures
rhs_us        one evaluation of the equations of motion (hybrid recursion, 16 joints, 48 blade elements)
orbit_cold_s  `elver orbit moth --json` from the prompt, with empty code caches ($ELVER_CACHE, $NUMBA_CACHE_DIR)
orbit_warm_s  the same again with the caches of the first
residual      of the orbit, scaled
compile_s     equations written and compiled (from the cache where they are in it)
The authors report 17 s for the same period and step (MATLAB, 2.66 GHz laptop of 2014).
"""
PERIOD = 0.04


def loop_time(program, method: str, dt: float, runs: int) -> tuple[float, float]:
    """Best seconds of the time loop, and of the whole call."""
    loops, calls = [], []
    for _ in range(runs):
        start = time.perf_counter()
        run = elver.simulate(
            program, PERIOD, solver=elver.Solver(dt=dt, method=method), save=elver.Save(every=1e-3), progress=False
        )
        calls.append(time.perf_counter() - start)
        loops.append(run.summary["wall_time"])
        if run.status != "finished":
            raise SystemExit(f"the moth did not finish: {run.summary['status_detail']}")
    return min(loops), min(calls)


def orbit_times() -> tuple[float, float, float]:
    """Seconds of `elver orbit moth` without and with compiled code in its caches, and the residual."""
    times, residuals = [], []
    with tempfile.TemporaryDirectory() as folder:
        caches = {"ELVER_CACHE": str(Path(folder) / "elver"), "NUMBA_CACHE_DIR": str(Path(folder) / "numba")}
        for _ in range(2):
            start = time.perf_counter()
            command = [sys.executable, "-m", "elver", "orbit", "moth", "--json"]
            done = subprocess.run(command, env={**os.environ, **caches}, capture_output=True, text=True)
            times.append(time.perf_counter() - start)
            if done.returncode:
                raise SystemExit(f"`elver orbit moth` failed:\n{done.stderr}")
            residuals.append(json.loads(done.stdout)["orbit_residual"])
    return times[0], times[1], max(residuals)


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--dt", type=float, default=1e-4, help="time step in seconds (0.0001)")
    parser.add_argument("--runs", type=int, default=20, help="runs of which the best counts (20)")
    options = parser.parse_args()
    program = elver.compile_model(elver.scenario("moth").prepared())
    cold, warm, residual = orbit_times()
    adams, _ = loop_time(program, "adams", options.dt, options.runs)
    rk4, whole = loop_time(program, "rk4", options.dt, options.runs)
    p = program.parameter_vector()
    inputs = ([0.01], program.initial_state(p), p, program.signal_values(0.0))
    rhs = min(native_loop(program.rhs, inputs, 0, 5000)() for _ in range(5))
    metrics = [
        Metric("adams_ms", 1e3 * adams, "ms", at_most=20.0, note=f"{17 / adams:.0f} times faster than the authors' 17 s"),
        Metric("rk4_ms", 1e3 * rk4, "ms", at_most=20.0),
        Metric("orbit_cold_s", cold, "s", at_most=60.0, note="fresh process, empty caches"),
        Metric("residual", residual, "1", at_most=1e-9, note="of the orbit, scaled"),
        Metric("orbit_warm_s", warm, "s", note="fresh process"),
        Metric("whole_ms", 1e3 * whole, "ms", note="with recording, ledger and measures"),
        Metric("rhs_us", 1e6 * rhs, "us", note=f"{program.equations.rhs.n_instructions()} instructions"),
        Metric("compile_s", program.build_time + program.compile_time, "s"),
    ]
    report(f"One flapping period of the moth and its orbit, dt {options.dt:g} s", metrics, options.json)


if __name__ == "__main__":
    main()
