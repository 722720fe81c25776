"""``elver run``: one run of a scenario: summary, figures and data."""

from __future__ import annotations

import gc
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.choices import ContactSolver, Formulation, Method, Stored, described
from elver._support.errors import InputError
from elver._support.files import to_json, write_json
from elver.cli.figure_process import FigureProcess
from elver.cli.folders import check_output, refuse_both, results_folder
from elver.cli.options import FileOptions, argument, choice, number, option, overwriting, parse_changes, repeated, seldom, switch
from elver.cli.run_options import (
    INPUT,
    START,
    Before,
    FilmOptions,
    by_whom,
    check_seen,
    contact_before,
    film_settings,
    given_start,
    held_inputs,
    known_changes,
    run_before,
    same_settings,
    whole_duration,
)
from elver.cli.terminal import INTERRUPTED, NOT_TRUSTED, complain, note, plain_warnings, tell_where
from elver.simulation.options import Solver

if TYPE_CHECKING:
    from elver.contact.scene import ContactSettings
    from elver.model.program import Program
    from elver.results.run import Run
    from elver.scenarios.definition import Scenario
    from elver.simulation.plan import Plan

DESCRIPTION = "Simulate a scenario."
MANY_JOINTS = 60
ACCURACY = "with contact: steps of second order, at most --dt long, each with an error of at most so many metres"
SAMPLES = "seconds between recorded samples (default about 0.01, or a hundredth of the gait's period)"


RESUME = "go on with the run in FOLDER (or --out), which was stopped, killed, or has ended: --duration is the new whole length"


@dataclass(frozen=True)
class Options(FilmOptions, FileOptions):
    scenario: str | None = argument(
        "SCENARIO", "its name, or a scenario file; `elver run SCENARIO --help` lists its parameters", "?"
    )
    help: bool = switch("-h --help", "show this text, and the scenario's parameters with units")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    inputs: list[str] = repeated("--input", "NAME=VALUE", INPUT)
    start: list[str] = repeated("--start", "STATE=VALUE|FILE", START)
    duration: str | None = option("--duration", "S", "seconds to simulate (default: the scenario's)")
    dt: str | None = option("--dt", "S", "time step in seconds (default: the scenario's)")
    method: str = seldom(option("--method", "NAME", described(Method), Method.AUTO))
    rtol: str | None = seldom(option("--rtol", "X", f"relative tolerance of dopri5 and rodas (default {Solver.rtol:g})"))
    atol: str | None = seldom(option("--atol", "X", f"absolute tolerance of dopri5 and rodas (default {Solver.atol:g})"))
    accuracy: str | None = seldom(option("--accuracy", "M", ACCURACY))
    contact_solver: str | None = seldom(option("--contact-solver", "NAME", described(ContactSolver)))
    formulation: str | None = seldom(option("--formulation", "NAME", described(Formulation)))
    output: str | None = seldom(option("--output", "S", SAMPLES))
    record: list[str] = seldom(repeated("--record", "NAME", "also record body_force, what every force does to every body"))
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one, runs/SCENARIO)")
    force: bool = overwriting()
    stream: str | None = seldom(choice("--stream", Stored, "for long runs: write samples while it goes on, in little memory"))
    resume: str | None = option("--resume", "FOLDER", RESUME, None, nargs="?", const="")
    check_step: bool = seldom(
        switch("--check-step", "run it again with half and with twice the step: its error, and the order of the method")
    )
    json: bool = switch("--json", "print the summary as one JSON object and nothing else; files only with --out")
    no_figures: bool = switch("--no-figures", "write the data file but no pictures")


def command(options: Options, parser: ArgumentParser) -> int:
    if options.help or not (options.scenario or options.resume is not None):
        return run_help(options, parser)

    from elver.viz.style import styled

    options, before = resumed(options)
    long = options.stream or before or options.animate
    wanted = not options.no_figures and (options.out is not None or not options.json)
    if options.style and not wanted:
        raise InputError(
            "--style says how figures look, and none are drawn. Leave out --no-figures, or with --json add --out FOLDER."
        )
    drawn_by = FigureProcess(wanted and options.style is None)  # the second process draws for the screen
    with styled(options.style), drawn_by as painter, nullcontext() if long else not_collecting():
        return carry_out(options, before, painter)


def resumed(options: Options) -> tuple[Options, Before | None]:
    """The options with folder and scenario of the run to go on with, and that run; None where a run is begun."""
    if options.resume is None:
        return options, None
    refuse_both(options)
    if options.start:
        raise InputError("--start says where a run begins, and --resume goes on with one. Give one of the two.")
    if options.resume and options.out not in (None, options.resume):
        raise InputError(f"--resume {options.resume} and --out {options.out} name two folders. Give the run's folder once.")
    folder = options.resume or options.out
    if not folder:
        raise InputError("--resume needs the folder of the run: --resume FOLDER, or --out FOLDER.")
    if options.stream and options.scenario and Path(folder).is_dir() and not any(Path(folder).glob("run.*")):
        return replace(options, out=folder), None  # it was killed before it had written anything
    before = run_before(Path(folder), options.scenario)
    place = before.place.parent
    if not before.streamed and (options.stream or before.place.suffix != ".nc"):
        raise InputError(
            f"the run in '{place}' was not written with --stream and goes on in memory, as run.nc. "
            + ("Leave out --stream." if options.stream else f"Save {before.place.name} as run.nc.")
        )
    if options.stream and before.place.suffix != f".{options.stream}":
        raise InputError(
            f"--resume: the run in '{place}' is stored as {before.place.name}, not as run.{options.stream}. "
            "Leave out --stream, or give another --out."
        )
    if options.inputs:
        raise InputError(f"the run in '{place}' goes on with the inputs that it has. Leave out --input.")
    record = sorted({*options.record, *before.recorded})
    return replace(options, out=str(place), scenario=before.scenario, record=record), before


def carry_out(options: Options, before: Before | None, painter: FigureProcess) -> int:
    """Build, compile, simulate, write and report; the exit code."""
    chosen, plan, program = prepared(str(options.scenario), options, before)
    with results_folder(folder_options(options), chosen.name) as folder:
        return run_and_write(program, plan, folder, chosen, options, before, painter)


def prepared(name: str, options: Options, before: Before | None) -> tuple[Scenario, Plan, Program]:
    """The scenario, the plan of its run, and its program."""
    from elver.scenarios import scenario

    chosen = scenario(name, options.allow_outside)
    changes: dict[str, Any] = dict(parse_changes(options.changes))
    changes = known_changes(before, chosen, changes) if before else changes
    chosen.values(changes)
    plan = requested_plan(options, chosen, chosen.time_step(changes), before)
    check_stream(options)
    check_output(folder_options(options), chosen.name)
    check_film(options, chosen)
    note(options, f"{chosen.name}: {chosen.title}, {plan.duration:g} s" + (f", on from {before.reached:g} s" if before else ""))
    return chosen, plan, compiled(chosen, changes, plan, options)


@contextmanager
def not_collecting() -> Iterator[None]:
    """Look for no garbage meanwhile: imports and equations leave little of it, and the search takes a tenth of their time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def compiled(chosen: Scenario, changes: Mapping[str, Any], plan: Plan, options: Options) -> Program:
    """The scenario's program; a note where compiling will take a while."""
    from elver.model import compile_model

    model = chosen.build(changes, duration=plan.duration)
    if model.needs:
        note(options, f"computing {model.needs} ...")
    model = chosen.ready(model, plan.duration)
    if len(model.robot.joint_names) > MANY_JOINTS:
        note(options, f"writing and compiling the equations of {len(model.robot.joint_names)} joints ...")
    return compile_model(model.recording(*options.record))


def run_and_write(
    program: Program, plan: Plan, folder: Path | None, chosen: Scenario, options: Options, before: Before | None,
    painter: FigureProcess,
) -> int:  # fmt: skip
    """Simulate, write, report; the exit code."""
    with plain_warnings():
        run = going_on(program, plan, options, before) if before else begun(program, plan, folder, chosen, options)
    stored = before.streamed or before.ends_at(plan.duration) if before else bool(options.stream)
    try:
        if folder is not None:
            write_results(run, folder, options, chosen, painter, stored)
    finally:  # what was computed is told even where it could not be written
        report(run, options)
    tell_where(options, folder)
    return exit_code(run)


def begun(program: Program, plan: Plan, folder: Path | None, chosen: Scenario, options: Options) -> Run:
    """A new run."""
    from elver.simulation import Save, simulate

    contact, check = contact_settings(options, None, program), options.check_step or None
    every = plan.output if options.output or chosen.output else None  # else the gait decides how close samples are
    return simulate(
        program,
        plan.duration,
        parameters=held_inputs(options.inputs, chosen, program.model),
        initial_state=given_start(options.start, program),
        solver=replace(plan.solver, contact=contact, check_step=check),
        save=Save(every=every, path=stream_place(folder, options)),
        progress=False if options.json else None,
    )


def going_on(program: Program, plan: Plan, options: Options, before: Before) -> Run:
    """A run that goes on: in its store, or in memory, joined to what it was."""
    from elver.results import Run
    from elver.simulation import Save, simulate

    shown, solver = False if options.json else None, replace(plan.solver, contact=contact_settings(options, before, program))
    if before.streamed:
        before.run.data.close()
        save = Save(every=plan.output, path=before.place)
        return simulate(program, plan.duration, solver=solver, save=save, resume=True, progress=shown)
    if before.ends_at(plan.duration):
        return before.run
    from elver.results.join import joined, on_demand, refuse_other_quantities

    refuse_other_quantities(before.recorded, on_demand(f.name for f in program.equations.recorded.fields))
    first = before.run.data.load()
    first.close()  # its file is replaced in the end
    left, save = plan.duration - before.reached, Save(every=plan.output)
    rest = simulate(program, left, solver=solver, save=save, resume=Run(first), progress=shown)
    return Run(joined(first, rest.data, program.model))


def contact_settings(options: Options, before: Before | None, program: Program) -> ContactSettings | None:
    """How contacts are solved, where the command line or the run to go on with says anything about it."""
    accuracy = number("--accuracy", options.accuracy, None)
    asked = {"accuracy": accuracy, "solver": options.contact_solver, "formulation": options.formulation}
    given = contact_before(before) if before else {}
    given |= {name: value for name, value in asked.items() if value is not None}
    if not given:
        return None
    if program.model.scene is None:
        words = {"accuracy": "--accuracy", "solver": "--contact-solver", "formulation": "--formulation"}
        name = words[next(iter(given))]
        raise InputError(f"{name} is that of contacts, and '{program.model.name}' has no scene. Leave it out; --dt is the step.")
    from elver.contact import ContactSettings

    return ContactSettings(**given)


def check_stream(options: Options) -> None:
    """Refuse what does not go together, before anything is computed."""
    if options.stream and options.json and options.out is None:
        raise InputError("--stream with --json needs --out, the folder of the run. Add --out FOLDER.")
    if options.check_step and (options.resume is not None or options.stream):
        raise InputError(
            "--check-step runs everything again, which a run of --stream or --resume cannot be. Leave out one of the two."
        )


def folder_options(options: Options) -> Options:
    """The options for the folder: a run that goes on finds its own results there."""
    return replace(options, force=True) if options.resume is not None else options


def stream_place(folder: Path | None, options: Options) -> Path | None:
    """What the run is written to while it goes on; None where it is kept in memory. With --force an old one goes."""
    if options.stream is None or folder is None:
        return None
    if options.force:
        remove_streams(folder / f"run.{kind}" for kind in Stored)
    return folder / f"run.{options.stream}"


def remove_streams(places: Iterable[Path]) -> None:
    """Remove the runs of an earlier command; what others have put into a store stays."""
    from elver.results.storage.zarr import remove_stream

    for place in places:
        if place.is_file():
            place.unlink()
        elif place.is_dir():
            remove_stream(place)


def exit_code(run: Run) -> int:
    """0 for a run that reached its end with a ledger that closes and an error by its steps that is small, or not known.

    A law that brings energy in is the model's: the run has done what was asked.
    """
    from elver.results.checks.trust import doubts_in

    if run.status == "finished":
        return NOT_TRUSTED if doubts_in(run.summary) else 0
    return INTERRUPTED if run.status == "interrupted" else 1


def requested_plan(options: Options, chosen: Scenario, step: float, before: Before | None) -> Plan:
    """Times and method from the command line, checked before anything is computed or written; step [s]: the scenario's own."""
    from elver.model.program import fitted_output, fitted_step
    from elver.simulation.plan import make_plan

    method = None if options.method == Method.AUTO else options.method
    given = {name: number(f"--{name}", getattr(options, name), None) for name in ("dt", "output", "rtol", "atol")}
    duration = number("--duration", options.duration, None)
    if before:
        return make_plan(whole_duration(before, duration), **same_settings(before, given | {"method": method}))
    seconds = chosen.duration if duration is None else duration
    dt = fitted_step(seconds, step, given["output"]) if given["dt"] is None else given["dt"]
    output = fitted_output(chosen.output, dt) if given["output"] is None else given["output"]
    tolerances = {name: given[name] for name in ("rtol", "atol") if given[name] is not None}
    return make_plan(seconds, dt, method or chosen.method, output, **tolerances)


def check_film(options: Options, chosen: Scenario) -> None:
    """Refuse a moving picture that could not be made, before anything is computed."""
    if options.animate and options.json and options.out is None:
        raise InputError("--animate writes a file, and --json writes none unless --out names a folder. Add --out FOLDER.")
    film_settings(options)
    check_seen(options, chosen.film, chosen.name)


def run_help(options: Options, parser: ArgumentParser) -> int:
    parser.print_help()
    if options.scenario:
        from elver.cli.commands.list import parameter_table
        from elver.scenarios import scenario

        print("\n" + parameter_table(scenario(options.scenario, options.allow_outside)))
        return 0
    if options.help:
        print("\n`elver list` names the scenarios; `elver run SCENARIO --help` lists the parameters of one.")
        return 0
    raise InputError("`elver run` needs a scenario, such as `elver run eel`. `elver list` names them.")


def write_results(run: Run, folder: Path, options: Options, chosen: Scenario, painter: FigureProcess, stored: bool) -> None:
    """run.nc, unless it is ``stored`` already, summary.json, figures and the animation."""
    if not stored:
        run.save(folder / "run.nc", overwrite=True)
    available = set(run.samples.joint.values) if run.samples.sizes.get("joint") else set()
    if not options.no_figures:  # not before the data are safe
        painter.begin(run, folder / "figures", tuple(j for j in chosen.joints_shown if j in available))
    write_json(folder / "summary.json", run.summary)
    if not options.no_figures:
        painter.finish()
    if options.animate:
        from elver.viz import animate

        note(options, f"drawing the animation{by_whom(options)} ...")
        animate(run, folder / f"animation.{options.animate}", **film_settings(options))


def report(run: Run, options: Options) -> None:
    """The summary, as JSON or as a short table, and what looks wrong."""
    from elver.cli.terminal import summary_table
    from elver.results.checks.trust import sentences

    s = run.summary
    for told in sentences(s["warnings"]):
        complain(f"warning: {told}")
    if run.status not in ("finished",):
        complain(s["status_detail"])
    print(to_json(s) if options.json else summary_table(run))
