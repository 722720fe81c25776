"""Scenarios ``moth`` and ``moth-tethered``: flapping flight with soft wings, free and on a fixed thorax.

M. Porez, F. Boyer, A. Belkhiri, "A hybrid dynamic model for bio-inspired soft robots: application to a flapping-wing micro air
vehicle", ICRA 2014 (MAV). Values the paper does not print, and those it misprints, are explained in docs/models/moth.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from elver.drive import Flapping, springs
from elver.equations import Model
from elver.forces import Force, Gravity, QuasiSteadyWing
from elver.orbits import ORBIT, Mirror, on_orbit
from elver.scenarios.definition import Scenario, section
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of
from elver.systems.moth.measures import flight_measures
from elver.systems.moth.pictures import FILM, PICTURES
from elver.systems.moth.robot import Thorax, Wing, moth_robot

SOURCE = "Porez, Boyer, Belkhiri 2014 (MAV)"
EQUATIONS = "recursion MAV (1)-(9); springs and chords MAV (12), (13); air MAV (15)"

PARAMETERS = (
    *parameters_of(Flapping, "gait"),
    *parameters_of(Wing, "wing"),
    *parameters_of(Thorax, "thorax"),
    parameter_of(QuasiSteadyWing, "density", "air.density"),
    parameter_of(QuasiSteadyWing, "law", "air.law", "paper"),
    parameter_of(QuasiSteadyWing, "centre_of_pressure", "air.centre_of_pressure"),
    parameter_of(QuasiSteadyWing, "wind", "air.wind"),
    parameter_of(QuasiSteadyWing, "points", "air.points"),
    parameter_of(Gravity, "acceleration", "gravity"),
)
FREE_FLIGHT = (
    Parameter("base", "free", "", "free flight, or in the sagittal plane x-z alone", ("free", "sagittal")),
    Parameter("start", "orbit", "", "on the periodic orbit, or at rest with unbent wings", ("orbit", "rest")),
)

SLIDERS = (
    "gait.amplitude=0.4:0.95",
    "gait.frequency=120:200",
    "wing.twist_root=0.0015:0.006",
    "wing.twist_tip=0.0005:0.0018",
    "wing.bend_root=0.02:0.07",
    "wing.damping=0:1.5e-5",
    "air.density=0.6:1.8",
    "air.wind.x=-1:1",
    "air.wind.z=-1:1",
    "gravity=0:15",
)


def compose(values: Mapping[str, Any], base: str) -> Model:
    """Thorax, wings, air and stroke from named parameters. The wings start unbent, at rest, at the end of a stroke."""
    robot, wings = moth_robot(Thorax(**section(values, "thorax")), Wing(**section(values, "wing")), base)
    gait = Flapping(("right_stroke",), ("left_stroke",), **section(values, "gait"))
    forces: dict[str, Force] = {"air": QuasiSteadyWing(**section(values, "air")), "gravity": Gravity(values["gravity"])}
    measures = flight_measures("right_stroke", wings["right"].bending, wings["right"].twist, tethered=base == "fixed")
    return Model("moth", robot, forces, gait, elastic=springs(*wings.values()), measures=measures)


def fly(values: Mapping[str, Any], duration: float) -> Model:
    return replace(compose(values, values["base"]), needs=ORBIT if values["start"] == "orbit" else "")


def flap(values: Mapping[str, Any], duration: float) -> Model:
    return compose(values, "fixed")


def symmetric_flight(model: Model) -> dict[str, Any]:
    """How the orbit is sought: left and right mirror each other, which leaves 18 unknowns of the published moth."""
    laws: Any = model.elastic
    right = [name for name in laws if name.startswith("right")]
    pairs = {name: name.replace("right", "left") for name in right}
    return {"mirror": Mirror("y", pairs, sign=-1)}


SHOWN = ("right_stroke", "right_bending4", "right_twist4")

MOTH = Scenario(
    name="moth",
    title="soft flapping-wing micro air vehicle in free flight",
    source=SOURCE + ", section IV",
    equations=EQUATIONS,
    parameters=(*PARAMETERS, *FREE_FLIGHT),
    compose=fly,
    duration=0.2,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
    sliders=SLIDERS,
    orbit=symmetric_flight,
    prepare=on_orbit,
)

MOTH_TETHERED = Scenario(
    name="moth-tethered",
    title="the same wings on a fixed thorax",
    source=SOURCE + ", section IV",
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=flap,
    duration=1.0,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
    sliders=SLIDERS,
)
