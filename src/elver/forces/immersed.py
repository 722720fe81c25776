"""Drag and added mass of whole bodies from their solids: no coefficient has to be known but that of drag.

A slender body is taken by strips (Morison). A bluff one has the drag of its projected areas A_i along three axes, at its
centroid, with half axes a_i of the ellipsoid of the same volume and proportions:

    F_i = -1/2 rho C_D A_i |v| v_i,      M_k = -1/2 rho C_D 8/15 a_k (a_i^2 - a_j^2)^2 |w_k| w_k.

The moment is what strips across a long ellipsoid give, and none about an axis around which the body is round. The added inertia
is that of the solid (elver.forces.solids).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import casadi as ca

from elver._support.errors import NotFreeError
from elver.forces.effect import Effect, Motion
from elver.forces.flow import whole_body_effect
from elver.forces.morison import Morison
from elver.forces.solids import solid_inertia
from elver.quantities import check_quantities, quantity
from elver.robot import Body, Box, Cylinder, Ellipsoid, Strip
from elver.robot.shapes import Shape
from elver.symbolic.arrays import has_symbols, largest, times
from elver.symbolic.spatial import column, cross, matrix

_TINY = 1e-300  # under the root of |v|: leaves every value as it is and keeps derivatives finite in still water


@dataclass(frozen=True)
class Immersed:
    """The water around every body that has a solid: slender ones by strips, others as bluff bodies. Buoyancy is Gravity's."""

    file_word: ClassVar = "immersed"

    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    drag: float = quantity(1.0, "1", "C_D, drag by the projected area, and across slender bodies", low=0.0)
    friction: float = quantity(0.01, "1", "drag along slender bodies", low=0.0)
    added: float = quantity(1.0, "1", "factor of the added mass", low=0.0)
    slender: float = quantity(5.0, "1", "length over half width from which a body is taken by strips", above=0.0)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def fluid(self) -> float:
        return self.density

    def resists(self, body: Body) -> bool:
        return body.strip is not None or body.shape is not None

    @property
    def strips(self) -> Morison:
        """The law of slender bodies."""
        C, m = self.drag, self.added
        return Morison(self.density, self.friction, C, C, C, m, m, m, current=self.current)

    def strip_of(self, body: Body) -> Strip | None:
        """The strip of a body that is slender; None for a bluff one."""
        strip = body.strip if body.strip is not None else _longest_strip(body.shape) if body.shape is not None else None
        if strip is None:
            return None
        stoutest = self.slender * largest(strip.half_width, strip.half_height)
        if has_symbols(strip.length - stoutest):
            raise NotFreeError(f"whether body '{body.name}' is slender depends on a free parameter. Give its lengths as numbers.")
        return strip if strip.length >= stoutest or body.shape is None else None

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """Drag and added mass of one body; None where it has no solid."""
        strip = self.strip_of(body)
        if strip is not None:
            return self.strips.effect(replace(body, strip=strip), motion)
        return None if body.shape is None else self.bluff_effect(body.name, body.shape, motion)

    def bluff_effect(self, name: str, shape: Shape, motion: Motion) -> Effect:
        """The same, of a body that is not slender."""
        round_one = shape.ellipsoid()
        at, a = column(round_one.at), (round_one.a1, round_one.a2, round_one.a3)
        half = 0.5 * self.density * self.drag
        shadow = shape if isinstance(shape, (Ellipsoid, Box, Cylinder)) else round_one
        areas, D, E = _projected_areas(shadow), matrix(shadow.axes), matrix(round_one.axes)
        turns = [8 / 15 * a[k] * (a[i] ** 2 - a[j] ** 2) ** 2 for i, j, k in ((1, 2, 0), (2, 0, 1), (0, 1, 2))]

        def resistance(through: ca.SX) -> ca.SX:
            v, w = D.T @ (through[:3] + cross(through[3:], at)), E.T @ through[3:]
            speed = ca.sqrt(ca.sumsqr(v) + _TINY)
            force = D @ ca.vertcat(*(-half * areas[i] * speed * v[i] for i in range(3)))
            moment = E @ ca.vertcat(*(-half * turns[k] * ca.fabs(w[k]) * w[k] for k in range(3)))
            return ca.vertcat(force, moment + cross(at, force))

        inertia = solid_inertia(shape, self.density * self.added)
        return whole_body_effect(name, motion, self.current, inertia, resistance, shape, self.density)


def _longest_strip(shape: Shape) -> Strip | None:
    """The shape's own strip; of a box the one along its longest edge, of parts that are not in line that of their ellipsoid."""
    own = shape.strip()
    if own is not None:
        return own
    if not isinstance(shape, Box):
        return shape.ellipsoid().strip()
    edges = (shape.l1, shape.l2, shape.l3)
    if has_symbols(sum(edges)):
        return None
    k = max(range(3), key=lambda i: edges[i])
    order = [k, (k + 1) % 3, (k + 2) % 3]
    axes, (length, width, height) = shape.axes[:, order], (edges[i] for i in order)
    return Strip(shape.at - times(0.5 * length, axes[:, 0]), axes, length, width / 2, height / 2)


def _projected_areas(shape: Ellipsoid | Box | Cylinder) -> tuple:
    """Areas [m^2] of the shadows of a box, cylinder or ellipsoid along its axes."""
    if isinstance(shape, Box):
        return shape.l2 * shape.l3, shape.l3 * shape.l1, shape.l1 * shape.l2
    if isinstance(shape, Cylinder):
        return math.pi * shape.a2 * shape.a3, 2 * shape.a3 * shape.length, 2 * shape.a2 * shape.length
    return math.pi * shape.a2 * shape.a3, math.pi * shape.a3 * shape.a1, math.pi * shape.a1 * shape.a2
