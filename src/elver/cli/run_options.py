"""Options that commands with runs share: values and inputs, films, and what an earlier run in the folder was."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elver._support.choices import FilmKind, Follow, Renderer, Stored, Style
from elver._support.errors import InputError, is_finite, unknown_name
from elver.cli.options import choice, number, option, parse_pairs, seldom

if TYPE_CHECKING:
    from elver.results.run import Run
    from elver.scenarios import Film
    from elver.scenarios.definition import Scenario

# --- Options of moving pictures, which `elver run` and `elver plot` share.

_SPEED = "seconds of the run in a second of the moving picture: 0.25 is slow motion, 1 real time (default: all of it in 10 s)"
_VIEW = "side, top, front, iso, azimuth and elevation in degrees such as -60,25, or one that the machine has of its own"
_RENDERER = "the scene of the live page, by a browser, or a drawing (default: the page where there is Chromium, Chrome or Edge)"


@dataclass(frozen=True)
class StyleOptions:
    """What figures are drawn for."""

    style: str | None = choice("--style", Style, "draw figures for a two-column paper, or for slides")


@dataclass(frozen=True)
class FilmOptions(StyleOptions):
    """How a run is seen in motion, and its figures."""

    animate: str | None = choice("--animate", FilmKind, "also write a moving picture")
    speed: str | None = seldom(option("--speed", "X", _SPEED))
    fps: str | None = seldom(option("--fps", "N", "pictures a second (default 12)"))
    view: str | None = seldom(option("--view", "VIEW", _VIEW))
    follow: str | None = seldom(choice("--follow", Follow, "keep the base in the middle, or show the whole way"))
    renderer: str | None = seldom(choice("--renderer", Renderer, _RENDERER))


def film_settings(options: FilmOptions, view: bool = False) -> dict[str, Any]:
    """Arguments of ``animate``; their numbers and kind are checked. view: --view and --follow serve other pictures too."""
    asked = {"--speed": options.speed, "--fps": options.fps, "--renderer": options.renderer}
    asked |= {} if view else {"--view": options.view, "--follow": options.follow}
    idle = [name for name, value in asked.items() if value is not None]
    if idle and not options.animate:
        raise InputError(f"{idle[0]} says how a moving picture looks. Add --animate gif (or webp, mp4, webm).")
    if not options.animate:
        return {}
    from elver.viz.animation import FPS, check_film
    from elver.viz.encoding import check_kind

    check_kind(options.animate)
    settings: dict[str, Any] = {"speed": number("--speed", options.speed, None), "fps": number("--fps", options.fps, FPS)}
    check_film(**settings, kind=options.animate)
    return settings | {"view": options.view, "follow": options.follow, "renderer": options.renderer}


def by_whom(options: FilmOptions) -> str:
    """What is said of a film that is a drawing because there is no browser; nothing of others."""
    from elver.viz.browser import find_browser

    return "" if options.renderer or find_browser() else " (with Chromium, Chrome or Edge it shows the scene of the live page)"


def check_seen(options: FilmOptions, how: Film, model: str) -> None:
    """Refuse a film from where the machine cannot be seen. how: the way it is seen in motion.   model: its name."""
    if options.animate:
        from elver.viz.animation import check_view, chosen_renderer

        check_view(how, options.view, options.follow, model)
        chosen_renderer(options.renderer, how, options.view)


def refuse_film(options: FilmOptions, what: str, still: str | None = None) -> None:
    """Refuse all options of films and stills, for results that have none. what: such as ``a sweep``."""
    asked = {f"--{name}": getattr(options, name) for name in ("animate", "speed", "fps", "view", "follow", "renderer")} | {
        "--still": still
    }
    for name in (name for name, value in asked.items() if value is not None):
        raise InputError(f"{what} has no moving picture and no stills. {name} is for a run (.nc).")


# --- Going on with a run: what its folder says about it, and one run made of both parts.

_SAME = ("dt", "output", "rtol", "atol")  # settings that stay
_GOES_ON = ("finished", "interrupted")


@dataclass(frozen=True)
class Before:
    """A run to go on with. place: its file or store.   streamed: whether it was written while it went on.

    scenario: a name or a scenario file.   changes: its parameters.   settings: how it was integrated.
    """

    place: Path
    run: Any
    scenario: str
    changes: dict[str, Any]
    settings: dict[str, Any]

    @property
    def streamed(self) -> bool:
        from elver.results.record import STREAM

        return STREAM in self.run.samples.attrs

    @property
    def recorded(self) -> set[str]:
        """What it records besides the usual."""
        from elver.results.join import on_demand

        return on_demand(self.run.samples.variables)

    @property
    def reached(self) -> float:
        """Seconds that the run has."""
        return float(self.run.data.time[-1] - self.run.data.time[0])

    def ends_at(self, duration: float) -> bool:
        """Whether nothing is left to do."""
        return self.run.status == "finished" and abs(duration - self.reached) <= 1e-9 * duration


def found_run(folder: Path) -> Path:
    """The file or store of the run in a folder, which may be named itself. Others beside it are not the folder's run."""
    if folder.suffix.removeprefix(".") in tuple(Stored) and folder.exists():
        if folder.stem != "run":
            raise InputError(
                f"'{folder}' is not the run of its folder, which is called run{folder.suffix}. Give the folder of a run, "
                f"or move '{folder.name}' into one of its own as run{folder.suffix}."
            )
        return folder
    if not folder.is_dir():
        raise InputError(f"there is no folder '{folder}' with a run to resume. Leave out --resume to begin one.")
    for kind in Stored:
        if (folder / f"run.{kind}").exists():
            return folder / f"run.{kind}"
    raise InputError(
        f"'{folder}' holds no run.nc and no run.zarr to go on with: a killed run keeps its samples with --stream only. "
        "Leave out --resume to begin a run there."
    )


def run_before(folder: Path, scenario: str | None) -> Before:
    """The run in a folder; its scenario from the run itself where none is given."""
    from elver.results import load_run
    from elver.results.record import attribute

    place = found_run(folder)
    run = load_run(place)
    origin = attribute(run.samples, "origin", {})
    name = scenario or str(origin.get("file") or run.samples.attrs["model"])
    if origin.get("file") and not Path(name).is_file():
        raise InputError(
            f"the run in '{folder}' is one of the file '{name}', which is not here. Name it: elver run FILE --resume {folder}."
        )
    settings = run.settings
    missing = [word for word in (*_SAME, "duration", "requested_method") if word not in settings]
    if missing:
        raise InputError(f"the run in '{folder}' does not say its {missing[0]}: it is damaged, and cannot be gone on with.")
    return Before(place, run, name, _changes_of(run), settings)


def _changes_of(run: Run) -> dict[str, Any]:
    """Parameters of a run as a scenario takes them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in run.parameters.items()}


def known_changes(before: Before, chosen: Scenario, given: dict[str, str]) -> dict[str, Any]:
    """The parameters of the run that the scenario has, with those given on top, which must be the same."""
    model = before.run.samples.attrs["model"]
    if chosen.name != model:
        where = before.place.parent
        raise InputError(f"the run in '{where}' is one of '{model}', not of '{chosen.name}'. Leave out the scenario.")
    known = {p.name for p in chosen.parameters}
    kept = {name: value for name, value in before.changes.items() if name in known}
    old, new = chosen.values(kept), chosen.values(kept | given)
    for name in old:
        if name in kept and new[name] != old[name]:
            where = before.place.parent
            raise InputError(f"the run in '{where}' was made with {name} = {old[name]}, not {new[name]}. Leave out --set {name}.")
    return kept | given


def whole_duration(before: Before, given: float | None) -> float:
    """The duration to reach, from the start of the run. One that it has reached exactly is no mistake: a command given again."""
    status, where = before.run.status, before.place.parent
    if status not in _GOES_ON:
        raise InputError(f"the run in '{where}' cannot be gone on with: {before.run.status_detail}")
    wanted = float(before.settings["duration"]) if given is None else given
    if given is not None and before.ends_at(given):
        return given
    if wanted <= before.reached * (1 + 1e-9):
        more = f"Add --duration S, the whole length from the start, above {before.reached:g}."
        raise InputError(f"the run in '{where}' has its {before.reached:g} s already. {more}")
    return wanted


def same_settings(before: Before, given: dict[str, Any]) -> dict[str, Any]:
    """The settings of the run; another one than it had is refused."""
    for name, value in given.items():
        kept = before.settings["requested_method"] if name == "method" else before.settings[name]
        if value is not None and value != kept:
            where = before.place.parent
            raise InputError(f"the run in '{where}' was made with {name} = {kept}, not {value}. Leave out --{name}.")
    return {name: before.settings[name] for name in _SAME} | {"method": before.settings["requested_method"]}


def contact_before(before: Before) -> dict[str, Any]:
    """How contacts of the run were solved, where that was not as usual: words of ``ContactSettings``."""
    from elver.contact.scene import ContactSettings, accuracy_in, setting_in

    usual, attributes = ContactSettings(), before.run.samples.attrs
    found = {name: setting_in(attributes, name) for name in ("solver", "formulation")}
    found["accuracy"] = accuracy_in(attributes)
    return {name: value for name, value in found.items() if value not in (None, getattr(usual, name))}


# --- How a run begins: values of inputs, and the state at its start, as texts of the command line.

INPUT = 'hold an input of the machine at a value, such as --input port="20 deg"; repeat for more'
START = (
    'begin elsewhere: a state by name, such as --start "angle of hinge=80 deg" (repeat for more), a run (FOLDER, run.nc) whose '
    "last sample is taken, or FILE.json with states by name or all in order"
)


def held_inputs(items: list[str], chosen: Any, model: Any) -> dict[str, float]:
    """Values of inputs by name. A bare number is in the unit in which the parameter of that name is set, else in SI units."""
    found: dict[str, float] = {}
    parameters = {p.name: p for p in chosen.parameters}
    for name, text in parse_pairs("--input", items, "port=0.2").items():
        if name not in model.inputs:
            raise _no_input(name, model, parameters)
        own = model.inputs[name]
        declared = parameters.get(name)
        value = declared.bounded(declared.read(text)) if declared else _amount(f"--input {name}", text, (own.parameter.unit,))
        if not own.low <= value <= own.high:
            raise InputError(f"--input {name}={text} is not allowed. Give {own.parameter.wanted}.")
        found[name] = value
    return found


def _no_input(name: str, model: Any, parameters: Any) -> InputError:
    """What is said of a name that is no input."""
    if name in parameters:
        return InputError(
            f"--input {name}: it is a parameter of '{model.name}' and no input. Use --set, or make it an input in the file."
        )
    if not model.inputs:
        return InputError(f"--input {name}: '{model.name}' has no inputs. A scenario file declares them under 'inputs'.")
    return unknown_name(f"input of '{model.name}':", name, list(model.inputs))


def given_start(items: list[str], program: Any) -> Any:
    """Where a run begins, as ``simulate`` takes it; None where nothing is said."""
    if not items:
        return None
    files = [item for item in items if "=" not in item]
    if len(files) > 1:
        raise InputError(f"--start names two places, {files[0]} and {files[1]}. Give one.")
    named = _named_states([item for item in items if "=" in item], program)
    if not files:
        return named
    whole = _start_in(Path(files[0]))
    if not named:
        return whole
    if isinstance(whole, dict):
        return {**whole, **named}
    from elver.simulation.steppers.stepper import given_start as state_of

    names = program.equations.layout.names
    state = state_of(program, program.parameter_vector(), whole)
    return [named.get(name, value) for name, value in zip(names, state.tolist(), strict=True)]


def _named_states(items: list[str], program: Any) -> dict[str, float]:
    """States by name, each in a unit that it has."""
    from elver.scenarios.files.metrics import state_units

    found, names = {}, program.equations.layout.names
    for name, text in parse_pairs("--start", items, '"angle of hinge=80 deg"').items():
        if name not in names:
            raise unknown_name(f"state of '{program.model.name}':", name, names)
        found[name] = _amount(f"--start {name}", text, state_units(name, program.model.robot))
    return found


def _start_in(path: Path) -> Any:
    """The start that a file holds: a run, or states as JSON."""
    if path.suffix.lower() == ".json":
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputError(f"--start {path} cannot be read as JSON: {error}. Give states by name, or all in order.") from None
        whole = list(given.values()) if isinstance(given, dict) else given
        if not isinstance(whole, list) or not all(map(is_finite, whole)):
            raise InputError(f"--start {path} must hold numbers by the names of states, or one number for every state.")
        return given
    from elver.results import load_run

    return load_run(path if path.is_file() else found_run(path))


def _amount(what: str, text: str, units: tuple[str, ...]) -> float:
    """A number with or without a unit, in SI units; units: those that it may have, any where there are none."""
    from elver._support.expressions import evaluate, parse, settled
    from elver._support.units import read_unit

    wanted = units[0] if units else ""
    try:
        value = float(settled(evaluate(parse(text), {}), read_unit(wanted) if wanted else None, wanted))
    except InputError as error:
        raise InputError(f"{what} = {text[:60]}: {error}") from None
    return value
