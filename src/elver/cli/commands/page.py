"""``elver page``: a machine that runs in the browser, or a saved run that plays there, as one HTML file."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.errors import InputError
from elver._support.files import shown, to_json, writing
from elver.cli.folders import fresh
from elver.cli.options import FileOptions, argument, number, option, overwriting, parse_changes, repeated, switch, whole
from elver.cli.terminal import complain, note, plain_warnings

if TYPE_CHECKING:
    from elver.viz.page.make import Page

DESCRIPTION = """\
Write one HTML file that needs no network and no installation. It opens in any browser of today.

  elver page eel                                  eel.html: the machine runs in the page, with sliders
  elver page fish.yaml -o fish.html --slider tail.stiffness=0.1:2
  elver page eel --set gait.amplitude=0.08
  elver page runs/eel/run.nc -o run.html          a recorded run, replayed
  elver page sweep.zarr --case 3 -o case.html     one case of a sweep, run again and replayed
  elver page runs/EelTarget-learn                 a trained policy at its task, with a goal that can be dragged
"""
SOURCE = (
    "a scenario's name, a scenario file, the folder or data file of `elver run`, a sweep's store, or a folder of `elver learn`"
)


@dataclass(frozen=True)
class Options(FileOptions):
    source: str = argument("MODEL|RUN", SOURCE)
    out: str | None = option("-o --out", "FILE.html", "file to write (default: the name of the source, here)")
    changes: list[str] = repeated("--set", "KEY=VALUE", "change a named parameter; repeat for more")
    slider: list[str] = repeated("--slider", "NAME[=LOW:HIGH]", "a parameter that can be moved in the page; repeat for more")
    duration: str | None = option("--duration", "S", "seconds of the scenario's run, where its preparation depends on them")
    dt: str | None = option("--dt", "S", "time step in seconds (default: the scenario's, or what is stable)")
    case: str | None = option("--case", "N", "the case of a sweep, counted from 0")
    of: str | None = option("--of", "FILE.yaml", "the scenario file that a sweep was made from")
    open: bool = switch("--open", "show the page in the browser")
    force: bool = overwriting()
    json: bool = switch("--json", "print the file's name and sizes as one JSON object and nothing else")


def command(options: Options, parser: ArgumentParser) -> int:
    place = target(options)
    changes, sliders = parse_changes(options.changes) or None, options.slider or None
    duration, dt = number("--duration", options.duration, None), number("--dt", options.dt, None)
    case = whole("--case", options.case)
    with plain_warnings():
        page = made_of_policy(options) or made_of_model(options, changes, sliders, duration, dt, case)
        page.save(place, overwrite=options.force)
    report(page, place, options)
    if options.open:
        show(place)
    return 0


def made_of_policy(options: Options) -> Page | None:
    """The page of a trained policy, where the source is one: its file, or the folder of its training."""
    place = Path(options.source)
    if place.suffix != ".npz" and not (place.is_dir() and (place / "policy.npz").is_file()):
        return None
    given = [name for name in ("changes", "slider", "duration", "dt", "case", "of") if getattr(options, name)]
    if given:
        raise InputError(f"the page of a policy shows its task as it was learned. Leave {', '.join(given)} out.")
    from elver.learn import policy_page

    making(options)
    return policy_page(place)


def made_of_model(
    options: Options, changes: Any, sliders: list[str] | None, duration: float | None, dt: float | None, case: int | None
) -> Page:
    """The page of a machine or of a run; what cannot be opened is refused before anything is said of making."""
    from elver.viz import make_page
    from elver.viz.page.make import opened

    source = opened(options.source, case, options.of, options.allow_outside)
    making(options)
    return make_page(source, changes, sliders, duration, dt)


def making(options: Options) -> None:
    note(options, f"making the page of {options.source} ...")


def target(options: Options) -> Path:
    """The file that is written, looked at before anything is computed."""
    given = options.out or default_name(options.source)
    place = Path(given)
    if place.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"-o '{shown(place)}' must end in .html.")
    return fresh(place, options.force)


def default_name(source: str) -> str:
    """The name of a page by its source: eel, fish.yaml, runs/eel, runs/eel/run.nc give eel.html and fish.html."""
    place = Path(source)
    named = place.parent if place.name == "run.nc" and place.parent.name else place
    return f"{named.stem or 'page'}.html"


def report(page: Page, place: Path, options: Options) -> None:
    """What was written."""
    for text in page.notes:
        if not options.json:
            complain(text)
    sizes = asdict(page.sizes)
    if options.json:
        print(to_json({"file": str(place), "title": page.title, "kind": page.kind, "bytes": sizes, "notes": list(page.notes)}))
    else:
        print(f"{place}: {page.title}, {sizes['page'] / 1e3:.0f} kB")


def show(place: Path) -> None:
    """Open the page in the user's browser."""
    import webbrowser

    with writing(place):
        address = place.resolve().as_uri()
    if not webbrowser.open(address):
        complain(f"no browser was found. Open {address} in one.")
