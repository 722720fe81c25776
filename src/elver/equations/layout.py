"""Names and places: which slice of the state and of the output vector holds what, in one place for all who read them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from elver.errors import InputError, unknown_name

COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")
MOTOR, MOTOR_POSITIVE = "motor", "motor_positive"


def ledger_signs(flows: Sequence[str]) -> list[float]:
    """Sign of every flow in the energy balance: motors bring work in, all else takes it out; the positive part is no part."""
    return [{MOTOR: 1.0, MOTOR_POSITIVE: 0.0}.get(flow, -1.0) for flow in flows]


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


@dataclass(frozen=True)
class OutputLayout:
    """Where every recorded quantity stands in the output vector: field after field, row-major within each.

    fields: in order.   labels: names along every dimension.
    """

    fields: tuple[Field, ...]
    labels: Mapping[str, tuple[str, ...]]

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Place of every field."""
        found, start = {}, 0
        for f in self.fields:
            stop = start + math.prod(self.shape(f))
            found[f.name], start = slice(start, stop), stop
        return found

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Shape of every field."""
        return {f.name: self.shape(f) for f in self.fields}

    @property
    def size(self) -> int:
        return sum(math.prod(self.shape(f)) for f in self.fields)

    def shape(self, field: Field | str) -> tuple[int, ...]:
        """Lengths along a field's dimensions."""
        own = self.field(field) if isinstance(field, str) else field
        return tuple(len(self.labels[d]) for d in own.dims)

    def field(self, name: str) -> Field:
        """The field of that name."""
        for f in self.fields:
            if f.name == name:
                return f
        raise unknown_name("recorded quantity", name, [f.name for f in self.fields])

    def take(self, outputs, name: str):
        """A field of output vectors, one row per sample, in its own shape."""
        return outputs[:, self.slices[name]].reshape(len(outputs), *self.shapes[name])

    def part(self, name: str, labels: Sequence[str] = ()) -> slice:
        """What ``labels`` leave of a field, first dimension first."""
        field = self.field(name)
        start, sizes = self.slices[name].start, self.shape(field)
        if len(labels) > len(sizes):
            raise InputError(f"'{name}' has {len(sizes)} dimensions {field.dims}; given {len(labels)} labels.")
        for k, label in enumerate(labels):
            known = self.labels[field.dims[k]]
            if label not in known:
                raise unknown_name(f"{field.dims[k]} of '{name}':", label, known)
            start += known.index(label) * math.prod(sizes[k + 1 :])
        return slice(start, start + math.prod(sizes[len(labels) :]))
