"""Scenarios ``swimmer``, ``crawler`` and ``snake-amphibious``: one planar snake robot under water, on land, and across the shore.

E. Kelasidi, K. Y. Pettersen, J. T. Gravdahl, P. Liljeback, "Modeling of underwater snake robots", ICRA 2014 (USR). Values and
corrections: docs/models/snake.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca

from elver.drive import PD, ComputedTorque, Lagged, LineOfSight, Serpenoid, Steered
from elver.equations import Model, Start
from elver.errors import InputError
from elver.forces import GroundFriction, LumpedWater, Morison, Shore
from elver.results.measures import PLANAR
from elver.scenarios.definition import Scenario, section
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of
from elver.systems.snake.robot import ChainLink, head_ahead_of_centre, planar_chain

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


def snake(values: Mapping[str, Any], forces: dict) -> Model:
    """The robot with its gait and control in the given media."""
    robot = planar_chain([ChainLink(**section(values, "body"))] * values["links"])
    names = tuple(f"joint{i}" for i in range(1, values["links"]))
    envelope = {"lateral": "uniform", "eel": "eel"}[values["gait"]]
    gait = Serpenoid(names, envelope=envelope, **section(values, "gait"))
    control, start = joint_control(values), straight_start(values, robot)
    return Model("snake", robot, forces, gait, control, start=start, measures=PLANAR)


def joint_control(values: Mapping[str, Any]):
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
    return Lagged(law, c["lag"]) if c["lag"] else law


def straight_start(values: Mapping[str, Any], robot) -> Start:
    """At rest and straight, the centre of mass where asked for."""
    (x, y), angle = values["start.position"], values["start.heading"]
    ahead = head_ahead_of_centre(robot)
    rest = dict.fromkeys(robot.joint_names, 0.0)
    position = (x + ahead * ca.cos(angle), y + ahead * ca.sin(angle), 0.0)
    return Start(position, (ca.cos(angle / 2), 0.0, 0.0, ca.sin(angle / 2)), angles=rest, rates=rest)


def water(values: Mapping[str, Any]):
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


def swim(values: Mapping[str, Any], duration: float) -> Model:
    return snake(values, {"water": water(values)})


def crawl(values: Mapping[str, Any], duration: float) -> Model:
    return snake(values, {"ground": GroundFriction(**section(values, "ground"))})


def wade(values: Mapping[str, Any], duration: float) -> Model:
    land = GroundFriction(**section(values, "ground"))
    return snake(values, {"shore": Shore(water(values), land, **section(values, "shore"))})


SWIMMER = Scenario(
    name="swimmer",
    title="planar underwater snake robot",
    source=SOURCE + ", section III",
    equations=EQUATIONS,
    parameters=(*BODY, *GAIT, *CONTROL, *WATER),
    compose=swim,
    duration=30.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=(*WAVE, *IN_WATER, *JOINTS, *STEERED),
)

CRAWLER = Scenario(
    name="crawler",
    title="the same robot on land, with smooth friction",
    source=SOURCE + ", remark 4",
    parameters=(*BODY, *GAIT, *CONTROL, *LAND),
    compose=crawl,
    duration=30.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=(*WAVE, *ON_LAND, *JOINTS, *STEERED),
)

SNAKE_AMPHIBIOUS = Scenario(
    name="snake-amphibious",
    title="the same robot crawls into the water and swims away",
    source=SOURCE + ", remark 4",
    parameters=(*BODY, *GAIT, *CONTROL, *WATER, *LAND, *SHORE),
    compose=wade,
    duration=40.0,
    dt=0.01,
    joints_shown=("joint1", "joint5", "joint9"),
    sliders=(*WAVE, *IN_WATER, "ground.viscous_t=0:5", "ground.viscous_n=0:40", "shore.width=0.05:0.5"),
)
