"""What is around the machine: water, ground, shores, obstacles and walls; how large everything is and from where it is seen."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from elver.contact import Scene
from elver.contact.scene import Wall
from elver.drawing.outline import VIEWS, best_view

TALL = 0.8  # height of an obstacle over that of the machine
WALL_REACH = 30.0  # half the length of a wall over the machine's size
CORNERS = 3  # of an outline, at least
DIGITS = 5  # after the point, of an outline [m]


def scenery_of(data, points: np.ndarray, scene: Scene | None = None, view: str | None = None) -> dict[str, Any]:
    """The scene as plain data. points: of the machine at the first sample [m, world].

    scene: of the model, where there is one; else what the data set holds of it.   view: as the scenario has it.
    """
    low, high = points.min(axis=0), points.max(axis=0)
    size = max(float((high - low).max()), 1e-6)
    around = surroundings(data)
    level = float(low[2])
    stands = {"base": level, "height": TALL * max(float(high[2] - low[2]), 0.05 * size)}
    obstacles, walls = ([], []) if scene is None else (flat_obstacles(scene), flat_walls(scene, points, size))
    return {
        "size": size,
        "view": view if view in VIEWS or view == "3d" else "3d" if view else best_view(data),
        "up": "z",
        "ground": bool(around.get("ground", False)) or "obstacle" in data.sizes,
        "level": level,
        "water": {"surface": around["water"]} if "water" in around else None,
        "obstacles": [o | stands for o in (recorded_obstacles(data) if scene is None else obstacles)],
        "walls": [w | stands for w in walls],
        "regions": plain_list(data, "regions"),
    }


def surroundings(data) -> dict[str, Any]:
    """What a data set says of water and ground; what its regions tell where it was written before that was recorded."""
    found = plain_attribute(data, "surroundings")
    if isinstance(found, dict):
        water = found.get("water")
        known = {"water": water if isinstance(water, int | float) else None} if "water" in found else {}
        return known | ({"ground": True} if found.get("ground") else {})
    names = {region["name"] for region in plain_list(data, "regions")}
    return ({"water": None} if "water" in names else {}) | ({"ground": True} if "land" in names else {})


def plain_attribute(data, name: str):
    """An attribute of JSON text; None where it is missing or unreadable."""
    try:
        return json.loads(data.attrs.get(name, "null"))
    except (TypeError, ValueError, RecursionError):
        return None


def plain_list(data, name: str) -> list[dict[str, Any]]:
    """Regions of a data set: those that have a name and ends that are numbers."""
    found = plain_attribute(data, name)
    rows = [r for r in found if isinstance(r, dict) and isinstance(r.get("name"), str)] if isinstance(found, list) else []
    return [{"name": r["name"], **{k: float(r[k]) for k in ("from", "to") if isinstance(r.get(k), int | float)}} for r in rows]


def recorded_obstacles(data) -> list[dict[str, Any]]:
    """Outlines of the obstacles of a saved run."""
    if "obstacle_outline" not in data:
        return []
    named = zip(data.obstacle.values.tolist(), data.obstacle_outline.values, strict=True)
    found = [{"name": str(name), "outline": outline_of(rim)} for name, rim in named]
    return [o for o in found if len(o["outline"]) >= CORNERS]


def flat_obstacles(scene: Scene) -> list[dict[str, Any]]:
    """Discs and polygons of a scene."""
    kinds = [(k, o) for k, o in enumerate(scene.obstacles) if not isinstance(o, Wall)]
    return [
        {"name": o.name or f"{k + 1}", "kind": type(o).__name__.lower(), "outline": outline_of(o.outline())} for k, o in kinds
    ]


def flat_walls(scene: Scene, points: np.ndarray, size: float) -> list[dict[str, Any]]:
    """A long strip of every wall of a scene, beside the machine."""
    near = points[:, :2].mean(axis=0)
    found = [(k, o) for k, o in enumerate(scene.obstacles) if isinstance(o, Wall)]
    return [{"name": o.name or f"{k + 1}", "outline": outline_of(o.outline(near, WALL_REACH * size))} for k, o in found]


def outline_of(rim: np.ndarray) -> list[list[float]]:
    """The corners of an outline, each once."""
    known = rim[np.isfinite(rim).all(axis=1)]
    closed = len(known) > 1 and np.allclose(known[0], known[-1])
    return np.round(known[:-1] if closed else known, DIGITS).tolist()
