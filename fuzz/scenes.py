"""Small random machines among obstacles. A scene is plain data first: it can be printed, and built by whoever wants it."""

from __future__ import annotations

import math
from random import Random
from typing import Any

LENGTH, RADIUS = 0.2, 0.02  # m: of links


def random_scene(chance: Random) -> dict[str, Any]:
    """A chain that slides, turns and meets discs and walls on its way, on a ground with or without friction."""
    links = chance.choice((1, 1, 2, 3))
    speed, turn = chance.uniform(0.1, 1.5), chance.uniform(-3.0, 3.0)
    reach = links * LENGTH
    discs = []
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        radius = chance.uniform(0.02, 0.2)
        discs.append((reach + RADIUS + radius + chance.uniform(0.01, 0.4), chance.uniform(-0.3, 0.3), radius))
    return {
        "links": links,
        "twist": (speed, chance.uniform(-0.3, 0.3), turn),
        "angles": [chance.uniform(-0.5, 0.5) for _ in range(links - 1)],
        "stiffness": chance.choice((0.0, chance.uniform(0.01, 2.0))),
        "discs": apart(discs),
        "wall": chance.choice((None, (reach + chance.uniform(0.2, 0.8), chance.uniform(-0.5, 0.5)))),
        "friction": chance.choice((None, None, chance.uniform(0.05, 0.6), (chance.uniform(0.0, 0.2), chance.uniform(0.2, 0.8)))),
        "obstacle_friction": chance.choice((0.0, chance.uniform(0.0, 0.8))),
        "restitution": chance.choice((0.0, 0.0, chance.uniform(0.0, 1.0))),
    }


def apart(discs: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Discs that do not overlap one before them."""
    kept: list[tuple[float, float, float]] = []
    for x, y, radius in discs:
        if all(math.hypot(x - a, y - b) > radius + r + 1e-3 for a, b, r in kept):
            kept.append((x, y, radius))
    return kept


def scene_model(given: dict[str, Any]):
    """The model of such a scene."""
    from elver import Body, InitialState, Joint, Model, Robot
    from elver.contact import Disc, Scene, Wall
    from elver.drive import Spring
    from elver.robot import Rod

    links = given["links"]
    bodies = [Body.solid(f"link{i}", Rod(LENGTH, RADIUS), 1000.0) for i in range(links)]
    joints = [Joint(f"joint{i}", f"link{i - 1}", f"link{i}", d=LENGTH, mode="passive") for i in range(1, links)]
    vx, vy, wz = given["twist"]
    start = InitialState(
        twist=(vx, vy, 0.0, 0.0, 0.0, wz), angles=dict(zip((j.name for j in joints), given["angles"], strict=True))
    )
    obstacles: list[Any] = [Disc(*disc) for disc in given["discs"]]
    if given["wall"] is not None:
        x, lean = given["wall"]
        obstacles.append(Wall(x, 0.0, math.pi + lean))
    scene = Scene(
        obstacles,
        friction=given["friction"],
        obstacle_friction=given["obstacle_friction"],
        restitution=given["restitution"],
    )
    return Model("scene", Robot("scene", bodies, joints, base="planar"), elastic=Spring(given["stiffness"]), start=start,
                 scene=scene)  # fmt: skip
