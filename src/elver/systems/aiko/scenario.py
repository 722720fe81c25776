"""The snake robot Aiko of SNAKE: a planar chain of equal links with contours. Table I."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError, is_symbol, number_in, require_number
from elver.contact import Disc, Scene, scattered_discs
from elver.drive import PD, Deadband, FirstOrderLag, SampledGait, Saturated, Serpenoid
from elver.forces import Gravity
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.results import tracked
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.scenarios import (
    Camera,
    Parameter,
    Scenario,
    Showing,
    StoryStep,
    parameter_of,
    parameters_of,
    require_values,
    section,
    with_defaults,
)
from elver.symbolic.arrays import diagonal, vector


@dataclass(frozen=True)
class _AikoLink:
    """One link; its mass need not be spread evenly."""

    length: float = quantity(0.122, "m", "L, distance between joints", above=0.0)
    half_length: float = quantity(0.0393, "m", "L_GS, half length of the straight part of the contour", low=0.0)
    radius: float = quantity(0.0525, "m", "L_SC, half width of a link", above=0.0)
    mass: float = quantity(7.5 / 11, "kg", "mass of a link", above=0.0)
    inertia: float = quantity(1.32e-3, "kg m^2", "moment of inertia of a link about the vertical", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def body(self, name: str, centre: float) -> Body:
        """The link as a body with its centre at x = ``centre`` of its frame."""
        at, ahead = vector(centre, 0.0, 0.0), vector(self.length / 2, 0.0, 0.0)
        moments = diagonal(self.mass * self.radius**2 / 2, self.inertia, self.inertia)
        body = Body.central(name, self.mass, at, moments, Rod(self.length, self.radius, at=at - ahead))
        return replace(body, contour=Contour(at, np.array([1.0, 0, 0]), self.half_length, self.radius))


@dataclass(frozen=True)
class _RealDrive:
    """What the robot's drive does that the paper's model leaves out, SNAKE VIII-B and VIII-E; all 0: nothing."""

    limit: float = quantity(0.0, "N m", "largest torque of a joint; 0 for no limit", low=0.0, fixed="0 means none.")
    deadband: float = quantity(0.0, "rad", "whole play of the gears (VIII-E: 2 to 3 degrees)", low=0.0, fixed="0 means none.")
    interval: float = quantity(
        0.0, "s", "from one reference to the next (VIII-B: 0.1); 0 for all the time", low=0.0, fixed="0 means none."
    )
    delay: float = quantity(0.0, "s", "by which references arrive late", low=0.0, fixed="0 means none.")
    lag: float = quantity(0.0, "s", "first-order lag of the torques; 0 for none", low=0.0, fixed="0 means none.")

    def __post_init__(self) -> None:
        check_quantities(self, "drive")

    def reference(self, gait: Serpenoid) -> Serpenoid | SampledGait:
        """The gait as it comes to the joints' controllers."""
        return SampledGait(gait, self.interval, self.delay) if self.interval or self.delay else gait

    def law(self, pd: PD) -> Any:
        """The control of the joints with its gears and motors."""
        law: Any = Deadband(pd, self.deadband) if self.deadband else pd
        law = Saturated(law, self.limit) if self.limit else law
        return FirstOrderLag(law, self.lag) if self.lag else law


def _aiko_robot(link: _AikoLink, links: int) -> Robot:
    """The chain: link 1 is the head and the base, its frame at its centre; x points from link i to link i + 1."""
    bodies, joints = [link.body("link1", 0.0)], []
    for i in range(2, links + 1):
        bodies.append(link.body(f"link{i}", link.length / 2))
        d = link.length / (2 if i == 2 else 1)
        joints.append(Joint(f"joint{i - 1}", f"link{i - 1}", f"link{i}", d=d, mode="torque", group="yaw"))
    return Robot("aiko", bodies, joints, base="planar")


# --- Scenarios ``aiko-flat``, ``aiko-obstacles`` and ``aiko-small-obstacles``: the snake robot Aiko on ground with true stick.
#
# A. A. Transeth, R. I. Leine, Ch. Glocker, K. Y. Pettersen, P. Liljeback, "Snake robot obstacle aided locomotion: modeling,
# simulations, and experiments", IEEE Trans. Robotics 24(1), 2008 (SNAKE). Values and corrections: docs/models/aiko.md.

ALIKE = 1e-9  # |sin| of half the phase: below it the phase is 0 but for rounding
SOURCE = "Transeth et al. 2008 (SNAKE)"
EQUATIONS = "contact SNAKE (8)-(16), (44)-(53); steps SNAKE (54)-(70); gait and control SNAKE (43), (71)"
LARGE = (
    (0.0507, 0.1761),
    (0.4215, 0.0029),
    (0.8037, 0.1851),
    (1.1532, 0.0031),
    (1.5298, 0.1783),
    (1.8877, 0.0020),
    (2.2588, 0.1745),
)
SMALL = (
    (0.1210, 0.0972),
    (0.4882, 0.0734),
    (0.8821, 0.1086),
    (1.2273, 0.0831),
    (1.5928, 0.1128),
    (1.9694, 0.0901),
    (2.3274, 0.0989),
)
SMALL_RADII = (0.02, 0.03, 0.01, 0.02, 0.03, 0.01, 0.02)

PARAMETERS = (
    Parameter("links", 11, "1", "n, number of links", low=1, high=500),
    *parameters_of(_AikoLink, "body"),
    parameter_of(Serpenoid, "amplitude", "gait.amplitude", math.radians(40), "A_h, amplitude of the joints"),
    parameter_of(Serpenoid, "frequency", "gait.frequency", math.radians(80), "omega_h, frequency of the joints"),
    parameter_of(Serpenoid, "phase", "gait.phase", math.radians(-50), "delta_h, phase from joint to joint"),
    parameter_of(PD, "kp", "control.kp", 800.0, "stiffness of the joints' PD control (43)"),
    parameter_of(PD, "kd", "control.kd", 2.0, "damping of the joints' PD control"),
    *parameters_of(_RealDrive, "drive"),
    Parameter("friction", "0.2", "1", "ground friction: one number, along,across or forward,backward,across"),
    parameter_of(Gravity, "acceleration", "gravity"),
    Parameter("start.position", (0.0, 0.0), "m", "centre of link 1, the head, x,y"),
    Parameter("start.axis", math.pi, "rad", "mean direction of the links, head to tail"),
)  # fmt: skip
_AT_OBSTACLES = {"obstacle_friction": "friction", "restitution": "restitution"}
_CONTACT = (
    Parameter("obstacle.friction", 0.0, "1", "friction between links and obstacles (the paper: none)", low=0.0),
    Parameter("obstacle.restitution", 0.0, "1", "Newton's restitution of impacts (the paper: none)", low=0.0, high=1.0),
)  # fmt: skip
OBSTACLES = (
    Parameter("obstacle.radius", 0.125, "m", "radius of the large obstacles (printed 0.0125: see errata)"),
    Parameter("obstacle.removed", 0, "1", "number of an obstacle to leave out, 1..7; 0 for none", low=0, high=7),
    Parameter("obstacle.moved", 0, "1", "number of an obstacle to move, 1..7; 0 for none", low=0, high=7),
    Parameter("obstacle.shift", (0.0, 0.105), "m", "by how much it is moved, x,y (2 L_SC in y as published)"),
)  # fmt: skip

SLIDERS = (
    "gait.amplitude=0:1.2",
    "gait.frequency=0.5:3",
    "gait.phase=-1.4:0",
    "friction=0.05:1",
    "gravity=0.5:20",
    "control.kp=50:1600",
    "control.kd=0.5:10",
)


def _compose(values: Mapping[str, Any], obstacles: tuple) -> Model:
    """Robot, gait, control and scene; at rest on the gait, the links' mean direction as asked for."""
    if values["links"] < 2:
        raise InputError(f"links = {values['links']}: a chain of one link has no joint. Give at least two.")
    robot = _aiko_robot(_AikoLink(**section(values, "body")), values["links"])
    gait = Serpenoid(robot.joint_names, **section(values, "gait"))
    first = values["start.axis"] - _lead(gait)
    quaternion = (ca.cos(first / 2), 0.0, 0.0, ca.sin(first / 2))
    start = InitialState((*values["start.position"], 0.0), quaternion, rates=dict.fromkeys(robot.joint_names, 0.0))
    against = {name: values[f"obstacle.{key}"] for name, key in _AT_OBSTACLES.items() if f"obstacle.{key}" in values}
    scene = Scene(obstacles, _friction_of(values["friction"]), values["gravity"], **against)
    drive = _RealDrive(**section(values, "drive"))
    control = drive.law(PD(values["control.kp"], values["control.kd"]))
    middle = f"link{(values['links'] + 1) // 2}"
    return Model("aiko", robot, gait=drive.reference(gait), control=control, start=start, scene=scene, metrics=tracked(middle))


def _lead(gait: Serpenoid) -> float:
    """Turn of the links' mean direction against link 1 at the start [rad]. Joints that all bend alike are straight then: none."""
    half = ca.sin(gait.phase / 2)
    if is_symbol(half):
        return ca.if_else(ca.fabs(half) < ALIKE, 0.0, gait.amplitude / (2 * half) * ca.cos(gait.phase / 2))
    return 0.0 if abs(half) < ALIKE else gait.amplitude / (2 * half) * ca.cos(gait.phase / 2)


def _friction_of(text: str) -> tuple[float, ...]:
    """One to three coefficients from text such as ``0.1,0.7``."""
    try:
        return tuple(number_in(part) for part in str(text).split(","))
    except ValueError:
        raise InputError(
            f"friction = {text!r}. Give one coefficient, two (along,across) or three (forward,backward,across)."
        ) from None


def _placed(values: Mapping[str, Any], centres: Sequence[tuple[float, float]], radii: Sequence[float]) -> tuple[Disc, ...]:
    """Seven discs, one of them moved or left out where asked for."""
    require_values(values, [n for n in values if n == "obstacle.radius"], "obstacles are numbers")
    discs = []
    for number, ((x, y), radius) in enumerate(zip(centres, radii, strict=True), start=1):
        if number == values["obstacle.removed"]:
            continue
        dx, dy = values["obstacle.shift"] if number == values["obstacle.moved"] else (0.0, 0.0)
        discs.append(Disc(x + dx, y + dy, radius, f"{number}"))
    return tuple(discs)


def _starting_at(x: float, y: float, axis: float) -> tuple[Parameter, ...]:
    """The common parameters with another start pose."""
    return with_defaults(PARAMETERS, {"start.position": (x, y), "start.axis": axis})


def _scenario(
    name: str,
    title: str,
    parameters: tuple[Parameter, ...],
    obstacles: Callable[..., Any],
    duration: float = 10.0,
    showing: Showing | None = None,
) -> Scenario:
    return Scenario(
        name=name,
        title=title,
        source=SOURCE,
        equations=EQUATIONS,
        parameters=parameters,
        compose=lambda values, seconds: _compose(values, obstacles(values)),
        duration=duration,
        dt=5e-4,
        joints_shown=("joint1", "joint5", "joint10"),
        sliders=SLIDERS,
        showing=showing or Showing(),
    )


AIKO_FLAT = _scenario("aiko-flat", "snake robot on flat ground that can stick", PARAMETERS, lambda v: (), 20.0)
AIKO_OBSTACLES = _scenario(
    "aiko-obstacles",
    "snake robot pushing against seven large obstacles",
    (*_starting_at(1.0344, 0.1350, math.pi + 0.00295), *OBSTACLES, *_CONTACT),
    lambda v: _placed(v, LARGE, [v["obstacle.radius"]] * 7),
    showing=Showing(
        Camera(azimuth=-1.3, elevation=0.85),
        (
            StoryStep(
                "On ground that holds alike in all directions a wave leads nowhere. This robot pushes against obstacles.",
                again=True,
            ),
            StoryStep(
                "Each arrow is the force of an obstacle on a link. Together they point forwards.",
                camera=Camera(azimuth=-math.pi / 2, elevation=1.4),
            ),
            StoryStep(
                "A robot that holds its joints softly gives way, and is pushed less.", {"control.kp": 100.0}, Camera(), again=True
            ),
            StoryStep("On slippery ground the same wave goes farther.", {"control.kp": 800.0, "friction": 0.05}, again=True),
        ),
        "change the phase until the wave fits the gaps between the obstacles, or press with more gravity.",
    ),
)
AIKO_SMALL = _scenario(
    "aiko-small-obstacles",
    "snake robot pushing against seven small obstacles",
    (*_starting_at(0.9997, 0.1322, math.pi - 0.00289), *OBSTACLES[1:], *_CONTACT),
    lambda v: _placed(v, SMALL, SMALL_RADII),
)


# --- Scenario ``aiko-track``: Aiko among small obstacles that are placed for its own gait. SNAKE VII-D, VIII-B, Fig. 12.
#
# SNAKE curves the robot to the first shape of its gait and puts obstacles along it, near the centre line of the wave. That centre
# line is crossed where the heading of the path is largest: there stand the obstacles here, on alternate sides, unless
# ``track.shift`` moves all of them along the wave, off that line.

HALF_PI = math.pi / 2
FINE = 4000  # points per half wave along which the path is summed up
TRACK = (
    Parameter("track.clearance", 0.006, "m", "between the obstacles and the side of a robot that follows its path"),
    Parameter("track.obstacles", 7, "1", "number of obstacles, from the tail on", low=0, high=1000),
    Parameter("track.shift", 0.0, "rad", "phase of the wave by which they stand off its centre line", low=-HALF_PI, high=HALF_PI),
)  # fmt: skip
PLACING = ("body.length", "body.radius", "gait.amplitude", "gait.phase", "track.clearance", "track.shift")  # of the obstacles


def _path_heading(values: Mapping[str, Any], phase: np.ndarray) -> np.ndarray:
    """Heading of the path against its mean direction [rad] at a phase of the wave: theta_1(t) of (71) without slip."""
    delta = values["gait.phase"]
    return -values["gait.amplitude"] / (2 * math.sin(delta / 2)) * np.cos(phase - delta / 2)


def _obstacle_phases(values: Mapping[str, Any]) -> np.ndarray:
    """Phases of the wave at which the heading is largest to either side, from the tail's end on; link 1 stands at phase 0."""
    delta = values["gait.phase"]
    tail = -(values["links"] - 0.5) * abs(delta)
    first = math.ceil((tail - delta / 2) / math.pi)
    return math.pi * (first + np.arange(values["track.obstacles"])) + delta / 2


def _path_points(values: Mapping[str, Any], phases: np.ndarray) -> np.ndarray:
    """Places (x, y) [m] of the path at phases in ascending order, from the centre of link 1 at phase 0."""
    metres = values["body.length"] / abs(values["gait.phase"])  # arc length per phase
    low, high = min(phases[0], 0.0), max(phases[-1], 0.0)
    grid = np.linspace(low, high, FINE * max(1, len(phases)) + 1)
    heading = _path_heading(values, (grid[1:] + grid[:-1]) / 2)
    steps = metres * (grid[1] - grid[0]) * np.column_stack([np.cos(heading), np.sin(heading)])
    path = np.vstack([np.zeros(2), np.cumsum(steps, axis=0)])
    at = np.column_stack([np.interp([0.0, *phases], grid, path[:, k]) for k in (0, 1)])
    return at[1:] - at[0]


def fitted(values: Mapping[str, Any]) -> tuple[Disc, ...]:
    """The obstacles: to the left where the path heads left, to the right where it heads right."""
    require_values(values, PLACING, "the obstacles are placed for it")
    require_number("track.clearance", values["track.clearance"], low=0.0, unit="m")
    if values["track.obstacles"] < 1:
        raise InputError(f"track.obstacles = {values['track.obstacles']}. Give at least one; aiko-flat has none.")
    if values["gait.phase"] == 0:
        raise InputError("gait.phase = 0: all joints move together and there is no wave to place obstacles along.")
    steepest = _obstacle_phases(values)
    phases, sides = steepest + values["track.shift"], _path_heading(values, steepest)
    discs = []
    along = zip(_path_points(values, phases), _path_heading(values, phases), sides, strict=True)
    for k, (place, heading, side) in enumerate(along):
        radius = SMALL_RADII[k % len(SMALL_RADII)]
        away = math.copysign(radius + values["body.radius"] + values["track.clearance"], side)
        x, y = place + away * np.array([-math.sin(heading), math.cos(heading)])
        discs.append(Disc(float(x), float(y), radius, f"{k + 1}"))
    return tuple(discs)


def pegs_of_every_bend(values: Mapping[str, Any]) -> tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]]:
    """Pegs (x, y, radius) [m] of a mechanism of three links in every bend of the robot: those that propel it, and the others.

    The others stand opposite to those that propel, and outside of the bends in their middle. SNAKE Figs. 7, 8.
    """
    radius, half = min(SMALL_RADII), values["body.radius"]
    away = radius + half + values["track.clearance"]
    first, last = -(values["links"] - 0.5) * abs(values["gait.phase"]), 0.5 * abs(values["gait.phase"])
    start = np.asarray(values["start.position"])
    pegs: tuple[list[tuple[float, float, float]], list[tuple[float, float, float]]] = ([], [])
    numbers = [k for k in range(-2 * values["links"], 3) if first <= (k * math.pi + values["gait.phase"]) / 2 <= last]
    phases = np.array([(k * math.pi + values["gait.phase"]) / 2 for k in numbers])
    turns = np.gradient(_path_heading(values, np.add.outer([-1e-3, 0.0, 1e-3], phases)), axis=0)[1]
    places = start + _path_points(values, phases)
    for k, place, heading, turn in zip(numbers, places, _path_heading(values, phases), turns, strict=True):
        left = np.array([-math.sin(heading), math.cos(heading)])
        if k % 2 == 0:  # the path heads farthest to one side: a link between two bends
            side = math.copysign(away, heading) * left
            pegs[0].append((*(place + side), radius))
            pegs[1].append((*(place - side), radius))
        else:
            pegs[1].append((*(place - math.copysign(away, turn) * left), radius))
    return pegs


AIKO_TRACK = _scenario(
    "aiko-track", "snake robot among small obstacles placed for its own gait", (*PARAMETERS, *TRACK, *_CONTACT), fitted, 5.0
)


# --- Scenario ``aiko-pegs``: Aiko among pegs at random places, which nobody placed for it.

FIELD = (-1.7, -1.5, 7.4, 1.5)  # m, box of the pegs' centres about a start with the head at (0, 0)
FREE = 0.005  # m, from the links at the start to the nearest peg's rim
PEGS = (
    Parameter("pegs.seed", 1, "1", "seed of the pegs' places", low=0, high=1000),
    Parameter("pegs.apart", 0.32, "m", "least distance of the centres of two pegs", low=0.15),
    Parameter("pegs.radius", 0.025, "m", "radius of the pegs", above=0.0),
)  # fmt: skip
STANDING = ("body.length", "body.half_length", "body.radius", "gait.amplitude", "gait.phase", "start.position", "start.axis",
            "pegs.apart", "pegs.radius")  # fmt: skip


def start_posture(values: Mapping[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Centres (link, xy) [m] and directions of the links at the start of the gait, from the head to the tail."""
    gait = Serpenoid([f"joint{k}" for k in range(1, values["links"])], **section(values, "gait"))
    bends = gait.amplitude * np.sin(gait.phase * np.arange(values["links"] - 1))
    headings = values["start.axis"] - _lead(gait) + np.cumsum([0.0, *bends])
    along = np.column_stack([np.cos(headings), np.sin(headings)]).astype(float)
    steps = np.cumsum(values["body.length"] / 2 * (along[1:] + along[:-1]), axis=0)
    return np.vstack([np.zeros(2), steps]) + np.array(values["start.position"], dtype=float), along


def scattered(values: Mapping[str, Any]) -> tuple[Disc, ...]:
    """The pegs, none of them nearer than 5 mm to the robot at its start."""
    require_values(values, STANDING, "the pegs stand clear of the start")
    centres, along = start_posture(values)
    half, distance = values["body.half_length"] * along, values["body.radius"] + FREE
    links = [(a, b, distance) for a, b in zip(centres - half, centres + half, strict=True)]
    return scattered_discs(FIELD, values["pegs.apart"], values["pegs.radius"], values["pegs.seed"], links)


AIKO_PEGS = Scenario(
    name="aiko-pegs",
    title="snake robot among pegs at random places",
    source=SOURCE,
    equations=EQUATIONS,
    parameters=(*with_defaults(PARAMETERS, {"control.kp": 100.0, "control.kd": 3.0, "drive.limit": 8.0}), *PEGS, *_CONTACT),
    compose=lambda values, seconds: _compose(values, scattered(values)),
    duration=20.0,
    dt=5e-4,
    joints_shown=("joint1", "joint5", "joint10"),
    sliders=SLIDERS[1:2] + SLIDERS[3:],
)
