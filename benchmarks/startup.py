"""From a cold start to finished figures: the time before a newcomer sees the eel swim."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Metric, arguments, report

DESCRIPTION = "Time of `import elver`, of `elver --help`, and of `elver run` from the prompt to finished figures."
EPILOG = """\
import_s       `import elver` inside a fresh process
process_s      a whole process that only imports elver, start of Python included
help_s         a whole process of `elver --help`
cold_run_s     `elver run eel` with empty code caches ($ELVER_CACHE, $NUMBA_CACHE_DIR): equations, machine code, 30 s of
               swimming, data file and figures
warm_run_s     the same again with the caches of the first run
first_run_s    cold, and Matplotlib has not yet listed the fonts of this computer either ($MPLCONFIGDIR empty)
cold_SCENARIO_s, warm_SCENARIO_s    the same of other scenarios
Every number is the best of --repeats processes; those of other scenarios are of one. Python's own compiled modules are there, as
an installation leaves them.
"""
IMPORT = "import time; start = time.perf_counter(); import elver; print(time.perf_counter() - start)"
OTHERS = ("aiko-flat", "moth")


def process(command: list[str], **environment: str) -> tuple[float, str]:
    """Elapsed seconds and standard output of a Python process."""
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *command], env=own | environment, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"python {' '.join(command)} failed:\n{done.stderr}")
    return elapsed, done.stdout


def import_times(repeats: int) -> tuple[float, float]:
    """Seconds of the import statement, and of the whole process around it."""
    found = [process(["-c", IMPORT]) for _ in range(repeats)]
    return min(float(text) for _, text in found), min(elapsed for elapsed, _ in found)


def run(scenario: str, folder: Path, name: str, **environment: str) -> float:
    """Seconds of one `elver run SCENARIO` with its caches in ``folder`` and its results in ``folder / name``."""
    caches = {"ELVER_CACHE": str(folder / "elver"), "NUMBA_CACHE_DIR": str(folder / "numba"), **environment}
    elapsed, _ = process(["-m", "elver", "run", scenario, "--out", str(folder / name)], **caches)
    if not list((folder / name).rglob("*.png")):
        raise SystemExit(f"`elver run {scenario}` wrote no figures")
    return elapsed


def run_times(scenario: str, repeats: int) -> tuple[float, float]:
    """Best times of cold and warm runs; every round starts with new folders."""
    cold, warm = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(run(scenario, Path(folder), "cold"))
            warm.append(run(scenario, Path(folder), "warm"))
    return min(cold), min(warm)


def first_time(scenario: str) -> float:
    """Seconds of the very first run on a computer."""
    with tempfile.TemporaryDirectory() as folder:
        return run(scenario, Path(folder), "first", MPLCONFIGDIR=str(Path(folder) / "matplotlib"))


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--repeats", type=int, default=3, help="processes of which the best counts (3)")
    options = parser.parse_args()
    import_time, process_time = import_times(max(5, options.repeats))
    help_time = min(process(["-m", "elver", "--help"])[0] for _ in range(max(5, options.repeats)))
    cold, warm = run_times("eel", options.repeats)
    metrics = [
        Metric("import_s", import_time, "s", at_most=0.3),
        Metric("help_s", help_time, "s", at_most=0.15, note="elver --help, whole process"),
        Metric("cold_run_s", cold, "s", at_most=5.0, note="to finished figures"),
        Metric("warm_run_s", warm, "s", at_most=2.5, note="to finished figures"),
        Metric("process_s", process_time, "s", note="python -c 'import elver'"),
        Metric("first_run_s", first_time("eel"), "s", note="cold, with Matplotlib's list of fonts"),
    ]
    for scenario in OTHERS:
        for kind, seconds in zip(("cold", "warm"), run_times(scenario, 1), strict=True):
            metrics.append(Metric(f"{kind}_{scenario.replace('-', '_')}_s", seconds, "s", note="to finished figures, once"))
    report("From the prompt to figures", metrics, options.json, ["matplotlib", "xarray"])


if __name__ == "__main__":
    main()
