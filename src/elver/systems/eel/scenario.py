"""Scenarios ``eel`` and ``eel-loop``: planar swimming and the vertical loop of the 3-D eel robot.

W. Khalil, G. Gallot, F. Boyer, "Dynamic modeling and simulation of a 3-D serial eel-like robot", IEEE Trans. SMC-C
37(6), 2007 (EEL); W. Khalil, F. Rongere, "Dynamic modeling of floating systems" (FLOAT), eel part.
Values the papers do not print are explained in docs/models/eel.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from elver.drive import PD, Anguilliform, Playback, SignalTable
from elver.equations import Model
from elver.errors import InputError, NotFreeError, is_symbol
from elver.forces import Gravity, Morison
from elver.scenarios.parameter import Parameter, with_defaults
from elver.scenarios.preparation import Preparation
from elver.scenarios.scenario import Scenario, section
from elver.simulation import simulate
from elver.systems.eel.robot import EelBody, eel_robot, joint_group

SOURCE = "Khalil, Gallot, Boyer 2007 (EEL)"
SAMPLE = 0.01  # s between recorded torques
RECORDING = "the torques of the imposed motion, recorded"
DRIVES = ("imposed", "torque", "pd", "playback")

PARAMETERS = (
    Parameter("gait.amplitude", 0.06, "rad", "A, amplitude of the wave (63)"),
    Parameter("gait.growth", 1.2, "1/m", "alpha, growth of the amplitude towards the tail"),
    Parameter("gait.wavelength", 1.8, "m", "lambda, length of the wave"),
    Parameter("gait.period", 2.0, "s", "T, period of the wave"),
    Parameter("gait.ramp_time", 2.0, "s", "t_f, duration of the smooth start (64)"),
    Parameter("gait.yaw_offset", 0.0, "rad", "Off1, added to every yaw joint: turns (65)"),
    Parameter("gait.pitch_offset", 0.0, "rad", "Off2, of every pitch joint: dives or loops (66)"),
    Parameter("body.joints", 12, "1", "number of spherical joints", low=1, high=1000),
    Parameter("body.head_length", 0.4, "m", "length of the head, d_1"),
    Parameter("body.link_length", 0.14, "m", "length of a link, r_3i"),
    Parameter("body.nose_length", 0.09, "m", "part of the head that is half a spheroid (not printed)"),
    Parameter("body.half_width", 0.065, "m", "a, lateral half axis of the section"),
    Parameter("body.half_height", 0.09, "m", "b, vertical half axis of the section"),
    Parameter("body.density", 1000.0, "kg/m^3", "density of the robot"),
    Parameter("body.limit_yaw_pitch", 4.0, "N m", "actuator limit of yaw and pitch joints (reported, not enforced)"),
    Parameter("body.limit_roll", 0.7, "N m", "actuator limit of roll joints (reported, not enforced)"),
    Parameter("water.density", 1000.0, "kg/m^3", "density of the water"),
    Parameter("water.friction", 0.01, "1", "C1, drag along the body"),
    Parameter("water.drag_e2", 1.0, "1", "C2, drag across, lateral"),
    Parameter("water.drag_e3", 1.0, "1", "C3, drag across, vertical"),
    Parameter("water.drag_roll", 1.0, "1", "C4, drag about the body's axis"),
    Parameter("water.added_e2", 1.0, "1", "C5, added mass, lateral"),
    Parameter("water.added_e3", 1.0, "1", "C6, added mass, vertical"),
    Parameter("water.added_roll", 1.0, "1", "C7, added inertia about the body's axis"),
    Parameter("water.law", "paper", "", "added-mass law: as published, or energy-consistent", ("paper", "kirchhoff")),
    Parameter("water.current", (0.0, 0.0, 0.0), "m/s", "uniform current in the world, x,y,z"),
    Parameter("water.points", 6, "1", "Gauss points per strip", low=1, high=64),
    Parameter("gravity", 9.81, "m/s^2", "gravity; a robot of the water's density floats freely"),
    Parameter("drive", "imposed", "", "imposed motion, or direct model: recorded torques + PD, PD, recorded", DRIVES),
    Parameter("control.kp", 400.0, "N m/rad", "PD stiffness of torque-driven joints"),
    Parameter("control.kd", 4.0, "N m s/rad", "PD damping of torque-driven joints"),
)  # fmt: skip


def compose(values: Mapping[str, object], duration: float) -> Model:
    """Robot, water and gait from named parameters; torque-driven variants replace the imposed motion by a control."""
    body = EelBody(**section(values, "body"))
    robot = eel_robot(body)
    stations = tuple(body.link_length * i for i in range(body.joints + 1))
    groups = {"yaw": joint_group(robot, "yaw"), "pitch": joint_group(robot, "pitch"), "held": joint_group(robot, "roll")}
    gait = Anguilliform(stations=stations, **groups, **section(values, "gait"))
    water = Morison(**section(values, "water"))
    forces = {"water": water, "gravity": Gravity(values["gravity"], water.density)}
    imposed = Model("eel", robot, forces, gait)
    if values["drive"] == "imposed":
        return imposed
    if values["drive"] == "pd":
        return replace(imposed, robot=robot.with_modes("torque"), control=pd(values))
    if any(is_symbol(v) for v in values.values()):
        raise NotFreeError(f"drive={values['drive']} records torques before the run: none of them can stay free. Use pd.")
    return replace(imposed, needs=RECORDING)


def pd(values: Mapping[str, object]) -> PD:
    """The control of torque-driven joints."""
    return PD(values["control.kp"], values["control.kd"])


def record_torques(chosen: Scenario, imposed: Model, duration: float) -> Preparation:
    """The direct model driven by the torques of the imposed motion, which is run for it."""
    values, seconds = imposed.parameters, max(math.ceil(duration / SAMPLE), 10) * SAMPLE
    run = simulate(replace(imposed, needs=""), seconds, output=SAMPLE, progress=False)
    if run.status != "finished":
        raise InputError(f"the imposed run that drive={values['drive']} records did not finish: {run.summary['status_detail']}")
    table = SignalTable(imposed.robot.joint_names, run.data.time.values, run.data.joint_torque.values)
    control = Playback(table, pd(values) if values["drive"] == "torque" else None)
    record = {"computed": RECORDING, "recorded": "the imposed motion", "duration": seconds, "sample": SAMPLE}
    return Preparation(replace(imposed, robot=imposed.robot.with_modes("torque"), control=control), record)


EEL = Scenario(
    name="eel",
    title="3-D eel robot, planar swimming",
    source=SOURCE + ", section VII-A",
    parameters=PARAMETERS,
    compose=compose,
    duration=30.0,
    prepare=record_torques,
    joints_shown=("joint1", "joint25", "joint34"),
)

EEL_LOOP = Scenario(
    name="eel-loop",
    title="3-D eel robot, loop in the vertical plane",
    source=SOURCE + ", section VII-B",
    parameters=with_defaults(PARAMETERS, {"gait.pitch_offset": math.pi / 40}),
    compose=compose,
    duration=60.0,
    prepare=record_torques,
    joints_shown=("joint1", "joint25", "joint34", "joint2", "joint26", "joint35", "joint3", "joint27", "joint36"),
)
