"""docs/architecture.md is true: its packages and their order, the files that it names, its walks and its picture."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import elver
from elver.codegen.kernels.table import all_kernels

ROOT = Path(elver.__file__).parent
CHECKOUT = Path(__file__).parents[2]
PAGE = (CHECKOUT / "docs" / "architecture.md").read_text(encoding="utf-8")
TRACER = CHECKOUT / "tests" / "helpers" / "files_at_work.py"
sys.path.insert(0, str(CHECKOUT / "docs"))
import draw_packages  # noqa: E402
from building.packages import PACKAGES, direct, imports  # noqa: E402

WALKS = {  # command of a walk -> commands before it, what is added so that it is short
    "elver run eel": ([], "--duration 0.1 --out out"),
    "elver run fish.yaml": (["new fish.yaml"], "--duration 0.1 --out out"),
    "elver run aiko-obstacles": ([], "--duration 0.02 --out out"),
    "elver sweep eel --vary gait.amplitude=0.05:0.07:2": ([], "--duration 0.1 --out out"),
    "elver fit fish.yaml": (["fit fish.yaml --new"], "--out out"),
    "elver page gray": ([], "-o page.html"),
}
KERNEL_FILES = {  # they run as shipped code
    kernel.place.partition(":")[0].removeprefix("elver.").replace(".", "/") + ".py" for kernel in all_kernels()
}
LONG = ("elver sweep", "elver fit", "elver page")


def files_of(command: str) -> list[str]:
    """The files of a walk, in order."""
    section = re.search(rf"^### [^\n]*: `{re.escape(command)}`$(.*?)(?=^#|\Z)", PAGE, re.S | re.M).group(1)
    return re.findall(r"`([\w/]+\.py)`", section)


def test_every_walk_is_known():
    assert re.findall(r"^### .*: `(.*)`$", PAGE, re.M) == list(WALKS)


@pytest.mark.parametrize("command", [pytest.param(w, marks=[pytest.mark.long] * w.startswith(LONG)) for w in WALKS])
def test_the_files_of_a_walk_are_at_work_in_it(command, tmp_path):
    before, short = WALKS[command]
    for line in before:
        subprocess.run([sys.executable, "-m", "elver", *shlex.split(line)], cwd=tmp_path, check=True, capture_output=True)
    words = shlex.split(f"{command.removeprefix('elver ')} {short}")
    ended = subprocess.run([sys.executable, TRACER, "report", *words], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    at_work, named = json.loads((tmp_path / "report").read_text()), files_of(command)
    assert len(named) >= 6
    idle = set(named) - set(at_work) - KERNEL_FILES
    assert not idle, f"{command} needs not {sorted(idle)}"


def test_the_page_names_the_packages_in_order_with_files_that_exist():
    table = PAGE[PAGE.index("| package |") : PAGE.index("## Where is")]
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.*?) \|$", table, re.M)
    assert tuple(package for package, _ in rows) == PACKAGES
    for package, files in rows:
        for file in re.findall(r"`([\w/]+\.py)`", files):
            assert (ROOT / package / file).is_file() or (ROOT / file).is_file(), f"{package}: {file}"


def test_the_picture_shows_every_package_and_the_imports_of_today():
    from PIL import Image

    assert sorted(name for _, names in draw_packages.GROUPS.values() for name in names) == sorted(PACKAGES)
    today = {package: sorted(others) for package, others in direct(imports()).items()}
    assert json.loads(Image.open(draw_packages.FILE).text["Description"]) == today, "run `python docs/draw_packages.py`"
