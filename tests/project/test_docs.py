"""Examples in the documentation run; its links lead somewhere; its tables name what exists."""

from __future__ import annotations

import pkgutil
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from ready_models import ready

from elver.codegen.compiler import compile_split
from elver.simulation import Solver

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")])
BLOCKS = [(page, k, code) for page in PAGES for k, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S))]


def compiled_quickly(graph, inputs=(), quick=True):
    """Examples are short runs: code that is made in a fraction of the time will do."""
    return compile_split(graph, inputs, True)


@pytest.mark.parametrize(("page", "number", "code"), BLOCKS, ids=[f"{p.stem}-{k}" for p, k, _ in BLOCKS])
def test_example_runs(page, number, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("elver.viz.plots.write", lambda figure, path: figure.savefig(path, dpi=20))  # drawn, but coarse
    monkeypatch.setattr("elver.model.program.compile_split", compiled_quickly)
    exec(compile(code, f"{page.name} block {number}", "exec"), {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text()):
        if not target.startswith("http"):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def slug(heading: str) -> str:
    """The anchor that a heading gets, on the site and on GitHub."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=lambda p: p.stem)
def test_links_to_headings_find_them(page):
    """Of pages that are not of the site, which looks at its own when it is built."""
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", page.read_text()):
        if not target.startswith("http"):
            headings = re.findall(r"^#+ (.+)$", (page.parent / target if target else page).read_text(), re.M)
            assert anchor in {slug(heading) for heading in headings}, f"{page.name} links to {target}#{anchor}"


def test_there_are_examples():
    assert len(BLOCKS) >= 5


FOLDERS = (ROOT, ROOT / "src" / "elver", ROOT / "docs", ROOT / "web")  # what paths in the pages begin from
PATH = re.compile(r"`((?:[\w-]+/)+[\w.-]+\.(?:py|js|mjs|yml))(?:::\w+)?`")
NAME = re.compile(r"`(elver(?:\.[A-Za-z_]\w*)+)(?:\([^`]*\))?`")


def exists(name: str) -> bool:
    """Whether a dotted name leads to a module or to what a module or a class holds."""
    home, _, last = name.rpartition(".")
    return not home or (exists(home) and (hasattr(pkgutil.resolve_name(home), last) or find_spec(name) is not None))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_files_and_names_in_the_pages_exist(page):
    text = page.read_text(encoding="utf-8")
    for path in PATH.findall(text):
        assert any((folder / path).is_file() for folder in FOLDERS), f"{page.name} names {path}"
    for name in NAME.findall(text):
        assert exists(name), f"{page.name} names {name}"


@pytest.mark.parametrize("machine", ["eel", "gray", "moth", "scull-40"])
def test_summary_keys_are_documented(machine):
    from elver import scenario, simulate

    text = (ROOT / "docs" / "results.md").read_text()
    run = simulate(ready(machine), 0.1, solver=Solver(dt=min(scenario(machine).dt, 1e-3)))
    for key in run.summary:
        assert f"`{key}`" in text, key
    for name in run.data.data_vars:
        assert f"`{name}`" in text, name
