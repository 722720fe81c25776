"""Contact problems of the snake robot: Elver's Gauss-Seidel against Siconos' (fc3d_nsgs), same problems, same tolerance.

    python benchmarks/siconos_snake.py [python that has Siconos, default /usr/bin/python3]

This compares the contact solvers, not whole time steps: the problems are those of tests/contact/siconos_problems.json, from
zero, prepared outside the timing. Siconos' own tolerance is tightened, problem by problem, until its solution has Elver's
residual of 1e-9. Siconos runs in a process of its own; its problem is 3-D and so has half as many rows again. Both are called
from Python; ``call`` is the time of the smallest problem, one friction pair, which is mostly the crossing from Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "contact"))
import siconos_problems as store

TOLERANCE, MOST, REPEATS, BAR = 1e-9, 100_000, 7, 10.0


def all_problems():
    """The stored problems and, last, one friction pair that slides."""
    pair = {"G": np.eye(2), "free": np.array([3.0, 4.0]), "kind": np.array([1]), "start": np.array([0])}
    return [*store.load(), {**pair, "limit": np.array([0.1]), "scale": 1.0}]


def best_time(solve, reset, least=0.01):
    """Best of some averages [s] of one call after a reset, whose own time is taken off."""

    def average(action, count):
        start = time.perf_counter()
        for _ in range(count):
            action()
        return (time.perf_counter() - start) / count

    def both():
        reset()
        solve()

    count = max(1, int(least / max(average(both, 1), 1e-9)))
    return max(0.0, min(average(both, count) for _ in range(REPEATS)) - min(average(reset, count) for _ in range(REPEATS)))


def natural_residual(problem, P):
    """elver.contact.solver.residual for round discs, in NumPy: Siconos' Python has no Elver."""
    gamma, worst = problem["free"] + problem["G"] @ P, 0.0
    for kind, i, limit in zip(problem["kind"], problem["start"], problem["limit"]):  # noqa: B905
        rows = slice(i, i + 2 if kind == store.PAIR else i + 1)
        x = P[rows] - gamma[rows] / np.trace(problem["G"][rows, rows])
        x = x * min(1.0, limit / max(np.linalg.norm(x), 1e-300)) if kind == store.PAIR else np.maximum(x, 0.0)
        worst = max(worst, abs(P[rows] - x).max())
    return worst / problem["scale"]


def siconos_times():
    """Seconds and residuals of Siconos, under its Python."""
    import siconos.numerics as sn

    seconds, residuals = [], []
    for problem in all_problems():
        W, q, mu, places, impulse, _ = store.embedded(problem)
        contact = sn.FrictionContactProblem(3, W, q, mu)
        options = sn.SolverOptions(sn.SICONOS_FRICTION_3D_NSGS)
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = MOST
        r, v = np.zeros(len(q)), np.zeros(len(q))

        def reset(r=r, v=v):
            r[:], v[:] = 0.0, 0.0

        def solve(contact=contact, r=r, v=v, options=options):
            return sn.fc3d_driver(contact, r, v, options)

        for exponent in range(4, 16):
            options.dparam[sn.SICONOS_DPARAM_TOL] = 10.0**-exponent
            reset()
            solve()
            if natural_residual(problem, r[places] * impulse) <= TOLERANCE:
                break
        residuals.append(natural_residual(problem, r[places] * impulse))
        seconds.append(best_time(solve, reset))
    return {"seconds": seconds, "residuals": residuals}


def elver_times():
    """Seconds and residuals of Elver."""
    from elver.contact.solver import gauss_seidel

    seconds, residuals = [], []
    for problem in all_problems():
        P, limits = np.zeros(len(problem["free"])), np.repeat(problem["limit"][:, None], 3, axis=1)
        args = problem["G"], problem["free"], problem["kind"], problem["start"], limits, P, problem["scale"], TOLERANCE, MOST

        def reset(P=P):
            P[:] = 0.0

        def solve(args=args):
            gauss_seidel(*args)

        reset()
        solve()
        residuals.append(natural_residual(problem, P))
        seconds.append(best_time(solve, reset))
    return {"seconds": seconds, "residuals": residuals}


def main(python="/usr/bin/python3"):
    """Print both times per problem and the ratios."""
    try:
        found = subprocess.run([python, "-c", "import siconos.numerics"], capture_output=True).returncode == 0
    except OSError:
        found = False
    if not found:
        print(f"skipped: {python} has no Siconos (Debian: install python3-siconos, or name a Python that has it).")
        return
    answer = subprocess.run([python, __file__, "--siconos"], capture_output=True, text=True, check=True).stdout
    theirs, ours = json.loads(answer.splitlines()[-1]), elver_times()
    print("scenario          t [s]  stick press    Elver [us]  Siconos [us]   ratio   residuals")
    table = zip(store.load(), ours["seconds"], theirs["seconds"], ours["residuals"], theirs["residuals"], strict=False)
    for p, a, b, ra, rb in table:
        row = f"{p['scenario']:15} {p['t']:7.4f} {p['stick']:6d} {p['press']:5d}"
        print(f"{row} {a * 1e6:13.2f} {b * 1e6:13.2f} {b / a:7.1f}   {ra:.0e} {rb:.0e}")
    a, b = np.array(ours["seconds"]), np.array(theirs["seconds"])
    ratios = b[:-1] / a[:-1]
    print(
        f"call: Elver {a[-1] * 1e6:.2f} us, Siconos {b[-1] * 1e6:.2f} us; residuals up to {max(ours['residuals']):.0e}, ", end=""
    )
    print(f"{max(theirs['residuals']):.0e}")
    inside = (b[:-1] - b[-1]) / (a[:-1] - a[-1])
    print(f"without the calls: median ratio {np.median(inside):.1f}, {inside.min():.1f} .. {inside.max():.1f}")
    median = np.median(ratios)
    print(f"vs_siconos (contact solver only, median) = {median:.1f}, {ratios.min():.1f} .. {ratios.max():.1f}; ", end="")
    print(f"bar {BAR:g}: {'met' if median >= BAR else 'missed'}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--siconos"]:
        print(json.dumps(siconos_times()))
    else:
        main(*sys.argv[1:2])
