"""Sliders of a live machine: which numbers can be moved while it runs, over which range, and how the machine follows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol
from elver._support.units import read_unit
from elver.drive.gaits import Timed, timed_gaits
from elver.model import Model
from elver.model.inputs import depends
from elver.quantities import OfParameter, Parameter
from elver.scenarios.parameter import PARTS

# --- A slider: one number of a machine, its range, and how the machine follows when it is moved.

SMOOTH = "smooth"
FOLLOWED = "followed"
DIRECT = "direct"
TABLE = "table"
_AROUND_ZERO = {"rad": math.radians(30), "m/s": 0.5, "m": 0.5, "rad/s": 1.0, "m/s^2": 2.0, "N": 1.0, "N m": 1.0}
_WIDE = 2.0  # largest over present value
NARROW = 3.0  # present over smallest value, and largest over present, of what must be greater than 0
_STEPS = 200  # of a slider, about
_SMALL_LENGTH = 0.1  # m: what stays below it is shown in mm


@dataclass(frozen=True)
class Slider(OfParameter):
    """One slider, as it stands in a page: it moves its ``parameter`` from ``low`` to ``high``, and opens at ``value``.

    kind: ``smooth``: the equations hold a filter, whose ``states`` are value, rate and acceleration; ``followed``: whoever moves
    it filters it with the same three lags and moves the ``clocks`` of gaits, so that their phase goes on; ``direct``: it acts at
    once; ``table``: it stands in the tables of the scene, at ``places``.
    lag [s]: of the filter, all three together.   restart: it changes what a run begins with, and acts from the next start on.
    states: names of states.   clocks: by how much the period of a gait grows with it: {name, power, base}.
    places: {name, index, factor}.   allowed: ``low``, ``high`` and ``above`` that the scene itself allows, where there are such.
    words: of a switch between two words of a parameter, that of 0 first.
    """

    parameter: Parameter
    kind: str
    lag: float = 0.0
    restart: bool = False
    states: tuple[str, ...] = ()
    clocks: tuple[dict[str, Any], ...] = ()
    places: tuple[dict[str, Any], ...] = ()
    allowed: Mapping[str, float] = field(default_factory=dict)
    group: str = ""
    words: tuple[str, ...] = ()

    @property
    def step(self) -> float:
        """The smallest move: 1, 2 or 5 times a power of ten."""
        return nice((self.high - self.low) / _STEPS)

    @property
    def shown(self) -> dict[str, Any]:
        """How it is shown, where that is not in its own unit: the unit, how many of its own are in one, and a step there."""
        unit = self.parameter.own_unit or self._usual_unit
        if not unit:
            return {}
        factor = read_unit(unit).factor * (2 * math.pi if (self.unit, unit) == ("rad/s", "Hz") else 1.0)
        return {"unit": unit, "factor": factor, "step": nice((self.high - self.low) / factor / _STEPS)}

    @property
    def _usual_unit(self) -> str:
        """What people take for a number whose unit nobody declared: degrees, Hz, mm; empty for its own."""
        unit = self.unit
        if unit == "rad/s":
            return "Hz" if self.name.endswith("frequency") else "deg/s"
        if unit == "m":
            return "mm" if max(abs(self.low), abs(self.high)) < _SMALL_LENGTH else ""
        return {"rad": "deg"}.get(unit, "")

    def described(self) -> dict[str, Any]:
        """As plain data; what does not apply is left out."""
        own = {
            "name": self.name,
            "unit": "" if self.unit == "1" else self.unit,
            "meaning": self.meaning,
            "group": self.group or _group_of(self.name),
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
            "allowed": dict(self.allowed),
            "shown": self.shown,
            "words": list(self.words),
        }
        return own | {key: value for key, value in further.items() if value}


def _group_of(name: str) -> str:
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
        reach = _AROUND_ZERO.get(own.unit, 1.0)
        low, high = -reach, reach
    elif own.above is not None and value > own.above >= 0.0:
        low, high = rounded(value / NARROW), rounded(value * NARROW)
    elif own.unit == "m/s" and least is None:  # of a current or a wind: either way
        high = max(_AROUND_ZERO["m/s"], rounded(_WIDE * abs(value)))
        low = -high
    else:
        low, high = sorted((0.0, rounded(_WIDE * value)))
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


# --- How a machine follows a number that is moved: through a filter of its own, through one outside, at once, or in its scene.

_SAMPLES = (0.7, 0.93, 1.0, 1.21, 1.6)  # factors at which an exponent is looked at
_SAME = 1e-9


def kind_of(model: Model, name: str) -> tuple[str, bool]:
    """Kind of a free parameter's slider, and whether it acts only from the next start on.

    What is part of the scene's geometry is refused: it is compiled into tables.
    """
    symbol = model.free[name].symbol
    if depends(model.scene, symbol):
        raise InputError(f"'{name}' cannot be a slider: it places or shapes what the machine touches. Set it before.")
    acting = [part for part in PARTS if depends(getattr(model, part), symbol)]
    if not acting:
        if not depends(model.start, symbol):
            raise InputError(f"'{name}' cannot be a slider: it changes nothing of '{model.name}' as it is set. Leave it out.")
        return DIRECT, True
    built = "robot" in acting
    if built and model.scene is not None:
        raise InputError(f"'{name}' cannot be a slider: contours and loads of a machine that touches things are tables. Set it.")
    if "gait" in acting and not built:
        return (SMOOTH if model.scene is None else FOLLOWED), False
    return DIRECT, built and ("gait" in acting or bool(model.robot.loops))


# --- periods --------------------------------------------------------------------------------------------------------------


def followed_periods(model: Model, names: list[str]) -> list[tuple[Timed, dict[str, float], float]]:
    """Gaits whose period is a power of followed parameters: the exponents by name, and the time at 0 since phase 0 [s]."""
    found = []
    for timed in timed_gaits(model.gait):
        own = [n for n in names if is_symbol(timed.period) and ca.depends_on(timed.period, model.free[n].symbol)]
        if own:
            powers = {name: exponent(model, timed.period, name) for name in own}
            found.append((timed, powers, float(model_number(model, timed.since_phase_0(0.0)))))
    return found


def exponent(model: Model, period: ca.SX, name: str) -> float:
    """The k of a period that is a constant times the k-th power of a parameter; refused where there is none."""
    symbol, value = model.free[name].symbol, model.free[name].value
    slope = ca.jacobian(period, symbol) * symbol / period
    usual = np.array([f.value for f in model.free.values()])
    law = ca.Function("k", [ca.vertcat(*(f.symbol for f in model.free.values()))], [ca.densify(slope)])
    places, at = usual[:, None] * np.ones(len(_SAMPLES)), list(model.free).index(name)
    places[at] = value * np.array(_SAMPLES)
    k = np.array(law(places)).ravel()
    if not np.isfinite(k).all() or np.ptp(k) > _SAME:
        raise InputError(f"'{name}' cannot be a slider: the gait's period is no power of it, so that its phase would jump.")
    return float(k[0])


def model_number(model: Model, value: Any) -> float:
    """A number of a model at the present values of its free parameters."""
    if not is_symbol(value):
        return float(value)
    return float(model.evaluated(value, np.array([[f.value for f in model.free.values()]]))[0])
