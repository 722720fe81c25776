"""The fit file to begin with: commented, complete, and working as it is with the machine that ``elver new`` writes."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = Path(__file__).with_name("example.yaml")


def example_fit(name: str, machine: str) -> str:
    """The text of the example under another name. machine: the scenario file that it fits."""
    own = re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish-fit"
    text = TEXT.read_text(encoding="utf-8").replace("fish-fit.yaml", f"{own}.yaml")
    text = re.sub(r"^fit: fish-fit$", f"fit: {own}", text, count=1, flags=re.MULTILINE)
    return re.sub(r"^model: machine\.yaml", f"model: {machine}", text, count=1, flags=re.MULTILINE)
