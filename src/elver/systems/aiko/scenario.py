"""Scenarios ``aiko-flat``, ``aiko-obstacles`` and ``aiko-small-obstacles``: the snake robot Aiko on ground with true stick.

A. A. Transeth, R. I. Leine, Ch. Glocker, K. Y. Pettersen, P. Liljeback, "Snake robot obstacle aided locomotion: modeling,
simulations, and experiments", IEEE Trans. Robotics 24(1), 2008 (SNAKE). Values and corrections: docs/models/aiko.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import casadi as ca

from elver.contact import Disc, Scene
from elver.drive import PD, Serpenoid
from elver.equations import Model, Start
from elver.errors import InputError, is_symbol, number_in
from elver.forces import Gravity
from elver.results.measures import tracked
from elver.scenarios.definition import Scenario, require_values, section
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of, with_defaults
from elver.systems.aiko.robot import AikoLink, aiko_robot

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
    *parameters_of(AikoLink, "body"),
    parameter_of(Serpenoid, "amplitude", "gait.amplitude", math.radians(40), "A_h, amplitude of the joints"),
    parameter_of(Serpenoid, "frequency", "gait.frequency", math.radians(80), "omega_h, frequency of the joints"),
    parameter_of(Serpenoid, "phase", "gait.phase", math.radians(-50), "delta_h, phase from joint to joint"),
    parameter_of(PD, "kp", "control.kp", 800.0, "stiffness of the joints' PD control (43)"),
    parameter_of(PD, "kd", "control.kd", 2.0, "damping of the joints' PD control"),
    Parameter("friction", "0.2", "1", "ground friction: one number, along,across or forward,backward,across"),
    parameter_of(Gravity, "acceleration", "gravity"),
    Parameter("start.position", (0.0, 0.0), "m", "centre of link 1, the head, x,y"),
    Parameter("start.axis", math.pi, "rad", "mean direction of the links, head to tail"),
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


def compose(values: Mapping[str, Any], obstacles: tuple) -> Model:
    """Robot, gait, control and scene; at rest on the gait, the links' mean direction as asked for."""
    if values["links"] < 2:
        raise InputError(f"links = {values['links']}: a chain of one link has no joint. Give at least two.")
    robot = aiko_robot(AikoLink(**section(values, "body")), values["links"])
    gait = Serpenoid(robot.joint_names, **section(values, "gait"))
    first = values["start.axis"] - lead(gait)
    quaternion = (ca.cos(first / 2), 0.0, 0.0, ca.sin(first / 2))
    start = Start((*values["start.position"], 0.0), quaternion, rates=dict.fromkeys(robot.joint_names, 0.0))
    scene = Scene(obstacles, friction_of(values["friction"]), values["gravity"])
    control = PD(values["control.kp"], values["control.kd"])
    middle = f"link{(values['links'] + 1) // 2}"
    return Model("aiko", robot, gait=gait, control=control, start=start, scene=scene, measures=tracked(middle))


def lead(gait: Serpenoid):
    """Turn of the links' mean direction against link 1 at the start [rad]. Joints that all bend alike are straight then: none."""
    half = ca.sin(gait.phase / 2)
    if is_symbol(half):
        return ca.if_else(ca.fabs(half) < ALIKE, 0.0, gait.amplitude / (2 * half) * ca.cos(gait.phase / 2))
    return 0.0 if abs(half) < ALIKE else gait.amplitude / (2 * half) * ca.cos(gait.phase / 2)


def friction_of(text) -> tuple[float, ...]:
    """One to three coefficients from text such as ``0.1,0.7``."""
    try:
        return tuple(number_in(part) for part in str(text).split(","))
    except ValueError:
        raise InputError(
            f"friction = {text!r}. Give one coefficient, two (along,across) or three (forward,backward,across)."
        ) from None


def placed(values: Mapping[str, Any], centres, radii) -> tuple[Disc, ...]:
    """Seven discs, one of them moved or left out where asked for."""
    require_values(values, [n for n in values if n == "obstacle.radius"], "obstacles are numbers")
    discs = []
    for number, ((x, y), radius) in enumerate(zip(centres, radii, strict=True), start=1):
        if number == values["obstacle.removed"]:
            continue
        dx, dy = values["obstacle.shift"] if number == values["obstacle.moved"] else (0.0, 0.0)
        discs.append(Disc(x + dx, y + dy, radius, f"{number}"))
    return tuple(discs)


def starting_at(x: float, y: float, axis: float) -> tuple[Parameter, ...]:
    """The common parameters with another start pose."""
    return with_defaults(PARAMETERS, {"start.position": (x, y), "start.axis": axis})


def scenario(name: str, title: str, parameters, obstacles, duration: float = 10.0) -> Scenario:
    return Scenario(
        name=name,
        title=title,
        source=SOURCE,
        equations=EQUATIONS,
        parameters=parameters,
        compose=lambda values, seconds: compose(values, obstacles(values)),
        duration=duration,
        dt=5e-4,
        joints_shown=("joint1", "joint5", "joint10"),
        sliders=SLIDERS,
    )


AIKO_FLAT = scenario("aiko-flat", "snake robot on flat ground that can stick", PARAMETERS, lambda v: (), 20.0)
AIKO_OBSTACLES = scenario(
    "aiko-obstacles",
    "snake robot pushing against seven large obstacles",
    (*starting_at(1.0344, 0.1350, math.pi + 0.00295), *OBSTACLES),
    lambda v: placed(v, LARGE, [v["obstacle.radius"]] * 7),
)
AIKO_SMALL = scenario(
    "aiko-small-obstacles",
    "snake robot pushing against seven small obstacles",
    (*starting_at(0.9997, 0.1322, math.pi - 0.00289), *OBSTACLES[1:]),
    lambda v: placed(v, SMALL, SMALL_RADII),
)
