"""What a description draws as Elver's shapes: boxes, balls, cylinders and capsules as they are, meshes as the nearest of these.

A mesh becomes the box, the elliptic cylinder or the ellipsoid that it is most like, with the volume and the centroid of the mesh.
Which one is told by how much of the box around it a solid fills, and by its second moments over the squares of the box's edges:

    box: 1; 1/12, 1/12, 1/12      cylinder: pi/4; 1/12 along, 1/16, 1/16 across      ellipsoid: pi/6; 1/20, 1/20, 1/20.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from elver.errors import InputError
from elver.files import shown
from elver.hulls.meshes import KINDS, read_mesh
from elver.hulls.surface import Surface
from elver.imports.description import Part, Solid
from elver.robot import Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod
from elver.robot.shapes import Shape

ROLES = ("collision", "visual", "none")
MOST_BYTES, MOST_TOGETHER = 200_000_000, 1_000_000_000  # of one mesh's file, and of all that a description names
KEPT = 500  # meshes that are remembered, so that a machine which is built again reads no file again
MOST_TURNS = 24  # faces of a mesh's hull that may lie on the box around it
BETTER = 0.999  # share of the volume of the box along the file's axes below which a turned box is taken
FILL = {"box": 1.0, "cylinder": math.pi / 4, "ellipsoid": math.pi / 6}  # of the box around it
ALONG, ACROSS = {"box": 1 / 12, "cylinder": 1 / 12, "ellipsoid": 1 / 20}, {"box": 1 / 12, "cylinder": 1 / 16, "ellipsoid": 1 / 20}
SPARSE = 0.5  # share of its convex hull below which it is told how much of it a mesh fills


@dataclass(frozen=True, eq=False)
class Mesh:
    """A mesh that a description names: ``file`` as it is written there, factors of its three axes, its pose.

    position [m] and rotation of the mesh's frame in the body's frame; role: collision or visual.
    """

    file: str
    scale: tuple[float, ...]
    position: np.ndarray
    rotation: np.ndarray
    role: str


@dataclass
class Geometry:
    """What became of the geometry of a description.

    derived: by body, what its shape is and what it was made from.   unknown: bodies whose geometry could not be used, and why.
    dry: bodies with mass that the file draws nothing of.
    """

    derived: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    dry: list[str] = field(default_factory=list)


def placed_in(solid: Solid, to_body: np.ndarray) -> Solid:
    """The same solid, placed in another frame."""
    return replace(solid, place=to_body @ solid.place)


def along_z(rotation: np.ndarray) -> np.ndarray:
    """Axes e1, e2, e3 of a shape whose e1 is the z axis of ``rotation``."""
    return rotation[:, [2, 0, 1]]


def flipped(axes: np.ndarray) -> np.ndarray:
    """The same axes, turned by half a turn about e2: e1 points the other way."""
    return axes * np.array([-1.0, 1.0, -1.0])


def primitive(solid: Solid) -> Shape:
    """The shape of one primitive, placed where the solid is."""
    R, p, sizes = solid.place[:3, :3], solid.place[:3, 3], solid.sizes
    if solid.kind == "box":
        return Box(*sizes, at=p, axes=R)
    if solid.kind == "sphere":
        return Ellipsoid(sizes[0], sizes[0], sizes[0], at=p, axes=R)
    if solid.kind == "ellipsoid":
        return Ellipsoid(*sizes, at=p, axes=R)
    radius, length = sizes
    axes = along_z(R)
    low, high = p - 0.5 * length * R[:, 2], p + 0.5 * length * R[:, 2]
    rod = Rod(length, radius, at=low, axes=axes)
    if solid.kind == "cylinder":
        return rod
    cap = HalfEllipsoid(radius, radius, radius, at=high, axes=axes)
    return Compound((rod, cap, HalfEllipsoid(radius, radius, radius, at=low, axes=flipped(axes))))


# --- meshes ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Likeness:
    """The solid that a mesh is like: ``kind`` of box, cylinder or ellipsoid, ``sizes`` [m] along its axes, in the mesh's frame.

    notes: what had to be assumed.
    """

    kind: str
    sizes: tuple[float, float, float]
    centre: np.ndarray
    axes: np.ndarray
    notes: tuple[str, ...] = ()

    def shape(self, place: np.ndarray) -> Shape:
        """The shape, placed where the mesh is."""
        R, (l1, l2, l3) = place[:3, :3], self.sizes
        axes, at = R @ self.axes, place[:3, 3] + R @ self.centre
        if self.kind == "box":
            return Box(l1, l2, l3, at=at, axes=axes)
        if self.kind == "ellipsoid":
            return Ellipsoid(l1 / 2, l2 / 2, l3 / 2, at=at, axes=axes)
        return EllipticCylinder(l1, l2 / 2, l3 / 2, at=at - 0.5 * l1 * axes[:, 0], axes=axes)


def moments(triangles: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Volume [m^3], centroid [m] and second moments about it over the volume (3, 3) [m^2] of what triangles enclose."""
    a, b, c = np.moveaxis(triangles, 1, 0)
    parts = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6  # tetrahedra with the origin
    volume = float(parts.sum())
    if volume == 0:
        return 0.0, np.zeros(3), np.zeros((3, 3))
    total = a + b + c
    centre = (parts[:, None] * total).sum(axis=0) / 4 / volume
    corners = sum(np.einsum("i,ij,ik->jk", parts, v, v) for v in (a, b, c, total)) / 20 / volume
    return volume, centre, corners - np.outer(centre, centre)


def hull_of(points: np.ndarray) -> np.ndarray:
    """Triangles (k, 3, 3) of the convex hull of points, turned outwards."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        raise InputError("is flat: it encloses no volume. Give a solid, or a shape in the file.") from None
    found, middle = points[hull.simplices], points[hull.vertices].mean(axis=0)
    normals = np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0])
    inwards = np.einsum("ij,ij->i", normals, found.mean(axis=1) - middle) < 0
    found[inwards] = found[inwards][:, ::-1]
    return found


def smallest_box(hull: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axes (columns) and edges [m] of a small box around a hull: along the file's axes unless a turned one is clearly smaller.

    Boxes along the principal axes are tried, and boxes on which one of the hull's largest faces lies.
    """
    points = hull.reshape(-1, 3)
    normals = np.cross(hull[:, 1] - hull[:, 0], hull[:, 2] - hull[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    units = normals / np.where(areas > 0, areas, 1.0)[:, None]
    side = np.where(units @ [0.83, 0.49, 0.27] < 0, -1.0, 1.0)  # opposite faces count together
    same, index = np.unique(np.round(side[:, None] * units, 4), axis=0, return_inverse=True)
    order = np.argsort(-np.bincount(index.ravel(), areas))[:MOST_TURNS]
    tried = [np.eye(3), np.linalg.eigh(second)[1], *(standing(points, same[k] / np.linalg.norm(same[k])) for k in order)]
    edges = [np.ptp(points @ axes, axis=0) for axes in tried]
    sizes = np.array([own.prod() for own in edges])
    best = int(np.argmin(sizes))
    best = best if sizes[best] < BETTER * sizes[0] else 0
    axes = tried[best].copy()
    axes[:, 2] *= np.sign(np.linalg.det(axes))
    return axes, edges[best]


def standing(points: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Axes of the smallest box that stands on a plane with normal ``up``: one of its sides lies along an edge of the shadow."""
    from scipy.spatial import ConvexHull, QhullError

    aside = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    aside /= np.linalg.norm(aside)
    plane = np.column_stack([aside, np.cross(up, aside)])
    shadow = points @ plane
    try:
        ring = shadow[ConvexHull(shadow).vertices]
    except (QhullError, ValueError):
        return np.column_stack([plane, up])
    sides = np.roll(ring, -1, axis=0) - ring
    turns = np.arctan2(sides[:, 1], sides[:, 0])
    c, s = np.cos(turns), np.sin(turns)
    wide = np.ptp(np.outer(c, ring[:, 0]) + np.outer(s, ring[:, 1]), axis=1)
    high = np.ptp(np.outer(c, ring[:, 1]) - np.outer(s, ring[:, 0]), axis=1)
    k = int(np.argmin(wide * high))
    return np.column_stack([plane @ [c[k], s[k]], plane @ [-s[k], c[k]], up])


def likeness(triangles: np.ndarray) -> Likeness:
    """The solid that a mesh (m, 3, 3) [m] is most like, of its volume and centroid. An open mesh counts as its convex hull."""
    surface = Surface.from_triangles(triangles)
    hull = hull_of(surface.vertices)
    full, middle, spread = moments(hull)
    notes: tuple[str, ...] = ()
    holes = len(surface.open_edges())
    volume, centre, second = moments(surface.triangles)
    volume = abs(volume)  # a mirrored mesh is turned inside out
    if holes or not 0 < volume <= full * (1 + 1e-6):
        why = f"is not closed ({holes} edges)" if holes else "overlaps itself"
        notes = (f"it {why}, so that its convex hull is taken",)
        volume, centre, second = full, middle, spread
    elif volume < SPARSE * full:
        notes = (f"it fills {volume / full:.0%} of its convex hull",)
    axes, edges = smallest_box(hull, spread)
    moved = axes.T @ second @ axes
    shares = np.diag(moved) / edges**2
    kind, first = min(
        ((kind, first) for kind in FILL for first in range(3)),
        key=lambda one: unlike(one[0], one[1], volume / edges.prod(), shares, edges),
    )
    order = [first, (first + 1) % 3, (first + 2) % 3]
    factor = (volume / (FILL[kind] * edges.prod())) ** (1 / 3)
    sizes = tuple(float(factor * edges[k]) for k in order)
    return Likeness(kind, (sizes[0], sizes[1], sizes[2]), centre, axes[:, order], notes)


def unlike(kind: str, first: int, fill: float, shares: np.ndarray, edges: np.ndarray) -> float:
    """How far a solid is from a box, cylinder or ellipsoid whose e1 is axis ``first``; of equals the longest is nearest."""
    wanted = np.array([ALONG[kind] if k == first else ACROSS[kind] for k in range(3)])
    return float(np.log(fill / FILL[kind]) ** 2 + (np.log(shares / wanted) ** 2).sum() - 1e-6 * edges[first] / edges.max())


@lru_cache(maxsize=KEPT)
def likeness_of_file(path: Path, stamp: tuple[int, int], scale: tuple[float, float, float]) -> Likeness:
    """The solid that the mesh in a file is most like. stamp: size and time of the file: one that was changed is read again."""
    unit = max(abs(s) for s in scale)
    corners = read_mesh(path, unit).triangles * (np.array(scale) / unit)
    return likeness(corners)


def places_of(name: str, home: Path, root: Path | None) -> list[Path]:
    """Where a mesh may lie: beside the description, or in a package: of its own folder and of those above it, up to ``root``."""
    for scheme in ("package://", "model://"):
        if name.startswith(scheme):
            package, _, rest = name.removeprefix(scheme).partition("/")
            above = [home, *home.parents]
            inside = [f for f in above if root is None or f.is_relative_to(root)]
            return [place for folder in inside for place in (folder / package / rest, folder / rest)]
    return [home / name.removeprefix("file://")]


@dataclass(frozen=True)
class Opener:
    """Opens the meshes that a description names. home: its folder.   root: the folder that none may lie outside of; None: any."""

    home: Path
    root: Path | None
    opened: list[Path]

    def find(self, name: str) -> Path:
        """The file of a mesh; an InputError where there is none that may be opened."""
        root = None if self.root is None else self.root.resolve()
        outside = False
        for place in places_of(name, self.home.resolve(), root):
            try:
                path = place.resolve()
                there = path.is_file()
            except (OSError, RuntimeError, ValueError):
                continue
            if root is not None and not path.is_relative_to(root):
                outside = True
            elif there:
                return path
        if outside:
            raise InputError(f"lies outside the folder '{shown(self.root)}'. Put it there, or allow it (--allow-outside).")
        raise InputError(f"there is no such file in '{shown(self.root or self.home)}'. Put it there.")

    def likeness(self, solid: Solid) -> Likeness:
        """The solid that a mesh is most like."""
        if solid.corners is not None:
            return likeness(solid.corners)
        ending = solid.file.rpartition(".")[2].lower()
        if ending not in KINDS:
            raise InputError(f"meshes are read from {', '.join(KINDS).upper()} files. Export it as one of these.")
        if not all(math.isfinite(s) and s for s in solid.sizes):
            raise InputError(f"its scale {' '.join(f'{s:g}' for s in solid.sizes)} leaves nothing of it.")
        path = self.find(solid.file)
        about = path.stat()
        if about.st_size > MOST_BYTES:
            raise InputError(f"has {about.st_size} bytes; up to {MOST_BYTES} are read. Reduce the number of its triangles.")
        if path not in self.opened:
            self.opened.append(path)
            if sum(one.stat().st_size for one in self.opened) > MOST_TOGETHER:
                raise InputError(
                    f"with it the meshes have more than {MOST_TOGETHER} bytes. Reduce the number of their triangles."
                )
        a, b, c = solid.sizes
        with np.errstate(all="ignore"):
            return likeness_of_file(path, (about.st_size, about.st_mtime_ns), (a, b, c))


# --- the shape of a part --------------------------------------------------------------------------------------------------


def shape_of(
    part: Part, to_body: np.ndarray, role: str, warnings: list[str], geometry: Geometry, opener: Opener | None = None
) -> Shape | None:
    """The shape of a part in its body's frame: what the wanted role draws, or the other one where that has nothing of use.

    Without an opener meshes are left out.
    """
    if role == "none":
        return None
    told = opener is not None
    solids = [s for s in part.solids if told or s.kind != "mesh"]
    reasons: list[str] = []
    for wanted in sorted({s.role for s in solids}, key=lambda own: own != role):
        found: list[tuple[Shape, str]] = []
        for solid in (placed_in(s, to_body) for s in solids if s.role == wanted):
            try:
                found.append(made(solid, opener))
            except InputError as error:
                reasons.append(f"{what_is(solid)}: {error}")
                if solid.kind != "mesh":
                    warnings.append(f"link '{part.name}': a {solid.kind} was left out: {error}")
        if found:
            return together(part.name, found, reasons, geometry)
    if reasons:
        geometry.unknown[part.name] = "; ".join(reasons)
    elif part.mass and told and not part.solids:
        geometry.dry.append(part.name)
    return None


def what_is(solid: Solid) -> str:
    """A solid in words."""
    return f"{solid.role} {solid.kind}" + (f" {solid.file.rpartition('/')[2][:60]}" if solid.kind == "mesh" else "")


def made(solid: Solid, opener: Opener | None) -> tuple[Shape, str]:
    """The shape of one solid, and what it is made from."""
    if solid.kind != "mesh":
        return primitive(solid), what_is(solid)
    assert opener is not None
    like = opener.likeness(solid)
    return like.shape(solid.place), "; ".join([what_is(solid), *like.notes])


def together(name: str, found: Sequence[tuple[Shape, str]], reasons: Sequence[str], geometry: Geometry) -> Shape:
    """One shape of all of them, noted with what it was made from. reasons: why others were not taken."""
    parts = [p for shape, _ in found for p in (shape.parts if isinstance(shape, Compound) else (shape,))]
    whole: Shape = Compound(tuple(parts)) if len(parts) > 1 else parts[0]
    sources = [source for _, source in found]
    if len(found) == 1:
        text = f"{described(found[0][0])} from {sources[0]}"
    else:
        text = f"{len(found)} solids, their volumes added, from {', '.join(dict.fromkeys(sources))}"
    not_taken = f" (not taken: {'; '.join(reasons)})" if reasons else ""
    geometry.derived[name] = f"{text}, volume {whole.volume:.4g} m^3{not_taken}"
    return whole


def described(shape: Shape) -> str:
    """Kind and size of a shape in words."""
    size: Callable[..., str] = lambda *lengths: " x ".join(f"{v:.4g}" for v in lengths) + " m"  # noqa: E731
    if isinstance(shape, Box):
        return f"box {size(shape.l1, shape.l2, shape.l3)}"
    if isinstance(shape, Ellipsoid):
        return f"ellipsoid {size(2 * shape.a1, 2 * shape.a2, 2 * shape.a3)}"
    if isinstance(shape, (Rod, EllipticCylinder)):
        return f"cylinder {size(shape.length, 2 * shape.a2, 2 * shape.a3)}"
    strip = shape.strip()
    return "solid" if strip is None else f"capsule {size(strip.length, 2 * strip.half_width, 2 * strip.half_height)}"


def meshes_of(part: Part, to_body: np.ndarray) -> tuple[Mesh, ...]:
    """The meshes that a part names, in its body's frame."""
    found = [placed_in(s, to_body) for s in part.solids if s.kind == "mesh"]
    return tuple(Mesh(s.file, s.sizes, s.place[:3, 3], s.place[:3, :3], s.role) for s in found)
