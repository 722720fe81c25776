"""A run as a glTF 2.0 file (GLB): bodies as coloured meshes that move, for Blender, PowerPoint and every viewer of 3-D models.

One file is a JSON text and a block of little-endian numbers. The world of a run has z up, that of glTF y: one node above all
others turns it, and everything below that node is in the run's own frame, in metres and seconds. Every body is a node with its
name, and the animation holds its place and orientation at every recorded instant, as 32-bit floats: 1e-6 m up to 16 m away.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError, from_user
from elver._support.files import finite, write_whole
from elver.results.samples import few_samples
from elver.viz.bodies import COLOURS, shades
from elver.viz.page.geometry import Solid, body_solids, scenery_of, world_points
from elver.viz.style import shown_name

if TYPE_CHECKING:
    import xarray as xr

    from elver.results import Run

_UPRIGHT = [-(0.5**0.5), 0.0, 0.0, 0.5**0.5]  # (x, y, z, w): a quarter turn about x takes (x, y, z) to (x, z, -y)
_CREASE = np.cos(np.radians(38.0))  # faces that meet at a larger angle keep an edge between them, as on the live page
_GRAIN = 1e-5  # of a mesh's size: points closer than that are one
_FLOAT, _WHOLE = 5126, 5125  # kinds of numbers in glTF: float32, uint32
_POINTS, _CORNERS = 34962, 34963  # what a block of numbers is for: vertices, indices
_WIDTH = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}

_SURFACE = 0.45  # opacity of the water's surface


def write_glb(run: Run, path: str | Path, overwrite: bool = False) -> Path:
    """Write a run as a GLB file: bodies, obstacles, the water's surface, and the motion of the bodies.

    Parameters
    ----------
    run
        A run of two samples or more; very long ones are thinned out as for all pictures.
    path
        A file that ends in ``.glb``; an existing one is kept unless ``overwrite``.

    Returns
    -------
    Path
        The file. Its scene has one node "world"; below it one node a body, named as in the run, whose animated translation [m]
        and rotation (x, y, z, w) are ``body_position`` and ``body_quaternion`` of the run. Time [s] counts from the first sample.
    """
    path = Path(path)
    if path.suffix != ".glb":
        raise InputError(f"'{path}' must end in .glb.")
    if path.exists() and not overwrite:
        raise InputError(f"'{path}' exists and is not overwritten. Choose another name or pass overwrite=True.")
    return write_whole(path, from_user("writing the 3-D model (are the data damaged or not finite?)", _glb_of, run))


def _glb_of(run: Run) -> bytes:
    """The bytes of the file."""
    data = _told_apart(few_samples(run.data))
    solids, file = body_solids(data), _File()
    world = file.node("world", rotation=_UPRIGHT)
    bodies = file.bodies(data, solids, world)
    file.surroundings(data, solids, world)
    file.animate(data, bodies)
    about = {"model": str(data.attrs["model"]), "status": str(run.status), "samples": data.sizes["time"]}
    return file.bytes_of(shown_name(data), about)


def _told_apart(data: xr.Dataset) -> xr.Dataset:
    """The samples whose places are finite, at instants that 32-bit floats tell apart; refused where fewer than two are left."""
    known = np.isfinite(data.body_position.values).all(axis=(1, 2)) & np.isfinite(data.body_quaternion.values).all(axis=(1, 2))
    kept = np.flatnonzero(known)
    clock = (data.time.values[kept] - data.time.values[kept[:1]]).astype(np.float32)
    kept = kept[np.diff(np.maximum.accumulate(clock), prepend=np.float32(-1)) > 0]
    if len(kept) < 2:
        raise InputError(f"the run of '{data.attrs['model']}' has {len(kept)} sample(s) with finite places. Give two or more.")
    return data.isel(time=kept)


class _File:
    """A glTF file while it is put together: the lists of its JSON, and the block of numbers that they point into."""

    def __init__(self) -> None:
        self.nodes: list[dict[str, Any]] = []
        self.meshes: list[dict[str, Any]] = []
        self.materials: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []
        self.views: list[dict[str, Any]] = []
        self.animations: list[dict[str, Any]] = []
        self.block = bytearray()

    # --- what the file consists of

    def node(self, name: str, parent: int | None = None, **more: Any) -> int:
        """A node below another one; its number."""
        self.nodes.append({"name": name, **more})
        number = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].setdefault("children", []).append(number)
        return number

    def numbers(self, values: np.ndarray, target: int | None = None, ends: bool = False) -> int:
        """An array (count,) or (count, width) in the block; its accessor. ends: with least and largest values."""
        kind = _WHOLE if values.dtype.kind in "iu" else _FLOAT
        stored = np.ascontiguousarray(values, dtype="<u4" if kind == _WHOLE else "<f4")
        view = {"buffer": 0, "byteOffset": len(self.block), "byteLength": stored.nbytes}
        self.views.append(view | ({} if target is None else {"target": target}))
        self.block += stored.tobytes()  # four bytes a number: every array begins at a multiple of four
        table = stored.reshape(len(stored), -1)
        accessor = {
            "bufferView": len(self.views) - 1,
            "componentType": kind,
            "count": len(stored),
            "type": _WIDTH[table.shape[1]],
        }
        if ends:
            accessor |= {"min": table.min(axis=0).tolist(), "max": table.max(axis=0).tolist()}
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def material(self, name: str, colour: str, both_sides: bool, opacity: float = 1.0) -> int:
        """A dull material of one colour; the same one where it is known. A base colour is linear, ``colour`` is sRGB."""
        srgb = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)]) / 255
        linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).round(6).tolist()
        made: dict[str, Any] = {
            "name": name,
            "pbrMetallicRoughness": {"baseColorFactor": [*linear, opacity], "metallicFactor": 0.0, "roughnessFactor": 0.55},
        }
        made |= {"doubleSided": True} if both_sides else {}
        made |= {"alphaMode": "BLEND"} if opacity < 1 else {}
        if made not in self.materials:
            self.materials.append(made)
        return self.materials.index(made)

    def mesh(self, name: str, solid: Solid, material: int) -> int | None:
        """A mesh with normals; None where it has no area."""
        points, normals, corners = _shaded(solid)
        if not len(corners):
            return None
        attributes = {"POSITION": self.numbers(points, _POINTS, ends=True), "NORMAL": self.numbers(normals, _POINTS)}
        faces = {"attributes": attributes, "indices": self.numbers(corners, _CORNERS), "material": material}
        self.meshes.append({"name": name, "primitives": [faces]})
        return len(self.meshes) - 1

    # --- the machine and what is around it

    def bodies(self, data: xr.Dataset, solids: Sequence[Solid | None], world: int) -> dict[int, int]:
        """A node for every body that is seen: number of the body -> number of its node."""
        looks = shades(data, [None if solid is None else k for k, solid in enumerate(solids)])
        found: dict[int, int] = {}
        for k, (name, (role, colour), solid) in enumerate(zip(data.body.values.tolist(), looks, solids, strict=True)):
            if solid is None:
                continue
            mesh = self.mesh(str(name), solid, self.material(role, colour, solid.thin))
            found[k] = self.node(str(name), world, **({} if mesh is None else {"mesh": mesh}))
        return found

    def surroundings(self, data: xr.Dataset, solids: Sequence[Solid | None], world: int) -> None:
        """Obstacles as columns, and the water's surface under the whole way."""
        scene = scenery_of(data, world_points(data, solids))
        for obstacle in scene["obstacles"]:
            column = _column(np.array(obstacle["outline"]), obstacle["base"], obstacle["height"])
            mesh = self.mesh(obstacle["name"], column, self.material("obstacle", COLOURS["obstacle"], True))
            if mesh is not None:
                self.node(f"obstacle {obstacle['name']}", world, mesh=mesh)
        level = (scene["water"] or {}).get("surface")
        if level is not None:
            places = data.body_position.values.reshape(-1, 3)[:, :2]
            low, high = places.min(axis=0) - scene["size"], places.max(axis=0) + scene["size"]
            rim = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
            plane = Solid(np.array([(*corner, level) for corner in rim]), np.array([[0, 1, 2], [0, 2, 3]]), thin=True)
            water = self.material("water", COLOURS["water"], True, _SURFACE)
            self.node("water", world, mesh=self.mesh("water", plane, water))

    def animate(self, data: xr.Dataset, nodes: dict[int, int]) -> None:
        """Every body's place and orientation over time; straight lines between the samples."""
        clock = self.numbers((data.time.values - data.time.values[0]).astype(np.float32), ends=True)
        samplers: list[dict[str, Any]] = []
        channels: list[dict[str, Any]] = []
        for body, node in nodes.items():
            turns = _continuous(data.body_quaternion.values[:, body])
            for path, values in (("translation", data.body_position.values[:, body]), ("rotation", turns[:, [1, 2, 3, 0]])):
                channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
                samplers.append({"input": clock, "output": self.numbers(values), "interpolation": "LINEAR"})
                self.nodes[node][path] = values[0].tolist()  # the pose of programs that show no animation
        self.animations.append({"name": "run", "samplers": samplers, "channels": channels})

    def bytes_of(self, title: str, about: dict[str, Any]) -> bytes:
        """Header, JSON and block of numbers (glTF 2.0, section 4.4)."""
        from elver import __version__

        whole = {
            "asset": {"version": "2.0", "generator": f"Elver {__version__}", "extras": {"title": title, **about}},
            "scene": 0,
            "scenes": [{"name": title, "nodes": [0]}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "animations": self.animations,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.block)}],
        }
        text = json.dumps(finite({name: part for name, part in whole.items() if part != []}), separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        parts = struct.pack("<II", len(text), 0x4E4F534A) + text, struct.pack("<II", len(self.block), 0x004E4942) + self.block
        return struct.pack("<4sII", b"glTF", 2, 12 + sum(map(len, parts))) + b"".join(parts)


def _continuous(turns: np.ndarray) -> np.ndarray:
    """Unit quaternions (time, 4) whose sign never jumps: some programs go the long way round between q and -q."""
    turns = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    jumps = np.einsum("ij,ij->i", turns[1:], turns[:-1]) < 0
    return turns * np.where(np.cumsum(np.concatenate([[0], jumps])) % 2, -1.0, 1.0)[:, None]


def _shaded(solid: Solid) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points, their normals, and corners of the triangles: smooth where faces meet gently, sharp at creases.

    A point in which several normals meet is there once for each of them. Faces without an area are left out.
    """
    size = float(np.ptp(solid.points, axis=0).max())
    corners = solid.points[solid.triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])  # normal times twice the area
    areas = np.linalg.norm(faces, axis=1)
    kept = areas > (_GRAIN * size) ** 2
    corners, faces, flat = corners[kept], faces[kept], faces[kept] / areas[kept, None]
    places = np.unique(np.round(corners.reshape(-1, 3) / (_GRAIN * size)), axis=0, return_inverse=True)[1].ravel()
    around: dict[int, list[int]] = {}
    for corner, place in enumerate(places.tolist()):
        around.setdefault(place, []).append(corner // 3)
    normals = np.repeat(flat, 3, axis=0)
    if not solid.thin:
        for corner, place in enumerate(places.tolist()):
            near = np.array(around[place])
            normals[corner] = faces[near[flat[near] @ flat[corner // 3] >= _CREASE]].sum(axis=0)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.column_stack([corners.reshape(-1, 3), normals]).astype(np.float32)
    rows, numbers = np.unique(rows, axis=0, return_inverse=True)
    return rows[:, :3], rows[:, 3:], numbers.ravel().astype(np.uint32)


def _column(rim: np.ndarray, base: float, height: float) -> Solid:
    """A column over a convex outline in the plane [m]: both ends as fans, and its side."""
    n = len(rim)
    points = np.vstack([np.column_stack([rim, np.full(n, level)]) for level in (base, base + height)])
    here = np.arange(n)
    after = (here + 1) % n
    fan = np.column_stack([np.zeros(n - 2, int), here[1:-1], here[2:]])
    side = [np.column_stack([here, after, after + n]), np.column_stack([here, after + n, here + n])]
    triangles = np.vstack([fan[:, ::-1], fan + n, *side])
    area = float(rim[:, 0] @ np.roll(rim[:, 1], -1) - rim[:, 1] @ np.roll(rim[:, 0], -1))
    return Solid(points, triangles if area > 0 else triangles[:, ::-1])
