"""Which files of Elver decide the code of compiled loops: that of a loop and all it imports, and so on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from elver.code_cache import source_stamp
from elver.compiled import IMPORT, ROOT

WITHOUT_KERNELS = ("elver.code_cache", "elver.contact.scene", "elver.contact.settings", "elver.errors", "elver.files")  # no loops


def file_of(module: str) -> Path:
    """The file of one of Elver's modules."""
    return ROOT.joinpath(*module.split(".")[1:]).with_suffix(".py")


def sources_of(files: Iterable[Path]) -> list[Path]:
    """These files and what they import, as far as it can hold loops or numbers of theirs."""
    found: set[Path] = set()
    pending = list(files)
    while pending:
        path = pending.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for module in IMPORT.findall(path.read_bytes()):
            name = module.decode()
            if name not in WITHOUT_KERNELS:
                pending += [file_of(name), *ROOT.joinpath(*name.split(".")[1:]).glob("*.py")]
    return sorted(found)


def sources_digest(files: Iterable[Path]) -> str:
    """Hash of these files and what they import."""
    return source_stamp(sources_of(files))
