"""A model as a folder of C99 files."""

from __future__ import annotations

from pathlib import Path

from elver.export.c_sources import header_text, source_text, template
from elver.export.description import Export, describe
from elver.export.places import asked_folder, write_all
from elver.export.readme import c_readme
from elver.native.sources import Source


def export_c(
    source: Source | Export, folder, duration: float | None = None, dt: float | None = None, force: bool = False
) -> list[Path]:
    """Write NAME.h, NAME.c, main.c, Makefile and README.md of a scenario, a model or a program; the files.

    duration, dt [s]: of the default run (default: the scenario's own).   force: replace files of an earlier export.
    Free parameters stay parameters. No compiler is needed to write the files.
    """
    path = asked_folder(folder, force)
    return write_all(path, c_files(describe(source, duration, dt)))


def c_files(export: Export) -> dict[str, str]:
    """All files by name."""
    return {
        f"{export.name}.h": header_text(export),
        f"{export.name}.c": source_text(export),
        "main.c": template("main.c", export),
        "Makefile": template("Makefile", export),
        "README.md": c_readme(export),
    }
