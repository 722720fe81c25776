"""Imported descriptions as robots: shapes out of meshes, joints, what was left out and why."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from elver._support.errors import InputError, each, listed, unknown_name
from elver._support.files import shown
from elver.drive import Spring
from elver.forces import AddedInertia
from elver.forces.hulls import Surface, read_mesh
from elver.forces.hulls.meshes import KINDS
from elver.robot import Body, Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Joint, Place, Robot, Rod
from elver.robot.joints import JOINT_MODES
from elver.robot.robot import BASES, check_body
from elver.robot.shapes import Shape
from elver.scenarios.importers.description import (
    Connection,
    Description,
    Element,
    Part,
    Solid,
    carry_odd_masses,
    check_tree,
    children_first,
    inverse,
    leave_inertia_of_the_ground,
    read_xml,
    rigid_groups,
)
from elver.scenarios.importers.mjcf import look_over, named_files, read_mjcf
from elver.scenarios.importers.sdf import read_sdf
from elver.scenarios.importers.urdf import read_urdf
from elver.symbolic.spatial import rotation_quaternion

# --- What a description draws as Elver's shapes: boxes, balls, cylinders and capsules as they are, meshes as the nearest of
# these.
#
# A mesh becomes the box, the elliptic cylinder or the ellipsoid that it is most like, with the volume and the centroid of the
# mesh. Which one is told by how much of the box around it a solid fills, and by its second moments over the squares of the box's
# edges:
#
#     box: 1; 1/12, 1/12, 1/12      cylinder: pi/4; 1/12 along, 1/16, 1/16 across      ellipsoid: pi/6; 1/20, 1/20, 1/20.

_ROLES = ("collision", "visual", "none")
MOST_BYTES, MOST_TOGETHER = 200_000_000, 1_000_000_000  # of one mesh's file, and of all that a description names
KEPT = 500  # meshes that are remembered, so that a machine which is built again reads no file again
_MOST_TURNS = 24  # faces of a mesh's hull that may lie on the box around it
_BETTER = 0.999  # share of the volume of the box along the file's axes below which a turned box is taken
_FILL = {"box": 1.0, "cylinder": math.pi / 4, "ellipsoid": math.pi / 6}  # of the box around it
_ALONG, _ACROSS = (
    {"box": 1 / 12, "cylinder": 1 / 12, "ellipsoid": 1 / 20},
    {"box": 1 / 12, "cylinder": 1 / 16, "ellipsoid": 1 / 20},
)
_SPARSE = 0.5  # share of its convex hull below which it is told how much of it a mesh fills


@dataclass(frozen=True, eq=False)
class _Mesh:
    """A mesh that a description names: ``file`` as it is written there, factors of its three axes, its pose.

    position [m] and rotation of the mesh's frame in the body's frame; role: collision or visual.
    """

    file: str
    scale: tuple[float, ...]
    position: np.ndarray
    rotation: np.ndarray
    role: str


@dataclass
class _Geometry:
    """What became of the geometry of a description.

    derived: by body, what its shape is and what it was made from.   unknown: bodies whose geometry could not be used, and why.
    dry: bodies with mass that the file draws nothing of.
    """

    derived: dict[str, str] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)
    dry: list[str] = field(default_factory=list)


def _placed_in(solid: Solid, to_body: np.ndarray) -> Solid:
    """The same solid, placed in another frame."""
    return replace(solid, place=to_body @ solid.place)


def _along_z(rotation: np.ndarray) -> np.ndarray:
    """Axes e1, e2, e3 of a shape whose e1 is the z axis of ``rotation``."""
    return rotation[:, [2, 0, 1]]


def _flipped(axes: np.ndarray) -> np.ndarray:
    """The same axes, turned by half a turn about e2: e1 points the other way."""
    return axes * np.array([-1.0, 1.0, -1.0])


def _primitive(solid: Solid) -> Shape:
    """The shape of one primitive, placed where the solid is."""
    R, p, sizes = solid.place[:3, :3], solid.place[:3, 3], solid.sizes
    if solid.kind == "box":
        return Box(*sizes, at=p, axes=R)
    if solid.kind == "sphere":
        return Ellipsoid(sizes[0], sizes[0], sizes[0], at=p, axes=R)
    if solid.kind == "ellipsoid":
        return Ellipsoid(*sizes, at=p, axes=R)
    radius, length = sizes
    axes = _along_z(R)
    low, high = p - 0.5 * length * R[:, 2], p + 0.5 * length * R[:, 2]
    rod = Rod(length, radius, at=low, axes=axes)
    if solid.kind == "cylinder":
        return rod
    cap = HalfEllipsoid(radius, radius, radius, at=high, axes=axes)
    return Compound((rod, cap, HalfEllipsoid(radius, radius, radius, at=low, axes=_flipped(axes))))


# --- meshes ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Likeness:
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


def _moments(triangles: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
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


def _hull_of(points: np.ndarray) -> np.ndarray:
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


def _smallest_box(hull: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axes (columns) and edges [m] of a small box around a hull: along the file's axes unless a turned one is clearly smaller.

    Boxes along the principal axes are tried, and boxes on which one of the hull's largest faces lies.
    """
    points = hull.reshape(-1, 3)
    normals = np.cross(hull[:, 1] - hull[:, 0], hull[:, 2] - hull[:, 0])
    areas = np.linalg.norm(normals, axis=1)
    units = normals / np.where(areas > 0, areas, 1.0)[:, None]
    side = np.where(units @ [0.83, 0.49, 0.27] < 0, -1.0, 1.0)  # opposite faces count together
    same, index = np.unique(np.round(side[:, None] * units, 4), axis=0, return_inverse=True)
    order = np.argsort(-np.bincount(index.ravel(), areas))[:_MOST_TURNS]
    tried = [np.eye(3), np.linalg.eigh(second)[1], *(_standing(points, same[k] / np.linalg.norm(same[k])) for k in order)]
    edges = [np.ptp(points @ axes, axis=0) for axes in tried]
    sizes = np.array([own.prod() for own in edges])
    best = int(np.argmin(sizes))
    best = best if sizes[best] < _BETTER * sizes[0] else 0
    axes = tried[best].copy()
    axes[:, 2] *= np.sign(np.linalg.det(axes))
    return axes, edges[best]


def _standing(points: np.ndarray, up: np.ndarray) -> np.ndarray:
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


def likeness(triangles: np.ndarray) -> _Likeness:
    """The solid that a mesh (m, 3, 3) [m] is most like, of its volume and centroid. An open mesh counts as its convex hull."""
    surface = Surface.from_triangles(triangles)
    hull = _hull_of(surface.vertices)
    full, middle, spread = _moments(hull)
    notes: tuple[str, ...] = ()
    holes = len(surface.open_edges())
    volume, centre, second = _moments(surface.triangles)
    volume = abs(volume)  # a mirrored mesh is turned inside out
    if holes or not 0 < volume <= full * (1 + 1e-6):
        why = f"is not closed ({holes} edges)" if holes else "overlaps itself"
        notes = (f"it {why}, so that its convex hull is taken",)
        volume, centre, second = full, middle, spread
    elif volume < _SPARSE * full:
        notes = (f"it fills {volume / full:.0%} of its convex hull",)
    axes, edges = _smallest_box(hull, spread)
    moved = axes.T @ second @ axes
    shares = np.diag(moved) / edges**2
    kind, first = min(
        ((kind, first) for kind in _FILL for first in range(3)),
        key=lambda one: _unlike(one[0], one[1], volume / edges.prod(), shares, edges),
    )
    order = [first, (first + 1) % 3, (first + 2) % 3]
    factor = (volume / (_FILL[kind] * edges.prod())) ** (1 / 3)
    sizes = tuple(float(factor * edges[k]) for k in order)
    return _Likeness(kind, (sizes[0], sizes[1], sizes[2]), centre, axes[:, order], notes)


def _unlike(kind: str, first: int, fill: float, shares: np.ndarray, edges: np.ndarray) -> float:
    """How far a solid is from a box, cylinder or ellipsoid whose e1 is axis ``first``; of equals the longest is nearest."""
    wanted = np.array([_ALONG[kind] if k == first else _ACROSS[kind] for k in range(3)])
    return float(np.log(fill / _FILL[kind]) ** 2 + (np.log(shares / wanted) ** 2).sum() - 1e-6 * edges[first] / edges.max())


@lru_cache(maxsize=KEPT)
def _likeness_of_file(path: Path, stamp: tuple[int, int], scale: tuple[float, float, float]) -> _Likeness:
    """The solid that the mesh in a file is most like. stamp: size and time of the file: one that was changed is read again."""
    unit = max(abs(s) for s in scale)
    corners = read_mesh(path, unit).triangles * (np.array(scale) / unit)
    return likeness(corners)


def _places_of(name: str, home: Path, root: Path | None) -> list[Path]:
    """Where a mesh may lie: beside the description, or in a package: of its own folder and of those above it, up to ``root``."""
    for scheme in ("package://", "model://"):
        if name.startswith(scheme):
            package, _, rest = name.removeprefix(scheme).partition("/")
            above = [home, *home.parents]
            inside = [f for f in above if root is None or f.is_relative_to(root)]
            return [place for folder in inside for place in (folder / package / rest, folder / rest)]
    return [home / name.removeprefix("file://")]


@dataclass(frozen=True)
class _Opener:
    """Opens the meshes that a description names. home: its folder.   root: the folder that none may lie outside of; None: any."""

    home: Path
    root: Path | None
    opened: list[Path]

    def find(self, name: str) -> Path:
        """The file of a mesh; an InputError where there is none that may be opened."""
        root = None if self.root is None else self.root.resolve()
        outside = False
        for place in _places_of(name, self.home.resolve(), root):
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
            raise InputError(f"lies outside the folder '{shown(str(self.root))}'. Put it there, or allow it (--allow-outside).")
        raise InputError(f"there is no such file in '{shown(str(self.root or self.home))}'. Put it there.")

    def likeness(self, solid: Solid) -> _Likeness:
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
            return _likeness_of_file(path, (about.st_size, about.st_mtime_ns), (a, b, c))


# --- the shape of a part --------------------------------------------------------------------------------------------------


def _shape_of(
    part: Part, to_body: np.ndarray, role: str, warnings: list[str], geometry: _Geometry, opener: _Opener | None = None
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
        for solid in (_placed_in(s, to_body) for s in solids if s.role == wanted):
            try:
                found.append(_made(solid, opener))
            except InputError as error:
                reasons.append(f"{_what_is(solid)}: {error}")
                if solid.kind != "mesh":
                    warnings.append(f"link '{part.name}': a {solid.kind} was left out: {error}")
        if found:
            return _together(part.name, found, reasons, geometry)
    if reasons:
        geometry.unknown[part.name] = "; ".join(reasons)
    elif part.mass and told and not part.solids:
        geometry.dry.append(part.name)
    return None


def _what_is(solid: Solid) -> str:
    """A solid in words."""
    return f"{solid.role} {solid.kind}" + (f" {solid.file.rpartition('/')[2][:60]}" if solid.kind == "mesh" else "")


def _made(solid: Solid, opener: _Opener | None) -> tuple[Shape, str]:
    """The shape of one solid, and what it is made from."""
    if solid.kind != "mesh":
        return _primitive(solid), _what_is(solid)
    assert opener is not None
    like = opener.likeness(solid)
    return like.shape(solid.place), "; ".join([_what_is(solid), *like.notes])


def _together(name: str, found: Sequence[tuple[Shape, str]], reasons: Sequence[str], geometry: _Geometry) -> Shape:
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


def _meshes_of(part: Part, to_body: np.ndarray) -> tuple[_Mesh, ...]:
    """The meshes that a part names, in its body's frame."""
    found = [_placed_in(s, to_body) for s in part.solids if s.kind == "mesh"]
    return tuple(_Mesh(s.file, s.sizes, s.place[:3, 3], s.place[:3, :3], s.role) for s in found)


# --- What an import gives besides the robot: limits, springs, meshes, added mass, frames, and what was not taken over.


@dataclass(frozen=True)
class _JointLimits:
    """What a joint can do: angles [rad or m], speed [rad/s or m/s], torque or force [N m or N]; None where there is no limit."""

    low: float | None = None
    high: float | None = None
    speed: float | None = None
    effort: float | None = None


@dataclass(frozen=True, eq=False)
class Imported:
    """A robot out of a file, and what the file says besides.

    format: urdf, mjcf or sdf.   limits, elastic (springs for ``Model(elastic=...)``): by joint.
    meshes, added_mass (6x6, body frame, at its origin), frames (4x4: the file's own frame in the body's frame): by body.
    position [m], quaternion (w, x, y, z): pose of the base's body frame in the world of the file, for ``Start``.
    warnings: what was not taken over, a sentence each.
    derived: by body, its shape in words and what it was made from.   unknown: bodies whose geometry could not be used, and why.
    dry: bodies with mass that the file draws nothing of, such as rotors inside; known where meshes are opened.
    opened: files of meshes that were read.
    """

    robot: Robot
    format: str
    limits: Mapping[str, _JointLimits] = field(default_factory=dict)
    elastic: Mapping[str, Spring] = field(default_factory=dict)
    meshes: Mapping[str, tuple[_Mesh, ...]] = field(default_factory=dict)
    added_mass: Mapping[str, np.ndarray] = field(default_factory=dict)
    frames: Mapping[str, np.ndarray] = field(default_factory=dict)
    position: tuple[float, ...] = (0.0, 0.0, 0.0)
    quaternion: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    warnings: tuple[str, ...] = ()
    derived: Mapping[str, str] = field(default_factory=dict)
    unknown: Mapping[str, str] = field(default_factory=dict)
    dry: tuple[str, ...] = ()
    opened: tuple[Path, ...] = ()

    @property
    def forces(self) -> dict[str, AddedInertia]:
        """Force laws that belong to the file: its added mass, where it has some. For ``Model(forces={**..., "water": ...})``."""
        return {"added_mass": AddedInertia(self.added_mass)} if self.added_mass else {}


# --- From a description to a robot: one tree, frames with z along the joint axis, inertias and shapes turned into them.


def _assembled(described: Description, base: str | None, mode: str, shapes: str, opener: _Opener | None = None) -> Imported:
    """The robot of a description, with everything that the file says besides. opener: of meshes; without one none is opened."""
    root = check_tree(described)
    base = base or described.base
    leave_inertia_of_the_ground(described, root, base)
    carry_odd_masses(described, root)
    _still_joints_without_mass(described, root)
    _refuse_idle_base(described, root, base)
    frames = {root: np.eye(4)} | {c.child: inverse(c.frame) for c in described.connections}
    warnings, geometry = described.warnings, _Geometry()
    solid = {p.name: _shape_of(p, frames[p.name], shapes, warnings, geometry, opener) for p in described.parts.values()}
    if geometry.unknown:
        first = next(iter(geometry.unknown.values()))
        warnings.append(f"links have no shape, for their geometry could not be used: {listed(geometry.unknown)} ({first})")
    bodies = each(described.parts.values(), lambda p: _body_of(p, frames[p.name], solid[p.name]))
    moving = [c for c in described.connections if c.type != "fixed"]
    elastic = {c.name: Spring(c.stiffness, 0.0, c.rest) for c in moving if c.stiffness > 0}  # damping: Joint.viscous
    try:
        joints = [_joint_of(c, frames, "passive" if c.name in elastic else mode) for c in described.connections]
        robot = Robot(described.name, bodies, joints, base)
    except InputError as error:
        raise InputError(f"{described.file}: {error}") from error
    start = described.root_pose
    meshes = {name: _meshes_of(part, frames[name]) for name, part in described.parts.items()}
    return Imported(
        robot=robot,
        format=described.format,
        limits={c.name: _JointLimits(c.low, c.high, c.speed, c.effort) for c in moving},
        elastic=elastic,
        meshes={name: found for name, found in meshes.items() if found},
        added_mass={n: _added_in(frames[n], p.added) for n, p in described.parts.items() if p.added is not None},
        frames={name: frames[name] for name in robot.body_names},
        position=tuple(float(v) for v in start[:3, 3]),
        quaternion=tuple(float(v) for v in rotation_quaternion(start[:3, :3])),
        warnings=tuple(warnings),
        derived=geometry.derived,
        unknown=geometry.unknown,
        dry=tuple(geometry.dry),
        opened=tuple(opener.opened) if opener is not None else (),
    )


def _body_of(part: Part, to_body: np.ndarray, shape: Shape | None) -> Body:
    """The part as a body; an error that names its element where no mass distribution has its inertia."""
    R = to_body[:3, :3]
    turned = R @ part.inertia @ R.T
    try:
        if part.mass:
            centre = to_body[:3, 3] + R @ part.centre
            body = Body.central(part.name, part.mass, centre, 0.5 * (turned + turned.T), shape)
        else:
            strip = shape.strip() if shape is not None else None
            body = Body(part.name, 0.0, np.zeros(3), turned, shape, strip)
        check_body(body)
    except InputError as error:
        if part.where is None:
            raise
        advice = "" if part.mass else ", or give base='fixed' where it is the root and stands still"
        raise part.where.wrong(f"{error} Correct the link's mass and inertia in the file{advice}.") from error
    return body


def _joint_of(c: Connection, frames: dict[str, np.ndarray], mode: str) -> Joint:
    """The joint, placed on the parent's body frame; its variable is the file's own."""
    place = frames[c.parent] @ c.place @ inverse(frames[c.child])
    return Joint(
        c.name,
        c.parent,
        c.child,
        c.type,
        theta=-c.zero if c.type == "revolute" and c.zero else 0.0,
        r=-c.zero if c.type == "prismatic" and c.zero else 0.0,
        mode=mode,
        coulomb=c.coulomb,
        viscous=c.viscous,
        rotor=c.rotor,
        limit=c.effort or None,
        place=Place(place[:3, 3], place[:3, :3]),
    )


def _added_in(to_body: np.ndarray, added: np.ndarray) -> np.ndarray:
    """A 6x6 inertia of the part's frame in the body's frame: X^T A X, X the twist of the part's origin from the body's."""
    R, p = to_body[:3, :3], to_body[:3, 3]  # pose of the part's frame in the body's
    cross = np.array([[0.0, -p[2], p[1]], [p[2], 0.0, -p[0]], [-p[1], p[0], 0.0]])
    X = np.block([[R.T, -R.T @ cross], [np.zeros((3, 3)), R.T]])
    turned = X.T @ added @ X
    return 0.5 * (turned + turned.T)


def _still_joints_without_mass(described: Description, root: str) -> None:
    """A joint that moves no mass has no motion to compute: it is held at its zero."""
    carried = Counter({name: part.mass for name, part in described.parts.items()})
    for c in children_first(described, root):
        if c.type != "fixed" and carried[c.child] == 0 and c.rotor == 0:
            described.warnings.append(f"joint '{c.name}' moves no mass and is held fixed.")
            c.type = "fixed"
        carried[c.parent] += carried[c.child]


def _refuse_idle_base(described: Description, root: str, base: str) -> None:
    """A base that can move, has no mass and carries one joint has a freedom twice: no motion can be computed."""
    group = rigid_groups(described, root)[0]
    if base == "fixed" or any(described.parts[name].mass for name in group):
        return
    moved = [c for c in described.connections if c.parent in group and c.type != "fixed"]
    if len(moved) == 1:
        raise InputError(
            f"{described.file}: the root '{root}' has no mass and carries joint '{moved[0].name}' alone, so a {base} base would "
            "move as that joint does. Give base='fixed', or make the joint's child the root."
        )


# --- The verb: a robot out of a file, by what the file is.


def import_description(
    path: str | Path,
    base: str | None = None,
    *,
    mode: str = "driven",
    shapes: str = "collision",
    part: str | None = None,
    meshes: str | Path | None = None,
    allow_outside: bool = False,
) -> Imported:
    """The robot in a URDF, MJCF or SDF file, and what the file says besides.

    Parameters
    ----------
    path : str or Path
        The file. Nothing else is ever opened but meshes and includes.
    base : str, optional
        ``free``, ``planar``, ``sagittal`` or ``fixed``; None for what the file says (free where it says nothing).
    mode : str
        Of the joints; those with a spring are passive.
    shapes : str
        ``collision``, ``visual`` or ``none``: the geometry to take.
    part : str, optional
        Which of several robots, by the name of the SDF's model or of the MJCF's body that is its root.
    meshes : str or Path, optional
        Folder in which meshes are looked for and opened, so that bodies get shapes from them; None: primitives alone.
    allow_outside : bool
        Whether meshes and includes of an MJCF file may lie outside of these folders.

    Returns
    -------
    Imported
    """
    for what, value, allowed in (("mode", mode, JOINT_MODES), ("shapes", shapes, _ROLES), ("base", base, (None, *BASES))):
        if value not in allowed:
            raise unknown_name(what, value, [word for word in allowed if word])
    root = read_xml(path)
    try:
        with np.errstate(all="ignore"):  # numbers near the largest overflow, and are then refused as what they became
            opener = None if meshes is None else _Opener(Path(path).parent, None if allow_outside else Path(meshes), [])
            return _assembled(_describe(root, Path(path), base, part, allow_outside), base, mode, shapes, opener)
    except np.linalg.LinAlgError:
        raise root.wrong("its inertias are too large to compute with. Give them in kg m^2.") from None


def files_of(path: str | Path) -> list[Path]:
    """The files that an import reads: the description, and what an MJCF file names."""
    root, first = read_xml(path), Path(path)
    if root.tag != "mujoco":
        return [first]
    folder = first.resolve().parent
    named = [place for tree in look_over(root, first, True) for _, _, places in named_files(tree, folder) for place in places]
    return [first, *sorted({place.resolve() for place in named if place.is_file()})]


def import_robot(path: str | Path, base: str | None = None, **options: Any) -> Robot:
    """The robot in a URDF, MJCF or SDF file. Options as those of ``import_description``, which tells what was left out."""
    return import_description(path, base, **options).robot


def _describe(root: Element, path: Path, base: str | None, part: str | None, allow_outside: bool) -> Description:
    """What the file says, by its outermost element."""
    if root.tag == "mujoco":
        return read_mjcf(root, path, base, part, allow_outside)
    if root.tag == "sdf":
        return read_sdf(root, part)
    if root.tag == "robot":
        if part is not None:
            raise root.wrong(f"part = '{part[:60]}', but a URDF file holds one robot. Leave `part` out.")
        return read_urdf(root)
    raise root.wrong("is no robot description. Its outermost element is <robot> (URDF), <mujoco> (MJCF) or <sdf> (SDF).")
