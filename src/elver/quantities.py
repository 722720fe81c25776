"""What users set: one description of a number or a word, wherever it is set.

``Parameter`` says what it is called, its default, unit, bounds and meaning; it reads, checks and shows values, and words what is
refused. Fields of dataclasses declare one each:

    @dataclass(frozen=True)
    class Wave:
        amplitude: float = quantity(0.06, "rad", "A, amplitude of the wave")
        period: float = quantity(2.0, "s", "T, period of the wave", above=0.0)
        law: str = word("paper", "added-mass law", ("paper", "kirchhoff"))

        def __post_init__(self):
            check_quantities(self)

Parameters of scenarios and files are ``Parameter`` themselves. Inputs of a model, sliders of a page, unknowns of a fit and
exported numbers each hold one (``OfParameter``) and say beside it what they use the number for.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from elver._support.errors import (
    InputError,
    NotFreeError,
    UnknownNameError,
    bounds_text,
    is_finite,
    is_symbol,
    not_allowed,
    number_in,
    shown,
    unknown_name,
    wanted_text,
    within,
)
from elver._support.expressions import evaluate, parse, settled
from elver._support.units import Unit, in_unit, read_unit

_KEY = "quantity"
ANY = -1  # length of a vector of any length
REQUIRED = dataclasses.MISSING  # default of a quantity that must be given


@dataclass(frozen=True)
class Prior:
    """What is believed of a number before a fit. kind: ``normal`` (mean, sigma), ``lognormal`` (median ``mean``, sigma of the
    logarithm), or ``uniform`` (low, high), which says no more than its bounds. nan: not given.
    """

    kind: str
    mean: float = math.nan
    sigma: float = math.nan
    low: float = -math.inf
    high: float = math.inf

    def checked(self) -> Prior:
        """The same with the numbers that its kind has alone; refused where one is missing."""
        needed = ("low", "high") if self.kind == "uniform" else ("mean", "sigma")
        numbers = {name: getattr(self, name) for name in needed}
        for name, number in numbers.items():
            if not math.isfinite(number):
                raise InputError(f"a {self.kind} prior has no '{name}'. Give {' and '.join(needed)}.", name=name)
        if self.kind != "uniform" and not (self.sigma > 0 and (self.kind == "normal" or self.mean > 0)):
            more = ", and a mean greater than 0" if self.kind == "lognormal" else ""
            raise InputError(f"a {self.kind} prior needs a sigma greater than 0{more}.", name="sigma")
        return Prior(self.kind, **numbers)

    def residual(self, value: float) -> tuple[float, float]:
        """(value - mean)/sigma on the prior's own scale, and its derivative; zeros for a uniform one."""
        if self.kind == "normal":
            return (value - self.mean) / self.sigma, 1.0 / self.sigma
        if self.kind == "lognormal":
            return math.log(value / self.mean) / self.sigma, 1.0 / (value * self.sigma)
        return 0.0, 0.0


@dataclass(frozen=True)
class Parameter:
    """A number or a word that users set.

    Attributes
    ----------
    name : str
        Its dotted name; empty for a field of a dataclass, which messages call by its class and field.
    default : Any
        Its value where nobody sets it, in ``unit``; REQUIRED where there is none.
    unit : str
        SI; ``1`` for none, empty where it is not known.
    meaning : str
        What it is, in words.
    choices : tuple[str, ...]
        The words allowed, of a word.
    low, high, above : float | None
        Smallest and largest number allowed, and one that it must be greater than, in ``unit``; None, or infinite, for none.
    prior : Prior | None
        What is believed of it before a fit.
    file : bool
        Whether the word may be the path of a file to read.
    set_in : str
        The unit that a file declares it with, where that is not ``unit``: bare numbers of texts are in it, and it is shown in it.
        Everything within, and every number of Python, is in ``unit``.
    shown_in : str
        The unit that a file writes its value with, where it declares none: it is shown in it; bare numbers are in ``unit``.
    whole : bool | None
        Whether it is a count; None: where the default is one.
    length : int | None
        Of a vector, 0 for a single number, ANY for a vector of any length; None: that of the default.
    fixed : str
        Why it cannot be a free parameter, a sentence; empty where it can.
    optional : bool
        Whether None is allowed too.
    by_group : bool
        Whether a mapping from names of joint groups to numbers is allowed too.
    or_having : str
        The name of a method; objects that have it are allowed too.
    """

    name: str = ""
    default: Any = dataclasses.field(default_factory=lambda: REQUIRED)
    unit: str = ""
    meaning: str = ""
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    above: float | None = None
    prior: Prior | None = None
    file: bool = False
    set_in: str = ""
    shown_in: str = ""
    _: KW_ONLY
    whole: bool | None = None
    length: int | None = None
    fixed: str = ""
    optional: bool = False
    by_group: bool = False
    or_having: str = ""

    def __post_init__(self) -> None:
        for name, none in (("low", -math.inf), ("high", math.inf), ("above", -math.inf)):
            if getattr(self, name) == none:
                object.__setattr__(self, name, None)
        if self.whole is None:
            object.__setattr__(self, "whole", isinstance(self.default, int) and not isinstance(self.default, bool))
        if self.length is None:
            object.__setattr__(self, "length", len(self.default) if isinstance(self.default, tuple) else 0)

    # --- units, bounds and how they are shown

    @property
    def dimension(self) -> Unit | None:
        """What expressions know of its unit; None where any is allowed."""
        return read_unit(self.unit) if self.unit else None

    @property
    def own_unit(self) -> str:
        """The unit in which users wrote it, where that is not ``unit``; else empty."""
        return self.set_in or self.shown_in

    @property
    def shown_unit(self) -> str:
        """The unit in which users see it."""
        return self.own_unit or self.unit

    @property
    def unit_text(self) -> str:
        """That unit behind a number: with a space before it, nothing where there is none."""
        return "" if self.shown_unit in ("", "1") else f" {self.shown_unit}"

    def shown(self, value: Any) -> Any:
        """A value in the unit in which it is shown; words, infinities and None as they are."""
        if isinstance(value, tuple):
            return tuple(self.shown(item) for item in value)
        return in_unit(value, self.own_unit) if self.own_unit and is_finite(value) else value

    @property
    def as_shown(self) -> Parameter:
        """The same with all its numbers in the unit in which it is shown."""
        believed = self.prior
        if believed is not None:
            sigma = believed.sigma if believed.kind == "lognormal" else self.shown(believed.sigma)  # of the logarithm: no unit
            believed = Prior(believed.kind, self.shown(believed.mean), sigma, self.shown(believed.low), self.shown(believed.high))
        numbers = {name: self.shown(getattr(self, name)) for name in ("default", "low", "high", "above")}
        return dataclasses.replace(self, **numbers, unit=self.shown_unit, prior=believed, set_in="", shown_in="")

    @property
    def ends(self) -> tuple[float, float]:
        """Smallest and largest number, the one that it must be greater than included; infinite for no bound."""
        lowest = [bound for bound in (self.low, self.above) if bound is not None]
        return (max(lowest, default=-math.inf), math.inf if self.high is None else self.high)

    @property
    def allowed_ends(self) -> tuple[float, float]:
        """Smallest and largest floating-point number that is allowed; infinite for no bound."""
        low, high = self.ends
        return (low if low != self.above else math.nextafter(low, math.inf), high)

    def between(self, low: float, high: float) -> Parameter:
        """The same with other bounds; infinite for none."""
        return dataclasses.replace(self, low=low, high=high, above=None)

    def component(self, name: str, value: float, meaning: str = "") -> Parameter:
        """One number of a vector, or of a word that holds numbers, as a parameter."""
        return dataclasses.replace(
            self, name=name, default=value, meaning=meaning or self.meaning, whole=None, length=None, or_having=""
        )

    def allows(self, number: float) -> bool:
        """Whether a number lies within the bounds, and is whole where it must be."""
        return (not self.whole or isinstance(number, int)) and within(number, self.low, self.high, self.above)

    @property
    def bounds(self) -> str:
        """``2 to 1000``, ``0 or more``, ``greater than 0``; nothing for a parameter without bounds. In the unit that is shown."""
        return bounds_text(*(self.shown(bound) for bound in (self.low, self.high, self.above)))

    @property
    def wanted(self) -> str:
        """What may be given, for a message: ``a finite number greater than 0 s``."""
        more = f", or an object with a method {self.or_having}" if self.or_having else ""
        return wanted_text("a whole number" if self.whole else "a finite number", self.bounds, self.shown_unit) + more

    # --- values that Python gives

    def check(self, what: str, value: Any, written: str = "") -> Any:
        """``value`` where it is allowed (or a symbol that may stand for it); else an InputError.

        what: its name in messages.   written: the value as messages are to show it.
        """
        if (value is None and self.optional) or (self.or_having and callable(getattr(value, self.or_having, None))):
            return value
        if self.choices:
            if value not in self.choices:
                raise unknown_name(f"value of {what}:", str(value), self.choices)
        elif self.by_group and isinstance(value, Mapping):
            for group, number in value.items():
                self.check_number(f"{what} of '{group}'", number)
        elif self.length:
            self._check_vector(what, value)
        else:
            self.check_number(what, value, written)
        return value

    def _check_vector(self, what: str, value: Any) -> None:
        """Numbers, as many as there must be, each within the bounds."""
        wrong = not hasattr(value, "__len__") or isinstance(value, str) or (self.length != ANY and len(value) != self.length)
        if wrong:
            raise not_allowed(what, value, self.numbers_wanted)
        for k, item in enumerate(value):
            self.check_number(f"{what}[{k}]", item)

    @property
    def numbers_wanted(self) -> str:
        """How many numbers a vector has, for a message: ``3 numbers m/s``."""
        more = f", or an object with a method {self.or_having}" if self.or_having else ""
        return f"{'' if self.length == ANY else f'{self.length} '}numbers{self.unit_text}{more}"

    def check_number(self, what: str, value: Any, written: str = "") -> None:
        """A finite number within the bounds; a whole one where it counts; a symbol where it may be free."""
        if is_symbol(value):
            if self.fixed:
                raise NotFreeError(f"{what} cannot be a free parameter: {self.fixed}", name=what)
        elif not (is_finite(value) and self.allows(value)):
            bare = self.set_in or self.unit  # of a number without a unit
            usual = self.shown(self.default) if self.name and self.default is not REQUIRED else None
            usual = float(f"{usual:.6g}") if isinstance(usual, float) else usual
            hint = _degrees_hint(value, bare)
            if not hint and self.name and bare != self.shown_unit:
                hint = f" A number without a unit is in {bare}: write '{self.shown(self.default)} {self.shown_unit}'."
            written = written or (shown(self._as_given(value)) if self.set_in else "")
            raise not_allowed(what, value, self.wanted + ("" if usual is None else f"; default: {usual}"), hint, written)

    def _as_given(self, value: Any) -> Any:
        """A value in the unit that a bare number of a text is in."""
        return self.shown(value) if self.set_in else value

    def bounded(self, value: Any) -> Any:
        """A value that was read, within the bounds. In a sweep, one beyond them is refused alone: reading takes them all."""
        for item in value if isinstance(value, tuple) else (value,):
            if not isinstance(item, str):
                self.check_number(self.name, item, shown(self._as_given(value)))
        return value

    # --- values that are read

    def read(self, given: Any) -> Any:
        """A given value, as text or as a Python value, in the type of the default."""
        if self.choices:
            return self.check(self.name, given)
        if isinstance(self.default, tuple):
            items = given.split(",") if isinstance(given, str) else given
            if not hasattr(items, "__len__") or len(items) != len(self.default):
                raise self._unread(given, f"{len(self.default)} numbers separated by commas")
            return tuple(self.number(item, given) for item in items)
        if isinstance(self.default, str):
            return str(given) if not isinstance(given, (tuple, list)) else ",".join(map(str, given))
        number = self.number(given, given)
        if not self.whole:
            return number
        if number != int(number) or abs(number) > 1e9:
            raise self._unread(given, "a whole number")
        return int(number)

    def number(self, item: Any, given: Any) -> float:
        """A number in ``unit`` from a text, such as ``0.5``, ``25 deg`` or an expression, or from Python. given: all that was
        given, for messages."""
        try:
            value = number_in(item) * self._scale if isinstance(item, str) else float(item)
        except (TypeError, ValueError):
            value = self._with_unit(item, given)
        if not math.isfinite(value):
            raise self._unread(given, "a finite number")
        return value

    @property
    def _scale(self) -> float:
        """How many ``unit`` a bare 1 of a text is."""
        return read_unit(self.set_in).factor if self.set_in else 1.0

    def _with_unit(self, item: Any, given: Any) -> float:
        """A number with a unit or in an expression, as in scenario files. One without a unit is in the unit that it is set in."""
        if not isinstance(item, str):
            raise self._unread(given, "a number")
        try:
            own = read_unit(self.unit or "1")
            value = evaluate(parse(item), {})
            return settled(value, own, self.unit) / own.factor * (self._scale if value.unit is None else 1.0)
        except InputError as error:
            why = f": {str(error).rstrip('.')}" if any(c.isdigit() for c in item) else ""
            raise self._unread(given, "a number", why) from None

    def _unread(self, given: Any, wanted: str, why: str = "") -> InputError:
        """The error for what is no value of the parameter."""
        unit = f" [{self.shown_unit}]" if self.unit_text else ""
        usual = self.shown(self.default)
        default = f"{usual:g}" if isinstance(usual, float) else usual
        told = "" if self.default is REQUIRED else f" Default: {default}."
        return InputError(f"{self.name} = {str(given)[:60]!r} is not {wanted}{unit}{why}.{told}", name=self.name)


class OfParameter:
    """What is about one number that users set: its name, unit, meaning, value and bounds are those of its ``parameter``.

    A class of its own says what the number is used for.
    """

    parameter: Parameter

    @property
    def name(self) -> str:
        return self.parameter.name

    @property
    def unit(self) -> str:
        """The unit of all its numbers."""
        return self.parameter.unit

    @property
    def meaning(self) -> str:
        """What it is, in words."""
        return self.parameter.meaning

    @property
    def value(self) -> float:
        """Its value while nobody sets it: the default of the parameter."""
        return self.parameter.default

    @property
    def low(self) -> float:
        """Its smallest value, infinite for none."""
        return self.parameter.ends[0]

    @property
    def high(self) -> float:
        """Its largest value, infinite for none."""
        return self.parameter.ends[1]


def _degrees_hint(value: Any, unit: str) -> str:
    """A hint for an angle that is refused and would be beyond a full turn: most often degrees."""
    if unit != "rad" or not is_finite(value) or abs(value) <= 2 * math.pi:
        return ""
    radians = f" Angles are radians: {value:g} degrees are {math.radians(value):.4g}"
    return f"{radians}, or write '{value:g} deg' in a file or after --set."


def unknown_parameter(name: str, known: Iterable[str], of: str = "") -> UnknownNameError:
    """The error for a name that is no parameter. of: whose, such as ``scenario 'eel'``."""
    return unknown_name(f"parameter of {of}:" if of else "parameter", name, known)


# --- fields of dataclasses


def quantity(default: Any, unit: str, meaning: str, **more: Any) -> Any:
    """A field that holds a number, a whole number where the default is one, or a tuple of numbers.

    more: ``low``, ``high``, ``above``, ``length``, ``fixed``, ``optional``, ``by_group``, ``or_having`` of ``Parameter``.
    """
    return dataclasses.field(default=default, metadata={_KEY: Parameter("", default, unit, meaning, **more)})


def unnamed(unit: str, meaning: str, **more: Any) -> Parameter:
    """A number that is no field of a dataclass: without a name and a default."""
    return Parameter("", REQUIRED, unit, meaning, **more)


def word(default: str, meaning: str, choices: Sequence[str]) -> Any:
    """A field that holds one of a few words."""
    return dataclasses.field(default=default, metadata={_KEY: Parameter("", default, "", meaning, tuple(choices))})


def quantities(of: Any) -> dict[str, Parameter]:
    """The declared fields of a dataclass, or of one of its objects, by name."""
    return {f.name: f.metadata[_KEY] for f in dataclasses.fields(of) if _KEY in f.metadata}


def check_quantities(thing: Any, called: str = "") -> None:
    """Refuse an object whose declared fields hold what they must not; ``called``: its name in messages, else its class's."""
    for name, own in quantities(thing).items():
        own.check(f"{called or type(thing).__name__}.{name}", getattr(thing, name))
