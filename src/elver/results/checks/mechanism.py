"""Joints and bodies: torques beyond the motors' limits, full turns, bodies through each other, joints off their target."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from elver.drive.control import law_of
from elver.model.symbols import declare_inputs, gait_motion
from elver.results.checks.check import CheckContext, Finding, check
from elver.results.checks.steps import is_coarse
from elver.robot import Body, Box, Robot
from elver.symbolic.spatial import rotate

if TYPE_CHECKING:
    from elver.robot.joints import Joint


@check(
    "torque limit",
    looks_at="torque or force of every joint that has a `limit`, in the machine, its file or its URDF (`effort`)",
    number="largest size",
    bound="the joint's limit",
    unit="N m",
    remedy=(
        "choose a stronger actuator, a slower or smaller gait, or bound the torque in the control law (`limit`; of a servo "
        "`torque_limit`)"
    ),
)
def torque_limit(seen: CheckContext) -> Iterator[Finding]:
    """The joint whose torque is farthest beyond what its actuator can give."""
    joints = _joint_names(seen)
    limits = seen.data.joint_limit.values if joints else np.zeros(0)
    torques = np.abs(seen.data.joint_torque.values) if joints else np.zeros((1, 0))
    peaks = torques.max(axis=0)
    over = [k for k, limit in enumerate(limits) if np.isfinite(limit) and peaks[k] > limit * (1 + 1e-9)]
    if not over:
        return
    worst = max(over, key=lambda k: peaks[k] / limits[k] if limits[k] > 0 else math.inf)
    time, unit = seen.times[int(torques[:, worst].argmax())], "N m" if seen.robot.moving_joints[worst].type == "revolute" else "N"
    others = f"; so do {len(over) - 1} other joints" if len(over) > 2 else "; so does 1 other joint" if len(over) == 2 else ""
    name = f"joint '{joints[worst]}'"
    text = f"{name} needs {peaks[worst]:.3g} {unit} at {time:.3g} s, more than its limit of {limits[worst]:.3g}{others}"
    yield Finding(peaks[worst], name, text, time, limits[worst], unit)


def _joint_names(seen: CheckContext) -> list[str]:
    return [str(n) for n in seen.data.joint.values] if seen.data.sizes.get("joint") else []


@check(
    "beyond a turn",
    looks_at="position of every revolute joint",
    number="largest angle",
    threshold=2 * math.pi,
    unit="rad",
    remedy=(
        "a wheel or a propeller may; of another joint look at the gains and the spring, give angles in radians "
        "(math.radians(30) for 30 degrees), or add stops (elver.drive.JointStops)"
    ),
)
def beyond_a_turn(seen: CheckContext) -> Iterator[Finding]:
    """The joint that turned farthest, where that is more than a full turn."""
    kinds = [j.type for j in seen.robot.moving_joints]
    angles = np.abs(seen.data.joint_position.values) if kinds else np.zeros((1, 0))
    farthest = np.where([kind == "revolute" for kind in kinds], angles.max(axis=0), 0.0)
    if len(kinds) and farthest.max() > 2 * math.pi:
        k = int(farthest.argmax())
        time = seen.times[int((angles[:, k] > 2 * math.pi).argmax())]
        text = f"joint '{_joint_names(seen)[k]}' turns by {farthest[k]:.3g} rad, beyond a full turn from {time:.3g} s on"
        yield Finding(farthest[k], f"joint '{_joint_names(seen)[k]}'", text, time)


# --- Bodies through each other: a coarse look with capsules that lie inside them.

_INSIDE = 0.8  # of a body's length and of its thinner half axis: the capsule that lies inside it
_OVERLAP_SAMPLES, _MOST = 100, 200_000  # instants that are looked at, and pairs times instants at most
_ROUNDING = 1e-12  # square of the sine of an angle, below which segments are parallel
_DEEPEST = 0.5  # of the thinner capsule's radius


@check(
    "bodies through each other",
    looks_at=(
        "capsules inside the bodies, up to 100 samples; not bodies that a joint connects, nor pairs that overlap at the start"
    ),
    number="depth over the thinner capsule's radius",
    threshold=_DEEPEST,
    unit="1",
    remedy="smaller angles, stops, or a scene whose links touch (elver.contact)",
)
def bodies_through_each_other(seen: CheckContext) -> Iterator[Finding]:
    """The pair that is deepest in each other, of those that were apart at the start."""
    own, pairs = _shared(seen)
    if not len(pairs):
        return
    rows = seen.few(max(2, min(_OVERLAP_SAMPLES, _MOST // len(pairs))))
    position, turn = (seen.data[name].values[rows][:, own.bodies] for name in ("body_position", "body_quaternion"))
    middles = position + rotate(turn, np.broadcast_to(own.middles, position.shape))
    halves = rotate(turn, np.broadcast_to(own.halves, position.shape))
    radii = own.radii[pairs].sum(axis=1)
    reach = np.linalg.norm(own.halves, axis=1)[pairs].sum(axis=1) + radii
    between = middles[:, pairs[:, 0]] - middles[:, pairs[:, 1]]
    near = np.einsum("rpk,rpk->rp", between, between) < reach**2
    row, pair = np.nonzero(near)
    if not len(row):
        return
    gaps = segment_distance(middles, halves, row, pairs[pair])
    depth = np.zeros(near.shape)
    depth[row, pair] = (radii[pair] - gaps) / np.minimum(*own.radii[pairs[pair]].T)
    depth[:, depth[0] > 0] = 0.0  # built so
    at, worst = np.unravel_index(int(depth.argmax()), depth.shape)
    if depth[at, worst] > _DEEPEST:
        one, other = (seen.robot.bodies[own.bodies[k]].name for k in pairs[worst])
        time = seen.times[rows[at]]
        both, share = f"bodies '{one}' and '{other}'", 100 * depth[at, worst]
        text = f"{both} pass through each other, at {time:.3g} s by {share:.3g} % of the thinner one's half width"
        yield Finding(depth[at, worst], both, text, time)


@dataclass(frozen=True, eq=False)
class _Capsules:
    """Segments with a radius in the frames of some bodies: numbers of the bodies, middles, half vectors [m], radii [m]."""

    bodies: np.ndarray
    middles: np.ndarray
    halves: np.ndarray
    radii: np.ndarray


def capsule(body: Body) -> tuple[np.ndarray, np.ndarray, float] | None:
    """Middle, half vector and radius of a capsule inside a body [m, body frame]; None where its form is not known."""
    if body.virtual:
        return None
    strip = body.strip if body.strip is not None or body.shape is None else body.shape.strip()
    if strip is not None:
        middle, axis, length = np.asarray(strip.middle, float), np.asarray(strip.axes[:, 0], float), float(strip.length)
        thin = float(min(strip.half_width, strip.half_height))
    elif isinstance(body.shape, Box):
        edges = np.array([body.shape.l1, body.shape.l2, body.shape.l3], dtype=float)
        middle, axis = np.asarray(body.shape.at, float), np.asarray(body.shape.axes, float)[:, int(edges.argmax())]
        length, thin = float(edges.max()), 0.5 * float(edges.min())
    else:
        return None
    radius = _INSIDE * min(thin, length / 2)
    return middle, max(_INSIDE * length / 2 - radius, 0.0) * axis, radius


def _capsules(robot: Robot) -> _Capsules:
    """Those of all bodies that have one."""
    found = {j: own for j, body in enumerate(robot.bodies) if (own := capsule(body)) is not None}
    empty = np.zeros((0, 3))
    return _Capsules(
        np.array(list(found), dtype=int),
        np.array([own[0] for own in found.values()]) if found else empty,
        np.array([own[1] for own in found.values()]) if found else empty,
        np.array([own[2] for own in found.values()]),
    )


def apart(robot: Robot, bodies: np.ndarray) -> np.ndarray:
    """Pairs (places in ``bodies``) that no joint, nor a cut one, connects; massless links between them count for nothing."""
    heavy: list[int] = []  # the body itself, or the next one before it that has mass
    for j, body in enumerate(robot.bodies):
        heavy.append(j if not body.virtual or robot.parents[j] < 0 else heavy[robot.parents[j]])
    touching = {frozenset((j, heavy[robot.parents[j]])) for j in range(len(robot.bodies)) if robot.parents[j] >= 0}
    names = list(robot.body_names)
    touching |= {frozenset(heavy[names.index(name)] for name in (loop.first, loop.second)) for loop in robot.loops}
    first, second = np.triu_indices(len(bodies), 1)
    free = [frozenset((a, b)) not in touching for a, b in zip(bodies[first].tolist(), bodies[second].tolist(), strict=True)]
    return np.column_stack([first, second])[np.array(free, dtype=bool)]


def _shared(seen: CheckContext) -> tuple[_Capsules, np.ndarray]:
    """Capsules and pairs, kept for all runs of the program where the robot is all numbers."""
    if seen.model.free_robot is not None:
        own = _capsules(seen.robot)
        return own, apart(seen.robot, own.bodies)
    if "capsules" not in seen.cache:
        own = _capsules(seen.robot)
        seen.cache["capsules"] = own, apart(seen.robot, own.bodies)
    return seen.cache["capsules"]


def segment_distance(middles: np.ndarray, halves: np.ndarray, row: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Smallest distances of pairs of segments m + s h, -1 <= s <= 1, at the instants ``row`` [m]."""
    first, second = pairs.T
    a, b, w = halves[row, first], halves[row, second], middles[row, first] - middles[row, second]
    aa, bb, ab = ((u * v).sum(axis=1) for u, v in ((a, a), (b, b), (a, b)))
    aw, bw = (a * w).sum(axis=1), (b * w).sum(axis=1)
    s = _within(ab * bw - bb * aw, np.maximum(aa * bb - ab * ab, _ROUNDING * aa * bb))
    t = _within(ab * s + bw, bb)
    s = _within(ab * t - aw, aa)
    return np.linalg.norm(w + s[:, None] * a - t[:, None] * b, axis=1)


def _within(above: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Quotients, but within -1 and 1; 0 where segments are points."""
    return np.clip(np.divide(above, below, out=np.zeros_like(above), where=below > 0), -1, 1)


# --- Joints that follow the gait.

_SAMPLES = 200  # at which targets are looked at
_STILL = 1e-3  # rad or m: a target that moves less stands still, and errors are measured by _TURNED
_TURNED = 0.1  # rad or m
_OFF_TARGET = 0.3  # of the target's amplitude


@check(
    "tracking",
    looks_at="joints in mode `torque` whose law follows the gait, over the second half of a run of two periods or more",
    number="root mean square of position less target, over half the target's range",
    threshold=_OFF_TARGET,
    unit="1",
    remedy="raise the gains, feed the target's rate forward, give more torque, or slow the gait down",
)
def off_target(seen: CheckContext) -> Iterator[Finding]:
    """The joint that follows the gait worst, over the second half of the run."""
    followed = [(k, j) for k, j in enumerate(seen.robot.moving_joints) if j.mode == "torque" and _tracks(seen, j)]
    short = seen.times[-1] - seen.times[0] < 2 * float(seen.data.attrs["period"])  # too short to know the target's amplitude
    if not followed or short or is_coarse(seen) or seen.model.inputs or seen.model.gait is None:
        return
    rows = seen.few(_SAMPLES, len(seen.times) // 2)
    targets = _gait_targets(seen, rows)
    errors = {}
    for k, joint in followed:
        if joint.name in targets:
            wanted = targets[joint.name]
            half = 0.5 * float(np.ptp(wanted))
            rms = math.sqrt(float(np.mean((seen.data.joint_position.values[rows, k] - wanted) ** 2)))
            errors[joint.name] = rms / (half if half > _STILL else _TURNED)
    worst = max(errors, key=errors.__getitem__, default=None)
    if worst is not None and errors[worst] > _OFF_TARGET:
        text = f"joint '{worst}' is off its target by {100 * errors[worst]:.3g} % of the target's amplitude (root mean square)"
        yield Finding(errors[worst], f"joint '{worst}'", text)


def _tracks(seen: CheckContext, joint: Joint) -> bool:
    """Whether the law of a joint is meant to follow the gait: what says nothing in ``tracks`` is."""
    law = law_of(seen.model.control, joint)
    return law is not None and bool(getattr(law, "tracks", True))


def _gait_targets(seen: CheckContext, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Positions that the gait gives at some samples, by joint. The function is kept for all runs of the program."""
    if "gait targets" not in seen.cache:
        symbols, table = declare_inputs(seen.model)
        motion = gait_motion(seen.model, symbols)
        angles = ca.densify(ca.vertcat(ca.SX(0, 1), *(symbols.at_rest(motion[name][0]) for name in motion)))
        function = ca.Function("targets", [symbols.t, symbols.p, symbols.u], [angles])
        known = table is None and not symbols.networks  # else they follow from samples, or from states
        seen.cache["gait targets"] = list(motion), function if known else None
    joints, at = seen.cache["gait targets"]
    if at is None:
        return {}
    times = seen.times[rows]
    found = np.array(at(times[None], np.repeat(seen.p[:, None], len(times), axis=1), np.zeros((0, len(times)))))
    return dict(zip(joints, found, strict=True))
