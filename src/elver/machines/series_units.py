"""Units of what runs record, and of expressions over it."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as ca

from elver.document.expressions import Call, Expression, names_in
from elver.document.units import read_unit
from elver.document.values import Value, evaluate
from elver.machines.measures import ALIASES
from elver.robot import Robot

UNITS: dict[str, str] = {  # as equations.record declares them; "a, b": of velocities and of turning; "a or b": of joint kinds
    "time": "s",
    "base_position": "m",
    "base_velocity": "m/s",
    "base_twist": "m/s, rad/s",
    "base_acceleration": "m/s^2, rad/s^2",
    "joint_position": "rad or m",
    "joint_velocity": "rad/s or m/s",
    "joint_acceleration": "rad/s^2 or m/s^2",
    "joint_torque": "N m or N",
    "joint_power": "W",
    "body_position": "m",
    "body_twist": "m/s, rad/s",
    "com_position": "m",
    "momentum": "N s, N m s",
    "kinetic_energy": "J",
    "medium_energy": "J",
    "potential_energy": "J",
    "power": "W",
    "work": "J",
    "medium_force": "N",
}
STATES = {"position": "m", "heading": "rad", "base x": "m", "base y": "m", "base z": "m"}
OF_JOINTS = {"angles": "joint_position", "rates": "joint_velocity"}
SINGLE = {"angle": "joint_position", "guess": "joint_position", "rate": "joint_velocity"}


def series_unit(name: str, robot: Robot) -> str:
    """The unit of one course, such as ``joint_angle.tail`` or ``base_twist.vx``."""
    first, _, rest = name.partition(".")
    unit = UNITS[ALIASES.get(first, first)]
    if " or " in unit:
        return unit.split(" or ")[slides(robot, rest)]
    if ", " in unit:
        return unit.split(", ")[rest.rpartition(".")[2].startswith("w")]
    return unit


def slides(robot: Robot, joint: str) -> bool:
    """Whether a joint is a slider."""
    return any(own.name == joint and own.type == "prismatic" for own in robot.joints)


def unit_of(expression: Expression, robot: Robot, further: Mapping[str, str], change: str) -> str | None:
    """The unit of an expression, an InputError where it joins what differs; None where any will do: bare numbers, ``si``.

    further: units of other names.   change: a function that keeps the unit of its argument.
    """
    texts = {n: further[n] if n in further else series_unit(n, robot) for n in sorted(names_in(expression))}
    known = {n: Value(ca.SX.sym(n), read_unit(text)) for n, text in texts.items()}
    unit = evaluate(without(expression, change), known).unit
    if unit is None:
        return "1" if texts and not calls(expression, "si") else None
    return next((text for text in texts.values() if read_unit(text) == unit.si), str(unit))


def calls(expression: Expression, function: str) -> bool:
    """Whether a function stands anywhere in an expression."""
    if not isinstance(expression, Call):
        return False
    return expression.function == function or any(calls(argument, function) for argument in expression.arguments)


def without(expression: Expression, function: str) -> Expression:
    """The expression with the argument of a function in its place."""
    if not isinstance(expression, Call):
        return expression
    if expression.function == function:
        return without(expression.arguments[0], function)
    return Call(expression.function, tuple(without(argument, function) for argument in expression.arguments))


def state_units(state: str, robot: Robot) -> tuple[str, ...]:
    """Units in which a state, or a part of the states, may be given; empty where any will do."""
    if state in STATES:
        return (STATES[state],)
    if state in OF_JOINTS:
        units = UNITS[OF_JOINTS[state]].split(" or ")
        return tuple(dict.fromkeys(units[joint.type == "prismatic"] for joint in robot.moving_joints))
    if state == "twist":
        return ("m/s", "rad/s")
    first, _, rest = state.partition(" ")
    if first == "base" and rest[:1] in ("v", "w") and len(rest) == 2:
        return (series_unit(f"base_twist.{rest}", robot),)
    if first in SINGLE and rest.startswith("of "):
        return (series_unit(f"{SINGLE[first]}.{rest[3:]}", robot),)
    return ("J",) if first == "work" and rest else ()
