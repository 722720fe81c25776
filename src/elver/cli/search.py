"""``elver optimise`` and ``elver pareto``: the best parameters of a scenario."""

from __future__ import annotations

import math
import os
import sys
from contextlib import suppress
from pathlib import Path

from elver.cli.commands import NOT_TRUSTED, new_folder, note, plain_warnings, writable
from elver.cli.report import summary_table
from elver.cli.sweep import EXIT_CODES, add_run_options, given_folder, parse_ranges, run_settings, whole
from elver.errors import InputError
from elver.files import to_json

OPTIMISE = """\
Make a figure of the summary as small as possible, or as large with --maximise, within bounds on parameters and figures.

  elver optimise eel --objective cost_of_transport --over gait.amplitude=0.02:0.12 --over gait.wavelength=0.8:3 \\
        --subject-to "mean_speed>=0.3" --set water.law=kirchhoff
  elver optimise eel --objective mean_speed --maximise --over gait.wavelength=0.8:3 --method gradient
  elver optimise ... --out best --resume        after it was killed, or with a larger --budget

--method gradient takes exact derivatives (reverse sweeps) where all figures are among mean_speed, cost_of_transport and
final_heading, rk4 steps the machine and all parameters stay inputs of its program; else differences between runs.
"""
PARETO = """\
Find the best compromises between two figures of the summary or more.

  elver pareto eel --minimise cost_of_transport --maximise mean_speed \\
        --over gait.amplitude=0.02:0.12 --over gait.wavelength=0.8:3 --set water.law=kirchhoff
"""
CODES = EXIT_CODES.format(one="no case keeps all bounds", three="no case can be trusted")
SHOWN = 15  # compromises in the printed table
EXAMPLE = "gait.amplitude=0.02:0.12"
OPEN = "their energy ledger does not close. Use a smaller --dt"


def add_search_parsers(commands, formatter) -> None:
    """Declare the options of both commands."""
    best = commands.add_parser(
        "optimise", help="the best parameters of a scenario", formatter_class=formatter, description=OPTIMISE, epilog=CODES
    )
    best.add_argument("scenario", metavar="SCENARIO", help="its name; `elver list` names them")
    best.add_argument("--objective", required=True, metavar="FIGURE", help="key of the summary, such as cost_of_transport")
    best.add_argument("--maximise", action="store_true", help="make it large instead of small")
    text = "cma (default: evolution) or gradient (SQP, local); the result says which derivatives it took"
    best.add_argument("--method", default="cma", metavar="NAME", help=text)
    add_search_options(best.add_argument, 200)
    front = commands.add_parser(
        "pareto", help="the best compromises between figures", formatter_class=formatter, description=PARETO, epilog=CODES
    )
    front.add_argument("scenario", metavar="SCENARIO", help="its name; `elver list` names them")
    for word in ("minimise", "maximise"):
        text = f"key of the summary to {word}; repeat for more"
        front.add_argument(f"--{word}", action="append", default=[], metavar="FIGURE", help=text)
    add_search_options(front.add_argument, 400)


def add_search_options(add, budget: int) -> None:
    add("--over", action="append", default=[], metavar="KEY=LOW:HIGH", help="a parameter and its bounds; repeat for more")
    text = 'a bound on a figure, such as "mean_speed>=0.3"; repeat for more'
    add("--subject-to", action="append", default=[], metavar="BOUND", help=text)
    add("--budget", default=str(budget), metavar="N", help=f"runs to spend (default {budget})")
    add("--population", metavar="N", help="runs per generation")
    add("--seed", default="1", metavar="N", help="of the random numbers (default 1)")
    add("--out", metavar="FOLDER", help="folder for results (default: a new one in runs/)")
    add("--resume", action="store_true", help="go on with the search in --out")
    add("--no-figures", action="store_true", help="write data but no pictures")
    add_run_options(add, "--integrator")


def search_settings(options) -> dict:
    """Arguments that optimise and pareto share."""
    settings = run_settings(options)
    if options.population is not None:
        settings["population"] = whole("--population", options.population)
    if options.resume and options.out is None:
        raise InputError("--resume needs --out, the folder of the search to go on with.")
    return {
        **settings,
        "over": parse_ranges("--over", options.over, EXAMPLE),
        "subject_to": options.subject_to,
        "budget": whole("--budget", options.budget),
        "seed": whole("--seed", options.seed),
        "resume": options.resume,
        "integrator": options.integrator,
    }


def optimise_command(options, parser) -> int:
    from elver.studies import optimise

    settings = search_settings(options)
    folder = search_folder(options, "optimise")
    best = carried_out(
        folder,
        lambda: optimise(
            options.scenario, options.objective, maximise=options.maximise, method=options.method, out=folder, **settings
        ),
    )
    if best is None:
        return 130
    best.save(folder)
    draw(best.history, folder, options)
    print(to_json(best.summary) if options.json else optimum_table(best))
    note(options, f"results in {folder}{os.sep}")
    if not best.trusted:
        return NOT_TRUSTED
    return 0 if best.feasible else 1


def pareto_command(options, parser) -> int:
    from elver.studies import pareto

    settings = search_settings(options)
    folder = search_folder(options, "pareto")
    front = carried_out(
        folder, lambda: pareto(options.scenario, minimise=options.minimise, maximise=options.maximise, out=folder, **settings)
    )
    if front is None:
        return 130
    front.save(folder)
    draw(front.history, folder, options)
    print(to_json(front.summary) if options.json else front_table(front))
    note(options, f"results in {folder}{os.sep}")
    return 0 if front.trusted else NOT_TRUSTED


def search_folder(options, word: str) -> Path:
    """The folder of --out, or a new one."""
    return new_folder(Path("runs"), f"{options.scenario}-{word}") if options.out is None else given_folder(options.out)


def carried_out(folder: Path, search):
    """The result of a search; None where Ctrl-C ended it. A folder that stayed empty goes."""
    try:
        with plain_warnings():
            return search()
    except KeyboardInterrupt:
        print(f"elver: stopped; what was run is in {folder}. Add --out {folder} --resume to go on.", file=sys.stderr)
        return None
    finally:
        with suppress(OSError):  # not empty, or not there
            folder.rmdir()


def draw(history, folder: Path, options) -> None:
    from elver.show import search_figures

    if not options.no_figures:
        search_figures(history, writable(folder / "figures"))


def optimum_table(best) -> str:
    """The best parameters, what they reach, and the summary of the best run."""
    unit = best.history.objective.attrs["units"].replace("1", "")
    rows = [(name, f"{value:.6g} {best.history[name].attrs['units']}") for name, value in best.parameters.items()]
    rows += [(best.history.attrs["objective"], number_text(best.objective, unit))]
    rows += [(text, number_text(value)) for text, value in best.constraints.items()]
    rows += [("search", f"{best.status} after {best.evaluations} runs; {verdict(best)}")]
    rows += [("not trusted", f"{best.untrusted} runs, left out: {OPEN}")] if best.untrusted else []
    rows += [("derivatives", best.derivatives)] if best.derivatives != "none" else []
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"  {name:<{width}} {value}" for name, value in rows) + "\n\n" + summary_table(best.run)


def number_text(value: float, unit: str = "") -> str:
    return f"{value:.6g} {unit}" if math.isfinite(value) else "has no number"


def verdict(best) -> str:
    """What the best case is worth, in a few words."""
    if not best.trusted:
        return "NO OPTIMUM: NOT TO BE TRUSTED, this is the case whose energy ledger closes best"
    if not math.isfinite(best.objective):
        return "NO OPTIMUM"
    return "all bounds kept" if best.feasible else "NO CASE KEEPS ALL BOUNDS: this one misses them least"


def front_table(front) -> str:
    """Compromises along the front, one per line."""
    import numpy as np

    doubtful = f"  NOT TO BE TRUSTED: {front.untrusted} runs, left out: {OPEN}"
    if not front.trusted:
        return f"  NO FRONT: {front.status} of {front.history.sizes['evaluation']} runs.\n{doubtful}"
    rows = front.summary["front"]
    rows = [rows[k] for k in sorted({round(x) for x in np.linspace(0, len(rows) - 1, SHOWN)})]
    names = list(rows[0])
    lines = ["  " + "".join(f"{name:>22}" for name in names)]
    lines += ["  " + "".join(f"{row[name]:>22.6g}" for name in names) for row in rows]
    return "\n".join(lines + [doubtful] * bool(front.untrusted))


def plot_search(options, formats: list[str]) -> int:
    """``elver plot FOLDER`` of a search."""
    from elver.show import search_figures
    from elver.studies import load_history

    folder = writable(Path(options.out) if options.out else Path(options.run) / "figures")
    for name in search_figures(load_history(options.run), folder, formats):
        print(", ".join(str(folder / f"{name}.{f}") for f in formats))
    return 0
