"""The live pages that the documentation links: ``python docs/make_pages.py [NAME ...]`` -> docs/pages/NAME.html."""

from __future__ import annotations

import sys
from pathlib import Path

import elver
from elver.scenarios.showing import showcase_changes

FOLDER = Path(__file__).parent / "pages"
NAMES = ("eel", "eel-loop", "swimmer", "snake-amphibious", "aiko-obstacles", "gray", "moth", "scull-rowing")


def make(names=NAMES) -> None:
    """Write the pages and say how large they are. They begin with the energy-consistent law where they have a switch of laws."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        page = elver.make_page(name, showcase_changes(elver.scenario(name)))
        page.save(FOLDER / f"{name}.html", overwrite=True)
        print(f"{name}.html: {page.sizes.page / 1000:.0f} kB")


if __name__ == "__main__":
    make(tuple(sys.argv[1:]) or NAMES)
