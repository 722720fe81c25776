"""The sea: waves over a bottom, as a flow that has a surface.

A sea is a flow (flow.py) of Airy's waves: with the components of waves.py, and z counted from the mean surface,

    eta = sum a cos q,      q = k (x cos b + y sin b) - w t + e,
    u_h = sum a w cosh(k (z + h)) / sinh(k h) cos q (cos b, sin b),      u_z = sum a w sinh(k (z + h)) / sinh(k h) sin q.

**Stretching.** Linear theory ends at z = 0; what it says of places above is ``stretching``:

    wheeler:       z -> h (z - eta)/(h + eta): the water at the surface moves as linear theory has it at z = 0 (Wheeler 1970)
    extrapolated:  above z = 0 along the tangent there
    constant:      above z = 0 as at z = 0
    none:          exp(k z) goes on

Above the surface, where there is no water, the field goes on smoothly to one k^-1 of the shortest wave and is constant above.

**A current** carries the waves: the field is that in still water, at x - U t, plus U. Periods are those that one sees who drifts
with the current.

**Ramp.** Waves that are there at once set a free body drifting: in the first seconds amplitudes grow as s^3 (10 - 15 s + 6 s^2).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.waves import WaveComponents, all_components
from elver.quantities import check_quantities, quantity, word
from elver.symbolic.harmonics import Harmonics
from elver.symbolic.spatial import column

_STRETCHINGS = ("wheeler", "extrapolated", "constant", "none")
_DEEP = 20.0  # k h beyond which the bottom does nothing to a component: exp(-2 k h) is below rounding


@dataclass(frozen=True, eq=False)
class Sea:
    """Water with a surface: waves over a bottom, and a current that carries them.

    waves: one kind of waves (elver.forces.Jonswap and others), or a list of several, whose sum it is; none: calm.
    depth [m], None for deep water.
    """

    waves: Any = ()
    depth: float | None = quantity(
        None, "m", "of the water; none for deep", above=0.0, optional=True, fixed="lengths of waves follow from it."
    )
    level: float = quantity(0.0, "m", "height of the mean surface in the world")
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "velocity that carries the waves, x,y,z")
    stretching: str = word("wheeler", "of the waves' motion up to the surface", _STRETCHINGS)
    ramp: float = quantity(0.0, "s", "in which the waves grow from nothing at time 0", low=0.0, fixed="it has corners.")
    gravity: float = quantity(9.81, "m/s^2", "gravity", above=0.0, fixed="lengths of waves follow from it.")

    def __post_init__(self) -> None:
        check_quantities(self)
        waves = (self.waves,) if hasattr(self.waves, "components") else tuple(self.waves or ())
        for own in waves:
            if not callable(getattr(own, "components", None)):
                raise InputError(
                    f"Sea.waves holds a {type(own).__name__}. Give waves such as elver.forces.Jonswap.", name="Sea.waves"
                )
        object.__setattr__(self, "waves", waves)
        if isinstance(self.current[2], (int, float)) and self.current[2] != 0:
            raise InputError(f"Sea.current goes up at {self.current[2]:g} m/s. It is level: give 0 for z.", name="Sea.current")
        _ = self.components  # refuses waves that cannot be

    @cached_property
    def components(self) -> list[WaveComponents]:
        """The components of all waves, one entry for each kind."""
        return all_components(self.waves, math.inf if self.depth is None else float(self.depth), float(self.gravity))

    @property
    def kinks(self) -> tuple[float, ...]:
        """Times at which the waves begin and are whole [s]."""
        return (0.0, float(self.ramp)) if self.ramp and self.waves else ()

    @property
    def period(self) -> float | None:
        """Of regular waves on still water [s]; None for others, which do not repeat."""
        moving = any(not isinstance(c, (int, float)) or c != 0 for c in self.current)
        alone = len(self.components) == 1 and len(self.components[0]) == 1
        return float(2 * np.pi / self.components[0].frequencies[0]) if alone and not moving and not self.ramp else None

    def elevation(self, place: ca.SX, time: ca.SX) -> ca.SX:
        """Height of the surface in the world [m] above or below a place [m, world]."""
        return self.level + self._eta(place, time)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        """Velocity of the water [m/s, world] at a place [m, world]."""
        stream = column(self.current)
        if not self.components:
            return stream
        z = place[2] - self.level
        if self.stretching == "none":
            moved = self._field(place, z, time)
        elif self.stretching == "wheeler":
            eta = self._eta(place, time)
            under = z - eta if self.depth is None else self.depth * (z - eta) / (self.depth + eta)
            moved = self._field(place, ca.fmin(under, self._shortest), time)
        else:
            moved = self._field(place, ca.fmin(z, 0), time)
            if self.stretching == "extrapolated":
                moved = moved + ca.fmax(z, 0) * self._field(place, ca.SX(0), time, slope=True)
        return stream + moved

    @property
    def _shortest(self) -> float:
        """1/k of the shortest wave [m]."""
        return float(1 / max(own.wavenumbers.max() for own in self.components))

    def swelling(self, time: ca.SX) -> ca.SX:
        """By how much amplitudes have grown."""
        if not self.ramp:
            return ca.SX(1)
        s = ca.fmin(ca.fmax(time / self.ramp, 0), 1)
        return s * s * s * (10 + s * (-15 + 6 * s))

    def _at(self, place: ca.SX, z: ca.SX, time: ca.SX) -> tuple[ca.SX, ...]:
        """x, y, z and t of the water that the current has brought."""
        return place[0] - self.current[0] * time, place[1] - self.current[1] * time, ca.SX(z), ca.SX(time)

    def _eta(self, place: ca.SX, time: ca.SX) -> ca.SX:
        """Elevation of the waves [m]."""
        total, at = ca.SX(0), self._at(place, ca.SX(0), time)
        for own in self.components:
            total = total + own.scale * surface_harmonics(own).total(at, cosine=own.amplitudes)
        return self.swelling(time) * total

    def _field(self, place: ca.SX, z: ca.SX, time: ca.SX, slope: bool = False) -> ca.SX:
        """Velocity by linear theory at a height z, or its slope along z."""
        total, at = ca.SX(3, 1), self._at(place, z, time)
        for own in self.components:
            a, w, k, b = own.amplitudes, own.frequencies, own.wavenumbers, own.directions
            whole = a * w * (k if slope else 1)
            if math.isfinite(own.depth):
                whole = whole / -np.expm1(-2 * k * own.depth)
            harmonics, sign = depth_harmonics(own), -1 if slope else 1
            level = [
                harmonics.total(at, cosine=whole * side, image_cosine=sign * whole * side) for side in (np.cos(b), np.sin(b))
            ]
            up = harmonics.total(at, sine=whole, image_sine=-sign * whole)
            total = total + own.scale * ca.vertcat(*level, up)
        return self.swelling(time) * total


def surface_harmonics(own: WaveComponents) -> Harmonics:
    """Sums over components at the surface, the same at every height."""
    k, b = own.wavenumbers, own.directions
    return Harmonics(k * np.cos(b), k * np.sin(b), own.frequencies, own.phases, np.zeros(len(own)))


def depth_harmonics(own: WaveComponents) -> Harmonics:
    """Sums over components with exp(k z), and exp(-k (z + 2 h)) where some feel the bottom."""
    k, b = own.wavenumbers, own.directions
    image = None
    if math.isfinite(own.depth) and (k * own.depth).min() < _DEEP:
        image = 2 * k * own.depth
    return Harmonics(k * np.cos(b), k * np.sin(b), own.frequencies, own.phases, k, image)
