"""Scenarios: a named model with parameters, metrics, pictures and claims; what is prepared before a run; the registry."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from typing import Any

import casadi as ca

from elver._support.choices import ADAPTIVE, STEP
from elver._support.display import html_table, in_motion
from elver._support.errors import InputError, NotFreeError, is_ctrl_c, is_symbol, unknown_name
from elver.model import FreeParameter, Model
from elver.model.model import Rebuilding
from elver.quantities import unknown_parameter
from elver.results import Run
from elver.results.checks.trust import CONSISTENT
from elver.scenarios.claims import Claim
from elver.scenarios.parameter import Parameter, Places, factors_of, tried_places, within_scene
from elver.scenarios.showing import Showing

# --- What is computed before a run, as a step of its own: an orbit to start on, torques that were recorded.


@dataclass(frozen=True)
class Preparation:
    """A model that is ready to run, and how it was made: settings and numbers for the record."""

    model: Model
    record: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ready(self) -> Model:
        """The model, which needs nothing any more and carries the record into its runs."""
        return replace(self.model, needs="", preparation=dict(self.record))


# --- Pictures and films as data: what they are called, what they show, which runs have them.

# Pictures that any run may have; elver.viz draws them.
GENERAL = (
    "path", "speed", "forward", "joints", "torques", "configurations", "ledger",
    "middle", "snapshot", "contacts", "pushing", "sticking", "inputs", "sensors",
)  # fmt: skip


def always(run: Run) -> bool:
    """Every run has it."""
    return True


def unchanged(run: Run) -> Run:
    """The run as it is."""
    return run


@dataclass(frozen=True)
class Picture:
    """A figure of a run. name: of its file.   meaning: what it shows, in one line.

    draw(run, joints) makes the figure; ``joints``: names of the joints to show, where it shows any.
    applies(run): whether this run can be shown so.   options: what else its function takes, by keyword: ``links``, names of the
    bodies to show, or ``at``, instants [s].
    """

    name: str
    meaning: str
    draw: Callable[..., Any]
    applies: Callable[[Run], bool] = always
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Film:
    """How a machine is seen in motion.

    view: the usual one; None for the plane in which it moves most.   scenes: views of its own by name; each takes a run and
    gives a figure and the function that draws one sample on it.   seen(run): what all other views show, such as a run seen
    from alongside.   last_periods: show only as many of the last periods of the gait as can be followed.   colors(data): of the
    bodies in space, one each.
    """

    view: str | None = None
    scenes: Mapping[str, Callable[[Run], tuple]] = field(default_factory=dict)
    seen: Callable[[Run], Run] = unchanged
    last_periods: bool = False
    colors: Callable[[Any], Sequence[str]] | None = None


# --- A scenario: a published system with named parameters, ready to run.

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Scenario:
    """A model with named parameters, and how it is run, seen and measured.

    Parameters
    ----------
    name, title, source : str
        What it is and where it was published.
    parameters : tuple of Parameter
        Everything that can be changed.
    compose : callable
        compose(values, duration) makes the model and computes nothing.
    duration, dt : float
        Defaults of a run [s].
    joints_shown : tuple of str
        Joints whose angles and torques the figures show.
    pictures, left_out : tuple
        Pictures of its own, and general ones by name that say nothing about this machine.
    film : Film
        How it is seen in motion.
    orbit : callable, optional
        orbit(model): the OrbitProblem and the Shooting of ``elver.find_orbit`` for this machine.
    prepare : callable, optional
        prepare(scenario, model, duration) computes what a model that says so needs before it runs.
    method, output : str and float
        Of its runs, where it has its own; output is the interval of samples [s].
    claims : tuple of Claim
        Its own statements.
    file, digest : str
        The file that it was read from, and a digest of what that says, which a study that is resumed must find unchanged.
    environment : object, optional
        What a file says of it, as data (``elver.tasks.from_file`` makes a task of it).
    sliders : tuple of str
        Parameters that its live page moves, each as NAME or NAME=LOW:HIGH; the page chooses where none is named.
    step : callable, optional
        step(values): the default time step [s] where it follows from parameters, such as the rate of a stroke; ``dt`` is that of
        the defaults.
    equations : str
        Numbers of its paper's equations that its numbers are calculated by.
    inputs : tuple of str
        Parameters that its models have as inputs, and so are free always.
    showing : Showing
        How its live page shows it: camera, story, advice.
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    compose: Callable[[Mapping[str, Any], float], Model]
    duration: float
    dt: float = STEP
    joints_shown: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    left_out: tuple[str, ...] = ()
    film: Film = field(default_factory=Film)
    orbit: Callable[[Model], tuple[Any, Any]] | None = None
    prepare: Callable[[Scenario, Model, float], Preparation] | None = None
    method: str = "auto"
    output: float | None = None
    claims: tuple[Claim, ...] = ()
    file: str = ""
    digest: str = ""
    environment: Any = None
    sliders: tuple[str, ...] = ()
    step: Callable[[Mapping[str, Any]], float] | None = None
    equations: str = ""
    inputs: tuple[str, ...] = ()
    showing: Showing = field(default_factory=Showing)

    def __repr__(self) -> str:
        return f"Scenario {self.name}: {self.title}{self.by}; {self.duration:g} s, {len(self.parameters)} parameters"

    def _repr_html_(self) -> str:
        rows = [(p.name, f"{p.shown(p.default)} {p.shown_unit}: {p.meaning}") for p in self.parameters]
        return in_motion(html_table(f"{self.name}: {self.title}{self.by}; {self.duration:g} s", rows), self)

    @property
    def by(self) -> str:
        """The source in brackets; nothing where none is given."""
        return f" ({self.source})" if self.source else ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)

    def parameter(self, name: str) -> Parameter:
        """The parameter of that name."""
        for own in self.parameters:
            if own.name == name:
                return own
        raise unknown_parameter(name, self.names, f"scenario '{self.name}'")

    @property
    def energy_keeping(self) -> str:
        """The change by which its published added-mass law keeps energy, such as water.law=kirchhoff."""
        return next((f"{p.name}={CONSISTENT}" for p in self.parameters if CONSISTENT in p.choices), CONSISTENT)

    def values(self, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All parameters, with the changes read and checked."""
        if changes is not None and not isinstance(changes, Mapping):
            raise InputError(f"changes is a {type(changes).__name__}. Give a mapping such as {{'gait.amplitude': 0.08}}.")
        values = {p.name: p.default for p in self.parameters}
        for name, given in (changes or {}).items():
            own = self.parameter(name)
            values[name] = own.bounded(own.read(given))
        return values

    def time_step(self, changes: Mapping[str, Any] | None = None) -> float:
        """Default time step of a run with these changes [s]."""
        return self.dt if self.step is None else self.step(self.values(changes))

    def fixed_step(self, changes: Mapping[str, Any] | None = None) -> float | None:
        """The same; None where the scenario's method chooses its steps."""
        return None if self.method in ADAPTIVE else self.time_step(changes)

    def build(self, changes: Mapping[str, Any] | None = None, free: Iterable[str] = (), duration: float | None = None) -> Model:
        """The model, with ``changes`` to named parameters; those in ``free`` stay inputs of the compiled program.

        A component of a vector can be free too, as ``water.current.x`` or ``water.current.0``.
        Nothing is simulated or searched: a model that needs that before it runs says so in ``needs``, and ``prepared`` does it.
        """
        values, seconds = self.values(changes), self.duration if duration is None else duration
        asked = (free,) if isinstance(free, str) else tuple(free)
        names = tuple(name for name in asked if name not in self.inputs)
        symbols, tables = {}, self.tables_of(values, names, seconds)
        for name in names:
            p, value = self.number_named(name, values)
            if name not in tables and not isinstance(value, float):
                raise NotFreeError(f"'{name}' = {value!r} cannot be free: only real numbers can.")
            number = p if name == p.name else p.component(name, float(value))
            number = within_scene(number, tables[name]) if name in tables else number
            symbols[name] = FreeParameter(ca.SX.sym(name), float(value), number)
        model = self.composed(values, {n: f.symbol for n, f in symbols.items() if n not in tables}, seconds)

        def remade(numbers: Mapping[str, float]) -> Model:
            given = [*symbols, *(name for name in self.inputs if name in numbers)]
            known = {name: f"{numbers[name]:.17g}" if isinstance(values.get(name), str) else numbers[name] for name in given}
            return self.composed(replaced(values, known), {}, seconds)

        free_now = {**symbols, **model.free}  # a file may declare inputs, which are free already
        own: dict[str, Any] = {"free": free_now, "parameters": values, "remade": remade if symbols or self.inputs else None}
        own["words"] = {p.name: (p.unit, p.meaning, p.own_unit) for p in self.parameters}
        if tables:
            own["tables"] = {name: factors_of(places) for name, places in tables.items()}
        if self.digest:
            about = {"file": self.file, "title": self.title, "digest": self.digest, "leave_out": list(self.left_out)}
            own["origin"] = {**model.origin, **about}
        again = Rebuilding(partial(self.build, changes, duration=duration), names)
        again.made = replace(model, name=self.name, **own, rebuilding=again)
        return again.made

    def tables_of(self, values: Mapping[str, Any], names: Iterable[str], duration: float) -> dict[str, Places]:
        """Those of the names that are numbers of the scene alone, and their places in its tables."""
        if not names or (plain := self.composed(values, {}, duration)).scene is None:
            return {}
        found = {}
        for name in names:
            own, given = self.number_named(name, values)
            at = partial(self.changed, values, name, duration)
            if places := tried_places(plain, at, own, given):
                found[name] = places
        return found

    def changed(self, values: Mapping[str, Any], name: str, duration: float, other: Any) -> Model:
        """The model with another value of one parameter."""
        return self.composed(replaced(values, {name: other}), {}, duration)

    def number_named(self, name: str, values: Mapping[str, Any]) -> tuple[Parameter, Any]:
        """The parameter that a name, or the name of a vector's component, is about, and the value there."""
        owner, place = (name, None) if name in values else component(name, values)
        if place is None:
            return self.parameter(name), values[name]
        return self.parameter(owner), values[owner][place]

    def prepared(
        self, changes: Mapping[str, Any] | None = None, free: Iterable[str] = (), duration: float | None = None
    ) -> Model:
        """The model ready to run: built, and what it needs computed, at the default values of free parameters."""
        return self.ready(self.build(changes, free, duration), duration)

    def ready(self, model: Model, duration: float | None = None) -> Model:
        """A model of this scenario with what it needs computed; the model itself where it needs nothing."""
        if not model.needs:
            return model
        if self.prepare is None:
            raise InputError(f"scenario '{self.name}' makes a model that needs {model.needs}, but has no function prepare.")
        return self.prepare(self, model, self.duration if duration is None else duration).ready

    def composed(self, values: Mapping[str, Any], symbols: Mapping[str, ca.SX], duration: float) -> Model:
        """The model with some values replaced by symbols; the parameter that cannot be one is named."""
        try:
            return self.compose(replaced(values, symbols), duration)
        except ArithmeticError as error:
            raise InputError(
                f"the values given make no machine ({error}). Look for a number that is far too large or 0."
            ) from error
        except Exception as error:
            if not symbols or is_ctrl_c(error):
                raise
            if not isinstance(error, NotFreeError):
                self.compose(values, duration)  # what is wrong with the numbers themselves is said as ever
            name, reason = self.not_free(values, symbols, duration) or (", ".join(symbols), error)
            text = str(reason) if isinstance(reason, InputError) else "its value is needed while the model is built."
            raise NotFreeError(f"'{name}' cannot be free: {text}") from error

    def not_free(self, values: Mapping[str, Any], symbols: Mapping[str, ca.SX], duration: float) -> tuple[str, Exception] | None:
        """The first parameter that cannot be a symbol, and the reason; None where each of them alone can."""
        for name, symbol in symbols.items():
            try:
                self.compose(replaced(values, {name: symbol}), duration)
            except Exception as error:
                if is_ctrl_c(error):
                    raise
                return name, error
        return None


def component(name: str, values: Mapping[str, Any]) -> tuple[str, int | None]:
    """Vector and place that a name such as ``water.current.x`` or ``water.current.0`` means; None where it means none."""
    owner, _, last = name.rpartition(".")
    size = len(values[owner]) if isinstance(values.get(owner), tuple) else 0
    known = {**{str(k): k for k in range(size)}, **dict(zip(AXES[:size], range(size), strict=False))}
    return owner, known.get(last)


def replaced(values: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values with others in their place, components of vectors included."""
    found = dict(values)
    for name, value in given.items():
        owner, place = component(name, found)
        if name in found or place is None:
            found[name] = value
        else:
            found[owner] = (*found[owner][:place], value, *found[owner][place + 1 :])
    return found


def section(values: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The values whose name starts with ``prefix.``, without it."""
    return {name.removeprefix(f"{prefix}."): v for name, v in values.items() if name.startswith(f"{prefix}.")}


def require_values(values: Mapping[str, Any], names: Iterable[str], why: str) -> None:
    """Refuse symbols for parameters whose numbers are needed; ``why`` is the reason, a sentence without its full stop."""
    for name in names:
        if is_symbol(values[name]):
            raise NotFreeError(f"{why}.")


# --- All scenarios by name, or by the path of a scenario file.
#
# Every package in ``elver.systems`` names its own in ``SCENARIOS``, and the claims in its file ``claims``.
#
# A package is imported when it is asked for: one scenario does not cost the packages that are listed after it.

_SYSTEMS = "elver.systems"
_FILES = "elver.scenarios.files.loading"  # opens scenario files
_ENDINGS = (".yaml", ".yml", ".urdf", ".sdf", ".mjcf", ".xacro")  # of scenario files, and of what is told apart from them there


def system_packages() -> tuple[str, ...]:
    """The packages of the published systems, in the order in which they are listed."""
    return tuple(f"{_SYSTEMS}.{name}" for name in import_module(_SYSTEMS).SYSTEMS)


def _listed() -> Iterator[Scenario]:
    """All scenarios, package by package."""
    for package in system_packages():
        yield from import_module(package).SCENARIOS


def all_scenarios() -> tuple[Scenario, ...]:
    """All scenarios."""
    return tuple(_listed())


def all_claims() -> tuple[Claim, ...]:
    """All published numbers."""
    return tuple(c for package in system_packages() for c in import_module(f"{package}.claims").CLAIMS)


def is_known(chosen: Scenario) -> bool:
    """Whether the scenario of that name is this very one."""
    return any(s is chosen for s in _listed())


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, None where there is none: somebody's own model, or a run of another version."""
    return next((s for s in _listed() if s.name == name), None)


def is_file(name: str) -> bool:
    """Whether a name is meant as the path of a scenario file: by its ending, or because it names a folder."""
    return name.lower().endswith(_ENDINGS) or "/" in name or os.sep in name


def scenario(name: str, allow_outside: bool = False) -> Scenario:
    """The scenario of a name, or in a file.

    Parameters
    ----------
    name : str
        A published scenario's name (``elver list``), or the path of a scenario file.
    allow_outside : bool
        Whether the file may name files outside its own folder.

    Returns
    -------
    Scenario

    Raises
    ------
    UnknownNameError
        Where there is none of that name; it says which are near.
    InputError
        Where the file is wrong: with its line, and what is allowed there.
    """
    if is_file(name):
        return import_module(_FILES).load(name, allow_outside)
    found = find_scenario(name)
    if found is None:
        raise unknown_name("scenario", name, [s.name for s in all_scenarios()])
    return found
