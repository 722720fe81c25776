"""What a channel can measure, as expressions of an instant: points seen by a camera, headings, speeds, recorded quantities.

A place in a body may be given by numbers [m], or by a function of the instant's expressions where it depends on free
parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, unknown_name
from elver._support.expressions import CONSTANTS, Value, evaluate, names_in, parse_with, settled
from elver._support.units import Unit, read_unit
from elver.analysis.fit.problem import Camera, Observable
from elver.scenarios.files.metrics import ALIASES, SERIES, series_unit
from elver.simulation.derivatives.objectives import InstantExpressions

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
_ORIGIN = (0.0, 0.0, 0.0)
Place = Sequence[float] | Callable[[InstantExpressions], Any]


def point(
    body: str, at: Place = _ORIGIN, axis: str = "x", within: str = "", unit: str = "m", scale: float = 1.0, name: str = ""
) -> Observable:
    """A coordinate of a point of a body, as the camera sees it.

    at [m]: in the body's frame.   within: a body in whose frame the point is seen, instead of the picture's; the camera's pose
    does not count then, its scale does.   scale [m]: the camera's scale at which numbers are right in ``unit`` (``px``: in units
    of the recording).
    """
    place = AXES.index(_known("axis", axis, AXES))
    factor = _length_factor(unit, "m", scale)
    where = f" in the frame of {within}" if within else ""

    def expression(moment: InstantExpressions, camera: Camera) -> ca.SX | ca.DM:
        world = world_point(moment, body, at)
        if not within:
            return camera.seen(world)[place] * factor
        away = world - moment["body_position", within]
        return (_rotation(moment, within).T @ away)[place] / camera.scale * factor

    return Observable(f"{axis} of {name or body}{where}", expression, unit)


def speed(
    body: str, at: Place = _ORIGIN, along: Sequence[float] | str = "x", unit: str = "m/s", scale: float = 1.0, name: str = ""
) -> Observable:
    """Velocity of a point of a body along a direction in that body's own frame: forward speed along the head."""
    direction, factor = unit_vector(along), _length_factor(unit, "m/s", scale)

    def expression(moment: InstantExpressions, camera: Camera) -> ca.SX | ca.DM:
        twist = moment["body_twist", body]
        velocity = twist[:3] + ca.cross(twist[3:], _placed(at, moment))
        return ca.dot(ca.DM(direction), velocity) / camera.scale * factor

    return Observable(f"speed of {name or body} along its {_shown_direction(along)}", expression, unit)


def heading(
    body: str, forward: Sequence[float] | str = "x", reference: float = 0.0, relative_to: str = "", unit: str = "rad"
) -> Observable:
    """Direction of an axis of a body about the vertical, as the camera sees it.

    It is given between half a turn less and half a turn more than ``reference`` [rad], so that it makes no jump near that.
    relative_to: a body whose x axis the angle is taken from, instead of the picture's.
    """
    direction, factor = ca.DM(unit_vector(forward)), _angle_factor(unit)

    def expression(moment: InstantExpressions, camera: Camera) -> ca.SX | ca.DM:
        if relative_to:
            seen = _rotation(moment, relative_to).T @ _rotation(moment, body) @ direction
            aside = reference
        else:
            seen = _rotation(moment, body) @ direction
            aside = reference + camera.yaw
        c, s = ca.cos(aside), ca.sin(aside)
        return (reference + ca.atan2(c * seen[1] - s * seen[0], c * seen[0] + s * seen[1])) * factor

    return Observable(f"heading of {body}{f' relative to {relative_to}' if relative_to else ''}", expression, unit)


def recorded(text: str, unit: str = "1") -> Observable:
    """A quantity that runs record, such as ``joint_torque.joint1``, or an expression over such quantities, in SI units or others.

    The names are those of docs/results.md with their labels; the unit is checked when the model is known.
    """
    whole = parse_with(text, FUNCTIONS)
    wanted = read_unit(unit)

    def expression(moment: InstantExpressions, camera: Camera) -> ca.SX:
        value = evaluate(whole, {name: _recorded_value(moment, name) for name in sorted(names_in(whole) - set(CONSTANTS))})
        try:
            return ca.SX(settled(value, wanted, unit)) / wanted.factor
        except InputError as error:
            raise InputError(f"{text}: {error}") from None

    return Observable(text, expression, unit)


# --- metrics of whole strokes ----------------------------------------------------------------------------------------
#
# A stroke's metric comes, with its derivatives, out of evenly spaced samples from the begin to the end of its window. A trend
# from the first to the last sample is taken out before harmonics and amplitudes: a machine that moves on has one.

_SAMPLES = 128  # of one stroke


def samples(strokes: int) -> int:
    """Samples of a window, both ends included."""
    return _SAMPLES * strokes + 1


def stroke_metric(kind: str, order: int, count: int, course: np.ndarray, strokes: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The metric's ``count`` values, and weights[i, j] = d value i / d sample j. Harmonics count from the begin."""
    if kind == "mean":
        weights = _trapezoid(len(course))[None]
        return weights @ course, weights
    folded = folding(len(course), strokes)
    stroke = folded @ course
    if kind == "amplitude":
        value, weights = _half_range(stroke)
        return np.array([value]), (weights @ folded)[None]
    angles = 2 * math.pi * order * np.linspace(0.0, 1.0, len(stroke))
    parts = 2 * _trapezoid(len(stroke)) * np.vstack([np.cos(angles), np.sin(angles)]) @ folded
    both = parts @ course
    if count == 2:
        return both, parts
    size = float(np.hypot(*both))
    return np.array([size]), (both @ parts / max(size, 1e-300))[None]


def _trapezoid(count: int) -> np.ndarray:
    """Weights of the mean over the window."""
    weights = np.full(count, 1.0 / (count - 1))
    weights[[0, -1]] *= 0.5
    return weights


def _detrending(count: int) -> np.ndarray:
    """The matrix that takes the line from the first to the last sample away, but not the first sample."""
    matrix = np.eye(count)
    share = np.linspace(0.0, 1.0, count)
    matrix[:, 0] += share
    matrix[:, -1] -= share
    return matrix


def folding(count: int, strokes: int) -> np.ndarray:
    """The matrix that takes the trend away and makes the mean of all strokes."""
    every = (count - 1) // strokes
    mean = np.zeros((every + 1, count))
    for stroke in range(strokes):
        mean[np.arange(every + 1), stroke * every + np.arange(every + 1)] = 1.0 / strokes
    return mean @ _detrending(count)


def _half_range(samples: np.ndarray) -> tuple[float, np.ndarray]:
    """Half the way from the lowest to the highest value, both on parabolas through the neighbours; and its derivatives."""
    weights = np.zeros(len(samples))
    value = 0.0
    for sign in (1.0, -1.0):
        top, share = _extreme(sign * samples)
        value += 0.5 * top
        weights += 0.5 * sign * share
    return value, weights


def _extreme(samples: np.ndarray) -> tuple[float, np.ndarray]:
    """The largest value on the parabola around the largest sample of a periodic course, and its derivatives."""
    period, k = len(samples) - 1, int(np.argmax(samples[:-1]))
    before, after = (k - 1) % period, (k + 1) % period
    a, b, c = samples[before], samples[k], samples[after]
    bend = a - 2 * b + c
    s = float(np.clip(0.5 * (a - c) / bend, -0.5, 0.5)) if bend < 0 else 0.0
    weights = np.zeros(len(samples))
    for place, weight in ((before, 0.5 * s * (s - 1)), (k, 1 - s * s), (after, 0.5 * s * (s + 1))):
        weights[place] += weight
    return float(weights @ samples), weights


# --- parts of expressions --------------------------------------------------------------------------------------------


def _placed(at: Place, moment: InstantExpressions) -> ca.DM:
    """A place in a body as a column."""
    return ca.vertcat(*(at(moment) if callable(at) else at))


def _rotation(moment: InstantExpressions, body: str) -> ca.SX | ca.DM:
    """World from body, as a matrix."""
    return ca.reshape(moment["body_rotation", body], 3, 3).T


def world_point(moment: InstantExpressions, body: str, at: Place = _ORIGIN) -> ca.SX | ca.DM:
    """A point of a body in the world [m]."""
    return moment["body_position", body] + _rotation(moment, body) @ _placed(at, moment)


def _recorded_value(moment: InstantExpressions, name: str) -> Value:
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


# --- units and directions --------------------------------------------------------------------------------------------


def camera_unit(text: str, scale: float = 1.0) -> Unit:
    """A unit in which ``px`` is the length of one unit of the recording [m]."""
    if "px" not in text.replace("/", " ").replace("*", " ").replace("^", " ").split():
        return read_unit(text)
    own = read_unit(text.replace("px", "m"))
    return Unit(own.factor * scale ** own.dimension[0], own.dimension, own.angle, own.turns)


def _length_factor(unit: str, si: str, scale: float) -> float:
    """What a number of the camera is multiplied by to stand in ``unit``, at its nominal scale."""
    given, wanted = camera_unit(unit, scale), read_unit(si)
    if not given.fits(wanted):
        raise InputError(f"the unit '{unit}' does not fit: this is measured in {si}, such as mm or px{si[1:]}.")
    return scale / given.factor


def _angle_factor(unit: str) -> float:
    """Radians in ``unit``."""
    given, wanted = read_unit(unit), read_unit("rad")
    if not given.fits(wanted):
        raise InputError(f"the unit '{unit}' does not fit: this is an angle, in rad or deg.")
    return 1.0 / (given.factor * given.turned(wanted))


def unit_vector(given: Sequence[float] | str) -> list[float]:
    """A direction of length 1: of three numbers, or of a word such as ``x`` or ``-y``."""
    if isinstance(given, str):
        axis = _known("direction", given.lstrip("+-"), AXES)
        return [(-1.0 if given.startswith("-") else 1.0) * float(a == axis) for a in AXES]
    numbers = [float(v) for v in given]
    size = math.hypot(*numbers)
    if len(numbers) != 3 or not (math.isfinite(size) and size > 0):
        raise InputError(f"{given} is no direction. Give three numbers, not all 0, or one of x, y, z, -x, -y, -z.")
    return [v / size for v in numbers]


def _shown_direction(given: Sequence[float] | str) -> str:
    """A direction for a report."""
    return f"{given} axis" if isinstance(given, str) else f"direction ({', '.join(f'{float(v):g}' for v in given)})"


def _known(what: str, name: str, allowed: Sequence[str]) -> str:
    """The name where it is among those allowed."""
    if name not in allowed:
        raise unknown_name(what, name, allowed)
    return name
