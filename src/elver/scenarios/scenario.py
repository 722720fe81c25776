"""A scenario: a published system with named parameters, ready to run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

import casadi as ca

from elver.equations import FreeParameter, Model
from elver.errors import InputError, NoOrbitError, is_symbol, unknown_name


@dataclass(frozen=True)
class Parameter:
    """A number or word a user may change: default, unit, meaning; ``choices`` for words, ``low`` and ``high`` for counts."""

    name: str
    default: object
    unit: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def bounds(self) -> str:
        """``2 to 1000``, or nothing for a parameter without bounds."""
        return "" if self.low is None or self.high is None else f"{self.low} to {self.high}"

    def read(self, given):
        """A given value, as text or as a Python value, in the type of the default."""
        if self.choices:
            if given not in self.choices:
                raise unknown_name(f"value of {self.name}:", str(given), self.choices)
            return given
        if isinstance(self.default, tuple):
            items = given.split(",") if isinstance(given, str) else given
            if not hasattr(items, "__len__") or len(items) != len(self.default):
                raise self.refusal(given, f"{len(self.default)} numbers separated by commas")
            return tuple(self.number(item, given) for item in items)
        if isinstance(self.default, str):
            return str(given) if not isinstance(given, (tuple, list)) else ",".join(map(str, given))
        if isinstance(self.default, int):
            number = self.number(given, given)
            if number != int(number) or abs(number) > 1e9:
                raise self.refusal(given, "a whole number")
            return int(number)
        return self.number(given, given)

    def bounded(self, value):
        """A value that was read, within the bounds. In a sweep, one beyond them is refused alone: reading takes them all."""
        if self.bounds and not self.low <= value <= self.high:
            raise InputError(f"{self.name} = {value} is not allowed. Give {self.bounds}; default: {self.default}.")
        return value

    def number(self, item, given) -> float:
        try:
            value = float(item)
        except (TypeError, ValueError):
            raise self.refusal(given, "a number") from None
        if not math.isfinite(value):
            raise self.refusal(given, "a finite number")
        return value

    def refusal(self, given, wanted: str) -> InputError:
        unit = f" [{self.unit}]" if self.unit not in ("", "1") else ""
        return InputError(f"{self.name} = {str(given)[:60]!r} is not {wanted}{unit}. Default: {self.default}.")


@dataclass(frozen=True)
class Scenario:
    """name, title, source: what it is and where it was published.   parameters: everything that can be changed.

    compose(values, duration) makes the model.   duration, dt [s]: defaults of a run.
    pictures: joints whose angles and torques the figures show.
    orbit(model): options of ``elver.find_orbit`` for this machine. Such a scenario has a parameter ``start``; with ``orbit``, its
    model begins on the periodic orbit, which is found when it is built.
    """

    name: str
    title: str
    source: str
    parameters: tuple[Parameter, ...]
    compose: Callable[[Mapping[str, object], float], Model]
    duration: float
    dt: float = 1e-3
    pictures: tuple[str, ...] = ()
    orbit: Callable[[Model], Mapping[str, object]] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.parameters)

    def values(self, changes: Mapping[str, object] | None = None) -> dict[str, object]:
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

    def build(
        self,
        changes: Mapping[str, object] | None = None,
        free: Iterable[str] = (),
        duration: float | None = None,
        settled: bool = True,
    ) -> Model:
        """The model, with ``changes`` to named parameters; those in ``free`` stay inputs of the compiled program.

        settled: look for the orbit where the scenario starts on one (at the default values of free parameters).
        """
        values = self.values(changes)
        symbols = {}
        for name in (free,) if isinstance(free, str) else free:
            if name not in values:
                raise unknown_name(f"parameter of scenario '{self.name}':", name, self.names)
            if not isinstance(values[name], float):
                raise InputError(f"'{name}' = {values[name]!r} cannot be free: only real numbers can.")
            symbols[name] = FreeParameter(ca.SX.sym(name), values[name])
        model = self.composed(values, {n: f.symbol for n, f in symbols.items()}, duration or self.duration)
        model = replace(model, name=self.name, free=symbols, parameters=values)
        return self.on_orbit(model) if settled and values.get("start") == "orbit" else model

    def composed(self, values: Mapping[str, object], symbols: Mapping[str, ca.SX], duration: float) -> Model:
        """The model with some values replaced by symbols; the parameter that cannot be one is named."""
        try:
            return self.compose({**values, **symbols}, duration)
        except ArithmeticError as error:
            raise InputError(
                f"the values given make no machine ({error}). Look for a number that is far too large or 0."
            ) from error
        except Exception as error:
            if not symbols:
                raise
            if not (isinstance(error, InputError) and "free" in str(error)):
                self.compose(values, duration)  # what is wrong with the numbers themselves is said as ever
            name, reason = self.not_free(values, symbols, duration) or (", ".join(symbols), error)
            text = str(reason) if isinstance(reason, InputError) else "its value is needed while the model is built."
            raise InputError(f"'{name}' cannot be free: {text}") from error

    def not_free(self, values, symbols, duration: float) -> tuple[str, Exception] | None:
        """The first parameter that cannot be a symbol, and the reason; None where each of them alone can."""
        for name, symbol in symbols.items():
            try:
                self.compose({**values, name: symbol}, duration)
            except Exception as error:
                return name, error
        return None

    def on_orbit(self, model: Model) -> Model:
        """The model started on its periodic orbit. A run's summary tells about it where nothing is free that could move it."""
        from elver.orbits import find_orbit
        from elver.orbits.measures import orbit_measures

        orbit = find_orbit(model, **self.orbit(model))
        if not orbit.converged:
            raise NoOrbitError(f"{self.name} finds no orbit to start on: {orbit.detail} {self.way_to_an_orbit(model)}")
        if model.free:
            return orbit.model
        return replace(orbit.model, measures=(*model.measures, *orbit_measures(orbit)))

    def way_to_an_orbit(self, model: Model) -> str:
        """What to do where no orbit was found: the command that follows the default orbit to these values, or no orbit at all."""
        changed = [p for p in self.parameters if isinstance(p.default, float) and model.parameters[p.name] != p.default]
        steps = [f"--continue {p.name}={p.default:g}:{model.parameters[p.name]:g}" for p in changed] or ["--continue KEY=A:B"]
        return f"start=rest needs no orbit; `elver orbit {self.name} {steps[0]}` follows one from the default values."


def section(values: Mapping[str, object], prefix: str) -> dict[str, object]:
    """The values whose name starts with ``prefix.``, without it."""
    return {name.removeprefix(f"{prefix}."): v for name, v in values.items() if name.startswith(f"{prefix}.")}


def require_values(values: Mapping[str, object], names: Iterable[str], why: str) -> None:
    """Refuse symbols for parameters whose numbers are needed; ``why`` is the reason, a sentence without its full stop."""
    for name in names:
        if is_symbol(values[name]):
            raise InputError(f"{why}.")
