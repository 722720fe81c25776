"""Scenarios ``eel`` and ``eel-loop``: planar swimming and the vertical loop of the 3-D eel robot.

W. Khalil, G. Gallot, F. Boyer, "Dynamic modeling and simulation of a 3-D serial eel-like robot", IEEE Trans. SMC-C
37(6), 2007 (EEL); W. Khalil, F. Rongere, "Dynamic modeling of floating systems" (FLOAT), eel part.
Values the papers do not print are explained in docs/models/eel.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from elver.drive import PD, Anguilliform, Playback, SignalTable
from elver.equations import Model
from elver.errors import InputError, NotFreeError, is_symbol
from elver.forces import Force, Gravity, Morison
from elver.scenarios.definition import Scenario, section
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of, with_defaults
from elver.scenarios.preparation import Preparation
from elver.simulation import simulate
from elver.systems.eel.robot import EelBody, eel_robot, joint_group

SOURCE = "Khalil, Gallot, Boyer 2007 (EEL)"
EQUATIONS = "recursion EEL (4)-(6), (14)-(28); water EEL (46)-(62); gait EEL (63)-(66)"
SAMPLE = 0.01  # s between recorded torques
RECORDING = "the torques of the imposed motion, recorded"
DRIVES = ("imposed", "torque", "pd", "playback")

PARAMETERS = (
    *parameters_of(Anguilliform, "gait"),
    *parameters_of(EelBody, "body"),
    *parameters_of(Morison, "water", {"law": "paper"}),
    parameter_of(Gravity, "acceleration", "gravity", meaning="gravity; a robot of the water's density floats freely"),
    Parameter("drive", "imposed", "", "imposed motion, or direct model: recorded torques + PD, PD, recorded", DRIVES),
    parameter_of(PD, "kp", "control.kp", 400.0, "PD stiffness of torque-driven joints"),
    parameter_of(PD, "kd", "control.kd", 4.0, "PD damping of torque-driven joints"),
)

SLIDERS = (
    "gait.amplitude=0:0.12",
    "gait.period=0.8:6",
    "gait.wavelength=0.9:4",
    "gait.yaw_offset=-0.1:0.1",
    "water.current.x=-0.5:0.5",
    "water.drag_e2",
    "water.added_e2",
    "control.kp",
    "control.kd",
)


def compose(values: Mapping[str, Any], duration: float) -> Model:
    """Robot, water and gait from named parameters; torque-driven variants replace the imposed motion by a control."""
    body = EelBody(**section(values, "body"))
    robot = eel_robot(body)
    stations = tuple(body.link_length * i for i in range(body.joints + 1))
    yaw, pitch, roll = (joint_group(robot, group) for group in ("yaw", "pitch", "roll"))
    gait = Anguilliform(yaw, stations, pitch, roll, **section(values, "gait"))
    water = Morison(**section(values, "water"))
    forces: dict[str, Force] = {"water": water, "gravity": Gravity(values["gravity"], water.density)}
    imposed = Model("eel", robot, forces, gait)
    if values["drive"] == "imposed":
        return imposed
    if values["drive"] == "pd":
        return replace(imposed, robot=robot.with_modes("torque"), control=pd(values))
    if any(is_symbol(v) for v in values.values()):
        raise NotFreeError(f"drive={values['drive']} records torques before the run: none of them can stay free. Use pd.")
    return replace(imposed, needs=RECORDING)


def pd(values: Mapping[str, Any]) -> PD:
    """The control of torque-driven joints."""
    return PD(values["control.kp"], values["control.kd"])


def record_torques(chosen: Scenario, imposed: Model, duration: float) -> Preparation:
    """The direct model driven by the torques of the imposed motion, which is run for it."""
    values, seconds = imposed.parameters, max(math.ceil(duration / SAMPLE), 10) * SAMPLE
    run = simulate(replace(imposed, needs=""), seconds, output=SAMPLE, progress=False)
    if run.status == "interrupted":
        raise KeyboardInterrupt
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
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=compose,
    duration=30.0,
    prepare=record_torques,
    joints_shown=("joint1", "joint25", "joint34"),
    sliders=SLIDERS,
)

EEL_LOOP = Scenario(
    name="eel-loop",
    title="3-D eel robot, loop in the vertical plane",
    source=SOURCE + ", section VII-B",
    equations=EQUATIONS,
    parameters=with_defaults(PARAMETERS, {"gait.pitch_offset": math.pi / 40}),
    compose=compose,
    duration=60.0,
    prepare=record_torques,
    joints_shown=("joint1", "joint25", "joint34", "joint2", "joint26", "joint35", "joint3", "joint27", "joint36"),
    sliders=(*SLIDERS[:4], "gait.pitch_offset=-0.12:0.12", *SLIDERS[4:]),
)
