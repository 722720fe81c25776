"""The live page of every published system: sizes, seconds to make it, and how fast it runs in Node and in a browser."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Metric, arguments, report

WEB = Path(__file__).parents[1] / "web"
FACTORS = {"eel": 100.0, "aiko-flat": 8.0, "aiko-obstacles": 8.0}  # least machine seconds a second
PAGE, SCRIPT = 450.0, 4.0  # kB of a page; ms of script a picture, for the eel
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
EPILOG = """\
metrics, by system: page_kB, module_kB and module_gz_kB (packed); make_s (in a process of its own) and again_s (once more in it,
from the cache); node_X and browser_X (machine seconds a second, the median of pieces of a millisecond); first_ms (from opening
the page to its first picture); script_ms (machine, outputs and scene of one picture; median). A browser without a graphics card
draws slowly: first_ms and the rate of pictures are then those of software drawing.
"""
MAKE = """
import gzip, json, sys, time
from pathlib import Path
from elver.scenarios import scenario
from elver.viz.page.make import html_of
from elver.viz.page.make import live_page
name, folder = sys.argv[1], Path(sys.argv[2])
times = []
for _ in range(2):
    began = time.perf_counter()
    payload, module, notes = live_page(scenario(name))
    text, sizes = html_of(payload, module)
    times.append(time.perf_counter() - began)
(folder / f"{name}.html").write_text(text, encoding="utf-8")
(folder / f"{name}.json").write_text(json.dumps(payload["machine"]))
(folder / f"{name}.wasm").write_bytes(module)
print(json.dumps({"page": sizes.page, "module": sizes.module, "packed": len(gzip.compress(module, 9)), "times": times,
                  "dt": payload["dt"]}))
"""


def make(name: str, folder: Path) -> dict:
    """The page of a system, made in a process of its own."""
    done = subprocess.run([sys.executable, "-c", MAKE, name, str(folder)], capture_output=True, text=True, env=os.environ)
    if done.returncode:
        raise SystemExit(f"{name}: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def node(script: str, *words: object) -> dict:
    """What a script of Node prints."""
    file = str(Path(__file__).parent / script)
    done = subprocess.run(["node", file, *map(str, words)], capture_output=True, text=True, timeout=1800)
    if done.returncode:
        raise SystemExit(f"{script}: {done.stderr.strip()[-600:]}")
    return json.loads(done.stdout)


def metrics_of(name: str, made: dict, factor: float | None, seen: dict | None) -> list[Metric]:
    """All metrics of one system."""
    key, least = name.replace("-", "_"), FACTORS.get(name)
    found = [
        Metric(f"{key}_page_kB", made["page"] / 1e3, "kB", at_most=PAGE),
        Metric(f"{key}_module_kB", made["module"] / 1e3, "kB"),
        Metric(f"{key}_module_gz_kB", made["packed"] / 1e3, "kB"),
        Metric(f"{key}_make_s", made["times"][0], "s"),
        Metric(f"{key}_again_s", made["times"][1], "s"),
    ]
    if factor is not None:
        found.append(Metric(f"{key}_node_X", factor, "x real time", at_least=least, note=f"steps of {made['dt']:.3g} s"))
    if seen is not None:
        found += [
            Metric(f"{key}_browser_X", seen["factor"], "x real time", at_least=least),
            Metric(f"{key}_first_ms", seen["first"], "ms"),
            Metric(f"{key}_script_ms", seen["script"], "ms", at_most=SCRIPT if name == "eel" else None),
            Metric(f"{key}_errors", len(seen["errors"]), "", at_most=0),
        ]
    return found


def main() -> None:
    parser = arguments(__doc__, EPILOG)
    parser.add_argument("systems", nargs="*", help="names of scenarios (default: all)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of real time, at least, for a real-time factor (default 1)")
    options = parser.parse_args()
    from elver.scenarios import all_scenarios

    names = options.systems or [s.name for s in all_scenarios()]
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    playwright = WEB / "node_modules" / "playwright-core" / "index.mjs"
    notes = []
    with tempfile.TemporaryDirectory() as place:
        folder, began = Path(place), time.perf_counter()
        made = {name: make(name, folder) for name in names}
        factors, seen = {}, {}
        if shutil.which("node"):
            factors = node("page_node.mjs", WEB / "src" / "machine.js", folder, options.seconds)
        else:
            notes.append("no Node: no real-time factors.")
        if factors and browser and playwright.is_file():
            seen = node("page_browser.mjs", playwright, folder, options.seconds, browser)
        else:
            notes.append("no browser, or no playwright-core (npm ci in web/): nothing was measured in a page.")
        notes.append(f"all of it took {time.perf_counter() - began:.0f} s")
    rows = [row for name in names for row in metrics_of(name, made[name], factors.get(name), seen.get(name))]
    report("The live page", rows, options.json, ("scipy",), notes)


if __name__ == "__main__":
    main()
