"""The live pages that the documentation links: ``python docs/make_pages.py [NAME ...]`` -> docs/pages/NAME.html."""

from __future__ import annotations

import sys
from pathlib import Path

import elver
from elver.results.checks.trust import CONSISTENT

FOLDER = Path(__file__).parent / "pages"
NAMES = ("eel", "eel-loop", "swimmer", "snake-amphibious", "aiko-obstacles", "gray", "moth", "scull-rowing")


def showcase_changes(name: str) -> dict[str, str]:
    """What a page of the documentation changes of a scenario: its switch of laws stands at the energy-consistent one."""
    chosen = elver.scenario(name)
    switches = [text.partition("=")[0] for text in chosen.sliders if text.endswith(f":{CONSISTENT}")]
    return dict.fromkeys(switches, CONSISTENT)


def make(names=NAMES) -> None:
    """Write the pages and say how large they are. They begin with the energy-consistent law where they have a switch of laws."""
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        page = elver.make_page(name, showcase_changes(name))
        page.save(FOLDER / f"{name}.html", overwrite=True)
        print(f"{name}.html: {page.sizes.page / 1000:.0f} kB")


if __name__ == "__main__":
    make(tuple(sys.argv[1:]) or NAMES)
