"""Hulls from files that other programs drew: STL, OBJ and PLY by way of trimesh (optional extra ``hull``)."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from elver.errors import InputError, require_number
from elver.files import shown, write_whole
from elver.hulls.surface import Surface
from elver.packages import needed
from elver.reading import read_bytes

KINDS = ("stl", "obj", "ply")
MOST_TRIANGLES = 2_000_000
MOST_BYTES = 300 * MOST_TRIANGLES  # of a file: a triangle takes 50 bytes, or about 250 as text
STL_HEADER, STL_TRIANGLE = 84, 50  # bytes of a binary file; the header ends with the number of triangles
SMALLEST, LARGEST = 1e-4, 1e7  # m: size of a drawing, distance of a corner; beyond, merging corners means nothing


def read_mesh(path, scale: float = 1.0) -> Surface:
    """A hull from a file, z up. scale: metres per unit of the drawing, 0.001 for one in millimetres.

    STL (binary or text), OBJ or PLY, by the ending of its name; a name with another ending is read as STL.
    """
    path = Path(path)
    require_number("scale", scale, above=0.0, unit="m per unit of the drawing")
    ending = path.suffix.lower().removeprefix(".")
    kind = ending if ending in KINDS else "stl"
    trimesh()
    data = read_bytes(path, MOST_BYTES, "Give an STL, OBJ or PLY file.")
    advice = "Export the hull as STL, OBJ or PLY, in metres, z up."
    try:
        corners = triangles(data, kind)
    except Exception as error:  # whatever a reader of another package stumbles over in a stranger's bytes
        why = cut_short(data) if kind == "stl" else ""
        told = why or f"cannot be read as {kind.upper()} ({type(error).__name__}). {advice}"
        raise InputError(f"'{shown(path)}' {told}") from error
    if not len(corners) and kind == "stl" and (why := cut_short(data)):
        raise InputError(f"'{shown(path)}' {why}")
    if not 0 < len(corners) <= MOST_TRIANGLES or not np.isfinite(corners).all():
        raise InputError(f"'{shown(path)}' holds no {kind.upper()} mesh with finite corners. {advice}")
    size = float(np.ptp(corners.reshape(-1, 3), axis=0).max()) * scale
    farthest = float(np.abs(corners).max()) * scale
    if not (size >= SMALLEST and farthest <= LARGEST):
        raise InputError(
            f"'{shown(path)}' is {size:.3g} m large, its farthest corner {farthest:.3g} m from the origin. A hull is "
            f"{SMALLEST:g} to {LARGEST:g} m large, and as near. Check the unit of the drawing (--scale), and the file."
        )
    return Surface.from_triangles(scale * corners)


def cut_short(data: bytes) -> str:
    """What to say of an STL file that ends before it should; nothing where that is not so."""
    again = "The file is cut short: copy or export it again."
    if data[:5].lower() == b"solid" and b"\0" not in data[:1000]:
        return "" if b"endsolid" in data.lower() else f"has no 'endsolid' at its end. {again}"
    if len(data) < STL_HEADER:
        return f"has {len(data)} bytes, where an STL file begins with {STL_HEADER}. {again}"
    promised = int.from_bytes(data[STL_HEADER - 4 : STL_HEADER], "little")
    there = (len(data) - STL_HEADER) // STL_TRIANGLE
    if promised <= there:
        return ""
    return f"promises {promised} triangles and holds {there}. {again} If it is no STL file, export the hull as STL, OBJ or PLY."


def triangles(data: bytes, kind: str) -> np.ndarray:
    """Corners (m, 3, 3) of a mesh. Nothing but the bytes is read: no materials, no other files."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        mesh = trimesh().load_mesh(io.BytesIO(data), file_type=kind, process=False)
        return np.asarray(mesh.triangles, dtype=float)


def write_stl(surface: Surface, path) -> None:
    """Write the surface as binary STL [m]."""
    corners = surface.triangles
    index = np.arange(3 * len(corners)).reshape(-1, 3)
    write_whole(path, trimesh().Trimesh(corners.reshape(-1, 3), index, process=False).export(file_type="stl"))


def trimesh() -> Any:
    """The package, or an error that says how to get it."""
    return needed("trimesh", "reading and writing meshes")
