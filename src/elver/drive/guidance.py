"""Guidance in space: paths, and a law that brings a machine onto one by bending it.

Line of sight along a path P(s). s, a state, follows the machine's centre of mass p: with T = P'/|P'| and e = p - P(s),

    s' = c e.T                                  the place on the path closest to p, with a lag of speed/c
    n = z x T / |z x T|,   b = T x n            across, and across upwards (for a level path: left, up)
    y = e.n,  h = e.b                           errors
    y_i' = D y / (D^2 + (y + k y_i)^2)          integrals; likewise h_i with h
    d = D T - (y + k y_i) n - (h + k h_i) b     direction to swim in: at a place D ahead on the path

y_i and h_i are the integrals of Borhaug, Pavlov and Pettersen's integral line of sight, here of two errors and along a path that
bends. They rest only where the errors are 0, on a straight path in a steady current too, and grow slowly where errors are large.

The turn that is lacking, from the machine's mean forward direction f to d, is the vector w along f x d with the angle between the
two. With u the base's z axis less its part along f, a joint of the group "yaw" is bent by -gain w.u, one of the group "pitch" by
-gain w.(u x f). At rest the first turn what lies behind the base about its z axis, the second about its y axis. Nothing refers to
the world but its vertical z, so that a machine that is turned about it together with its path moves likewise; and how the machine
is rolled does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.drive.couplings import one_sided
from elver.drive.gaits import start_ramp
from elver.drive.signals import Instant
from elver.quantities import check_quantities, quantity
from elver.robot import Joint
from elver.symbolic.arrays import array_of
from elver.symbolic.spatial import column, cross

_GROUPS = ("yaw", "pitch")
_BACKWARDS = 0.1  # rad from the opposite direction, within which steering fades from one side to the other
_TINY = 1e-300  # under a root: leaves every value as it is and keeps derivatives finite at 0
_SAMPLES = 2001  # places of a path among which the nearest one is looked for
_NEWTON_STEPS = 4


class Path(Protocol):
    """A smooth curve in the world, by a length s [m] from its beginning; it goes on beyond both ends."""

    @property
    def length(self) -> Any: ...

    def point(self, s: Any) -> ca.SX: ...
    def slope(self, s: Any) -> ca.SX: ...


@dataclass(frozen=True)
class Helix:
    """A helix about a vertical axis; a circle where it does not rise."""

    centre: tuple = quantity((0.0, 0.0, 0.0), "m", "point of the axis at the height of the beginning, x,y,z")
    radius: float = quantity(2.0, "m", "radius of the helix", above=0.0)
    rise: float = quantity(0.5, "m", "height by which one turn rises; negative: sinks")
    turns: float = quantity(1.0, "1", "number of turns, anticlockwise from above; negative: clockwise")
    begin: float = quantity(-math.pi / 2, "rad", "where it begins: angle about the axis from the world's x axis")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def length(self) -> Any:
        """Length of the helix [m]."""
        return ca.fabs(self.turns) * self._turn

    @property
    def _turn(self) -> Any:
        """Length of one turn [m]."""
        return ca.sqrt((2 * math.pi * self.radius) ** 2 + self.rise**2)

    def _phase(self, s: Any) -> tuple[Any, Any]:
        """Angle about the axis [rad], and its sense of rotation."""
        sense = ca.sign(self.turns)
        return self.begin + sense * 2 * math.pi * s / self._turn, sense

    def point(self, s: Any) -> ca.SX:
        """P(s) [m]."""
        phase, _ = self._phase(s)
        return column(self.centre) + ca.vertcat(
            self.radius * ca.cos(phase), self.radius * ca.sin(phase), self.rise * s / self._turn
        )

    def slope(self, s: Any) -> ca.SX:
        """P'(s), of length 1."""
        phase, sense = self._phase(s)
        round_axis = sense * 2 * math.pi * self.radius / self._turn
        return ca.vertcat(-round_axis * ca.sin(phase), round_axis * ca.cos(phase), self.rise / self._turn)


@dataclass(frozen=True, eq=False)
class Waypoints:
    """Straight legs from point to point, with corners rounded by parabolas.

    P(s) = P_0 + s t_0 + sum of (t_k - t_(k-1)) r(s - s_k), where t_k is the direction of leg k, s_k the length up to its
    beginning and r(x) = max(x, 0) with a parabola within +-``rounding``. Before the first point and after the last
    one it goes straight on.
    """

    points: Sequence[Sequence[float]]
    rounding: float = quantity(0.5, "m", "length before and behind a waypoint over which the path is bent", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        points = [array_of(point, (3,)) for point in self.points]
        if len(points) < 2 or any(point is None for point in points):
            raise InputError("the waypoints of a path are at least two points of three finite numbers each [m], x,y,z.")
        object.__setattr__(self, "points", tuple(points))
        if any(isinstance(length, float) and length == 0 for _, length in self._legs()):
            raise InputError("two waypoints that follow each other are the same. Leave one of them out.")

    def _legs(self) -> list[tuple[Any, Any]]:
        """Direction and length of every leg."""
        steps = [column(b) - column(a) for a, b in pairwise(self.points)]
        lengths = [ca.norm_2(step) for step in steps]
        known = [float(length) if length.is_constant() else length for length in lengths]
        return [(step / length, n) for step, length, n in zip(steps, lengths, known, strict=True)]

    @property
    def length(self) -> Any:
        """Length of all legs [m]."""
        return sum(length for _, length in self._legs())

    def _sum(self, s: Any, part: int) -> ca.SX:
        """Sum over the corners of (t_k - t_(k-1)) times r (part 0) or its slope (part 2)."""
        total, at, legs = ca.SX(3, 1), 0, self._legs()
        for (before, length), (after, _) in pairwise(legs):
            at = at + length
            total += (after - before) * one_sided(s - at, self.rounding)[part]
        return total

    def point(self, s: Any) -> ca.SX:
        """P(s) [m]."""
        return column(self.points[0]) + s * self._legs()[0][0] + self._sum(s, 0)

    def slope(self, s: Any) -> ca.SX:
        """P'(s), of length 1 on the legs and less in the corners."""
        return self._legs()[0][0] + self._sum(s, 2)


def sampled(path: Path, lengths: np.ndarray, part: str = "point") -> np.ndarray:
    """Points [m] of a path at lengths s [m], or its ``slope`` there; (n, 3)."""
    s = ca.SX.sym("s")
    return np.array(ca.Function(part, [s], [getattr(path, part)(s)])(np.asarray(lengths, float)[None, :])).T


def nearest_on(path: Path, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lengths s [m] of the points of a path nearest to ``places`` (n, 3) [m], and these points (n, 3).

    The nearest of many samples between the ends of the path, and Newton's method from there, which may lead beyond an end.
    """
    s, place = ca.SX.sym("s"), ca.SX.sym("place", 3)
    along = ca.dot(place - path.point(s), path.slope(s))  # 0 at the nearest point, where its slope is negative
    falls = ca.fmin(ca.jacobian(along, s), -_TINY)
    step = ca.Function("step", [s, place], [s - along / falls])
    lengths = np.linspace(0.0, float(ca.DM(ca.SX(path.length))), _SAMPLES)
    candidates = sampled(path, lengths)
    nearest = np.array([lengths[np.argmin(((candidates - place) ** 2).sum(axis=1))] for place in places])[None, :]
    for _ in range(_NEWTON_STEPS):
        nearest = step(nearest, places.T)
    found = np.array(nearest)[0]
    return found, sampled(path, found)


@dataclass(frozen=True)
class PathOfSight:
    """Joint offsets that steer a machine onto a path in space (the head of this file has the equations).

    path: a Helix, Waypoints, or any object with ``length``, ``point(s)`` and ``slope(s)``.
    """

    path: Path
    gain: float = quantity(0.4, "1", "joint offset per lacking turn", low=0.0)
    lookahead: float = quantity(1.4, "m", "D, distance to the place on the path that is aimed at", above=0.0)
    largest: float = quantity(0.35, "rad", "largest joint offset", low=0.0)
    integral: float = quantity(0.1, "m/s", "k, how strongly errors that last are weighed", low=0.0)
    follow: float = quantity(2.0, "1/s", "c, how fast the place on the path follows the machine", above=0.0)
    ramp_time: float = quantity(2.0, "s", "time in which the offsets grow to their size after the start", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def kinks(self) -> tuple:
        """The end of the start ramp [s]."""
        return (self.ramp_time,)

    def memory(self) -> tuple[str, ...]:
        """s, y_i, h_i."""
        return ("length of path", "integral across", "integral upwards")

    def errors(self, now: Instant, states: ca.SX) -> tuple[ca.SX, ca.SX]:
        """e in the axes T, n, b of the path at s, and these axes as rows."""
        T = self.path.slope(states[0])
        T = T / ca.norm_2(T)
        level = ca.sqrt(T[0] ** 2 + T[1] ** 2 + _TINY)
        n = ca.vertcat(-T[1], T[0], 0) / level
        axes = ca.horzcat(T, n, cross(T, n)).T
        assert now.machine is not None  # a law sees one
        return axes @ (now.machine.position - self.path.point(states[0])), axes

    def rates(self, now: Instant, states: ca.SX) -> ca.SX:
        """Rates of the states."""
        errors, _ = self.errors(now, states)
        D = self.lookahead
        grown = [D * e / (D**2 + (e + self.integral * held) ** 2) for e, held in ((errors[k], states[k]) for k in (1, 2))]
        return ca.vertcat(self.follow * errors[0], *grown)

    def turn(self, now: Instant, states: ca.SX) -> tuple[ca.SX, ca.SX]:
        """The turn that is lacking [rad]: about u (to the left), and about u x f (downwards)."""
        machine = now.machine
        assert machine is not None  # a law sees one
        errors, axes = self.errors(now, states)
        aim = axes.T @ ca.vertcat(
            self.lookahead, -(errors[1] + self.integral * states[1]), -(errors[2] + self.integral * states[2])
        )
        d, f = aim / ca.norm_2(aim), machine.forward / ca.norm_2(machine.forward)
        u = machine.up - ca.dot(machine.up, f) * f
        u = u / ca.norm_2(u)
        w = cross(f, d)
        sine = ca.sqrt(ca.sumsqr(w) + _TINY)
        angle = ca.atan2(sine, ca.dot(f, d))
        size = ca.fmin(angle, self.largest / (self.gain + _TINY) * ca.fmin(1, (math.pi - angle) / _BACKWARDS)) / sine
        return size * ca.dot(w, u), size * ca.dot(w, cross(u, f))

    def offset(self, joint: Joint, now: Instant, states: ca.SX) -> ca.SX:
        """Angle [rad] to add to the target of a joint."""
        if joint.group not in _GROUPS:
            raise InputError(
                f"guidance along a path on joint '{joint.name}': its group is '{joint.group}'. Give joints that steer one of the "
                f"groups {', '.join(_GROUPS)}, and other laws to all others."
            )
        grown = start_ramp(now.since_start, self.ramp_time)
        return -grown * self.gain * self.turn(now, states)[_GROUPS.index(joint.group)]
