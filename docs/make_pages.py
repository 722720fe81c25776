"""The live pages that the documentation links: ``python docs/make_pages.py [NAME ...]`` -> docs/pages/NAME.html."""

from __future__ import annotations

import sys
from pathlib import Path

import elver

FOLDER = Path(__file__).parent / "pages"
NAMES = ("eel", "eel-kirchhoff", "eel-loop", "swimmer", "snake-amphibious", "aiko-obstacles", "gray", "moth", "scull-40")
OTHERWISE = {"eel-kirchhoff": ("eel", {"water.law": "kirchhoff"})}  # of these the scenario, and what is changed


def make(names=NAMES) -> None:
    """Write the pages and say how large they are."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        page = elver.make_page(*OTHERWISE.get(name, (name,)))
        page.save(FOLDER / f"{name}.html", overwrite=True)
        print(f"{name}.html: {page.sizes.page / 1000:.0f} kB")


if __name__ == "__main__":
    make(tuple(sys.argv[1:]) or NAMES)
