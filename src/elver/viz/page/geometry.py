"""The geometry that a page draws: bodies as solids, surroundings, sizes and views."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from elver.contact import Scene, Wall
from elver.results.record import attribute
from elver.symbolic.spatial import rotate
from elver.viz.machine import VIEWS, best_view, outward

if TYPE_CHECKING:
    from elver.results.samples import Data

# --- What is around the machine: water, ground, shores, obstacles and walls; how large everything is and from where it is seen.

_TALL = 0.8  # height of an obstacle over that of the machine
_WALL_REACH = 30.0  # half the length of a wall over the machine's size
_CORNERS = 3  # of an outline, at least
_DIGITS = 5  # after the point, of an outline [m]


def scenery_of(data: Data, points: np.ndarray, scene: Scene | None = None, view: str | None = None) -> dict[str, Any]:
    """The scene as plain data. points: of the machine at the first sample [m, world].

    scene: of the model, where there is one; else what the data set holds of it.   view: as the scenario has it.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    size = max(float((high - low).max()), 1e-6)
    around = surroundings(data)
    level = float(low[2])
    stands = {"base": level, "height": _TALL * max(float(high[2] - low[2]), 0.05 * size)}
    obstacles, walls = ([], []) if scene is None else (_flat_obstacles(scene), _flat_walls(scene, points, size))
    return {
        "size": size,
        "view": view if view in VIEWS or view == "3d" else "3d" if view else best_view(data),
        "up": "z",
        "ground": bool(around.get("ground", False)) or "obstacle" in data.sizes,
        "level": level,
        "water": {"surface": around["water"]} if "water" in around else None,
        "obstacles": [o | stands for o in (_recorded_obstacles(data) if scene is None else obstacles)],
        "walls": [w | stands for w in walls],
        "regions": _regions(data),
    }


def surroundings(data: Data) -> dict[str, Any]:
    """What a data set says of water and ground; what its regions tell where it was written before that was recorded."""
    found = attribute(data, "surroundings")
    if found is not None:
        water = found.get("water")
        known = {"water": water if isinstance(water, int | float) else None} if "water" in found else {}
        return known | ({"ground": True} if found.get("ground") else {})
    names = {region["name"] for region in _regions(data)}
    return ({"water": None} if "water" in names else {}) | ({"ground": True} if "land" in names else {})


def _regions(data: Data) -> list[dict[str, Any]]:
    """Regions of a data set: those that have a name and ends that are numbers."""
    rows = [r for r in attribute(data, "regions", []) if isinstance(r, dict) and isinstance(r.get("name"), str)]
    return [{"name": r["name"], **{k: float(r[k]) for k in ("from", "to") if isinstance(r.get(k), int | float)}} for r in rows]


def _recorded_obstacles(data: Data) -> list[dict[str, Any]]:
    """Outlines of the obstacles of a saved run."""
    if "obstacle_outline" not in data:
        return []
    named = zip(data.obstacle.values.tolist(), data.obstacle_outline.values, strict=True)
    found = [{"name": str(name), "outline": outline_of(rim)} for name, rim in named]
    return [o for o in found if len(o["outline"]) >= _CORNERS]


def _flat_obstacles(scene: Scene) -> list[dict[str, Any]]:
    """Discs and polygons of a scene."""
    kinds = [(k, o) for k, o in enumerate(scene.obstacles) if not isinstance(o, Wall)]
    return [
        {"name": o.name or f"{k + 1}", "kind": type(o).__name__.lower(), "outline": outline_of(o.outline())} for k, o in kinds
    ]


def _flat_walls(scene: Scene, points: np.ndarray, size: float) -> list[dict[str, Any]]:
    """A long strip of every wall of a scene, beside the machine."""
    near = points[:, :2].mean(axis=0)
    found = [(k, o) for k, o in enumerate(scene.obstacles) if isinstance(o, Wall)]
    return [{"name": o.name or f"{k + 1}", "outline": outline_of(o.outline(near, _WALL_REACH * size))} for k, o in found]


def outline_of(rim: np.ndarray) -> list[list[float]]:
    """The corners of an outline, each once."""
    known = rim[np.isfinite(rim).all(axis=1)]
    closed = len(known) > 1 and np.allclose(known[0], known[-1])
    return np.round(known[:-1] if closed else known, _DIGITS).tolist()


# --- Numbers as text inside JSON: base64 of little-endian arrays, and smooth curves packed to about a byte a number.


def text_of(values: Sequence[int] | np.ndarray, kind: str) -> str:
    """Base64 of the numbers as ``f4``, ``f8``, ``u1``, ``u2`` or ``u4``, little-endian, last index fastest."""
    return base64.b64encode(np.ascontiguousarray(values, dtype=f"<{kind}").tobytes()).decode("ascii")


def packed_curves(values: np.ndarray, width: int = 2) -> dict[str, str]:
    """Curves (time, ...) as text: each in whole steps between its own ends, as differences of differences of ``width`` bytes.

    Two bytes hold 32767 steps, three hold 8 million. They stand curve after curve, the lowest bytes of all first: smooth ones
    are nearly all zeros above and pack well by gzip. ``web/src/viewer/packed.js`` unpacks them. What is not finite is a gap.
    """
    curves = np.asarray(values, dtype=float).reshape(len(values), -1).T
    known = np.isfinite(curves)
    low = np.where(known, curves, np.inf).min(axis=1, initial=np.inf)
    low = np.where(np.isfinite(low), low, 0.0).astype("<f4")
    high = np.where(known, curves, -np.inf).max(axis=1, initial=-np.inf)
    steps, word = 2 ** (8 * width - 1) - 1, 256**width
    step = (np.maximum(high - low, 0.0) / steps).astype("<f4")
    scaled = (np.where(known, curves, 0.0) - low[:, None]) / np.where(step > 0, step, 1.0)[:, None]
    whole = np.where(step[:, None] > 0, np.clip(np.round(scaled), 0, steps), 0.0).astype(np.int64)
    whole[~known] = -1
    twice = np.diff(np.diff(whole, axis=1, prepend=0), axis=1, prepend=0) % word
    planes = np.concatenate([(twice >> (8 * k) & 255).ravel() for k in range(width)])
    return {"data": text_of(planes, "u1"), "low": text_of(low, "f4"), "step": text_of(step, "f4")}


def unpacked_curves(packed: dict[str, Any], shape: tuple[int, ...]) -> np.ndarray:
    """The numbers that a page will see."""
    low, step = (np.frombuffer(base64.b64decode(packed[name]), "<f4").astype(float) for name in ("low", "step"))
    data = np.frombuffer(base64.b64decode(packed["data"]), np.uint8).astype(np.int64)
    planes = data.reshape(-1, len(low), shape[0]) if data.size else data.reshape(2, len(low), shape[0])
    word = 256 ** len(planes)
    twice = sum(plane << (8 * k) for k, plane in enumerate(planes))
    whole = np.cumsum(np.cumsum(twice, axis=1), axis=1) % word
    known = whole < word // 2
    return np.where(known, low[:, None] + step[:, None] * whole, np.nan).T.reshape(shape)


# --- Bodies as triangles: convex parts, blades, and thin bones for bodies that nobody gave a shape. Equal ones are kept once.

_SAME = 1e-6  # of a body's size: points closer than that are one
_BONE, _KNOB, _SIDES = 0.008, 0.016, 6  # radius over the machine's size of bones and of points; corners around a bone
_MOVED = 1e-5  # of a body's size: how well it is known how far its points move
_WIDE = 65536  # points from which on numbers of corners need four bytes


@dataclass(frozen=True, eq=False)
class Solid:
    """Points (n, 3) [m, body frame] and triangles (m, 3) of their numbers, turned outwards. thin: seen from both sides.

    made: what it was made from, and ``picked``: where its points stand there.
    """

    points: np.ndarray
    triangles: np.ndarray
    thin: bool = False
    picked: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=int))
    made: _Made | None = None


@dataclass(frozen=True, eq=False)
class _Made:
    """What a body is made from: the points of its convex parts [m, body frame].

    blade: the four corners of one are all.   bones: nobody gave the body a shape.
    """

    parts: tuple[np.ndarray, ...]
    blade: bool = False
    bones: bool = False

    def solid(self) -> Solid | None:
        """Its triangles; None where it encloses nothing."""
        if self.blade:
            return replace(quadrilateral(self.parts[0]), made=self)
        starts = np.cumsum([0, *map(len, self.parts)])
        hulls = [(convex(part), start) for part, start in zip(self.parts, starts[:-1], strict=True)]
        found = [replace(hull, picked=hull.picked + start) for hull, start in hulls if hull is not None]
        return replace(joined(found), made=self) if found else None

    def like(self, other: _Made) -> bool:
        """Whether the points of both belong together one by one."""
        return self.blade == other.blade and [len(p) for p in self.parts] == [len(p) for p in other.parts]


def joined(parts: Sequence[Solid]) -> Solid:
    """Several solids as one."""
    starts = np.cumsum([0, *(len(p.points) for p in parts[:-1])])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=True)]
    points, picked = np.vstack([p.points for p in parts]), np.concatenate([p.picked for p in parts])
    return Solid(points, np.vstack(triangles), all(p.thin for p in parts), picked)


def convex(cloud: np.ndarray) -> Solid | None:
    """The convex hull of points; None where they enclose nothing."""
    from scipy.spatial import ConvexHull, QhullError

    grain = _SAME * float(np.ptp(cloud, axis=0).max(initial=0.0)) if len(cloud) else 0.0
    if grain <= 0:
        return None
    first = np.sort(np.unique(np.round(cloud / grain), axis=0, return_index=True)[1])
    points = cloud[first]
    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):
        return None
    used = np.unique(hull.simplices)
    place = np.zeros(len(points), dtype=int)
    place[used] = np.arange(len(used))
    kept, corners = points[used], place[hull.simplices]
    turned = (outward(kept[corners], kept.mean(axis=0))[:, 0] != kept[corners][:, 0]).any(axis=1)
    return Solid(kept, np.where(turned[:, None], corners[:, ::-1], corners), picked=first[used])


def quadrilateral(corners: np.ndarray) -> Solid:
    """A flat blade."""
    return Solid(corners, np.array([[0, 1, 2], [0, 2, 3]]), thin=True, picked=np.arange(4))


def bone(end: np.ndarray, radius: float) -> np.ndarray:
    """Points of a thin rod from the origin to a point [m]; all at the origin where both are one."""
    length = float(np.linalg.norm(end))
    if not radius < length < np.inf:
        return np.zeros((2 * _SIDES, 3))
    along = end / length
    across = np.cross(along, np.eye(3)[np.argmin(np.abs(along).round(6))])
    across /= np.linalg.norm(across)
    turns = 2 * np.pi * np.arange(_SIDES) / _SIDES
    ring = radius * (np.outer(np.cos(turns), across) + np.outer(np.sin(turns), np.cross(along, across)))
    return np.vstack([ring, ring + end])


def _knob(radius: float) -> np.ndarray:
    """Points of a small octahedron at the origin."""
    return radius * np.vstack([np.eye(3), -np.eye(3)])


def body_solids(data: Data) -> list[Solid | None]:
    """What every body of a data set looks like, in its own frame; None for a body that is not drawn.

    A body with mass and without a shape is drawn as bones, from its origin to its centre of mass and to the joints it carries;
    in a machine without any shape all bodies are.
    """
    found = [_shaped(data, k).solid() for k in range(data.sizes["body"])]
    bare = not any(found)
    size = _reach(data)
    for k, solid in enumerate(found):
        if solid is None and (bare or data.body_mass.values[k] > 0):
            found[k] = _skeleton(data, k, size).solid()
    return found


def moved_points(solids: Sequence[Solid | None], first: Data, other: Data) -> list[np.ndarray | None] | None:
    """Points of the solids of a data set where another form of the machine (a data set too) has them [m, body frame].

    None where the two forms do not belong together point by point.
    """
    size = _reach(first)
    found: list[np.ndarray | None] = []
    for k, solid in enumerate(solids):
        if solid is None or solid.made is None:
            found.append(None)
            continue
        its = _skeleton(other, k, size) if solid.made.bones else _shaped(other, k)
        if not solid.made.like(its):
            return None
        found.append(np.vstack(its.parts)[solid.picked])
    return found


def _shaped(data: Data, k: int) -> _Made:
    """The blade or the solid parts of body k."""
    if "body_blade" in data and np.isfinite(data.body_blade.values[k]).all():
        return _Made((data.body_blade.values[k],), blade=True)
    cloud = data.body_outline.values[k]
    number = data.body_part.values[k] if "body_part" in data else np.zeros(len(cloud), dtype=int)
    known = np.isfinite(cloud).all(axis=1)
    return _Made(tuple(cloud[known & (number == n)] for n in range(int(number.max(initial=-1)) + 1)))


def _skeleton(data: Data, k: int, size: float) -> _Made:
    """Bones of body k at the first sample."""
    place, turn = data.body_position.values[0], data.body_quaternion.values[0]
    inverse = turn[k] * np.array([1.0, -1.0, -1.0, -1.0])
    children = [j for j, parent in enumerate(data.body_parent.values) if parent == k]
    ends = [data.body_com.values[k], *(rotate(inverse, place[j] - place[k]) for j in children)]
    return _Made((*(bone(np.asarray(end), _BONE * size) for end in ends), _knob(_KNOB * size)), bones=True)


def _reach(data: Data) -> float:
    """Largest extent of the machine's frames and shapes at the first sample [m]."""
    place = data.body_position.values[0]
    clouds = [data.body_outline.values[k] for k in range(len(place))]
    world = [p + rotate(q, c) for p, q, c in zip(place, data.body_quaternion.values[0], clouds, strict=True)]
    points = np.vstack([place, place + data.body_com.values, *world])
    points = points[np.isfinite(points).all(axis=1)]
    return max(float(np.ptp(points, axis=0).max(initial=0.0)), 1e-6) if len(points) else 1.0


def world_points(data: Data, solids: Sequence[Solid | None]) -> np.ndarray:
    """Points of all drawn bodies at the first sample [m, world]."""
    poses = zip(data.body_position.values[0], data.body_quaternion.values[0], solids, strict=True)
    clouds = [p + rotate(q, solid.points) for p, q, solid in poses if solid is not None]
    points = np.vstack(clouds) if clouds else data.body_position.values[0]
    return points[np.isfinite(points).all(axis=1)]


def shared_meshes(
    solids: Sequence[Solid | None], moves: Sequence[Sequence[Any]] = ()
) -> tuple[list[dict[str, Any]], list[int | None]]:
    """The different meshes as plain data, and for every body the number of its own.

    moves: for every form of the machine what tells how each body's points move; bodies that move unlike share no mesh.
    """
    meshes: list[dict[str, Any]] = []
    known: dict[tuple, int] = {}
    numbers: list[int | None] = []
    for k, solid in enumerate(solids):
        if solid is None:
            numbers.append(None)
            continue
        mesh = _as_data(solid)
        key = (mesh["points"], mesh["triangles"], *(own[k] for own in moves))
        if key not in known:
            known[key] = len(meshes)
            meshes.append(mesh)
        numbers.append(known[key])
    return meshes, numbers


def _as_data(solid: Solid) -> dict[str, Any]:
    """A solid as plain data. Points are rounded to a millionth of its size, so that equal bodies are seen to be equal."""
    wide = len(solid.points) >= _WIDE
    points = _rounded(solid.points, _SAME * _extent(solid.points))
    found: dict[str, Any] = {"points": text_of(points, "f4"), "triangles": text_of(solid.triangles, "u4" if wide else "u2")}
    return found | ({"wide": True} if wide else {}) | ({"thin": True} if solid.thin else {})


def _extent(points: np.ndarray) -> float:
    """Largest coordinate [m]."""
    return max(float(np.abs(points).max(initial=0.0)), 1e-9)


def _rounded(values: np.ndarray, grain: float) -> np.ndarray:
    """Whole multiples of a grain, without negative zeros."""
    return np.round(values / grain) * grain + 0.0


@dataclass(frozen=True, eq=False)
class Form:
    """What a slider does to the form of the machine: its low end, first value and high end, and data sets at both ends."""

    name: str
    at: tuple[float, float, float]
    low: Any
    high: Any


def moves_of(solids: Sequence[Solid | None], first: Data, form: Form) -> list[tuple[str, str] | None] | None:
    """How far every body's points are from ``first`` at both ends of a slider, as text; None for a body that keeps its form.

    None instead of the list where points do not belong together.
    """
    ends = [own for other in (form.low, form.high) if (own := moved_points(solids, first, other)) is not None]
    if len(ends) < 2:
        return None
    found: list[tuple[str, str] | None] = []
    for solid, low, high in zip(solids, *ends, strict=True):
        if solid is None or low is None or high is None:
            found.append(None)
            continue
        far = [_rounded(own - solid.points, _MOVED * _extent(solid.points)) for own in (low, high)]
        found.append((text_of(far[0], "f4"), text_of(far[1], "f4")) if any(d.any() for d in far) else None)
    return found


def morphs_of(
    forms: Sequence[Form], moves: Sequence[Sequence[tuple[str, str] | None]], numbers: Sequence[int | None]
) -> list[dict[str, Any]]:
    """The forms as plain data: for every slider the meshes that it changes, and how far it moves their points."""
    found = []
    for form, own in zip(forms, moves, strict=True):
        meshes = {str(n): {"low": far[0], "high": far[1]} for n, far in zip(numbers, own, strict=True) if far is not None}
        if meshes:
            found.append({"name": form.name, "at": list(form.at), "meshes": meshes})
    return found
