"""Scenarios ``eel`` and ``eel-loop``.

The 3-D eel robot of Khalil, Gallot and Boyer (EEL; FLOAT section VI): its bodies, joints and gait names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver._support.errors import InputError, NotFreeError, is_symbol
from elver.drive import PD, Anguilliform, Playback, Saturated, SignalTable
from elver.forces import ByBody, Force, Gravity, Morison
from elver.model import Model
from elver.quantities import check_quantities, quantity, word
from elver.robot import Body, Compound, EllipticCylinder, HalfEllipsoid, Joint, Robot, axes_from, spherical_joint
from elver.scenarios import (
    Camera,
    Parameter,
    Preparation,
    Scenario,
    Showing,
    StoryStep,
    parameter_of,
    parameters_of,
    section,
    with_defaults,
)
from elver.simulation import Save, simulate
from elver.symbolic.arrays import has_symbols, times

HALF = math.pi / 2
X, Y, Z = np.eye(3)
_TAILS = {"half-ellipsoid": HalfEllipsoid, "cylinder": EllipticCylinder}


@dataclass(frozen=True)
class EelBody:
    """Dimensions of the eel, its density, and the limits, friction and rotors of its joints (docs/models/eel.md)."""

    joints: int = quantity(12, "1", "number of spherical joints", low=1, high=1000)
    head_length: float = quantity(0.4, "m", "length of the head, d_1", above=0.0)
    link_length: float = quantity(0.14, "m", "length of a link, r_3i", above=0.0)
    nose_length: float = quantity(0.09, "m", "part of the head that is half a spheroid (not printed)", above=0.0)
    half_width: float = quantity(0.065, "m", "a, lateral half axis of the section", above=0.0)
    half_height: float = quantity(0.09, "m", "b, vertical half axis of the section", above=0.0)
    density: float = quantity(1000.0, "kg/m^3", "density of the robot", above=0.0)
    limit_yaw_pitch: float = quantity(4.0, "N m", "actuator limit of yaw and pitch joints; see control.limits")
    limit_roll: float = quantity(0.7, "N m", "actuator limit of roll joints; see control.limits")
    tail: str = word("half-ellipsoid", "shape of the last link (not printed; FLOAT has half an ellipsoid)", tuple(_TAILS))
    coulomb: float = quantity(0.0, "N m", "Fs, dry friction of every joint (28)", low=0.0)
    viscous: float = quantity(0.0, "N m s/rad", "Fv, viscous friction of every joint (28)", low=0.0)
    rotor: float = quantity(0.0, "kg m^2", "Ia, inertia of every actuator's rotor, seen at its joint (28)", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")
        if not has_symbols(self.head_length - self.nose_length) and self.nose_length >= self.head_length:
            raise InputError(f"body.nose_length = {self.nose_length} m must be shorter than the head, {self.head_length} m.")


def _head(p: EelBody) -> Body:
    """Link 0: half spheroid with its tip at the origin, then an elliptic cylinder; e1 = x0, e2 = y0, e3 = z0."""
    nose = HalfEllipsoid(p.nose_length, p.half_width, p.half_height, at=times(p.nose_length, X), axes=axes_from(-X, -Y))
    trunk = EllipticCylinder(p.head_length - p.nose_length, p.half_width, p.half_height, at=times(p.nose_length, X))
    outline = EllipticCylinder(p.head_length, p.half_width, p.half_height).strip()
    return Body.solid("head", Compound((nose, trunk)), p.density, strip=outline)


def link(p: EelBody, number: int) -> Body:
    """Link 3i: elliptic cylinder that ends at its frame's origin; e1 = z, e2 = x, e3 = y. The last one is the tail."""
    solid = _TAILS[p.tail] if number == p.joints else EllipticCylinder
    shape = solid(p.link_length, p.half_width, p.half_height, at=times(-p.link_length, Z), axes=axes_from(Z, X))
    return Body.solid(f"link{number}", shape, p.density)


def eel_robot(p: EelBody, mode: str = "driven") -> Robot:
    """The robot with Table I as corrected in docs/errata.md. Joints are named joint1 .. joint36 as in the paper."""
    bodies, joints = [_head(p)], []
    for i in range(1, p.joints + 1):
        place: dict[str, Any] = {"alpha": 0.0, "d": p.head_length} if i == 1 else {"alpha": HALF, "theta": HALF}
        losses: dict[str, Any] = {"coulomb": p.coulomb, "viscous": p.viscous, "rotor": p.rotor}
        first = Joint(f"s{i}", bodies[-1].name, f"link{i}", mode=mode, limit=p.limit_yaw_pitch, **losses, **place)
        names = [f"joint{3 * i - 2 + k}" for k in range(3)]
        virtual, (yaw, pitch, roll) = spherical_joint(first, r=p.link_length, names=names)
        bodies += [*virtual, link(p, i)]
        joints += [yaw, pitch, replace(roll, limit=p.limit_roll)]
    return Robot("eel", bodies, joints)


def _joint_group(robot: Robot, group: str) -> tuple[str, ...]:
    """Names of the joints of one group, head to tail."""
    return tuple(j.name for j in robot.moving_joints if j.group == group)


@dataclass(frozen=True)
class _EndCoefficients:
    """Coefficients of the water at the first or the last link over those of the others. By link in (46)-(49)."""

    drag: float = quantity(1.0, "1", "C1 to C4 of this link over those of the others", low=0.0)
    added: float = quantity(1.0, "1", "C5 to C7 of this link over those of the others", low=0.0)

    @property
    def plain(self) -> bool:
        """Whether they are those of the other links."""
        return all(not is_symbol(v) and v == 1.0 for v in (self.drag, self.added))

    def of(self, water: Morison) -> dict[str, Any]:
        """The coefficients of this link."""
        drag, added = ("friction", "drag_e2", "drag_e3", "drag_roll"), ("added_e2", "added_e3", "added_roll")
        factors = dict.fromkeys(drag, self.drag) | dict.fromkeys(added, self.added)
        return {name: factor * getattr(water, name) for name, factor in factors.items()}


def _water(water: Morison, ends: Mapping[str, _EndCoefficients]) -> Force:
    """The water's force on all links. ends: the links that differ, by name."""
    changes = {name: end.of(water) for name, end in ends.items() if not end.plain}
    return ByBody(water, changes) if changes else water


# --- Scenarios ``eel`` and ``eel-loop``: planar swimming and the vertical loop of the 3-D eel robot.
#
# W. Khalil, G. Gallot, F. Boyer, "Dynamic modeling and simulation of a 3-D serial eel-like robot", IEEE Trans. SMC-C
# 37(6), 2007 (EEL); W. Khalil, F. Rongere, "Dynamic modeling of floating systems" (FLOAT), eel part.
# Values the papers do not print are explained in docs/models/eel.md.

SOURCE = "Khalil, Gallot, Boyer 2007 (EEL)"
EQUATIONS = "recursion EEL (4)-(6), (14)-(28); water EEL (46)-(62); gait EEL (63)-(66)"
SAMPLE = 0.01  # s between recorded torques
RECORDING = "the torques of the imposed motion, recorded"
DRIVES = ("imposed", "torque", "pd", "playback")
_LIMITS = ("reported", "acting")

PARAMETERS = (
    *parameters_of(Anguilliform, "gait"),
    *parameters_of(EelBody, "body"),
    *parameters_of(Morison, "water", {"law": "paper"}),
    *parameters_of(_EndCoefficients, "head"),
    *parameters_of(_EndCoefficients, "tail"),
    parameter_of(Gravity, "acceleration", "gravity", meaning="gravity; a robot of the water's density floats freely"),
    Parameter("drive", "imposed", "", "imposed motion, or direct model: recorded torques + PD, PD, recorded", DRIVES),
    parameter_of(PD, "kp", "control.kp", 400.0, "PD stiffness of torque-driven joints"),
    parameter_of(PD, "kd", "control.kd", 4.0, "PD damping of torque-driven joints"),
    Parameter("control.limits", "reported", "", "whether torque-driven joints keep to their actuators' limits", _LIMITS),
)

SLIDERS = (
    "water.law=paper:kirchhoff",
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


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Robot, water and gait from named parameters; torque-driven variants replace the imposed motion by a control."""
    body = EelBody(**section(values, "body"))
    robot = eel_robot(body)
    stations = tuple(body.link_length * i for i in range(body.joints + 1))
    yaw, pitch, roll = (_joint_group(robot, group) for group in ("yaw", "pitch", "roll"))
    gait = Anguilliform(yaw, stations, pitch, roll, **section(values, "gait"))
    water = Morison(**section(values, "water"))
    ends = {name: _EndCoefficients(**section(values, end)) for name, end in (("head", "head"), (f"link{body.joints}", "tail"))}
    forces: dict[str, Force] = {"water": _water(water, ends), "gravity": Gravity(values["gravity"], water.density)}
    imposed = Model("eel", robot, forces, gait)
    if values["drive"] == "imposed":
        if values["control.limits"] == "acting":
            raise InputError(
                "control.limits=acting has nothing to act on: drive=imposed gives the joints their motion, whatever torque it "
                "takes. Use drive=pd, torque or playback.",
                name="control.limits",
            )
        return imposed
    if values["drive"] == "pd":
        return replace(imposed, robot=robot.with_modes("torque"), control=_limited(values, _pd(values)))
    if any(is_symbol(v) for v in values.values()):
        raise NotFreeError(f"drive={values['drive']} records torques before the run: none of them can stay free. Use pd.")
    return replace(imposed, needs=RECORDING)


def _pd(values: Mapping[str, Any]) -> PD:
    """The control of torque-driven joints."""
    return PD(values["control.kp"], values["control.kd"])


def _limited(values: Mapping[str, Any], law: PD | Playback) -> PD | Playback | Saturated:
    """A law of the joints, kept to their actuators' limits where these act."""
    return Saturated(law) if values["control.limits"] == "acting" else law


def _record_torques(chosen: Scenario, imposed: Model, duration: float) -> Preparation:
    """The direct model driven by the torques of the imposed motion, which is run for it."""
    values, seconds = imposed.parameters, max(math.ceil(duration / SAMPLE), 10) * SAMPLE
    run = simulate(replace(imposed, needs=""), seconds, save=Save(every=SAMPLE), progress=False)
    if run.status == "interrupted":
        raise KeyboardInterrupt
    if run.status != "finished":
        raise InputError(f"the imposed run that drive={values['drive']} records did not finish: {run.summary['status_detail']}")
    table = SignalTable(imposed.robot.joint_names, run.data.time.values, run.data.joint_torque.values)
    control = Playback(table, _pd(values) if values["drive"] == "torque" else None)
    record = {"computed": RECORDING, "recorded": "the imposed motion", "duration": seconds, "sample": SAMPLE}
    return Preparation(replace(imposed, robot=imposed.robot.with_modes("torque"), control=_limited(values, control)), record)


_LAWS = (
    StoryStep(
        "The added-mass law as it was published lets the water push harder than it can. Look at the energy from nothing: this "
        "power comes from no motor.",
        {"water.law": "paper"},
    ),
    StoryStep(
        "With the energy-consistent law all power comes from the motors. The ghost swims on by the published law.",
        {"water.law": "kirchhoff"},
    ),
)
_ABOVE = Camera(azimuth=-HALF, elevation=1.4)

EEL = Scenario(
    name="eel",
    title="3-D eel robot, planar swimming",
    source=SOURCE + ", section VII-A",
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=_compose,
    duration=30.0,
    prepare=_record_torques,
    joints_shown=("joint1", "joint25", "joint34"),
    sliders=SLIDERS,
    showing=Showing(
        story=(
            StoryStep(
                "A wave of bending runs from the head to the tail and grows on its way. The green arrows are the forces of the "
                "water: what they push sideways drives the robot on.",
                again=True,
            ),
            StoryStep("From above: the head swings little, the tail far. The red line is the path of the head.", camera=_ABOVE),
            StoryStep(
                "A larger wave swims faster. The ghost keeps the settings of before, and its numbers stand beside the new ones.",
                {"gait.amplitude": 0.1},
                camera=Camera(),
            ),
            *_LAWS,
        ),
        advice="make the wave shorter or slower, let a current flow, or bend the whole wave to one side with the yaw offset.",
    ),
)

EEL_LOOP = Scenario(
    name="eel-loop",
    title="3-D eel robot, loop in the vertical plane",
    source=SOURCE + ", section VII-B",
    equations=EQUATIONS,
    parameters=with_defaults(PARAMETERS, {"gait.pitch_offset": math.pi / 40}),
    compose=_compose,
    duration=60.0,
    prepare=_record_torques,
    joints_shown=("joint1", "joint25", "joint34", "joint2", "joint26", "joint35", "joint3", "joint27", "joint36"),
    sliders=(*SLIDERS[:5], "gait.pitch_offset=-0.12:0.12", *SLIDERS[5:]),
    showing=Showing(
        Camera(azimuth=-HALF - 0.25, elevation=0.1, room=4.6, centre=(-0.3, 0.0, -1.85), floor=-4.3),
        (
            StoryStep(
                "The same wave, with every joint bent a little downwards: the path of the robot becomes a loop.",
                again=True,
            ),
            StoryStep("A loop takes a minute. Three times as fast one sees how the path closes.", speed=3.0),
            StoryStep("Bent twice as far, the loop is narrower.", {"gait.pitch_offset": 0.12}),
            StoryStep("Bent upwards, the robot climbs instead.", {"gait.pitch_offset": -math.pi / 40}, again=True),
        ),
        "move the pitch offset to 0 and the robot swims straight on; add a yaw offset and the loop becomes a spiral.",
    ),
)
