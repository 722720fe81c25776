"""The numbers of a scene that its tables hold, by name: they can be changed from run to run, and runs differentiated by them.

They are no part of the compiled equations: a program runs with others as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from elver.contact.scene import Scene
from elver.errors import InputError, unknown_name

NUMBERS = (
    "scene.friction.forward", "scene.friction.backward", "scene.friction.across", "scene.gravity", "scene.restitution",
    "scene.obstacle_friction",
)  # fmt: skip
GROUPS = {"scene.friction": (0, 1, 2), "scene.friction.along": (0, 1)}  # numbers that move together where they are equal


@dataclass(frozen=True)
class SceneNumber:
    """A name for numbers of a scene: each is ``factor`` times its value. factors: one for every name of NUMBERS, mostly 0."""

    value: float
    factors: tuple[float, ...]


def number_vector(scene: Scene) -> np.ndarray:
    """The numbers in the order of NUMBERS; those of ground that there is not are NaN."""
    ground = scene.ground
    sides = (np.nan,) * 3 if ground is None else (ground.forward, ground.backward, ground.across)
    return np.array([*sides, scene.gravity, scene.restitution, scene.obstacle_friction], dtype=float)


def scene_numbers(scene: Scene | None) -> dict[str, SceneNumber]:
    """All numbers of a scene by name; friction that is the same to several sides also as one."""
    if scene is None:
        return {}
    values, unit = number_vector(scene), np.eye(len(NUMBERS))
    found = {
        name: SceneNumber(float(values[places[0]]), tuple(unit[list(places)].sum(axis=0)))
        for name, places in GROUPS.items()
        if len({values[k] for k in places}) == 1
    }
    found |= {name: SceneNumber(float(values[k]), tuple(unit[k])) for k, name in enumerate(NUMBERS)}
    return {name: number for name, number in found.items() if np.isfinite(number.value)}


def changed_scene(scene: Scene, values: Mapping[str, float], known: Mapping[str, SceneNumber]) -> Scene:
    """The scene with other numbers; two values for the same number are refused. known: what the names mean."""
    numbers, owner = number_vector(scene), dict[int, str]()
    for name, value in values.items():
        if name not in known:
            raise unknown_name("number of the scene", name, list(known))
        for k, factor in enumerate(known[name].factors):
            if factor == 0.0:
                continue
            if k in owner:
                raise InputError(f"'{owner[k]}' and '{name}' both say what {NUMBERS[k]} is. Give one of them.")
            owner[k], numbers[k] = name, factor * float(value)
    friction = scene.friction if np.isnan(numbers[0]) else tuple(numbers[:3])
    gravity, restitution, rubbing = map(float, numbers[3:])
    return replace(scene, friction=friction, gravity=gravity, restitution=restitution, obstacle_friction=rubbing)
