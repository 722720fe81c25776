"""What a channel can measure, as expressions of an instant: points seen by a camera, headings, speeds, and recorded quantities.

A place in a body may be given by numbers [m], or by a function of the Moment where it depends on free parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca

from elver.derivatives.objectives import Moment
from elver.document.expressions import CONSTANTS, Expression, names_in, parse_with
from elver.document.units import Unit, read_unit
from elver.document.values import Value, evaluate, settled
from elver.errors import InputError, unknown_name
from elver.fit.problem import Camera, Quantity
from elver.machines.measures import ALIASES, SERIES
from elver.machines.series_units import series_unit

AXES = ("x", "y", "z")
FUNCTIONS = {
    "sin": 1,
    "cos": 1,
    "tan": 1,
    "atan": 1,
    "atan2": 2,
    "sqrt": 1,
    "abs": 1,
    "exp": 1,
    "log": 1,
    "min": 2,
    "max": 2,
    "si": 1,
}
ORIGIN = (0.0, 0.0, 0.0)
Place = Sequence[float] | Callable[[Moment], Any]
Number = float | Callable[[Moment], Any]


def point(
    body: str, at: Place = ORIGIN, axis: str = "x", within: str = "", unit: str = "m", scale: float = 1.0, name: str = ""
) -> Quantity:
    """A coordinate of a point of a body, as the camera sees it.

    at [m]: in the body's frame.   within: a body in whose frame the point is seen, instead of the picture's; the camera's pose
    does not count then, its scale does.   scale [m]: the camera's scale at which numbers are right in ``unit`` (``px``: in units
    of the recording).
    """
    place = AXES.index(known("axis", axis, AXES))
    factor = length_factor(unit, "m", scale)
    where = f" in the frame of {within}" if within else ""

    def expression(moment: Moment, camera: Camera):
        world = world_point(moment, body, at)
        if not within:
            return camera.seen(world)[place] * factor
        away = world - moment["body_position", within]
        return (rotation(moment, within).T @ away)[place] / camera.scale * factor

    return Quantity(f"{axis} of {name or body}{where}", expression, unit)


def speed(
    body: str, at: Place = ORIGIN, along: Sequence[float] | str = "x", unit: str = "m/s", scale: float = 1.0, name: str = ""
) -> Quantity:
    """Velocity of a point of a body along a direction in that body's own frame: forward speed along the head."""
    direction, factor = unit_vector(along), length_factor(unit, "m/s", scale)

    def expression(moment: Moment, camera: Camera):
        twist = moment["body_twist", body]
        velocity = twist[:3] + ca.cross(twist[3:], placed(at, moment))
        return ca.dot(ca.DM(direction), velocity) / camera.scale * factor

    return Quantity(f"speed of {name or body} along its {shown_direction(along)}", expression, unit)


def heading(
    body: str, forward: Sequence[float] | str = "x", reference: float = 0.0, relative_to: str = "", unit: str = "rad"
) -> Quantity:
    """Direction of an axis of a body about the vertical, as the camera sees it.

    It is given between half a turn less and half a turn more than ``reference`` [rad], so that it makes no jump near that.
    relative_to: a body whose x axis the angle is taken from, instead of the picture's.
    """
    direction, factor = ca.DM(unit_vector(forward)), angle_factor(unit)

    def expression(moment: Moment, camera: Camera):
        if relative_to:
            seen = rotation(moment, relative_to).T @ rotation(moment, body) @ direction
            aside = reference
        else:
            seen = rotation(moment, body) @ direction
            aside = reference + camera.yaw
        c, s = ca.cos(aside), ca.sin(aside)
        return (reference + ca.atan2(c * seen[1] - s * seen[0], c * seen[0] + s * seen[1])) * factor

    return Quantity(f"heading of {body}{f' relative to {relative_to}' if relative_to else ''}", expression, unit)


def recorded(text: str, unit: str = "1") -> Quantity:
    """A quantity that runs record, such as ``joint_torque.joint1``, or an expression over such quantities, in SI units or others.

    The names are those of docs/results.md with their labels; the unit is checked when the model is known.
    """
    whole = parse_with(text, FUNCTIONS)
    wanted = read_unit(unit)

    def expression(moment: Moment, camera: Camera):
        value = evaluate(whole, {name: course(moment, name) for name in sorted(names_in(whole) - set(CONSTANTS))})
        try:
            return ca.SX(settled(value, wanted, unit)) / wanted.factor
        except InputError as error:
            raise InputError(f"{text}: {error}") from None

    return Quantity(text, expression, unit)


# --- parts ---------------------------------------------------------------------------------------------------------------


def placed(at: Place, moment: Moment):
    """A place in a body as a column."""
    return ca.vertcat(*(at(moment) if callable(at) else at))


def rotation(moment: Moment, body: str):
    """World from body, as a matrix."""
    return ca.reshape(moment["body_rotation", body], 3, 3).T


def world_point(moment: Moment, body: str, at: Place = ORIGIN):
    """A point of a body in the world [m]."""
    return moment["body_position", body] + rotation(moment, body) @ placed(at, moment)


def course(moment: Moment, name: str) -> Value:
    """A recorded quantity at an instant, with its unit."""
    first, *rest = name.split(".")
    field = ALIASES.get(first, first)
    if field not in SERIES:
        raise unknown_name("recorded quantity", first, [*SERIES, *ALIASES])
    unit = read_unit(series_unit(name, moment.equations.model.robot))
    dimensions = SERIES[field]
    if not dimensions:
        return Value(moment.time if field == "time" else moment[field], unit)
    if len(rest) < len(dimensions):
        raise InputError(f"'{name}' does not name one number. Write {'.'.join([first, *(d.upper() for d in dimensions)])}.")
    labels = [*rest[: len(dimensions) - 1], ".".join(rest[len(dimensions) - 1 :])]
    return Value(moment[(field, *labels)], unit)


def names_of(expression: Expression) -> tuple[str, ...]:
    """Recorded quantities that an expression uses."""
    return tuple(sorted(names_in(expression) - set(CONSTANTS)))


# --- units and directions ------------------------------------------------------------------------------------------------


def camera_unit(text: str, scale: float = 1.0) -> Unit:
    """A unit in which ``px`` is the length of one unit of the recording [m]."""
    if "px" not in text.replace("/", " ").replace("*", " ").replace("^", " ").split():
        return read_unit(text)
    own = read_unit(text.replace("px", "m"))
    return Unit(own.factor * scale ** own.dimension[0], own.dimension, own.angle, own.turns)


def length_factor(unit: str, si: str, scale: float) -> float:
    """What a number of the camera is multiplied by to stand in ``unit``, at its nominal scale."""
    given, wanted = camera_unit(unit, scale), read_unit(si)
    if not given.fits(wanted):
        raise InputError(f"the unit '{unit}' does not fit: this is measured in {si}, such as mm or px{si[1:]}.")
    return scale / given.factor


def angle_factor(unit: str) -> float:
    """Radians in ``unit``."""
    given, wanted = read_unit(unit), read_unit("rad")
    if not given.fits(wanted):
        raise InputError(f"the unit '{unit}' does not fit: this is an angle, in rad or deg.")
    return 1.0 / (given.factor * given.turned(wanted))


def unit_vector(given: Sequence[float] | str) -> list[float]:
    """A direction of length 1: of three numbers, or of a word such as ``x`` or ``-y``."""
    if isinstance(given, str):
        axis = known("direction", given.lstrip("+-"), AXES)
        return [(-1.0 if given.startswith("-") else 1.0) * float(a == axis) for a in AXES]
    numbers = [float(v) for v in given]
    size = math.hypot(*numbers)
    if len(numbers) != 3 or not (math.isfinite(size) and size > 0):
        raise InputError(f"{given} is no direction. Give three numbers, not all 0, or one of x, y, z, -x, -y, -z.")
    return [v / size for v in numbers]


def shown_direction(given: Sequence[float] | str) -> str:
    """A direction for a report."""
    return f"{given} axis" if isinstance(given, str) else f"direction ({', '.join(f'{float(v):g}' for v in given)})"


def known(what: str, name: str, allowed: Sequence[str]) -> str:
    """The name where it is among those allowed."""
    if name not in allowed:
        raise unknown_name(what, name, allowed)
    return name
