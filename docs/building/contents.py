"""The order of the site's pages.

The list of contents is added to the start page when the site is built: the pages themselves stay plain Markdown.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

START = "index"
DECISIONS = tuple(sorted(page.stem for page in (Path(__file__).parents[1] / "decisions").glob("*.md")))
PARTS = {
    "Begin": (
        "install", "tracks/teacher", "tracks/own_robot", "tracks/control", "tracks/learning", "tracks/marine",
        "notebooks", "exercises", "from_mujoco", "from_farms", "limits", "gallery",
    ),
    "Machines of your own": (
        "howto", "own_machines", "scenario_files", "scenario_words", "hull_in_waves", "importing", "live_page",
        "studio",
    ),
    "Runs and studies": ("results", "pictures", "warnings", "sweeps", "batch", "orbits", "derivatives", "exporting"),
    "Control and learning": (
        "inputs", "stepper", "sensors", "own_controllers", "control", "tasks", "environments", "learning",
    ),
    "Recordings and reality": (
        "fit", "fit_files", "fit_statistics", "reality", "reality_second", "reality_eel", "reality_section", "reality_f3of",
    ),
    "Models": (
        "models/eel", "models/eel-parallel", "models/snake", "models/snake-closed-form", "models/snake-3d",
        "models/aiko", "models/obstacle-aided", "models/gray", "models/moth", "models/fish", "models/scull",
        "models/vehicles", "models/recursions", "models/loops", "models/morison", "models/edge", "models/drag",
        "models/unsteady", "models/flows", "models/sea", "models/hull", "models/waves-on-hulls", "models/contact",
        "models/set-valued", "models/neuro",
    ),
    "Trust": ("trust", "reports", "papers", "claims", "statements", "performance", "errata", "promises", "conventions"),
    "Inside": ("api/index", "architecture", "decisions", *(f"decisions/{name}" for name in DECISIONS), "glossary", "releasing"),
}  # fmt: skip
LAST = "More"  # pages that no part names yet


def contents(pages: set[str]) -> dict[str, list[str]]:
    """The pages that exist, part by part; those that nobody put in their place come last."""
    parts = {caption: [page for page in named if page in pages] for caption, named in PARTS.items()}
    left = sorted(pages - {START} - {page for named in parts.values() for page in named})
    reached = [page for page in left if not page.startswith("api/")]  # the reference lists its own pages
    return parts | ({LAST: reached} if reached else {})


def lists_of_contents(pages: set[str]) -> str:
    """The same as hidden lists, in the words of Sphinx."""
    blocks = (
        "\n".join((":::{toctree}", ":hidden:", f":caption: {caption}", "", *named, ":::")) for caption, named in
        contents(pages).items() if named
    )  # fmt: skip
    return "\n\n".join(blocks)


def add_contents(app: Any, page: str, source: list[str]) -> None:
    """Give the start page the list of contents."""
    if page == START:
        source[0] += "\n\n" + lists_of_contents(set(app.env.found_docs)) + "\n"


def read_start_again(app: Any, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """The start page holds the list of contents: it is read again when pages come or go."""
    return [START] if added or removed else []


def pages_of(folder: Path) -> set[str]:
    """The pages below a folder, as Sphinx names them."""
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.md")}
