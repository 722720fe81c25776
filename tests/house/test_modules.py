"""Each module has a test file of its own name, or a line that says which test holds it and why."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

from .bars import ROOT, untested_modules

LINES = [
    line.split(maxsplit=2)
    for line in Path(__file__).with_name("tested_elsewhere.txt").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]


def test_every_module_has_its_test_or_a_reason():
    named = [line[0] for line in LINES]
    lacking = [module for module in untested_modules() if not any(fnmatch(module, pattern) for pattern in named)]
    assert not lacking, f"write tests for {lacking}, or say in tested_elsewhere.txt which test holds them and why"


def test_every_line_is_whole_and_names_a_test_that_exists():
    for line in LINES:
        assert len(line) == 3, f"module, test, reason: {line}"
        assert (ROOT / line[1]).is_file(), f"{line[0]}: {line[1]} does not exist"


def test_every_line_is_needed():
    modules = list(untested_modules())
    idle = [line[0] for line in LINES if not any(fnmatch(module, line[0]) for module in modules)]
    assert not idle, f"take {idle} off tested_elsewhere.txt"
