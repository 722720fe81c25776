"""``elver plot``: pictures of saved results."""

from __future__ import annotations

from argparse import Action, ArgumentParser
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError, unknown_name
from elver._support.files import shown
from elver.cli.folders import writable
from elver.cli.options import argument, numbers, option, words
from elver.cli.run_options import FilmOptions, check_seen, film_settings, refuse_film
from elver.cli.terminal import name_values, plain_warnings

if TYPE_CHECKING:
    import argparse

    from elver.results.run import Run

DESCRIPTION = """\
Draw figures of a saved run, of several runs on common axes, or of a sweep.

  elver plot runs/eel                              all figures of a run
  elver plot runs/eel path torques                 some of them
  elver plot runs/eel runs/eel-2 runs/eel-3 speed  several runs in one picture
  elver plot runs/aiko-obstacles pushing --links link3,link7 --window 4.5:5.5
  elver plot runs/eel-loop configurations --at 0,6,12,18
"""
FIGURE = "more results; names of figures, listed below (default: all that apply), of a sweep those of its summary"
STILL = "the machine at these times in seconds, side by side, instead of the figures; --view and --follow say how it is seen"


class PictureHelp(Action):
    """Help with the list of all pictures."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        from elver.viz import known_pictures

        parser.print_help()
        print("\nfigures of a run, where they apply:")
        print(name_values((p.name, p.meaning) for p in known_pictures().values()))
        parser.exit()


@dataclass(frozen=True)
class Options(FilmOptions):
    help: bool = option("-h --help", None, "show this text, and the figures by name", False, action=PictureHelp, nargs=0)
    run: str = argument("RESULT", "folder or data file of `elver run`, the store of a sweep, the folder of a search")
    figures: list[str] = argument("FIGURE", FIGURE, "*")
    joints: str = option("--joints", "A,B", "joints to show (default: three along the machine)", "")
    links: str = option("--links", "A,B", "links to show, where a figure shows some (middle, pushing)", "")
    window: str | None = option("--window", "START:END", "show this part of the run alone, in seconds")
    at: str | None = option("--at", "T,T", "instants in seconds, where a figure shows some (configurations, snapshot)")
    format: str = option("--format", "LIST", "png, svg, pdf, separated by commas (default png,svg)", "png,svg")
    out: str | None = option("--out", "FOLDER", "where to write (default: figures beside the file)")
    still: str | None = option("--still", "T,T", STILL)


def command(options: Options, parser: ArgumentParser) -> int:
    from elver.viz.style import styled

    with styled(options.style):
        return draw(options)


def draw(options: Options) -> int:
    """Draw what the result is."""
    formats = words(options.format)
    if not formats:
        raise InputError("--format names no picture format. Give png, svg or pdf.")
    more, named = more_results(options.figures)
    options = replace(options, figures=named)
    place = Path(options.run)
    if more:
        return plot_runs([place, *more], options, formats)
    if (place / "history.nc").is_file():
        return plot_search(options, formats)
    if (file := run_file(place)) is not None:
        return plot_run(file, options, formats)
    return plot_sweep(options, formats) if place.is_dir() else plot_run(place, options, formats)


def more_results(given: list[str]) -> tuple[list[Path], list[str]]:
    """The words after the first result: further results, and names of figures."""
    from elver.viz import known_pictures

    known = known_pictures()
    named = [
        word for word in given if word in known or not (Path(word).exists() or "/" in word or word.endswith((".nc", ".zarr")))
    ]
    return [Path(word) for word in given if word not in named], named


def run_file(place: Path) -> Path | None:
    """The data of a run in a folder; None where it holds none."""
    if (place / ".zmetadata").is_file() and not (place / ".elver").is_dir():  # a run that was written as a store
        return place
    return next((file for file in (place / "run.nc", place / "run.zarr") if file.exists()), None)


def loaded(place: Path, options: Options) -> Run:
    """A saved run, or the part of it that --window asks for."""
    from elver.results import Run, load_run
    from elver.results.samples import window

    file = run_file(place) or place
    if not file.exists():
        raise InputError(f"'{shown(file)}': no such file or folder. Give the folder or the .nc file of a run, or a sweep.")
    run = load_run(str(file))
    return run if options.window is None else Run(window(run.data, *read_window(options.window)))


def read_window(text: str) -> tuple[float, float]:
    """Begin and end [s] out of START:END."""
    start, end = numbers("--window", text.replace(":", ",", 1), 2)
    if not start < end:
        raise InputError(f"--window '{text}': {start:g} s is not before {end:g} s. Give START:END, such as 4.5:5.5.")
    return start, end


def choices_of(options: Options) -> dict[str, Any]:
    """What figures are to show, as arguments of ``figures``."""
    at = read_times(options.at, "--at")
    return {"names": options.figures or None, "joints": words(options.joints), "links": words(options.links), "at": at}


def check_named(options: Options) -> None:
    """Refuse a figure that no run has."""
    from elver.viz import known_pictures

    known = known_pictures()
    for name in options.figures:
        if name not in known:
            raise unknown_name("figure", name, known)


def plot_run(file: Path, options: Options, formats: list[str]) -> int:
    """Figures of a saved run."""
    from elver.viz import animate, figures
    from elver.viz.plots import film_of

    check_named(options)
    settings = film_settings(options, view=options.still is not None)
    times, choices = read_times(options.still, "--still"), choices_of(options)
    run = loaded(file, options)
    check_seen(options, film_of(run), str(run.samples.attrs["model"]))
    folder = target(options, file.resolve().parent / "figures")
    with plain_warnings():
        if times:
            name_files([write_stills(run, times, options, folder, formats)], folder, formats)
        if options.figures or not times:
            name_files(figures(run, folder, formats=formats, **choices), folder, formats)
        if options.animate:
            print(animate(run, folder / f"animation.{options.animate}", **settings))
    return 0


def plot_runs(places: list[Path], options: Options, formats: list[str]) -> int:
    """Figures of several saved runs on common axes."""
    from elver.viz import overlay_figures

    check_named(options)
    refuse_film(options, "a comparison of runs", options.still)
    runs = dict(zip(told_apart(places), (loaded(place, options) for place in places), strict=True))
    folder = target(options, Path("figures"))
    with plain_warnings():
        name_files(overlay_figures(runs, folder, formats=formats, **choices_of(options)), folder, formats)
    return 0


def told_apart(places: list[Path]) -> list[str]:
    """Names of results: as short as they are different."""
    if len(set(places)) < len(places):
        raise InputError("a result is named twice. Name each once.")
    short = [place.resolve().parent.name if place.name in ("run.nc", "run.zarr") else place.stem for place in places]
    return short if len(set(short)) == len(short) else list(map(str, places))


def read_times(text: str | None, option: str) -> list[float]:
    """Times [s], separated by commas."""
    return [] if text is None else numbers(option, text, text.count(",") + 1)


def write_stills(run: Run, times: list[float], options: Options, folder: Path, formats: list[str]) -> str:
    """Write the machine at some times; the name of the picture."""
    from elver._support.choices import Follow
    from elver.viz import stills
    from elver.viz.plots import check_formats
    from elver.viz.style import write

    check_formats(formats)
    figure = stills(run, times, options.view or "iso", options.follow or Follow.BASE)
    for extension in formats:
        write(figure, folder / f"stills.{extension}")
    return "stills"


def plot_sweep(options: Options, formats: list[str]) -> int:
    """Heat maps or curves of a sweep."""
    from elver.analysis import load_sweep
    from elver.viz import sweep_figures

    check_no_run(options, "a sweep")
    data = load_sweep(options.run)
    folder = target(options, Path(options.run).resolve().with_suffix("") / "figures")
    with plain_warnings():
        name_files(sweep_figures(data, folder, options.figures or None, formats), folder, formats)
    return 0


def plot_search(options: Options, formats: list[str]) -> int:
    """The way of a search."""
    from elver.analysis import load_history
    from elver.viz import search_figures

    check_no_run(options, "a search")
    if options.figures:
        raise InputError(f"figure '{options.figures[0]}': those of a search are drawn together. Leave out the names of figures.")
    folder = target(options, Path(options.run) / "figures")
    name_files(search_figures(load_history(options.run), folder, formats), folder, formats)
    return 0


def check_no_run(options: Options, what: str) -> None:
    """Refuse options that say something about a run alone."""
    refuse_film(options, what, options.still)
    for name in ("joints", "links", "window", "at"):
        if getattr(options, name):
            raise InputError(f"the figures of {what} show no {name}. --{name} is for a run (.nc).")


def target(options: Options, default: Path) -> Path:
    """The folder that pictures go to."""
    return writable(Path(options.out) if options.out else default)


def name_files(drawn: Iterable[str], folder: Path, formats: list[str]) -> None:
    """The files of every picture, one picture a line."""
    for name in drawn:
        print(", ".join(str(folder / f"{name}.{f}") for f in formats))
