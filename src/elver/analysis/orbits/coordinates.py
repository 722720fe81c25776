"""Local coordinates of a machine's state: three numbers for a turn instead of four, so that no direction is spurious.

A displacement d from a state x has six numbers for the pose of the base, then one for every other state. The pose moves along and
turns about the axes of the start's heading: the world's axes turned about the vertical until x points where the machine does.
The turn is a rotation vector [rad] that acts from the world's side, so that the third number of it is a change of heading.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.model import Program, StateLayout
from elver.model.assembly import settled_start
from elver.symbolic.spatial import conjugate, multiply, quaternion_of, rotate, turn_of

_POSE = ("base x", "base y", "base z", "roll", "pitch", "yaw")
UP = np.array([0.0, 0.0, 1.0])


def heading_of(q: np.ndarray) -> float:
    """Angle [rad] of the turn about the vertical that comes closest to a rotation."""
    return 2.0 * float(np.arctan2(q[3], q[0])) if q[0] or q[3] else 0.0


@dataclass(frozen=True, eq=False)
class LocalCoordinates:
    """Local coordinates about states of one layout. heading [rad]: of the axes along which the pose is measured."""

    layout: StateLayout
    heading: float

    @property
    def posed(self) -> bool:
        return bool(self.layout.freedoms)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return (*_POSE, *self.layout.names[7:]) if self.posed else self.layout.names

    @property
    def size(self) -> int:
        return len(self.names)

    @cached_property
    def axes(self) -> np.ndarray:
        """Columns: the heading's axes in the world."""
        c, s = np.cos(self.heading), np.sin(self.heading)
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    def lift(self, x: np.ndarray, d: np.ndarray) -> np.ndarray:
        """The state at displacement d from x."""
        if not self.posed:
            return x + d
        turned = multiply(quaternion_of(self.axes @ d[3:6]), x[3:7])
        return np.concatenate([x[:3] + self.axes @ d[:3], turned / np.linalg.norm(turned), x[7:] + d[6:]])

    def push(self, x: np.ndarray, directions: np.ndarray) -> np.ndarray:
        """Rows of state changes dx that belong to rows of small displacements from x."""
        if not self.posed:
            return directions
        world = np.hstack([np.zeros((len(directions), 1)), directions[:, 3:6] @ self.axes.T])
        return np.hstack([directions[:, :3] @ self.axes.T, 0.5 * multiply(world, x[3:7]), directions[:, 6:]])

    def pull(self, x: np.ndarray, changes: np.ndarray) -> np.ndarray:
        """The inverse of ``push``: rows of small displacements from rows of state changes at x."""
        if not self.posed:
            return changes
        turns = 2.0 * multiply(changes[:, 3:7], conjugate(x[3:7]))[:, 1:] @ self.axes
        return np.hstack([changes[:, :3] @ self.axes, turns, changes[:, 7:]])

    def difference(self, reference: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Displacement from ``reference`` to x."""
        if not self.posed:
            return x - reference
        turn = turn_of(multiply(x[3:7], conjugate(reference[3:7])))
        return np.concatenate([(x[:3] - reference[:3]) @ self.axes, turn @ self.axes, x[7:] - reference[7:]])

    def mirrored(self, S: np.ndarray, x: np.ndarray) -> np.ndarray:
        """The image of a state in the vertical plane along the heading, through the world's origin; S acts on displacements."""
        middle = np.zeros(len(x))
        if self.posed:
            middle[3:7] = quaternion_of(self.heading * UP)
        return self.lift(middle, S @ self.difference(middle, x))

    def places(self, name: str) -> list[int]:
        """Indices of a coordinate, or of a group: ``position``, ``turn``, ``twist``, ``angles``, ``rates``, ``memory``."""
        shift = -1 if self.posed else 0
        if name == "turn":
            return [3, 4, 5] if self.posed else []
        if name in self.layout.slices and name not in ("quaternion", "works"):
            part = self.layout.slices[name]
            return list(range(part.start + shift * (part.start >= 7), part.stop + shift * (part.start >= 7)))
        return [self.names.index(name)] if name in self.names else []

    @cached_property
    def works(self) -> list[int]:
        """Indices of the energy quadratures: they grow from period to period."""
        return list(range(self.size - len(self.layout.works), self.size))

    @cached_property
    def followers(self) -> list[int]:
        """Indices of the guesses of dependent joints: they choose the assembly of a loop, and nothing brings them back."""
        return self.places("followers")

    @cached_property
    def frozen(self) -> list[int]:
        """Indices of pose coordinates that the base cannot change."""
        if not self.posed:
            return []
        f = self.layout.freedoms
        return [k for k in range(6) if k not in f] if 3 not in f or 4 not in f else []


def turned_about_up(angle: float, vectors: np.ndarray) -> np.ndarray:
    """Vectors (rows) turned about the vertical by an angle [rad]."""
    return rotate(quaternion_of(angle * UP), np.asarray(vectors, dtype=float))


# --- states whose independent joints were moved, with their loops closed again ---------------------------------------
#
# The guesses of dependent joints are functions of time, parameters and the other joints: whoever moves a state puts them back on
# the loops, on the assembly they were on, and a direction of motion takes them along.


def closed(program: Program, p: np.ndarray, t: float, x: np.ndarray) -> tuple[np.ndarray, int]:
    """x with the guesses of its dependent joints on the loops, and which assembly that is. Refuses loops that cannot close.

    An assembly is the sign of a determinant; 0 where there is none to tell them apart by.
    """
    x, found = settled_start(program.equations, t, x, p, program.signal_values(t))
    return x, 0 if found is None else found.branch


def closed_if_possible(program: Program, p: np.ndarray, t: float, x: np.ndarray) -> tuple[np.ndarray, int] | None:
    """The same; None where the loops cannot close."""
    try:
        return closed(program, p, t, x)
    except (InputError, np.linalg.LinAlgError):
        return None


def follow(
    program: Program, p: np.ndarray, t: float, x: np.ndarray, xdot: np.ndarray, pdot: np.ndarray, tdot: np.ndarray
) -> np.ndarray:
    """Rows of xdot with the dependent joints going along: x closed, changes of state, parameters and time by rows."""
    if program.equations.loops is None:
        return xdot
    slopes = np.array(_guess_slopes(program)(t, x, p, program.signal_values(t)), dtype=float)
    xdot = xdot.copy()
    xdot[:, program.equations.layout.slices["followers"]] = np.hstack([np.reshape(tdot, (-1, 1)), xdot, pdot]) @ slopes.T
    return xdot


@lru_cache(maxsize=16)
def _guess_slopes(program: Program) -> ca.Function:
    """(t, x, p, u) -> derivatives of the dependent joints by t, x and p; zero by their guesses.

    One Newton step from a closed loop changes nothing but has its derivative.
    """
    equations = program.equations
    t, x, p, u = (ca.SX.sym(name, equations.rhs.nnz_in(name)) for name in ("t", "x", "p", "u"))
    assert equations.loops is not None
    joints = equations.loops.at(p).newton(equations.guess(t, x, p, u))[list(equations.loops.dependent)]
    return ca.Function("slopes", [t, x, p, u], [ca.densify(ca.jacobian(joints, ca.vertcat(t, x, p)))])
