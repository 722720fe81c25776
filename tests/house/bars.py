"""The bars of the house, measured: what is longer, wider or larger than a reader can take in.

python tests/house/bars.py            what is over the bars today
python tests/house/bars.py --write    the same as offenders.json, the list that may only become shorter
"""

from __future__ import annotations

import ast
import json
import statistics
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "elver"
LIST = Path(__file__).with_name("offenders.json")
ELSEWHERE = Path(__file__).with_name("tested_elsewhere.txt")
LONGEST_FUNCTION, MOST_ARGUMENTS, LONGEST_FILE, MOST_MODULES = 60, 12, 350, 12
FOLDERS = ("src", "tests", "benchmarks", "fuzz", "docs")
NO_NAMES = ("utils", "util", "helpers", "helper", "common", "core", "misc")


def files() -> Iterator[Path]:
    """Every Python file of the project but the oracles, which keep the form of what they repeat."""
    for folder in FOLDERS:
        yield from (p for p in sorted((ROOT / folder).rglob("*.py")) if "oracles" not in p.parts)


@cache
def functions(path: Path) -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Functions of a file with the names of what they stand in."""

    def walk(node: ast.AST, before: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr | ast.expr_context):
                continue  # holds no statements
            inside = before
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inside = f"{before}.{child.name}" if before else child.name
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield inside, child
            yield from walk(child, inside)

    return list(walk(ast.parse(path.read_text()), ""))


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def positional(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    """Names of the arguments that may be given by their place."""
    return [a.arg for a in (*function.args.posonlyargs, *function.args.args) if a.arg not in ("self", "cls")]


def long_functions() -> dict[str, int]:
    """Functions with more lines than fit on a page."""
    found = {}
    for path in files():
        for name, function in functions(path):
            lines = (function.end_lineno or function.lineno) - function.lineno + 1
            if lines > LONGEST_FUNCTION:
                found[f"{place(path)}::{name}"] = lines
    return found


def wide_functions() -> dict[str, int]:
    """Functions with more positional arguments than anybody counts."""
    pairs = ((f"{place(p)}::{name}", len(positional(f))) for p in files() for name, f in functions(p))
    return {name: n for name, n in pairs if n > MOST_ARGUMENTS}


def long_files() -> dict[str, int]:
    """Files with too many lines."""
    lengths = {place(p): len(p.read_text().splitlines()) for p in files()}
    return {name: n for name, n in lengths.items() if n > LONGEST_FILE}


def crowded_packages() -> dict[str, int]:
    """Packages with more modules than a room holds; some belong into rooms below."""
    packages = [HOUSE, *(p.parent for p in sorted(HOUSE.rglob("*/__init__.py")))]
    counts = {place(p): sum(m.name != "__init__.py" for m in p.glob("*.py")) for p in packages}
    return {name: n for name, n in counts.items() if n > MOST_MODULES}


def untested_modules() -> dict[str, int]:
    """Modules of the house without a test file of the same name in the room of the same name; their lines."""
    found = {}
    for path in sorted(HOUSE.rglob("*.py")):
        if path.name in ("__init__.py", "__main__.py"):
            continue
        own = ROOT / "tests" / path.relative_to(HOUSE).parent
        room = own if own.is_dir() else ROOT / "tests" / path.relative_to(HOUSE).parts[0]
        if not any(room.rglob(f"test_{path.name}")):
            found[path.relative_to(HOUSE).as_posix()] = len(path.read_text().splitlines())
    return found


def empty_names() -> dict[str, int]:
    """Modules whose name says nothing."""
    return {place(p): 1 for p in HOUSE.rglob("*") if p.stem in NO_NAMES}


def out_and_output() -> dict[str, int]:
    """Functions that take both ``out`` and ``output``."""
    found = {}
    for path in sorted(HOUSE.rglob("*.py")):
        for name, f in functions(path):
            if {"out", "output"} <= {a.arg for a in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)}:
                found[f"{place(path)}::{name}"] = 1
    return found


def median_length() -> float:
    """Lines of the file in the middle, packages' own files left out."""
    return statistics.median(len(p.read_text().splitlines()) for p in HOUSE.rglob("*.py") if p.name != "__init__.py")


BARS = {
    "function lines": long_functions,
    "positional arguments": wide_functions,
    "file lines": long_files,
    "modules in a package": crowded_packages,
    "names that say nothing": empty_names,
    "out and output": out_and_output,
}


def listed() -> dict[str, dict[str, int]]:
    """What is known to be over the bars."""
    return json.loads(LIST.read_text())


def main() -> None:
    found = {name: measure() for name, measure in BARS.items()}
    for name, offenders in found.items():
        print(f"{name}: {len(offenders)} over the bar")
        for place_of, value in offenders.items():
            print(f"  {value:>5}  {place_of}")
    print(f"median file: {median_length():.0f} lines")
    if "--write" in sys.argv:
        LIST.write_text(json.dumps(found, indent=1) + "\n")
        drop_idle_lines()


def drop_idle_lines() -> None:
    """Take modules off tested_elsewhere.txt that have a test of their name, or are no more."""
    lines, modules = ELSEWHERE.read_text().splitlines(), untested_modules()
    kept = [line for line in lines if not line.strip() or line.startswith("#") or line.split()[0] in modules]
    ELSEWHERE.write_text("\n".join(kept) + "\n")


if __name__ == "__main__":
    main()
