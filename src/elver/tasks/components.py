"""Pieces that tasks are made of: observations, rewards, goals and ends over arrays of machines.

Sums over few entries are written out: they are quicker so, and a machine gets the same bits alone and among others.
"""

from __future__ import annotations

import math
from typing import Any

from elver.model import Model
from elver.sensors import Sensor
from elver.tasks.runtime import RandomStreams
from elver.tasks.task import Array, Goal, ObservationPart, RewardTerm, TaskState, Termination

# --- Where machines are and where they head, over arrays of machines.

PLACE, TURN = "base_position", "base_rotation"
_TINY = 1e-12  # m: directions shorter than this have none


def _ahead(now: TaskState, axis: int) -> Array:
    """An entry (0, 1, 2: x, y, z) of the direction of travel of the base in the world, (n,)."""
    rotation = now.outputs[TURN]
    shares = [
        rotation[:, axis, k] if share == 1.0 else share * rotation[:, axis, k] for k, share in enumerate(now.forward) if share
    ]
    return sum(shares[1:], shares[0])


def _heading_angle(now: TaskState) -> tuple[Array, Array]:
    """Cosine and sine of the direction of travel in the plane x, y, (n,) each."""
    if "heading" not in now.memo:
        x, y = _ahead(now, 0), _ahead(now, 1)
        size = now.xp.maximum(now.xp.hypot(x, y), _TINY)
        now.memo["heading"] = (x / size, y / size)
    return now.memo["heading"]


def in_heading(now: TaskState, x: Array, y: Array) -> tuple[Array, Array]:
    """World vectors along the heading and to the left of it."""
    c, s = _heading_angle(now)
    return c * x + s * y, c * y - s * x


def to_goal(now: TaskState, place: str = PLACE) -> tuple[Array, Array]:
    """From the machine to its goal in the plane x, y [m], along the heading and to the left."""
    key = f"to goal from {place}"
    if key not in now.memo:
        at = now.outputs[place]
        now.memo[key] = in_heading(now, now.goal[:, 0] - at[:, 0], now.goal[:, 1] - at[:, 1])
    return now.memo[key]


def distance(now: TaskState, place: str = PLACE, before: bool = False) -> Array:
    """Distance [m] of the machines, now or one interval ago, to the goal, whose entries are x, y (and z)."""
    key = f"distance from {place}"
    known = now.past if before else now.memo
    if key not in known:
        at = (now.before if before else now.outputs)[place]
        gaps = [now.goal[:, k] - at[:, k] for k in range(now.goal.shape[1])]
        known[key] = now.xp.hypot(*gaps[:2]) if len(gaps) > 1 else abs(gaps[0])
        if len(gaps) > 2:
            known[key] = now.xp.hypot(known[key], gaps[2])
    return known[key]


def mean_square(rows: Array) -> Array:
    """Mean of the squares of every row, (n,)."""
    return (rows * rows).sum(axis=1) / rows.shape[1]


# --- Parts of observations that many tasks share.

_COMPONENTS = ("vx", "vy", "vz", "wx", "wy", "wz")


def _joints_named(joints: tuple[str, ...]) -> Any:
    """A function of the model: names of the moving joints, or of those that are named themselves or by their group."""

    def names(model: Model) -> tuple[str, ...]:
        own = model.robot.moving_joints
        return tuple(j.name for j in own if not joints or j.name in joints or j.group in joints)

    return names


def joint_angles(*joints: str) -> ObservationPart:
    """Angles of the moving joints, or of those named (by name or group)."""
    names = _joints_named(joints)
    return ObservationPart("joint_angles", "rad or m", "joint variables", names, quantity="joint_position", keep=names)


def joint_rates(*joints: str) -> ObservationPart:
    """Rates of the moving joints, or of those named (by name or group)."""
    names = _joints_named(joints)
    return ObservationPart("joint_rates", "rad/s or m/s", "rates of the joints", names, quantity="joint_velocity", keep=names)


def base_twist(*components: str) -> ObservationPart:
    """Velocity of the base in its own frame: vx, vy, vz [m/s], wx, wy, wz [rad/s], or some of them."""
    kept = components or _COMPONENTS
    return ObservationPart(
        "base_twist", "m/s, rad/s", "velocity of the base in its own frame", kept, quantity="base_twist", keep=kept
    )


def base_rotation() -> ObservationPart:
    """The whole attitude of the base: the nine entries of the rotation, world from base."""
    names = tuple(f"{a}{b}" for a in "xyz" for b in "xyz")
    return ObservationPart("base_rotation", "1", "world from base", names, quantity="base_rotation", low=-1.0, high=1.0)


def position(*axes: str) -> ObservationPart:
    """Position of the base in the world, or some of its entries."""
    kept = axes or ("x", "y", "z")
    return ObservationPart("position", "m", "origin of the base frame, world", kept, quantity="base_position", keep=kept)


def heading() -> ObservationPart:
    """Cosine and sine of the direction of travel in the plane x, y."""

    def of(now: TaskState) -> Array:
        return _heading_angle(now)

    return ObservationPart(
        "heading", "1", "cosine and sine of the heading", ("cos", "sin"), of, low=-1.0, high=1.0, needs=(TURN,)
    )


def velocity_ahead() -> ObservationPart:
    """Velocity of the base along its heading and to the left."""

    def of(now: TaskState) -> Array:
        velocity = now.outputs["base_velocity"]
        return in_heading(now, velocity[:, 0], velocity[:, 1])

    needs = (TURN, "base_velocity")
    return ObservationPart(
        "velocity", "m/s", "velocity of the base along its heading and to the left", ("ahead", "left"), of, needs=needs
    )


def goal_ahead(scale: float = 1.0, place: str = PLACE) -> ObservationPart:
    """From the machine to its goal along its heading and to the left, over ``scale`` [m]."""

    def of(now: TaskState) -> Array:
        x, y = to_goal(now, place)
        return (x, y) if scale == 1.0 else (x / scale, y / scale)

    unit = "m" if scale == 1.0 else f"{scale:g} m"
    return ObservationPart(
        "goal", unit, "from the machine to the goal, in its heading", ("ahead", "left"), of, needs=(TURN, place)
    )


def goal_bearing(place: str = PLACE) -> ObservationPart:
    """Cosine and sine of the direction to the goal against the heading."""

    def of(now: TaskState) -> Array:
        x, y = to_goal(now, place)
        size = now.xp.maximum(now.xp.hypot(x, y), _TINY)
        return x / size, y / size

    return ObservationPart(
        "bearing", "1", "cosine and sine of the bearing of the goal", ("cos", "sin"), of, low=-1.0, high=1.0, needs=(TURN, place)
    )


def goal(labels: tuple[str, ...], unit: str, low: float = -math.inf, high: float = math.inf) -> ObservationPart:
    """The goal as it was drawn, such as a speed that is wanted, between low and high."""
    return ObservationPart("goal", unit, "the goal as it was drawn", labels, lambda now: now.goal, low=low, high=high)


def clock(period: float) -> ObservationPart:
    """Cosine and sine of the phase of a clock of that period [s], which begins at the reset."""

    def of(now: TaskState) -> Array:
        phase = (2 * math.pi / period) * now.time
        return now.xp.cos(phase), now.xp.sin(phase)

    return ObservationPart("clock", "1", f"phase of a clock of {period:g} s", ("cos", "sin"), of, low=-1.0, high=1.0)


def time_left(duration: float | None = None) -> ObservationPart:
    """Share of the episode that is left, or of another ``duration`` [s]; 0 when that is over."""

    def of(now: TaskState) -> Array:
        return (now.xp.maximum(1.0 - now.time / (now.duration if duration is None else duration), 0.0),)

    whole = "episode" if duration is None else f"{duration:g} s"
    return ObservationPart("time_left", "1", f"share of the {whole} that is left", of=of, low=0.0, high=1.0)


def previous_action() -> ObservationPart:
    """The action that was held last."""

    def labels(model: Model) -> tuple[str, ...]:
        return tuple(model.inputs)

    return ObservationPart(
        "previous_action", "1", "the action that was held last", labels, lambda now: now.action, low=-1.0, high=1.0
    )


def recorded(quantity: str, unit: str, meaning: str, labels: tuple[str, ...], keep: tuple[str, ...] = ()) -> ObservationPart:
    """Any recorded quantity, all of it or what ``keep`` leaves along its first dimension."""
    return ObservationPart(quantity, unit, meaning, labels, quantity=quantity, keep=keep)


def sensed(sensor: Sensor) -> ObservationPart:
    """Readings of a sensor, with its rate, noise and delay, in place of the truth."""
    return ObservationPart(
        sensor.name, sensor.unit, sensor.meaning, sensor.labels, lambda now: now.sensed[sensor.name], sensor=sensor
    )


# --- Terms of rewards and ends of episodes that many tasks share.


def progress(weight: float, place: str = PLACE) -> RewardTerm:
    """How much nearer the goal has come in this interval [m]."""

    def of(now: TaskState) -> Array:
        return distance(now, place, before=True) - distance(now, place)

    return RewardTerm("progress", weight, "m", "how much nearer the machine came to its goal", of, (place,))


def travel(weight: float, axis: int = 0, sign: float = 1.0, place: str = PLACE) -> RewardTerm:
    """Distance made good along an axis of the world in this interval [m]."""

    def of(now: TaskState) -> Array:
        return sign * (now.outputs[place][:, axis] - now.before[place][:, axis])

    return RewardTerm("travel", weight, "m", f"distance along {'-' if sign < 0 else ''}{'xyz'[axis]}", of, (place,))


def ahead_way(weight: float) -> RewardTerm:
    """Distance along the machine's own heading in this interval [m]."""

    def of(now: TaskState) -> Array:
        x, y = (now.outputs[PLACE][:, k] - now.before[PLACE][:, k] for k in range(2))
        return in_heading(now, x, y)[0]

    return RewardTerm("ahead", weight, "m", "distance along the machine's own heading", of, (PLACE, TURN))


def motor_work(weight: float, flow: str = "motor_positive") -> RewardTerm:
    """Work of the motors in this interval [J]: its positive part (nothing is stored), or the net work ``motor``."""

    def of(now: TaskState) -> Array:
        (k,) = now.index("flow", flow)
        return now.outputs["work"][:, k] - now.before["work"][:, k]

    return RewardTerm("work", weight, "J", f"work of the motors ({flow})", of, ("work",))


def effort(weight: float) -> RewardTerm:
    """Mean square of the action: what keeps a policy from using more than it needs."""
    return RewardTerm("effort", weight, "1", "mean square of the action", lambda now: mean_square(now.action))


def jerkiness(weight: float) -> RewardTerm:
    """Mean square of the change of the action in this interval."""
    return RewardTerm(
        "jerk", weight, "1", "mean square of the change of the action", lambda now: mean_square(now.action - now.previous)
    )


def alive(weight: float) -> RewardTerm:
    """One for every interval that the episode lasts."""
    return RewardTerm("alive", weight, "1", "one for every interval", lambda now: now.xp.ones_like(now.time))


def left_region(reach: float, reward: float = 0.0, place: str = PLACE) -> Termination:
    """The machine is further than ``reach`` [m] from the origin of the world."""

    def when(now: TaskState) -> Array:
        at = now.outputs[place]
        x, y, z = (at[:, k] for k in range(3))
        return x * x + y * y + z * z > reach**2

    return Termination("left", f"further than {reach:g} m from the origin", when, reward, needs=(place,))


# --- Goals that many tasks share: places around the machine, numbers from a range.


def places_around(
    near: float, far: float, angle: float = math.pi, radius: float = 0.2, reward: float = 1.0, place: str = PLACE
) -> Goal:
    """Points in the plane x, y between two distances [m] from the machine, up to ``angle`` [rad] off its heading.

    A place is reached within ``radius`` [m]; then the next one is drawn around where the machine is.
    """

    def draw(chance: RandomStreams, now: TaskState) -> Array:
        xp, share = now.xp, chance.uniform(count=2)
        c, s = _heading_angle(now)
        bearing = xp.arctan2(s, c) + angle * (2.0 * share[:, 1] - 1.0)
        away = xp.sqrt(near**2 + (far**2 - near**2) * share[:, 0])  # evenly over the area
        at = now.outputs[place]
        return xp.stack([at[:, 0] + away * xp.cos(bearing), at[:, 1] + away * xp.sin(bearing)], axis=1)

    return Goal(
        ("x", "y"),
        "m",
        f"a place {near:g} to {far:g} m away, reached within {radius:g} m; then the next one",
        draw,
        reached=lambda now: distance(now, place) < radius,
        reward=reward,
        place=lambda goal: goal,
        radius=radius,
        needs=(place, TURN),
        near=near,
        far=far,
    )


def numbers(labels: tuple[str, ...], unit: str, meaning: str, low: float, high: float) -> Goal:
    """Numbers drawn evenly from low to high, such as a speed that is wanted."""
    return Goal(labels, unit, meaning, lambda chance, now: chance.uniform(low, high, len(labels)))
