"""The reference: one page for each package that offers names, made from docstrings and types."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

import elver
from building.docstrings import plain
from elver._support.errors import ElverError

FOLDER = "api"  # below the sources; made, never kept


def packages() -> list[str]:
    """The packages that offer names, those within packages too, and the front of Elver itself."""
    found = (m.name for m in pkgutil.walk_packages(elver.__path__, "elver.") if m.ispkg or m.name.count(".") == 1)
    fronts = [name for name in found if name.split(".")[1] in elver.__all__ and names_of(name)]
    return ["elver", *sorted(fronts)]


def names_of(package: str) -> list[str]:
    """What a package offers; of the front of Elver what no package offers too."""
    offered = sorted(getattr(import_module(package), "__all__", ()), key=str.lower)
    return [name for name in offered if home_of(name) == "elver"] if package == "elver" else offered


def home_of(name: str) -> str:
    """The package on whose page a name of ``import elver`` is described."""
    value = getattr(elver, name)
    if inspect.ismodule(value):
        return value.__name__
    fronts = (front for front in (getattr(elver, other) for other in elver.__all__) if inspect.ismodule(front))
    return next((front.__name__ for front in fronts if name in getattr(front, "__all__", ())), "elver")


def heading(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n"


def entry(package: str, name: str) -> str:
    """How autodoc is asked for a name, by what it is."""
    try:
        value = getattr(import_module(package), name)
    except (ElverError, ImportError) as missing:  # a package that is not there when the site is built
        return f".. py:data:: {package}.{name}\n   :no-index:\n\n   Not described here: {missing}\n"
    if inspect.isclass(value):
        return f".. autoclass:: {package}.{name}\n   :members:\n"
    kind = "autofunction" if callable(value) else "autodata"
    return f".. {kind}:: {package}.{name}\n"


def package_page(package: str) -> str:
    """The page of one package: its docstring, and all that it offers."""
    entries = (entry(package, name) for name in names_of(package))
    return "\n".join([heading(package, "="), f".. automodule:: {package}\n   :no-members:\n", *entries])


def start_page() -> str:
    """What ``import elver`` gives, each name with its first sentence, and the packages."""
    rows = [".. list-table::", "   :widths: 30 70", ""]
    for name in (name for name in elver.__all__ if not inspect.ismodule(getattr(elver, name))):
        home, first = home_of(name), first_sentence(getattr(elver, name))
        rows += [f"   * - :py:obj:`~{home}.{name}`", f"     - {first}"]
    listed = "\n".join(f"   {package}" for package in packages())
    introduction = "The names of every day. They are imported when first used, so that ``import elver`` is fast.\n"
    contents = f".. toctree::\n   :maxdepth: 1\n   :caption: Packages\n\n{listed}\n"
    return "\n".join([heading("Reference", "="), introduction, *rows, "", heading("Packages", "-"), contents])


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
    wanted = {"index.rst": start_page()} | {f"{package}.rst": package_page(package) for package in packages()}
    for path in folder.glob("*.rst"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
