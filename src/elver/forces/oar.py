"""Oar blades: a force normal to the blade that goes with the square of the normal flow. FLOAT (53)-(57)."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.stream import is_moving
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.spatial import column, cross


@dataclass(frozen=True)
class OarBlade:
    """Force of the water on a blade that is part of one named body.

    centre (3) [m] and unit normal (3) in the body's frame.
    one_sided: only flow AGAINST the normal pushes, so a blade whose normal points to the stern never brakes (the paper);
    False: both sides push.
    height: the blade is wet by the share of this height, centred at ``centre`` and vertical, that lies below ``level``;
    0: always wet (the paper, which lifts the blade by the sign of the flow alone).

    Flow ``slip``: power given to the water, force times flow past the blade, never negative. The share of the oar's work
    that is not lost to it is the blade's efficiency.
    """

    body: str
    centre: tuple
    normal: tuple
    area: float = quantity(REQUIRED, "m^2", "area of one blade", above=0.0)
    coefficient: float = quantity(2.0, "1", "C_n of a blade (55)", low=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    one_sided: bool = True
    height: float = quantity(0.0, "m", "height of the blade, over which it dips in; 0 for always wet", low=0.0)
    level: float = quantity(0.0, "m", "height of the water in the world")
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")

    def __post_init__(self):
        for name in ("centre", "normal"):
            value = getattr(self, name)
            if np.shape(value) != (3,) or not np.isfinite(np.asarray(value, float)).all():
                raise InputError(f"OarBlade.{name} = {value!r}. Give three numbers in the frame of body '{self.body}'.")
        length = float(np.linalg.norm(self.normal))
        if abs(length - 1) > 1e-9:
            raise InputError(f"OarBlade.normal = {tuple(self.normal)} has length {length:.6g}. Give a unit vector.")
        check_quantities(self)

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: water up to its level."""
        return {"water": self.level}

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if body.name != self.body:
            return None
        centre, normal = column(self.centre), column(self.normal)
        stream = motion.to_body(column(self.current))
        flow = normal.T @ (stream - motion.velocity_at(centre))  # v_n of (53)
        pushing = ca.fmin(flow, 0) if self.one_sided else flow
        size = 0.5 * self.density * self.area * self.coefficient * self.wetness(motion)
        force = size * pushing * ca.fabs(flow) * normal  # (55), (56)
        flows = {"slip": size * pushing * flow * ca.fabs(flow)}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, cross(centre, force)), flows=flows)  # (57)

    def wetness(self, motion: Motion):
        """Share of the blade below the water, 0 to 1."""
        if not isinstance(self.height, ca.SX) and self.height == 0:
            return 1
        depth = self.level - motion.to_world(column(self.centre))[2]
        return ca.fmin(ca.fmax(depth / self.height + 0.5, 0), 1)
