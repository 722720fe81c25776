"""The live page of every published system: sizes, seconds to make it, and how fast it runs in Node and in a browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from timing import Metric, arguments, report

WEB = Path(__file__).parents[1] / "web"
FACTORS = {"eel": 100.0, "aiko-flat": 8.0, "aiko-obstacles": 8.0}  # least machine seconds a second
PAGE, SCRIPT = 450.0, 4.0  # kB of a page; ms of script a picture, for the eel
LARGE = ("eel-parallel",)  # 40 000 instructions without repetition: equations of closed loops are not written in pieces
SWITCHED = 0.9  # least speed with a switch between two laws over that without it
MAKING, NODE, BROWSER = 600, 120, 240  # s, after which a system is given up
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
EPILOG = """\
metrics, by system: page_kB, module_kB and module_gz_kB (packed); make_s (in a process of its own) and again_s (once more in it,
from the cache); node_X and browser_X (machine seconds a second, the median of pieces of a millisecond); switch_ratio (where two
laws are in the page: its speed in Node over that of a page without the switch); first_ms (from opening the page to its first
picture); script_ms (machine, outputs and scene of one picture; median). A browser without a graphics card draws slowly: first_ms
and the rate of pictures are then those of software drawing.
"""
MAKE = """
import gzip, json, sys, time
from pathlib import Path
from dataclasses import replace
from elver.export import live_module
from elver.model.program import written
from elver.scenarios import scenario
from elver.viz.page.live_models import live_model
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
if "switches" in payload:
    switches = {one["name"] for one in payload["switches"]}
    own = tuple(text for text in scenario(name).sliders if text.partition("=")[0] not in switches)
    alone = live_module(written(live_model(replace(scenario(name), sliders=own)).model), payload["dt"])
    (folder / f"{name}-alone.json").write_text(json.dumps(alone.description))
    (folder / f"{name}-alone.wasm").write_bytes(alone.code)
print(json.dumps({"page": sizes.page, "module": sizes.module, "packed": len(gzip.compress(module, 9)), "times": times,
                  "dt": payload["dt"]}))
"""


def make(name: str, folder: Path) -> dict:
    """The page of a system, made in a process of its own."""
    return output_of([sys.executable, "-c", MAKE, name, str(folder)], MAKING)


def node(limit: float, script: str, *words: object) -> dict:
    """What a script of Node prints."""
    return output_of(["node", str(Path(__file__).parent / script), *map(str, words)], limit)


def output_of(command: list[str], limit: float) -> dict:
    """The JSON that a program prints; after so many seconds it is ended, with all that it started."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ, start_new_session=True
    ) as process:
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise SystemExit(f"{' '.join(command[-3:])}: no answer in {limit:.0f} s.") from None
    if process.returncode:
        raise SystemExit(f"{' '.join(command[-3:])}: {err.strip()[-600:]}")
    return json.loads(out)


def metrics_of(name: str, made: dict, factors: dict, seen: dict | None) -> list[Metric]:
    """All metrics of one system."""
    key, least = name.replace("-", "_"), FACTORS.get(name)
    factor, alone = factors.get(name), factors.get(f"{name}-alone")
    found = [
        Metric(f"{key}_page_kB", made["page"] / 1e3, "kB", at_most=None if name in LARGE else PAGE),
        Metric(f"{key}_module_kB", made["module"] / 1e3, "kB"),
        Metric(f"{key}_module_gz_kB", made["packed"] / 1e3, "kB"),
        Metric(f"{key}_make_s", made["times"][0], "s"),
        Metric(f"{key}_again_s", made["times"][1], "s"),
    ]
    if factor is not None:
        found.append(Metric(f"{key}_node_X", factor, "x real time", at_least=least, note=f"steps of {made['dt']:.3g} s"))
    if factor is not None and alone is not None:
        found.append(Metric(f"{key}_switch_ratio", factor / alone, "", at_least=SWITCHED, note="of the speed without a switch"))
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
    notes, rows = [], []
    if not (has_node := shutil.which("node") is not None):
        notes.append("no Node: no real-time factors.")
    if not (has_browser := has_node and browser is not None and playwright.is_file()):
        notes.append("no browser, or no playwright-core (npm ci in web/): nothing was measured in a page.")
    began = time.perf_counter()
    for name in names:
        with tempfile.TemporaryDirectory() as place:
            made = make(name, Path(place))
            factors = node(NODE, "page_node.mjs", WEB / "src" / "machine.js", place, options.seconds) if has_node else {}
            seen = node(BROWSER, "page_browser.mjs", playwright, place, options.seconds, browser) if has_browser else {}
        rows += metrics_of(name, made, factors, seen.get(name))
        print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    notes.append(f"all of it took {time.perf_counter() - began:.0f} s")
    report("The live page", rows, options.json, ("scipy",), notes)


if __name__ == "__main__":
    main()
