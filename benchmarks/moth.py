"""The moth flaps once: milliseconds of one period on one core, by the authors' scheme and by Runge and Kutta's."""

from __future__ import annotations

import time

import elver
from timing import Figure, arguments, native_loop, report

DESCRIPTION = "Scenario `moth`: one flapping period of 0.04 s at steps of 0.1 ms in free flight, one core, after compilation."
EPILOG = """\
adams_ms      time loop, predictor of order 4 and corrector of order 5 as published; best of --runs
rk4_ms        time loop, fourth-order Runge-Kutta
whole_ms      rk4 with all recorded quantities, energy ledger and measures
rhs_us        one evaluation of the equations of motion (hybrid recursion, 16 joints, 48 blade elements)
compile_s     equations written and compiled (from the cache where they are in it)
The authors report 17 s for the same period and step (MATLAB, 2.66 GHz laptop of 2014).
"""
PERIOD = 0.04


def loop_time(program, method: str, dt: float, runs: int) -> tuple[float, float]:
    """Best seconds of the time loop, and of the whole call."""
    loops, calls = [], []
    for _ in range(runs):
        start = time.perf_counter()
        run = elver.simulate(program, PERIOD, dt=dt, output=1e-3, method=method, progress=False)
        calls.append(time.perf_counter() - start)
        loops.append(run.summary["wall_time"])
        if run.status != "finished":
            raise SystemExit(f"the moth did not finish: {run.summary['status_detail']}")
    return min(loops), min(calls)


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--dt", type=float, default=1e-4, help="time step in seconds (0.0001)")
    parser.add_argument("--runs", type=int, default=20, help="runs of which the best counts (20)")
    options = parser.parse_args()
    program = elver.compile_model(elver.scenario("moth").build())
    adams, _ = loop_time(program, "adams", options.dt, options.runs)
    rk4, whole = loop_time(program, "rk4", options.dt, options.runs)
    p = program.parameter_vector()
    inputs = ([0.01], program.initial_state(p), p, program.signal_values(0.0))
    rhs = min(native_loop(program.rhs, inputs, 0, 5000)() for _ in range(5))
    figures = [
        Figure("adams_ms", 1e3 * adams, "ms", at_most=20.0, note=f"{17 / adams:.0f} times faster than the authors' 17 s"),
        Figure("rk4_ms", 1e3 * rk4, "ms", at_most=20.0),
        Figure("whole_ms", 1e3 * whole, "ms", note="with recording, ledger and measures"),
        Figure("rhs_us", 1e6 * rhs, "us", note=f"{program.equations.rhs.n_instructions()} instructions"),
        Figure("compile_s", program.build_time + program.compile_time, "s"),
    ]
    report(f"One flapping period of the moth, dt {options.dt:g} s", figures, options.json)


if __name__ == "__main__":
    main()
