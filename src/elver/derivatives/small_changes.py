"""Small changes of a state as independent numbers: three for a turn of the base instead of four, none for works and guesses.

A change d of a state x has, in order: the position of the base [m, world], a rotation vector of the base [rad, base frame], and
one number for every other state: q_new = q * exp(turn / 2). Left out are works (nothing depends on them), the guesses of joints
that follow from loops (they are found again), and what the base cannot do: a planar one has x, y and the turn about z.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from elver.equations import Model
from elver.equations.inputs import clock_names, moving_periods
from elver.equations.layout import StateLayout
from elver.spatial import conjugate, multiply, quaternion_of, rotate, turn_of

FAR = 1e-12  # of a base's direction of motion: less than this does not move it along an axis
TWIST_UNITS = ("m/s",) * 3 + ("rad/s",) * 3


def changing(q: np.ndarray) -> np.ndarray:
    """Q (4, 3) of a quaternion (w, x, y, z): a small turn d, in the turned frame, changes it by Q d / 2."""
    w, x, y, z = q
    return np.array([[-x, -y, -z], [w, -z, y], [z, w, -x], [-y, x, w]])


@dataclass(frozen=True, eq=False)
class SmallChanges:
    """Coordinates of small changes about the state x of a model."""

    model: Model
    layout: StateLayout
    x: np.ndarray

    @cached_property
    def moved(self) -> list[int]:
        """World axes along which the base can move."""
        along = [k for k in self.layout.freedoms if k < 3]
        if not along:
            return []
        axes = rotate(self.quaternion, np.eye(3)[along])
        return [k for k in range(3) if np.abs(axes[:, k]).max() > FAR]

    @cached_property
    def turned(self) -> list[int]:
        """Base axes about which the base can turn."""
        return [k - 3 for k in self.layout.freedoms if k >= 3]

    @cached_property
    def others(self) -> list[int]:
        """Places in the state of what counts as it is."""
        s = self.layout.slices
        return [k for part in ("twist", "angles", "rates", "memory") for k in range(s[part].start, s[part].stop)]

    @property
    def quaternion(self) -> np.ndarray:
        return self.x[self.layout.slices["quaternion"]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One readable name per coordinate."""
        pose = [*(f"base {'xyz'[k]}" for k in self.moved), *(f"base turn {'xyz'[k]}" for k in self.turned)]
        return (*pose, *(self.layout.names[k] for k in self.others))

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Unit of every coordinate; empty where a law's own state has none declared."""
        joints = {joint.name: joint for joint in self.model.robot.moving_joints}
        of_joint = ["rad" if joints[name].type == "revolute" else "m" for name in self.layout.joints]
        return (
            *("m" for _ in self.moved),
            *("rad" for _ in self.turned),
            *(TWIST_UNITS[k] for k in self.layout.freedoms),
            *of_joint,
            *(f"{unit}/s" for unit in of_joint),
            *(memory_unit(self.model, name) for name in self.layout.memory),
        )

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def push(self) -> np.ndarray:
        """Matrix (states, coordinates): what a small change does to the state."""
        found = np.zeros((len(self.x), self.size))
        place = self.layout.slices["position"].start
        for column, k in enumerate(self.moved):
            found[place + k, column] = 1.0
        if self.turned:
            columns = slice(len(self.moved), len(self.moved) + len(self.turned))
            found[self.layout.slices["quaternion"], columns] = 0.5 * changing(self.quaternion)[:, self.turned]
        first = len(self.moved) + len(self.turned)
        found[self.others, np.arange(first, self.size)] = 1.0
        return found

    @cached_property
    def pull(self) -> np.ndarray:
        """Matrix (coordinates, states): the small change that a change of the state is."""
        found = self.push.T.copy()
        rows = slice(len(self.moved), len(self.moved) + len(self.turned))
        found[rows] *= 4.0  # Q^T Q = 1 for a unit quaternion, and push holds Q / 2
        return found

    def lift(self, change: Sequence[float] | np.ndarray) -> np.ndarray:
        """The state at a change from x, which need not be small."""
        d, x = np.asarray(change, dtype=float), self.x.copy()
        place = self.layout.slices["position"].start
        for value, k in zip(d, self.moved, strict=False):
            x[place + k] += value
        first = len(self.moved) + len(self.turned)
        if self.turned:
            turn = np.zeros(3)
            turn[self.turned] = d[len(self.moved) : first]
            x[self.layout.slices["quaternion"]] = multiply(self.quaternion, quaternion_of(turn))
        x[self.others] += d[first:]
        return x

    def difference(self, state: Sequence[float] | np.ndarray) -> np.ndarray:
        """The change from x to another state: the inverse of ``lift``."""
        other = np.asarray(state, dtype=float)
        place = self.layout.slices["position"].start
        moved = [other[place + k] - self.x[place + k] for k in self.moved]
        turned: list[float] = []
        if self.turned:
            turn = turn_of(multiply(conjugate(self.quaternion), other[self.layout.slices["quaternion"]]))
            turned = [float(turn[k]) for k in self.turned]
        return np.array([*moved, *turned, *(other[self.others] - self.x[self.others])])


def memory_unit(model: Model, name: str) -> str:
    """Unit of a state of memory where it is known: of what follows an input, and of the clock of a gait."""
    for owner, one in model.inputs.items():
        for suffix, per in ((" seen", ""), (" rate", "/s"), (" acceleration", "/s^2")):
            if one.smooth and name == f"{owner}{suffix}":
                return f"{one.unit}{per}"
    return "s" if name in clock_names(len(moving_periods(model))) else ""
