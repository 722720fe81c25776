"""Where a snake is, and where the pegs are, by touch alone: joint angles, a gyroscope and the contact forces on the links.

Dead reckoning: of all displacements that agree with the measured change of shape and turn, the one at which dry friction of the
ground and inertia are in balance, while no touching link moves along the normal of its peg.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from elver.quantities import REQUIRED, check_quantities, quantity

_TOUCH = 0.3  # N: a smaller force is no touch
_ROUND = 0.02  # share of a force along the link above which it acts on a round end
_NORMAL = 0.004  # m, deviation of a reading along its normal, and across it where a round end is touched
_DRIFT = 0.02  # m of deviation of the place after a metre travelled; it grows with the root of the way
_SAME = 0.13  # m: a touch nearer to an estimate than this is the same peg
_SLIDE = 1e-4  # m: ways below this count by their square
_ROUNDS = 6  # of reweighting
_HOLD = 10.0  # how stiffly a peg stops a link along its normal, over friction and inertia together


@dataclass(frozen=True)
class SensedBody:
    """What the snake knows of its body and of the pegs."""

    count: int = quantity(REQUIRED, "1", "number of links", low=2)
    length: float = quantity(REQUIRED, "m", "distance between joints", above=0.0)
    half_length: float = quantity(REQUIRED, "m", "half length of a link's straight side", low=0.0)
    radius: float = quantity(REQUIRED, "m", "half width of a link", above=0.0)
    peg: float = quantity(REQUIRED, "m", "radius of the pegs", low=0.0)
    braking: float = quantity(REQUIRED, "m/s^2", "friction of the ground: how fast a sliding link is braked", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)

    def shape(self, bends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Centres (link, xy) [m] and headings of the links in the frame of the middle one, whose gyroscope is read."""
        headings = np.concatenate([[0.0], np.cumsum(bends)])
        headings -= headings[self.middle]
        along = np.column_stack([np.cos(headings), np.sin(headings)])
        centres = np.vstack([np.zeros(2), np.cumsum(self.length / 2 * (along[1:] + along[:-1]), axis=0)])
        return centres - centres[self.middle], headings

    @property
    def middle(self) -> int:
        """Place of the middle link."""
        return self.count // 2

    def touched_place(self, along: float, across: float) -> tuple[np.ndarray, np.ndarray]:
        """Centre of the peg that pushes a link with these forces [N], link frame [m], and its covariance [m^2].

        A force across the link alone acts on its straight side, anywhere there: the middle is the best guess. A round end is
        pushed towards its centre, so that the force says where.
        """
        force = np.hypot(along, across)
        normal = np.array([along, across]) / force  # from the peg into the link
        rounded = abs(along) > _ROUND * force
        foot = np.array([-np.sign(along) * self.half_length if rounded else 0.0, 0.0])
        tangent = np.array([-normal[1], normal[0]])
        spread = _NORMAL if rounded else max(_NORMAL, self.half_length / np.sqrt(3.0))
        covariance = _NORMAL**2 * np.outer(normal, normal) + spread**2 * np.outer(tangent, tangent)
        return foot - (self.radius + self.peg) * normal, covariance


def _turned(angle: float) -> np.ndarray:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


class TouchMap:
    """Pose of the middle link and places of the pegs in the world, from readings alone.

    A Kalman filter of the places of link and pegs together: a peg that is touched again, by another link, says where the link is.

    heading [rad]: of the middle link; its x axis points to the tail.   readings: of every peg, in the order of their first touch.
    """

    def __init__(self, links: SensedBody, place: np.ndarray, heading: float):
        self.links, self.heading, self.readings = links, float(heading), list[int]()
        self._state = np.array(place, dtype=float)  # x, y of the middle link, then of every peg
        self._covariance = np.zeros((2, 2))
        self._before: tuple[np.ndarray, np.ndarray, float] | None = None
        self._coming = np.zeros(2)  # m: way of the centre of mass in the last interval

    @property
    def place(self) -> np.ndarray:
        """Estimated place of the middle link [m]."""
        return self._state[:2]

    @property
    def pegs(self) -> np.ndarray:
        """Estimated places of the pegs (peg, xy) [m]."""
        return self._state[2:].reshape(-1, 2)

    def update(self, bends: np.ndarray, yaw_rate: float, forces: np.ndarray, seconds: float) -> np.ndarray:
        """Take in joint angles, the middle link's yaw rate and forces (link; along, across); the headings of all links [rad]."""
        centres, headings = self.links.shape(bends)
        touching = np.flatnonzero(np.hypot(*forces.T) > _TOUCH)
        if self._before is not None:
            turn = 0.5 * seconds * (yaw_rate + self._before[2])
            way = self._way(centres, headings, turn, forces, touching, seconds)
            self.heading += turn
            self._state[:2] += way
            self._covariance[:2, :2] += _DRIFT**2 * np.linalg.norm(way) * np.eye(2)
        self._before = centres, headings, yaw_rate
        world = _turned(self.heading)
        for k in touching:
            own, covariance = self.links.touched_place(*forces[k])
            turned = _turned(self.heading + headings[k])
            self._take(world @ centres[k] + turned @ own, turned @ covariance @ turned.T)
        return self.heading + headings

    def _way(
        self, centres: np.ndarray, headings: np.ndarray, turn: float, forces: np.ndarray, touching: np.ndarray, seconds: float
    ) -> np.ndarray:
        """Displacement (xy) of the middle link, world [m]. Minimum of

            b seconds^2 sum |d_i| + n/2 |d - d_before|^2,   d_i: ways of the n links, d: of the centre of mass, b: braking

        (a step of dry friction against inertia) with no way along the normal of a peg that pushes, by reweighted least squares.
        """
        assert self._before is not None
        old, new = _turned(self.heading), _turned(self.heading + turn)
        moved = centres @ new.T - self._before[0] @ old.T  # of every link, but for the displacement that is asked for
        held = np.zeros((2, 2)), np.zeros(2)
        for k in touching:
            before, after = (_turned(h) for h in (self.heading + self._before[1][k], self.heading + turn + headings[k]))
            own = forces[k] / np.linalg.norm(forces[k])
            normal, point = after @ own, self.links.touched_place(*forces[k])[0] + self.links.peg * own
            away = normal @ (moved[k] + (after - before) @ point)
            held = held[0] + np.outer(normal, normal), held[1] - away * normal
        count, middle = len(moved), moved.mean(axis=0)
        way = self._coming - middle
        for _ in range(_ROUNDS):
            weights = self.links.braking * seconds**2 / np.maximum(np.linalg.norm(moved + way, axis=1), _SLIDE)
            stiff = _HOLD * (weights.sum() + count)
            matrix = (weights.sum() + count) * np.eye(2) + stiff * held[0]
            right = count * (self._coming - middle) - (weights[:, None] * moved).sum(axis=0) + stiff * held[1]
            way = np.linalg.solve(matrix, right)
        self._coming = way + middle
        return way

    def _take(self, seen: np.ndarray, covariance: np.ndarray) -> None:
        """A reading, from the middle link to a peg [m, world axes]: corrects the nearest peg and the link, or makes a new peg."""
        apart = np.linalg.norm(self.pegs - self.place - seen, axis=1)
        if not len(apart) or apart.min() > _SAME:
            old = self._covariance
            link = old[:2]
            self._state = np.append(self._state, self.place + seen)
            self._covariance = np.block([[old, link.T], [link, link[:, :2] + covariance]])
            self.readings.append(1)
            return
        k = int(np.argmin(apart))
        rows = np.zeros((2, len(self._state)))
        rows[:, :2], rows[:, 2 + 2 * k : 4 + 2 * k] = -np.eye(2), np.eye(2)
        gain = self._covariance @ rows.T @ np.linalg.inv(rows @ self._covariance @ rows.T + covariance)
        self._state = self._state + gain @ (seen - (self.pegs[k] - self.place))
        self._covariance = self._covariance - gain @ rows @ self._covariance
        self.readings[k] += 1
