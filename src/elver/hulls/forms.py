"""Parametric hulls as closed surfaces: a single scull, a box, a half sphere; and panels for the wetted half and its lid."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from elver.errors import InputError, require_number
from elver.hulls.surface import Surface

WALL = 0.1  # freeboard of the parametric hulls [m], wall-sided


@dataclass(frozen=True)
class Scull:
    """A slender hull of half-elliptic sections, x forward, z up, waterline at z = 0.

    Half breadth beam/2 (1 - xi^2) and depth draft (1 - xi^4) with xi = 2 x / length. All in metres.
    The defaults displace 101.1 kg of fresh water: boat, oars and an 80 kg rower.
    """

    length: float = 8.2
    beam: float = 0.28
    draft: float = 0.092

    def __post_init__(self):
        for name in ("length", "beam", "draft"):
            require_number(f"Scull.{name}", getattr(self, name), above=0.0, unit="m")

    @property
    def volume(self) -> float:
        """Displaced volume [m^3]: pi/2 times the integral of half breadth times depth."""
        return math.pi / 2 * self.beam / 2 * self.draft * self.length / 2 * 2 * (1 - 1 / 3 - 1 / 5 + 1 / 7)

    def half_breadth(self, xi):
        return self.beam / 2 * (1 - xi**2)

    def depth(self, xi):
        return self.draft * (1 - xi**4)

    def half_panels(self, along: int = 120, around: int = 8) -> Surface:
        """Panels of the wetted side y > 0, normals into the water; closer together towards the ends."""
        xi, angle = np.meshgrid(stations(along), np.linspace(0, math.pi / 2, around + 1), indexing="ij")
        points = [self.length / 2 * xi, self.half_breadth(xi) * np.cos(angle), -self.depth(xi) * np.sin(angle)]
        return grid(np.stack(points, axis=-1), outwards=True)

    def half_lid(self, along: int = 120, across: int = 4) -> Surface:
        """Panels of the waterplane's half y > 0, which keep irregular frequencies away."""
        xi, share = np.meshgrid(stations(along), np.linspace(0, 1, across + 1), indexing="ij")
        points = [self.length / 2 * xi, self.half_breadth(xi) * share, np.zeros_like(xi)]
        return grid(np.stack(points, axis=-1), outwards=False)

    def surface(self, along: int = 120, around: int = 12) -> Surface:
        """The closed hull with wall-sided freeboard and a flat deck."""
        wet = np.linspace(-math.pi / 2, math.pi / 2, 2 * around + 1)
        sections = []
        for xi in stations(along):
            b, d = self.half_breadth(xi), self.depth(xi)
            keel = [[b * math.sin(a), -d * math.cos(a)] for a in wet]
            sections.append([[-b, WALL], *keel, [b, WALL]])
        x = self.length / 2 * np.repeat(stations(along)[:, None], 2 * around + 3, axis=1)
        return closed_loft(np.dstack([x, np.array(sections)]))


def stations(count: int) -> np.ndarray:
    """Positions from -1 to 1, closer together towards the ends."""
    xi = -np.cos(np.linspace(0, math.pi, count + 1))
    xi[0], xi[-1] = -1.0, 1.0
    return xi


def grid(points: np.ndarray, outwards: bool) -> Surface:
    """Quadrilaterals between the rows of points (n, m, 3)."""
    n, m, _ = points.shape
    k = np.arange(n * m).reshape(n, m)
    corners = [k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]]
    return Surface(points.reshape(-1, 3), np.stack(corners if outwards else corners[::-1], axis=-1).reshape(-1, 4))


def closed_loft(sections: np.ndarray) -> Surface:
    """A closed surface over open sections (n, m, 3), rim to rim under the keel, ends of no width; a deck joins the rims."""
    side = grid(sections, outwards=True)
    deck = grid(sections[:, [-1, 0]], outwards=True)
    triangles = np.concatenate([side.triangles, deck.triangles])
    surface = Surface.from_triangles(triangles)
    return surface if surface.volume > 0 else Surface(surface.vertices, surface.faces[:, ::-1])


def box(length: float, beam: float, draft: float, freeboard: float = WALL) -> Surface:
    """A closed box, waterline at z = 0 [m]."""
    for name, value in (("length", length), ("beam", beam), ("draft", draft)):
        require_number(f"box {name}", value, above=0.0, unit="m")
    low, high = np.array([-length / 2, -beam / 2, -draft]), np.array([length / 2, beam / 2, freeboard])
    corners = np.array([[(low, high)[k >> a & 1][a] for a in range(3)] for k in range(8)])
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return Surface(corners, np.array(faces))


def sphere(radius: float, around: int = 24) -> Surface:
    """A closed sphere about the origin, flat panels with corners on it [m]."""
    if around < 4:
        raise InputError(f"around = {around} panels. A sphere needs four or more.")
    polar, azimuth = np.meshgrid(np.linspace(0, math.pi, around + 1), np.linspace(0, 2 * math.pi, 2 * around + 1), indexing="ij")
    points = np.stack([np.sin(polar) * np.cos(azimuth), np.sin(polar) * np.sin(azimuth), np.cos(polar)], axis=-1)
    return Surface.from_triangles(grid(radius * points, outwards=True).triangles)
