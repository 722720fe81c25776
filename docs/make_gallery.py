"""Write the gallery from its data: ``python docs/make_gallery.py``, gallery.yaml -> gallery.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
DATA, PAGE = HERE / "gallery.yaml", HERE / "gallery.md"
INTRODUCTION = """\
# Gallery

Every picture of these pages with the one command that draws it. `elver run` puts figures into `runs/SCENARIO/figures`,
`elver page` writes a page that runs in the browser. Written by `docs/make_gallery.py` from `docs/gallery.yaml`.
"""
ROW = "| picture | what it shows, and its command |"


def parts() -> list[dict[str, Any]]:
    """The parts of the gallery, each with its pictures."""
    return yaml.safe_load(DATA.read_text(encoding="utf-8"))


def row(name: str, about: dict[str, str], page: str) -> str:
    """One picture, small, with its title, its page and its command."""
    picture = f"![{about['title']}](img/{name})"
    shown = f"[{picture}]({about['open']})" if "open" in about else picture
    before = f"`{about['before']}`, then<br>" if "before" in about else ""
    where = f"[more]({about.get('page', page)})"
    live = f", [open it]({about['open']})" if "open" in about else ""
    return f"| {shown} | {about['title']} ({where}{live})<br>{before}`{about['command']}` |"


def gallery() -> str:
    """The page as it should be."""
    texts = [INTRODUCTION]
    for part in parts():
        texts += [f"\n## {part['part']}\n", ROW, "|---|---|"]
        texts += [row(name, about, part["page"]) for name, about in part["pictures"].items()]
    return "\n".join(texts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(gallery(), encoding="utf-8")
