"""From a cold start to finished figures: the time before a newcomer sees the eel swim."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Figure, arguments, report

DESCRIPTION = "Time of `import elver`, and of `elver run eel` from the prompt to finished figures."
EPILOG = """\
import_s       `import elver` inside a fresh process
process_s      a whole process that only imports elver, start of Python included
cold_run_s     `elver run eel` with empty code caches ($ELVER_CACHE, $NUMBA_CACHE_DIR): equations, machine code, 30 s of
               swimming, data file and figures
warm_run_s     the same again with the caches of the first run
first_run_s    cold, and Matplotlib has not yet listed the fonts of this computer either ($MPLCONFIGDIR empty)
Every number is the best of --repeats processes.
"""
IMPORT = "import time; start = time.perf_counter(); import elver; print(time.perf_counter() - start)"


def process(command: list[str], **environment: str) -> tuple[float, str]:
    """Elapsed seconds and standard output of a Python process."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, *command], env={**os.environ, **environment}, capture_output=True, text=True)
    elapsed = time.perf_counter() - start
    if done.returncode:
        raise SystemExit(f"python {' '.join(command)} failed:\n{done.stderr}")
    return elapsed, done.stdout


def import_times(repeats: int) -> tuple[float, float]:
    """Seconds of the import statement, and of the whole process around it."""
    found = [process(["-c", IMPORT]) for _ in range(repeats)]
    return min(float(text) for _, text in found), min(elapsed for elapsed, _ in found)


def run_eel(folder: Path, name: str, **environment: str) -> float:
    """Seconds of one `elver run eel` with its caches in ``folder`` and its results in ``folder / name``."""
    caches = {"ELVER_CACHE": str(folder / "elver"), "NUMBA_CACHE_DIR": str(folder / "numba"), **environment}
    elapsed, _ = process(["-m", "elver", "run", "eel", "--out", str(folder / name)], **caches)
    if not list((folder / name).rglob("*.png")):
        raise SystemExit("`elver run eel` wrote no figures")
    return elapsed


def run_times(repeats: int) -> dict[str, float]:
    """Best times of cold, warm and very first runs; every round starts with new folders."""
    times = {"cold": [], "warm": [], "first": []}
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            times["cold"].append(run_eel(Path(folder), "cold"))
            times["warm"].append(run_eel(Path(folder), "warm"))
        with tempfile.TemporaryDirectory() as folder:
            times["first"].append(run_eel(Path(folder), "first", MPLCONFIGDIR=str(Path(folder) / "matplotlib")))
    return {name: min(values) for name, values in times.items()}


def main() -> None:
    parser = arguments(DESCRIPTION, EPILOG)
    parser.add_argument("--repeats", type=int, default=3, help="processes of which the best counts (3)")
    options = parser.parse_args()
    import_time, process_time = import_times(max(5, options.repeats))
    runs = run_times(options.repeats)
    figures = [
        Figure("import_s", import_time, "s", at_most=0.3),
        Figure("cold_run_s", runs["cold"], "s", at_most=12.0, note="to finished figures"),
        Figure("warm_run_s", runs["warm"], "s", at_most=5.0, note="to finished figures"),
        Figure("process_s", process_time, "s", note="python -c 'import elver'"),
        Figure("first_run_s", runs["first"], "s", note="cold, with Matplotlib's list of fonts"),
    ]
    report("From the prompt to figures", figures, options.json, ["matplotlib", "xarray"])


if __name__ == "__main__":
    main()
