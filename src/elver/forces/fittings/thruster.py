"""Thrusters: propellers with a motor of their own, at a point of a body along an axis.

With the turning rate n [1/s], the diameter D and the speed V_a of the propeller through the water along its axis,

    T = rho D^4 n |n| k_T - rho D^3 |n| V_a k_TJ,      Q = rho D^5 n |n| k_Q - rho D^4 |n| V_a k_QJ,

which is the open-water diagram with straight lines, K_T = k_T - k_TJ J and K_Q = k_Q - k_QJ J in J = V_a / (n D). The motor gives
2 pi n Q. What is neither given to the machine nor to a current is lost in the wake.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca

from elver.forces.effect import Effect, Motion
from elver.forces.fittings.mounting import check_body, check_command, check_unit, command_names, sits_on
from elver.forces.stream import is_moving
from elver.quantities import REQUIRED, check_quantities, quantity, word
from elver.robot import Body
from elver.spatial import column, cross

HANDS = {"right": 1.0, "left": -1.0, "pair": 0.0}


@dataclass(frozen=True)
class Thruster:
    """A propeller on one body.

    axis: unit vector of positive thrust, in the frame of the body.
    rate: turns a second, either sign: a number, or the name under which the gait gives it.
    hand: a right-handed propeller turns clockwise seen from behind and its torque turns the body the other way; a pair of
    counter-rotating ones turns nothing.
    """

    body: str | Sequence[str]
    diameter: float = quantity(REQUIRED, "m", "D, diameter of the propeller", above=0.0)
    axis: tuple = (1.0, 0.0, 0.0)
    rate: float | str = 0.0
    thrust: float = quantity(0.4, "1", "k_T, thrust coefficient at rest", low=0.0)
    thrust_loss: float = quantity(0.35, "1", "k_TJ, loss of thrust by inflow", low=0.0)
    torque: float = quantity(0.05, "1", "k_Q, torque coefficient at rest", low=0.0)
    torque_loss: float = quantity(0.035, "1", "k_QJ, loss of torque by inflow", low=0.0)
    hand: str = word("right", "handedness, or a counter-rotating pair", tuple(HANDS))
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it sits, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    current: tuple = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z")

    def __post_init__(self):
        check_unit("Thruster.axis", self.axis)
        check_command("Thruster.rate", self.rate)
        check_quantities(self)

    @property
    def commands(self) -> tuple[str, ...]:
        """What the gait must give."""
        return command_names(self.rate)

    def check_bodies(self, names: Sequence[str]) -> None:
        check_body("Thruster", self.body, names)

    def thrust_and_torque(self, n, speed):
        """T [N] and Q [N m] at n turns a second and the speed through the water along the axis [m/s]."""
        rho, D = self.density, self.diameter
        thrust = rho * D**4 * n * ca.fabs(n) * self.thrust - rho * D**3 * ca.fabs(n) * speed * self.thrust_loss
        torque = rho * D**5 * n * ca.fabs(n) * self.torque - rho * D**4 * ca.fabs(n) * speed * self.torque_loss
        return thrust, torque

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at, axis, n = column(self.at), column(self.axis), ca.SX(motion.command(self.rate))
        stream = motion.to_body(column(self.current))
        speed = axis.T @ (motion.velocity_at(at) - stream)
        thrust, torque = self.thrust_and_torque(n, speed)
        force, reaction = thrust * axis, -HANDS[self.hand] * torque * axis
        shaft = 2 * math.pi * n * torque
        flows = {"wake": shaft - thrust * speed - reaction.T @ motion.angular}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, reaction + cross(at, force)), flows=flows, motor=shaft)
