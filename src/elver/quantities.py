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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from elver.errors import InputError, NotFreeError, is_symbol, require_number, unknown_name

KEY = "quantity"


@dataclass(frozen=True)
class Quantity:
    """What a field holds.

    unit: SI, ``1`` for none.   low, high: smallest and largest allowed.   above: it must be greater than this.
    choices: the words allowed.   whole: a count.   length: of a vector, 0 for a single number.
    fixed: why it cannot be a free parameter, a sentence; empty where it can.
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

    def check(self, what: str, value):
        """``value`` where it is allowed (or a symbol that may stand for it); else an InputError that names ``what``."""
        if self.choices:
            if value not in self.choices:
                raise unknown_name(f"value of {what}:", str(value), self.choices)
            return value
        if self.fixed and is_symbol(value):
            raise NotFreeError(f"{what} cannot be a free parameter: {self.fixed}")
        if self.length:
            return self.check_vector(what, value)
        if self.whole and (isinstance(value, bool) or not isinstance(value, int)):
            raise InputError(f"{what} = {value!r} is not allowed. Give a whole number{self.range_text()}.")
        self.check_number(what, value)
        return value

    def check_vector(self, what: str, value):
        """A tuple of numbers, each within the bounds."""
        if not hasattr(value, "__len__") or isinstance(value, str) or len(value) != self.length:
            raise InputError(f"{what} = {str(value)[:60]} is not allowed. Give {self.length} numbers{self.unit_text()}.")
        for item in value:
            self.check_number(what, item)
        return value

    def check_number(self, what: str, value) -> None:
        """A finite number within the bounds."""
        require_number(what, value, self.low, self.above, "" if self.unit in ("", "1") else self.unit)
        if self.high is not None and not is_symbol(value) and value > self.high:
            raise InputError(f"{what} = {value:g} is too large. Give a number{self.range_text()}{self.unit_text()}.")

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


def quantity(
    default: Any,
    unit: str,
    meaning: str,
    *,
    low: float | None = None,
    high: float | None = None,
    above: float | None = None,
    fixed: str = "",
) -> Any:
    """A field that holds a number, a whole number where the default is one, or a tuple of numbers."""
    whole = isinstance(default, int) and not isinstance(default, bool)
    length = len(default) if isinstance(default, tuple) else 0
    own = Quantity(unit, meaning, low, high, above, whole=whole, length=length, fixed=fixed)
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
