"""The scenario file that ``elver new`` writes: commented, complete, and working as it is."""

from __future__ import annotations

import re
from pathlib import Path

TEXT = Path(__file__).with_name("example.yaml")


def example(name: str = "fish") -> str:
    """The text of the example under another name."""
    own = re.sub(r"[^A-Za-z0-9_-]", "-", name).strip("-") or "fish"
    return re.sub(r"^name: fish$", f"name: {own}", TEXT.read_text(encoding="utf-8"), count=1, flags=re.MULTILINE)
