"""Planar chains of links: the underwater snake robot and its relatives on land."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

from elver._support.errors import InputError
from elver.drive import PD, ComputedTorque, FirstOrderLag, LineOfSight, Serpenoid, Steered
from elver.forces import GroundFriction, LumpedWater, Morison, Shore
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity, word
from elver.results import PLANAR
from elver.robot import Body, EllipticCylinder, Joint, Robot
from elver.scenarios import Camera, Parameter, Scenario, Showing, StoryStep, parameter_of, parameters_of, section
from elver.symbolic.arrays import diagonal, times

INERTIAS = ("printed", "uniform")


@dataclass(frozen=True)
class ChainLink:
    """One link of a planar chain: an elliptic cylinder.

    mass: None takes density times volume. inertia about the upright axis through the centre: ``uniform`` (the solid's own)
    or ``printed`` (m l^2 / 2 with the half length l, USR section II-A).
    """

    length: float = quantity(0.14, "m", "2 l, length of a link", above=0.0)
    half_width: float = quantity(0.05, "m", "half axis of the section in the plane of motion", above=0.0)
    half_height: float = quantity(0.03, "m", "upright half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    mass: float | None = quantity(None, "kg", "mass of a link", optional=True)
    inertia: str = word("uniform", "moment of inertia: m l^2/2 as printed, or the solid's own", INERTIAS)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def body(self, name: str, front: float) -> Body:
        """The link as a body whose front end lies at x = ``front`` of its frame."""
        axis = np.array([1.0, 0.0, 0.0])
        shape = EllipticCylinder(self.length, self.half_width, self.half_height, at=times(front - self.length, axis))
        mass = self.density * shape.volume if self.mass is None else self.mass
        a2, a3, L = self.half_width**2, self.half_height**2, self.length**2
        upright = a2 / 4 + L / 12 if self.inertia == "uniform" else L / 8
        moments = times(mass, diagonal((a2 + a3) / 4, a3 / 4 + L / 12, upright))
        return Body.central(name, mass, shape.centroid(), moments, shape)


def planar_chain(links: Sequence[ChainLink], mode: str = "torque", name: str = "snake") -> Robot:
    """A chain with a planar base. Links and joints are numbered from the tail: link1 .. linkn, the head is linkn.

    The base is the head, its frame at the head's centre, x forward. Joint i has angle theta_i - theta_(i+1), the phi_i of
    USR (with its corrected sign), and connects link i+1 to link i, whose frame sits at the joint.
    """
    n = len(links)
    if n < 2:
        raise InputError(f"a chain of {n} link has no joint. Give at least two links.")
    bodies = [links[-1].body(f"link{n}", links[-1].length / 2)]
    joints = []
    for i in range(n - 1, 0, -1):
        back = -links[i].length / (2 if i == n - 1 else 1)
        joints.append(Joint(f"joint{i}", f"link{i + 1}", f"link{i}", d=back, mode=mode, group="yaw"))
        bodies.append(links[i - 1].body(f"link{i}", 0.0))
    return Robot(name, bodies, joints, base="planar")


def head_ahead_of_centre(robot: Robot) -> float:
    """Distance [m] from the centre of mass to the head's frame when the chain is straight."""
    places, at = [0.0], 0.0
    for joint in robot.joints:
        at += joint.d
        places.append(at)
    moments = sum(b.mass * x + b.first_moments[0] for b, x in zip(robot.bodies, places, strict=True))
    return -moments / robot.mass


# --- Scenarios ``swimmer``, ``crawler`` and ``snake-amphibious``: one planar snake robot under water, on land, and across the
# shore.
#
# E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljeback, "Modeling of underwater snake robots", ICRA 2014 (USR). Values and
# corrections: docs/models/snake.md.

SOURCE = "Kelasidi et al. 2014 (USR)"
EQUATIONS = "recursion for USR (7)-(9), (32)-(40); water USR (14)-(24); gaits and control USR (41)-(43)"

BODY = (
    Parameter("links", 10, "1", "n, number of links", low=1, high=500),
    *parameters_of(ChainLink, "body", {"inertia": "printed"}, left_out=("mass",)),
)
GAIT = (
    Parameter("gait", "lateral", "", "lateral undulation (41) or eel-like motion (42)", ("lateral", "eel")),
    *parameters_of(Serpenoid, "gait", left_out=("envelope",)),
)
CONTROL = (
    Parameter("control", "pd", "", "PD without reference rate (43), with it, or computed torque", ("pd", "pd-rate", "computed")),
    parameter_of(PD, "kp", "control.kp", 200.0, "stiffness (computed: 1/s^2)"),
    parameter_of(PD, "kd", "control.kd", 50.0, "damping (computed: 1/s)"),
    Parameter("control.limit", 0.0, "N m", "largest torque; 0 for no limit", low=0.0),
    Parameter("control.lag", 0.0, "s", "first-order lag of the actuators; 0 for none", low=0.0),
    Parameter("steer", "none", "", "follow the world's x axis by line of sight", ("none", "line")),
    *parameters_of(LineOfSight, "steer", left_out=("largest", "point", "direction")),
    Parameter("start.position", (0.0, 0.0), "m", "centre of mass at the start, x,y"),
    Parameter("start.heading", 0.0, "rad", "heading at the start"),
)
WATER = (
    Parameter("case", 1, "1", "1: added mass and quadratic drag; 2: and linear drag; 3: and current", low=1, high=3),
    Parameter("water.model", "lumped", "", "forces at the links' centres, or integrated along strips", ("lumped", "strip")),
    *parameters_of(
        LumpedWater,
        "water",
        {"law": "printed", "inertia_law": "printed", "current": (0.1, 0.1, 0.0)},
        {"current": "current of case 3, world"},
        left_out=("linear", "quadratic"),
    ),
)
LAND = parameters_of(GroundFriction, "ground", {"viscous_t": 1.0, "viscous_n": 20.0}, left_out=("gravity", "points"))
SHORE = parameters_of(Shore, "shore", {"position": 2.0, "width": 0.14})

WAVE = ("gait.amplitude=0:1", "gait.frequency=0.3:3.5", "gait.phase=0:1.2", "gait.offset=-0.25:0.25")
IN_WATER = ("water.drag", "water.added", "water.friction=0:0.2", "water.current.x", "water.current.y")
ON_LAND = ("ground.viscous_t=0:5", "ground.viscous_n=0:40", "ground.coulomb_t", "ground.coulomb_n")
JOINTS = ("control.kp=20:400", "control.kd=5:50")  # more damping would need shorter steps
STEERED = ("steer.gain=0:1", "steer.lookahead=0.3:4")


def _snake(values: Mapping[str, Any], forces: dict) -> Model:
    """The robot with its gait and control in the given media."""
    robot = planar_chain([ChainLink(**section(values, "body"))] * values["links"])
    names = tuple(f"joint{i}" for i in range(1, values["links"]))
    envelope = {"lateral": "uniform", "eel": "eel"}[values["gait"]]
    gait = Serpenoid(names, envelope=envelope, **section(values, "gait"))
    control, start = _joint_control(values), _straight_start(values, robot)
    return Model("snake", robot, forces, gait, control, start=start, metrics=PLANAR)


def _joint_control(values: Mapping[str, Any]) -> Any:
    """PD or computed torque, with limit, lag and steering where asked for."""
    c = section(values, "control")
    limit = c["limit"] or None
    if values["control"] == "computed":
        if c["lag"]:
            raise InputError("control=computed finds the torque at once; control.lag goes with pd and pd-rate.")
        law: Any = ComputedTorque(c["kp"], c["kd"], limit)
    else:
        law = PD(c["kp"], c["kd"], limit, feed_rate=values["control"] == "pd-rate")
    if values["steer"] == "line":
        law = Steered(law, LineOfSight(**section(values, "steer")))
    return FirstOrderLag(law, c["lag"]) if c["lag"] else law


def _straight_start(values: Mapping[str, Any], robot: Robot) -> InitialState:
    """At rest and straight, the centre of mass where asked for."""
    (x, y), angle = values["start.position"], values["start.heading"]
    ahead = head_ahead_of_centre(robot)
    rest = dict.fromkeys(robot.joint_names, 0.0)
    position = (x + ahead * ca.cos(angle), y + ahead * ca.sin(angle), 0.0)
    return InitialState(position, (ca.cos(angle / 2), 0.0, 0.0, ca.sin(angle / 2)), angles=rest, rates=rest)


def water(values: Mapping[str, Any]) -> LumpedWater | Morison:
    """The paper's fluid for its three cases, or the eel's strips with the same coefficients."""
    w, case = section(values, "water"), values["case"]
    model, current = w.pop("model"), w.pop("current")
    current = current if case == 3 else (0.0, 0.0, 0.0)
    if model == "lumped":
        return LumpedWater(**w, linear=0.0 if case == 1 else 1.0, current=current)
    if case == 2:
        raise InputError("case=2 adds linear drag, which strips do not have. Use water.model=lumped, or case 1 or 3.")
    across = {"drag_e2": w["drag"], "drag_e3": w["drag"], "added_e2": w["added"], "added_e3": w["added"]}
    law = "kirchhoff" if w["law"] == "kirchhoff" else "paper"
    return Morison(w["density"], w["friction"], **across, added_roll=w["added_inertia"], law=law, current=current)


def _swim(values: Mapping[str, Any], duration: float) -> Model:
    return _snake(values, {"water": water(values)})


def _crawl(values: Mapping[str, Any], duration: float) -> Model:
    return _snake(values, {"ground": GroundFriction(**section(values, "ground"))})


def _wade(values: Mapping[str, Any], duration: float) -> Model:
    land = GroundFriction(**section(values, "ground"))
    return _snake(values, {"shore": Shore(water(values), land, **section(values, "shore"))})


SWIMMER = Scenario(
    name="swimmer",
    title="planar underwater snake robot",
    source=SOURCE + ", section III",
    equations=EQUATIONS,
    parameters=(*BODY, *GAIT, *CONTROL, *WATER),
    compose=_swim,
    duration=30.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=("water.law=printed:kirchhoff", *WAVE, *IN_WATER, *JOINTS, *STEERED),
    showing=Showing(
        story=(
            StoryStep(
                "Ten links and nine motors: a wave of bending runs along the body and pushes it through the water.", again=True
            ),
            StoryStep("A flatter wave swims slower. The ghost keeps the wave of before.", {"gait.amplitude": 0.3}),
            StoryStep(
                "With an offset all joints are bent to one side, and the robot turns.",
                {"gait.amplitude": 0.5236, "gait.offset": 0.15},
            ),
            StoryStep("Straight on again, seen from above.", {"gait.offset": 0.0}, Camera(azimuth=-math.pi / 2, elevation=1.4)),
        ),
        advice="look for the phase with the highest speed, or switch the added-mass law and compare the energy from nothing.",
    ),
)

CRAWLER = Scenario(
    name="crawler",
    title="the same robot on land, with smooth friction",
    source=SOURCE + ", remark 4",
    equations=EQUATIONS,
    parameters=(*BODY, *GAIT, *CONTROL, *LAND),
    compose=_crawl,
    duration=30.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=(*WAVE, *ON_LAND, *JOINTS, *STEERED),
)

SNAKE_AMPHIBIOUS = Scenario(
    name="snake-amphibious",
    title="the same robot crawls into the water and swims away",
    source=SOURCE + ", remark 4",
    equations=EQUATIONS,
    parameters=(*BODY, *GAIT, *CONTROL, *WATER, *LAND, *SHORE),
    compose=_wade,
    duration=40.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=(
        "water.law=printed:kirchhoff",
        *WAVE,
        *IN_WATER,
        "ground.viscous_t=0:5",
        "ground.viscous_n=0:40",
        "shore.width=0.05:0.5",
    ),
    showing=Showing(
        Camera(azimuth=-2.35, elevation=0.42, room=2.5),
        (
            StoryStep(
                "The ground holds a link that slides sideways more than one that slides along itself, and so the robot crawls.",
                again=True,
            ),
            StoryStep("Each link feels ground or water, whichever it is in. Twice as fast now: the head gets wet.", speed=2.0),
            StoryStep(
                "Where the ground holds alike in all directions, nothing carries the robot on.",
                {"ground.viscous_n": 1.0},
                speed=1.0,
                again=True,
            ),
            StoryStep("With the grip of before it crawls again.", {"ground.viscous_n": 20.0}, again=True),
        ),
        "make the shore wide, and look at the forces of the links that are half in the water.",
    ),
)
