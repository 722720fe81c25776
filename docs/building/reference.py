"""The reference: one page for each room that offers names, made from docstrings and types."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

import elver
from building.docstrings import plain
from elver.errors import ElverError

FOLDER = "api"  # below the sources; made, never kept
NOT_OFFERED = ("compiled", "document", "drawing", "packages", "pieces", "reading", "studio", "systems")  # for the house itself
BEYOND = ("elver.equations.controlled", "elver.fit.files", "elver.fit.report")  # rooms inside rooms


def rooms() -> list[str]:
    """The rooms that offer names."""
    found = [m.name for m in pkgutil.iter_modules(elver.__path__, "elver.") if m.ispkg]
    offered = [name for name in found if name.removeprefix("elver.") not in NOT_OFFERED]
    return sorted({name for name in (*offered, *BEYOND, *elver._HOME) if names_of(name)})


def names_of(room: str) -> list[str]:
    """What a room offers; of a room that does not say it, what ``import elver`` gives of it."""
    return sorted(getattr(import_module(room), "__all__", ()) or elver._HOME.get(room, ()), key=str.lower)


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n"


def entry(room: str, name: str) -> str:
    """How autodoc is asked for a name, by what it is."""
    try:
        value = getattr(import_module(room), name)
    except ElverError as missing:  # a package that is not there when the site is built
        return f".. py:data:: {room}.{name}\n   :no-index:\n\n   Not described here: {missing}\n"
    if inspect.isclass(value):
        return f".. autoclass:: {room}.{name}\n   :members:\n"
    kind = "autofunction" if callable(value) else "autodata"
    return f".. {kind}:: {room}.{name}\n"


def room_page(room: str) -> str:
    """The page of one room: its docstring, and all that it offers."""
    entries = (entry(room, name) for name in names_of(room))
    return "\n".join([heading(room, "="), f".. automodule:: {room}\n   :no-members:\n", *entries])


def start_page() -> str:
    """What ``import elver`` gives, each name with its first sentence, and the rooms."""
    rows = [".. list-table::", "   :widths: 30 70", ""]
    for name in elver.__all__:
        home, first = elver._WHERE[name], first_sentence(getattr(elver, name))
        rows += [f"   * - :py:obj:`~{home}.{name}`", f"     - {first}"]
    listed = "\n".join(f"   {room}" for room in rooms())
    introduction = "All public names, each with its room. They are imported when first used, so that ``import elver`` is fast.\n"
    contents = f".. toctree::\n   :maxdepth: 1\n   :caption: Rooms\n\n{listed}\n"
    return "\n".join([heading("Reference", "="), introduction, *rows, "", heading("Rooms", "-"), contents])


def first_sentence(value: Any) -> str:
    """The first paragraph of a docstring in one line."""
    return plain(" ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split()))


def write_reference(app: Any) -> None:
    """Write the pages of the reference; those that are as before are left alone, so that only changes are read again."""
    if app.tags.has("prose"):  # the reference is not asked for
        app.config.exclude_patterns.append(FOLDER)
        return
    folder = Path(app.srcdir) / FOLDER
    folder.mkdir(exist_ok=True)
    wanted = {"index.rst": start_page()} | {f"{room}.rst": room_page(room) for room in rooms()}
    for path in folder.glob("*.rst"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
