"""What users set: default, unit, bounds and meaning of a number or a word, declared once on the dataclass that uses it.

    @dataclass(frozen=True)
    class Wave:
        amplitude: float = quantity(0.06, "rad", "A, amplitude of the wave")
        period: float = quantity(2.0, "s", "T, period of the wave", above=0.0)
        law: str = word("paper", "added-mass law", ("paper", "kirchhoff"))

        def __post_init__(self):
            check_quantities(self)

Scenario tables, validation, help and file formats are made from these declarations.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elver.errors import InputError, NotFreeError, is_finite, is_symbol, shown, unknown_name

KEY = "quantity"
ANY = -1  # length of a vector of any length
REQUIRED = dataclasses.MISSING  # default of a quantity that must be given


@dataclass(frozen=True)
class Quantity:
    """What a field holds.

    unit: SI, ``1`` for none.   low, high: smallest and largest allowed.   above: it must be greater than this.
    choices: the words allowed.   whole: a count.   length: of a vector, 0 for a single number, ANY for a vector of any length.
    fixed: why it cannot be a free parameter, a sentence; empty where it can.   optional: None is allowed too.
    by_group: so is a mapping from names of joint groups to numbers.   shown_in: the unit that people wrote it in, where another.
    """

    unit: str
    meaning: str
    low: float | None = None
    high: float | None = None
    above: float | None = None
    choices: tuple[str, ...] = ()
    whole: bool = False
    length: int = 0
    fixed: str = ""
    optional: bool = False
    by_group: bool = False
    shown_in: str = ""

    def check(self, what: str, value):
        """``value`` where it is allowed (or a symbol that may stand for it); else an InputError that names ``what``."""
        if value is None and self.optional:
            return value
        if self.choices:
            if value not in self.choices:
                raise unknown_name(f"value of {what}:", str(value), self.choices)
            return value
        if self.by_group and isinstance(value, Mapping):
            for group, number in value.items():
                self.check_number(f"{what} of '{group}'", number)
            return value
        if self.length:
            return self.check_vector(what, value)
        self.check_number(what, value)
        return value

    def check_vector(self, what: str, value):
        """Numbers, as many as there must be, each within the bounds."""
        wrong = not hasattr(value, "__len__") or isinstance(value, str) or (self.length != ANY and len(value) != self.length)
        if wrong:
            count = "" if self.length == ANY else f"{self.length} "
            raise InputError(f"{what} = {str(value)[:60]} is not allowed. Give {count}numbers{self.unit_text()}.")
        for k, item in enumerate(value):
            self.check_number(f"{what}[{k}]", item)
        return value

    def check_number(self, what: str, value) -> None:
        """A finite number within the bounds; a whole one where it counts; a symbol where it may be free."""
        if is_symbol(value):
            if self.fixed:
                raise NotFreeError(f"{what} cannot be a free parameter: {self.fixed}")
            return
        if not (is_finite(value) and self.allows(value)):
            kind = "a whole number" if self.whole else "a finite number"
            given = f"{what} = {shown(value)} is not allowed. Give {kind}{self.range_text()}{self.unit_text()}."
            raise InputError(given + degrees_hint(value, self.unit))

    def allows(self, value: float) -> bool:
        """Whether a number lies within the bounds, and is whole where it must be."""
        return (
            (not self.whole or isinstance(value, int))
            and (self.low is None or value >= self.low)
            and (self.high is None or value <= self.high)
            and (self.above is None or value > self.above)
        )

    def unit_text(self) -> str:
        """The unit as it stands in a message."""
        return "" if self.unit in ("", "1") else f" {self.unit}"

    def range_text(self) -> str:
        """The bounds as they stand in messages and tables."""
        least = (
            f" of {self.low:g} or more"
            if self.low is not None
            else f" greater than {self.above:g}"
            if self.above is not None
            else ""
        )
        if self.high is None:
            return least
        return f" from {self.low:g} to {self.high:g}" if self.low is not None else f"{least or ' '} up to {self.high:g}"


def degrees_hint(value, unit: str) -> str:
    """A hint for an angle that is refused and would be beyond a full turn: most often degrees."""
    if unit != "rad" or not is_finite(value) or abs(value) <= 2 * math.pi:
        return ""
    radians = f" Angles are radians: {value:g} degrees are {math.radians(value):.4g}"
    return f"{radians}, or write '{value:g} deg' in a file or after --set."


def quantity(
    default: Any,
    unit: str,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    length: int | None = None,
    fixed: str = "",
    optional: bool = False,
    by_group: bool = False,
) -> Any:
    """A field that holds a number, a whole number where the default is one, or a tuple of numbers."""
    whole = isinstance(default, int) and not isinstance(default, bool)
    if length is None:
        length = len(default) if isinstance(default, tuple) else 0
    own = Quantity(unit, meaning, low, high, above, (), whole, length, fixed, optional, by_group)
    return dataclasses.field(default=default, metadata={KEY: own})


def word(default: str, meaning: str, choices: Sequence[str]) -> Any:
    """A field that holds one of a few words."""
    return dataclasses.field(default=default, metadata={KEY: Quantity("", meaning, choices=tuple(choices))})


def quantities(of) -> dict[str, Quantity]:
    """The declared fields of a dataclass, or of one of its objects, by name."""
    return {f.name: f.metadata[KEY] for f in dataclasses.fields(of) if KEY in f.metadata}


def defaults(of) -> Mapping[str, Any]:
    """Defaults of the declared fields by name."""
    return {f.name: f.default for f in dataclasses.fields(of) if KEY in f.metadata}


def check_quantities(thing, called: str = "") -> None:
    """Refuse an object whose declared fields hold what they must not; ``called``: its name in messages, else its class's."""
    for name, own in quantities(thing).items():
        own.check(f"{called or type(thing).__name__}.{name}", getattr(thing, name))
