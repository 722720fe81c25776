"""Words that do not belong into the project: they say where it was made instead of what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KINDS = {".py", ".md", ".toml", ".cff", ".txt", ""}
FOLDERS = ("src", "tests", "benchmarks", "fuzz", "docs")
FILES = sorted(
    [p for f in FOLDERS for p in (ROOT / f).rglob("*") if p.is_file() and p.suffix in KINDS]
    + [p for p in ROOT.iterdir() if p.is_file() and p.suffix in KINDS and not p.name.startswith(".git")]
)
WORDS = {
    "who made it": r"\b(agents?|chatbots?|copilot|language models?)\b",
    "when it was made": r"\b(sessions?|sprints?)\b",
    "where it was planned": r"\.\./shared|\bissue #?\d+|\bticket\b",
    "whose machine": r"(?<![\w.])/(work|home/\w+|Users/\w+)/",
    "left to do": r"\b(TODO|FIXME|XXX|HACK)\b",
    "empty names": r"\b(from|import) elver\.\w*(utils|helpers|common)\b",
}


@pytest.mark.parametrize("word", WORDS)
def test_nothing_speaks_of(word):
    pattern = re.compile(WORDS[word], 0 if word == "left to do" else re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{k}: {line.strip()[:80]}"
        for path in FILES
        if path != Path(__file__)
        for k, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)
