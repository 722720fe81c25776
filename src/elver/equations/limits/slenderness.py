"""Where the theory of slender bodies is asked for more than it knows.

Strip forces take every section as if the body were endless and straight, and its drag coefficients as those of steady flow. That
is sound where a body is long against its sections, bends gently against them, and swings far enough for the flow to settle:

    length >= 5 half axes,     half axis x curvature <= 1/2,     Keulegan-Carpenter number 2 pi A / (2 half axis) >= 5,

with A the amplitude of the section that swings most, seen from the base. Rules of thumb, not laws: a warning says where to look.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from elver.dynamics import forward_kinematics
from elver.equations.inputs import declare_inputs, gait_motion
from elver.equations.model import Model
from elver.forces import ByBody, LumpedWater, Morison
from elver.robot import Robot, Strip

SHORTEST = 5.0  # length over the largest half axis
SHARPEST = 0.5  # half axis times curvature
LEAST_SWING = 5.0  # Keulegan-Carpenter number
IN_LINE = math.cos(math.radians(30))  # neighbours whose axes differ by less are one slender body
SETTLED = 50  # periods after which a gait has surely begun
SAMPLES = 48
STOUT = "use coefficients for stout bodies (BluffDrag), or smaller ones"
BENT = "smaller angles, or more and shorter bodies"
STEADY = "let it swing farther, use coefficients measured in such a flow, or take drag as a guess (docs/own_machines.md)"


@dataclass(frozen=True, eq=False)
class Posed:
    """A robot at given joint positions, seen from its base: rotation and position of every body."""

    rotations: list[np.ndarray]
    positions: list[np.ndarray]

    def ends(self, j: int, strip: Strip) -> np.ndarray:
        """Both ends of the strip of body j [m]."""
        return self.positions[j] + own_ends(strip) @ self.rotations[j].T

    def axis(self, j: int, strip: Strip) -> np.ndarray:
        """Direction of the strip of body j."""
        return self.rotations[j] @ np.asarray(strip.axes[:, 0], dtype=float)


def own_ends(strip: Strip) -> np.ndarray:
    """Both ends of a strip [m], in the frame of its body."""
    return np.array([strip.start, strip.start + strip.length * strip.axes[:, 0]], dtype=float)


@dataclass(frozen=True)
class Beyond:
    """A number outside the range of strip theory: of what, the bound, a sentence about it, and what to do."""

    where: str
    number: float
    bound: float
    text: str
    remedy: str


@dataclass(frozen=True, eq=False)
class Slender:
    """What strip theory is asked for: a robot in numbers, strips by body that a law of strips acts on, and all at angle 0."""

    robot: Robot
    strips: dict[int, Strip]
    straight: Posed

    @property
    def groups(self) -> list[list[int]]:
        """Bodies that are parts of one slender body."""
        return list(slender_groups(self.robot, self.strips, self.straight))

    def short(self) -> list[Beyond]:
        """Bodies that are not long against their sections."""
        return [b for group in self.groups for b in short(self.robot, self.strips, group, self.straight)]

    def moved(self, motion: np.ndarray, ends: Mapping[int, np.ndarray]) -> list[Beyond]:
        """What a motion does: joint positions, one row per instant; by body both ends of its strip, seen from the base [m]."""
        sharply = [b for group in self.groups for b in sharp(self.robot, self.strips, group, self.straight, motion)]
        return sharpest(sharply) + little_swing(self.robot, self.strips, ends)


def slender_parts(model: Model, values: Sequence[float]) -> Slender | None:
    """The slender part of a model, at values of its free parameters; None where no law of strips acts on it."""
    robot = model.robot_at(values)
    strips = {j: body.strip for j, body in enumerate(robot.bodies) if body.strip is not None and wet(model, body.name)}
    return Slender(robot, strips, straight_pose(robot)) if strips else None


def slenderness_warnings(model: Model) -> list[str]:
    """Sentences about bodies and gaits outside the range of strip theory; empty where there is nothing to say.

    Judged are bodies with a strip that Morison or LumpedWater acts on. A gait made of samples is not judged, only the shape. Free
    parameters have their default values.
    """
    slender = slender_parts(model, [f.value for f in model.free.values()])
    if slender is None:
        return []
    found, motion = slender.short(), gait_samples(model)
    if motion is not None:
        pose = poses(slender.robot)
        posed = [pose(q) for q in motion]
        found += slender.moved(motion, {j: np.array([p.ends(j, strip) for p in posed]) for j, strip in slender.strips.items()})
    return [f"{beyond.text} {beyond.remedy[:1].upper()}{beyond.remedy[1:]}." for beyond in found]


def wet(model: Model, name: str) -> bool:
    """Whether a law of strips acts on the body of that name."""
    laws = [force.law_of(name) if isinstance(force, ByBody) else force for force in model.forces.values()]
    return any(isinstance(law, (Morison, LumpedWater)) for law in laws)


def straight_pose(robot: Robot) -> Posed:
    """The robot at joint positions 0, in plain numbers: every run asks for it."""
    rotations, positions = [np.eye(3)], [np.zeros(3)]
    for j, joint in enumerate(robot.joints, start=1):
        place, parent = joint.place, robot.parents[j]
        to_axis = turned(2, joint.gamma) @ turned(0, joint.alpha)
        at = np.array([0, 0, joint.b], dtype=float) + to_axis @ np.array([joint.d, 0, joint.r], dtype=float)
        if place is not None:
            to_axis, at = place.rotation @ to_axis, np.asarray(place.position, dtype=float) + place.rotation @ at
        positions.append(positions[parent] + rotations[parent] @ at)
        rotations.append(rotations[parent] @ to_axis @ turned(2, joint.theta))
    return Posed(rotations, positions)


def turned(axis: int, angle: float) -> np.ndarray:
    """Rotation about a coordinate axis."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]] if axis == 0 else [[c, -s, 0], [s, c, 0], [0, 0, 1]])


def poses(robot: Robot):
    """Function from joint positions to the Posed robot."""
    q = ca.SX.sym("q", len(robot.moving))
    kin = forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), ca.SX(6, 1), q, ca.SX(len(robot.moving), 1))
    stacked = ca.Function(
        "poses", [q], [ca.horzcat(*map(ca.densify, kin.rotations)), ca.horzcat(*map(ca.densify, kin.positions))]
    )

    def at(values: np.ndarray) -> Posed:
        rotations, positions = (np.array(part) for part in stacked(values))
        n = len(robot.bodies)
        return Posed([rotations[:, 3 * j : 3 * j + 3] for j in range(n)], [positions[:, j] for j in range(n)])

    return at


def neighbours(robot: Robot, strips) -> Iterator[tuple[int, int]]:
    """Pairs (body before, body) of bodies with strips that follow each other, massless links left out."""
    for j in strips:
        before = robot.parents[j]
        while before >= 0 and before not in strips and robot.bodies[before].virtual:
            before = robot.parents[before]
        if before in strips:
            yield before, j


def slender_groups(robot: Robot, strips, straight: Posed) -> Iterator[list[int]]:
    """Bodies that are parts of one slender body: neighbours in line at joint positions 0."""
    group = {j: {j} for j in strips}
    for before, j in neighbours(robot, strips):
        if abs(straight.axis(before, strips[before]) @ straight.axis(j, strips[j])) > IN_LINE:
            joined = group[before] | group[j]
            for k in joined:
                group[k] = joined
    seen: set[int] = set()
    for j, members in group.items():
        if j not in seen:
            seen |= members
            yield sorted(members)


def named(robot: Robot, group: list[int]) -> str:
    names = [robot.bodies[j].name for j in group]
    return f"body '{names[0]}'" if len(names) == 1 else f"bodies '{names[0]}' to '{names[-1]}'"


def short(robot: Robot, strips, group: list[int], straight: Posed) -> Iterator[Beyond]:
    """A body that is not long against its sections."""
    axis = straight.axis(group[0], strips[group[0]])
    places = np.concatenate([straight.ends(j, strips[j]) for j in group]) @ axis
    length, half = float(np.ptp(places)), max(float(max(strips[j].half_width, strips[j].half_height)) for j in group)
    if length < SHORTEST * half:
        text = (
            f"{named(robot, group)}: {length:.3g} m long, {length / half:.2g} times the largest half axis of {half:.3g} m. Strip "
            f"theory wants {SHORTEST:g} or more: added mass and drag are too large here."
        )
        yield Beyond(named(robot, group), length / half, SHORTEST, text, STOUT)


def sharp(robot: Robot, strips, group: list[int], straight: Posed, motion: np.ndarray) -> Iterator[Beyond]:
    """Joints within a slender body that the gait bends too sharply."""
    largest = dict(zip(robot.joint_names, np.abs(motion).max(axis=0), strict=True))
    for before, j in neighbours(robot, {k: strips[k] for k in group}):
        pitch = 0.5 * (strips[j].length + strips[before].length)
        k = j
        while k != before:  # the joint of the body and those of the massless links before it
            joint, half = robot.joints[k - 1], reach(strips[j], straight.rotations[j].T @ straight.rotations[k][:, 2])
            if joint.type == "revolute" and half * largest[joint.name] > SHARPEST * pitch:
                text = (
                    f"joint '{joint.name}' bends by up to {largest[joint.name]:.3g} rad: a radius of "
                    f"{pitch / largest[joint.name]:.3g} m where the section reaches {half:.3g} m aside. Strip theory wants "
                    f"{1 / SHARPEST:g} times that or more: sections overlap."
                )
                yield Beyond(f"joint '{joint.name}'", half * largest[joint.name] / pitch, SHARPEST, text, BENT)
            k = robot.parents[k]


def sharpest(found: list[Beyond]) -> list[Beyond]:
    """The joint that bends most sharply, and how many others bend too sharply."""
    if len(found) < 2:
        return found
    worst, others = max(found, key=lambda b: b.number), len(found) - 1
    more = f" So do {others} other joints." if others > 1 else " So does another joint."
    return [replace(worst, text=worst.text + more)]


def reach(strip: Strip, axis: np.ndarray) -> float:
    """How far a section reaches in the direction in which a joint bends the strip [m]; 0 for a joint that rolls it."""
    aside = np.cross(axis, np.asarray(strip.axes[:, 0], float))
    if np.linalg.norm(aside) < 0.5:
        return 0.0
    aside = aside / np.linalg.norm(aside)
    return math.hypot(strip.half_width * (aside @ strip.axes[:, 1]), strip.half_height * (aside @ strip.axes[:, 2]))


def little_swing(robot: Robot, strips, ends: Mapping[int, np.ndarray]) -> list[Beyond]:
    """A gait whose largest swing is small against the sections."""
    best, where = 0.0, ""
    for j, strip in strips.items():
        half = float(max(strip.half_width, strip.half_height))
        swing = 0.5 * np.ptp(ends[j], axis=0)
        number = math.pi * float(np.linalg.norm(swing, axis=1).max()) / half
        if number > best:
            best, where = number, robot.bodies[j].name
    if not 0 < best < LEAST_SWING:
        return []
    text = (
        f"the gait swings no section farther than body '{where}', by a Keulegan-Carpenter number of {best:.2g}. Below "
        f"{LEAST_SWING:g} the flow turns before it has settled: drag coefficients of steady flow are a guess."
    )
    return [Beyond(f"body '{where}'", best, LEAST_SWING, text, STEADY)]


def gait_samples(model: Model) -> np.ndarray | None:
    """Joint positions over one period of the gait, one row per instant; None without a gait, or for one made of samples."""
    symbols, table = declare_inputs(model)
    if model.gait is None or table is not None:
        return None
    motion = gait_motion(model, symbols)
    angles = [symbols.at_rest(motion[name][0]) if name in motion else ca.SX(0) for name in model.robot.joint_names]
    period = symbols.at_rest(ca.SX(getattr(model.gait, "period", 0.0)))
    values = [f.value for f in model.free.values()]
    T = float(ca.Function("period", [symbols.p], [period])(values))
    times = SETTLED * T + np.linspace(0, T, SAMPLES) if T > 0 else np.linspace(0, 20.0, 10 * SAMPLES)
    at = ca.Function("angles", [symbols.t, symbols.p], [ca.densify(ca.vertcat(ca.SX(0, 1), *angles))])
    return np.array([np.array(at(t, values)).ravel() for t in times])
