"""The numbers of a scene that its tables hold: they can change from run to run, and runs be differentiated by them.

They are no part of the compiled equations: a free parameter that is one of them is read where a run begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from elver.contact.scene import FrictionSet, Scene
from elver.quantities import Quantity

NUMBERS = {
    "scene.friction.forward": Quantity("1", "ground friction against sliding towards the links' x", low=0.0),
    "scene.friction.backward": Quantity("1", "ground friction against sliding towards the links' -x", low=0.0),
    "scene.friction.across": Quantity("1", "ground friction against sliding sideways", low=0.0),
    "scene.gravity": Quantity("m/s^2", "acceleration that presses the links on the ground", low=0.0),
    "scene.restitution": Quantity("1", "Newton's restitution of impacts", low=0.0, high=1.0),
    "scene.obstacle_friction": Quantity("1", "friction between links and obstacles", low=0.0),
}
GROUPS = {  # numbers that move together where they are equal
    "scene.friction": ((0, 1, 2), Quantity("1", "ground friction", low=0.0)),
    "scene.friction.along": ((0, 1), Quantity("1", "ground friction along the links", low=0.0)),
}


@dataclass(frozen=True)
class SceneNumber:
    """A name for numbers of a scene. factors: how many times its value each of NUMBERS is, mostly 0."""

    value: float
    factors: tuple[float, ...]
    quantity: Quantity


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
    named = {**GROUPS, **{name: ((k,), quantity) for k, (name, quantity) in enumerate(NUMBERS.items())}}
    return {
        name: SceneNumber(float(values[places[0]]), tuple(unit[list(places)].sum(axis=0).tolist()), quantity)
        for name, (places, quantity) in named.items()
        if np.isfinite(values[list(places)]).all() and np.ptp(values[list(places)]) == 0.0
    }


def with_numbers(scene: Scene, numbers: Sequence[float] | np.ndarray) -> Scene:
    """The scene with other numbers, in the order of NUMBERS."""
    sides, (gravity, restitution, rubbing) = numbers[:3], map(float, numbers[3:])
    friction = scene.friction if scene.ground is None else FrictionSet(*map(float, sides))
    return replace(scene, friction=friction, gravity=gravity, restitution=restitution, obstacle_friction=rubbing)
