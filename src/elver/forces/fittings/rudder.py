"""Rudders: a small fin with a polar at a point of a body, fixed or turned about its stock.

The force is that of the flow in the plane of the section; flow along the span makes none:

    F = 1/2 rho A V^2 [ C_L (sin(alpha) t - cos(alpha) w) - C_D v ],      alpha = atan2(w . v, t . v),

with t along the chord, trailing to leading edge, and w = stock x t. The lift does no work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from elver.errors import InputError
from elver.forces.effect import Effect, Motion
from elver.forces.fittings.mounting import check_body, check_command, check_unit, command_names, sits_on
from elver.forces.polars import FlatPlate
from elver.forces.stream import is_moving
from elver.quantities import REQUIRED, check_quantities, quantity
from elver.robot import Body
from elver.spatial import column, cross

TINY = 1e-300  # under the root of V: leaves every value as it is and keeps derivatives finite in still water


@dataclass(frozen=True)
class Rudder:
    """A fin on one body.

    stock: unit vector along the span, about which the fin turns.   chord: unit vector from the trailing to the leading edge at
    angle 0.   angle: positive about the stock [rad]: a number, or the name under which the gait gives it.   polar: FlatPlate, or
    any other with coefficients(sine, cosine). Turning the fin itself costs no work here; where its inertia or hinge moment
    matters, give it a joint and a body of its own, with angle 0.
    """

    body: str | Sequence[str]
    area: float = quantity(REQUIRED, "m^2", "A, area of the fin", above=0.0)
    stock: tuple = (0.0, 0.0, 1.0)
    chord: tuple = (1.0, 0.0, 0.0)
    angle: float | str = 0.0
    polar: Any = field(default_factory=FlatPlate)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where lift and drag act, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")

    def __post_init__(self):
        check_unit("Rudder.stock", self.stock)
        check_unit("Rudder.chord", self.chord)
        if abs(float(np.dot(self.stock, self.chord))) > 1e-9:
            raise InputError("Rudder: stock and chord are not at right angles. Give two orthogonal unit vectors.")
        check_command("Rudder.angle", self.angle)
        check_quantities(self)
        if not callable(getattr(self.polar, "coefficients", None)):
            raise InputError("Rudder.polar has no coefficients(sine, cosine). Give a FlatPlate, Polar or PolarTable.")

    @property
    def commands(self) -> tuple[str, ...]:
        """What the gait must give."""
        return command_names(self.angle)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("Rudder", self.body, names)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at, stream, turn = column(self.at), motion.to_body(column(self.current)), ca.SX(motion.command(self.angle))
        ahead, aside = column(self.chord), cross(column(self.stock), column(self.chord))
        t, w = ca.cos(turn) * ahead + ca.sin(turn) * aside, ca.cos(turn) * aside - ca.sin(turn) * ahead
        v = motion.velocity_at(at) - stream
        along, across = t.T @ v, w.T @ v
        speed = ca.sqrt(along * along + across * across + TINY)
        lift, drag = self.polar.coefficients(across / speed, along / speed)
        size = 0.5 * self.density * self.area * speed
        force = size * ((lift * across - drag * along) * t + (-lift * along - drag * across) * w)
        flows = {"drag": size * drag * speed * speed}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, cross(at, force)), flows=flows)
