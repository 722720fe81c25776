"""Scenarios ``scull-40`` and ``scull-50``: a single scull rowed with a drive of 40 % and of 50 % of the stroke.

W. Khalil, F. Rongere, "Dynamic modeling of floating systems: application to eel-like robot and rowing system", section VII
(FLOAT). The paper prints neither the rower's nor the boat's data: what was chosen, and what calibrated, is in
docs/models/scull.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from elver._support.errors import InputError
from elver.analysis import ORBIT, OrbitProblem, Shooting, on_orbit
from elver.forces import Force, Gravity, Hull, Hydrostatics, OarBlade, Radiation, Resistance
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.scenarios import Parameter, Scenario, parameter_of, parameters_of, section
from elver.systems.scull.metrics import rowing_metrics
from elver.systems.scull.pictures import FILM, PICTURES
from elver.systems.scull.robot import OARS, Boat, Oar, Rig, Sculler, scull_hull, scull_robot
from elver.systems.scull.stroke import DRAWN, Stroke, posture

if TYPE_CHECKING:
    import casadi as ca

SOURCE = "Khalil and Rongere (FLOAT), section VII"
EQUATIONS = "recursion and loop FLOAT (7)-(31); hull FLOAT (45)-(52); blades FLOAT (53)-(57)"
WATER_DENSITY = 1000.0  # kg/m^3, of the hull's coefficients
SAGITTAL = (0, 2, 4)
BLADES = {side: f"{side}_blade" for side in OARS}
NEAR = 4.2  # m/s: where the search for the orbit begins
STEPS = 1000  # of a stroke, in a run and on the orbit it starts on
FORM, WAVE = 1.0, 0.1  # FLOAT (52): k = 1 doubles the friction
AREA_40, ARC_50 = 0.0775, 1.181  # calibrated: docs/models/scull.md


FROM_FILE = "drawn from the numbers, or a file with edited control points (JSON)"
STROKE_FILE = Parameter("stroke", DRAWN, "", FROM_FILE, file=True)
DRAG_AND_START = (
    parameter_of(Resistance, "form", "hull.form", FORM),
    parameter_of(Resistance, "wave", "hull.wave", WAVE),
    parameter_of(Resistance, "viscosity", "hull.viscosity"),
    parameter_of(Gravity, "acceleration", "gravity"),
    Parameter("start", "orbit", "", "on the periodic orbit, or at rest", ("orbit", "rest")),
)
BASES = {"sagittal": SAGITTAL, "free": tuple(range(6))}  # freedoms of the boat that make waves


@dataclass(frozen=True)
class _Balance:
    """What keeps a boat that moves in six freedoms level and on its course, as long as the rower does his part.

    Blades that lie on the water and hands that rise and sink hold it as floats would: by a moment against its roll.
    """

    stiffness: float = quantity(600.0, "N m/rad", "moment of blades and hands against the boat's roll", low=0.0)
    damping: float = quantity(60.0, "N m s/rad", "their moment against its rate", low=0.0)
    side_area: float = quantity(0.6, "m^2", "drag coefficient times area of the hull's side, for flow across it", low=0.0)
    uneven: float = quantity(
        0.0, "1", "by which share the port blade is larger and the starboard one smaller", low=-1.0, high=1.0
    )
    heel: float = quantity(0.0, "rad", "roll at the start, start=rest", fixed="the start pose is a number.")

    def __post_init__(self) -> None:
        check_quantities(self, "lateral")


SIX = (
    Parameter("base", "sagittal", "", "freedoms of the boat: surge, heave and pitch, or all six", tuple(BASES)),
    *parameters_of(_Balance, "lateral"),
)
ROWER = (
    *parameters_of(Sculler, "rower"),
    *parameters_of(Rig, "rig"),
    *parameters_of(Oar, "oar"),
    parameter_of(OarBlade, "area", "blade.area", AREA_40, "area of one blade; calibrated"),
    parameter_of(OarBlade, "coefficient", "blade.coefficient"),
)
BOAT = (
    *parameters_of(Boat, "boat", left_out=("beam",)),
    Parameter("hull.waves", "shipped", "", "radiation: state space of the computed scull, or constants", ("shipped", "simple")),
    Parameter("hull.steady", 4.2, "m/s", "mean speed about which radiation is linear"),
    parameter_of(Resistance, "area", "hull.wetted_area", 2.3),
    *DRAG_AND_START,
    *SIX,
)

SLIDERS = (
    "stroke.rate=18:40",
    "stroke.drive=0.3:0.6",
    "stroke.catch=-1.3:-0.7",
    "stroke.finish=0.4:1",
    "stroke.arc=0.6:1.3",
    "blade.area=0.03:0.15",
    "blade.coefficient=1:3",
    "hull.wetted_area=1.5:4",
    "hull.form=0.8:1.5",
    "hull.wave=0:0.4",
)


def _hull(values: Mapping[str, Any], weight: float, balance: _Balance | None) -> Hull:
    """Water on the hull that carries ``weight`` [N]: computed coefficients, or the constants of docs/models/scull.md.

    balance: of a boat with six freedoms; None for one in the sagittal plane.
    """
    c, steady = scull_hull(), (values["hull.steady"], 0.0, 0.0)
    if values["hull.waves"] == "shipped":
        restoring, centre = c.restoring, tuple(c.buoyancy_centre)
        radiation = Radiation(c.added, c.memory.restricted(BASES[values["base"]]), steady=steady)
    else:
        if balance is not None:
            raise InputError("hull.waves=simple has constants for surge, heave and pitch alone. With base=free use shipped.")
        restoring, centre = np.diag([15e3, 0.0, 54e3]), (0.0, 0.0, 0.0)
        added, damping = np.diag([3.0, 0.0, 150.0, 0.0, 480.0, 0.0]), np.diag([0.0, 0.0, 1200.0, 0.0, 3800.0, 0.0])
        radiation = Radiation(added, damping=damping, steady=steady)
    resistance = resistance_of(values, values["hull.wetted_area"])
    if balance is not None:
        restoring = restoring + np.diag([0.0, balance.stiffness, 0.0])
        radiation = replace(radiation, damping=np.diag([0.0, 0.0, 0.0, balance.damping, 0.0, 0.0]))
        resistance = replace(resistance, side_area=balance.side_area)
    made_for = c.mass if values["hull.waves"] == "shipped" else None
    place = (values["boat.middle"], 0.0, 0.0)
    return Hull("boat", Hydrostatics(restoring, weight, centre), radiation, resistance, place, made_for=made_for)


def _metacentre() -> float:
    """Height of the shipped hull's metacentre above its waterplane [m]."""
    c = scull_hull()
    return float(c.buoyancy_centre[2] + c.restoring[1, 1] / c.buoyancy)


def resistance_of(values: Mapping[str, Any], area: float | ca.SX) -> Resistance:
    """Drag of the hull with so much of it wet [m^2]."""
    drag = {name: values[f"hull.{name}"] for name in ("form", "wave", "viscosity")}
    return Resistance(area, values["boat.length"], density=WATER_DENSITY, **drag)


def blades(area: float | ca.SX, uneven: float | ca.SX = 0.0, **numbers: float | ca.SX) -> dict[str, Force]:
    """Both oar blades, normal to the stern. uneven: by which share the port blade is larger and the starboard one smaller."""
    own: dict[str, Any] = {"density": WATER_DENSITY, **numbers}
    areas = {side: area if isinstance(uneven, float) and uneven == 0.0 else area * (1 + OARS[side] * uneven) for side in BLADES}
    return {
        name: OarBlade(f"{side}_blade", (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), area=areas[side], **own)
        for side, name in BLADES.items()
    }


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Rower, boat, oars, water and stroke from named parameters; at rest, or at the mean speed where an orbit is sought."""
    sculler, rig, oar = Sculler(**section(values, "rower")), Rig(**section(values, "rig")), Oar(**section(values, "oar"))
    stroke = Stroke(**section(values, "stroke"))
    gait = stroke.gait(sculler, rig, values["stroke"])
    robot = scull_robot(sculler, rig, Boat(**section(values, "boat")), oar, values["base"])
    lateral = _Balance(**section(values, "lateral"))
    balance = lateral if values["base"] == "free" else None
    hull = _hull(values, robot.mass * values["gravity"], balance)
    forces: dict[str, Force] = {"hull": hull, "gravity": Gravity(values["gravity"])}
    uneven = 0.0 if balance is None else balance.uneven
    forces |= blades(values["blade.area"], uneven, coefficient=values["blade.coefficient"])
    ankle, _, seat = posture(sculler, rig, stroke.knee_catch, stroke.lean_catch)
    speed, needs = (NEAR, ORBIT) if values["start"] == "orbit" else (0.0, "")
    heel = 0.0 if balance is None or needs else balance.heel
    start = InitialState(
        quaternion=(math.cos(heel / 2), math.sin(heel / 2), 0.0, 0.0),
        twist=(speed, 0, 0, 0, 0, 0),
        angles={"ankle": float(ankle[0]), "seat": float(seat[0])},
    )
    metrics = rowing_metrics(tuple(BLADES.values()), _metacentre() if values["hull.waves"] == "shipped" else None)
    return Model("scull", robot, forces, gait, start=start, metrics=metrics, needs=needs)


def steps_of_the_run(steps: int, model: Model) -> tuple[OrbitProblem, Shooting]:
    """How the orbit is sought: with the steps of the default run, so that such a run repeats its strokes exactly."""
    return OrbitProblem(), Shooting(steps=steps)


def step_of_the_stroke(steps: int, values: Mapping[str, Any]) -> float:
    """Time step of a run [s]: a whole share of its stroke, so that every stroke is stepped alike."""
    return 60.0 / float(values["stroke.rate"]) / steps


def _rowing(name: str, drive: float, arc: float) -> Scenario:
    return Scenario(
        name=name,
        title=f"rowed single scull; published drive: {100 * drive:.0f} % of the stroke",
        source=SOURCE,
        equations=EQUATIONS,
        parameters=(STROKE_FILE, *parameters_of(Stroke, "stroke", {"drive": drive, "arc": arc}), *ROWER, *BOAT),
        compose=_compose,
        duration=60.0,
        dt=60 / 27 / STEPS,
        step=partial(step_of_the_stroke, STEPS),
        joints_shown=("knee", "trunk", "starboard"),
        pictures=PICTURES,
        left_out=("path", "configurations"),
        film=FILM,
        orbit=partial(steps_of_the_run, STEPS),
        prepare=on_orbit,
        sliders=SLIDERS,
    )


SCULL_40, SCULL_50 = _rowing("scull-40", 0.4, 1.0), _rowing("scull-50", 0.5, ARC_50)
