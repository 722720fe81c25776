"""What the studies (sweep, optimise, pareto) share: options, settings, exit codes, folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from elver._support.choices import Method
from elver._support.errors import InputError
from elver.cli.folders import RUNS, default_place, given_folder, new_folder, refuse_both, writable
from elver.cli.options import (
    FileOptions,
    argument,
    number,
    option,
    overwriting,
    parse_changes,
    parse_ranges,
    repeated,
    seldom,
    switch,
    whole,
)
from elver.cli.terminal import complain, plain_warnings

if TYPE_CHECKING:
    import xarray as xr

    from elver.analysis import Search

EXIT_CODES = """\
exit code: 0 all is well; 1 {one}; 2 wrong input, or results cannot be written; 3 {three}: an
energy ledger does not close to 0.001, steps are too long, or of contacts nobody knows (docs/trust.md): numbers that are
not to be trusted. A smaller --dt helps; --check-step checks every case.
"""
SEARCH_CODES = EXIT_CODES.format(one="no case keeps all bounds", three="no case can be trusted, or a result is not")
_CHECK = "estimate the error by the steps of every case, of a search of every result (default: of some)"
_EXAMPLE = "gait.amplitude=0.02:0.12"
OPEN = "their energy ledger does not close. Use a smaller --dt"
Result = TypeVar("Result")


@dataclass(frozen=True)
class StudyOptions(FileOptions):
    """How every run of a study is made."""

    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter of all runs; repeat for more")
    duration: str | None = option("--seconds --duration", "S", "seconds to simulate (default: the scenario's)")
    dt: str | None = option("--dt", "S", "time step in seconds (default: the scenario's)")
    threads: str | None = seldom(option("--threads", "N", "cores to use (default: all)"))
    check_step: bool = seldom(switch("--check-step", _CHECK))
    json: bool = switch("--json", "print one JSON object and nothing else")


@dataclass(frozen=True)
class SearchOptions(StudyOptions):
    """What optimise and pareto share."""

    scenario: str = argument("SCENARIO", "its name, or a scenario file; `elver list` names them")
    over: list[str] = repeated("--over", "KEY=LOW:HIGH", "a parameter and its bounds; repeat for more")
    subject_to: list[str] = repeated("--subject-to", "BOUND", 'a bound on a metric, such as "mean_speed>=0.3"; repeat for more')
    population: str | None = seldom(option("--population", "N", "runs per generation"))
    seed: str = seldom(option("--seed", "N", "of the random numbers (default 1)", "1"))
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one in runs/)")
    resume: bool = switch("--resume", "go on with the search in --out")
    force: bool = overwriting()
    no_figures: bool = switch("--no-figures", "write data but no pictures")
    integrator: str = seldom(option("--integrator", "NAME", "method of `elver run` (default auto)", Method.AUTO))


def search_settings(options: SearchOptions, search: Search) -> dict[str, Any]:
    """The common arguments of a search."""
    from elver.simulation import Compute, Solver

    refuse_both(options)
    if options.resume and options.out is None:
        raise InputError("--resume needs --out, the folder of the search to go on with.")
    return {
        "bounds": parse_ranges("--over", options.over, _EXAMPLE),
        "duration": number("--seconds", options.duration, None),
        "constraints": options.subject_to,
        "parameters": parse_changes(options.changes),
        "search": replace(search, population=whole("--population", options.population), seed=whole("--seed", options.seed)),
        "solver": Solver(options.integrator, number("--dt", options.dt, None), check_step=options.check_step or None),
        "compute": Compute(threads=whole("--threads", options.threads)),
        "resume": options.resume,
        "overwrite": options.force,
        "progress": False if options.json else None,
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


def check_line(counts: dict[str, Any], total: int, what: str) -> str:
    """How many cases were checked for their error by the steps, the largest of these, and how many are not trusted and why."""
    largest, doubts = counts["discretisation_error"], counts["doubts"]
    line = f"  error by the steps: {counts['checked']} of {total} {what} checked" + (
        "" if largest is None else f", {largest:.1e} at most"
    )
    if not doubts:
        return line
    reasons = ", ".join(f"{n} {reason}" for reason, n in doubts.items())
    count = sum(doubts.values())
    return f"{line}; NOT TO BE TRUSTED: {count} {what if count > 1 else what[:-1]} ({reasons}). {_remedy(doubts)}"


def _remedy(doubts: Iterable[str]) -> str:
    """What to do about cases that are not trusted."""
    from elver.results.checks.trust import TOUCHING

    finer = ["Use a smaller --dt."] if set(doubts) - {TOUCHING} else []
    return " ".join([*finer, *(["--check-step checks all."] if TOUCHING in doubts else [])])


def draw(history: xr.Dataset, folder: Path, options: SearchOptions) -> None:
    """Pictures of the way of a search."""
    from elver.viz import search_figures

    if not options.no_figures:
        search_figures(history, writable(folder / "figures"))
