"""``elver check``: what a scenario or a scenario file describes, before anything is run."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.choices import Method
from elver._support.errors import InputError, listed
from elver._support.files import to_json
from elver.cli.folders import fresh
from elver.cli.options import FileOptions, argument, option, overwriting, parse_changes, repeated, switch
from elver.cli.terminal import complain, name_values, note, table

if TYPE_CHECKING:
    from elver.scenarios.definition import Scenario

DESCRIPTION = """\
Read a scenario file and explain the machine: mass, volume, buoyancy, inertia, strips, and what looks wrong. Nothing is run.
A start that a run would refuse, such as one inside an obstacle, is refused here too, after the picture is drawn.
A mistake is named with its line and column, what is allowed there and the nearest name.
"""
ENDINGS = (".png", ".svg", ".pdf")
HEADERS = ("body", "mass kg", "volume m^3", "kg/m^3", "strip m")


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str = argument("FILE", "a scenario file, or the name of a scenario")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    picture: str | None = option("--picture", "FILE", "draw the machine to scale at its start (png, svg, pdf)")
    force: bool = overwriting()
    json: bool = switch("--json", "print one JSON object and nothing else")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios import scenario
    from elver.scenarios.explanation import explain

    ending = Path(options.picture or "x.png").suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"--picture '{options.picture}' does not end with {', '.join(ENDINGS)}. Give a name such as fish.png.")
    if options.picture:
        fresh(options.picture, options.force)
    chosen = scenario(options.scenario, options.allow_outside)
    changes = parse_changes(options.changes)
    check_times(chosen, changes)
    explained = explain(chosen.build(changes), chosen.fixed_step(changes), chosen.method == Method.AUTO)
    if options.json:
        print(to_json(explained.described()))
    else:
        print(f"{chosen.name}: {chosen.title}\n\n{name_values(explained.rows())}\n")
        print(table(explained.bodies(), HEADERS, styles=("bold cyan",), right=(1, 2, 3)))
        for line in explained.derived:
            print(f"shape of {line}")
        if explained.dry:
            print(f"dry, for the file draws nothing of them: {listed(explained.dry)}")
    for warning in explained.warnings:
        complain(f"look at this: {warning}")
    if options.picture:
        from elver.viz import machine_figure

        machine_figure(explained, Path(options.picture))
        note(options, f"picture: {options.picture}")
    if explained.refused:
        raise InputError(explained.refused)
    return 0


def check_times(chosen: Scenario, changes: dict[str, str]) -> None:
    """Refuse times that a run would refuse."""
    from elver.model.program import fitted_output, fitted_step
    from elver.simulation.plan import make_plan

    dt = fitted_step(chosen.duration, chosen.time_step(changes))
    make_plan(chosen.duration, dt, chosen.method, fitted_output(chosen.output, dt))
