"""A minute of rowing on one core: speed, closure of loop and ledger, and the steady stroke by shooting."""

from __future__ import annotations

import time

import numpy as np

import elver
from elver.analysis import Shooting, find_orbit
from timing import Metric, arguments, native_loop, relative_error, report

DESCRIPTION = "Scenario `scull-40`: 60 s of rowing at 1000 steps a stroke, one core, after compilation."
EPILOG = """\
realtime      simulated over elapsed time, time loop of fourth-order Runge-Kutta with all records; best of --runs
whole_ms      the whole call, ledger and measures included
rhs_us        one evaluation of the equations (9 bodies, one loop, 19 states of the free surface)
orbit_s       steady stroke by shooting from 4.2 m/s, after compilation
closure       largest closure error of the rower's loop [m]
ledger        closure of the energy ledger
batch_gain    steps a second of 64 boats with other starting speeds in vectors over those of single runs, both on one thread
batch_error   largest difference between boats of the batch and single runs after a stroke, over the size of the state
"""
PERIOD, BOATS = 60 / 27, 64


def minute(program, dt: float, runs: int):
    """Best seconds of the time loop and of the whole call, and the last run."""
    loops, calls = [], []
    for _ in range(runs):
        start = time.perf_counter()
        run = elver.simulate(program, 60.0, solver=elver.Solver(dt=dt), progress=False)
        calls.append(time.perf_counter() - start)
        loops.append(run.summary["wall_time"])
        if run.status != "finished":
            raise SystemExit(f"the boat did not finish: {run.summary['status_detail']}")
    return min(loops), min(calls), run


def batch(program, dt: float, runs: int) -> tuple[float, float, float]:
    """Best seconds a step of one boat, alone and in vectors, on one thread; and how far both are apart after a stroke."""
    x = np.tile(program.initial_state(program.parameter_vector()), (BOATS, 1))
    x[:, 7] = np.linspace(3.5, 5.0, BOATS)
    alone, beside, steps = [], [], round(PERIOD / dt)
    for _ in range(runs):
        run = elver.simulate(
            program, PERIOD, solver=elver.Solver(dt=dt, method="rk4"), save=elver.Save(every=PERIOD), progress=False
        )
        alone.append(run.summary["wall_time"] / steps)
        given = {
            "solver": elver.Solver("rk4", dt),
            "save": elver.Save(every=PERIOD),
            "compute": elver.Compute(threads=1),
            "progress": False,
        }
        data = elver.simulate_batch(program, PERIOD, initial_states=x, **given)
        beside.append(data.attrs["wall_time"] / steps / BOATS)
        if not (data.status == "finished").all():
            raise SystemExit("a boat of the batch did not finish")
    first = elver.simulate_batch(program, PERIOD, initial_states=x[:1], **given).final_state.values[0]
    alike = elver.simulate_batch(program, PERIOD, initial_states=np.repeat(x[:1], 2, axis=0), **given).final_state.values
    own = elver.simulate(
        program, PERIOD, solver=elver.Solver(dt=dt, method="rk4"), save=elver.Save(every=PERIOD), progress=False
    ).data.state.values[-1]
    x[0] = program.initial_state(program.parameter_vector())
    same = elver.simulate_batch(program, PERIOD, initial_states=x, **given).final_state.values[0]
    if not (alike == first).all():
        raise SystemExit("a boat depends on those beside it")
    return min(alone), min(beside), relative_error(same, own)


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
    find_orbit(program, shooting=Shooting(initial_state=near))
    start = time.perf_counter()
    orbit = find_orbit(program, shooting=Shooting(initial_state=near)).demand()
    seconds = time.perf_counter() - start
    single, beside, apart = batch(program, PERIOD / options.steps, options.runs)
    metrics = [
        Metric("realtime", 60.0 / loop, "x", at_least=50.0),
        Metric("whole_ms", 1e3 * whole, "ms", note="with recording, ledger and measures"),
        Metric("rhs_us", 1e6 * rhs, "us", note=f"{program.equations.rhs.n_instructions()} instructions"),
        Metric("orbit_s", seconds, "s", note=f"{orbit.iterations} iterations to a residual of {orbit.residual:.0e}"),
        Metric("closure", run.summary["worst_loop_closure"], "m", at_most=1e-10),
        Metric("ledger", run.summary["ledger_closure"], "1", at_most=1e-6),
        Metric("batch_gain", single / beside, "", at_least=4.0, note=f"{BOATS} boats in vectors over single runs, one thread"),
        Metric("batch_step_us", 1e6 * beside, "us", note="one boat, one step of four evaluations"),
        Metric("single_step_us", 1e6 * single, "us", note="the same alone"),
        Metric("batch_error", apart, "", at_most=1e-10, note="against a single run after a stroke"),
        Metric("compile_s", program.build_time + program.compile_time, "s"),
    ]
    report(f"A minute of rowing, {options.steps} steps a stroke", metrics, options.json)


if __name__ == "__main__":
    main()
