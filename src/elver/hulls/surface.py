"""A closed surface of flat panels: checks, the part under water, and its volume and waterplane.

All integrals run over the wetted panels alone. A field (0, 0, f(x, y)) has no divergence, so by Gauss's theorem what leaves the
body through the waterplane z = 0 enters through the wetted surface S with outward normal n:

    integral of f over the waterplane = - integral of f n_z over S,      volume = integral of z n_z over S.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.errors import InputError, require_number

MERGE = 1e-7  # vertices nearer than this times the size of the surface are one


@dataclass(frozen=True, eq=False)
class Surface:
    """Panels in the frame they were drawn in, z up. vertices (n, 3) [m]; faces (m, 4): indices, counter-clockwise seen from
    outside, a triangle repeats its last one.
    """

    vertices: np.ndarray
    faces: np.ndarray

    @classmethod
    def from_triangles(cls, corners: np.ndarray) -> Surface:
        """A surface from (m, 3, 3) corners: equal corners are merged, triangles without area left out."""
        corners = np.asarray(corners, dtype=float)
        points = corners.reshape(-1, 3)
        size = np.ptp(points, axis=0).max()
        _, first, index = np.unique(np.round(points / (MERGE * size)), axis=0, return_index=True, return_inverse=True)
        faces = index.reshape(-1, 3)
        kept = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
        return cls(points[first], faces[kept][:, [0, 1, 2, 2]])

    @property
    def triangles(self) -> np.ndarray:
        """Corners of all triangles, (k, 3, 3) [m]; a quadrilateral is cut along a diagonal."""
        quads = self.faces[:, 2] != self.faces[:, 3]
        index = np.concatenate([self.faces[:, :3], self.faces[quads][:, [0, 2, 3]]])
        return self.vertices[index]

    @property
    def volume(self) -> float:
        """Enclosed volume [m^3]; negative where the panels are turned inside out."""
        a, b, c = np.moveaxis(self.triangles, 1, 0)
        return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)

    def open_edges(self) -> np.ndarray:
        """Ends (k, 2, 3) [m] of edges that do not join exactly two panels of one orientation; none of a watertight surface."""
        f = self.faces
        edges = np.concatenate([f[:, [0, 1]], f[:, [1, 2]], f[:, [2, 3]], f[:, [3, 0]]])
        edges = edges[edges[:, 0] != edges[:, 1]].astype(np.int64)
        n = len(self.vertices)
        keys, back = edges[:, 0] * n + edges[:, 1], edges[:, 1] * n + edges[:, 0]
        unique, counts = np.unique(keys, return_counts=True)
        wrong = unique[(counts > 1) | ~np.isin(unique, back)]
        return self.vertices[np.column_stack([wrong // n, wrong % n])]

    def moved(self, rotation: np.ndarray, shift: np.ndarray) -> Surface:
        """Turned about the origin, then shifted [m]."""
        return Surface(self.vertices @ np.asarray(rotation).T + shift, self.faces)


def checked(surface: Surface, name: str) -> Surface:
    """The surface where it is finite, watertight and turned outwards; otherwise an error with numbers."""
    if len(surface.faces) < 4 or not np.isfinite(surface.vertices).all():
        raise InputError(f"{name}: {len(surface.faces)} panels with finite corners. A closed hull needs four or more.")
    holes = surface.open_edges()
    if len(holes):
        first, second = (", ".join(f"{v:.4g}" for v in end) for end in holes[0])
        raise InputError(
            f"{name} is not watertight: {len(holes)} of its edges do not join exactly two panels of one orientation, "
            f"such as that from ({first}) to ({second}) m. "
            "Close the hull (deck included) and make all normals point outwards in the program that drew it."
        )
    if surface.volume <= 0:
        raise InputError(
            f"{name} encloses {surface.volume:.4g} m^3: its panels have negative area seen from outside. "
            "Flip the normals so that they point into the water."
        )
    return surface


def refined(surface: Surface, size: float) -> Surface:
    """The same surface with no edge longer than ``size`` [m]: every longer triangle is cut in two at its longest edge, again and
    again. Only edges that are too long are cut, and all at their middle, so that neighbours still meet along whole edges.
    """
    require_number("size of the panels", size, above=0.0, unit="m")
    short, long = [], surface.triangles
    while len(long):
        edges = np.linalg.norm(np.roll(long, -1, axis=1) - long, axis=2)
        cut_now = edges.max(axis=1) > size
        short.append(long[~cut_now])
        a, b, c = (long[cut_now, (edges[cut_now].argmax(axis=1) + k) % 3] for k in range(3))
        middle = 0.5 * (a + b)
        long = np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])
    return Surface.from_triangles(np.concatenate(short))


# --- under water ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wetted:
    """The part below z = 0. volume [m^3]; centre of buoyancy (3) [m]; area of the wetted surface [m^2];
    waterplane: integrals of 1, x, y, x^2, xy, y^2 over it [m^2 .. m^4]; length and beam of its wetted points [m].
    """

    volume: float
    centre: np.ndarray
    area: float
    waterplane: np.ndarray
    length: float
    beam: float


def clipped(triangles: np.ndarray) -> np.ndarray:
    """The parts of triangles (k, 3, 3) below z = 0, as triangles."""
    below = triangles[:, :, 2] < 0
    count = below.sum(axis=1)
    pieces = [triangles[count == 3]]
    for wet in (1, 2):
        chosen, flags = triangles[count == wet], below[count == wet]
        odd = np.argmax(flags if wet == 1 else ~flags, axis=1)  # the corner that is alone on its side
        a, b, c = (chosen[np.arange(len(chosen)), (odd + k) % 3] for k in range(3))
        ab, ac = cut(a, b), cut(a, c)
        pieces += [np.stack([a, ab, ac], 1)] if wet == 1 else [np.stack([ab, b, c], 1), np.stack([ab, c, ac], 1)]
    return np.concatenate(pieces)


def cut(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where the edges from a to b cross z = 0."""
    share = a[:, 2] / (a[:, 2] - b[:, 2])
    points = a + share[:, None] * (b - a)
    points[:, 2] = 0.0
    return points


def wetted(surface: Surface) -> Wetted:
    """Volume, centre and waterplane of the part below z = 0; zeros for a surface that is all above."""
    t = clipped(surface.triangles)
    if not len(t):
        return Wetted(0.0, np.zeros(3), 0.0, np.zeros(6), 0.0, 0.0)
    normal = 0.5 * np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    middle = 0.5 * (t + np.roll(t, -1, axis=1))  # three midpoints: exact for quadratics
    x, y, z = np.moveaxis(middle, 2, 0)

    def integral(values) -> float:
        return float(np.sum(values.mean(axis=1) * normal[:, 2]))

    volume = integral(z)
    moments = np.array([integral(x * z), integral(y * z), 0.5 * integral(z * z)])
    plane = -np.array([integral(f) for f in (np.ones_like(x), x, y, x * x, x * y, y * y)])
    spans = np.ptp(t.reshape(-1, 3), axis=0)
    centre = moments / volume if volume > 0 else np.zeros(3)
    return Wetted(volume, centre, float(np.linalg.norm(normal, axis=1).sum()), plane, float(spans[0]), float(spans[1]))
