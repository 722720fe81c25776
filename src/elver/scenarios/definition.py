"""A scenario: a published system with named parameters, ready to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import casadi as ca

from elver.choices import ADAPTIVE
from elver.drawing.picture import Film, Picture
from elver.equations import FreeParameter, Model
from elver.equations.model import Rebuilding
from elver.errors import InputError, NotFreeError, is_ctrl_c, is_symbol, unknown_name
from elver.notebook import html_table, in_motion
from elver.quantities import Quantity
from elver.results.plausibility.kept import CONSISTENT
from elver.scenarios.claims import Claim
from elver.scenarios.parameter import Parameter
from elver.scenarios.preparation import Preparation
from elver.scenarios.scene_places import Places, factors_of, scene_bounds, tried_places

AXES = ("x", "y", "z")


@dataclass(frozen=True)
class Scenario:
    """name, title, source: what it is and where it was published.   parameters: everything that can be changed.

    compose(values, duration) makes the model and computes nothing.   duration, dt [s]: defaults of a run.
    prepare(scenario, model, duration) computes what a model that says so needs before it runs.
    orbit(model): options of ``elver.find_orbit`` for this machine.
    joints_shown: joints whose angles and torques the figures show.   pictures: of its own.   left_out: general pictures by name
    that say nothing about this machine.   film: how it is seen in motion.
    method, output [s]: of its runs, where it has its own.   claims: its own statements.   file: that it was read from.
    digest: of what the file says, which a study that is resumed must find unchanged.   environment: what the file says of it, as
    data (``elver.tasks.from_file`` makes a task of it); None for nothing.
    sliders: parameters that its live page moves, each as NAME or NAME=LOW:HIGH; the page chooses where none is named.
    step(values): the default time step [s] where it follows from parameters, such as the rate of a stroke; ``dt`` is that of the
    defaults.
    equations: numbers of its paper's equations that its figures are calculated by.
    inputs: parameters that its models have as inputs, and so are free always.
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    compose: Callable[[Mapping[str, Any], float], Model]
    duration: float
    dt: float = 1e-3
    joints_shown: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    left_out: tuple[str, ...] = ()
    film: Film = field(default_factory=Film)
    orbit: Callable[[Model], Mapping[str, Any]] | None = None
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

    @property
    def energy_keeping(self) -> str:
        """The change by which its published added-mass law keeps energy, such as water.law=kirchhoff."""
        return next((f"{p.name}={CONSISTENT}" for p in self.parameters if CONSISTENT in p.choices), CONSISTENT)

    def values(self, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """All parameters, with the changes read and checked."""
        if changes is not None and not isinstance(changes, Mapping):
            raise InputError(f"changes is a {type(changes).__name__}. Give a mapping such as {{'gait.amplitude': 0.08}}.")
        values = {p.name: p.default for p in self.parameters}
        by_name = {p.name: p for p in self.parameters}
        for name, given in (changes or {}).items():
            if name not in by_name:
                raise unknown_name(f"parameter of scenario '{self.name}':", name, self.names)
            values[name] = by_name[name].bounded(by_name[name].read(given))
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
            bounds = scene_bounds(p, tables[name]) if name in tables else {"low": p.low, "high": p.high, "above": p.above}
            allowed = Quantity(p.unit, p.meaning, **bounds, shown_in=p.own_unit)
            symbols[name] = FreeParameter(ca.SX.sym(name), float(value), allowed)
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
        if name in values:
            return self.parameters[self.names.index(name)], values[name]
        owner, place = component(name, values)
        if place is None:
            raise unknown_name(f"parameter of scenario '{self.name}':", name, self.names)
        return self.parameters[self.names.index(owner)], values[owner][place]

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
