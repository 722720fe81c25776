"""Names and places: which slice of the state and of the output vector holds what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")


@dataclass(frozen=True)
class StateLayout:
    """Order of the state: base position 3, base quaternion 4, base twist k, joint angles m, joint rates m, memory, works,
    with the guesses of the dependent joints' angles after the rates where the machine has loops.

    freedoms: components of the base twist that are states (empty and no pose for a fixed base).
    joints: names of joints whose motion is computed.   memory: names of the medium's states.
    followers: names of the joints that follow from loops.
    works: names of the energy quadratures [J].
    """

    freedoms: Sequence[int]
    joints: Sequence[str]
    memory: Sequence[str]
    works: Sequence[str]
    followers: Sequence[str] = ()

    @cached_property
    def slices(self) -> dict[str, slice]:
        pose = (3, 4) if self.freedoms else (0, 0)
        sizes = {
            "position": pose[0],
            "quaternion": pose[1],
            "twist": len(self.freedoms),
            "angles": len(self.joints),
            "rates": len(self.joints),
            "followers": len(self.followers),
            "memory": len(self.memory),
            "works": len(self.works),
        }
        place, start = {}, 0
        for name, size in sizes.items():
            place[name] = slice(start, start + size)
            start += size
        return place

    @property
    def size(self) -> int:
        return self.slices["works"].stop

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One readable name per state."""
        pose = [f"base {a}" for a in "xyz"] + [f"base quaternion {c}" for c in "wxyz"]
        return (
            *(pose if self.freedoms else ()),
            *(f"base {COMPONENTS[k]}" for k in self.freedoms),
            *(f"angle of {j}" for j in self.joints),
            *(f"rate of {j}" for j in self.joints),
            *(f"guess of {j}" for j in self.followers),
            *self.memory,
            *(f"work {w}" for w in self.works),
        )

    @cached_property
    def velocity_like(self) -> tuple[int, ...]:
        """Indices that a semi-implicit step advances first: twist, rates and memory."""
        return tuple(k for part in ("twist", "rates", "memory") for k in range(*self.slices[part].indices(self.size)))


@dataclass(frozen=True)
class Field:
    """One recorded quantity: name, dimensions beyond time, unit and meaning."""

    name: str
    dims: tuple[str, ...]
    unit: str
    meaning: str
