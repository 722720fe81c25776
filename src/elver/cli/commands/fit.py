"""``elver fit``: unknown parameters of a machine from recordings, with intervals, predictions and a report."""

from __future__ import annotations

import csv
import itertools
import math
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver._support.files import shown, to_json, write_whole
from elver.cli.folders import check_output, fresh, refuse_both, results_folder
from elver.cli.options import FileOptions, argument, number, option, overwriting, repeated, seldom, switch, whole
from elver.cli.terminal import INTERRUPTED, NOT_TRUSTED, complain, note, plain_warnings, table, tell_where

if TYPE_CHECKING:
    from elver.analysis.fit.comparison import Comparison
    from elver.analysis.fit.fitting import FitReport, FitSearch
    from elver.analysis.fit.prediction import Prediction
    from elver.analysis.fit.problem import Fit, Problem
    from elver.viz.reports.fit_tables import Table

# --- Where predictions are wanted: values of parameters as they are typed, or in a table.

MOST = 1000  # values in a range


def read_predictions(option: str, items: list[str]) -> list[dict[str, float]]:
    """Sets of values: every combination of ``KEY=VALUES``, and the rows of CSV files."""
    keys: dict[str, list[float]] = {}
    rows: list[dict[str, float]] = []
    for item in items:
        key, sign, text = (part.strip() for part in item.partition("="))
        if not sign:
            rows += rows_of(option, Path(item))
            continue
        if not key or not text:
            raise InputError(f"{option} '{item}' is not KEY=VALUES, such as {option} gait.frequency=0.4,0.9 or =0.4:1.6:7.")
        if key in keys:
            raise InputError(f"{option} {key} is given twice. Give all its values at once, separated by commas.")
        keys[key] = values_of(option, item, text)
    combined = [dict(zip(keys, values, strict=True)) for values in itertools.product(*keys.values())] if keys else []
    return combined + rows


def values_of(option: str, item: str, text: str) -> list[float]:
    """Numbers separated by commas, or first:last:count."""
    parts = text.split(":")
    if len(parts) == 1:
        return [finite(option, v, item) for v in text.split(",")]
    if len(parts) != 3:
        raise InputError(f"{option} '{item}': a range is first:last:count, such as 0.4:1.6:7.")
    first, last, count = finite(option, parts[0], item), finite(option, parts[1], item), whole(option, parts[2])
    if not 2 <= count <= MOST:
        raise InputError(f"{option} '{item}': the count must be from 2 to {MOST}.")
    return [first + (last - first) * k / (count - 1) for k in range(count)]


def finite(option: str, text: str, item: str) -> float:
    """A finite number of an item."""
    value = number(option, text.strip(), None)
    if not math.isfinite(value):
        raise InputError(f"{option} '{item[:60]}' is not finite. Give a finite number.")
    return value


def rows_of(option: str, path: Path) -> list[dict[str, float]]:
    """Rows of a CSV file whose first line names parameters."""
    try:
        with open(path, newline="", encoding="utf-8-sig") as file:
            lines = [line for line in csv.reader(file) if line and not line[0].startswith("#")]
    except OSError as error:
        raise InputError(
            f"{option} '{shown(path)}' is neither KEY=VALUES nor a file that can be read: {error.strerror}."
        ) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{option} '{shown(path)}' is no CSV file: {error}.") from None
    if len(lines) < 2:
        raise InputError(
            f"{option} '{shown(path)}' has no rows. Its first line names parameters, each further line holds values."
        )
    names = [name.strip() for name in lines[0]]
    if wrong := [k for k, line in enumerate(lines) if len(line) != len(names)]:
        raise InputError(f"{option} '{shown(path)}': row {wrong[0]} has {len(lines[wrong[0]])} numbers for {len(names)} names.")
    return [{name: finite(option, text, str(path)) for name, text in zip(names, line, strict=True)} for line in lines[1:]]


# --- ``elver fit``: unknown parameters of a machine from recordings, with intervals, and how well the machine predicts.

DESCRIPTION = """\
Find unknown parameters of a machine from recordings of it, and say how far to believe them.

  elver fit fish.yaml --new          a commented fit file that works, and its machine: begin here. Where fish.yaml is a machine
                                     already (elver new fish.yaml), a fit of it: fish-fit.yaml
  elver fit fish.yaml --check        what would be fitted, what was dropped, and one evaluation
  elver fit fish.yaml                fit: estimates with intervals, held-out errors beside trivial laws, report in runs/fish-fit
  elver fit fish.yaml --starts 20 --seed 3          from twenty places, the best kept; the same numbers every time
  elver fit fish.yaml --out mine --resume           after Ctrl-C or a kill
  elver fit fish.yaml --predict gait.frequency=0.4:1.6:7        steady metrics elsewhere, with 90 % intervals
  elver fit fish.yaml --predict cases.csv --json                columns: parameters; a row for each prediction
  elver fit fish.yaml --design gait.frequency=0.4:1.6:7         which further recording would tell most
  elver fit fish.yaml --compare fin_length=0.07 --compare other.yaml    the same recordings by other forms of the model

The fit file names a machine, recordings (CSV, NetCDF, or numbers written in it), what their channels measure, and the unknowns
with ranges and priors (docs/fit_files.md). Recordings that are held out decide: their errors stand beside those of a
constant, of a proportional law and of a line. The folder gets report.html (one page, all in it), fit.nc, fit.json, figures.
"""
EPILOG = """\
exit code: 0 converged; 1 not converged, or a run failed; 2 wrong input; 3 converged, but not to be trusted: the model does not
describe the data (docs/fit_statistics.md), or the energy ledger of a run does not close to 0.001 (docs/results.md); 130 stopped
by Ctrl-C, with the best so far written.
"""
DESIGN = "rank further recordings, like the fitted ones at other values, by what they would tell; as --predict"
COMPARE = (
    "fit another form of the model to the same recordings and compare: KEY=VALUE[;KEY=VALUE...] in place of what the fit file "
    "sets (an unknown that is given a value is none; model=FILE is another machine), or another fit file; repeat for more forms"
)
STATE = "fit-state.json"  # of an unfinished search, in the folder of its results
PREDICT = (
    "predict steady metrics at other values of free parameters: a,b,c or first:last:count, or a CSV file; repeat for more keys"
)


@dataclass(frozen=True)
class Options(FileOptions):
    file: str = argument("FIT", "the fit file, such as fish.yaml")
    new: bool = switch("--new", "write a fit file to begin with, and its machine; or a fit of the machine FIT that is there")
    check: bool = switch("--check", "read everything, evaluate once where the search begins, fit nothing")
    predict: list[str] = repeated("--predict", "KEY=VALUES", PREDICT)
    design: list[str] = repeated("--design", "KEY=VALUES", DESIGN)
    compare: list[str] = repeated("--compare", "FORM", COMPARE)
    level: str = seldom(option("--level", "P", "of the intervals of --predict (default 0.9)", "0.9"))
    starts: str = seldom(option("--starts", "N", "places to begin from (default 1: where the file says)", "1"))
    seed: str = seldom(option("--seed", "N", "of the further places to begin from (default 0)", "0"))
    threads: str | None = seldom(option("--threads", "N", "cores to use (default: all)"))
    no_profile: bool = seldom(switch("--no-profile", "no profile likelihood of the worst-known unknown"))
    no_leave_out: bool = seldom(switch("--no-leave-out", "no fits with each recording left out in turn"))
    out: str | None = option("--out", "FOLDER", "folder for results (default: a new one, runs/NAME-fit)")
    resume: bool = switch("--resume", "go on with the unfinished fit in --out")
    force: bool = overwriting()
    json: bool = switch("--json", "print one JSON object and nothing else; files only with --out")
    no_figures: bool = switch("--no-figures", "write data and page but no pictures")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.analysis import load_fit, predict
    from elver.analysis.fit.prediction import candidates, like

    if options.new:
        return begin(options)
    search, report, threads = search_settings(options)
    wanted, further = read_predictions("--predict", options.predict), read_predictions("--design", options.design)
    level = number("--level", options.level, None)
    if not 0 < level < 1:
        raise InputError(f"--level {options.level} is not allowed. Give a share between 0 and 1, such as 0.9.")
    if options.resume:
        options = resumed(options)
    with plain_warnings():
        problem = load_fit(options.file, options.allow_outside)
        check_output(options, f"{problem.name}-fit")
        note(options, f"{problem.name}: {problem.source}" if problem.source else problem.name)
        for values in wanted:
            like(problem, values, of_strokes=True)  # refused before minutes of work
        report = replace(report, candidates=candidates(problem, further))
        forms = other_forms(problem, options)
        if options.check:
            return check(problem, options, threads)
        return carry_out(problem, forms, options, search, report, threads, lambda fit: predict(fit, wanted, level, threads))


def other_forms(problem: Problem, options: Options) -> dict[str, Problem]:
    """The forms of ``--compare`` by their names, as they were typed; refused where they are not of the same recordings."""
    from elver.analysis import load_fit
    from elver.analysis.fit.comparison import check_comparable

    forms = {}
    for item in options.compare:
        changes, path = {}, options.file
        if "=" in item:
            for part in item.split(";"):
                key, sign, value = (piece.strip() for piece in part.partition("="))
                if not (key and sign and value):
                    raise InputError(f"--compare '{item}': '{part.strip()}' is not KEY=VALUE. Give such as water.law=paper.")
                if key in changes:
                    raise InputError(f"--compare '{item}': {key} is given twice.")
                changes[key] = value
        else:
            path = item
        if item in forms or item == options.file:
            raise InputError(f"--compare '{item}' is that form already. Give another one.")
        forms[item] = load_fit(path, options.allow_outside, changes)
    if forms:
        check_comparable({options.file: problem, **forms})
    return forms


def begin(options: Options) -> int:
    """Write the file to begin with and its machine, or a fit of the machine that is there; the exit code."""
    from elver.analysis.fit.files.loading import example_fit, fit_of
    from elver.scenarios import example

    path = Path(options.file)
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise InputError(f"'{options.file}' does not end with .yaml. Give a name such as fish-fit.yaml.")
    if is_machine(path):
        texts = {path.with_name(name): text for name, text in fit_of(path, f"{path.stem}-fit").items()}
    else:
        machine = path.with_name(f"{path.stem}-machine{path.suffix}")
        texts = {path: example_fit(path.stem, machine.name), machine: example(machine.stem)}
    for file in texts:
        fresh(file, options.force)
    for file, text in texts.items():
        write_whole(file, text)
    first = next(iter(texts))
    note(options, f"{' and '.join(map(str, texts))} written. Next: `elver fit {first} --check`, `elver fit {first}`.")
    return 0


def is_machine(path: Path) -> bool:
    """Whether a scenario file of this name is there, which a fit can be begun for."""
    from elver._support.errors import ElverError
    from elver.scenarios.yaml.nodes import read_document

    try:
        return path.is_file() and "fit" not in (keys := read_document(path)) and "machine" in keys
    except ElverError:
        return False


def search_settings(options: Options) -> tuple[Any, Any, int | None]:
    """The FitSearch, the FitReport and the threads of the command line."""
    from elver.analysis import FitReport, FitSearch

    search = FitSearch(whole("--starts", options.starts), whole("--seed", options.seed))
    report = FitReport(profiles=0 if options.no_profile else 1, leave_out=not options.no_leave_out)
    return search, report, whole("--threads", options.threads)


def resumed(options: Options) -> Options:
    """The options of a fit that goes on in its folder: what lies there is its own."""
    refuse_both(options)
    if options.out is None:
        raise InputError("--resume needs --out, the folder of the fit to go on with.")
    if not (Path(options.out) / STATE).is_file():
        raise InputError(f"--resume: '{options.out}' holds no unfinished fit ({STATE}). Leave --resume out to begin one.")
    return replace(options, force=True)


def carry_out(
    problem: Problem,
    forms: dict[str, Problem],
    options: Options,
    search: FitSearch,
    report: FitReport,
    threads: int | None,
    predicted: Callable,
) -> int:
    """Fit, compare, predict, write, tell; the exit code."""
    from elver.analysis import fit_model
    from elver.viz import write_report
    from elver.viz.reports.fit_html import summary_with

    with results_folder(options, f"{problem.name}-fit") as folder:
        state = None if folder is None else folder / STATE
        if state is not None and not options.resume:
            state.unlink(missing_ok=True)
        with spoken(options) as tell:
            search = replace(search, checkpoint=state)
            fit = fit_model(problem, search=search, report=report, threads=threads, callback=tell)
            comparison = None if fit.status == "interrupted" else compared(options, fit, forms, search, report, threads, tell)
        predictions, stopped = until_stopped(lambda: predicted(fit) if options.predict else ())
        try:
            if folder is not None:
                write_report(fit, folder, predictions, not options.no_figures, comparison)
            if state is not None and fit.status != "interrupted":
                state.unlink(missing_ok=True)  # not before everything is written: Ctrl-C may come between
        finally:
            said = summary_with(fit, predictions, comparison)
            print(to_json(said) if options.json else fit_text(fit, predictions, comparison))
    tell_where(options, folder)
    return INTERRUPTED if stopped else exit_code(fit)


def compared(
    options: Options,
    fit: Fit,
    forms: dict[str, Problem],
    search: FitSearch,
    report: FitReport,
    threads: int | None,
    tell: Callable[[str], None] | None,
) -> Comparison | None:
    """The other forms, fitted as the first one was, beside it; None where there are none, or Ctrl-C came."""
    from elver.analysis import compare_fits, fit_model

    if not forms:
        return None
    report, search = replace(report, profiles=0, candidates=()), replace(search, checkpoint=None)
    fits = {Path(options.file).stem: fit}
    for name, problem in forms.items():
        fits[name] = fit_model(problem, search=search, report=report, threads=threads, callback=tell)
        if fits[name].status == "interrupted":
            complain("the other forms were stopped; the fit is written without them")
            return None
    return compare_fits(fits)


def until_stopped(predicted: Callable[[], tuple]) -> tuple[tuple, bool]:
    """The predictions, and whether Ctrl-C stopped them: the fit is written all the same."""
    try:
        return predicted(), False
    except KeyboardInterrupt:
        complain("the predictions were stopped; the fit is written without them")
        return (), True


@contextmanager
def spoken(options: Options) -> Iterator[Callable[[str], None] | None]:
    """What is told while it searches: one line that changes, for a person at a terminal alone."""
    if options.json or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    width = shutil.get_terminal_size().columns - 1

    def tell(text: str) -> None:
        print(f"\r{text[:width]:<{width}}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print(f"\r{'':<{width}}\r", end="", file=sys.stderr, flush=True)


def exit_code(fit: Fit) -> int:
    """What the outcome is worth to a script."""
    from elver.analysis.fit.summary import trusted

    if fit.status == "interrupted":
        return INTERRUPTED
    if not fit.converged or fit.evaluation.failed:
        return 1
    return 0 if trusted(fit) else NOT_TRUSTED


def fit_text(fit: Fit, predictions: Sequence[Prediction], comparison: Comparison | None = None) -> str:
    """What a person reads on the terminal: the outcome, the estimates, errors beside trivial laws, predictions, other forms."""
    from elver.analysis.fit.summary import headline, remarks, verdict_sentences
    from elver.viz.reports import fit_tables
    from elver.viz.reports.fit_tables import predictions_table

    shown = [fit_tables.estimates_table(fit), *([fit_tables.errors_table(fit)] if fit.problem.held_out else [])]
    shown += [] if fit.problem.held_out else [fit_tables.errors_table(fit, held_out=False)]
    shown += [fit_tables.dropped_table(fit.problem), fit_tables.design_table(fit)] + (
        [predictions_table(predictions, fit)] if predictions else []
    )
    shown += [] if comparison is None else fit_tables.comparison_tables(comparison)
    further = [] if comparison is None else comparison.sentences()
    first = verdict_sentences(fit)
    blocks = [
        *(["\n".join(f"  {line}" for line in first)] if first else []),
        f"  {headline(fit)}",
        *(own for own in map(titled, shown) if own),
        "\n".join(f"  {line}" for line in (*further, *remarks(fit)) if line not in first),
    ]
    return "\n\n".join(blocks)


def titled(shown: Table) -> str:
    """A table of the report on the terminal; nothing where it has no rows."""
    if not shown.rows:
        return ""
    note = f"\n  {shown.note}" if shown.note else ""
    return f"  {shown.title}\n{table(shown.rows, shown.headers, ('cyan',), shown.right)}{note}"


# --- looking before fitting -----------------------------------------------------------------------------------------


def check(problem: Problem, options: Options, threads: int | None) -> int:
    """Tell what would be fitted, and how far the model is from the data where the search begins; the exit code."""
    from elver.analysis import Evaluator
    from elver.viz.reports.fit_tables import check_summary, check_tables

    evaluation = Evaluator(problem, threads)(problem.start, slopes=False)
    if options.json:
        print(to_json(check_summary(problem, evaluation)))
    else:
        print("\n\n".join(own for own in map(titled, check_tables(problem, evaluation)) if own))
    return 1 if evaluation.failed else 0
