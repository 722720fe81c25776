"""Which files of Elver decide the code of compiled loops: that of a loop and all it imports, and so on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from elver.code_cache import source_stamp
from elver.compiled import ROOT
from elver.compiled.width import host_width

WITHOUT_KERNELS = ("elver.code_cache", "elver.contact.scene", "elver.contact.settings", "elver.errors", "elver.files")  # no loops
IMPORT = re.compile(rb"^(?:from (elver(?:\.\w+)*) import (\([^)]*\)|.*)|import (elver(?:\.\w+)+))", re.MULTILINE)
ANY = 0  # lanes of a loop that has none: it suits every computer
OWN = ("layout.py", "runtime.py")  # of this folder: how every shipped loop is entered


def file_of(module: str) -> Path:
    """The file of one of Elver's modules."""
    return ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


def imported(text: bytes) -> Iterator[Path]:
    """Files that the lines of a module import: modules, packages, and modules taken from packages."""
    for found in IMPORT.finditer(text):
        name = (found[1] or found[3]).decode()
        if name in WITHOUT_KERNELS:
            continue
        place = file_of(name).with_suffix("")
        yield from (file_of(name), place / "__init__.py")
        yield from (place / f"{word}.py" for word in re.findall(r"\w+", (found[2] or b"").decode()))


def sources_of(files: Iterable[Path]) -> list[Path]:
    """These files and what they import, as far as it can hold loops or numbers of theirs."""
    found: set[Path] = set()
    pending = list(files)
    while pending:
        path = pending.pop()
        if path not in found and path.is_file():
            found.add(path)
            pending += imported(path.read_bytes())
    return sorted(found)


def loop_digest(place: str) -> str:
    """Hash of all that decides the shipped code of the loop at a place."""
    return source_stamp(sources_of([file_of(place.split(":")[0]), *(Path(__file__).parent / name for name in OWN)]))


def lanes_of(place: str) -> int:
    """How many machines side by side the code of the loop at a place is for on this computer; 0 where it has no lanes."""
    return host_width() if file_of(host_width.__module__) in sources_of([file_of(place.split(":")[0])]) else ANY
