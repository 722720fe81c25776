"""This source tree against another one, such as the one before a change: the same work in alternating fresh processes.

    git worktree add ../before HEAD~1 && python benchmarks/trees.py ../before/src

A ratio above 1 says that this tree takes longer. Each tree has its own cache; nothing of the compilation is timed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import Metric, arguments, report

ALLOWED = 1.03
HERE = Path(__file__).parents[1] / "src"
WORK = """
import inspect, json, time, warnings
import numpy as np
import elver
warnings.simplefilter("ignore")

def program(name, changes=None, free=()):
    own = elver.scenario(name)
    return own, elver.compile_model((getattr(own, "prepared", None) or own.build)(changes or {}, free=free))

def walls(p, duration, dt, runs=5):
    about = [elver.simulate(p, duration, dt, progress=False).data.attrs for _ in range(runs)]
    return min(a["wall_time"] / a["steps"] for a in about)

found = {}
own, p = program("eel")
found["run, eel"] = walls(p, 10.0, own.dt)
for name in ("swimmer", "aiko-flat", "aiko-obstacles"):
    own, q = program(name)
    found[f"run, {name}"] = walls(q, 5.0, own.dt)
for name, duration in (("moth", 0.2), ("scull-40", 5 * 60 / 27)):
    own, q = program(name, {"start": "rest"})
    found[f"run, {name}"] = walls(q, duration, own.dt)
x = p.initial_state(p.parameter_vector())
begin = time.process_time()
for _ in range(3000):
    p.rhs(0.3, x, np.zeros(0), np.zeros(0))
best = time.process_time() - begin
for _ in range(5):
    begin = time.process_time()
    for _ in range(3000):
        p.rhs(0.3, x, np.zeros(0), np.zeros(0))
    best = min(best, time.process_time() - begin)
found["evaluation from Python"] = best
own, q = program("eel", free=["gait.amplitude"])
word = "values" if "values" in inspect.signature(elver.simulate_batch).parameters else "parameters"
many = {word: {"gait.amplitude": np.linspace(0.02, 0.1, 256)}}
runs = [elver.simulate_batch(q, 0.5, 1e-3, **many, threads=1, progress=False) for _ in range(6)]
found["batch of 256"] = min(run.attrs["wall_time"] for run in runs)
own, q = program("eel", free=["gait.amplitude", "gait.wavelength", "water.friction"])
elver.gradient(q, "mean_speed", 0.1, 1e-3)
found["gradient"] = min(elver.gradient(q, "mean_speed", 1.0, 1e-3).wall_time for _ in range(8))
elver.find_orbit(p)
def orbit():
    begin = time.process_time(); elver.find_orbit(p); return time.process_time() - begin
found["orbit"] = min(orbit() for _ in range(4))
print(json.dumps(found))
"""


def times(tree: Path, cache: str) -> dict[str, float]:
    """Seconds of every piece of work in a fresh process on a tree."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "ELVER_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", WORK], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{tree}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("before", type=Path, help="the src folder of the other tree")
    parser.add_argument("--rounds", type=int, default=3, help="processes of each tree (3)")
    options = parser.parse_args()
    best: dict[str, dict[str, float]] = {"before": {}, "now": {}}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for which, tree in (("before", options.before.resolve()), ("now", HERE)):
                for name, seconds in times(tree, os.path.join(folder, which)).items():
                    best[which][name] = min(best[which].get(name, seconds), seconds)
    ratios = {name: best["now"][name] / before for name, before in best["before"].items()}
    metrics = [Metric(name, ratio, at_most=ALLOWED) for name, ratio in ratios.items()]
    report("This tree's time over the other's, best of all rounds", metrics, options.json)


if __name__ == "__main__":
    main()
