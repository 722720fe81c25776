"""Laws of single bodies: moorings, bluff drag, rudders, thrusters; and any law for some bodies alone (``ByBody``)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, ClassVar

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver.forces.blades import FlatPlate
from elver.forces.effect import (
    Effect,
    Fitting,
    ForceWrapper,
    Motion,
    Range,
    check_command,
    check_unit,
    command_names,
    is_moving,
    sits_on,
    trait,
)
from elver.forces.flow import velocity_of
from elver.forces.morison import Load
from elver.quantities import REQUIRED, check_quantities, quantities, quantity, word
from elver.robot import Body, Robot
from elver.symbolic.spatial import column, cross

# --- A spring from a point of a body to a place in the world: a mooring, the far end of a tether.


@dataclass(frozen=True)
class Anchor(Fitting):
    """Force -k (p - place) - c p' on the point p of one body, in all three directions."""

    file_word: ClassVar = "anchor"

    body: str | Sequence[str]
    stiffness: float = quantity(REQUIRED, "N/m", "k, stiffness", low=0.0)
    place: tuple = quantity((0.0, 0.0, 0.0), "m", "where the spring is fixed, in the world")
    damping: float = quantity(0.0, "N s/m", "c, damping", low=0.0)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it pulls, in the frame of the body")

    def __post_init__(self) -> None:
        check_quantities(self)

    def resists(self, body: Body) -> bool:
        return False  # what it takes is no resistance of the medium

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at = column(self.at)
        gap, speed = motion.to_world(at) - column(self.place), motion.velocity_at(at)
        force = -self.stiffness * motion.to_body(gap) - self.damping * speed
        return Effect(
            wrench=ca.vertcat(force, cross(at, force)),
            potential=0.5 * self.stiffness * ca.sumsqr(gap),
            flows={"damping": self.damping * ca.sumsqr(speed)},
        )


# --- Drag of a bluff body, by its drag areas along three axes, at one point.

_TINY = 1e-300  # under the root of |v|: leaves every value as it is and keeps derivatives finite in still water
_SPEEDS = ("whole", "own")


@dataclass(frozen=True)
class BluffDrag(Fitting):
    """Drag F_i = -(1/2 rho A_i |v| + d_i) v_i at a point of one body, i along the axes of its frame.

    v: velocity of the point through the stream; |v| its whole speed, with which equal areas make a sphere, or the speed along
    each axis by itself (``own``), as tables of underwater vehicles have it.
    """

    file_word: ClassVar = "bluff_drag"

    body: str | Sequence[str]
    area: tuple = quantity(REQUIRED, "m^2", "A, drag coefficient times area along x,y,z of the body", low=0.0, length=3)
    linear: tuple = quantity((0.0, 0.0, 0.0), "N s/m", "d, linear drag along x,y,z of the body", low=0.0)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it acts, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the fluid", low=0.0)
    speed: str = word("whole", "speed in the quadratic part: of the point, or along each axis by itself", _SPEEDS)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def fluid(self) -> float:
        return self.density

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at = column(self.at)
        stream = motion.to_body(velocity_of(self.current, motion.to_world(at), motion.time))
        v = motion.velocity_at(at) - stream
        whole = ca.sqrt(ca.sumsqr(v) + _TINY)
        speeds = [whole if self.speed == "whole" else ca.fabs(v[i]) for i in range(3)]
        drag = ca.vertcat(*(-(0.5 * self.density * self.area[i] * speeds[i] + self.linear[i]) * v[i] for i in range(3)))
        flows = {"drag": -(drag.T @ v)}
        if is_moving(self.current):
            flows["current"] = -(drag.T @ stream)
        return Effect(wrench=ca.vertcat(drag, cross(at, drag)), flows=flows)


# --- Rudders: a small fin with a polar at a point of a body, fixed or turned about its stock.
#
# The force is that of the flow in the plane of the section; flow along the span makes none:
#
#     F = 1/2 rho A V^2 [ C_L (sin(alpha) t - cos(alpha) w) - C_D v ],      alpha = atan2(w . v, t . v),
#
# with t along the chord, trailing to leading edge, and w = stock x t. The lift does no work.


@dataclass(frozen=True)
class Rudder(Fitting):
    """A fin on one body.

    stock: unit vector along the span, about which the fin turns.   chord: unit vector from the trailing to the leading edge at
    angle 0.   angle: positive about the stock [rad]: a number, or the name under which the gait gives it.   polar: FlatPlate, or
    any other with coefficients(sine, cosine). Turning the fin itself costs no work here; where its inertia or hinge moment
    matters, give it a joint and a body of its own, with angle 0.
    """

    file_word: ClassVar = "rudder"

    body: str | Sequence[str]
    area: float = quantity(REQUIRED, "m^2", "A, area of the fin", above=0.0)
    stock: tuple = (0.0, 0.0, 1.0)
    chord: tuple = (1.0, 0.0, 0.0)
    angle: float | str = 0.0
    polar: Any = field(default_factory=FlatPlate)
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where lift and drag act, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
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

    def sheds(self, body: Body) -> bool:
        return sits_on(self.body, body.name)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        """None on other bodies."""
        if not sits_on(self.body, body.name):
            return None
        at, turn = column(self.at), ca.SX(motion.command(self.angle))
        stream = motion.to_body(velocity_of(self.current, motion.to_world(at), motion.time))
        ahead, aside = column(self.chord), cross(column(self.stock), column(self.chord))
        t, w = ca.cos(turn) * ahead + ca.sin(turn) * aside, ca.cos(turn) * aside - ca.sin(turn) * ahead
        v = motion.velocity_at(at) - stream
        along, across = t.T @ v, w.T @ v
        speed = ca.sqrt(along * along + across * across + _TINY)
        lift, drag = self.polar.coefficients(across / speed, along / speed)
        size = 0.5 * self.density * self.area * speed
        force = size * ((lift * across - drag * along) * t + (-lift * along - drag * across) * w)
        flows = {"drag": size * drag * speed * speed}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, cross(at, force)), flows=flows)


# --- Thrusters: propellers with a motor of their own, at a point of a body along an axis.
#
# With the turning rate n [1/s], the diameter D and the speed V_a of the propeller through the water along its axis,
#
#     T = rho D^4 n |n| k_T - rho D^3 |n| V_a k_TJ,      Q = rho D^5 n |n| k_Q - rho D^4 |n| V_a k_QJ,
#
# which is the open-water diagram with straight lines, K_T = k_T - k_TJ J and K_Q = k_Q - k_QJ J in J = V_a / (n D). The motor
# gives 2 pi n Q. What is neither given to the machine nor to a current is lost in the wake.

_HANDS = {"right": 1.0, "left": -1.0, "pair": 0.0}


@dataclass(frozen=True)
class Thruster(Fitting):
    """A propeller on one body.

    axis: unit vector of positive thrust, in the frame of the body.
    rate: turns a second, either sign: a number, or the name under which the gait gives it.
    hand: a right-handed propeller turns clockwise seen from behind and its torque turns the body the other way; a pair of
    counter-rotating ones turns nothing.
    """

    file_word: ClassVar = "thruster"

    body: str | Sequence[str]
    diameter: float = quantity(REQUIRED, "m", "D, diameter of the propeller", above=0.0)
    axis: tuple = (1.0, 0.0, 0.0)
    rate: float | str = 0.0
    thrust: float = quantity(0.4, "1", "k_T, thrust coefficient at rest", low=0.0)
    thrust_loss: float = quantity(0.35, "1", "k_TJ, loss of thrust by inflow", low=0.0)
    torque: float = quantity(0.05, "1", "k_Q, torque coefficient at rest", low=0.0)
    torque_loss: float = quantity(0.035, "1", "k_QJ, loss of torque by inflow", low=0.0)
    hand: str = word("right", "handedness, or a counter-rotating pair", tuple(_HANDS))
    at: tuple = quantity((0.0, 0.0, 0.0), "m", "where it sits, in the frame of the body")
    density: float = quantity(1000.0, "kg/m^3", "density of the water", low=0.0)
    current: Any = quantity((0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z", or_having="velocity")

    def __post_init__(self) -> None:
        check_unit("Thruster.axis", self.axis)
        check_command("Thruster.rate", self.rate)
        check_quantities(self)

    @property
    def commands(self) -> tuple[str, ...]:
        """What the gait must give."""
        return command_names(self.rate)

    def resists(self, body: Body) -> bool:
        return False  # what it takes is no resistance of the medium

    def thrust_and_torque(self, n: ca.SX, speed: ca.SX) -> tuple[ca.SX, ca.SX]:
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
        stream = motion.to_body(velocity_of(self.current, motion.to_world(at), motion.time))
        speed = axis.T @ (motion.velocity_at(at) - stream)
        thrust, torque = self.thrust_and_torque(n, speed)
        force, reaction = thrust * axis, -_HANDS[self.hand] * torque * axis
        shaft = 2 * math.pi * n * torque
        flows = {"wake": shaft - thrust * speed - reaction.T @ motion.angular}
        if is_moving(self.current):
            flows["current"] = -(force.T @ stream)
        return Effect(wrench=ca.vertcat(force, reaction + cross(at, force)), flows=flows, motor=shaft)


# --- One law for some bodies, another or changed coefficients for others.


@dataclass(frozen=True)
class ByBody(ForceWrapper):
    """A force law that is not the same on every body.

    law: what acts on the bodies that nothing else is said of.
    changes: by name of a body or pattern with ``*``: another law, or a mapping of coefficients that differ, or None for no force.
    Where several fit, the body's own name goes before patterns, and earlier patterns before later ones.
    only: names or patterns of the bodies that ``law`` itself acts on; empty for all.
    """

    law: Any
    changes: Mapping[str, Any] = field(default_factory=dict)
    only: Sequence[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.only, str):
            raise InputError(f"ByBody.only = '{self.only}'. Give a list of names or patterns.", name="ByBody.only")
        for name, given in (("law", self.law), *self.changes.items()):
            if isinstance(given, Mapping) and name != "law":
                known = list(quantities(self.law))
                for coefficient in given:
                    if coefficient not in known:
                        raise unknown_name(f"coefficient of {type(self.law).__name__}:", coefficient, known)
                replace(self.law, **given)  # checks the numbers
            elif given is not None and (isinstance(given, type) or not callable(getattr(given, "effect", None))):
                raise InputError(
                    f"ByBody: '{name}' is a {type(given).__name__}. Give a force law such as elver.forces.Morison(), "
                    "or for single bodies a mapping of coefficients or None."
                )

    def law_of(self, name: str) -> Any:
        """The law that acts on the body of that name; None for none."""
        key = name if name in self.changes else next((k for k in self.changes if fnmatchcase(name, k)), None)
        if key is not None:
            given = self.changes[key]
            return replace(self.law, **given) if isinstance(given, Mapping) else given
        if self.only and not any(fnmatchcase(name, pattern) for pattern in self.only):
            return None
        return self.law

    wet_law = law_of

    @property
    def inner(self) -> tuple:
        """The law of most bodies, and those of single ones."""
        return tuple(law for law in (self.law, *self.changes.values()) if callable(getattr(law, "effect", None)))

    def check_bodies(self, names: Sequence[str]) -> None:
        """Refuse names and patterns that fit no body, here and in the laws."""
        for pattern in (*self.changes, *self.only):
            if not any(fnmatchcase(name, pattern) for name in names):
                raise unknown_name("body of ByBody:", pattern, names)
        super().check_bodies(names)

    def within(self, robot: Robot, forces: Mapping[str, Any]) -> ByBody:
        """With its laws as they act in the machine."""
        placed = {
            name: given if isinstance(given, Mapping) or given is None else trait(given, "within")(robot, forces)
            for name, given in (("", self.law), *self.changes.items())
        }
        same = all(placed[name] is given for name, given in (("", self.law), *self.changes.items()))
        return self if same else ByBody(placed.pop(""), placed, self.only)

    def margins(self) -> list:
        """What is positive where changed coefficients are surely within their bounds."""
        found: list = []
        for given in self.changes.values():
            for name, value in given.items() if isinstance(given, Mapping) else ():
                own = quantities(self.law)[name]
                is_number = isinstance(value, (int, float, ca.SX))
                if not own.length and not own.choices and is_number:
                    found += [value - least for least in (own.low, own.above) if least is not None]
                    found += [own.high - value] if own.high is not None else []
        return found

    def ranges(self, robot: Robot, j: int, motion: Motion) -> Sequence[Range]:
        """Those of the law that acts on the body."""
        law = self.law_of(robot.bodies[j].name)
        return () if law is None else trait(law, "ranges")(robot, j, motion)

    def memory(self, body: Body) -> Sequence[str]:
        """States of the law that acts on the body."""
        law = self.law_of(body.name)
        return () if law is None else trait(law, "memory")(body)

    def effect(self, body: Body, motion: Motion) -> Effect | None:
        law = self.law_of(body.name)
        return None if law is None else law.effect(body, motion)

    def load(self, body: Body, motion: Motion, acceleration: ca.SX, fraction: float) -> Load | None:
        """Force per length at a place of the body's strip, by the law that acts on the body; None where it has no strips."""
        law = self.law_of(body.name)
        return law.load(body, motion, acceleration, fraction) if hasattr(law, "load") else None
