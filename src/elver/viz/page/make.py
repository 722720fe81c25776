"""One verb: make_page. A live machine or a recorded run as one HTML file."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.choices import STEP
from elver._support.errors import ElverError, InputError
from elver._support.files import to_json, write_whole
from elver.export import live_module
from elver.export.wasm.description import SHORTEST
from elver.forces.blend import Blend
from elver.model import Model, Program, assemble, compile_model
from elver.model.program import written
from elver.results import Run, load_run
from elver.results.checks.conservation import SURPLUS
from elver.results.checks.trust import CONSISTENT, published_doubt
from elver.scenarios import Scenario, Showing, scenario
from elver.simulation import Save, Solver, simulate
from elver.simulation.finish import outlines
from elver.simulation.plan import seconds
from elver.viz.page.controllers import controller_of
from elver.viz.page.geometry import Form
from elver.viz.page.live_models import LiveModel, live_model
from elver.viz.page.payload import (
    Words,
    arrows_of,
    common_payload,
    joints_by_body,
    papers_of,
    shown_by,
    stream_of,
    trust_of,
    wakes_of,
)
from elver.viz.page.replay import beginning, replay_payload

if TYPE_CHECKING:
    import xarray as xr

# --- One HTML file that holds everything: shell, loader, bundle, payload and module, the large parts packed by gzip.

_ASSETS = "elver.viz.page"
_SHELL, _LOADER, _BUNDLE = "shell.html", "loader.js", "viewer.js"
LIMIT = 450_000  # bytes of a page that anybody can send around; beyond them the user is told
LARGEST = 64_000_000  # bytes of a page that is not written at all
_PLACE = re.compile(r"@(title|csp|payload|module|bundle|loader)@")


@dataclass(frozen=True)
class _Sizes:
    """Bytes of a page's parts: payload and module as they are, and the whole file."""

    payload: int
    module: int
    bundle: int
    page: int


def asset(name: str) -> str:
    """The text of a file that was built from ``web``."""
    place = files(_ASSETS).joinpath("assets", name)
    if not place.is_file():
        raise InputError(f"the page's file '{name}' is missing from this installation. Install Elver again, or run `make page`.")
    return place.read_text(encoding="utf-8")


def packed(content: bytes) -> str:
    """Base64 of the gzipped bytes; the same bytes always give the same text."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode("ascii") if content else ""


def _script_hash(text: str) -> str:
    """The source of a script in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def html_of(payload: dict[str, Any], module: bytes = b"") -> tuple[str, _Sizes]:
    """The page as text, and how large its parts are."""
    shell, loader, bundle = asset(_SHELL), asset(_LOADER), asset(_BUNDLE)
    data = to_json(payload).encode()
    parts = {
        "title": escape(str(payload["title"])),
        "csp": f"{_script_hash(loader)} {_script_hash(bundle)}",
        "payload": packed(data),
        "module": packed(module),
        "bundle": packed(bundle.encode()),
        "loader": loader,
    }
    text = _PLACE.sub(lambda match: parts[match.group(1)], shell)
    sizes = _Sizes(len(data), len(module), len(bundle.encode()), len(text.encode()))
    if sizes.page > LARGEST:
        raise InputError(
            f"the page would have {sizes.page / 1e6:.0f} MB ({sizes.payload / 1e6:.1f} MB of data, "
            f"{sizes.module / 1e6:.1f} MB of program); {LARGEST / 1e6:.0f} MB are allowed. Give a smaller machine."
        )
    return text, sizes


# --- A scenario or a model as a page in which it runs: the machine as WebAssembly, its sliders, and everything to look at.

_LASTS = "a number of seconds greater than 0"
_DRAWN_AS_BEFORE = "; the bodies are drawn as they were at first"
_SAMPLES, _MOST_STEPS = 40, 20_000  # of the run that tells how strong forces are
_LONG_STEPS = 60_000  # of the run that tells what is to be doubted
_UNTOLD = 10  # its periods, or seconds, where a model has no duration of its own


@dataclass(frozen=True)
class _ViewSettings:
    """How a machine is looked at and stepped. dt [s], method: of its runs.   duration [s]: of its own run, 0 for none.

    setting: what its published added-mass law is changed with, so that it keeps energy.   showing: camera, story, advice.
    """

    words: Words
    joints: tuple[str, ...] = ()
    view: str | None = None
    dt: float = STEP
    method: str = "auto"
    duration: float = 0.0
    setting: str = CONSISTENT
    showing: Showing = field(default_factory=Showing)


def live_page(
    source: Scenario | Model,
    changes: Mapping[str, Any] | None = None,
    sliders: Iterable[str] | None = None,
    duration: float | None = None,
    dt: float | None = None,
    title: str | None = None,
    *,
    quick: bool = False,
    stroke: bool = False,
    words: Words | None = None,
    method: str | None = None,
    more: Callable[[Program, Mapping[str, Any]], dict[str, Any]] | None = None,
) -> tuple[dict[str, Any], bytes, tuple[str, ...]]:
    """Payload, module, and what the user should know.

    quick: in about a second; nothing is compiled for this computer, and the page itself finds a scale for its arrows.
    stroke: the control points of a scenario's splines are parameters too, which ``strokes`` of the payload describes.
    words: of a model.   method: None for the scenario's own.
    more(program, description): what the description of the machine gets besides, such as who steers it.
    """
    given = (changes, sliders, duration)
    own, look = plain(source, *given) if isinstance(source, Model) else moved(source, *given, stroke)
    program = written(own.model) if quick else compile_model(own.model, quick=True)
    module = live_module(program, look.dt if dt is None else _asked_step(dt), method or look.method, quick=quick)
    described = module.description | ({} if quick or own.plain is None else {"states": _plain_states(program, own.plain)})
    described = described if more is None else described | more(program, described)
    words = words or replace(look.words, title=title or look.words.title)
    forms = _forms_of(program, described, own)
    payload = common_payload(beginning(program, described), "live", words, look.joints, own.model.scene, look.view, forms)
    rows = _told_sliders(own, {morph["name"] for morph in payload.get("morphs", ())})
    payload |= {"dt": described["dt"], "duration": look.duration, "machine": described | {"sliders": rows}}
    if (stream := stream_of(own.model)) is not None:
        payload["scene"]["stream"] = stream
    payload |= shown_by(look.showing, rows) | ({} if quick else papers_of(look.words.source, look.showing))
    for body, joints in zip(payload["bodies"], joints_by_body(own.model.robot, payload["bodies"]), strict=True):
        body["joints"] = joints
    if own.strokes:
        payload["strokes"] = [drawn.described() for drawn in own.strokes]
    moments, size = None if quick else _first_moments(program, described), payload["scene"]["size"]
    seen = [] if moments is None else [*arrows_of(moments, size), *wakes_of(moments, size)]
    scales = {arrow["name"]: arrow["scale"] for arrow in seen}
    payload["arrows"] = [arrow | {"scale": scales.get(arrow["name"])} for arrow in payload["arrows"]]
    payload |= _declared_trust(program, look.setting) if quick else _usual_trust(program, described, look)
    if switches := [row for row in rows if "words" in row]:
        payload["switches"] = [_told_switch(program, described, look, row, payload, quick) for row in switches]
    return only_recorded(payload), module.code, tuple(described["notes"])


_PLAIN = {"paper": "published", "printed": "published", CONSISTENT: "energy-consistent"}  # words of laws for people


def _told_switch(
    program: Program,
    described: Mapping[str, Any],
    look: _ViewSettings,
    row: Mapping[str, Any],
    payload: Mapping[str, Any],
    quick: bool,
) -> dict[str, Any]:
    """A switch as plain data: its title, the words of 0 and 1, and what is to be doubted at each."""
    trust: list[dict[str, Any] | None] = []
    for place, word in enumerate(row["words"]):
        if place == row["value"]:
            found = payload.get("trust")
        elif quick:
            found = None if word == CONSISTENT else _declared_trust(program, look.setting).get("trust")
        else:
            found = _usual_trust(program, described, look, {row["name"]: float(place)}).get("trust")
        trust.append(found)
    words = [_PLAIN.get(word, word) for word in row["words"]]
    return {"name": row["name"], "title": row["meaning"].partition(":")[0], "words": words, "trust": trust}


def _plain_states(program: Program, model: Model) -> list[dict[str, Any]]:
    """The states of the model without sliders, in its own order, and where the live machine has them."""
    places = {name: place for place, name in enumerate(program.equations.layout.names)}
    return [{"name": name, "place": places[name]} for name in assemble(model).layout.names]


def moved(
    source: Scenario, changes: Mapping[str, Any] | None, sliders: Iterable[str] | None, duration: float | None, stroke: bool
) -> tuple[LiveModel, _ViewSettings]:
    """The model of a scenario with its sliders, and how it is looked at."""
    chosen = source if duration is None else replace(source, duration=seconds("duration", duration, _LASTS))
    words = Words(chosen.title, f"scenario {chosen.name}", chosen.source)
    look = _ViewSettings(words, chosen.joints_shown, chosen.film.view, chosen.time_step(changes), chosen.method, chosen.duration)
    look = replace(look, setting=chosen.energy_keeping, showing=chosen.showing)
    return live_model(chosen, changes, sliders, stroke), look


def plain(
    model: Model, changes: Mapping[str, Any] | None, sliders: Iterable[str] | None, duration: float | None
) -> tuple[LiveModel, _ViewSettings]:
    """A model as it is: only a scenario has named parameters, and with them sliders."""
    for name, value in (("changes", changes), ("sliders", sliders), ("duration", duration)):
        if value is not None:
            raise InputError(f"{name} needs a scenario, and '{model.name}' is a model. Leave {name} out, or give the scenario.")
    model.require_ready()
    return LiveModel(model.recording("body_force") if model.media else model, ()), _ViewSettings(Words(model.name))


def _asked_step(dt: float) -> float:
    """A time step that was asked for; refused where no browser keeps up with it."""
    if seconds("dt", dt, "a time step in seconds, greater than 0, such as 0.001") < SHORTEST:
        raise InputError(f"dt = {dt:g} s is too short for a page: {SHORTEST:g} s are the shortest. Give a longer step.")
    return dt


def _forms_of(program: Program, described: Mapping[str, Any], own: LiveModel) -> list[Form]:
    """The machine at both ends of every slider that its robot depends on, as far as there is a machine at these ends."""
    model, found = own.model, []
    places = {name: place for place, name in enumerate(model.free)}
    used = () if model.free_robot is None else model.free_robot.used
    for row in own.table():
        place = places.get(row["name"])
        if place not in used:
            continue
        ends = []
        for end in ("low", "high"):
            values = program.parameter_vector()
            values[place] = row[end]
            try:
                ends.append(beginning(program, described, values))
            except InputError:
                break
        if len(ends) == 2:
            found.append(Form(row["name"], (row["low"], row["value"], row["high"]), *ends))
    return found


def _told_sliders(own: LiveModel, followed: Collection[str] = ()) -> list[dict[str, Any]]:
    """The sliders as plain data. Those that change the form of bodies, and are not ``followed``, say so."""
    model = own.model
    start = [f.value for f in model.free.values()]
    still = [row["name"] for row in own.table() if row["name"] not in followed and reshapes(model, start, row)]
    return [row | {"meaning": row["meaning"] + _DRAWN_AS_BEFORE} if row["name"] in still else row for row in own.table()]


def reshapes(model: Model, start: list[float], slider: Mapping[str, Any]) -> bool:
    """Whether a slider changes what a body looks like."""
    if model.free_robot is None or slider["name"] not in model.free:
        return False
    place = list(model.free).index(slider["name"])
    ends = [[*start[:place], slider[end], *start[place + 1 :]] for end in ("low", "high")]
    try:
        low, high = (outlines(model.robot_at(values))[0] for values in ends)
    except InputError:  # an end that makes no machine: it is the form that is moved
        return True
    return low.shape != high.shape or not np.array_equal(low, high, equal_nan=True)


def _first_moments(program: Program, described: Mapping[str, Any]) -> xr.Dataset:
    """The second half of a run of one period of the gait, or of a second: how strong the forces are.

    Many machines begin with a jerk, beside which their usual forces would not be seen.
    """
    dt, method = described["dt"], described["method"] if program.model.scene is None else "auto"
    steps = min(max(round((described["period"] or 1.0) / dt), _SAMPLES), _MOST_STEPS)
    every = steps // _SAMPLES
    run = simulate(
        program, _SAMPLES * every * dt, solver=Solver(dt=dt, method=method), save=Save(every=every * dt), progress=False
    )
    return run.data.isel(time=slice(_SAMPLES // 2, None))


def _usual_trust(
    program: Program, described: Mapping[str, Any], look: _ViewSettings, values: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """What is to be doubted in the scenario's own run, or the first part of a long one, with the first values of its sliders.

    values: of sliders that are set to something else.
    """
    dt, period = look.dt, described["period"] or 1.0
    steps = min(max(round((look.duration or _UNTOLD * period) / dt), 1), _LONG_STEPS)
    every = min(max(round(period / _SAMPLES / dt), 1), steps)
    lasts = steps // every * every * dt
    settings = Solver(dt=dt, method=look.method), Save(every=every * dt)
    run = simulate(program, lasts, parameters=values, solver=settings[0], save=settings[1], progress=False)
    return trust_of(run.data, look.setting, f"a run of {lasts:.3g} s with the first settings")


def _declared_trust(program: Program, setting: str) -> dict[str, Any]:
    """The same where nothing was run: what the laws themselves say, but for a switch that stands at another one."""
    if not any(flow.endswith(SURPLUS) for flow in program.equations.layout.works):
        return {}
    blends = [law for law in program.model.forces.values() if isinstance(law, Blend)]
    shares = [program.model.free[law.share.name()].value for law in blends]
    if blends and all(share == 1.0 for share in shares):
        return {}
    return {"trust": {"doubts": [published_doubt(setting, "may bring")], "warnings": [], "of": "its laws; nothing was run"}}


def only_recorded(payload: dict[str, Any]) -> dict[str, Any]:
    """The payload with plots, arrows and figures of what the module records."""
    known = {field["name"] for field in payload["machine"]["outputs"]["fields"]}

    def is_known(*outputs: str | None) -> bool:
        return all(output is None or output.partition(".")[0] in known for output in outputs)

    plots = [plot for plot in payload["plots"] if is_known(*(series["output"] for series in plot["series"]))]
    arrows = [arrow for arrow in payload["arrows"] if is_known(arrow["field"])]
    figures = [f for f in payload["figures"] if is_known(f.get("output"), f.get("work"), f.get("position"), *f.get("scale", ()))]
    return payload | {"plots": plots, "arrows": arrows, "figures": figures}


# --- One verb: make_page. A scenario or a model becomes a page in which it runs, a run or a case of a sweep one that replays it.

MANY_JOINTS = 60  # of a machine that a notebook does not compile unasked
_HEIGHT = 640  # pixels of a page inside a notebook


@dataclass(frozen=True, repr=False)
class Page:
    """A page that needs nothing besides itself. kind: ``live`` or ``replay``.   html: the whole file.   sizes: of its parts.

    notes: what the user should know of it, a sentence each.
    """

    title: str
    kind: str
    html: str = field(repr=False)
    sizes: _Sizes
    notes: tuple[str, ...] = ()

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write the file, whole or not at all. An existing one is kept unless ``overwrite``."""
        path = Path(path)
        if path.exists() and not overwrite:
            raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True.")
        return write_whole(path, self.html)

    def __repr__(self) -> str:
        return f"Page ({self.kind}) of {self.title}: {self.sizes.page / 1e3:.0f} kB"

    def _repr_html_(self) -> str:
        frame = f'style="width:100%;height:{_HEIGHT}px;border:0" sandbox="allow-scripts allow-downloads allow-popups"'
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
    control: Any = None,
    every: float | None = None,
) -> Page:
    """The page of a scenario or a model, which runs in the browser; of a run, which is replayed.

    Parameters
    ----------
    source : Scenario, Model, Run, str or Path
        Also the name or the file of a scenario. A path that ends in .nc is a saved run, a folder that of a run, or the store of a
        sweep of which ``case`` is replayed.
    changes : mapping, optional
        To named parameters.
    sliders : iterable of str, optional
        Parameters that can be moved, NAME or NAME=LOW:HIGH; None: the scenario's own.
    duration : float, optional
        Of what is recorded or prepared for the scenario's run [s].
    dt : float, optional
        Time step [s].
    case : int, optional
        Number of the case of a sweep, from 0.
    of : Scenario, str or Path, optional
        The scenario of a sweep, or its file, where it is somebody's own.
    title : str, optional
        Of the page.
    allow_outside : bool
        Whether files that a scenario file names may lie outside its own folder.
    quick : bool
        Made in about a second, with code that is half as large again.
    control : casadi.Function, optional
        Sets the inputs of a model from what it records; its arguments bear the names of these quantities, or ``time``.
    every : float, optional
        Interval at which it does [s]; None: every step.

    Returns
    -------
    Page
    """
    found = opened(source, case, of, allow_outside)
    if isinstance(found, Run):
        given = {"changes": changes, "sliders": sliders, "duration": duration, "dt": dt, "control": control}
        for name, value in given.items():
            if value is not None:
                raise InputError(f"{name} is for a machine that runs; a recorded run is replayed as it is. Leave {name} out.")
        payload, module, notes = replay_payload(found, title), b"", tuple[str, ...]()
    else:
        more = None
        if control is not None:

            def more(program: Program, described: Mapping[str, Any]) -> dict[str, Any]:
                step = described["dt"]
                return {"pilot": controller_of(control, every or step, program.model, step, described["outputs"]["fields"])}

        payload, module, notes = live_page(found, changes, sliders, duration, dt, title, quick=quick, more=more)
    text, sizes = html_of(payload, module)
    return Page(payload["title"], payload["kind"], text, sizes, (*notes, *_size_notes(sizes)))


def _size_notes(sizes: _Sizes) -> tuple[str, ...]:
    """A sentence where a page is larger than it should be."""
    if sizes.page <= LIMIT:
        return ()
    return (
        f"the page has {sizes.page / 1e3:.0f} kB, more than {LIMIT / 1e3:.0f}: {sizes.payload / 1e3:.0f} kB of data and "
        f"{sizes.module / 1e3:.0f} kB of program before packing",
    )


def opened(
    source: Scenario | Model | Run | str | Path,
    case: int | None = None,
    of: Scenario | str | Path | None = None,
    allow_outside: bool = False,
) -> Scenario | Model | Run:
    """What a page is made of, out of what ``make_page`` is given."""
    if not isinstance(source, Scenario | Model | Run | str | Path):
        raise InputError(f"a {type(source).__name__} has no page. Give a scenario, an elver.Model, a Run, or the path of one.")
    place = Path(source) if isinstance(source, str | Path) else None
    saved = place is not None and (place.suffix == ".nc" or (place / "run.nc").is_file())
    if place is not None and place.is_dir() and not saved:
        return _case_of(place, case, of, allow_outside)
    if case is not None or of is not None:
        raise InputError("case and of are for a sweep. Give the folder of its store, such as sweep.zarr.")
    if isinstance(source, Scenario | Model | Run):
        return source
    assert place is not None
    return load_run(str(place if place.suffix == ".nc" else place / "run.nc")) if saved else scenario(str(source), allow_outside)


def _case_of(store: Path, case: int | None, of: Scenario | str | Path | None, allow_outside: bool) -> Run:
    """One case of a sweep, run again."""
    from elver.analysis import load_sweep
    from elver.viz.page.replay import case_run

    if case is None:
        raise InputError(f"'{store}' is a folder: of a run it has a file run.nc; of a sweep, say which case (--case N).")
    chosen = scenario(str(of), allow_outside) if isinstance(of, str | Path) else of
    return case_run(load_sweep(str(store)), case, chosen)


def view(thing: Scenario | Model | Run) -> str:
    """The page of a run, a model or a scenario for a notebook; the reason in words where it cannot be made, or not soon."""
    try:
        reason = "" if isinstance(thing, Run) else _takes_long(thing)
        if not reason:
            return make_page(thing, quick=True)._repr_html_()
    except (ElverError, OSError) as error:
        reason = str(error)
    return f"<p>It is not shown in motion: {escape(reason)}</p>"


def _takes_long(thing: Scenario | Model) -> str:
    """Why a page would keep a notebook waiting; empty where it would not."""
    model = thing.build() if isinstance(thing, Scenario) else thing
    if isinstance(thing, Scenario) and model.needs:
        return f"{model.needs} is computed first. Ask for it with elver.make_page."
    count = len(model.robot.joint_names)
    return f"{count} joints take a while to compile. Ask for it with elver.make_page." if count > MANY_JOINTS else ""
