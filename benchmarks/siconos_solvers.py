"""The contact solvers of Elver and Siconos alone, on the frozen problems of tests/contact."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from siconos_library import MOST, NEWTON, NSGS, TIGHTER, TOLERANCE, library
from timing import Metric, interleaved, progress

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "helpers"))
import siconos_problems as store


def natural_residual(problem, P: np.ndarray) -> float:
    """Residual of impulses P, see elver.contact.single."""
    from elver.contact.single.problem import residual

    return residual(stated(problem), P, problem["scale"])


def stated(problem):
    """The problem as Elver's solvers take it."""
    from elver.contact.single.problem import Problem, factor

    limits = np.repeat(problem["limit"][:, None], 3, axis=1)
    return Problem(factor(problem["G"]), problem["free"], problem["kind"], problem["start"], limits)


def siconos_solver(problem, solver: int) -> Callable[[], float] | None:
    """A contender: seconds of one solution by Siconos; None where no tolerance gives the residual."""
    W, q, mu, places, impulse, _ = store.embedded(problem)
    W, q, mu = (np.ascontiguousarray(a, dtype=float) for a in (W, q, mu))  # W is symmetric: rows or columns
    reaction = np.zeros(len(q))

    def solve(tolerance: float, count: int) -> float:
        arrays = W.ctypes.data, q.ctypes.data, mu.ctypes.data
        return library().solve_frozen(len(q), *arrays, solver, tolerance, MOST, count, reaction.ctypes.data)

    for tolerance in TIGHTER:
        once = solve(tolerance, 1)
        if natural_residual(problem, reaction[places] * impulse) <= TOLERANCE:
            return lambda: solve(tolerance, max(1, int(0.005 / once)))
    return None


@cache
def elver_loop() -> Callable:
    """Elver's solver ``count`` times from zero, compiled."""
    from numba import njit

    from elver.contact.single.solvers import solve

    @njit
    def repeat(problem, P, scale, tolerance, most, count):
        hard = np.zeros(1, np.int64)
        for _ in range(count):
            P[:] = 0.0
            solve(problem, P, scale, tolerance, most, hard, 0)

    return repeat


def elver_solver(problem) -> Callable[[], float]:
    """A contender: seconds of one solution by Elver."""
    P = np.zeros(len(problem["free"]))
    args = stated(problem), P, problem["scale"], TOLERANCE, MOST
    repeat = elver_loop()
    repeat(*args, 1)

    def run(count: int) -> float:
        begin = time.perf_counter()
        repeat(*args, count)
        return (time.perf_counter() - begin) / count

    once = run(1)
    if natural_residual(problem, P) > TOLERANCE:
        raise RuntimeError(f"Elver misses the tolerance on {problem['scenario']} at {problem['t']} s.")
    return lambda: run(max(1, int(0.005 / once)))


def solver_metrics(rounds: int, silent: bool) -> list[Metric]:
    """The contact solvers alone, on frozen problems."""
    ratios, ours = [], []
    for problem in store.load():
        rivals = {s: siconos_solver(problem, s) for s in (NSGS, NEWTON)}
        contenders = {"elver": elver_solver(problem), **{s: run for s, run in rivals.items() if run}}
        times = interleaved(contenders, rounds)
        mine = times.pop("elver")
        text = f"{problem['scenario']:15s} {problem['t']:7.4f} s, {problem['stick']:2d} stick: Elver {1e6 * mine:7.1f} us"
        if times:
            ratios.append(min(times.values()) / mine)
            ours.append(mine)
            text += f", Siconos {1e6 * min(times.values()):7.1f} us, ratio {ratios[-1]:6.1f}"
        progress(text if times else f"{text}, Siconos misses the tolerance", silent)
    return [
        Metric("solver_vs_siconos", float(np.median(ratios)), note=f"median of {len(ratios)} frozen problems, from zero"),
        Metric("solver_vs_siconos_least", min(ratios)),
        Metric("solver_vs_siconos_most", max(ratios)),
        Metric("solver_elver_us", 1e6 * float(np.median(ours)), "us", note="median"),
    ]
