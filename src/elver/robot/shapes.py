"""Solid shapes: volume, centroid and inertia, placed in the frame of the body they belong to.

Every shape has local axes e1 (axial), e2, e3. ``axes`` holds e1, e2, e3 as columns in the body frame, ``at`` the
shape's own origin there. All lengths in metres.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from elver._support.errors import InputError, NotFreeError, is_symbol, require_number, shown
from elver.symbolic.arrays import (
    array_of,
    diagonal,
    divided,
    has_symbols,
    is_zero,
    largest,
    parallel_axes,
    require_known,
    smallest,
    times,
    vector,
)

if TYPE_CHECKING:
    import casadi as ca

IDENTITY = np.eye(3)
_AROUND = np.linspace(0, 2 * math.pi, 16, endpoint=False)


def _rings(stations: Iterable[tuple[float, float, float]]) -> np.ndarray:
    """Points on elliptic rings: ``stations`` holds (position along e1, half axis along e2, half axis along e3)."""
    return np.array([[x, a2 * math.cos(t), a3 * math.sin(t)] for x, a2, a3 in stations for t in _AROUND])


def axes_from(e1: Sequence[float] | np.ndarray, e2: Sequence[float] | np.ndarray) -> np.ndarray:
    """Rotation whose columns are the unit vectors e1, e2 and e1 x e2 (body frame)."""
    e1, e2 = np.asarray(e1, float), np.asarray(e2, float)
    axes = np.column_stack([e1, e2, np.cross(e1, e2)])
    if not np.allclose(axes.T @ axes, np.eye(3), atol=1e-12):
        raise InputError(f"axes e1={e1.tolist()}, e2={e2.tolist()} are not orthonormal. Give two orthogonal unit vectors.")
    return axes


def require_length(what: str, value: float | ca.SX) -> None:
    """A length is a number of metres greater than 0; a symbol is checked when it has its value."""
    require_number(what, value, above=0.0, unit="m")


def place(thing: Shape | Strip, kind: str, origin: str) -> None:
    """Check and store the origin (3), which may hold symbols, and the axes (a rotation) of a shape or strip."""
    for name, shape in ((origin, (3,)), ("axes", (3, 3))):
        value = array_of(getattr(thing, name), shape)
        if value is None:
            raise InputError(f"{kind}.{name} must be {' x '.join(map(str, shape))} finite numbers.")
        object.__setattr__(thing, name, value)
    require_known(f"{kind}.axes", thing.axes)
    if not np.allclose(thing.axes.T @ thing.axes, np.eye(3), atol=1e-9) or np.linalg.det(thing.axes) < 0:
        raise InputError(
            f"{kind}.axes is not a rotation. Its columns are three orthogonal unit vectors, right-handed: see axes_from."
        )


@dataclass(frozen=True, eq=False)
class Strip:
    """The slender outline a strip-theory force acts on: an elliptic section swept along e1.

    start [m]: centre of the section at the interval's first end, body frame.
    axes: columns e1 (axial), e2, e3 in the body frame.  length [m].
    half_width [m]: half axis of the section along e2.  half_height [m]: along e3.
    """

    start: np.ndarray
    axes: np.ndarray
    length: float
    half_width: float
    half_height: float

    def __post_init__(self) -> None:
        place(self, "Strip", "start")
        for name in ("length", "half_width", "half_height"):
            require_length(f"Strip.{name}", getattr(self, name))

    @property
    def middle(self) -> np.ndarray:
        """Mid-length point S [m, body frame]."""
        return self.start + times(0.5 * self.length, self.axes[:, 0])


@dataclass(frozen=True, eq=False)
class Contour:
    """Outline of a body in the plane of motion for contact: a segment with a rounded rim (a stadium).

    centre [m] of the segment and its unit direction ``axis``, body frame; half_length [m] of the segment; radius [m] of the rim.
    """

    centre: np.ndarray
    axis: np.ndarray
    half_length: float
    radius: float

    def __post_init__(self) -> None:
        for name in ("centre", "axis"):
            value = array_of(getattr(self, name), (3,))
            if value is None:
                raise InputError(f"Contour.{name} must be three finite numbers, in the body frame.")
            object.__setattr__(self, name, value)
        require_known("Contour.axis", self.axis)
        if abs(np.linalg.norm(self.axis) - 1) > 1e-9:
            raise InputError(f"Contour.axis = {self.axis.tolist()} is not a unit vector.", name="Contour.axis")
        require_number("Contour.half_length", self.half_length, low=0.0, unit="m")
        require_length("Contour.radius", self.radius)

    @classmethod
    def around(cls, strip: Strip) -> Contour:
        """The stadium inside a strip: as long and as wide."""
        half = largest(strip.length / 2 - strip.half_width, 0.0)
        return cls(strip.middle, strip.axes[:, 0], half, strip.half_width)


@dataclass(frozen=True, eq=False)
class Shape:
    """Common part of all solids. Subclasses give ``volume``, ``local_centroid`` and ``local_second`` moments."""

    at: np.ndarray = field(default_factory=lambda: np.zeros(3), kw_only=True)
    axes: np.ndarray = field(default_factory=lambda: np.eye(3), kw_only=True)

    def __post_init__(self) -> None:
        place(self, type(self).__name__, "at")
        for name, value in self.lengths().items():
            require_length(f"{type(self).__name__}.{name}", value)

    def lengths(self) -> dict[str, float]:
        """Named dimensions that must be positive [m]."""
        raise NotImplementedError

    @property
    def volume(self) -> float:
        """Volume [m^3]."""
        raise NotImplementedError

    def local_centroid(self) -> np.ndarray:
        """Centroid in local axes [m], from the shape's own origin."""
        return np.zeros(3)

    def local_second(self) -> np.ndarray:
        """Mean of x_k^2 about the centroid along e1, e2, e3 [m^2]."""
        raise NotImplementedError

    def centroid(self) -> np.ndarray:
        """Centroid in the body frame [m]."""
        return self.at + self.axes @ self.local_centroid()

    def inertia(self, density: float) -> np.ndarray:
        """Inertia tensor about the body frame's origin [kg m^2], of the solid with ``density`` [kg/m^3]."""
        mass, s, c = density * self.volume, self.local_second(), self.centroid()
        central = times(mass, diagonal(s[1] + s[2], s[0] + s[2], s[0] + s[1]))
        return self.axes @ central @ self.axes.T + parallel_axes(mass, c)

    def ellipsoid(self) -> Ellipsoid:
        """The ellipsoid of the same volume and centroid whose half axes are to each other as the solid's radii of gyration."""
        second = self.local_second()
        factor = (self.volume / (4 / 3 * math.pi * (second[0] * second[1] * second[2]) ** 0.5)) ** (1 / 3)
        return Ellipsoid(*(factor * s**0.5 for s in second), at=self.centroid(), axes=self.axes)

    def strip(self) -> Strip | None:
        """Slender outline of the shape, or None where it has none."""
        return None

    def local_surface(self) -> np.ndarray:
        """Points on the surface in local axes [m], enough for a picture."""
        raise NotImplementedError

    def surface(self) -> np.ndarray:
        """Points on the surface in the body frame [m], one per row."""
        return self.at + self.local_surface() @ self.axes.T


@dataclass(frozen=True, eq=False)
class Ellipsoid(Shape):
    """Solid ellipsoid, origin at its centre. Semi-axes along e1, e2, e3 [m]."""

    a1: float
    a2: float
    a3: float

    def lengths(self) -> dict[str, float]:
        return {"a1": self.a1, "a2": self.a2, "a3": self.a3}

    @property
    def volume(self) -> float:
        return 4 / 3 * math.pi * self.a1 * self.a2 * self.a3

    def local_second(self) -> np.ndarray:
        return vector(self.a1, self.a2, self.a3) ** 2 / 5

    def local_surface(self) -> np.ndarray:
        cuts = np.sin(np.linspace(-math.pi / 2, math.pi / 2, 9))
        return _rings([(self.a1 * c, self.a2 * math.sqrt(1 - c * c), self.a3 * math.sqrt(1 - c * c)) for c in cuts])

    def strip(self) -> Strip | None:
        start = self.at - times(self.a1, self.axes[:, 0])
        return Strip(start, self.axes, 2 * self.a1, self.a2, self.a3)


@dataclass(frozen=True, eq=False)
class HalfEllipsoid(Shape):
    """Half of an ellipsoid: flat base at the origin, tip at +length e1. Base semi-axes a2, a3 [m]."""

    length: float
    a2: float
    a3: float

    def lengths(self) -> dict[str, float]:
        return {"length": self.length, "a2": self.a2, "a3": self.a3}

    @property
    def volume(self) -> float:
        return 2 / 3 * math.pi * self.length * self.a2 * self.a3

    def local_centroid(self) -> np.ndarray:
        return vector(3 / 8 * self.length, 0, 0)

    def local_second(self) -> np.ndarray:
        axial = self.length**2 * (1 / 5 - (3 / 8) ** 2)
        return vector(axial, self.a2**2 / 5, self.a3**2 / 5)

    def local_surface(self) -> np.ndarray:
        cuts = np.sin(np.linspace(0, math.pi / 2, 6))
        return _rings([(self.length * c, self.a2 * math.sqrt(1 - c * c), self.a3 * math.sqrt(1 - c * c)) for c in cuts])

    def strip(self) -> Strip | None:
        return Strip(self.at, self.axes, self.length, self.a2, self.a3)


class Cylinder(Shape):
    """What elliptic cylinders and rods share: a solid from the origin to +length e1 with section half axes a2, a3."""

    length: float
    a2: float
    a3: float

    @property
    def volume(self) -> float:
        return math.pi * self.length * self.a2 * self.a3

    def local_centroid(self) -> np.ndarray:
        return vector(self.length / 2, 0, 0)

    def local_second(self) -> np.ndarray:
        return vector(self.length**2 / 12, self.a2**2 / 4, self.a3**2 / 4)

    def local_surface(self) -> np.ndarray:
        return _rings([(0, self.a2, self.a3), (self.length, self.a2, self.a3)])

    def strip(self) -> Strip | None:
        return Strip(self.at, self.axes, self.length, self.a2, self.a3)


@dataclass(frozen=True, eq=False)
class EllipticCylinder(Cylinder):
    """Solid elliptic cylinder from the origin to +length e1. Section half axes a2, a3 [m]."""

    length: float
    a2: float
    a3: float

    def lengths(self) -> dict[str, float]:
        return {"length": self.length, "a2": self.a2, "a3": self.a3}


@dataclass(frozen=True, eq=False)
class Rod(Cylinder):
    """Solid round rod from the origin to +length e1 [m]."""

    length: float
    radius: float

    def lengths(self) -> dict[str, float]:
        return {"length": self.length, "radius": self.radius}

    @property
    def a2(self) -> float:  # type: ignore[override]  # fixed by the radius
        return self.radius

    a3 = a2


@dataclass(frozen=True, eq=False)
class Box(Shape):
    """Solid box centred at its origin. Edges along e1, e2, e3 [m]."""

    l1: float
    l2: float
    l3: float

    def lengths(self) -> dict[str, float]:
        return {"l1": self.l1, "l2": self.l2, "l3": self.l3}

    @property
    def volume(self) -> float:
        return self.l1 * self.l2 * self.l3

    def local_second(self) -> np.ndarray:
        return vector(self.l1, self.l2, self.l3) ** 2 / 12

    def local_surface(self) -> np.ndarray:
        corners = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
        return 0.5 * corners * np.array([self.l1, self.l2, self.l3])


@dataclass(frozen=True, eq=False)
class Compound(Shape):
    """Several shapes of one density, rigidly joined; each part is placed in the body frame by itself."""

    parts: tuple[Shape, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.parts:
            raise InputError("Compound has no parts. Give at least one shape.")
        if has_symbols(self.at) or np.any(self.at) or not np.array_equal(self.axes, IDENTITY):
            raise InputError("Compound takes no `at` or `axes`: place its parts instead.")

    def lengths(self) -> dict[str, float]:
        return {}

    @property
    def volume(self) -> float:
        return sum(part.volume for part in self.parts)

    def centroid(self) -> np.ndarray:
        return divided(sum(times(part.volume, part.centroid()) for part in self.parts), self.volume)  # type: ignore[arg-type]

    def inertia(self, density: float) -> np.ndarray:
        return sum(part.inertia(density) for part in self.parts)  # type: ignore[return-value]

    def ellipsoid(self) -> Ellipsoid:
        """As of one solid, along the principal axes of the whole."""
        if has_symbols(self.inertia(1.0)):
            raise NotFreeError("the principal axes of a compound depend on a free parameter. Give it a number, or one solid.")
        about = np.asarray(self.inertia(1.0) - parallel_axes(self.volume, self.centroid()), dtype=float) / self.volume
        second, axes = np.linalg.eigh(0.5 * np.trace(about) * IDENTITY - about)
        order = np.argsort(-second)  # the longest first
        second, axes = np.maximum(second[order], 1e-12 * second.max()), axes[:, order]
        axes[:, 2] *= np.sign(np.linalg.det(axes))
        factor = (self.volume / (4 / 3 * math.pi * math.sqrt(second.prod()))) ** (1 / 3)
        return Ellipsoid(*(factor * np.sqrt(second)), at=self.centroid(), axes=axes)

    def surface(self) -> np.ndarray:
        return np.vstack([part.surface() for part in self.parts])

    def strip(self) -> Strip | None:
        """One strip along the common axis from the first end to the last, with the largest section.

        None where the parts are not strung on one line with their sections turned alike.
        """
        strips = [s for s in (part.strip() for part in self.parts) if s is not None]
        if len(strips) < len(self.parts) or not all(_in_line(s, strips[0]) for s in strips):
            return None
        e1 = strips[0].axes[:, 0]
        ends = [p @ e1 for s in strips for p in (s.start, s.start + times(s.length, s.axes[:, 0]))]
        first, last = smallest(*ends), largest(*ends)
        start = strips[0].start + times(first - strips[0].start @ e1, e1)
        width, height = largest(*(s.half_width for s in strips)), largest(*(s.half_height for s in strips))
        return Strip(start, strips[0].axes, last - first, width, height)


def _in_line(a: Strip, b: Strip) -> bool:
    """True where two strips share their axis line and their sections are not turned against each other."""
    e1, gap = b.axes[:, 0], a.start - b.start
    aside = array_of(gap - times(gap @ e1, e1), (3,))
    aligned = all(abs(abs(a.axes[:, k] @ b.axes[:, k]) - 1) < 1e-9 for k in (0, 1))
    if aside is None or has_symbols(aside):
        raise NotFreeError("parts of a Compound are moved off its line by a free parameter. Give the body its own strip.")
    size = 1.0 if has_symbols(a.length + b.length) else a.length + b.length
    return aligned and float(np.linalg.norm(aside)) < 1e-9 * size


# --- A thin blade: the flat outline a wing force acts on.


@dataclass(frozen=True, eq=False)
class Blade:
    """A flat rectangle of a wing. All vectors in the body frame.

    start [m]: leading edge at the blade's root.    span: unit vector along the leading edge, root to tip.
    chordwise t: unit vector from the trailing to the leading edge.   normal w: unit vector, lower to upper side.
    length [m] along the span; chord [m].
    """

    start: np.ndarray
    span: np.ndarray
    chordwise: np.ndarray
    normal: np.ndarray
    length: float
    chord: float

    def __post_init__(self) -> None:
        for name in ("start", "span", "chordwise", "normal"):
            value = array_of(getattr(self, name), (3,))
            if value is None:
                raise InputError(f"Blade.{name} must be three finite numbers, in the body frame.")
            if name != "start":
                require_known(f"Blade.{name}", value)
            object.__setattr__(self, name, value)
        axes = self.axes
        if not np.allclose(axes.T @ axes, np.eye(3), atol=1e-9):
            raise InputError("Blade: span, chordwise and normal must be orthogonal unit vectors (of either handedness).")
        for name in ("length", "chord"):
            require_length(f"Blade.{name}", getattr(self, name))

    @property
    def axes(self) -> np.ndarray:
        """Columns span, chordwise, normal."""
        return np.column_stack([self.span, self.chordwise, self.normal])

    def corners(self) -> np.ndarray:
        """The four corners around the rectangle [m, body frame]: leading edge root, tip, trailing edge tip, root."""
        along, back = self.length * self.span, -self.chord * self.chordwise
        return np.array([self.start, self.start + along, self.start + along + back, self.start + back])


# --- Bodies whose section varies along their axis, and flat ones.
#
# Between two stations the half axes of the elliptic section go in a straight line. Volume, centroid and inertia are then
# integrals of polynomials of degree 4 or less, which three Gauss points per piece give exactly.

_EXACT = 3  # Gauss points per piece, exact up to degree 5


def _check_stations(kind: str, stations: Sequence[Sequence[float]]) -> tuple[tuple, ...]:
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


def _along(stations: Sequence[Sequence[float]], points: int) -> list[tuple]:
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

    def __post_init__(self) -> None:
        rows = _check_stations("TaperedStrip", self.stations)
        object.__setattr__(self, "stations", rows)
        object.__setattr__(self, "length", rows[-1][0])
        object.__setattr__(self, "half_width", largest(*(a for _, a, _ in rows)))
        object.__setattr__(self, "half_height", largest(*(b for _, _, b in rows)))
        super().__post_init__()

    def sections(self, points: int = _EXACT) -> list[tuple]:
        """Gauss points along it: s, ds, half width, half height [m]."""
        return _along(self.stations, points)


@dataclass(frozen=True, eq=False)
class Tapered(Shape):
    """Solid with elliptic sections that vary along e1: ``stations`` (s, half axis along e2, half axis along e3) [m].

    The origin is the centre of the section at s = 0. A half axis of 0 at an end is a point or an edge.
    """

    stations: Sequence

    def __post_init__(self) -> None:
        object.__setattr__(self, "stations", _check_stations("Tapered", self.stations))
        super().__post_init__()
        if is_zero(self.volume):
            raise InputError("Tapered.stations: no section has both width and height. Give a solid some volume.")

    def lengths(self) -> dict[str, float]:
        return {}

    def moment(self, of: Callable[[float, float, float], float]) -> float:
        """Integral over the volume's sections of ``of(s, a, b)`` times their area."""
        return sum(ds * math.pi * a * b * of(s, a, b) for s, ds, a, b in _along(self.stations, _EXACT))

    @property
    def volume(self) -> float:
        return self.moment(lambda s, a, b: 1.0)

    def local_centroid(self) -> np.ndarray:
        return vector(self.moment(lambda s, a, b: s) / self.volume, 0.0, 0.0)

    def local_second(self) -> np.ndarray:
        middle = self.local_centroid()[0]
        parts = (lambda s, a, b: (s - middle) ** 2, lambda s, a, b: a * a / 4, lambda s, a, b: b * b / 4)
        return divided(vector(*(self.moment(part) for part in parts)), self.volume)

    def local_surface(self) -> np.ndarray:
        return _rings(self.stations)

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

    def strip(self) -> Strip | None:
        return TaperedStrip(self.at, self.axes, stations=self.stations)


@dataclass(frozen=True, eq=False)
class Plate(Box):
    """A flat fin: a box with edges l1 along it, l2 through it (thin) and l3 across, centred at its origin.

    Its strip is the flat ellipse of the same height: in an ideal fluid it moves rho pi (l3/2)^2 of water per length, as the plate
    does. A plate's drag coefficient across is about 2.
    """

    def strip(self) -> Strip | None:
        start = self.at - times(0.5 * self.l1, self.axes[:, 0])
        return Strip(start, self.axes, self.l1, self.l2 / 2, self.l3 / 2)


def convex_parts(shape: Shape) -> tuple[Shape, ...]:
    """The convex solids that a shape in numbers is made of."""
    if isinstance(shape, Compound):
        return tuple(convex for part in shape.parts for convex in convex_parts(part))
    return shape.pieces() if isinstance(shape, Tapered) else (shape,)
