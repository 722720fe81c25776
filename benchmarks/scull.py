"""A minute of rowing on one core: speed, closure of loop and ledger, and the steady stroke by shooting."""

from __future__ import annotations

import time

import elver
from elver.orbits import find_orbit
from timing import Figure, arguments, native_loop, report

DESCRIPTION = "Scenario `scull-40`: 60 s of rowing at 1000 steps a stroke, one core, after compilation."
EPILOG = """\
realtime      simulated over elapsed time, time loop of fourth-order Runge-Kutta with all records; best of --runs
whole_ms      the whole call, ledger and measures included
rhs_us        one evaluation of the equations (9 bodies, one loop, 19 states of the free surface)
orbit_s       steady stroke by shooting from 4.2 m/s, after compilation
closure       largest closure error of the rower's loop [m]
ledger        closure of the energy ledger
"""
PERIOD = 60 / 27


def minute(program, dt: float, runs: int):
    """Best seconds of the time loop and of the whole call, and the last run."""
    loops, calls = [], []
    for _ in range(runs):
        start = time.perf_counter()
        run = elver.simulate(program, 60.0, dt=dt, progress=False)
        calls.append(time.perf_counter() - start)
        loops.append(run.summary["wall_time"])
        if run.status != "finished":
            raise SystemExit(f"the boat did not finish: {run.summary['status_detail']}")
    return min(loops), min(calls), run


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--steps", type=int, default=1000, help="steps a stroke (1000)")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the best counts (5)")
    options = parser.parse_args()
    program = elver.compile_model(elver.scenario("scull-40").prepared())
    loop, whole, run = minute(program, PERIOD / options.steps, options.runs)
    p = program.parameter_vector()
    inputs = ([0.3], program.initial_state(p), p, program.signal_values(0.3))
    rhs = min(native_loop(program.rhs, inputs, 0, 5000)() for _ in range(5))
    near = program.initial_state(p)
    near[7] = 4.2
    find_orbit(program, start=near)
    start = time.perf_counter()
    orbit = find_orbit(program, start=near).demand()
    seconds = time.perf_counter() - start
    figures = [
        Figure("realtime", 60.0 / loop, "x", at_least=50.0),
        Figure("whole_ms", 1e3 * whole, "ms", note="with recording, ledger and measures"),
        Figure("rhs_us", 1e6 * rhs, "us", note=f"{program.equations.rhs.n_instructions()} instructions"),
        Figure("orbit_s", seconds, "s", note=f"{orbit.iterations} iterations to a residual of {orbit.residual:.0e}"),
        Figure("closure", run.summary["worst_loop_closure"], "m", at_most=1e-10),
        Figure("ledger", run.summary["ledger_closure"], "1", at_most=1e-6),
        Figure("compile_s", program.build_time + program.compile_time, "s"),
    ]
    report(f"A minute of rowing, {options.steps} steps a stroke", figures, options.json)


if __name__ == "__main__":
    main()
