"""The underwater snake robot: speed of a run, and recursion against closed form for more and more links."""

from __future__ import annotations

import numpy as np

import elver
from elver.forces import LumpedWater
from elver.systems.snake.closed_form import SnakeFluid, closed_form
from elver.systems.snake.scenario import ChainLink, planar_chain
from timing import Metric, arguments, interleaved, native_loop, progress, report

DESCRIPTION = "Thirty seconds of the snake robot's lateral undulation, and one evaluation of its dynamics in two formulations."
EPILOG = """\
realtime_factor    swimmer, case 1, 30 s at a tolerance of 1e-6 (the stiff integrator is chosen by itself)
recursion_*_us     one evaluation of the engine's direct dynamics with n links
closed_*_us        one evaluation of the corrected closed form (40) with n links
recursion_exponent exponent p of the fit  time = c * n^p  for the recursion (linear: 1)
crossover          smallest number of links from which on the closed form is slower
"""
SIZES = (2, 3, 5, 10, 20, 30, 40, 50)


def run_metrics(repeats: int) -> list[Metric]:
    """Best real-time factor of the published run, its speed and its ledger."""
    program = elver.compile_model(elver.scenario("swimmer").build())
    runs = [
        elver.simulate(program, 30.0, solver=elver.Solver(dt=0.01, rtol=1e-6, atol=1e-8), progress=False) for _ in range(repeats)
    ]
    best = max(runs, key=lambda r: r.summary["realtime_factor"]).summary
    return [
        Metric("realtime_factor", best["realtime_factor"], at_least=50, note="simulated seconds per second, one core"),
        Metric("mean_forward_speed", best["mean_forward_speed"], "m/s", note="0.140 within 1 %"),
        Metric("ledger_closure", best["ledger_closure"], at_most=1e-6, note="relative"),
    ]


def contenders(n: int):
    """Compiled recursion and compiled closed form of the same robot at one random state."""
    rng = np.random.default_rng(n)
    water = {"water": LumpedWater(law="printed", inertia_law="printed")}
    recursion = elver.codegen.compile_function(
        elver.model.dynamics_function(planar_chain([ChainLink(inertia="printed")] * n), "direct", water)
    )
    fluid = SnakeFluid.from_section(0.03, 0.05, 0.14, 1000.0, 0.03, 2.0, 1.0, 1.0)
    closed = elver.codegen.compile_function(
        closed_form([0.14] * n, [0.6597] * n, [0.5 * 0.6597 * 0.07**2] * n, fluid).state_space
    )
    q, qd, u = 0.3 * rng.normal(size=n - 1), rng.normal(size=n - 1), rng.normal(size=n - 1)
    twist = np.array([0.1, 0.2, 0, 0, 0, 0.3])
    engine = native_loop(recursion, ([1, 0, 0, 0], [0, 0, 0], twist, q, qd, u), 3, 2000)
    form = native_loop(closed, (rng.normal(size=2 * n + 4), u), 0, 500)
    return engine, form


def crossover(recursion: dict[int, float], closed: dict[int, float]) -> float:
    """Smallest measured n from which on the closed form is slower; infinite where it never is."""
    slower = [n for n in SIZES if all(closed[k] > recursion[k] for k in SIZES if k >= n)]
    return float(min(slower, default=np.inf))


def exponent(times: dict[int, float]) -> float:
    """Slope of log(time) over log(n), from five links on."""
    sizes = [n for n in SIZES if n >= 5]
    return float(np.polyfit(np.log(sizes), np.log([times[n] for n in sizes]), 1)[0])


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=12, help="rounds in which all take turns (default 12)")
    options = parser.parse_args()
    rows = run_metrics(5)
    loops = {}
    for n in SIZES:
        progress(f"{n} links: build and compile", options.json)
        loops[f"recursion {n}"], loops[f"closed {n}"] = contenders(n)
    times = interleaved(loops, options.rounds)
    recursion = {n: 1e6 * times[f"recursion {n}"] for n in SIZES}
    closed = {n: 1e6 * times[f"closed {n}"] for n in SIZES}
    slope = exponent(recursion)
    rows += [
        Metric("recursion_exponent", slope, at_most=1.25, note="1: linear; n >= 5"),
        Metric("closed_exponent", exponent(closed), note="of the closed form"),
        Metric("crossover", crossover(recursion, closed), "links", note="the closed form is slower from here on"),
    ]
    for n in SIZES:
        rows += [Metric(f"recursion_{n}_us", recursion[n], "us"), Metric(f"closed_{n}_us", closed[n], "us")]
    report("The underwater snake robot", rows, options.json)


if __name__ == "__main__":
    main()
