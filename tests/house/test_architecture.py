"""The walks through the house (docs/architecture.md) are true: every file is there, and one before it leads to it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from test_layers import LAYERS

import elver

ROOT = Path(elver.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text()
WALKS = {"elver run eel": 15, "elver run aiko-obstacles": 20}  # files, at most
LOOP = re.compile(r"(elver(?:\.\w+)+):\w+")  # a compiled loop by its place
FOUND_BY_NAME = ("cli/commands/", "systems/")  # imported by a name that is put together: commands and rooms


def walk(command: str) -> list[str]:
    """The files of a walk, in order."""
    section = re.search(rf"## A walk: `{command}`.*?(?=\n## |\Z)", PAGE, re.S).group(0)
    return re.findall(r"^\d+\. `([\w/]+\.py)`", section, re.M)


def modules_named(path: Path) -> set[str]:
    """Modules of elver that a file imports anywhere, with the packages and names they may stand for, and those of its loops."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("elver"):
            found |= {node.module, *(f"{node.module}.{a.name}" for a in node.names)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (place := LOOP.match(node.value)):
            found.add(place.group(1))
    return found


def front_of(package: str) -> Path:
    """The file that hands on the names of a package."""
    return ROOT.joinpath(*package.split(".")[1:], "__init__.py")


def leads_to(before: str, file: str) -> bool:
    """Whether one file imports another, itself or through a package that hands its names on."""
    module, named = "elver." + file.removesuffix(".py").replace("/", "."), modules_named(ROOT / before)
    fronts = [front_of(name) for name in named if front_of(name).is_file()]
    return module in named or any(module in front.read_text() for front in fronts)


@pytest.mark.parametrize("command", WALKS)
def test_walks_are_short_and_true(command):
    files = walk(command)
    assert 10 <= len(files) <= WALKS[command]
    assert len(set(files)) == len(files)
    for number, file in enumerate(files):
        assert (ROOT / file).is_file(), f"{file} is not there"
        if number and not file.startswith(FOUND_BY_NAME):
            assert any(leads_to(before, file) for before in files[:number]), f"nothing before {file} leads to it"


def test_a_wrong_walk_is_noticed():
    assert not leads_to("cli/main.py", "show/plots.py")


def test_the_page_names_the_rooms_in_order():
    text = re.search(r"holds the order:\n\n(.*?)\.\n\n", PAGE, re.S).group(1)
    assert re.split(r",\s+", text) == LAYERS


def test_the_picture_shows_every_room():
    drawing = (Path(__file__).parents[2] / "docs" / "draw_rooms.py").read_text()
    assert all(f'"{room}"' in drawing for room in LAYERS)
