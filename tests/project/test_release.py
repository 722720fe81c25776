"""One version everywhere, a dated history of them, and the comparison of two versions notices what moves."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
sys.path.insert(0, str(ROOT / "tools"))
from compare_versions import moved  # noqa: E402


def test_the_version_is_the_same_everywhere():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == VERSION
    assert json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["version"] == VERSION
    assert f"elver-{VERSION}-py3" in (ROOT / "docs" / "install.md").read_text(encoding="utf-8")


def test_the_changelog_is_cut_into_versions_newest_first():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (\d+\.\d+\.\d+) - (unreleased|\d{4}-\d\d-\d\d)$", text, re.M)
    numbers = [tuple(map(int, version.split("."))) for version, _ in heads]
    assert heads[0][0] == VERSION
    assert numbers == sorted(set(numbers), reverse=True)
    assert "unreleased" not in [day for _, day in heads[1:]]


ROW = {"scenario": "eel", "claim": "it swims", "measured": 0.544, "unit": "m/s", "holds": True}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, []),
        ({"measured": 0.544 * (1 + 1e-12)}, []),
        ({"measured": 0.545}, ["eel: it swims: was 0.544, is 0.545 m/s"]),
        ({"measured": None, "holds": False}, ["eel: it swims: was 0.544, is None m/s", "eel: it swims: holds no longer"]),
    ],
)
def test_a_claim_that_moves_is_noticed(changes, said):
    assert list(moved({"eel: it swims": ROW}, {"eel: it swims": ROW | changes}, 1e-9)) == said


def test_claims_that_come_and_go_are_noticed():
    assert list(moved({"a": ROW}, {"b": ROW}, 1e-9)) == ["a: gone", "b: new"]
