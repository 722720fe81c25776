"""Where the theories behind a model end: strips that are stout, bodies that no medium reaches, motions that jump."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_finite, is_symbol, listed, shown
from elver.drive.control import laws_in
from elver.drive.gaits import timed_gaits
from elver.dynamics import forward_kinematics
from elver.forces.effect import ForceWrapper, is_liquid, law_on, trait, wet_law
from elver.model.assembly import Equations
from elver.model.mechanics import act_of_couplings, act_of_medium, base_pose, instant, joint_actions, joint_vectors
from elver.model.model import Model
from elver.model.symbols import AuxiliaryStates, Symbols, declare_inputs, declare_memory, gait_motion
from elver.robot import Body, Robot, Strip
from elver.robot.shapes import convex_parts

# --- Which bodies of a machine in water feel it: those that a law of the water acts on.
#
# Which they are the laws say themselves (``fluid``, ``resists``, ``floats`` of ``elver.forces.Force``); buoyancy alone is no
# resistance. Boats are left out: what floats carries dry bodies.

_SMALLER = 0.5  # volume of a box around a body that lies in another, over the box around that one, at most
_WITHIN = 0.02  # of its size that a body may stick out of one that it lies in
DRY = "per_body: {NAME: none} in a file, elver.forces.ByBody(law, {NAME: None}) in Python"


@dataclass(frozen=True)
class _Unwetted:
    """Bodies with mass in water that feel none of it, heaviest first, and their share of the mass that was not said to be dry."""

    bodies: tuple[str, ...]
    share: float


def _resists(law: Any, body: Body) -> bool:
    """Whether a law gives the body some resistance, or added mass."""
    return law is not None and trait(law, "resists")(body)


def _submerged(robot: Robot, forces: Mapping[str, Any]) -> bool:
    """Whether a law of a liquid acts on a machine."""
    return any(is_liquid(wet_law(force, b.name)) for force in forces.values() for b in robot.bodies)


def _resistances(robot: Robot, forces: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The laws on every body of the forces that give resistance to some; None where a law is said not to act on it."""
    inner = {name: f.inner if isinstance(f, ForceWrapper) else (f,) for name, f in forces.items()}
    resisting = [f for name, f in forces.items() if any(_resists(law, b) for law in inner[name] for b in robot.bodies)]
    return {b.name: [wet_law(force, b.name) for force in resisting] for b in robot.bodies}


def _said_dry(laws: Sequence[Any]) -> bool:
    """Whether a law is said not to act on a body, and no other one that would act on any body is meant to."""
    everywhere = [law for law in laws if law is not None and trait(law, "fluid") is not None and not trait(law, "body")]
    return any(law is None for law in laws) and not everywhere


def unwetted(robot: Robot, forces: Mapping[str, Any]) -> _Unwetted | None:
    """Bodies that feel no water where the machine is in it; None where it is not, or floats on it."""
    if any(trait(force, "floats") for force in forces.values()) or not _submerged(robot, forces):
        return None
    laws = _resistances(robot, forces)
    wet = {b.name for b in robot.bodies if any(_resists(law, b) for law in laws[b.name])}
    moving = robot.bodies if robot.freedoms else robot.bodies[1:]  # a base that is held meets no resistance
    heavy = [b for b in moving if not b.virtual and is_finite(b.mass) and b.mass > 0]
    heavy = [b for b in heavy if b.name in wet or not _said_dry(laws[b.name])]
    bare = [b for b in heavy if b.name not in wet]
    total = sum(float(b.mass) for b in heavy)
    bare.sort(key=lambda b: -float(b.mass))
    return _Unwetted(tuple(b.name for b in bare), sum(float(b.mass) for b in bare) / total) if bare else None


def inside_words(found: Sequence[tuple[str, str]]) -> str:
    """What is said of bodies that ``enclosed`` has found."""
    first, around = found[0]
    return f"the water acts on bodies that lie inside others ('{first}' in '{around}'): {listed([name for name, _ in found])}"


def enclosed(robot: Robot, forces: Mapping[str, Any], positions: np.ndarray, rotations: np.ndarray) -> list[tuple[str, str]]:
    """Pairs of a body that the water acts on, and the larger one that it lies in, such as a rotor in a trunk.

    positions, rotations: of all bodies at one instant, world. A body lies in another where its outline is within the box around
    the other one's, along the axes of that body's frame.
    """
    if not _submerged(robot, forces):
        return []
    laws, clouds = _resistances(robot, forces), {}
    for j, body in enumerate(robot.bodies):
        if body.shape is not None and not body.virtual:
            points = np.vstack([np.asarray(part.surface(), dtype=float) for part in convex_parts(body.shape)])
            clouds[j] = points[np.isfinite(points).all(axis=1)]
    wet = [j for j in clouds if any(_resists(law, robot.bodies[j]) for law in laws[robot.bodies[j].name])]
    worlds = {j: positions[j] + clouds[j] @ rotations[j].T for j in wet}
    middles = np.array([worlds[j].mean(axis=0) for j in wet]).reshape(-1, 3)
    found: dict[str, str] = {}
    for k, other in clouds.items():
        low, high = other.min(axis=0), other.max(axis=0)
        local = (middles - positions[k]) @ rotations[k]
        for j in (wet[i] for i in np.nonzero(((local > low) & (local < high)).all(axis=1))[0]):
            size = np.ptp(clouds[j], axis=0)
            points, slack = (worlds[j] - positions[k]) @ rotations[k], _WITHIN * float(size.max())
            inside = (points > low - slack).all() and (points < high + slack).all()
            if inside and np.prod(size) < _SMALLER * np.prod(high - low):
                found.setdefault(robot.bodies[j].name, robot.bodies[k].name)
    return list(found.items())


# --- Strips that say something else than the solids they belong to: of another size, or two of them over each other.

UNLIKE = 1.5  # a side of a strip over that of the body's solid, or the other way round
_THIN = 0.1  # of its length: sides of both that are thinner are not compared
_COVERED = 0.5  # share of a strip that lies within another one
_POINTS = 21  # along a strip


@dataclass(frozen=True)
class _Unlike:
    """A body that the water meets as another one than its shape. ratio: of their sides, where they differ most; 1 or more."""

    body: str
    law: str
    ratio: float
    text: str


def unlike_strips(robot: Robot, forces: Mapping[str, Any]) -> list[_Unlike]:
    """Bodies whose strip, given beside a shape, is of another size, where the water acts on one of the two: worst first."""
    found = []
    for body in robot.bodies:
        if body.shape is None or body.strip is None or body.virtual:
            continue
        strip, (solid, drawn) = body.strip, _sides(body)
        differing = [max(a, b) / max(min(a, b), 1e-12) for a, b in zip(solid, drawn, strict=True) if max(a, b) > _THIN * solid[0]]
        ratio = max(differing, default=1.0)
        if ratio <= UNLIKE:
            continue
        for name, force in forces.items():
            law = wet_law(force, body.name)
            if law is None or not _resists(law, body):
                continue
            on_strip = trait(law, "sections_of") == "strip" or (hasattr(law, "strip_of") and law.strip_of(body) is strip)
            if on_strip or hasattr(law, "strip_of"):
                words = {True: f"its strip, {_measures(drawn)}", False: f"its shape, {_measures(solid)}"}
                text = f"body '{body.name}': '{name}' acts on {words[on_strip]}, and leaves out {words[not on_strip]}"
                found.append(_Unlike(body.name, name, ratio, text))
                break
    return sorted(found, key=lambda one: -one.ratio)


def _sides(body: Body) -> tuple[np.ndarray, np.ndarray]:
    """Length, width and height of a body's solid along the axes of its strip, and those of the strip [m]."""
    assert body.shape is not None
    assert body.strip is not None
    strip = body.strip
    solid = np.ptp(np.asarray(body.shape.surface(), dtype=float) @ np.asarray(strip.axes, dtype=float), axis=0)
    return solid, np.array([strip.length, 2 * strip.half_width, 2 * strip.half_height], dtype=float)


def _measures(sides: np.ndarray) -> str:
    return f"{sides[0]:.3g} m long, {sides[1]:.3g} m wide and {sides[2]:.3g} m high"


def overlaid_strips(
    robot: Robot, forces: Mapping[str, Any], positions: np.ndarray, rotations: np.ndarray
) -> list[tuple[str, str, str]]:
    """Strips that lie over another one, both under one law of strips: the body, that of the other one, and the law's name.

    Looked at are bodies that fixed joints hold together; positions, rotations: of all bodies at one instant, world.
    """
    rigid = list(range(len(robot.bodies)))
    for j, joint in enumerate(robot.joints, start=1):
        if joint.type == "fixed":
            rigid[j] = rigid[robot.parents[j]]
    found: dict[str, tuple[str, str, str]] = {}
    for name, force in forces.items():
        under = [law_on(force, body.name) for body in robot.bodies]
        wet = [j for j, body in enumerate(robot.bodies) if body.strip is not None and trait(under[j], "sections_of") == "strip"]
        for j in wet:
            for k in wet:
                one, other = robot.bodies[j], robot.bodies[k]
                if j == k or rigid[j] != rigid[k] or other.name in found or one.name in found:
                    continue
                if _covered(one.strip, other.strip, positions, rotations, j, k) > _COVERED:
                    found[one.name] = (one.name, other.name, name)
    return list(found.values())


def _covered(one: Any, other: Any, positions: np.ndarray, rotations: np.ndarray, j: int, k: int) -> float:
    """Share of the axis of the strip of body j that lies within that of body k."""
    first, last = own_ends(one)
    along = np.linspace(first, last, _POINTS)
    local = (positions[j] + along @ rotations[j].T - positions[k]) @ rotations[k]
    s, y, z = ((local - np.asarray(other.start, dtype=float)) @ np.asarray(other.axes, dtype=float)).T
    slack = 1e-9 * other.length
    within = (s > -slack) & (s < other.length + slack) & (abs(y) < other.half_width) & (abs(z) < other.half_height)
    return float(within.mean())


def overlaid_words(found: Sequence[tuple[str, str, str]]) -> str:
    """What is said of strips that ``overlaid_strips`` has found."""
    one, other, law = found[0]
    return f"'{law}' acts on the strip of body '{one}' and on that of '{other}' around it: {listed([n for n, _, _ in found])}"


# --- Where the theory of slender bodies is asked for more than it knows.
#
# Strip forces take every section as if the body were endless and straight, and its drag coefficients as those of steady flow.
# That is sound where a body is long against its sections, bends gently against them, and swings far enough for the flow to
# settle:
#
#     length >= 5 half axes,     half axis x curvature <= 1/2,     Keulegan-Carpenter number 2 pi A / (2 half axis) >= 5,
#
# with A the amplitude of the section that swings most, seen from the base. Rules of thumb, not laws: a warning says where to
# look.

_SHORTEST = 5.0  # length over the largest half axis
_SHARPEST = 0.5  # half axis times curvature
_LEAST_SWING = 5.0  # Keulegan-Carpenter number
_IN_LINE = math.cos(math.radians(30))  # neighbours whose axes differ by less are one slender body
_SETTLED = 50  # periods after which a gait has surely begun
_SAMPLES = 48
_STOUT = "use coefficients for stout bodies (BluffDrag), or smaller ones"
_BENT = "smaller angles, or more and shorter bodies"
_STEADY = "let it swing farther, use coefficients measured in such a flow, or take drag as a guess (docs/own_machines.md)"


@dataclass(frozen=True, eq=False)
class _Posed:
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
class _Beyond:
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
    straight: _Posed

    @property
    def groups(self) -> list[list[int]]:
        """Bodies that are parts of one slender body."""
        return list(_slender_groups(self.robot, self.strips, self.straight))

    def short(self) -> list[_Beyond]:
        """Bodies that are not long against their sections."""
        return [b for group in self.groups for b in _short(self.robot, self.strips, group, self.straight)]

    def moved(self, motion: np.ndarray, ends: Mapping[int, np.ndarray]) -> list[_Beyond]:
        """What a motion does: joint positions, one row per instant; by body both ends of its strip, seen from the base [m]."""
        sharply = [b for group in self.groups for b in _sharp(self.robot, self.strips, group, self.straight, motion)]
        return _sharpest(sharply) + _little_swing(self.robot, self.strips, ends)


def slender_parts(model: Model, values: Sequence[float]) -> Slender | None:
    """The slender part of a model, at values of its free parameters; None where no law of strips acts on it."""
    robot = model.robot_at(values)
    strips = {j: body.strip for j, body in enumerate(robot.bodies) if body.strip is not None and _wet(model, body.name)}
    return Slender(robot, strips, straight_pose(robot)) if strips else None


def slenderness_warnings(model: Model) -> list[str]:
    """Sentences about bodies and gaits outside the range of strip theory; empty where there is nothing to say.

    Judged are bodies with a strip that a law of strips acts on (``sections_of``). A gait made of samples is not judged, only the
    shape. Free parameters have their default values.
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


def _wet(model: Model, name: str) -> bool:
    """Whether a law of strips acts on the body of that name."""
    return any(trait(law_on(force, name), "sections_of") == "strip" for force in model.forces.values())


def straight_pose(robot: Robot) -> _Posed:
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
    return _Posed(rotations, positions)


def turned(axis: int, angle: float) -> np.ndarray:
    """Rotation about a coordinate axis."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]] if axis == 0 else [[c, -s, 0], [s, c, 0], [0, 0, 1]])


def poses(robot: Robot) -> Callable[[np.ndarray], _Posed]:
    """Function from joint positions to the Posed robot."""
    q = ca.SX.sym("q", len(robot.moving))
    kin = forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), ca.SX(6, 1), q, ca.SX(len(robot.moving), 1))
    stacked = ca.Function(
        "poses", [q], [ca.horzcat(*map(ca.densify, kin.rotations)), ca.horzcat(*map(ca.densify, kin.positions))]
    )

    def at(values: np.ndarray) -> _Posed:
        rotations, positions = (np.array(part) for part in stacked(values))
        n = len(robot.bodies)
        return _Posed([rotations[:, 3 * j : 3 * j + 3] for j in range(n)], [positions[:, j] for j in range(n)])

    return at


def _neighbours(robot: Robot, strips: Mapping[int, Strip]) -> Iterator[tuple[int, int]]:
    """Pairs (body before, body) of bodies with strips that follow each other, massless links left out."""
    for j in strips:
        before = robot.parents[j]
        while before >= 0 and before not in strips and robot.bodies[before].virtual:
            before = robot.parents[before]
        if before in strips:
            yield before, j


def _slender_groups(robot: Robot, strips: Mapping[int, Strip], straight: _Posed) -> Iterator[list[int]]:
    """Bodies that are parts of one slender body: neighbours in line at joint positions 0."""
    group = {j: {j} for j in strips}
    for before, j in _neighbours(robot, strips):
        if abs(straight.axis(before, strips[before]) @ straight.axis(j, strips[j])) > _IN_LINE:
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


def _short(robot: Robot, strips: Mapping[int, Strip], group: list[int], straight: _Posed) -> Iterator[_Beyond]:
    """A body that is not long against its sections."""
    axis = straight.axis(group[0], strips[group[0]])
    places = np.concatenate([straight.ends(j, strips[j]) for j in group]) @ axis
    length, half = float(np.ptp(places)), max(float(max(strips[j].half_width, strips[j].half_height)) for j in group)
    if length < _SHORTEST * half:
        text = (
            f"{named(robot, group)}: {length:.3g} m long, {length / half:.2g} times the largest half axis of {half:.3g} m. Strip "
            f"theory wants {_SHORTEST:g} or more: added mass and drag are too large here."
        )
        yield _Beyond(named(robot, group), length / half, _SHORTEST, text, _STOUT)


def _sharp(
    robot: Robot, strips: Mapping[int, Strip], group: list[int], straight: _Posed, motion: np.ndarray
) -> Iterator[_Beyond]:
    """Joints within a slender body that the gait bends too sharply."""
    largest = dict(zip(robot.joint_names, np.abs(motion).max(axis=0), strict=True))
    for before, j in _neighbours(robot, {k: strips[k] for k in group}):
        pitch = 0.5 * (strips[j].length + strips[before].length)
        k = j
        while k != before:  # the joint of the body and those of the massless links before it
            joint, half = robot.joints[k - 1], _reach(strips[j], straight.rotations[j].T @ straight.rotations[k][:, 2])
            if joint.type == "revolute" and half * largest[joint.name] > _SHARPEST * pitch:
                text = (
                    f"joint '{joint.name}' bends by up to {largest[joint.name]:.3g} rad: a radius of "
                    f"{pitch / largest[joint.name]:.3g} m where the section reaches {half:.3g} m aside. Strip theory wants "
                    f"{1 / _SHARPEST:g} times that or more: sections overlap."
                )
                yield _Beyond(f"joint '{joint.name}'", half * largest[joint.name] / pitch, _SHARPEST, text, _BENT)
            k = robot.parents[k]


def _sharpest(found: list[_Beyond]) -> list[_Beyond]:
    """The joint that bends most sharply, and how many others bend too sharply."""
    if len(found) < 2:
        return found
    worst, others = max(found, key=lambda b: b.number), len(found) - 1
    more = f" So do {others} other joints." if others > 1 else " So does another joint."
    return [replace(worst, text=worst.text + more)]


def _reach(strip: Strip, axis: np.ndarray) -> float:
    """How far a section reaches in the direction in which a joint bends the strip [m]; 0 for a joint that rolls it."""
    aside = np.cross(axis, np.asarray(strip.axes[:, 0], float))
    if np.linalg.norm(aside) < 0.5:
        return 0.0
    aside = aside / np.linalg.norm(aside)
    return math.hypot(strip.half_width * (aside @ strip.axes[:, 1]), strip.half_height * (aside @ strip.axes[:, 2]))


def _little_swing(robot: Robot, strips: Mapping[int, Strip], ends: Mapping[int, np.ndarray]) -> list[_Beyond]:
    """A gait whose largest swing is small against the sections."""
    best, where = 0.0, ""
    for j, strip in strips.items():
        half = float(max(strip.half_width, strip.half_height))
        swing = 0.5 * np.ptp(ends[j], axis=0)
        number = math.pi * float(np.linalg.norm(swing, axis=1).max()) / half
        if number > best:
            best, where = number, robot.bodies[j].name
    if not 0 < best < _LEAST_SWING:
        return []
    text = (
        f"the gait swings no section farther than body '{where}', by a Keulegan-Carpenter number of {best:.2g}. Below "
        f"{_LEAST_SWING:g} the flow turns before it has settled: drag coefficients of steady flow are a guess."
    )
    return [_Beyond(f"body '{where}'", best, _LEAST_SWING, text, _STEADY)]


def gait_samples(model: Model) -> np.ndarray | None:
    """Joint positions over one period of the gait, one row per instant; None without a gait, or for one of samples or states."""
    symbols, table = declare_inputs(model)
    if model.gait is None or table is not None or symbols.networks:
        return None
    motion = gait_motion(model, symbols)
    angles = [symbols.at_rest(motion[name][0]) if name in motion else ca.SX(0) for name in model.robot.joint_names]
    period = symbols.at_rest(ca.SX(getattr(model.gait, "period", 0.0)))
    values = [f.value for f in model.free.values()]
    T = float(ca.Function("period", [symbols.p], [period])(values))
    times = _SETTLED * T + np.linspace(0, T, _SAMPLES) if T > 0 else np.linspace(0, 20.0, 10 * _SAMPLES)
    at = ca.Function("angles", [symbols.t, symbols.p], [ca.densify(ca.vertcat(ca.SX(0, 1), *angles))])
    return np.array([np.array(at(t, values)).ravel() for t in times])


# --- Which part of a model has no number at a state: a gait, the law of a joint, a coupling, a force on a body.

_DERIVATIVES = ("angle", "rate", "acceleration")


def undefined_parts(equations: Equations, t: float, x: np.ndarray, p: np.ndarray, u: np.ndarray) -> list[str]:
    """Names of the parts that are not finite at a time and state; of the first kind that is not, since the others follow from it.

    Kinds in that order: gait, joint laws and couplings, forces. Empty where all are finite.
    """
    model, layout = equations.model, equations.layout
    symbols, _ = declare_inputs(model)
    memory = declare_memory(model)
    state = {
        name: ca.SX.sym(name, part.stop - part.start) for name, part in layout.slices.items() if name not in ("memory", "works")
    }
    state["memory"] = memory.symbols(symbols)
    order = [state[name] for name in layout.slices if name != "works"]
    known = [symbols.t, ca.vertcat(ca.SX(0, 1), *order), symbols.p, symbols.u]
    values = [t, x[: layout.slices["works"].start], p, u]
    for parts in _kinds(model, layout.joints, symbols, memory, state):
        stacked = [ca.densify(ca.SX(part)) for part in parts.values()]
        numbers = ca.Function("parts", known, stacked)(*values) if stacked else ()
        numbers = numbers if isinstance(numbers, tuple) else (numbers,)
        bad = [name for name, own in zip(parts, numbers, strict=True) if not np.isfinite(np.array(own)).all()]
        if bad:
            return bad
    return []


def _kinds(
    model: Model, computed: Iterable[str], symbols: Symbols, memory: AuxiliaryStates, state: dict
) -> Iterator[Mapping[str, ca.SX]]:
    """Expressions by the name of the part that they come from, kind by kind."""
    motion = gait_motion(model, symbols)
    gait = type(model.gait).__name__
    yield {
        f"the gait ({gait}), {word} of '{name}'": own[k] for name, own in motion.items() for k, word in enumerate(_DERIVATIVES)
    }
    joints = {name: (state["angles"][k], state["rates"][k]) for k, name in enumerate(computed)}
    symbols, motion = symbols.settled(motion, joints)
    rotation, position, twist = base_pose(model, state)
    q, qd, _ = joint_vectors(model.robot, motion, list(computed), state)
    kin = forward_kinematics(model.robot, rotation, position, twist, q, qd)
    now = instant(model, symbols, motion, kin)
    laws = {}
    for name, action in joint_actions(model, now, motion, memory, (q, qd), state["memory"]).items():
        law = next(model.joint_law(joint) for joint in model.robot.moving_joints if joint.name == name)
        laws[f"the law of joint '{name}' ({type(law).__name__})"] = (
            action.torque if action.torque is not None else action.acceleration
        )
    coupled = act_of_couplings(model, now, motion, memory, (q, qd), state["memory"])
    for name, torques in coupled.parts.items():
        laws[f"the coupling '{name}' ({type(model.couplings[name]).__name__})"] = ca.vertcat(*torques.values())
    yield laws
    medium = act_of_medium(model.robot, model.media, kin, symbols.t, memory, state["memory"], now.commands)
    yield {
        f"the force '{name}' ({type(model.media[name]).__name__}) on body '{model.robot.bodies[j].name}'": ca.vertcat(
            effect.wrench, ca.vec(ca.densify(effect.inertia))
        )
        for (name, j), effect in medium.effects.items()
    }


# --- Instants at which the equations of a model have a corner, and a method that remembers steps must begin anew.


def breakpoint_times(model: Model, p: np.ndarray, end: float = -math.inf) -> list[float]:
    """Times [s] that the parts of a model name in ``kinks``, in order. p: values of the free parameters.

    Gait, joint laws, forces and couplings may have them. Corners at places or speeds (a drag of the square of a speed, where
    it turns) come at times that nobody knows before; they are not among these.
    end [s]: until then also corners that come again and again, which parts name in ``ticks``.
    """
    found = {number(model, name, kink, p) for name, kink in named_kinks(model)}
    for name, part in _named_parts(model):
        for first, interval in getattr(part, "ticks", ()):
            begin, every = (number(model, name, value, p) for value in (first, interval))
            found |= {begin + k * every for k in range(math.floor((end - begin) / every) + 1)} if begin <= end else set()
    return sorted(found)


def named_kinks(model: Model) -> list[tuple[str, Any]]:
    """All kinks with the part that names them; they may be symbols."""
    flows = [(name, law.current) for name, law in model.forces.items() if hasattr(law, "current")]
    return [(name, kink) for name, part in (*_named_parts(model), *flows) for kink in getattr(part, "kinks", ())]


def _named_parts(model: Model) -> list[tuple[str, Any]]:
    """The parts of a model that may name corners."""
    laws = (*laws_in(model.control), *laws_in(model.elastic))
    named = [("the gait", model.gait), *((type(law).__name__, law) for law in laws)]  # several may be of one class
    return [*named, *model.forces.items(), *model.couplings.items()]


def number(model: Model, name: str, kink: float | ca.SX, p: np.ndarray) -> float:
    """The time of a kink [s]; refused where it is none."""
    if is_symbol(kink):
        return float(model.evaluated(kink, p[None])[0])
    if not (is_finite(kink) or (isinstance(kink, float) and math.isinf(kink))):
        raise InputError(f"kinks of {name}: {shown(kink)} is not a time. Give seconds since the start.")
    return float(kink)


# --- Periods of the motion that a model asks for: of its gaits, and of signals that repeat.


def known_periods(model: Model, p: np.ndarray) -> dict[str, float]:
    """Periods [s] by the part that has them: every gait, joint law, force and coupling that names one, or whose signals do.

    p: values of the free parameters. Of parts with one name the shortest is taken. Frequencies that the machine finds by itself
    (a spring, waves) are not among these.
    """
    found: dict[str, float] = {}
    for name, period in _named_periods(model):
        number = float(model.evaluated(period, p[None])[0]) if is_symbol(period) else period
        if is_finite(number) and number > 0:
            found[name] = min(float(number), found.get(name, math.inf))
    return found


def _named_periods(model: Model) -> Iterator[tuple[str, Any]]:
    """Parts and their periods, which may be symbols."""
    for one in timed_gaits(model.gait):
        yield f"gait ({type(one.gait).__name__})", one.period
    laws = (*laws_in(model.control), *laws_in(model.elastic))
    named_laws = ((f"law ({type(law).__name__})", law) for law in laws)
    for name, part in (*named_laws, *model.forces.items(), *model.couplings.items()):
        own = getattr(part, "period", None)
        yield name, getattr(getattr(part, "signals", None), "period", None) if own is None else own
