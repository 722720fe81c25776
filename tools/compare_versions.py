"""Which published numbers move between two revisions: ``python tools/compare_versions.py v0.1.0 HEAD``.

Both are checked out into a temporary folder and measured by this Python with their own code: all claims (`elver verify`)
and all cases of tests/reference. What is printed goes into the CHANGELOG. Exit code 1 where a number moved, a verdict changed or
something is gone.

    --claims eel moth    of these scenarios alone; --claims without a name: none
    --cases eel gray     these cases of tests/reference alone; --cases without a name: none
    --bound 1e-9         relative change of a claim's number from which on it has moved
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "tests/helpers", "tests/reference")
MEASURE = """
import json, sys
from cases import OTHERS, RUNS
from compare import measure

names = json.loads(sys.argv[1])
json.dump({name: measure(name) for name in ([*RUNS, *OTHERS] if names is None else names)}, sys.stdout)
"""


@contextmanager
def checked_out(revision: str, folder: Path) -> Iterator[Path]:
    """A revision as a tree of files; HEAD is the last commit, not what lies in the folder."""
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder), revision], cwd=ROOT, check=True)
    try:
        yield folder
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT, check=True)


def answer(tree: Path, *arguments: str) -> Any:
    """What a Python program prints as JSON with the code of a tree."""
    path = os.pathsep.join(str(tree / folder) for folder in FOLDERS)
    command = [sys.executable, *arguments]
    ended = subprocess.run(command, cwd=tree, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.PIPE, text=True)
    try:
        return json.loads(ended.stdout)
    except json.JSONDecodeError:
        raise SystemExit(f"{' '.join(command)} in {tree} ended with {ended.returncode} and no answer") from None


def claims_of(tree: Path, scenarios: list[str] | None) -> dict[str, dict[str, Any]]:
    """Claims with what is measured, by scenario and statement."""
    if scenarios == []:
        return {}
    rows = answer(tree, "-m", "elver", "verify", "--json", *(scenarios or ()))["claims"]
    return {f"{row['scenario']}: {row['claim']}": row for row in rows}


def moved(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]], bound: float) -> Iterator[str]:
    """One line for every claim that is new or gone, whose number moved, or whose verdict changed."""
    for name in sorted({*before, *after}):
        if name not in after or name not in before:
            yield f"{name}: {'gone' if name in before else 'new'}"
            continue
        old, new = before[name], after[name]
        one, two = old["measured"], new["measured"]
        numbers = isinstance(one, (int, float)) and isinstance(two, (int, float))
        if (abs(two - one) > bound * max(abs(one), abs(two))) if numbers else one != two:
            yield f"{name}: was {one!r}, is {two!r} {new.get('unit', '')}".rstrip()
        if old["holds"] != new["holds"]:
            yield f"{name}: {'holds now' if new['holds'] else 'holds no longer'}"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--claims", nargs="*", default=None, metavar="SCENARIO")
    parser.add_argument("--cases", nargs="*", default=None, metavar="CASE")
    parser.add_argument("--bound", type=float, default=1e-9)
    asked = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT / "tests" / "reference"))
    from compare import differences

    claims, cases = [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("old", "new"):
            with checked_out(getattr(asked, name), Path(folder) / name) as tree:
                claims.append(claims_of(tree, asked.claims))
                cases.append(answer(tree, "-c", MEASURE, json.dumps(asked.cases)) if asked.cases != [] else {})
    lines = list(moved(*claims, asked.bound))
    lines += [line for name in cases[0] for line in differences(name, cases[0][name], cases[1].get(name, {}))]
    print("\n".join(lines))
    print(f"{len(lines)} differences from {asked.old} to {asked.new}: {len(claims[0])} claims, {len(cases[0])} reference cases")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
