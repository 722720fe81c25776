"""Free parameters of geometry, mass and water against the same numbers compiled in, in one process on the same states."""

from __future__ import annotations

import statistics

import numpy as np

import elver
from elver.codegen import compile_function
from elver.simulation.trajectory import system_of
from timing import Metric, arguments, interleaved, native_loop, relative_error, report

DESCRIPTION = "One evaluation of the right-hand side with ten free parameters, against the program that has them compiled in."
EPILOG = """\
Ten parameters of the eel (36 imposed joints) and of the swimmer (9 joints with PD control): lengths, sections, density, gait,
coefficients of the water.

NAME_ratio    time with free parameters over time with numbers: best of some loops of each, in turns; median of the rounds
NAME_whole    the same without the preamble: everything that depends on the parameters alone computed at every evaluation
NAME_us       one evaluation with free parameters
NAME_agrees   relative difference of the two right-hand sides
check_ms      refusing values that make no machine: what one new set of the eel's ten values costs, once
"""
FREE = {
    "eel": (
        "body.head_length", "body.link_length", "body.nose_length", "body.half_width", "body.half_height", "body.density",
        "water.density", "water.friction", "water.drag_e2", "gait.amplitude",
    ),
    "swimmer": (
        "body.length", "body.half_width", "body.half_height", "body.density", "water.density", "water.friction", "water.drag",
        "water.added", "gait.amplitude", "control.kp",
    ),
}  # fmt: skip
T, BAR = 0.3, 1.15


def contenders(name: str, count: int) -> tuple[dict, float]:
    """Loops over the right-hand sides: free, free without a preamble, numbers; and how far free and numbers differ."""
    chosen = elver.scenario(name)
    free, folded = (elver.compile_model(chosen.build(free=names)) for names in (FREE[name], ()))
    p, u = free.parameter_vector(), free.signal_values(T)
    x = folded.initial_state(np.zeros(0)) + 0.05 * np.random.default_rng(3).standard_normal(folded.equations.layout.size)
    whole, none = compile_function(free.equations.rhs), np.zeros(1)
    loops = {
        "free": native_loop(free.rhs, (np.array([T]), x, system_of(free, p).p, u), 0, count),
        "whole": native_loop(whole, (np.array([T]), x, p, u), 0, count),
        "folded": native_loop(folded.rhs, (np.array([T]), x, none, u), 0, count),
    }
    return loops, relative_error(free.rhs(T, x, p, u), folded.rhs(T, x, [], u))


def check_time(sets: int) -> float:
    """Seconds of one check of a new set of values."""
    import time

    model = elver.scenario("eel").build(free=FREE["eel"])
    values = np.array([f.value for f in model.free.values()])
    start = time.perf_counter()
    for k in range(sets):
        model.check_machine((values * (1 + 1e-6 * (k + 1))).tolist())
    return (time.perf_counter() - start) / sets


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--rounds", type=int, default=9, help="ratios that the median is taken of")
    parser.add_argument("--count", type=int, default=2000, help="evaluations of one loop")
    options = parser.parse_args()
    metrics = []
    for name in FREE:
        loops, error = contenders(name, options.count)
        best = [interleaved(loops, 7) for _ in range(options.rounds)]
        ratio, whole = (statistics.median(b[key] / b["folded"] for b in best) for key in ("free", "whole"))
        metrics += [
            Metric(f"{name}_ratio", ratio, at_most=BAR),
            Metric(f"{name}_whole", whole, note="without the preamble"),
            Metric(f"{name}_us", 1e6 * min(b["free"] for b in best), "us"),
            Metric(f"{name}_agrees", error, at_most=1e-12),
        ]
    metrics.append(Metric("check_ms", 1e3 * check_time(50), "ms", note="once per set of values"))
    report(DESCRIPTION, metrics, options.json)


if __name__ == "__main__":
    main()
