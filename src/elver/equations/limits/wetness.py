"""Which bodies of a machine in water feel it: those that a law of the water acts on.

Laws of strips act on bodies that have a strip, others on the bodies that they name; of a law of one's own nothing is known, and
it is taken to act on all. Buoyancy alone (Gravity with a fluid) is no resistance. Boats are left out: what a hull carries is dry.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from elver.errors import is_finite, is_symbol, listed
from elver.forces import (
    AddedInertia,
    Anchor,
    BluffDrag,
    ByBody,
    Gravity,
    GroundFriction,
    Hull,
    Immersed,
    LumpedWater,
    Morison,
    OarBlade,
    QuasiSteadyWing,
    Rudder,
    Shore,
    Thruster,
)
from elver.forces.fittings.mounting import sits_on
from elver.robot import Body, Robot
from elver.robot.sections import convex_parts

LIQUID = 50.0  # kg/m^3, from which a fluid is no gas
NEITHER = (Gravity, Anchor, Thruster)  # laws that give no resistance of the water
SMALLER = 0.5  # volume of a box around a body that lies in another, over the box around that one, at most
WITHIN = 0.02  # of its size that a body may stick out of one that it lies in
DRY = "per_body: {NAME: none} in a file, elver.forces.ByBody(law, {NAME: None}) in Python"


@dataclass(frozen=True)
class Unwetted:
    """Bodies with mass in water that feel none of it, heaviest first, and their share of the mass that was not said to be dry."""

    bodies: tuple[str, ...]
    share: float


def law_on(force: Any, body: str) -> Any:
    """The law of a force that acts on a body in the water; None where that is said to be none."""
    law = force.water if isinstance(force, Shore) else force
    return law.law_of(body) if isinstance(law, ByBody) else law


def in_liquid(law: Any) -> bool:
    """Whether a law is that of a liquid around the bodies."""
    if not isinstance(law, (Morison, LumpedWater, Immersed, BluffDrag, Gravity)):
        return False
    density = law.fluid_density if isinstance(law, Gravity) else law.density
    return is_symbol(density) or (is_finite(density) and density >= LIQUID)


def resists(law: Any, body: Body) -> bool:
    """Whether a law gives the body some resistance, or added mass."""
    if law is None or isinstance(law, NEITHER):
        return False
    if isinstance(law, (Morison, LumpedWater, GroundFriction)):
        return body.strip is not None
    if isinstance(law, Immersed):
        return body.strip is not None or body.shape is not None
    if isinstance(law, QuasiSteadyWing):
        return body.blade is not None
    if isinstance(law, AddedInertia):
        return body.name in law.matrices
    if isinstance(law, (BluffDrag, Rudder, OarBlade)):
        return sits_on(law.body, body.name)
    return True


def submerged(robot: Robot, forces: Mapping[str, Any]) -> bool:
    """Whether a law of a liquid acts on a machine."""
    return any(in_liquid(law_on(force, b.name)) for force in forces.values() for b in robot.bodies)


def resistances(robot: Robot, forces: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The laws on every body that may give it resistance; None where a law is said not to act on it."""
    kept = [f for f in forces.values() if not isinstance(f.law if isinstance(f, ByBody) else f, NEITHER)]
    return {b.name: [law_on(force, b.name) for force in kept] for b in robot.bodies}


def said_dry(laws: Sequence[Any]) -> bool:
    """Whether a law is said not to act on a body, and no other one that would act on any body is meant to."""
    return any(law is None for law in laws) and not any(isinstance(law, (Morison, LumpedWater, Immersed)) for law in laws)


def unwetted(robot: Robot, forces: Mapping[str, Any]) -> Unwetted | None:
    """Bodies that feel no water where the machine is in it; None where it is not, or floats on it."""
    if any(isinstance(force, Hull) for force in forces.values()) or not submerged(robot, forces):
        return None
    laws = resistances(robot, forces)
    wet = {b.name for b in robot.bodies if any(resists(law, b) for law in laws[b.name])}
    moving = robot.bodies if robot.freedoms else robot.bodies[1:]  # a base that is held meets no resistance
    heavy = [b for b in moving if not b.virtual and is_finite(b.mass) and b.mass > 0]
    heavy = [b for b in heavy if b.name in wet or not said_dry(laws[b.name])]
    bare = [b for b in heavy if b.name not in wet]
    total = sum(float(b.mass) for b in heavy)
    bare.sort(key=lambda b: -float(b.mass))
    return Unwetted(tuple(b.name for b in bare), sum(float(b.mass) for b in bare) / total) if bare else None


def inside_words(found: Sequence[tuple[str, str]]) -> str:
    """What is said of bodies that ``enclosed`` has found."""
    first, around = found[0]
    return f"the water acts on bodies that lie inside others ('{first}' in '{around}'): {listed([name for name, _ in found])}"


def enclosed(robot: Robot, forces: Mapping[str, Any], positions: np.ndarray, rotations: np.ndarray) -> list[tuple[str, str]]:
    """Pairs of a body that the water acts on, and the larger one that it lies in, such as a rotor in a trunk.

    positions, rotations: of all bodies at one instant, world. A body lies in another where its outline is within the box around
    the other one's, along the axes of that body's frame.
    """
    if not submerged(robot, forces):
        return []
    laws, clouds = resistances(robot, forces), {}
    for j, body in enumerate(robot.bodies):
        if body.shape is not None and not body.virtual:
            points = np.vstack([np.asarray(part.surface(), dtype=float) for part in convex_parts(body.shape)])
            clouds[j] = points[np.isfinite(points).all(axis=1)]
    wet = [j for j in clouds if any(resists(law, robot.bodies[j]) for law in laws[robot.bodies[j].name])]
    worlds = {j: positions[j] + clouds[j] @ rotations[j].T for j in wet}
    middles = np.array([worlds[j].mean(axis=0) for j in wet]).reshape(-1, 3)
    found: dict[str, str] = {}
    for k, other in clouds.items():
        low, high = other.min(axis=0), other.max(axis=0)
        local = (middles - positions[k]) @ rotations[k]
        for j in (wet[i] for i in np.nonzero(((local > low) & (local < high)).all(axis=1))[0]):
            size = np.ptp(clouds[j], axis=0)
            points, slack = (worlds[j] - positions[k]) @ rotations[k], WITHIN * float(size.max())
            inside = (points > low - slack).all() and (points < high + slack).all()
            if inside and np.prod(size) < SMALLER * np.prod(high - low):
                found.setdefault(robot.bodies[j].name, robot.bodies[k].name)
    return list(found.items())
