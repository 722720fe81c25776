"""Which values of free parameters certainly make a machine, of many sets of them at once.

The checks of a robot are made of numbers one machine at a time. Here the same conditions stand as expressions, a little sharper:
where all of them hold, the checks pass; where one does not, only the checks themselves can say (``Model.check_machine``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass

import casadi as ca

from elver.errors import is_symbol
from elver.robot.blade import Blade
from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.loop import Loop
from elver.robot.place import Place
from elver.robot.shapes import Box, Compound, Contour, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod, Shape, Strip
from elver.robot.tree import Robot
from elver.spatial import matrix
from elver.symbols import leaves

SHARP = 1e-9  # share of the inertia's size by which a moment must be positive; closer calls are left to the checks
POSITIVE = {Strip: ("length", "half_width", "half_height"), Blade: ("length", "chord"), Contour: ("half_length", "radius")}
SOLIDS = (Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod)


def margins(robot: Robot) -> list[ca.SX] | None:
    """Expressions that are all positive where the robot certainly is one; None where it holds a part of a kind not known here."""
    parts: list = [*robot.bodies, *robot.joints, *robot.loops]
    found: list[ca.SX] = []
    while parts:
        part = parts.pop()
        if not any(True for _ in leaves(part)):
            continue
        conditions = of_part(part)
        if conditions is None:
            return None
        found += [ca.SX(c) for c in conditions if is_symbol(c)]
        parts += inner(part)
    return found


def inner(part) -> list:
    """What a part is made of that has conditions of its own."""
    if isinstance(part, Compound):
        return list(part.parts)
    names = ("shape", "strip", "contour", "blade", "place")
    return [p for p in (getattr(part, n, None) for n in names) if is_dataclass(p)]


def of_part(part) -> list | None:
    """The conditions of one part alone."""
    if isinstance(part, Body):
        return list(of_body(part))
    if isinstance(part, Joint):
        losses = [part.coulomb, part.viscous, 0.0 if part.limit is None else part.limit]
        return [part.rotor, *(2 * (v >= 0) - 1 for v in losses if is_symbol(v))]  # 0 is allowed; a rotor may be all that moves
    if isinstance(part, (Place, Loop)):
        return []
    if type(part) in POSITIVE:
        return [getattr(part, name) for name in POSITIVE[type(part)]]
    return list(part.lengths().values()) if isinstance(part, Shape) and type(part) in SOLIDS else None


def of_body(body: Body) -> Iterator:
    """Mass, and the second moments of mass about its centre: positive definite, so principal moments obey all inequalities."""
    if body.virtual:
        return
    yield body.mass
    central = matrix(body.central_inertia)
    size = ca.trace(central)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        yield SHARP / 10 * size - ca.fabs(central[i, j] - central[j, i])
    second = 0.5 * size * ca.SX.eye(3) - central
    yield second[0, 0] - SHARP * size
    yield second[0, 0] * second[1, 1] - second[0, 1] ** 2 - SHARP * size**2
    yield ca.det(second) - SHARP * size**3
