"""Files that an MJCF file names, looked over before MuJoCo opens them: inside its folder, and of a sensible size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from elver.errors import InputError
from elver.imports.elements import Element, read_xml

MOST_FILES = 200  # includes and sub-models
LARGEST_GRID = 8192  # rows, columns, pixels along one side
MOST_COPIES = 10_000  # of what <replicate>, <composite> and <flexcomp> repeat
REPEATERS = ("replicate", "composite", "flexcomp")


def look_over(root: Element, path: Path, allow_outside: bool) -> list[Element]:
    """The root elements of a file and of all that it includes; an InputError where one names what must not be opened."""
    folder = path.resolve().parent
    found, waiting = [root], [(root, folder)]
    while waiting:
        tree, here = waiting.pop()
        check_sizes(tree, 1)
        for element, name, places in named_files(tree, here):
            if not allow_outside:
                for place in places:
                    check_inside(element, name, place, folder)
            if element.tag not in ("include", "model") or name.lower().endswith(".urdf"):
                continue
            if len(found) >= MOST_FILES:
                raise element.wrong(f"more than {MOST_FILES} files are included. Merge them into one.")
            other = read_included(element, places[0])
            found.append(other)
            waiting.append((other, here if element.tag == "include" else places[0].parent))
    return found


def read_included(element: Element, place: Path) -> Element:
    """The root of an included file; what is wrong with it is said at the element that names it."""
    try:
        return read_xml(place)
    except InputError as error:
        raise element.wrong(f"the file it names cannot be used: {error}") from error


def named_files(tree: Element, here: Path) -> Iterator[tuple[Element, str, list[Path]]]:
    """Elements that name a file, the name, and the places where MuJoCo may look for it."""
    folders = {"texture": [""], "mesh": [""]}
    for compiler in (e for e in tree.walk() if e.tag == "compiler"):
        for kind, key in (("texture", "texturedir"), ("mesh", "meshdir")):
            folders[kind] += [compiler.attributes[k] for k in (key, "assetdir") if k in compiler.attributes]
    for element in tree.walk():
        for key, name in element.attributes.items():
            if not key.startswith("file") or not name.strip():
                continue
            if element.tag in ("include", "model"):
                yield element, name, [here / name]
            else:
                yield element, name, [here / f / name for f in folders["texture" if element.tag == "texture" else "mesh"]]


def check_inside(element: Element, name: str, place: Path, folder: Path) -> None:
    """Refuse a file outside the folder, links followed."""
    try:
        inside = place.resolve().is_relative_to(folder)
    except (OSError, ValueError, RuntimeError):
        inside = False
    if not inside:
        raise element.wrong(
            f"names the file '{name[:80]}', which lies outside the folder of the description. "
            "Move it there, or allow it by allow_outside=True."
        )


def check_sizes(element: Element, copies: int) -> None:
    """Refuse grids, pictures and repetitions that would fill the memory."""
    for key in ("nrow", "ncol", "width", "height"):
        if key in element.attributes and element.number(key) > LARGEST_GRID:
            raise element.wrong(f"{key} is larger than {LARGEST_GRID}. Give a smaller one.")
    if element.tag in REPEATERS and "count" in element.attributes:
        words = element.attributes["count"].split()
        for value in element.numbers("count", len(words)):
            copies *= max(1, int(min(value, MOST_COPIES + 1)))
        if copies > MOST_COPIES:
            raise element.wrong(f"repeats more than {MOST_COPIES} times. Give a smaller count.")
    for child in element.children:
        check_sizes(child, copies)
