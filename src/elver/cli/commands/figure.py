"""``elver figure``: the figures and tables of the published papers, drawn from runs that are made for them."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elver._support.errors import InputError
from elver._support.files import shown, to_json
from elver.cli.commands.plot import run_file
from elver.cli.folders import fresh, writable
from elver.cli.options import argument, option, overwriting, repeated, switch, words
from elver.cli.run_options import StyleOptions
from elver.cli.terminal import plain_warnings, table

if TYPE_CHECKING:
    from elver.results import Run
    from elver.scenarios import PaperFigure

DESCRIPTION = """\
Draw the figures and tables of the published papers, with the paper's quantities, instants, windows and cases.

  elver figure --list                 every figure: what it shows, the scenario, how ours stands to it
  elver figure EEL 11 --out folder    one of them; several numbers draw several
  elver figure EEL                    all of a paper
  elver figure SNAKE 9 --from runs/aiko-small-obstacles    from results that are there, instead of running
"""
FROM = "draw from this result (folder or data file of `elver run`) instead of running; once for each case"


@dataclass(frozen=True)
class Options(StyleOptions):
    paper: str | None = argument("PAPER", "short name of the paper, such as EEL", "?")
    numbers: list[str] = argument("NUMBER", "numbers as printed, such as 11, 3a or table-I (default: all of the paper)", "*")
    only_list: bool = switch("--list", "list figures and tables instead, of one paper or of all")
    everything: bool = switch("--all", "draw all figures of all papers")
    results: list[str] = repeated("--from", "RESULT", FROM)
    out: str = option("--out", "FOLDER", "where to write (default figures)", "figures")
    format: str = option("--format", "LIST", "png, svg, pdf, separated by commas (default png,svg)", "png,svg")
    force: bool = overwriting()
    json: bool = switch("--json", "print the list as one JSON object")


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.scenarios.papers import find_figures, paper, paper_figures

    if options.paper is None and not (options.only_list or options.everything):
        raise InputError("name a paper and the number of a figure, such as `elver figure EEL 11`, or give --list or --all.")
    of = paper(options.paper) if options.paper else None
    if of is not None and options.numbers:
        figures = tuple(dict.fromkeys(f for number in options.numbers for f in find_figures(of, number)))
    else:
        figures = paper_figures(of)
    if options.only_list:
        print(to_json({"figures": [described(f) for f in figures]}) if options.json else listing(figures))
        return 0
    if options.json:
        raise InputError("--json goes with --list.")
    return draw(figures, options)


def draw(figures: tuple[PaperFigure, ...], options: Options) -> int:
    """Draw and write figures one by one. Those without a drawing are left out, unless they are asked for by their number."""
    from elver.scenarios import ClaimRunner
    from elver.viz.paper_figures import draw_paper_figure
    from elver.viz.plots import check_formats
    from elver.viz.style import styled, write

    if not (formats := words(options.format)):
        raise InputError("--format names no picture format. Give png, svg or pdf.")
    check_formats(formats)
    chosen = [f for f in figures if f.draw is not None]
    if options.numbers and len(chosen) < len(figures):
        raise InputError(". ".join(f"{f.name} is not drawn: {f.note}" for f in figures if f.draw is None) + ".")
    results, bench, folder = read_results(options.results), ClaimRunner(), writable(Path(options.out))
    places = [[fresh(folder / f"{figure.file}.{extension}", options.force) for extension in formats] for figure in chosen]
    with plain_warnings(), styled(options.style):
        for figure, files in zip(chosen, places, strict=True):
            drawn = draw_paper_figure(figure, bench, results)
            for file in files:
                write(drawn, file)
            print(", ".join(map(str, files)), flush=True)
    return 0


def read_results(places: list[str]) -> dict[str, Run]:
    """Saved runs by the names that they were given with."""
    from elver.results import load_run

    runs = {}
    for place in map(Path, places):
        file = run_file(place) or place
        if not file.is_file() and file.suffix != ".zarr":
            raise InputError(f"--from '{shown(place)}': no such result. Give the folder or the .nc file of a run.")
        runs[str(place)] = load_run(file)
    return runs


def listing(figures: tuple[PaperFigure, ...]) -> str:
    """One row a figure: its name, what it shows, the scenarios that it is drawn from, how it stands here."""
    from elver._support.choices import FigureState

    rows = [(f.name, f.shows, ", ".join(f.scenarios) or "-", f"{f.state}{f': {f.note}' if f.note else ''}") for f in figures]
    counts = ", ".join(f"{sum(f.state == state for f in figures)} {state}" for state in FigureState)
    end = f"{len(figures)} figures and tables: {counts}\n`elver figure PAPER NUMBER` draws one."
    return f"{table(rows, ('figure', 'what it shows', 'scenario', 'here'), ('bold cyan', '', 'green', 'dim'))}\n\n{end}"


def described(figure: PaperFigure) -> dict:
    """A row of the list, for scripts."""
    return {
        "paper": figure.paper,
        "number": figure.number,
        "section": figure.section,
        "shows": figure.shows,
        "state": str(figure.state),
        "note": figure.note or None,
        "command": figure.command or None,
        "runs": [case.command for case in figure.cases],
    }
