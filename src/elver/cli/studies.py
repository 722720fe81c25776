"""What the studies (sweep, optimise, pareto) share: options, settings, exit codes, folders."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from elver.choices import Method
from elver.cli.folders import RUNS, default_place, given_folder, new_folder, refuse_both, writable
from elver.cli.given import number, parse_changes, parse_ranges, whole
from elver.cli.notes import complain, plain_warnings
from elver.cli.options import FileOptions, argument, option, overwriting, repeated, seldom, switch
from elver.errors import InputError

EXIT_CODES = """\
exit code: 0 all is well; 1 {one}; 2 wrong input, or results cannot be written; 3 {three}: the
energy ledger does not close to 0.001 (docs/results.md), so that the numbers are not to be trusted. A smaller --dt helps.
"""
SEARCH_CODES = EXIT_CODES.format(one="no case keeps all bounds", three="no case can be trusted")
EXAMPLE = "gait.amplitude=0.02:0.12"
OPEN = "their energy ledger does not close. Use a smaller --dt"
Result = TypeVar("Result")


@dataclass(frozen=True)
class StudyOptions(FileOptions):
    """How every run of a study is made."""

    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter of all runs; repeat for more")
    duration: str | None = option("--seconds --duration", "S", "seconds to simulate (default: the scenario's)")
    dt: str | None = option("--dt", "S", "time step in seconds (default: the scenario's)")
    threads: str | None = seldom(option("--threads", "N", "cores to use (default: all)"))
    json: bool = switch("--json", "print one JSON object and nothing else")


@dataclass(frozen=True)
class SearchOptions(StudyOptions):
    """What optimise and pareto share."""

    scenario: str = argument("SCENARIO", "its name, or a scenario file; `elver list` names them")
    over: list[str] = repeated("--over", "KEY=LOW:HIGH", "a parameter and its bounds; repeat for more")
    subject_to: list[str] = repeated("--subject-to", "BOUND", 'a bound on a figure, such as "mean_speed>=0.3"; repeat for more')
    population: str | None = seldom(option("--population", "N", "runs per generation"))
    seed: str = seldom(option("--seed", "N", "of the random numbers (default 1)", "1"))
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one in runs/)")
    resume: bool = switch("--resume", "go on with the search in --out")
    force: bool = overwriting()
    no_figures: bool = switch("--no-figures", "write data but no pictures")
    integrator: str = seldom(option("--integrator", "NAME", "method of `elver run` (default auto)", Method.AUTO))


def run_settings(options: StudyOptions) -> dict[str, Any]:
    """The common arguments of a study."""
    return {
        "changes": parse_changes(options.changes),
        "duration": number("--seconds", options.duration, None),
        "dt": number("--dt", options.dt, None),
        "threads": whole("--threads", options.threads),
        "progress": False if options.json else None,
    }


def search_settings(options: SearchOptions, budget: str) -> dict[str, Any]:
    """The common arguments of a search."""
    settings = run_settings(options)
    if options.population is not None:
        settings["population"] = whole("--population", options.population)
    refuse_both(options)
    if options.resume and options.out is None:
        raise InputError("--resume needs --out, the folder of the search to go on with.")
    return {
        **settings,
        "over": parse_ranges("--over", options.over, EXAMPLE),
        "subject_to": options.subject_to,
        "budget": whole("--budget", budget),
        "seed": whole("--seed", options.seed),
        "resume": options.resume,
        "overwrite": options.force,
        "method": options.integrator,
    }


def search_folder(options: SearchOptions, name: str, word: str) -> Path:
    """The folder of --out, or the default one with --force, or a new one."""
    if options.out is not None:
        return given_folder(options.out)
    own = f"{name}-{word}"
    return default_place(own) if options.force else new_folder(RUNS, own)


def carried_out(folder: Path, search: Callable[[], Result]) -> Result | None:
    """The result of a search; None where Ctrl-C ended it. A folder that stayed empty goes."""
    try:
        with plain_warnings():
            return search()
    except KeyboardInterrupt:
        complain(f"stopped; what was run is in {folder}. Add --out {folder} --resume to go on.")
        return None
    finally:
        with suppress(OSError):  # not empty, or not there
            folder.rmdir()


def draw(history, folder: Path, options: SearchOptions) -> None:
    """Pictures of the way of a search."""
    from elver.show import search_figures

    if not options.no_figures:
        search_figures(history, writable(folder / "figures"))
