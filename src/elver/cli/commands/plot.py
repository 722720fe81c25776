"""``elver plot``: pictures of saved results."""

from __future__ import annotations

from argparse import Action, ArgumentParser
from collections.abc import Iterable
from dataclasses import dataclass
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

DESCRIPTION = "Draw figures of a saved run or sweep."
FIGURE = "names of figures, listed below (default: all that apply); of a sweep: figures of the summary, such as mean_speed"
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
    format: str = option("--format", "LIST", "png, svg, pdf, separated by commas (default png,svg)", "png,svg")
    out: str | None = option("--out", "FOLDER", "where to write (default: figures beside the file)")
    still: str | None = option("--still", "T,T", STILL)


def command(options: Options, parser: ArgumentParser) -> int:
    formats = words(options.format)
    if not formats:
        raise InputError("--format names no picture format. Give png, svg or pdf.")
    place = Path(options.run)
    if (place / "history.nc").is_file():
        return plot_search(options, formats)
    for own in (place / "run.nc", place / "run.zarr"):
        if own.exists():
            return plot_run(own, options, formats)
    if (place / ".zmetadata").is_file() and not (place / ".elver").is_dir():  # a run that was written as a store
        return plot_run(place, options, formats)
    return plot_sweep(options, formats) if place.is_dir() else plot_run(place, options, formats)


def plot_run(file: Path, options: Options, formats: list[str]) -> int:
    """Figures of a saved run."""
    from elver.results import load_run
    from elver.viz import animate, figures, known_pictures
    from elver.viz.plots import film_of

    known = known_pictures()
    for name in options.figures:
        if name not in known:
            raise unknown_name("figure", name, known)
    settings = film_settings(options, view=options.still is not None)
    times = read_times(options.still)
    if not file.exists():
        raise InputError(f"'{shown(file)}': no such file or folder. Give the folder or the .nc file of a run, or a sweep.")
    run = load_run(str(file))
    check_seen(options, film_of(run), str(run.samples.attrs["model"]))
    folder = target(options, file.resolve().parent / "figures")
    with plain_warnings():
        if times:
            name_files([write_stills(run, times, options, folder, formats)], folder, formats)
        if options.figures or not times:
            name_files(figures(run, folder, options.figures or None, words(options.joints), formats), folder, formats)
        if options.animate:
            print(animate(run, folder / f"animation.{options.animate}", **settings))
    return 0


def read_times(text: str | None) -> list[float]:
    """Times of stills [s]."""
    return [] if text is None else numbers("--still", text, text.count(",") + 1)


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
    if options.joints:
        raise InputError(f"the figures of {what} show no joints. --joints is for a run (.nc).")


def target(options: Options, default: Path) -> Path:
    """The folder that pictures go to."""
    return writable(Path(options.out) if options.out else default)


def name_files(drawn: Iterable[str], folder: Path, formats: list[str]) -> None:
    """The files of every picture, one picture a line."""
    for name in drawn:
        print(", ".join(str(folder / f"{name}.{f}") for f in formats))
