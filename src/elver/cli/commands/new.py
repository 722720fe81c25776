"""``elver new``: a commented scenario file that works, to begin with."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path

from elver._support.errors import InputError
from elver.cli.folders import fresh
from elver.cli.options import argument, option, overwriting, switch
from elver.cli.terminal import note

DESCRIPTION = """\
Write a commented scenario file that works: a fish with a soft tail, or with --import the machine of a URDF, MJCF or SDF file.
Change it into your own machine.
"""


@dataclass(frozen=True)
class Options:
    file: str = argument("FILE", "the file to write, such as fish.yaml")
    description: str | None = option(
        "--import", "FILE", "write it for this URDF, MJCF or SDF file, which lies beside it or below"
    )
    force: bool = overwriting()
    json: bool = switch("--json", "say nothing")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver._support.files import write_whole
    from elver.scenarios import example
    from elver.scenarios.files.writing import example_of

    path = Path(options.file)
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise InputError(f"'{options.file}' does not end with .yaml. Give a name such as fish.yaml.")
    fresh(path, options.force)
    write_whole(path, example(path.stem) if options.description is None else example_of(Path(options.description), path))
    note(options, f"{path} written. Next: `elver check {path}`, `elver run {path}`.")
    return 0
