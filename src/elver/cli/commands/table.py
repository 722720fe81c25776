"""``elver table``: samples of a saved run for spreadsheets, MATLAB and other programs."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.errors import InputError
from elver.cli.options import argument, option, overwriting, switch, whole, words
from elver.cli.run_options import found_run

if TYPE_CHECKING:
    from elver.results.run import Run

DESCRIPTION = """\
Write the samples of a saved run as a table: one column for each number along time, with its unit.

  elver table runs/eel --csv                                 runs/eel/run.csv
  elver table runs/eel --xlsx swim.xlsx                      a workbook: samples, summary, parameters (pip install "elver[excel]")
  elver table runs/eel --mat                                 runs/eel/run.mat: arrays, units and labels for MATLAB
  elver table runs/eel --csv --quantities joint_position,joint_torque --every 10
  elver table runs/eel --list                                the quantities of the run, with units

In Python: elver.results.write_table(run, "run.csv"). More: docs/results.md.
"""
KINDS = ("csv", "xlsx", "mat")
QUANTITIES = "quantities to write, or all (default: those of base, joints, energies, contacts, inputs and sensors)"


@dataclass(frozen=True)
class Options:
    run: str = argument("RUN", "folder or data file of `elver run`")
    csv: str | None = option("--csv", "FILE", "comma-separated values (default: beside the run)", None, nargs="?", const="")
    xlsx: str | None = option("--xlsx", "FILE", "a workbook of Excel or LibreOffice", None, nargs="?", const="")
    mat: str | None = option("--mat", "FILE", "a MAT-file of MATLAB or Octave", None, nargs="?", const="")
    quantities: str | None = option("--quantities", "A,B", QUANTITIES)
    every: str = option("--every", "N", "only every N-th sample (default 1)", "1")
    list: bool = switch("--list", "print the quantities that the run has, with units, and write nothing")
    force: bool = overwriting()


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.results import load_run, write_table

    wanted = {kind: getattr(options, kind) for kind in KINDS if getattr(options, kind) is not None}
    if not wanted and not options.list:
        raise InputError("nothing to write. Add --csv, --xlsx or --mat; or --list for the quantities of the run.")
    place = found_place(options.run)
    files = [target(kind, given, place) for kind, given in wanted.items()]
    names = None if options.quantities is None else words(options.quantities)
    every = whole("--every", options.every)
    run = load_run(place)
    if options.list:
        print(listed(run))
    for file in files:
        print(write_table(run, file, names, every, options.force))
    return 0


def found_place(name: str) -> Path:
    """The file or store of a run."""
    path = Path(name)
    return found_run(path) if path.is_dir() or path.suffix == ".zarr" else path


def target(kind: str, given: str, place: Path) -> Path:
    """The file to write: the one given, or one beside the run."""
    if not given:
        return place.with_suffix(f".{kind}")
    if Path(given).suffix != f".{kind}":
        raise InputError(f"--{kind} '{given[:60]}' must end in .{kind}.")
    return Path(given)


def listed(run: Run) -> str:
    """Quantities along time: name, unit, dimensions and meaning."""
    from elver.cli.terminal import table
    from elver.results.storage.tables import quantities, usual

    shown = set(usual(run.data))
    rows = []
    for name in quantities(run.data):
        own = run.data[name]
        unit, about = str(own.attrs.get("units", "")), str(own.attrs.get("long_name", ""))
        rows.append((name, f"[{unit}]", ", ".join(map(str, own.dims[1:])), "" if name in shown else "on demand", about))
    return table(rows, ("quantity", "unit", "along", "", "meaning"), styles=("bold cyan", "dim", "", "dim", ""))
