"""Bodies whose section varies along their axis, and flat ones.

Between two stations the half axes of the elliptic section go in a straight line. Volume, centroid and inertia are then integrals
of polynomials of degree 4 or less, which three Gauss points per piece give exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from elver.errors import InputError, is_symbol, require_number, shown
from elver.robot.shapes import Box, Compound, Shape, Strip, rings
from elver.symbols import divided, has_symbols, is_zero, largest, times, vector

EXACT = 3  # Gauss points per piece, exact up to degree 5


def check_stations(kind: str, stations) -> tuple[tuple, ...]:
    """Stations (s, half width, half height) [m]: at least two, s increasing from 0, half axes not negative, not all 0.

    Symbols are checked when they have their values.
    """
    advice = f"{kind}.stations: give two or more rows (s, half_width, half_height) [m], s increasing from 0."
    try:
        rows = [tuple(row) for row in stations]
    except TypeError:
        raise InputError(advice) from None
    if len(rows) < 2 or any(len(row) != 3 for row in rows):
        raise InputError(advice)
    for k, row in enumerate(rows):
        for name, value in zip(("s", "half_width", "half_height"), row, strict=True):
            require_number(f"{kind}.stations[{k}]: {name}", value, low=0.0, unit="m")
    places = [row[0] for row in rows]
    falling = any(not has_symbols(b - a) and b <= a for a, b in pairwise(places))
    if falling or not is_zero(places[0]):
        raise InputError(f"{advice} Given s: {', '.join(map(shown, places))}.")
    if any(all(is_zero(row[axis]) for row in rows) for axis in (1, 2)):
        raise InputError(f"{kind}.stations: a half axis is 0 everywhere. Give a solid some width and height.")
    return tuple(tuple(v if is_symbol(v) else float(v) for v in row) for row in rows)


def along(stations, points: int) -> list[tuple]:
    """Gauss points of every piece: s, weight ds, half width and half height there [m]."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    found = []
    for (s0, a0, b0), (s1, a1, b1) in pairwise(stations):
        for x, w in zip((0.5 * (nodes + 1)).tolist(), (0.5 * weights).tolist(), strict=True):
            found.append((s0 + x * (s1 - s0), w * (s1 - s0), a0 + x * (a1 - a0), b0 + x * (b1 - b0)))
    return found


@dataclass(frozen=True, eq=False)
class TaperedStrip(Strip):
    """A strip whose elliptic section varies: ``stations`` (s, half_width, half_height) [m], straight lines between them.

    s is the distance from ``start`` along e1. ``length``, ``half_width``, ``half_height`` follow: the last s, the largest ones.
    """

    length: float = field(init=False)
    half_width: float = field(init=False)
    half_height: float = field(init=False)
    stations: Sequence = field(kw_only=True)

    def __post_init__(self):
        rows = check_stations("TaperedStrip", self.stations)
        object.__setattr__(self, "stations", rows)
        object.__setattr__(self, "length", rows[-1][0])
        object.__setattr__(self, "half_width", largest(*(a for _, a, _ in rows)))
        object.__setattr__(self, "half_height", largest(*(b for _, _, b in rows)))
        super().__post_init__()

    def sections(self, points: int = EXACT) -> list[tuple]:
        """Gauss points along it: s, ds, half width, half height [m]."""
        return along(self.stations, points)


@dataclass(frozen=True, eq=False)
class Tapered(Shape):
    """Solid with elliptic sections that vary along e1: ``stations`` (s, half axis along e2, half axis along e3) [m].

    The origin is the centre of the section at s = 0. A half axis of 0 at an end is a point or an edge.
    """

    stations: Sequence

    def __post_init__(self):
        object.__setattr__(self, "stations", check_stations("Tapered", self.stations))
        super().__post_init__()
        if is_zero(self.volume):
            raise InputError("Tapered.stations: no section has both width and height. Give a solid some volume.")

    def lengths(self):
        return {}

    def moment(self, of):
        """Integral over the volume's sections of ``of(s, a, b)`` times their area."""
        return sum(ds * math.pi * a * b * of(s, a, b) for s, ds, a, b in along(self.stations, EXACT))

    @property
    def volume(self) -> float:
        return self.moment(lambda s, a, b: 1.0)

    def local_centroid(self):
        return vector(self.moment(lambda s, a, b: s) / self.volume, 0.0, 0.0)

    def local_second(self):
        middle = self.local_centroid()[0]
        parts = (lambda s, a, b: (s - middle) ** 2, lambda s, a, b: a * a / 4, lambda s, a, b: b * b / 4)
        return divided(vector(*(self.moment(part) for part in parts)), self.volume)

    def local_surface(self):
        return rings(self.stations)

    def pieces(self) -> tuple[Tapered, ...]:
        """The whole where its outlines are convex, else its pieces from station to station; flat ones are left out."""
        s, *sides = np.asarray(self.stations, dtype=float).T
        slopes = [np.diff(side) / np.diff(s) for side in sides]
        if all((np.diff(slope) <= 1e-9).all() for slope in slopes):
            return (self,)
        rows = [(np.array(one), np.array(two)) for one, two in pairwise(self.stations)]
        solid = [(one, two) for one, two in rows if (np.maximum(one, two)[1:] > 0).all()]
        return tuple(self.piece(one, two) for one, two in solid)

    def piece(self, one: np.ndarray, two: np.ndarray) -> Tapered:
        """What lies between two stations."""
        stations = ((0.0, *one[1:]), (two[0] - one[0], *two[1:]))
        return Tapered(stations, at=self.at + one[0] * self.axes[:, 0], axes=self.axes)

    def strip(self):
        return TaperedStrip(self.at, self.axes, stations=self.stations)


@dataclass(frozen=True, eq=False)
class Plate(Box):
    """A flat fin: a box with edges l1 along it, l2 through it (thin) and l3 across, centred at its origin.

    Its strip is the flat ellipse of the same height: in an ideal fluid it moves rho pi (l3/2)^2 of water per length, as the plate
    does. A plate's drag coefficient across is about 2.
    """

    def strip(self):
        start = self.at - times(0.5 * self.l1, self.axes[:, 0])
        return Strip(start, self.axes, self.l1, self.l2 / 2, self.l3 / 2)


def convex_parts(shape: Shape) -> tuple[Shape, ...]:
    """The convex solids that a shape in numbers is made of."""
    if isinstance(shape, Compound):
        return tuple(convex for part in shape.parts for convex in convex_parts(part))
    return shape.pieces() if isinstance(shape, Tapered) else (shape,)
