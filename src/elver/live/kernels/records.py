"""What a module tells of the contacts at every frame, besides the outputs of the equations: fields one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TouchField:
    """A field of the array ``touch``: dims and the labels along them, where it begins, and its shape."""

    name: str
    dims: tuple[str, ...]
    unit: str
    meaning: str
    shape: tuple[int, ...]
    place: int

    @property
    def size(self) -> int:
        return math.prod(self.shape)


PER_LINK = (
    ("contact_force", True, "N", "of obstacles and other links on a link in the last step, world"),
    ("contact_impulse", True, "N s", "of contacts on a link since the last frame, world"),
    ("contact_mean", True, "N", "mean force of contacts on a link since the last frame, world"),
    ("ground_force", True, "N", "friction of the ground on a link in the last step, world"),
    ("sticking", False, "1", "1 where a link sticks to the ground"),
)  # name, whether it is a vector, unit, meaning: in the order in which ``kernel_moreau_frame`` writes them
PER_FRAME = (
    ("contact_residual", "1", "largest natural-map residual since the last frame"),
    ("penetration", "m", "deepest overlap since the last frame"),
    ("sweeps", "1", "most iterations of a step since the last frame"),
)
PLANE = ("x", "y")


def touch_fields(links: int) -> list[TouchField]:
    """The fields of a machine with so many links that touch."""
    found: list[TouchField] = []
    place = 0
    for name, vector, unit, meaning in PER_LINK:
        dims, shape = (("link", "plane"), (links, 2)) if vector else (("link",), (links,))
        found.append(TouchField(name, dims, unit, meaning, shape, place))
        place += found[-1].size
    for name, unit, meaning in PER_FRAME:
        found.append(TouchField(name, (), unit, meaning, (), place))
        place += 1
    return found


def touch_labels(bodies: Sequence[str]) -> dict[str, list[str]]:
    """Labels of the dimensions."""
    return {"link": list(bodies), "plane": list(PLANE)}
