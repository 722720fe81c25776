"""Parametric hulls as closed surfaces: a single scull, a box, a half sphere; and panels for the wetted half and its lid."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, require_number
from elver._support.files import read_bytes, shown, write_whole
from elver._support.resources import needed
from elver.forces.drag_curves import CrossFlowDrag, SharpEdgedDrag
from elver.forces.hulls.hydrostatics import Surface
from elver.robot import Tapered, axes_from

_WALL = 0.1  # freeboard of the parametric hulls [m], wall-sided


@dataclass(frozen=True)
class Scull:
    """A slender hull of half-elliptic sections, x forward, z up, waterline at z = 0.

    Half breadth beam/2 (1 - xi^2) and depth draft (1 - xi^4) with xi = 2 x / length. All in metres.
    The defaults displace 101.1 kg of fresh water: boat, oars and an 80 kg rower.
    """

    length: float = 8.2
    beam: float = 0.28
    draft: float = 0.092

    def __post_init__(self) -> None:
        for name in ("length", "beam", "draft"):
            require_number(f"Scull.{name}", getattr(self, name), above=0.0, unit="m")

    @property
    def volume(self) -> float:
        """Displaced volume [m^3]: pi/2 times the integral of half breadth times depth."""
        return math.pi / 2 * self.beam / 2 * self.draft * self.length / 2 * 2 * (1 - 1 / 3 - 1 / 5 + 1 / 7)

    def half_breadth(self, xi: np.ndarray) -> np.ndarray:
        return self.beam / 2 * (1 - xi**2)

    def depth(self, xi: np.ndarray) -> np.ndarray:
        return self.draft * (1 - xi**4)

    def half_panels(self, along: int = 120, around: int = 8) -> Surface:
        """Panels of the wetted side y > 0, normals into the water; closer together towards the ends."""
        xi, angle = np.meshgrid(stations(along), np.linspace(0, math.pi / 2, around + 1), indexing="ij")
        points = [self.length / 2 * xi, self.half_breadth(xi) * np.cos(angle), -self.depth(xi) * np.sin(angle)]
        return _grid(np.stack(points, axis=-1), outwards=True)

    def half_lid(self, along: int = 120, across: int = 4) -> Surface:
        """Panels of the waterplane's half y > 0, which keep irregular frequencies away."""
        xi, share = np.meshgrid(stations(along), np.linspace(0, 1, across + 1), indexing="ij")
        points = [self.length / 2 * xi, self.half_breadth(xi) * share, np.zeros_like(xi)]
        return _grid(np.stack(points, axis=-1), outwards=False)

    def surface(self, along: int = 120, around: int = 12) -> Surface:
        """The closed hull with wall-sided freeboard and a flat deck."""
        wet = np.linspace(-math.pi / 2, math.pi / 2, 2 * around + 1)
        sections = []
        for xi in stations(along):
            b, d = self.half_breadth(xi), self.depth(xi)
            keel = [[b * math.sin(a), -d * math.cos(a)] for a in wet]
            sections.append([[-b, _WALL], *keel, [b, _WALL]])
        x = self.length / 2 * np.repeat(stations(along)[:, None], 2 * around + 3, axis=1)
        return _closed_loft(np.dstack([x, np.array(sections)]))


def stations(count: int) -> np.ndarray:
    """Positions from -1 to 1, closer together towards the ends."""
    xi = -np.cos(np.linspace(0, math.pi, count + 1))
    xi[0], xi[-1] = -1.0, 1.0
    return xi


def _grid(points: np.ndarray, outwards: bool) -> Surface:
    """Quadrilaterals between the rows of points (n, m, 3)."""
    n, m, _ = points.shape
    k = np.arange(n * m).reshape(n, m)
    corners = [k[:-1, :-1], k[1:, :-1], k[1:, 1:], k[:-1, 1:]]
    return Surface(points.reshape(-1, 3), np.stack(corners if outwards else corners[::-1], axis=-1).reshape(-1, 4))


def _closed_loft(sections: np.ndarray) -> Surface:
    """A closed surface over open sections (n, m, 3), rim to rim under the keel, ends of no width; a deck joins the rims."""
    side = _grid(sections, outwards=True)
    deck = _grid(sections[:, [-1, 0]], outwards=True)
    triangles = np.concatenate([side.triangles, deck.triangles])
    surface = Surface.from_triangles(triangles)
    return surface if surface.volume > 0 else Surface(surface.vertices, surface.faces[:, ::-1])


def box(length: float, beam: float, draft: float, freeboard: float = _WALL) -> Surface:
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
    return Surface.from_triangles(_grid(radius * points, outwards=True).triangles)


# --- Hulls from files that other programs drew: STL, OBJ, PLY and DAE by way of trimesh (optional extra ``hull``).

KINDS = ("stl", "obj", "ply", "dae")
_MOST_TRIANGLES = 2_000_000
MOST_BYTES = 300 * _MOST_TRIANGLES  # of a file: a triangle takes 50 bytes, or about 250 as text
_STL_HEADER, _STL_TRIANGLE = 84, 50  # bytes of a binary file; the header ends with the number of triangles
_SMALLEST, LARGEST = 1e-4, 1e7  # m: size of a drawing, distance of a corner; beyond, merging corners means nothing


def read_mesh(path: str | Path, scale: float = 1.0) -> Surface:
    """A hull from a file, z up. scale: metres per unit of the drawing, 0.001 for one in millimetres.

    STL (binary or text), OBJ, PLY or DAE (Collada), by the ending of its name; a name with another ending is read as STL. A DAE
    says what its unit is, which is taken; its axes are taken as they are.
    """
    path = Path(path)
    require_number("scale", scale, above=0.0, unit="m per unit of the drawing")
    ending = path.suffix.lower().removeprefix(".")
    kind = ending if ending in KINDS else "stl"
    _trimesh()
    data = read_bytes(path, MOST_BYTES, "Give an STL, OBJ, PLY or DAE file.")
    advice = "Export the hull as STL, OBJ or PLY, in metres, z up."
    if kind == "dae":
        needed("collada", "reading DAE meshes")
        if data[:2] == b"PK" or b"<!DOCTYPE" in data:  # packed, or with entities: may unpack into more than the memory
            raise InputError(f"'{shown(path)}' is packed, or has a DOCTYPE. {advice}")
    try:
        corners = triangles(data, kind)
    except Exception as error:  # whatever a reader of another package stumbles over in a stranger's bytes
        why = _cut_short(data) if kind == "stl" else ""
        told = why or f"cannot be read as {kind.upper()} ({type(error).__name__}). {advice}"
        raise InputError(f"'{shown(path)}' {told}") from error
    if not len(corners) and kind == "stl" and (why := _cut_short(data)):
        raise InputError(f"'{shown(path)}' {why}")
    if not 0 < len(corners) <= _MOST_TRIANGLES or not np.isfinite(corners).all():
        raise InputError(f"'{shown(path)}' holds no {kind.upper()} mesh with finite corners. {advice}")
    size = float(np.ptp(corners.reshape(-1, 3), axis=0).max()) * scale
    farthest = float(np.abs(corners).max()) * scale
    if not (size >= _SMALLEST and farthest <= LARGEST):
        raise InputError(
            f"'{shown(path)}' is {size:.3g} m large, its farthest corner {farthest:.3g} m from the origin. A hull is "
            f"{_SMALLEST:g} to {LARGEST:g} m large, and as near. Check the unit of the drawing (--scale), and the file."
        )
    return Surface.from_triangles(scale * corners)


def _cut_short(data: bytes) -> str:
    """What to say of an STL file that ends before it should; nothing where that is not so."""
    again = "The file is cut short: copy or export it again."
    if data[:5].lower() == b"solid" and b"\0" not in data[:1000]:
        return "" if b"endsolid" in data.lower() else f"has no 'endsolid' at its end. {again}"
    if len(data) < _STL_HEADER:
        return f"has {len(data)} bytes, where an STL file begins with {_STL_HEADER}. {again}"
    promised = int.from_bytes(data[_STL_HEADER - 4 : _STL_HEADER], "little")
    there = (len(data) - _STL_HEADER) // _STL_TRIANGLE
    if promised <= there:
        return ""
    return f"promises {promised} triangles and holds {there}. {again} If it is no STL file, export the hull as STL, OBJ or PLY."


def triangles(data: bytes, kind: str) -> np.ndarray:
    """Corners (m, 3, 3) of a mesh. Nothing but the bytes is read: no materials, no other files."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        mesh = _trimesh().load_mesh(io.BytesIO(data), file_type=kind, process=False)
        if kind == "dae":
            mesh.convert_units("meters")
        return np.asarray(mesh.triangles, dtype=float)


def write_stl(surface: Surface, path: str | Path) -> None:
    """Write the surface as binary STL [m]."""
    corners = surface.triangles
    index = np.arange(3 * len(corners)).reshape(-1, 3)
    write_whole(path, _trimesh().Trimesh(corners.reshape(-1, 3), index, process=False).export(file_type="stl"))


def _trimesh() -> Any:
    """The package, or an error that says how to get it."""
    return needed("trimesh", "reading and writing meshes")


# --- Sections of a slender body from a mesh: cut across its axis, each cut measured by its extent along both half axes.

_NEAREST = 1e-4  # share of the length by which the first and last cut keep from the ends, where a mesh has a corner or a face
_MOST_CUTS = 500


def stations_from_mesh(
    mesh: Surface, axis: Sequence[float] | np.ndarray, count: int, across: Sequence[float] | np.ndarray | None = None
) -> tuple[tuple[float, float, float], ...]:
    """Stations (s, half_width, half_height) [m] of a mesh along ``axis``, ``count`` of them, closer to each other at the ends.

    axis: unit vector along the body, in the mesh's frame.   across: unit vector of the half width; without one, the mesh's axis
    that lies most at right angles to it. s begins at the mesh's lowest point along the axis.
    """
    _, _, stations = _measured(mesh, axis, count, across)
    return stations


def tapered_from_mesh(
    mesh: Surface, axis: Sequence[float] | np.ndarray, count: int, across: Sequence[float] | np.ndarray | None = None
) -> Tapered:
    """The solid of elliptic sections that is as wide and as high as a mesh at ``count`` stations, placed where the mesh is.

    Its axis goes through the middle of the sections' extents on the average.
    """
    at, axes, stations = _measured(mesh, axis, count, across)
    return Tapered(stations, at=at, axes=axes)


_SHARP = 0.985  # share of its width times height that a section with sharp edges fills; corners of 0.13 heights fill less


def drag_from_mesh(
    mesh: Surface, axis: Sequence[float] | np.ndarray, count: int, across: Sequence[float] | np.ndarray | None = None
) -> dict[str, CrossFlowDrag | SharpEdgedDrag]:
    """Curves ``drag_e2`` and ``drag_e3`` of the strip of a mesh (``tapered_from_mesh``), for elver.forces.Morison.

    Sections that fill their width times height, on the mean over ``count`` cuts, have sharp edges; others count as ellipses. The
    flow around the ends is that of the mesh's length over its mean width or height.
    """
    _, axes, stations = _measured(mesh, axis, count, across)
    local = np.asarray(mesh.triangles, float) @ axes
    low, length = local[..., 0].min(), stations[-1][0]
    inner = [row for row in stations if 0 < row[0] < length] or list(stations)
    areas = [_area(local, low + np.clip(s, _NEAREST * length, (1 - _NEAREST) * length)) for s, _, _ in inner]
    weights = np.array([4 * a * b for _, a, b in inner])
    sharp = sum(areas) / weights.sum() >= _SHARP
    found = {}
    for name, column in (("drag_e2", 2), ("drag_e3", 1)):  # flow along e2 meets the height
        height = 2 * float(np.average([row[column] for row in inner], weights=weights))
        slenderness = max(length / height, 2.0)
        found[name] = SharpEdgedDrag(slenderness) if sharp else CrossFlowDrag(slenderness=slenderness)
    return found


def _area(triangles: np.ndarray, place: float) -> float:
    """Area of the section e1 = place of a closed mesh (m, 3, 3) [m^2], whichever way its triangles are turned, all alike."""
    total = 0.0
    for first in range(3):  # the corner that lies alone on its side of the plane
        a, b, c = (triangles[:, (first + k) % 3] for k in range(3))
        side = [np.sign(p[:, 0] - place + 1e-300) for p in (a, b, c)]
        cut = (side[0] != side[1]) & (side[0] != side[2])
        a, b, c, way = a[cut], b[cut], c[cut], side[0][cut]
        p = a + ((place - a[:, 0]) / (b[:, 0] - a[:, 0]))[:, None] * (b - a)
        q = a + ((place - a[:, 0]) / (c[:, 0] - a[:, 0]))[:, None] * (c - a)
        total += float((way * (p[:, 1] * q[:, 2] - p[:, 2] * q[:, 1])).sum()) / 2
    return abs(total)


def _measured(
    mesh: Surface, axis: Sequence[float] | np.ndarray, count: int, across: Sequence[float] | np.ndarray | None
) -> tuple[np.ndarray, np.ndarray, tuple]:
    """Origin, axes and stations."""
    if isinstance(count, bool) or not isinstance(count, int) or not 2 <= count <= _MOST_CUTS:
        raise InputError(f"count = {count!r} stations. Give a whole number from 2 to {_MOST_CUTS}.")
    axes = axes_from(axis, _perpendicular(np.asarray(axis, float)) if across is None else across)
    local = np.asarray(mesh.triangles, float) @ axes  # corners in e1, e2, e3
    low, high = local[..., 0].min(), local[..., 0].max()
    length = high - low
    places = 0.5 * length * (1 - np.cos(np.linspace(0, np.pi, count)))
    stations, middles = [], []
    for s in places:
        points = _cut(local, low + np.clip(s, _NEAREST * length, (1 - _NEAREST) * length))
        if not len(points):
            raise InputError(f"the mesh has no section {s:.4g} m along its axis: it is not in one piece. Give one closed body.")
        lowest, highest = points.min(axis=0), points.max(axis=0)
        stations.append((float(s), *(float(v) for v in 0.5 * (highest - lowest))))
        middles.append(0.5 * (highest + lowest))
    aside = np.mean(middles, axis=0)
    return axes @ np.array([low, *aside]), axes, tuple(stations)


def _perpendicular(axis: np.ndarray) -> np.ndarray:
    """The unit vector at right angles to ``axis`` that is nearest to one of the mesh's own axes."""
    nearest = np.eye(3)[int(np.argmin(np.abs(axis)))]
    aside = nearest - (nearest @ axis) * axis
    return aside / np.linalg.norm(aside)


def _cut(triangles: np.ndarray, place: float) -> np.ndarray:
    """Where the edges of triangles (m, 3, 3) cross the plane e1 = place: points (k, 2) along e2, e3."""
    found = []
    for one, two in ((0, 1), (1, 2), (2, 0)):
        a, b = triangles[:, one], triangles[:, two]
        crossing = (a[:, 0] - place) * (b[:, 0] - place) < 0
        a, b = a[crossing], b[crossing]
        share = ((place - a[:, 0]) / (b[:, 0] - a[:, 0]))[:, None]
        found.append((a + share * (b - a))[:, 1:])
    return np.vstack(found)
