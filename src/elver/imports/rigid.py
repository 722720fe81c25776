"""Masses that no body can have alone, carried by what they are fixed to: the same mechanics, and every link keeps its name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from elver.errors import InputError
from elver.imports.description import Connection, Description, Part, inverse
from elver.imports.trees import children_first
from elver.robot import Body
from elver.robot.checks import check_body


def leave_inertia_of_the_ground(described: Description, root: str, base: str) -> None:
    """A root that is fixed to the world and has inertia without mass never moves: its inertia is left out."""
    part = described.parts[root]
    if base == "fixed" and part.mass == 0 and np.any(part.inertia):
        described.parts[root] = replace(part, inertia=np.zeros((3, 3)))
        described.warnings.append(f"link '{root}' has inertia but no mass; it is fixed to the world, so its inertia is left out.")


def is_body(part: Part) -> bool:
    """Whether the part's mass and inertia are those of a body, or of none at all."""
    try:
        check_body(Body("part", part.mass, np.zeros(3), part.inertia))
    except InputError:
        return False
    return True


def carry_odd_masses(described: Description, root: str) -> None:
    """Point masses, inertias without mass and inertias that no body has become mass of the heaviest link they are fixed to.

    Links that are fixed to each other move as one body, so that only their sum matters; it is checked as every body is.
    """
    for group in rigid_groups(described, root):
        odd = [name for name in group if not is_body(described.parts[name])]
        whole = [name for name in group if name not in odd and described.parts[name].mass > 0]
        if not odd or not whole:
            continue
        carrier = max(whole, key=lambda name: described.parts[name].mass)
        for name in odd:
            place = inverse(group[carrier]) @ group[name]
            described.parts[carrier] = with_load(described.parts[carrier], described.parts[name], place)
            described.parts[name] = replace(described.parts[name], mass=0.0, centre=np.zeros(3), inertia=np.zeros((3, 3)))
            described.warnings.append(f"link '{name}' has the inertia of no body; what it has is carried by link '{carrier}'.")


def rigid_groups(described: Description, root: str) -> list[dict[str, np.ndarray]]:
    """Links that are fixed to each other, with their poses in the frame of the first."""
    groups: list[dict[str, np.ndarray]] = [{root: np.eye(4)}]
    group_of = {root: groups[0]}
    connection: Connection
    for connection in reversed(children_first(described, root)):
        if connection.type == "fixed":
            group = group_of[connection.parent]
            group[connection.child] = group[connection.parent] @ connection.place
        else:
            group = {connection.child: np.eye(4)}
            groups.append(group)
        group_of[connection.child] = group
    return groups


def with_load(carrier: Part, load: Part, place: np.ndarray) -> Part:
    """The carrier with the load's mass and inertia; ``place``: the load's frame in the carrier's."""
    R, centre = place[:3, :3], place[:3, 3] + place[:3, :3] @ load.centre
    mass = carrier.mass + load.mass
    middle = (carrier.mass * carrier.centre + load.mass * centre) / mass
    inertia = shifted(carrier.inertia, carrier.mass, carrier.centre - middle)
    inertia = inertia + shifted(R @ load.inertia @ R.T, load.mass, centre - middle)
    return replace(carrier, mass=mass, centre=middle, inertia=inertia)


def shifted(inertia: np.ndarray, mass: float, gap: np.ndarray) -> np.ndarray:
    """Inertia about a point at ``gap`` from the centre of mass."""
    return inertia + mass * (gap @ gap * np.eye(3) - np.outer(gap, gap))
