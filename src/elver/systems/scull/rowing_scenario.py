"""Scenario ``scull-rowing``: a single scull rowed by a man with arms, with lifting blades and a hull that floats by its load.

The machine of FLOAT section VII, less its simplifications: docs/models/scull.md says which, and where the numbers come from.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from elver.analysis import ORBIT, on_orbit
from elver.forces import Force, Gravity, Hull, Hydrostatics, OarBlade, Radiation
from elver.model import InitialState, Model
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
from elver.systems.scull.metrics import pulling_metrics, rowing_metrics
from elver.systems.scull.pictures import FILM, PICTURES, PULL
from elver.systems.scull.robot import Boat, Oar, Rig, Sculler, scull_hull
from elver.systems.scull.rowing_robot import Arms, Reach, afloat, floating_metrics, metacentre, rowing_robot
from elver.systems.scull.rowing_stroke import Pull
from elver.systems.scull.scenario import (
    BLADES,
    DRAG_AND_START,
    SAGITTAL,
    WATER_DENSITY,
    blades,
    resistance_of,
    step_of_the_stroke,
    steps_of_the_run,
)

if TYPE_CHECKING:
    from elver.forces.hulls.hydrostatics import Floating

SOURCE = "Khalil and Rongere (FLOAT), section VII, with arms, lifting blades and a hull by its load"
EQUATIONS = "recursion and loops FLOAT (7)-(31); hull FLOAT (45)-(52); blades that lift, docs/models/scull.md"
STEPS = 500  # of a stroke, in a run and on the orbit it starts on
NEAR = 4.4  # m/s: where the search for the orbit begins
FOOT, MIDDLE = 0.28, 0.25  # m: arms straight at the catch; midship below the mean place of the centre of mass
SPAN, INBOARD = 0.81, 0.86  # m: the hands pass beside each other
AREA, DRAG, LIFT = 0.0715, 2.07, 1.25  # blade: docs/models/scull.md
FORM, WAVE = 0.14, 0.075
NUMBERS = (  # not free: what postures and the floating hull are solved for with
    "rig.span", "rig.lock", "oar.inboard", "rower.mass", "oar.mass", "boat.mass", "boat.seat", "boat.length", "boat.height",
    "gravity",
)  # fmt: skip

PARAMETERS = (
    *parameters_of(Pull, "stroke"),
    *parameters_of(Sculler, "rower", left_out=("arms",)),
    *parameters_of(Arms, "arms"),
    *parameters_of(Rig, "rig", {"foot": FOOT, "span": SPAN}),
    *parameters_of(Oar, "oar", {"inboard": INBOARD}),
    parameter_of(OarBlade, "area", "blade.area", AREA),
    parameter_of(OarBlade, "coefficient", "blade.drag", DRAG, "drag coefficient of a blade across the flow"),
    parameter_of(OarBlade, "lift", "blade.lift", LIFT, "lift coefficient of a blade at 45 degrees"),
    *parameters_of(Boat, "boat", {"middle": MIDDLE}, left_out=("beam",)),
    Parameter("hull.steady", NEAR, "m/s", "mean speed about which radiation is linear"),
    *with_defaults(DRAG_AND_START, {"hull.form": FORM, "hull.wave": WAVE}),
)
SLIDERS = (
    "stroke.rate=18:40",
    "stroke.drive=0.4:0.6",
    "blade.area=0.03:0.15",
    "blade.lift=0.5:1.6",
    "blade.drag=1:2.5",
    "hull.form=0:1",
    "hull.wave=0:0.4",
)


def _compose(values: Mapping[str, Any], duration: float) -> Model:
    """Rower, boat, oars, water and stroke from named parameters; at rest, or at the mean speed where an orbit is sought."""
    require_values(values, NUMBERS, "how the rower reaches and the boat floats is computed from it before the run")
    sculler, rig, oar = Sculler(**section(values, "rower")), Rig(**section(values, "rig")), Oar(**section(values, "oar"))
    arms, boat, pull = Arms(**section(values, "arms")), Boat(**section(values, "boat")), Pull(**section(values, "stroke"))
    reach = Reach.of(sculler, rig, oar, arms)
    robot, gravity = rowing_robot(sculler, rig, boat, oar, arms), values["gravity"]
    load = float(sculler.mass + boat.mass + boat.seat + len(BLADES) * oar.mass)  # robot.mass holds the oars' free levers
    rest = afloat(boat, load, WATER_DENSITY, float(gravity))
    forces: dict[str, Force] = {"hull": _hull(values, rest, load * gravity), "gravity": Gravity(gravity)}
    forces |= blades(area=values["blade.area"], coefficient=values["blade.drag"], lift=values["blade.lift"])
    speed, needs = (NEAR, ORBIT) if values["start"] == "orbit" else (0.0, "")
    start = InitialState((0.0, 0.0, rest.heave), twist=(speed, 0, 0, 0, 0, 0), angles=pull.start(sculler, rig, reach))
    own = rowing_metrics(tuple(BLADES.values()), metacentre(rest))
    metrics = (*own, *pulling_metrics(reach.handle), *floating_metrics(rest))
    gait = pull.gait(sculler, rig, reach)
    return Model("scull", robot, forces, gait, start=start, metrics=metrics, needs=needs)


def _hull(values: Mapping[str, Any], rest: Floating, weight: float) -> Hull:
    """Water on the hull as it floats under its load; waves as computed for the shipped load."""
    c, steady = scull_hull(), (values["hull.steady"], 0.0, 0.0)
    return Hull(
        "boat",
        Hydrostatics(rest.restoring, weight, tuple(rest.wet.centre)),
        Radiation(c.added, c.memory.restricted(SAGITTAL), steady=steady),
        resistance_of(values, rest.wet.area),
        (values["boat.middle"], 0.0, -rest.heave),
        made_for=c.mass,
    )


SCULL_ROWING = Scenario(
    name="scull-rowing",
    title="rowed single scull: rower with arms, lifting blades, hull by its load",
    source=SOURCE,
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=_compose,
    duration=60.0,
    dt=step_of_the_stroke(STEPS, {"stroke.rate": 30.0}),
    joints_shown=("knee", "trunk", "starboard_elbow", "starboard"),
    pictures=(*PICTURES, PULL),
    left_out=("path", "configurations"),
    film=FILM,
    orbit=partial(steps_of_the_run, STEPS),
    prepare=on_orbit,
    sliders=SLIDERS,
    showing=Showing(
        Camera(azimuth=-0.75, elevation=0.3, room=6.5),
        (
            StoryStep(
                "Legs, trunk and arms pull two oars through the water. The arrows are the forces on blades and hull.", again=True
            ),
            StoryStep(
                "From the side: look at the velocity of the boat while the rower slides back and forth on his seat.",
                camera=Camera(azimuth=-math.pi / 2, elevation=0.12),
            ),
            StoryStep("More strokes a minute: the boat is faster, and asks for more power still.", {"stroke.rate": 36.0}),
            StoryStep("Smaller blades slip more through the water.", {"stroke.rate": 30.0, "blade.area": 0.04}, Camera()),
        ),
        "take the lift of the blades away, or let the drive last longer than the recovery.",
    ),
    step=partial(step_of_the_stroke, STEPS),
)
