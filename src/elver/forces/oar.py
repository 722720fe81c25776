"""Oar blades: a force normal to the blade that goes with the square of the normal flow, FLOAT (53)-(57), or lift and drag.

With ``lift`` = C_L > 0 a blade is a small wing at any angle a between flow and blade: lift coefficient C_L sin 2a, drag
coefficient C_D sin^2 a. N. Caplan and T. N. Gardner measured such curves on model blades in a flume (Journal of Sports Sciences
25, 2007). With v_n and v_t the flow along the normal and in the blade, V the whole of it, both together are

    F_n = rho A v_n (C_L v_t^2 + C_D v_n^2 / 2) / V,     F_t = rho A v_n^2 v_t (C_D / 2 - C_L) / V,

C_D being the ``coefficient``; only drag takes power, rho A C_D v_n^2 V / 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.fittings.mounting import check_body, sits_on
from elver.forces.stream import is_moving
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.spatial import column, cross
from elver.symbols import is_zero

TINY = 1e-300  # under the root of the speed: leaves every value as it is and keeps derivatives finite in still water


@dataclass(frozen=True)
class OarBlade:
    """Force of the water on a blade that is part of one named body.

    centre (3) [m] and unit normal (3) in the body's frame.
    lift: 0 for a force along the normal alone (the paper); above 0 lift and drag by the angle of the flow (above).
    one_sided: only flow AGAINST the normal pushes, so a blade whose normal points to the stern never brakes (the paper);
    False: both sides push.
    height: the blade is wet by the share of this height, centred at ``centre`` and vertical, that lies below ``level``;
    0: always wet (the paper, which lifts the blade by the sign of the flow alone).

    Flow ``slip``: power given to the water, force times flow past the blade, never negative. The share of the oar's work
    that is not lost to it is the blade's efficiency.
    """

    body: str | Sequence[str]
    centre: tuple
    normal: tuple
    area: float = quantity(REQUIRED, "m^2", "area of one blade", above=0.0)
    coefficient: float = quantity(2.0, "1", "C_n of a blade (55)", low=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    one_sided: bool = True
    height: float = quantity(0.0, "m", "height of the blade, over which it dips in; 0 for always wet", low=0.0)
    level: float = quantity(0.0, "m", "height of the water in the world")
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")
    lift: float = quantity(
        0.0, "1", "lift coefficient at 45 degrees, C_n being that of drag at 90; 0 for the normal force alone", low=0.0
    )

    def __post_init__(self):
        for name in ("centre", "normal"):
            value = getattr(self, name)
            if np.shape(value) != (3,) or not np.isfinite(np.asarray(value, float)).all():
                raise InputError(f"OarBlade.{name} = {value!r}. Give three numbers in the frame of body '{self.body}'.")
        length = float(np.linalg.norm(self.normal))
        if abs(length - 1) > 1e-9:
            raise InputError(f"OarBlade.normal = {tuple(self.normal)} has length {length:.6g}. Give a unit vector.")
        check_quantities(self)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("OarBlade", self.body, names)

    def surroundings(self) -> dict[str, object]:
        """What pictures show of it: water up to its level."""
        return {"water": self.level}

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        centre, normal = column(self.centre), column(self.normal)
        stream = motion.to_body(column(self.current))
        whole = stream - motion.velocity_at(centre)
        flow = normal.T @ whole  # v_n of (53)
        pushing = ca.fmin(flow, 0) if self.one_sided else flow
        if is_zero(self.lift):
            size = 0.5 * self.density * self.area * self.coefficient * self.wetness(motion)
            force = size * pushing * ca.fabs(flow) * normal  # (55), (56)
            flows = {"slip": size * pushing * flow * ca.fabs(flow)}
        else:
            force = 0.5 * self.density * self.area * self.wetness(motion) * pushing * self.lifted(whole, flow, normal)
            flows = {"slip": force.T @ whole}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, cross(centre, force)), flows=flows)  # (57)

    def lifted(self, whole: ca.SX, flow: ca.SX, normal: ca.SX) -> ca.SX:
        """Lift and drag together, over rho A v_n / 2 (see above)."""
        across, speed = whole - flow * normal, ca.sqrt(ca.sumsqr(whole) + TINY)
        upright = 2 * self.lift * ca.sumsqr(across) + self.coefficient * flow**2
        return (upright * normal + (self.coefficient - 2 * self.lift) * flow * across) / speed

    def wetness(self, motion: Motion):
        """Share of the blade below the water, 0 to 1."""
        if is_zero(self.height):
            return 1
        depth = self.level - motion.to_world(column(self.centre))[2]
        return ca.fmin(ca.fmax(depth / self.height + 0.5, 0), 1)
