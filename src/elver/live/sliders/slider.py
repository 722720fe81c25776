"""A slider: one number of a machine, its range, and how the machine follows when it is moved."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from elver.document.units import read_unit
from elver.errors import InputError
from elver.scenarios.parameter import Parameter

SMOOTH, FOLLOWED, DIRECT, TABLE = "smooth", "followed", "direct", "table"
AROUND_ZERO = {"rad": math.radians(30), "m/s": 0.5, "m": 0.5, "rad/s": 1.0, "m/s^2": 2.0, "N": 1.0, "N m": 1.0}
WIDE = 2.0  # largest over present value
NARROW = 3.0  # present over smallest value, and largest over present, of what must be greater than 0
STEPS = 200  # of a slider, about


@dataclass(frozen=True)
class Slider:
    """One slider, as it stands in a page.

    kind: ``smooth``: the equations hold a filter, whose ``states`` are value, rate and acceleration; ``followed``: whoever moves
    it filters it with the same three lags and moves the ``clocks`` of gaits, so that their phase goes on; ``direct``: it acts at
    once; ``table``: it stands in the tables of the scene, at ``places``.
    lag [s]: of the filter, all three together.   restart: it changes what a run begins with, and acts from the next start on.
    states: names of states.   clocks: by how much the period of a gait grows with it: {name, power, base}.
    shown_in: the unit that it is shown and typed in, where that is not ``unit``; all numbers here are in ``unit``.
    places: {name, index, factor}.   allowed: of kind ``table``: ``low``, ``high`` and ``above``, where there are such bounds.
    """

    name: str
    unit: str
    meaning: str
    value: float
    low: float
    high: float
    kind: str
    lag: float = 0.0
    restart: bool = False
    states: tuple[str, ...] = ()
    clocks: tuple[dict[str, Any], ...] = ()
    places: tuple[dict[str, Any], ...] = ()
    allowed: dict[str, float] = field(default_factory=dict)
    group: str = field(default="", kw_only=True)
    shown_in: str = field(default="", kw_only=True)

    @property
    def step(self) -> float:
        """The smallest move: 1, 2 or 5 times a power of ten."""
        return nice((self.high - self.low) / STEPS)

    @property
    def shown(self) -> dict[str, Any]:
        """How it is shown, where that is not in its own unit: the unit, how many of its own are in one, and a step there."""
        if not self.shown_in:
            return {}
        factor = read_unit(self.shown_in).factor
        return {"unit": self.shown_in, "factor": factor, "step": nice((self.high - self.low) / factor / STEPS)}

    def described(self) -> dict[str, Any]:
        """As plain data; what does not apply is left out."""
        own = {
            "name": self.name,
            "unit": self.unit,
            "meaning": self.meaning,
            "group": self.group or group_of(self.name),
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "step": self.step,
            "kind": self.kind,
        }
        further = {
            "lag": self.lag,
            "restart": self.restart,
            "states": list(self.states),
            "clocks": list(self.clocks),
            "places": list(self.places),
            "allowed": self.allowed,
            "shown": self.shown,
        }
        return own | {key: value for key, value in further.items() if value}


def group_of(name: str) -> str:
    """The part of the machine that a name is about: what stands before its first dot."""
    return name.partition(".")[0] if "." in name else "machine"


def nice(size: float) -> float:
    """The nearest number not above ``size`` that is 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(size))
    return float(f"{max(k for k in (1, 2, 5) if k * power <= size * (1 + 1e-12)) * power:.12g}")


def rounded(number: float) -> float:
    """A number with two digits."""
    return float(f"{number:.2g}")


def sensible_range(own: Parameter, value: float) -> tuple[float, float]:
    """A range for a number: its bounds where it has both, else one that suits its value and unit, never beyond its bounds."""
    least, most = own.low if own.above is None else own.above, own.high
    if least is not None and most is not None and own.above is None:
        return float(least), float(most)
    if value == 0.0:
        reach = AROUND_ZERO.get(own.unit, 1.0)
        low, high = -reach, reach
    elif own.above is not None and value > own.above >= 0.0:
        low, high = rounded(value / NARROW), rounded(value * NARROW)
    elif own.unit == "m/s" and least is None:  # of a current or a wind: either way
        high = max(AROUND_ZERO["m/s"], rounded(WIDE * abs(value)))
        low = -high
    else:
        low, high = sorted((0.0, rounded(WIDE * value)))
    low, high = min(low, value), max(high, value)
    if least is not None:
        low = max(low, least if own.above is None else least + min(1e-3 * abs(value - least), abs(low - least) or 1.0))
    return float(low), float(high if most is None else min(high, most))


def wanted_slider(text: str, own: Parameter | None = None) -> tuple[str, tuple[float, float] | None]:
    """Name and range of ``NAME`` or ``NAME=LOW:HIGH``; numbers may have units."""
    name, given, span = text.partition("=")
    if not given:
        return name.strip(), None
    ends = span.split(":")
    if len(ends) != 2 or not name.strip():
        raise InputError(f"slider '{text}': give NAME or NAME=LOW:HIGH, such as gait.amplitude=0:0.2.")
    if own is None:
        return name.strip(), None
    low, high = (own.bounded(own.number(end.strip(), end)) for end in ends)
    if not low < high:
        raise InputError(f"slider '{text}': the lowest value {low:g} is not below the highest, {high:g}.")
    return name.strip(), (low, high)
