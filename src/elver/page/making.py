"""One verb: make_page. A scenario or a model becomes a page in which it runs, a run or a case of a sweep one that replays it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from elver.equations import Model
from elver.errors import ElverError, InputError
from elver.files import write_whole
from elver.page.html import LIMIT, Sizes, html_of
from elver.page.replay import replay_payload
from elver.results import Run, load_run
from elver.scenarios import Scenario, scenario

MANY_JOINTS = 60  # of a machine that a notebook does not compile unasked
HEIGHT = 640  # pixels of a page inside a notebook


@dataclass(frozen=True, repr=False)
class Page:
    """A page that needs nothing besides itself. kind: ``live`` or ``replay``.   html: the whole file.   sizes: of its parts.

    notes: what the user should know of it, a sentence each.
    """

    title: str
    kind: str
    html: str = field(repr=False)
    sizes: Sizes
    notes: tuple[str, ...] = ()

    def save(self, path, overwrite: bool = False) -> Path:
        """Write the file, whole or not at all. An existing one is kept unless ``overwrite``."""
        path = Path(path)
        if path.exists() and not overwrite:
            raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        return write_whole(path, self.html)

    def __repr__(self) -> str:
        return f"Page ({self.kind}) of {self.title}: {self.sizes.page / 1e3:.0f} kB"

    def _repr_html_(self) -> str:
        frame = f'style="width:100%;height:{HEIGHT}px;border:0" sandbox="allow-scripts allow-downloads allow-popups"'
        return f'<iframe title="{escape(self.title)}" srcdoc="{escape(self.html)}" {frame}></iframe>'


def make_page(
    source: Scenario | Model | Run | str | Path,
    changes: Mapping[str, Any] | None = None,
    sliders: Iterable[str] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    *,
    case: int | None = None,
    of: Scenario | str | Path | None = None,
    title: str | None = None,
    allow_outside: bool = False,
    quick: bool = False,
) -> Page:
    """The page of a scenario (also by its name or its file) or a model, which runs in the browser; of a run, which is replayed.

    A path that ends in .nc is a saved run, a folder that of a run, or the store of a sweep of which ``case`` is replayed; ``of``
    is then the file of its scenario, where it is somebody's own.
    changes: to named parameters.   sliders: parameters that can be moved, NAME or NAME=LOW:HIGH (default: the scenario's own).
    duration [s]: of what is recorded or prepared for the scenario's run.   dt [s]: time step.
    quick: made in about a second, with code that is half as large again.
    """
    found = opened(source, case, of, allow_outside)
    if isinstance(found, Run):
        given = {"changes": changes, "sliders": sliders, "duration": duration, "dt": dt}
        for name, value in given.items():
            if value is not None:
                raise InputError(f"{name} is for a machine that runs; a recorded run is replayed as it is. Leave {name} out.")
        payload, module, notes = replay_payload(found, title), b"", tuple[str, ...]()
    else:
        from elver.page.live import live_page

        payload, module, notes = live_page(found, changes, sliders, duration, dt, title, quick=quick)
    text, sizes = html_of(payload, module)
    return Page(payload["title"], payload["kind"], text, sizes, (*notes, *size_notes(sizes)))


def size_notes(sizes: Sizes) -> tuple[str, ...]:
    """A sentence where a page is larger than it should be."""
    if sizes.page <= LIMIT:
        return ()
    return (
        f"the page has {sizes.page / 1e3:.0f} kB, more than {LIMIT / 1e3:.0f}: {sizes.payload / 1e3:.0f} kB of data and "
        f"{sizes.module / 1e3:.0f} kB of program before packing",
    )


def opened(source, case: int | None, of, allow_outside: bool) -> Scenario | Model | Run:
    """What a page is made of."""
    if not isinstance(source, Scenario | Model | Run | str | Path):
        raise InputError(f"a {type(source).__name__} has no page. Give a scenario, an elver.Model, a Run, or the path of one.")
    place = Path(source) if isinstance(source, str | Path) else None
    saved = place is not None and (place.suffix == ".nc" or (place / "run.nc").is_file())
    if place is not None and place.is_dir() and not saved:
        return case_of(place, case, of, allow_outside)
    if case is not None or of is not None:
        raise InputError("case and of are for a sweep. Give the folder of its store, such as sweep.zarr.")
    if isinstance(source, Scenario | Model | Run):
        return source
    assert place is not None
    return load_run(str(place if place.suffix == ".nc" else place / "run.nc")) if saved else scenario(str(source), allow_outside)


def case_of(store: Path, case: int | None, of, allow_outside: bool) -> Run:
    """One case of a sweep, run again."""
    from elver.page.cases import case_run
    from elver.studies import load_sweep

    if case is None:
        raise InputError(f"'{store}' is a folder: of a run it has a file run.nc; of a sweep, say which case (--case N).")
    chosen = scenario(str(of), allow_outside) if isinstance(of, str | Path) else of
    return case_run(load_sweep(str(store)), case, chosen)


def view(thing: Scenario | Model | Run) -> str:
    """The page of a run, a model or a scenario for a notebook; the reason in words where it cannot be made, or not soon."""
    try:
        reason = "" if isinstance(thing, Run) else takes_long(thing)
        if not reason:
            return make_page(thing, quick=True)._repr_html_()
    except (ElverError, OSError) as error:
        reason = str(error)
    return f"<p>It is not shown in motion: {escape(reason)}</p>"


def takes_long(thing: Scenario | Model) -> str:
    """Why a page would keep a notebook waiting; empty where it would not."""
    model = thing.build() if isinstance(thing, Scenario) else thing
    if isinstance(thing, Scenario) and model.needs:
        return f"{model.needs} is computed first. Ask for it with elver.make_page."
    count = len(model.robot.joint_names)
    return f"{count} joints take a while to compile. Ask for it with elver.make_page." if count > MANY_JOINTS else ""
