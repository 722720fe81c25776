"""Units: their factor to SI and their dimension, read from text such as ``mN m``, ``kg/m^3``, ``deg/s``.

A unit is names joined by a space or ``*``, with powers ``^`` or ``**``; one ``/`` may follow, and then another: ``N m s/rad``,
``1/s^2``, ``W/m/K``. A product after ``/`` is refused, because it can be read in two ways.

Angles have no dimension: rad and deg may stand where 1 is expected, and N m where N m/rad is. Turns are counted apart, so that
1 Hz, 60 rpm and 1 rev/s become 2 pi rad/s where radians are expected, and 1/s where they are not.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from elver._support.errors import InputError, nearest

_BASE = ("m", "kg", "s", "A", "K")
LARGEST_POWER = 12
_LONGEST = 80  # characters of a unit


@dataclass(frozen=True)
class Unit:
    """factor: SI units in one.   dimension: powers of m, kg, s, A, K.   angle, turns: powers of rad, and of turns (rev, Hz s)."""

    factor: float = 1.0
    dimension: tuple[float, ...] = (0.0,) * len(_BASE)
    angle: float = 0.0
    turns: float = 0.0

    def times(self, other: Unit, power: float = 1.0) -> Unit:
        """The product with a power of another unit."""
        return Unit(
            self.factor * other.factor**power,
            tuple(a + power * b for a, b in zip(self.dimension, other.dimension, strict=True)),
            self.angle + power * other.angle,
            self.turns + power * other.turns,
        )

    def power(self, power: float) -> Unit:
        """A power of the unit."""
        return Unit().times(self, power)

    def fits(self, other: Unit) -> bool:
        """Whether a quantity in this unit can be given in the other: the same dimension."""
        return all(abs(a - b) < 1e-9 for a, b in zip(self.dimension, other.dimension, strict=True))

    def turned(self, into: Unit) -> float:
        """Factor on a number where ``into`` is expected: turns become radians, or the reverse."""
        if self.turns and not into.turns and into.angle:
            return (2 * math.pi) ** self.turns
        if into.turns and not self.turns and self.angle:
            return (2 * math.pi) ** -self.angle
        return 1.0

    @property
    def si(self) -> Unit:
        """The same dimension in SI units."""
        return Unit(1.0, self.dimension, self.angle, self.turns)

    def __str__(self) -> str:
        return written(self)


def of(factor: float, angle: float = 0.0, turns: float = 0.0, **powers: float) -> Unit:
    """A row of the table."""
    return Unit(factor, tuple(float(powers.get(name, 0)) for name in _BASE), angle, turns)


_NEWTON = {"kg": 1, "m": 1, "s": -2}
_JOULE = {"kg": 1, "m": 2, "s": -2}
_WATT = {"kg": 1, "m": 2, "s": -3}
_PASCAL = {"kg": 1, "m": -1, "s": -2}
_VOLT = {"kg": 1, "m": 2, "s": -3, "A": -1}

UNITS: dict[str, Unit] = {
    "m": of(1, m=1), "mm": of(1e-3, m=1), "cm": of(1e-2, m=1), "km": of(1e3, m=1), "um": of(1e-6, m=1),
    "kg": of(1, kg=1), "g": of(1e-3, kg=1), "mg": of(1e-6, kg=1),
    "s": of(1, s=1), "ms": of(1e-3, s=1), "us": of(1e-6, s=1), "min": of(60, s=1), "h": of(3600, s=1),
    "rad": of(1, angle=1), "mrad": of(1e-3, angle=1), "deg": of(math.pi / 180, angle=1),
    "rev": of(1, turns=1), "Hz": of(1, turns=1, s=-1), "kHz": of(1e3, turns=1, s=-1), "rpm": of(1 / 60, turns=1, s=-1),
    "N": of(1, **_NEWTON), "mN": of(1e-3, **_NEWTON), "kN": of(1e3, **_NEWTON), "uN": of(1e-6, **_NEWTON),
    "Nm": of(1, **_JOULE), "mNm": of(1e-3, **_JOULE),
    "Pa": of(1, **_PASCAL), "kPa": of(1e3, **_PASCAL), "MPa": of(1e6, **_PASCAL), "GPa": of(1e9, **_PASCAL),
    "J": of(1, **_JOULE), "mJ": of(1e-3, **_JOULE), "kJ": of(1e3, **_JOULE),
    "W": of(1, **_WATT), "mW": of(1e-3, **_WATT), "kW": of(1e3, **_WATT),
    "V": of(1, **_VOLT), "mV": of(1e-3, **_VOLT), "A": of(1, A=1), "mA": of(1e-3, A=1), "K": of(1, K=1),
    "l": of(1e-3, m=3), "ml": of(1e-6, m=3), "%": of(0.01), "1": of(1),
}  # fmt: skip

_PIECE = re.compile(
    r"\s*(?:(?P<name>[A-Za-z]+|%|1(?![\d.]))(?:\s*(?:\^|\*\*)\s*(?P<power>[+-]?\d{1,3}))?|(?P<join>/|\*))", re.ASCII
)


@lru_cache(maxsize=1024)
def read_unit(text: str) -> Unit:
    """The unit that a text names; an InputError where it names none."""
    if len(text) > _LONGEST:
        raise InputError(f"a unit of {len(text)} characters is too long.")
    total, divide, joined, place = Unit(), False, True, 0
    names_below = 0
    stripped = text.strip()
    if not stripped:
        return total
    while place < len(stripped):
        found = _PIECE.match(stripped, place)
        if found is None:
            raise InputError(f"'{stripped}' is not a unit. Write such as mm, N m/rad, kg/m^3.")
        place = found.end()
        if found["join"]:
            if joined:
                raise InputError(f"'{stripped}' is not a unit: '{found['join']}' has nothing before it.")
            divide, joined, names_below = divide or found["join"] == "/", True, 0 if found["join"] == "/" else names_below
            continue
        names_below += divide
        if names_below > 1:
            raise InputError(f"the unit '{stripped}' can be read in two ways. Write all products first, then /: N m s/rad.")
        total = total.times(named(found["name"]), (-1 if divide else 1) * _power_of(found["power"], stripped))
        joined = False
    if joined:
        raise InputError(f"'{stripped}' is not a unit: it ends with an operator.")
    return total


def in_unit(value: float, unit: str) -> float:
    """A number in SI units as it is in another unit, without the rounding of the factor; as it is where none is named."""
    return float(f"{value / read_unit(unit).factor:.12g}") if unit else value


def _power_of(text: str | None, unit: str) -> float:
    """The power of one name."""
    power = 1.0 if text is None else float(text)
    if abs(power) > LARGEST_POWER:
        raise InputError(f"the power {power:g} in the unit '{unit}' is too large.")
    return power


def named(name: str) -> Unit:
    """A unit of the table."""
    if name not in UNITS:
        known = [unit for unit in UNITS if unit != "1"]
        raise InputError(f"unknown unit '{name[:20]}'.{nearest(name[:20], known)} Known: {', '.join(known)}.")
    return UNITS[name]


_USUAL = (
    "Hz",
    "N",
    "N m",
    "N m/rad",
    "N m s/rad",
    "N s/m",
    "N/m",
    "N s",
    "Pa",
    "W",
    "N m^2",
    "V",
)  # of the same dimension the first


def written(unit: Unit) -> str:
    """A dimension as text in SI units: ``N m/rad``, ``kg m^3``; ``1`` for none."""
    for name in _USUAL:
        if read_unit(name) == unit.si:
            return name
    powers = [*zip(("kg", "m", "s", "A", "K"), (unit.dimension[_BASE.index(n)] for n in ("kg", "m", "s", "A", "K")), strict=True)]
    powers += [("rad", unit.angle), ("rev", unit.turns)]
    above = [_part(name, p) for name, p in powers if p > 0]
    below = [_part(name, -p) for name, p in powers if p < 0]
    return " ".join(above or ["1"]) + "".join(f"/{one}" for one in below)


def _part(name: str, power: float) -> str:
    """One name with its power."""
    return name if power == 1 else f"{name}^{power:g}"


_SI_OF = {
    "mm": "m", "cm": "m", "km": "m", "um": "m", "g": "kg", "mg": "kg", "ms": "s", "us": "s", "min": "s", "h": "s", "mrad": "rad",
    "deg": "rad", "kHz": "Hz", "rpm": "Hz", "mN": "N", "kN": "N", "uN": "N", "Nm": "N m", "mNm": "N m", "kPa": "Pa", "MPa": "Pa",
    "GPa": "Pa", "mJ": "J", "kJ": "J", "mW": "W", "kW": "W", "mV": "V", "mA": "A", "%": "1",
}  # fmt: skip


def si_text(text: str) -> str:
    """The SI unit of a unit's text, in its own words where that can be: ``mN m/deg`` is ``N m/rad``."""
    unit = read_unit(text)
    changed = re.sub(r"[A-Za-z]+|%", lambda found: _SI_OF.get(found[0], found[0]), text.strip())
    try:
        same = read_unit(changed)
    except InputError:
        same = None
    if same == unit.si:
        return changed.replace("**", "^") or "1"
    return written(unit)
