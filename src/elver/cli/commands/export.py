"""``elver export``: the equations of a scenario for other programs: C99, FMI 3.0, CasADi; a run as a 3-D model: glTF."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver._support.files import shown, to_json
from elver.cli.options import FileOptions, argument, number, option, overwriting, parse_changes, repeated, switch, words
from elver.cli.terminal import note, plain_warnings

if TYPE_CHECKING:
    from elver.scenarios.definition import Scenario

DESCRIPTION = """\
Write the equations of a scenario, x' = f(t, x, p, u) and all recorded quantities, for programs without Elver.

  elver export eel --c eel_c                         C99 without dependencies: header, source, a main program, Makefile
  elver export eel --fmu eel.fmu                     FMI 3.0, model exchange and co-simulation; needs a C compiler
  elver export eel --casadi eel.casadi               CasADi functions; casadi.Function.load("eel.casadi") reads them
  elver export eel --c eel_c --free gait.amplitude   the amplitude stays a parameter of what is written
  elver export runs/eel --glb eel.glb                a run in motion for Blender, PowerPoint, viewers of 3-D models

Numbers are compiled in unless --free names them; --set changes them before. Machines that touch obstacles cannot be exported:
impacts are no part of x' = f(t, x, p, u).
"""
NOTHING = "nothing to write. Add --c FOLDER, --fmu FILE.fmu or --casadi FILE.casadi; for a run --glb."
_OF_EQUATIONS = ("c", "fmu", "casadi", "changes", "free", "duration", "dt", "inputs")  # options that a run has no use for


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str = argument(
        "SCENARIO", "its name, or a scenario file; `elver list` names them; for --glb the folder or file of a run"
    )
    c: str | None = option("--c", "FOLDER", "write C99 files into a new or empty folder")
    fmu: str | None = option("--fmu", "FILE.fmu", "write a functional mock-up unit, FMI 3.0")
    casadi: str | None = option("--casadi", "FILE.casadi", "write CasADi functions, and FILE.md with their names")
    glb: str | None = option(
        "--glb", "FILE.glb", "write the motion of a run as glTF (default: beside its data)", nargs="?", const=""
    )
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    free: list[str] = repeated("--free", "A,B", "parameters that stay changeable in what is written; repeat for more")
    duration: str | None = option("--duration", "S", "seconds of the default run (default: the scenario's)")
    dt: str | None = option("--dt", "S", "step of the RK4 integrator in seconds (default: the scenario's, or what is stable)")
    inputs: bool = switch("--inputs", "recorded signals become inputs of the FMU instead of a part of it")
    force: bool = overwriting()
    json: bool = switch("--json", "print the names of the written files as one JSON object and nothing else")


def command(options: Options, parser: ArgumentParser) -> int:
    if options.glb is not None:
        return export_motion(options)
    from elver.export.readme import asked_file, asked_folder
    from elver.model.program import fitted_step
    from elver.scenarios import scenario
    from elver.simulation.plan import make_plan

    looked: dict[str, Callable] = {
        "c": asked_folder,
        "fmu": partial(asked_file, ending=".fmu"),
        "casadi": partial(asked_file, ending=".casadi"),
    }
    wanted = {kind: getattr(options, kind) for kind in looked if getattr(options, kind) is not None}
    if not wanted:
        raise InputError(NOTHING)
    if options.inputs and "fmu" not in wanted:
        raise InputError("--inputs is for an FMU: in C and CasADi the signals s are arguments anyway. Add --fmu FILE.fmu.")
    chosen, changes, free = (
        scenario(options.scenario, options.allow_outside),
        parse_changes(options.changes),
        named_free(options.free),
    )
    chosen.values(changes)
    duration = number("--duration", options.duration, chosen.duration)
    dt = number("--dt", options.dt, fitted_step(duration, chosen.time_step(changes)))
    make_plan(duration, dt)
    if "fmu" in wanted:
        from elver.export.c import require_compiler

        require_compiler("--fmu")
    for kind, place in wanted.items():
        looked[kind](place, force=options.force)
    note(options, f"{chosen.name}: {chosen.title}")
    with plain_warnings():
        files = write(chosen, changes, free, wanted, duration, dt, options)
    if options.json:
        print(to_json({kind: [str(path) for path in paths] for kind, paths in files.items()}))
    return 0


def export_motion(options: Options) -> int:
    """The motion of a saved run as a 3-D model."""
    from elver.cli.commands.plot import run_file
    from elver.export.readme import asked_file
    from elver.results import load_run
    from elver.viz import write_glb

    for name in _OF_EQUATIONS:
        if getattr(options, name):
            word = "set" if name == "changes" else name
            raise InputError(f"--glb shows a run, and --{word} is for the equations of a scenario. Leave out one of them.")
    place = Path(options.scenario)
    data = place if place.is_file() else run_file(place)
    if data is None:
        raise InputError(
            f"--glb shows a run, and '{shown(place)}' is none. Give the folder or the .nc file of a run (elver run)."
        )
    target = asked_file(options.glb or data.with_suffix(".glb"), ending=".glb", force=options.force)
    path = write_glb(load_run(str(data)), target, overwrite=True)
    note(options, f"written: {path}")
    if options.json:
        print(to_json({"glb": [str(path)]}))
    return 0


def named_free(items: list[str]) -> list[str]:
    """Names of the free parameters, each once."""
    names = [name for item in items for name in words(item)]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--free {name} is given twice. Give it once.")
    return names


def write(
    chosen: Scenario,
    changes: Mapping[str, Any],
    free: Sequence[str],
    wanted: Mapping[str, str],
    duration: float,
    dt: float,
    options: Options,
) -> dict[str, list[Path]]:
    """All files that were asked for, by kind."""
    from elver.export import write_c, write_casadi, write_fmu
    from elver.export.description import describe, refuse_scene, with_open_inputs
    from elver.model import compile_model

    model = chosen.build(changes, free, duration)
    refuse_scene(model)
    if model.needs:
        note(options, f"computing {model.needs} ...")
    export = describe(compile_model(chosen.ready(model, duration)), duration, dt)
    if options.inputs:
        with_open_inputs(export)  # refused before the first file is written
    for text in export.notes:
        note(options, text)
    unit = partial(write_fmu, inputs=options.inputs)
    writers: dict[str, Callable] = {"c": write_c, "casadi": write_casadi, "fmu": unit}
    files = {}
    for kind, place in wanted.items():
        if kind == "fmu":
            note(options, "compiling the unit ...")
        files[kind] = writers[kind](export, place, force=options.force)
        note(options, f"written: {', '.join(map(str, files[kind]))}")
    return files
