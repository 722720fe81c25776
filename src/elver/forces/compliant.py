"""Friction by sign functions and their smoothed forms, contact by springs and dampers: what SNAKE argues against.

They are forces like any other, for models without a scene: what they do is part of x' = f and goes to the integrators. The
set-valued laws are those of a scene; docs/models/set-valued.md compares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from elver._support.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Contour
from elver.symbolic.arrays import is_zero
from elver.symbolic.spatial import column, cross

_TINY = 1e-12  # m/s: keeps the direction of a velocity from being 0/0


@dataclass(frozen=True)
class SignFriction:
    """Coulomb friction at the centre of every contour as a function of its velocity; 0 at rest. SNAKE V-B2.

    width [m/s]: 0 takes the sign function, more its smoothed form tanh(v/width).
    double: a function of each component by itself, along the link and across; False: of the speed, against the velocity.
    """

    friction: float = quantity(0.2, "1", "coefficient of friction", low=0.0)
    width: float = quantity(0.0, "m/s", "speed over which the sign function is smoothed; 0 for none", low=0.0)
    gravity: float = quantity(9.81, "m/s^2", "acceleration that presses the links on the ground", low=0.0)
    double: bool = False

    def __post_init__(self) -> None:
        check_quantities(self)

    def resists(self, body: Body) -> bool:
        return body.outline is not None

    def sign(self, speed: ca.SX) -> ca.SX:
        """The sign of a speed, or what stands for it."""
        return ca.sign(speed) if is_zero(self.width) else ca.tanh(speed / self.width)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Friction of one body; None where it touches nothing."""
        if body.outline is None:
            return None
        centre, ahead = column(body.outline.centre), column(body.outline.axis)
        left = cross(column([0, 0, 1]), ahead)
        v = motion.velocity_at(centre)
        vx, vy = v.T @ ahead, v.T @ left
        if self.double:
            tx, ty = self.sign(vx), self.sign(vy)
        else:
            speed = ca.sqrt(vx**2 + vy**2 + _TINY**2)
            tx, ty = self.sign(speed) * vx / speed, self.sign(speed) * vy / speed
        force = -self.friction * body.mass * self.gravity * (tx * ahead + ty * left)
        return Effect(wrench=ca.vertcat(force, cross(centre, force)))


@dataclass(frozen=True)
class SpringContact:
    """Obstacles that push a contour out by max(0, k depth + d depth') where it lies in them; no friction. SNAKE I.

    obstacles: discs (what has a radius) and walls (an angle) of a scene.
    """

    obstacles: Sequence[Any] = ()
    stiffness: float = quantity(1e5, "N/m", "k, of a contact", above=0.0)
    damping: float = quantity(0.0, "N s/m", "d, of a contact", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self)
        for obstacle in self.obstacles:
            if not (hasattr(obstacle, "radius") or hasattr(obstacle, "angle")):
                raise InputError(f"obstacles of springs hold {obstacle!r}. Give discs and walls.", name="obstacles")

    def resists(self, body: Body) -> bool:
        """Obstacles are no medium, though their dampers feel the velocity."""
        return False

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Push of all obstacles on one body, and the energy of their springs; None where it has no contour."""
        outline = body.outline
        if outline is None or not self.obstacles:
            return None
        centre, ahead = column(outline.centre), column(outline.axis)
        wrench, energy, lost = ca.SX(6, 1), ca.SX(0), ca.SX(0)
        for obstacle in self.obstacles:
            for point, normal, depth in self._nearest(obstacle, motion, centre, ahead, outline):
                closing = -(motion.to_body(normal).T @ motion.velocity_at(point))
                inside = depth > 0.0
                push = ca.if_else(inside, ca.fmax(self.stiffness * depth + self.damping * closing, 0.0), 0.0)
                force = push * motion.to_body(normal)
                wrench += ca.vertcat(force, cross(point, force))
                energy += ca.if_else(inside, 0.5 * self.stiffness * depth**2, 0.0)
                lost += ca.if_else(inside, (push - self.stiffness * depth) * closing, 0.0)
        return Effect(wrench=wrench, potential=energy, flows={"damping": lost})

    @staticmethod
    def _nearest(
        obstacle: Any, motion: Motion, centre: ca.SX, ahead: ca.SX, outline: Contour
    ) -> Iterator[tuple[ca.SX, ca.SX, ca.SX]]:
        """Of every candidate contact: the nearest point of the contour's middle line, the normal (world), the depth [m]."""
        if hasattr(obstacle, "angle"):
            normal = column([ca.cos(obstacle.angle), ca.sin(obstacle.angle), 0])
            for end in (0.0,) if is_zero(outline.half_length) else (1.0, -1.0):
                point = centre + end * outline.half_length * ahead
                away = (motion.to_world(point) - column([obstacle.x, obstacle.y, 0]))[:2]
                yield point, normal, outline.radius - normal[:2].T @ away
        else:
            middle = motion.to_body(column([obstacle.x, obstacle.y, 0]) - motion.position) - centre
            along = ca.fmin(ca.fmax(middle.T @ ahead, -outline.half_length), outline.half_length)
            point = centre + along * ahead
            away = (motion.to_world(point) - column([obstacle.x, obstacle.y, 0]))[:2]
            distance = ca.norm_2(away)
            yield point, ca.vertcat(away / distance, 0), outline.radius + obstacle.radius - distance
