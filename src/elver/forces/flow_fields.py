"""Streams of given form: tides, profiles over the depth, a Karman street, sums of others.

Each is a flow (flow.py): ``velocity(place, time)`` in CasADi, and nothing else; gradients and accelerations follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.forces.effect import Range, surface_of
from elver.forces.flow import Flow, velocity_of
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.symbolic.spatial import column

_RATIO = float(np.arcsinh(1.0)) / np.pi  # h/a = 0.281: the one at which a street of point vortices is stable to first order
_FAR = 30.0  # 2 pi y/a beyond which a row is the same as at it, and cosh is still a number


@dataclass(frozen=True)
class OscillatingFlow:
    """The same velocity everywhere that swings: U = stream + amplitude sin(2 pi t / period + phase): a tide, a U-tube."""

    amplitude: tuple = quantity(REQUIRED, "m/s", "amplitude of the velocity, x,y,z", length=3)
    period: float = quantity(REQUIRED, "s", "period of the swing", above=0.0)
    phase: float = quantity(0.0, "rad", "phase at time 0")
    stream: tuple = quantity((0.0, 0.0, 0.0), "m/s", "mean velocity, x,y,z")

    def __post_init__(self) -> None:
        check_quantities(self)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        return column(self.stream) + column(self.amplitude) * ca.sin(2 * np.pi * time / self.period + self.phase)


# --- Profiles over the height.


@dataclass(frozen=True)
class PowerProfile:
    """U = stream ((z - bottom)/height)^exponent; exponent 1: a uniform shear, 1/7: a turbulent boundary layer.

    The slope has no end at the bottom: within ``lowest`` of it the velocity is that at ``lowest``.
    """

    stream: tuple = quantity(REQUIRED, "m/s", "velocity at the height of reference, x,y,z", length=3)
    height: float = quantity(REQUIRED, "m", "height of reference above the bottom", above=0.0)
    exponent: float = quantity(1 / 7, "1", "exponent of the profile", low=0.0)
    bottom: float = quantity(0.0, "m", "height of the bottom in the world")
    lowest: float = quantity(0.01, "m", "height above the bottom below which the velocity does not change", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        above = ca.fmax(place[2] - self.bottom, self.lowest)
        return column(self.stream) * (above / self.height) ** self.exponent


@dataclass(frozen=True)
class LogarithmicProfile:
    """U = stream ln(1 + (z - bottom)/z_0) / ln(1 + height/z_0): the wall layer over rough ground; at rest on the bottom."""

    stream: tuple = quantity(REQUIRED, "m/s", "velocity at the height of reference, x,y,z", length=3)
    height: float = quantity(REQUIRED, "m", "height of reference above the bottom", above=0.0)
    roughness: float = quantity(1e-3, "m", "z_0, length of the bottom's roughness", above=0.0)
    bottom: float = quantity(0.0, "m", "height of the bottom in the world")

    def __post_init__(self) -> None:
        check_quantities(self)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        above = ca.fmax(place[2] - self.bottom, 0)
        return column(self.stream) * ca.log1p(above / self.roughness) / ca.log1p(self.height / self.roughness)


@dataclass(frozen=True, eq=False)
class TableProfile:
    """Velocities at increasing heights, joined by monotone cubics (Fritsch and Carlson) and constant beyond both ends.

    heights [m, world], n of them; velocities [m/s], n rows of x,y,z.
    """

    heights: Any
    velocities: Any

    def __post_init__(self) -> None:
        z, U = _numbers("heights", self.heights), _numbers("velocities", self.velocities)
        if z.ndim != 1 or len(z) < 2 or U.shape != (len(z), 3):
            raise InputError("TableProfile: give two heights or more, and a row of x,y,z for each in velocities.")
        if (np.diff(z) <= 0).any():
            raise InputError("TableProfile.heights must increase.")
        object.__setattr__(self, "heights", z)
        object.__setattr__(self, "velocities", U)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        from scipy.interpolate import PchipInterpolator

        z, U = self.heights, self.velocities
        pieces, answer = PchipInterpolator(z, U).c, column(U[0])  # (4, n - 1, 3), highest power first
        for k in range(len(z) - 1):
            s = ca.fmin(ca.fmax(place[2] - z[k], 0), z[k + 1] - z[k])  # how far into this piece: 0, all of it, or in between
            c3, c2, c1 = (column(pieces[power, k]) for power in range(3))
            answer = answer + ((c3 * s + c2) * s + c1) * s
        return answer


def _numbers(name: str, given: Any) -> np.ndarray:
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        values = np.full(1, np.nan)
    if not np.isfinite(values).all():
        raise InputError(f"TableProfile.{name} must hold finite numbers.")
    return values


# --- A Karman street: two staggered rows of vortices, a apart along the street and h = 0.281 a across it.
#
# A row of vortices of circulation C at x = 0, +-a, ... on y = 0 has the stream function
#
#     -C/(4 pi) ln(cosh 2 pi y/a - cos 2 pi x/a)                                            (Lamb, Hydrodynamics, article 156).
#
# A constant 2 (pi core/a)^2 added under the logarithm makes each a vortex with a core, C r/(2 pi (r^2 + core^2)), and the whole
# stays free of divergence. Clockwise vortices on the left of the stream and anticlockwise ones on its right move against it by
# C/(2 a) tanh(pi h/a) = C/(a sqrt 8), so that with the frequency f = Strouhal U/D of each row and the speed c U of the street
#
#     a = c U/f,      C = sqrt(8) a (1 - c) U,      drag of the cylinder: C_D = a/D [1.587 (1 - c) - 0.628 (1 - c)^2]    (Karman).


@dataclass(frozen=True)
class KarmanStreet:
    """The wake of an upright cylinder in a level stream: valid some diameters behind it, where the vortices have formed.

    Time 0 has an anticlockwise vortex on the right side at the cylinder's place along the stream. Upstream of the cylinder, and
    on it, the street goes on as if it were there too: keep away.
    """

    diameter: float = quantity(REQUIRED, "m", "D, of the cylinder", above=0.0)
    stream: tuple = quantity(REQUIRED, "m/s", "U, velocity of the undisturbed stream, x,y; level", length=3)
    centre: tuple = quantity((0.0, 0.0, 0.0), "m", "a point of the cylinder's axis, x,y,z")
    strouhal: float = quantity(0.2, "1", "f D / U of the shedding", above=0.0)
    convection: float = quantity(0.86, "1", "c, speed of the vortices over that of the stream", above=0.0, high=1.0)
    core: float = quantity(0.25, "1", "radius of the vortices' cores over D", above=0.0)
    phase: float = quantity(0.0, "rad", "of the shedding at time 0: how far the vortices are ahead, a period is 2 pi")

    def __post_init__(self) -> None:
        check_quantities(self)
        if isinstance(self.stream[2], (int, float)) and self.stream[2] != 0:
            raise InputError(f"KarmanStreet.stream goes up at {self.stream[2]:g} m/s. The street is level: give 0 for z.")
        if all(isinstance(c, (int, float)) and c == 0 for c in self.stream):
            raise InputError("KarmanStreet.stream is 0: without a stream there is no street.")

    @property
    def speed(self) -> Any:
        """U [m/s]."""
        return (self.stream[0] ** 2 + self.stream[1] ** 2) ** 0.5

    @property
    def spacing(self) -> Any:
        """a [m]: distance of the vortices of a row."""
        return self.convection * self.diameter / self.strouhal

    @property
    def circulation(self) -> Any:
        """C [m^2/s] of a vortex."""
        return 8**0.5 * self.spacing * (1 - self.convection) * self.speed

    @property
    def period(self) -> Any:
        """Of the shedding [s]."""
        return self.diameter / (self.strouhal * self.speed)

    @property
    def drag_coefficient(self) -> Any:
        """Karman's, of the cylinder that leaves this street."""
        slow = 1 - self.convection
        return self.spacing / self.diameter * (1.587 * slow - 0.628 * slow**2)

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        U, a = self.speed, self.spacing
        e = ca.vertcat(self.stream[0], self.stream[1], 0) / U  # along the street
        n = ca.vertcat(-e[1], e[0], 0)  # to its left
        away = place - column(self.centre)
        x, y = e.T @ away - self.convection * U * time, n.T @ away
        x = x - a * self.phase / (2 * np.pi)
        width, wave = _RATIO * a, 2 * np.pi / a
        soft = 2 * (np.pi * self.core * self.diameter / a) ** 2
        along, across = ca.SX(0), ca.SX(0)
        for side, shift in ((-1.0, 0.0), (1.0, 0.5 * a)):  # right: anticlockwise; left: clockwise
            X, Y = wave * (x - shift), ca.fmin(ca.fmax(wave * (y - side * width / 2), -_FAR), _FAR)
            strength = -side * self.circulation / (2 * a) / (ca.cosh(Y) - ca.cos(X) + soft)
            along, across = along - strength * ca.sinh(Y), across + strength * ca.sin(X)
        return ca.vertcat(self.stream[0], self.stream[1], 0) + along * e + across * n


@dataclass(frozen=True)
class SumOfFlows:
    """Several flows at once: their velocities add up. Right for what does not disturb each other, a stream and waves, say."""

    parts: Sequence[Flow]

    def __post_init__(self) -> None:
        if not self.parts or not all(callable(getattr(part, "velocity", None)) for part in self.parts):
            raise InputError("SumOfFlows.parts must be a list of flows.")
        if sum(surface_of(part) is not None for part in self.parts) > 1:
            raise InputError("SumOfFlows.parts holds several flows with a surface. Give one Sea, with several waves.")
        object.__setattr__(self, "parts", tuple(self.parts))

    def velocity(self, place: ca.SX, time: ca.SX) -> ca.SX:
        return sum((velocity_of(part, place, time) for part in self.parts), ca.SX(3, 1))

    @property
    def elevation(self) -> Any:
        """That of the part that has a surface; None where all fill all space."""
        return next((own for part in self.parts if (own := surface_of(part)) is not None), None)

    def ranges(self, place: ca.SX, time: ca.SX) -> Sequence[Range]:
        return [own for part in self.parts if hasattr(part, "ranges") for own in part.ranges(place, time)]
