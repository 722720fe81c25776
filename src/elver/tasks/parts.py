"""Parts of observations that many tasks share."""

from __future__ import annotations

import math

from elver.equations import Model
from elver.sensing import Sensor
from elver.tasks import geometry
from elver.tasks.geometry import PLACE, TURN, in_heading, to_goal
from elver.tasks.now import Array, Now
from elver.tasks.task import Part

COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")


def joints_named(joints: tuple[str, ...]):
    """A function of the model: names of the moving joints, or of those that are named themselves or by their group."""

    def names(model: Model) -> tuple[str, ...]:
        own = model.robot.moving_joints
        return tuple(j.name for j in own if not joints or j.name in joints or j.group in joints)

    return names


def joint_angles(*joints: str) -> Part:
    """Angles of the moving joints, or of those named (by name or group)."""
    names = joints_named(joints)
    return Part("joint_angles", "rad or m", "joint variables", names, quantity="joint_position", keep=names)


def joint_rates(*joints: str) -> Part:
    """Rates of the moving joints, or of those named (by name or group)."""
    names = joints_named(joints)
    return Part("joint_rates", "rad/s or m/s", "rates of the joints", names, quantity="joint_velocity", keep=names)


def base_twist(*components: str) -> Part:
    """Velocity of the base in its own frame: vx, vy, vz [m/s], wx, wy, wz [rad/s], or some of them."""
    kept = components or COMPONENTS
    return Part("base_twist", "m/s, rad/s", "velocity of the base in its own frame", kept, quantity="base_twist", keep=kept)


def base_rotation() -> Part:
    """The whole attitude of the base: the nine entries of the rotation, world from base."""
    names = tuple(f"{a}{b}" for a in "xyz" for b in "xyz")
    return Part("base_rotation", "1", "world from base", names, quantity="base_rotation", low=-1.0, high=1.0)


def position(*axes: str) -> Part:
    """Position of the base in the world, or some of its entries."""
    kept = axes or ("x", "y", "z")
    return Part("position", "m", "origin of the base frame, world", kept, quantity="base_position", keep=kept)


def heading() -> Part:
    """Cosine and sine of the direction of travel in the plane x, y."""

    def of(now: Now) -> Array:
        return geometry.heading(now)

    return Part("heading", "1", "cosine and sine of the heading", ("cos", "sin"), of, low=-1.0, high=1.0, needs=(TURN,))


def velocity_ahead() -> Part:
    """Velocity of the base along its heading and to the left."""

    def of(now: Now) -> Array:
        velocity = now.outputs["base_velocity"]
        return in_heading(now, velocity[:, 0], velocity[:, 1])

    needs = (TURN, "base_velocity")
    return Part("velocity", "m/s", "velocity of the base along its heading and to the left", ("ahead", "left"), of, needs=needs)


def goal_ahead(scale: float = 1.0, place: str = PLACE) -> Part:
    """From the machine to its goal along its heading and to the left, over ``scale`` [m]."""

    def of(now: Now) -> Array:
        x, y = to_goal(now, place)
        return (x, y) if scale == 1.0 else (x / scale, y / scale)

    unit = "m" if scale == 1.0 else f"{scale:g} m"
    return Part("goal", unit, "from the machine to the goal, in its heading", ("ahead", "left"), of, needs=(TURN, place))


def goal_bearing(place: str = PLACE) -> Part:
    """Cosine and sine of the direction to the goal against the heading."""

    def of(now: Now) -> Array:
        x, y = to_goal(now, place)
        size = now.xp.maximum(now.xp.hypot(x, y), geometry.TINY)
        return x / size, y / size

    return Part(
        "bearing", "1", "cosine and sine of the bearing of the goal", ("cos", "sin"), of, low=-1.0, high=1.0, needs=(TURN, place)
    )


def goal(labels: tuple[str, ...], unit: str, low: float = -math.inf, high: float = math.inf) -> Part:
    """The goal as it was drawn, such as a speed that is wanted, between low and high."""
    return Part("goal", unit, "the goal as it was drawn", labels, lambda now: now.goal, low=low, high=high)


def clock(period: float) -> Part:
    """Cosine and sine of the phase of a clock of that period [s], which begins at the reset."""

    def of(now: Now) -> Array:
        phase = (2 * math.pi / period) * now.time
        return now.xp.cos(phase), now.xp.sin(phase)

    return Part("clock", "1", f"phase of a clock of {period:g} s", ("cos", "sin"), of, low=-1.0, high=1.0)


def time_left(duration: float | None = None) -> Part:
    """Share of the episode that is left, or of another ``duration`` [s]; 0 when that is over."""

    def of(now: Now) -> Array:
        return (now.xp.maximum(1.0 - now.time / (now.duration if duration is None else duration), 0.0),)

    whole = "episode" if duration is None else f"{duration:g} s"
    return Part("time_left", "1", f"share of the {whole} that is left", of=of, low=0.0, high=1.0)


def previous_action() -> Part:
    """The action that was held last."""

    def labels(model: Model) -> tuple[str, ...]:
        return tuple(model.inputs)

    return Part("previous_action", "1", "the action that was held last", labels, lambda now: now.action, low=-1.0, high=1.0)


def recorded(quantity: str, unit: str, meaning: str, labels: tuple[str, ...], keep: tuple[str, ...] = ()) -> Part:
    """Any recorded quantity, all of it or what ``keep`` leaves along its first dimension."""
    return Part(quantity, unit, meaning, labels, quantity=quantity, keep=keep)


def sensed(sensor: Sensor) -> Part:
    """Readings of a sensor, with its rate, noise and delay, in place of the truth."""
    return Part(sensor.name, sensor.unit, sensor.meaning, sensor.labels, lambda now: now.sensed[sensor.name], sensor=sensor)
