"""Units: which of several a recorded number has, and what a unit is made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from elver.equations.layout import COMPONENTS, Field
from elver.robot import Robot

# exponents of kg, m, s, K, rad, and a factor
KNOWN: dict[str, tuple[dict[str, int], Fraction]] = {
    "1": ({}, Fraction(1)),
    "m": ({"m": 1}, Fraction(1)),
    "kg": ({"kg": 1}, Fraction(1)),
    "s": ({"s": 1}, Fraction(1)),
    "K": ({"K": 1}, Fraction(1)),
    "rad": ({"rad": 1}, Fraction(1)),
    "N": ({"kg": 1, "m": 1, "s": -2}, Fraction(1)),
    "Pa": ({"kg": 1, "m": -1, "s": -2}, Fraction(1)),
    "J": ({"kg": 1, "m": 2, "s": -2}, Fraction(1)),
    "W": ({"kg": 1, "m": 2, "s": -3}, Fraction(1)),
    "Hz": ({"s": -1}, Fraction(1)),
    "mm": ({"m": 1}, Fraction(1, 1000)),
    "cm": ({"m": 1}, Fraction(1, 100)),
    "g": ({"kg": 1}, Fraction(1, 1000)),
    "ms": ({"s": 1}, Fraction(1, 1000)),
}
FACTOR = re.compile(r"([A-Za-z]+|1)(?:\^(-?[0-9]+))?\Z")


def base_units(unit: str) -> tuple[dict[str, int], float] | None:
    """Exponents of the base units and the factor of a unit such as ``N m/rad`` or ``kg/(m s)``; None for one not known.

    All that follows a stroke, up to the next stroke, stands below the line.
    """
    exponents: dict[str, int] = {}
    factor = Fraction(1)
    for place, part in enumerate(unit.replace("*", " ").split("/")):
        sign = -1 if place else 1
        words = part.replace("(", " ").replace(")", " ").split()
        if not words or (len(words) > 1 and place and "(" not in part):
            return None  # nothing, or it is not said which of several stand below
        for text in words:
            match = FACTOR.match(text)
            if match is None or match[1] not in KNOWN:
                return None
            power = sign * int(match[2] or 1)
            own, scale = KNOWN[match[1]]
            factor *= scale**power
            for name, exponent in own.items():
                exponents[name] = exponents.get(name, 0) + power * exponent
    return {name: e for name, e in exponents.items() if e}, float(factor)


def joint_unit(robot: Robot, joint: str, turning: str, sliding: str) -> str:
    """The first of two units for a joint that turns, the second for one that slides."""
    return sliding if robot.moving_joints[robot.joint_names.index(joint)].type == "prismatic" else turning


def unit_of(field: Field, labels: Sequence[str], robot: Robot) -> str:
    """Unit of one number of a recorded quantity; empty where it is not known which of two it is."""
    if ", " in field.unit:
        own = dict(zip(field.dims, labels, strict=True))
        return field.unit.split(", ")[COMPONENTS.index(own["component"]) // 3]
    if " or " in field.unit:
        own = dict(zip(field.dims, labels, strict=True))
        return joint_unit(robot, own["joint"], *field.unit.split(" or ")) if "joint" in own else ""
    return field.unit
