"""Weight, and buoyancy in a fluid of uniform density."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import casadi as ca

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.quantities import check_quantities, quantity
from elver.robot import Body
from elver.spatial import column, cross
from elver.symbols import times


@dataclass(frozen=True)
class Slope:
    """The part of gravity along an inclined plane: a uniform acceleration (x, y) [m/s^2, world] of every body's mass."""

    acceleration: tuple
    reads: ClassVar = ("mass", "first_moments")

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        pull = column([*self.acceleration, 0])
        g, MS = motion.to_body(pull), column(body.first_moments)
        place = body.mass * motion.position + motion.rotation @ MS
        return Effect(wrench=ca.vertcat(body.mass * g, cross(MS, g)), potential=-(pull.T @ place), flows={})


@dataclass(frozen=True)
class Gravity:
    """Uniform gravity along -z of the world.

    In a fluid each body loses the weight of the fluid that its shape displaces, at the shape's centroid.
    """

    acceleration: float = quantity(9.81, "m/s^2", "gravity", low=0.0)
    fluid_density: float = quantity(0.0, "kg/m^3", "density of the surrounding fluid; 0 for none", low=0.0)
    reads: ClassVar = ("mass", "first_moments", "inertia", "shape")

    def __post_init__(self):
        check_quantities(self)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        mass, moments = self.net_mass(body)
        g = motion.to_body(column([0, 0, -self.acceleration]))
        net, MS = ca.SX(mass), column([moments[k] for k in range(3)])
        height = (net * motion.position + motion.rotation @ MS)[2]
        return Effect(
            wrench=ca.vertcat(net * g, cross(MS, g)),
            potential=self.acceleration * height,
            flows={},
        )

    def net_mass(self, body: Body):
        """Mass [kg] and first moments [kg m] less those of the displaced fluid."""
        if (isinstance(self.fluid_density, (int, float)) and self.fluid_density == 0) or body.virtual:
            return body.mass, body.first_moments
        if body.shape is None:
            raise InputError(
                f"body '{body.name}' has mass but no shape, so its buoyancy is unknown. "
                "Give the body a shape, or set Gravity.fluid_density to 0."
            )
        displaced = self.fluid_density * body.shape.volume
        return body.mass - displaced, body.first_moments - times(displaced, body.shape.centroid())
