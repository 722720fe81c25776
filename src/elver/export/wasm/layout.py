"""The block of memory that a kernel is called with: a slot for every number, and for address and sizes of every array.

Kernels and those who fill their blocks (blocks.py) share these tables. They stand by themselves: the shipped objects know their
sources, and an edit of whatever this file imports would make them old.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from elver._support.errors import InputError

_SLOT = 8  # bytes


class Placed(NamedTuple):
    """An array in the module's memory: where it begins, and its shape."""

    address: int
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """parts: name -> number of dimensions, in order; 0 for a single number."""

    parts: Mapping[str, int]

    @property
    def places(self) -> dict[str, int]:
        """First slot of every part: of a number itself, of an array its address, followed by its sizes."""
        found, next_slot = {}, 0
        for name, dims in self.parts.items():
            found[name] = next_slot
            next_slot += 1 + dims
        return found

    @property
    def size(self) -> int:
        """How many slots there are."""
        return sum(1 + dims for dims in self.parts.values())

    @property
    def at(self) -> Any:
        """The places as a named tuple, for compiled code."""
        return namedtuple("Places", self.parts)(**self.places)

    def address(self, block: int, name: str) -> int:
        """Where the number ``name`` of the block at address ``block`` stands."""
        return block + _SLOT * self.places[name]

    def filled(self, values: Mapping[str, float | Placed]) -> np.ndarray:
        """The block with these values; each part must be given, arrays with their dimensions."""
        if set(values) != set(self.parts):
            raise InputError(f"a block of {', '.join(self.parts)} was given {', '.join(values)}.")
        slots: list[float] = []
        for name, dims in self.parts.items():
            value = values[name]
            given = (value.address, *value.shape) if isinstance(value, Placed) else (value,)
            if len(given) != 1 + dims:
                raise InputError(f"'{name}' of a block has {dims} dimensions; given {len(given) - 1}.")
            slots += map(float, given)
        return np.array(slots)


HEAP = {"heap": 1}  # bytes that the loops may allocate; first in every block
_SIGNALS = {"breaks": 1, "coefficients": 3}  # see codegen/kernels/evaluate.py

FIXED = Layout(
    HEAP
    | {"rhs": 0, "work": 0, "p": 1}
    | _SIGNALS
    | {"velocity_like": 1, "quaternion": 0, "x": 1, "rates": 3, "origin": 0, "h": 0, "done": 0}
    | {"corners": 1, "begun": 0}
)  # a System and a StepGrid of elver.codegen.kernels.system; rhs: its place in the table; done: steps since the start; corners:
# times of the equations' corners over h, for Adams' method; begun: the step that its history begins with

MOREAU = Layout(
    HEAP
    | {"terms": 0, "work": 1, "small": 0, "measured": 0, "p": 1}  # functions: places in the table, 0 for none
    | _SIGNALS
    | {"outlines": 2, "loads": 1, "motors": 1, "half_width": 0}
    | {"obstacles": 2, "corners": 2, "ground": 1, "gravity": 0, "restitution": 0, "friction": 0, "meets": 2, "things": 1}
    | {"implicit": 0, "solver": 0, "r_normal": 0, "r_friction": 0, "tolerance": 0, "most": 0}
    | {"begin": 0, "dt": 0, "done": 0, "gathered": 0}
    | {"q": 1, "u": 1, "works": 1, "links": 1, "held": 2, "guess": 3, "hard": 1, "impulse": 2, "since": 1}
    | {"sample_q": 2, "sample_u": 2, "sample_works": 2, "contact": 3, "ground_force": 3, "stick": 2, "stats": 2}
    | {"sample_impulse": 3, "strongest": 3, "failure_B": 2, "failure_table": 2, "passing": 1, "overlap": 0}
    | {"x": 1, "joints": 0, "places": 1, "touch": 1}
)  # the tuples of elver.contact.single.arrays; x: the engine's state; joints: how many of its coordinates are angles (behind them
# q has one for every state of actuators and media); places: of the works in x; touch: see records.py;
# overlap: depth [m] in which a link may start
