"""``elver run``: one run of a scenario: summary, figures and data."""

from __future__ import annotations

import gc
import shutil
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from elver.choices import Film, Method, Stored, described
from elver.cli.folders import check_output, results_folder
from elver.cli.given import number, parse_changes
from elver.cli.notes import complain, note, plain_warnings, tell_where
from elver.cli.options import FileOptions, argument, choice, option, repeated, switch
from elver.cli.outlet import INTERRUPTED, NOT_TRUSTED
from elver.cli.painter import Painter
from elver.errors import InputError
from elver.files import to_json, write_json

DESCRIPTION = "Simulate a scenario."
MANY_JOINTS = 60
ACCURACY = "with contact: steps of second order, at most --dt long, each with an error of at most so many metres"
SAMPLES = "seconds between recorded samples (default about 0.01, or a hundredth of the gait's period)"


@dataclass(frozen=True)
class Options(FileOptions):
    scenario: str | None = argument(
        "SCENARIO", "its name, or a scenario file; `elver run SCENARIO --help` lists its parameters", "?"
    )
    help: bool = switch("-h --help", "show this text, and the scenario's parameters with units")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    duration: str | None = option("--duration", "S", "seconds to simulate (default: the scenario's)")
    dt: str | None = option("--dt", "S", "time step in seconds (default: the scenario's)")
    method: str = option("--method", "NAME", described(Method), Method.AUTO)
    rtol: str = option("--rtol", "X", "relative tolerance of dopri5 and rodas (default 1e-8)", "1e-8")
    atol: str = option("--atol", "X", "absolute tolerance of dopri5 and rodas (default 1e-10)", "1e-10")
    accuracy: str | None = option("--accuracy", "M", ACCURACY)
    output: str | None = option("--output", "S", SAMPLES)
    record: list[str] = repeated("--record", "NAME", "also record body_force, what every force does to every body")
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one, runs/SCENARIO)")
    force: bool = switch("--force", "replace the results of an earlier run in --out")
    stream: str | None = choice("--stream", Stored, "for long runs: write samples while it goes on, in little memory")
    resume: bool = switch("--resume", "go on with a run of --stream in --out that was stopped or killed, or make it longer")
    check_step: bool = switch(
        "--check-step", "run it again with half and with twice the step: its error, and the order of the method"
    )
    json: bool = switch("--json", "print the summary as one JSON object and nothing else; files only with --out")
    no_figures: bool = switch("--no-figures", "write the data file but no pictures")
    animate: str | None = choice("--animate", Film, "also write a moving picture")


def command(options: Options, parser: ArgumentParser) -> int:
    if options.help or not options.scenario:
        return run_help(options, parser)

    long = options.stream or options.resume or options.animate
    wanted = not options.no_figures and (options.out is not None or not options.json)
    with Painter(wanted=wanted) as painter, nullcontext() if long else not_collecting():
        return carry_out(options.scenario, options, painter)


def carry_out(name: str, options: Options, painter: Painter) -> int:
    """Build, compile, simulate, write and report; the exit code."""
    chosen, plan, program = prepared(name, options)
    with results_folder(folder_options(options), chosen.name) as folder:
        return run_and_write(program, plan, folder, chosen, options, painter)


def prepared(name: str, options: Options):
    """The scenario, the plan of its run, and its program."""
    from elver.scenarios import scenario

    chosen = scenario(name, options.allow_outside)
    changes = parse_changes(options.changes)
    chosen.values(changes)
    plan = requested_plan(options, chosen, chosen.time_step(changes))
    check_stream(options)
    check_output(folder_options(options))
    check_film(options)
    note(options, f"{chosen.name}: {chosen.title}, {plan.duration:g} s")
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


def compiled(chosen, changes, plan, options: Options):
    """The scenario's program; a note where compiling will take a while."""
    from elver.native import compile_model

    model = chosen.build(changes, duration=plan.duration)
    if model.needs:
        note(options, f"computing {model.needs} ...")
    model = chosen.ready(model, plan.duration)
    if len(model.robot.joint_names) > MANY_JOINTS:
        note(options, f"writing and compiling the equations of {len(model.robot.joint_names)} joints ...")
    return compile_model(model.recording(*options.record))


def run_and_write(program, plan, folder: Path | None, chosen, options: Options, painter: Painter) -> int:
    """Simulate, write, report; the exit code."""
    from elver.simulation import simulate

    request = (
        asdict(plan) if options.output or chosen.output else asdict(plan) | {"output": None}
    )  # the gait decides how close samples are
    shown, store, contact = False if options.json else None, stream_place(folder, options), contact_settings(options)
    request |= {"progress": shown, "store": store, "resume": options.resume or None, "contact": contact}
    with plain_warnings():
        run = simulate(program, **request, check_step=options.check_step or None)
    try:
        if folder is not None:
            write_results(run, folder, options, chosen, painter)
    finally:  # what was computed is told even where it could not be written
        report(run, options)
    tell_where(options, folder)
    return exit_code(run)


def contact_settings(options: Options):
    """How contacts are solved, where the command line says anything about it."""
    if options.accuracy is None:
        return None
    from elver.contact import ContactSettings

    return ContactSettings(accuracy=number("--accuracy", options.accuracy, None))


def check_stream(options: Options) -> None:
    """Refuse what does not go together, before anything is computed."""
    if (options.resume or (options.stream and options.json)) and options.out is None:
        raise InputError("--resume, and --stream with --json, need --out, the folder of the run. Add --out FOLDER.")
    if options.check_step and (options.resume or options.stream):
        raise InputError("--check-step runs everything again, which a run of --stream cannot be. Leave out one of the two.")
    if options.resume and options.force:
        raise InputError("--resume goes on with the run in --out, --force replaces it. Give one of the two.")
    if options.resume and not Path(str(options.out)).is_dir():
        raise InputError(f"there is no folder '{options.out}' with a run to resume. Leave out --resume to begin one.")


def folder_options(options: Options) -> Options:
    """The options for the folder: a run that goes on finds its own results there."""
    return replace(options, force=True) if options.resume else options


def stream_place(folder: Path | None, options: Options) -> Path | None:
    """What the run is written to while it goes on; None where it is kept in memory. With --force an old one goes."""
    places = {kind: folder / f"run.{kind}" for kind in Stored} if folder is not None else {}
    there = [kind for kind, place in places.items() if place.exists()]
    kind = options.stream or (there[0] if options.resume and there else Stored.NC if options.resume else None)
    if kind is None or folder is None:
        return None
    if options.resume and there and kind not in there:
        raise InputError(
            f"--resume: the run in '{folder}' is stored as run.{there[0]}, not as run.{kind}. "
            "Leave out --stream, or give another --out."
        )
    if options.force:
        remove_streams(places.values())
    return folder / f"run.{kind}"


def remove_streams(places: Iterable[Path]) -> None:
    """Remove the runs of an earlier command."""
    for place in places:
        if place.is_file():
            place.unlink()
        elif (place / ".zmetadata").is_file():
            shutil.rmtree(place)


def exit_code(run) -> int:
    """0 for a run that reached its end with a ledger that closes."""
    if run.status == "finished":
        return 0 if run.summary["trusted"] else NOT_TRUSTED
    return INTERRUPTED if run.status == "interrupted" else 1


def requested_plan(options: Options, chosen, step: float):
    """Times and method from the command line, checked before anything is computed or written; step [s]: the scenario's own."""
    from elver.stepping.plan import make_plan

    return make_plan(
        number("--duration", options.duration, chosen.duration),
        number("--dt", options.dt, step),
        chosen.method if options.method == Method.AUTO else options.method,
        number("--output", options.output, chosen.output),
        number("--rtol", options.rtol, None),
        number("--atol", options.atol, None),
    )


def check_film(options: Options) -> None:
    """Refuse a moving picture that could not be made, before anything is computed."""
    if not options.animate:
        return
    if options.json and options.out is None:
        raise InputError("--animate writes a file, and --json writes none unless --out names a folder. Add --out FOLDER.")
    from elver.show.animation import check_kind

    check_kind(options.animate)


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


def write_results(run, folder: Path, options: Options, chosen, painter: Painter) -> None:
    """run.nc, summary.json, figures and the animation."""
    if not (options.stream or options.resume):
        run.save(folder / "run.nc", overwrite=True)
    available = set(run.samples.joint.values) if run.samples.sizes.get("joint") else set()
    if not options.no_figures:  # not before the data are safe
        painter.begin(run, folder / "figures", tuple(j for j in chosen.joints_shown if j in available))
    write_json(folder / "summary.json", run.summary)
    if not options.no_figures:
        painter.finish()
    if options.animate:
        from elver.show import animate

        note(options, "drawing the animation ...")
        animate(run, folder / f"animation.{options.animate}")


def report(run, options: Options) -> None:
    """The summary, as JSON or as a short table, and what looks wrong."""
    from elver.cli.report import summary_table
    from elver.results.plausibility.kept import sentence

    s = run.summary
    for finding in s["warnings"]:
        complain(f"warning: {sentence(finding)}")
    if run.status not in ("finished",):
        complain(s["status_detail"])
    print(to_json(s) if options.json else summary_table(run))
