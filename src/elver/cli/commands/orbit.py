"""``elver orbit``: the periodic orbit of a scenario, trimmed or followed along a parameter."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver._support.files import to_json, write_json
from elver.cli.folders import check_output, results_folder
from elver.cli.options import FileOptions, argument, number, option, overwriting, parse_changes, repeated, seldom, switch, whole
from elver.cli.terminal import name_values, note, plain_warnings, tell_where

if TYPE_CHECKING:
    from elver.analysis.orbits.continuation import Branch
    from elver.analysis.orbits.orbit import Orbit
    from elver.analysis.orbits.problem import OrbitProblem, Shooting
    from elver.model.program import Program
    from elver.quantities import Parameter
    from elver.scenarios.definition import Scenario

DESCRIPTION = """\
Find the periodic motion of a machine without simulating its transient, and say whether it is stable.

  elver orbit eel                                              steady swimming: speed, Floquet multipliers
  elver orbit eel --trim gait.amplitude:speed=0.5              the amplitude that swims at 0.5 m/s
  elver orbit eel --continue gait.amplitude=0.06:0.1           follow the orbit along a parameter
  elver orbit eel --slopes water.friction,gait.amplitude       what these parameters do to speed, turn and period
  elver orbit swimmer --set control=computed --json
"""
TRIM = "free parameter KEY so that NAME has VALUE; NAME is vx, vy, vz, speed [m/s], turn [rad/s] or a state"


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str = argument("SCENARIO", "its name, or a scenario file; `elver list` names them")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    unknown: str | None = option(
        "--unknown", "A,B", "states to solve for: names, twist, turn, angles, rates (default: all that return)"
    )
    trim: list[str] = repeated("--trim", "KEY:NAME=VALUE", TRIM)
    follow: str | None = option("--continue", "KEY=A:B", "follow the orbit from A to B of a parameter")
    slopes: str | None = option("--slopes", "KEY,KEY", "derivatives of the orbit by these parameters")
    steps: str | None = seldom(option("--steps", "N", "RK4 steps per period (default: 400, or as many as stability needs)"))
    segments: str = seldom(option("--segments", "N", "segments of multiple shooting (default 1)", "1"))
    settle: str = seldom(option("--settle", "N", "periods of transient to simulate first (default 2)", "2"))
    period: str | None = seldom(option("--period", "S", "period in seconds (default: the gait's)"))
    tolerance: str = seldom(option("--tolerance", "X", "scaled residual to reach (default 1e-11)", "1e-11"))
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one, runs/SCENARIO-orbit)")
    force: bool = overwriting()
    json: bool = switch("--json", "print one JSON object and nothing else; files only with --out")
    no_figures: bool = switch("--no-figures", "write data but no pictures")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.model import compile_model
    from elver.scenarios import scenario

    chosen, changes = scenario(options.scenario, options.allow_outside), parse_changes(options.changes)
    trims, followed = read_trims(options.trim), read_range(options.follow, chosen)
    requested_orbit(options, trims)  # refused before anything is built
    slopes = [name.strip() for name in options.slopes.split(",")] if options.slopes else []
    if slopes and followed:
        raise InputError("--slopes are those of one orbit. Leave out --continue.")
    free = list(dict.fromkeys([*trims, *slopes] + ([followed[0]] if followed else [])))
    check_output(options, f"{chosen.name}-orbit")
    model = (chosen.build if chosen.orbit else chosen.prepared)(changes, free=free)
    problem, shooting = requested_orbit(options, trims, *(chosen.orbit(model) if chosen.orbit else ()))
    note(options, f"{chosen.name}: {chosen.title}")
    program = compile_model(model)
    with plain_warnings():
        if followed:
            return follow(program, problem, shooting, followed, options, chosen)
        return find(program, problem, shooting, slopes, options, chosen.name)


def requested_orbit(options: Options, trims: dict, problem: Any = None, shooting: Any = None) -> tuple[Any, Any]:
    """The OrbitProblem and the Shooting of the command line, over those of the scenario."""
    from elver.analysis import OrbitProblem, Shooting

    about: dict[str, Any] = {
        "unknowns": tuple(u.strip() for u in options.unknown.split(",")) if options.unknown else None,
        "period": number("--period", options.period, None),
    }
    steps = whole("--steps", options.steps)
    problem = replace(
        problem or OrbitProblem(),
        trim=tuple(trims),
        conditions=dict(trims.values()),
        **{name: value for name, value in about.items() if value is not None},
    )
    shooting = replace(
        shooting or Shooting(),
        segments=whole("--segments", options.segments),
        transient=number("--settle", options.settle, None),
        tolerance=number("--tolerance", options.tolerance, None),
        **({} if steps is None else {"steps": steps}),
    )
    return problem, shooting


def read_trims(items: list[str]) -> dict[str, tuple[str, float]]:
    """``KEY:NAME=VALUE`` texts as parameter -> (condition, value)."""
    trims = {}
    for item in items:
        key, colon, rest = item.partition(":")
        name, sign, value = rest.partition("=")
        if not (colon and sign and key.strip() and name.strip() and value.strip()):
            raise InputError(f"--trim '{item}' is not KEY:NAME=VALUE, such as --trim gait.amplitude:vz=0.")
        trims[key.strip()] = name.strip(), number("--trim", value.strip(), None)
    return trims


def read_range(item: str | None, chosen: Scenario) -> tuple[str, float, float] | None:
    """``KEY=A:B`` as parameter, first and last value; numbers as after --set."""
    if item is None:
        return None
    key, sign, rest = item.partition("=")
    first, colon, last = rest.partition(":")
    if not (sign and colon and key.strip() and first.strip() and last.strip()):
        raise InputError(f"--continue '{item}' is not KEY=A:B, such as --continue gait.amplitude=0.04:0.08.")
    own, _ = chosen.number_named(key.strip(), {p.name: p.default for p in chosen.parameters})
    return key.strip(), own.number(first.strip(), first), own.number(last.strip(), last)


def find(program: Program, problem: OrbitProblem, shooting: Shooting, slopes: list[str], options: Options, name: str) -> int:
    """One orbit, with its slopes by parameters: write and report; the exit code."""
    from elver.analysis import find_orbit, orbit_slopes

    orbit = find_orbit(program, problem, shooting=shooting, callback=lambda text: note(options, text))
    summary = {**orbit.summary, "scenario": name}
    found = orbit_slopes(orbit, slopes) if slopes and orbit.converged else None
    if found is not None:
        summary["slopes"] = found.summary
    try:
        with results_folder(options, f"{name}-orbit") as folder:
            write(orbit, folder, "orbit.nc", summary, options)
    finally:
        print(to_json(summary) if options.json else orbit_table(orbit, found))
    tell_where(options, folder)
    return 0 if orbit.converged else 1


def follow(
    program: Program,
    problem: OrbitProblem,
    shooting: Shooting,
    followed: tuple[str, float, float],
    options: Options,
    chosen: Scenario,
) -> int:
    """A branch: write and report; the exit code."""
    from elver.analysis import follow_orbit

    parameter, start, stop = followed
    branch = follow_orbit(program, parameter, start, stop, problem, shooting=shooting, callback=lambda text: note(options, text))
    marks = [{"label": label, "value": v} for label, v in zip(branch.labels, branch.values.tolist(), strict=True) if label]
    summary = {
        "scenario": chosen.name, "status": branch.status, "status_detail": branch.detail, "parameter": branch.parameter,
        "values": branch.values.tolist(), "events": marks, "floquet_max": [o.floquet_max for o in branch.orbits],
        "drift_speed": [o.drift.speed for o in branch.orbits],
    }  # fmt: skip
    folder, units = None, {p.name: p.shown_unit for p in chosen.parameters}
    try:
        if branch.orbits:
            with results_folder(options, f"{chosen.name}-orbit") as folder:
                write(branch, folder, "branch.nc", summary, options, units)
    finally:
        by_name = {p.name: p for p in chosen.parameters}
        print(to_json(summary) if options.json else branch_table(branch, marks, by_name.get(branch.parameter)))
    tell_where(options, folder)
    return 0 if branch.status == "finished" else 1


def write(
    thing: Orbit | Branch, folder: Path | None, file: str, summary: dict, options: Options, units: dict[str, str] | None = None
) -> None:
    """The data set, summary.json and figures. units: of parameters."""
    if folder is None:
        return
    thing.save(folder / file, overwrite=True)
    write_json(folder / "summary.json", summary)
    if not options.no_figures:
        from elver.viz import orbit_figures

        orbit_figures(thing, folder / "figures", units=units)


def branch_table(branch: Branch, marks: list[dict], own: Parameter | None = None) -> str:
    """How far a branch came, and its events. own: the parameter that it goes along."""
    from elver._support.units import in_unit

    unit = "" if own is None or own.shown_unit in ("", "1") else f" {own.shown_unit}"
    shown = "" if own is None else own.own_unit
    first = f"  {branch.status}: {branch.detail}; {len(branch.orbits)} orbits"
    places = [f"{branch.parameter} = {in_unit(mark['value'], shown):.8g}{unit}" for mark in marks]
    return "\n".join([first, *(f"  {mark['label']} at {place}" for mark, place in zip(marks, places, strict=True))])


def orbit_table(orbit: Orbit, slopes: Any = None) -> str:
    """Headline figures with units, one per line; then what parameters do to them."""
    d = orbit.drift
    rows = [
        ("status", f"{orbit.status}: {orbit.detail}"),
        ("period", f"{orbit.period:.9g} s, {orbit.steps} steps"),
        ("residual", f"{orbit.residual:.1e} (scaled)"),
        ("stability", f"{orbit.stability}; largest Floquet multiplier {orbit.floquet_max:.6g}"),
        ("drift", ", ".join(f"{v:.6g}" for v in d.velocity) + f" m/s along the heading's axes; turns {d.turn_rate:.4g} rad/s"),
        ("speed", f"{d.speed:.9g} m/s"),
        *((name, f"{value:.9g}") for name, value in orbit.parameters.items()),
    ]
    for name, by in ({} if slopes is None else slopes.summary).items():
        shown = f"speed {by['drift_speed']:.6g} m/s, turn {by['turn_rate']:.6g} rad/s, period {by['period']:.6g} s"
        trims = "".join(f", {trim} {value:.6g}" for trim, value in by["trimmed"].items())
        rows.append((f"per unit of {name}", shown + trims))
    return name_values(rows)
