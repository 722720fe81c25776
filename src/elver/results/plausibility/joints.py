"""Joints: torques beyond what the motors can give, turns beyond a full one, controllers that do not follow."""

from __future__ import annotations

import math
from collections.abc import Iterator

import casadi as ca
import numpy as np

from elver.drive import law_of
from elver.equations.inputs import declare_inputs, gait_motion
from elver.results.plausibility.check import Check, Found, Seen
from elver.results.plausibility.numerics import is_coarse

SAMPLES = 200  # at which targets are looked at
STILL = 1e-3  # rad or m: a target that moves less stands still, and errors are measured by TURNED
TURNED = 0.1  # rad or m
OFF_TARGET = 0.3  # of the target's amplitude


def names(seen: Seen) -> list[str]:
    return [str(n) for n in seen.data.joint.values] if seen.data.sizes.get("joint") else []


def beyond_limit(seen: Seen) -> Iterator[Found]:
    """The joint whose torque is farthest beyond what its actuator can give."""
    joints = names(seen)
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
    yield Found(peaks[worst], name, text, time, limits[worst], unit)


def beyond_a_turn(seen: Seen) -> Iterator[Found]:
    """The joint that turned farthest, where that is more than a full turn."""
    kinds = [j.type for j in seen.robot.moving_joints]
    angles = np.abs(seen.data.joint_position.values) if kinds else np.zeros((1, 0))
    farthest = np.where([kind == "revolute" for kind in kinds], angles.max(axis=0), 0.0)
    if len(kinds) and farthest.max() > 2 * math.pi:
        k = int(farthest.argmax())
        time = seen.times[int((angles[:, k] > 2 * math.pi).argmax())]
        text = f"joint '{names(seen)[k]}' turns by {farthest[k]:.3g} rad, beyond a full turn from {time:.3g} s on"
        yield Found(farthest[k], f"joint '{names(seen)[k]}'", text, time)


def off_target(seen: Seen) -> Iterator[Found]:
    """The joint that follows the gait worst, over the second half of the run."""
    followed = [(k, j) for k, j in enumerate(seen.robot.moving_joints) if j.mode == "torque" and tracks(seen, j)]
    short = seen.times[-1] - seen.times[0] < 2 * float(seen.data.attrs["period"])  # too short to know the target's amplitude
    if not followed or short or is_coarse(seen) or seen.model.inputs or seen.model.gait is None:
        return
    rows = seen.few(SAMPLES, len(seen.times) // 2)
    targets = gait_targets(seen, rows)
    errors = {}
    for k, joint in followed:
        if joint.name in targets:
            wanted = targets[joint.name]
            half = 0.5 * float(np.ptp(wanted))
            rms = math.sqrt(float(np.mean((seen.data.joint_position.values[rows, k] - wanted) ** 2)))
            errors[joint.name] = rms / (half if half > STILL else TURNED)
    worst = max(errors, key=errors.__getitem__, default=None)
    if worst is not None and errors[worst] > OFF_TARGET:
        text = f"joint '{worst}' is off its target by {100 * errors[worst]:.3g} % of the target's amplitude (root mean square)"
        yield Found(errors[worst], f"joint '{worst}'", text)


def tracks(seen: Seen, joint) -> bool:
    """Whether the law of a joint is meant to follow the gait: what says nothing in ``tracks`` is."""
    law = law_of(seen.model.control, joint)
    return law is not None and bool(getattr(law, "tracks", True))


def gait_targets(seen: Seen, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Positions that the gait gives at some samples, by joint. The function is kept for all runs of the program."""
    if "gait targets" not in seen.kept:
        symbols, table = declare_inputs(seen.model)
        motion = gait_motion(seen.model, symbols)
        angles = ca.densify(ca.vertcat(ca.SX(0, 1), *(symbols.at_rest(motion[name][0]) for name in motion)))
        function = ca.Function("targets", [symbols.t, symbols.p, symbols.u], [angles])
        seen.kept["gait targets"] = list(motion), function if table is None else None
    joints, at = seen.kept["gait targets"]
    if at is None:  # made of samples
        return {}
    times = seen.times[rows]
    found = np.array(at(times[None], np.repeat(seen.p[:, None], len(times), axis=1), np.zeros((0, len(times)))))
    return dict(zip(joints, found, strict=True))


LIMIT = Check(
    "torque limit",
    "torque or force of every joint that has a `limit`, in the machine, its file or its URDF (`effort`)",
    "largest size",
    None,
    "N m",
    "choose a stronger actuator, a slower or smaller gait, or bound the torque in the control law (`limit`; of a servo "
    "`torque_limit`)",
    beyond_limit,
    bound="the joint's limit",
)
TURN = Check(
    "beyond a turn",
    "position of every revolute joint",
    "largest angle",
    2 * math.pi,
    "rad",
    "a wheel or a propeller may; of another joint look at the gains and the spring, give angles in radians (math.radians(30) for "
    "30 degrees), or add stops (elver.drive.JointStops)",
    beyond_a_turn,
)
TRACKING = Check(
    "tracking",
    "joints in mode `torque` whose law follows the gait, over the second half of a run of two periods or more",
    "root mean square of position less target, over half the target's range",
    OFF_TARGET,
    "1",
    "raise the gains, feed the target's rate forward, give more torque, or slow the gait down",
    off_target,
)
