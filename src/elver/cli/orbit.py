"""``elver orbit``: the periodic orbit of a scenario, trimmed or followed along a parameter."""

from __future__ import annotations

import os
from pathlib import Path

from elver.cli.commands import check_output, note, number, parse_changes, plain_warnings, results_folder
from elver.errors import InputError
from elver.files import to_json, write_json

HELP = """\
Find the periodic motion of a machine without simulating its transient, and say whether it is stable.

  elver orbit eel                                              steady swimming: speed, Floquet multipliers
  elver orbit eel --trim gait.amplitude:speed=0.5              the amplitude that swims at 0.5 m/s
  elver orbit eel --continue gait.amplitude=0.06:0.1           follow the orbit along a parameter
  elver orbit swimmer --set control=computed --json
"""


def add_orbit_parser(commands, formatter) -> None:
    """Declare the command's options."""
    orbit = commands.add_parser("orbit", help="periodic orbit of a scenario", formatter_class=formatter, description=HELP)
    add = orbit.add_argument
    add("scenario", metavar="SCENARIO", help="its name; `elver list` names them")
    add(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="changes",
        help="change a named parameter; repeat for more",
    )
    add(
        "--unknown",
        default=None,
        metavar="A,B",
        help="states to solve for: names, twist, turn, angles, rates (default: all that return)",
    )
    text = "free parameter KEY so that NAME has VALUE; NAME is vx, vy, vz, speed [m/s], turn [rad/s] or a state"
    add("--trim", action="append", default=[], metavar="KEY:NAME=VALUE", help=text)
    add("--continue", default=None, metavar="KEY=A:B", dest="follow", help="follow the orbit from A to B of a parameter")
    add("--steps", metavar="N", help="RK4 steps per period (default: 400, or as many as stability needs)")
    add("--segments", default="1", metavar="N", help="segments of multiple shooting (default 1)")
    add("--settle", default="2", metavar="N", help="periods to simulate first (default 2)")
    add("--period", metavar="S", help="period in seconds (default: the gait's)")
    add("--tolerance", default="1e-11", metavar="X", help="scaled residual to reach (default 1e-11)")
    add("--out", metavar="FOLDER", help="folder for results (default: a new one, runs/SCENARIO-orbit)")
    add("--force", action="store_true", help="replace earlier results in --out")
    add("--json", action="store_true", help="print one JSON object and nothing else; files only with --out")
    add("--no-figures", action="store_true", help="write data but no pictures")
    orbit.set_defaults(animate=None)


def orbit_command(options, parser) -> int:
    from elver.native import compile_model
    from elver.scenarios import scenario

    chosen, changes = scenario(options.scenario), parse_changes(options.changes)
    trims, followed = read_trims(options.trim), read_range(options.follow)
    asked = requested(options, trims)
    free = [*trims] + ([followed[0]] if followed else [])
    check_output(options)
    model = (chosen.build if chosen.orbit else chosen.prepared)(changes, free=free)
    asked = (chosen.orbit(model) if chosen.orbit else {}) | {k: v for k, v in asked.items() if v is not None}
    note(options, f"{chosen.name}: {chosen.title}")
    program = compile_model(model)
    with plain_warnings():
        return (follow if followed else find)(program, asked, followed, options, chosen.name)


def requested(options, trims: dict) -> dict:
    """Arguments of find_orbit from the command line."""
    return {
        "unknown": [u.strip() for u in options.unknown.split(",")] if options.unknown else None,
        "trim": list(trims),
        "conditions": dict(trims.values()),
        "steps": None if options.steps is None else count("--steps", options.steps),
        "segments": count("--segments", options.segments),
        "settle": number("--settle", options.settle, None),
        "period": number("--period", options.period, None),
        "tolerance": number("--tolerance", options.tolerance, None),
        "tell": lambda text: note(options, text),
    }


def count(name: str, given: str) -> int:
    try:
        return int(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a whole number.") from None


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


def read_range(item: str | None) -> tuple[str, float, float] | None:
    """``KEY=A:B`` as parameter, first and last value."""
    if item is None:
        return None
    key, sign, rest = item.partition("=")
    first, colon, last = rest.partition(":")
    if not (sign and colon and key.strip() and first.strip() and last.strip()):
        raise InputError(f"--continue '{item}' is not KEY=A:B, such as --continue gait.amplitude=0.04:0.08.")
    return key.strip(), number("--continue", first.strip(), None), number("--continue", last.strip(), None)


def find(program, asked: dict, followed, options, name: str) -> int:
    """One orbit: write and report; the exit code."""
    from elver.orbits import find_orbit

    orbit = find_orbit(program, **asked)
    summary = {**orbit.summary, "scenario": name}
    try:
        with results_folder(options, f"{name}-orbit") as folder:
            write(orbit, folder, "orbit.nc", summary, options)
    finally:
        print(to_json(summary) if options.json else orbit_table(orbit))
    tell_where(folder, options)
    return 0 if orbit.converged else 1


def follow(program, asked: dict, followed, options, name: str) -> int:
    """A branch: write and report; the exit code."""
    from elver.orbits import follow_orbit

    branch = follow_orbit(program, *followed, **asked)
    marks = [{"label": label, "value": v} for label, v in zip(branch.labels, branch.values.tolist(), strict=True) if label]
    summary = {
        "scenario": name, "status": branch.status, "status_detail": branch.detail, "parameter": branch.parameter,
        "values": branch.values.tolist(), "events": marks, "floquet_max": [o.floquet_max for o in branch.orbits],
        "drift_speed": [o.drift.speed for o in branch.orbits],
    }  # fmt: skip
    folder = None
    try:
        if branch.orbits:
            with results_folder(options, f"{name}-orbit") as folder:
                write(branch, folder, "branch.nc", summary, options)
    finally:
        print(to_json(summary) if options.json else branch_table(branch, marks))
    tell_where(folder, options)
    return 0 if branch.status == "finished" else 1


def write(thing, folder: Path | None, file: str, summary: dict, options) -> None:
    """The data set, summary.json and figures."""
    if folder is None:
        return
    thing.save(folder / file, overwrite=True)
    write_json(folder / "summary.json", summary)
    if not options.no_figures:
        from elver.show import orbit_figures

        orbit_figures(thing, folder / "figures")


def tell_where(folder: Path | None, options) -> None:
    if folder is not None:
        note(options, f"results in {folder}{os.sep}")


def branch_table(branch, marks: list[dict]) -> str:
    """How far a branch came, and its events."""
    first = f"  {branch.status}: {branch.detail}; {len(branch.orbits)} orbits"
    return "\n".join([first, *(f"  {mark['label']} at {branch.parameter} = {mark['value']:.8g}" for mark in marks)])


def orbit_table(orbit) -> str:
    """Headline figures with units, one per line."""
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
    return "\n".join(f"  {name:<18} {value}" for name, value in rows)
