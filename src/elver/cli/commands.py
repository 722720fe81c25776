"""What each command does."""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path

from elver.cli.hull_command import hull_command
from elver.cli.report import summary_table
from elver.cli.verify import verify_command
from elver.errors import InputError
from elver.files import LOCK, held, is_leftover, refuse_held, to_json, write_error, write_json

INTERRUPTED = 130  # exit code after Ctrl-C, as a shell reports it
MANY_JOINTS = 60


# --- list -----------------------------------------------------------------------------------------------------------


def list_command(options, parser) -> int:
    from elver.scenarios import scenario, scenarios

    chosen = [scenario(options.scenario)] if options.scenario else scenarios()
    if options.json:
        print(to_json({s.name: describe(s) | (described(s) if options.scenario else {}) for s in chosen}))
    elif options.scenario:
        print(f"{parameter_table(chosen[0])}\n\n{figure_table(chosen[0])}")
    else:
        for s in chosen:
            print(f"{s.name:<21} {s.title}\n{'':<21} {s.source}; {s.duration:g} s, dt {s.dt:g} s")
        print("\n`elver list SCENARIO` shows parameters, `elver run SCENARIO` runs it.")
    return 0


def describe(s) -> dict:
    parameters = {p.name: {"default": p.default, "unit": p.unit, "meaning": p.meaning} for p in s.parameters}
    return {"title": s.title, "source": s.source, "duration": s.duration, "dt": s.dt, "parameters": parameters}


def described(s) -> dict:
    """Unit and meaning of the figures of a scenario's summary."""
    from elver.results.figures import figures_of

    return {"figures": {m.name: {"unit": m.unit, "meaning": m.meaning} for m in figures_of(s.build())}}


def figure_table(s) -> str:
    """The keys of a scenario's summary with unit and meaning, one per line."""
    rows = ["figures of the summary, also for sweeps, --objective and --subject-to:"]
    for name, own in described(s)["figures"].items():
        unit = f"[{own['unit']}]" if own["unit"] not in ("", "1") else ""
        rows.append(f"  {name:<34} {unit:<10} {own['meaning']}")
    return "\n".join(rows)


def parameter_table(s) -> str:
    """Parameters of a scenario with default, unit and meaning, one per line."""
    rows = [
        f"{s.name}: {s.title} ({s.source})",
        f"  duration {s.duration:g} s, dt {s.dt:g} s",
        "",
        "parameters for --set KEY=VALUE:",
    ]
    for p in s.parameters:
        default = ",".join(f"{v:g}" for v in p.default) if isinstance(p.default, tuple) else p.default
        default = f"{default:g}" if isinstance(default, float) else str(default)
        unit = f"[{p.unit}]" if p.unit not in ("", "1") else ""
        choices = f" ({'|'.join(p.choices) or p.bounds})" if p.choices or p.bounds else ""
        rows.append(f"  {p.name:<22} {default:>9} {unit:<11} {p.meaning}{choices}")
    return "\n".join(rows)


# --- run ------------------------------------------------------------------------------------------------------------


def run_command(options, parser) -> int:
    from elver.scenarios import scenario

    if options.help or not options.scenario:
        return run_help(options, parser)
    chosen = scenario(options.scenario)
    changes = parse_changes(options.changes)
    chosen.values(changes)
    plan = requested_plan(options, chosen)
    check_output(options)
    note(options, f"{chosen.name}: {chosen.title}, {plan.duration:g} s")
    program = compiled(chosen, changes, plan, options)
    with results_folder(options, chosen.name) as folder:
        return run_and_write(program, plan, folder, chosen, options)


def compiled(chosen, changes, plan, options):
    """The scenario's program; a note where compiling will take a while."""
    from elver.native import compile_model

    model = chosen.build(changes, duration=plan.duration)
    if model.needs:
        note(options, f"computing {model.needs} ...")
    model = chosen.ready(model, plan.duration)
    if len(model.robot.joint_names) > MANY_JOINTS:
        note(options, f"writing and compiling the equations of {len(model.robot.joint_names)} joints ...")
    return compile_model(model)


def run_and_write(program, plan, folder: Path | None, chosen, options) -> int:
    """Simulate, write, report; the exit code."""
    from elver.simulation import simulate

    request = asdict(plan) if options.output else asdict(plan) | {"output": None}  # the gait decides how close samples are
    with plain_warnings():
        run = simulate(program, **request, progress=False if options.json else None)
    try:
        if folder is not None:
            write_results(run, folder, options, chosen)
    finally:  # what was computed is told even where it could not be written
        report(run, options)
    if folder is not None:
        note(options, f"results in {folder}{os.sep}")
    return {"finished": 0, "interrupted": INTERRUPTED}.get(run.status, 1)


def requested_plan(options, chosen):
    """Times and method from the command line, checked before anything is computed or written."""
    from elver.stepping.integrate import make_plan

    return make_plan(
        number("--duration", options.duration, chosen.duration),
        number("--dt", options.dt, chosen.dt),
        options.method,
        number("--output", options.output, None),
        number("--rtol", options.rtol, None),
        number("--atol", options.atol, None),
    )


@contextmanager
def plain_warnings():
    """Warnings of the library as one line each on standard error, without file and line."""

    def show(message, category, filename, lineno, file=None, line=None):
        print(f"elver: warning: {message}", file=sys.stderr)

    with warnings.catch_warnings():
        warnings.simplefilter("always", UserWarning)
        warnings.showwarning = show
        yield


def run_help(options, parser) -> int:
    from elver.scenarios import scenario

    parser._subparsers._group_actions[0].choices["run"].print_help()
    if options.scenario:
        print("\n" + parameter_table(scenario(options.scenario)))
        return 0
    if options.help:
        print("\n`elver list` names the scenarios; `elver run SCENARIO --help` lists the parameters of one.")
        return 0
    raise InputError("`elver run` needs a scenario, such as `elver run eel`. `elver list` names them.")


def parse_changes(items: list[str]) -> dict[str, str]:
    """``KEY=VALUE`` texts as a mapping."""
    changes = {}
    for item in items:
        key, sign, value = (part.strip() for part in item.partition("="))
        if not sign or not key or not value:
            raise InputError(f"--set '{item}' is not KEY=VALUE, such as --set gait.amplitude=0.08.")
        if key in changes:
            raise InputError(f"--set {key} is given twice, as {changes[key]} and {value}. Give it once.")
        changes[key] = value
    return changes


def number(name: str, given, default):
    """A command-line number, or the default where none was given."""
    if given is None:
        return default
    try:
        return float(given)
    except ValueError:
        raise InputError(f"{name} '{given}' is not a number.") from None


def check_output(options) -> None:
    """Refuse what could not be written, before anything is computed."""
    if options.json and options.animate and options.out is None:
        raise InputError("--animate writes a file, and --json writes none unless --out names a folder. Add --out FOLDER.")
    if options.out is not None:
        refuse_output(Path(options.out), options)
    if options.animate:
        from elver.show.animation import check_kind

        check_kind(options.animate)


def refuse_output(folder: Path, options) -> None:
    """Refuse a folder that is none, that somebody writes to, or that holds something."""
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"--out '{folder}' is a file. Give a folder.")
        refuse_held(folder / LOCK, f"--out '{folder}'")
        refuse_taken(folder, options)
    except OSError as error:
        raise InputError(str(write_error(folder, error))) from None


def refuse_taken(folder: Path, options) -> None:
    """Refuse a folder with anything in it but what a killed run left behind, unless --force."""
    if not options.force and folder.is_dir() and any(not is_leftover(entry.name) for entry in folder.iterdir()):
        raise InputError(f"--out '{folder}' is not empty and nothing is overwritten. Choose another folder, or add --force.")


@contextmanager
def results_folder(options, name: str):
    """The folder results go to, held until they are written; None where none are wanted. One that stayed empty goes again."""
    folder = output_folder(options, name)
    if folder is None:
        yield None
        return
    try:
        with held(folder / LOCK, f"'{folder}'"):
            refuse_taken(folder, options)  # another run may have ended here since it was looked at first
            yield folder
    finally:
        with suppress(OSError):
            folder.rmdir()


def output_folder(options, name: str) -> Path | None:
    """The folder results go to. An existing one is never touched unless --force names it."""
    if options.out is None:
        return None if options.json else new_folder(Path("runs"), name)
    return writable(Path(options.out))


def new_folder(parent: Path, name: str) -> Path:
    """parent/name, or parent/name-2, -3, ... where it is taken; made here, so that no other process takes it too."""
    writable(parent)
    for k in count(1):
        folder = parent / (name if k == 1 else f"{name}-{k}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise InputError(str(write_error(folder, error))) from None
        return folder


def writable(folder: Path) -> Path:
    """The folder, made and tried before any work is done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(str(write_error(folder, error))) from None
    return folder


def write_results(run, folder: Path, options, chosen) -> None:
    """run.nc, summary.json, figures and the animation."""
    run.save(folder / "run.nc", overwrite=True)
    write_json(folder / "summary.json", run.summary)
    from elver.show import animate, figures

    if not options.no_figures:
        available = set(run.data.joint.values) if run.data.sizes.get("joint") else set()
        figures(run, folder / "figures", joints=[j for j in chosen.joints_shown if j in available])
    if options.animate:
        note(options, "drawing the animation ...")
        animate(run, folder / f"animation.{options.animate}")


def note(options, text: str) -> None:
    """Tell a person what is going on; scripts that asked for JSON hear nothing."""
    if not options.json:
        print(text, flush=True)


def report(run, options) -> None:
    """The summary, as JSON or as a short table, and a warning where the ledger does not close."""
    from elver.results.summary import LEDGER_WARNING

    s = run.summary
    closure = s["ledger_closure"]
    if closure is None or closure > LEDGER_WARNING:
        error = "no number" if closure is None else f"relative error {closure:.2g}"
        print(
            f"elver: warning: the energy ledger does not close ({error}); these numbers are not to be trusted. "
            "Use a smaller --dt.",
            file=sys.stderr,
        )
    if run.status not in ("finished",):
        print(f"elver: {s['status_detail']}", file=sys.stderr)
    if options.json:
        print(to_json(s))
        return
    print(summary_table(run))


# --- plot -----------------------------------------------------------------------------------------------------------


def plot_command(options, parser) -> int:
    formats = [f.strip() for f in options.format.split(",") if f.strip()]
    if not formats:
        raise InputError("--format names no picture format. Give png, svg or pdf.")
    if (Path(options.run) / "history.nc").is_file():
        from elver.cli.search import plot_search

        return plot_search(options, formats)
    if (Path(options.run) / "run.nc").is_file():
        options.run = str(Path(options.run) / "run.nc")
    if Path(options.run).is_dir():
        from elver.cli.sweep import plot_sweep

        return plot_sweep(options, formats)
    return plot_run(options, formats)


def plot_run(options, formats: list[str]) -> int:
    """Figures of a saved run."""
    from elver.errors import unknown_name
    from elver.results import load_run
    from elver.show import animate, figures, known_pictures

    known = known_pictures()
    for name in options.figures:
        if name not in known:
            raise unknown_name("figure", name, known)
    run = load_run(options.run)
    joints = [j.strip() for j in options.joints.split(",") if j.strip()]
    folder = writable(Path(options.out) if options.out else Path(options.run).resolve().parent / "figures")
    with plain_warnings():
        drawn = figures(run, folder, options.figures or None, joints, formats)
        film = animate(run, folder / f"animation.{options.animate}") if options.animate else None
    for name in drawn:
        print(", ".join(str(folder / f"{name}.{f}") for f in formats))
    if film is not None:
        print(film)
    return 0


COMMANDS = {"list": list_command, "run": run_command, "plot": plot_command, "verify": verify_command, "hull": hull_command}
