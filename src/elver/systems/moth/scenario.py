"""Scenarios ``moth`` and ``moth-tethered``: flapping flight with soft wings, free and on a fixed thorax.

M. Porez, F. Boyer, A. Belkhiri, "A hybrid dynamic model for bio-inspired soft robots: application to a flapping-wing micro air
vehicle", ICRA 2014 (MAV). Values the paper does not print, and those it misprints, are explained in docs/models/moth.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from elver.drive import Flapping, springs
from elver.equations import Model
from elver.forces import Gravity, QuasiSteadyWing
from elver.orbits import ORBIT, Mirror, on_orbit
from elver.scenarios.parameter import Parameter
from elver.scenarios.scenario import Scenario, section
from elver.systems.moth.measures import flight_measures
from elver.systems.moth.pictures import FILM, PICTURES
from elver.systems.moth.robot import Thorax, Wing, moth_robot

SOURCE = "Porez, Boyer, Belkhiri 2014 (MAV)"

PARAMETERS = (
    Parameter("gait.amplitude", math.radians(41.3), "rad", "A, amplitude of the stroke"),
    Parameter("gait.frequency", 50 * math.pi, "rad/s", "omega, frequency of the stroke"),
    Parameter("wing.sections", 4, "1", "M, sections of a wing", low=1, high=100),
    Parameter("wing.span", 0.07, "m", "S, length of a wing"),
    Parameter("wing.chord", 0.0315, "m", "C, chord at the root of the elliptic wing"),
    Parameter("wing.thickness", 1e-4, "m", "e, thickness of the blades"),
    Parameter("wing.hinge", 18.2e-3, "m", "d, distance of a wing's hinge from the thorax's centre"),
    Parameter("wing.density", 1400.0, "kg/m^3", "density of the blades"),
    Parameter("wing.twist_root", 3e-3, "N m/rad", "k_t^1, stiffness of twist at the root (12)"),
    Parameter("wing.twist_tip", 9e-4, "N m/rad", "k_t^2, at the tip; 9e-4 is inferred, 9e-3 is printed"),
    Parameter("wing.bend_root", 36e-3, "N m/rad", "k_b^1, stiffness of bending at the root (13)"),
    Parameter("wing.bend_tip", 9e-3, "N m/rad", "k_b^2, at the tip"),
    Parameter("wing.damping", 1e-5, "N m s/rad", "mu, damping of every passive joint"),
    Parameter("thorax.half_length", 8.5e-3, "m", "b, half axis along x, fore-aft"),
    Parameter("thorax.half_width", 8.5e-3, "m", "a, half axis along y, lateral"),
    Parameter("thorax.half_height", 28e-3, "m", "c, half axis along z, vertical"),
    Parameter("thorax.density", 800.0, "kg/m^3", "density of the thorax"),
    Parameter("air.density", 1.22, "kg/m^3", "density of the air"),
    Parameter("air.law", "paper", "", "added-mass law: as printed, or the energy-consistent flat plate", ("paper", "kirchhoff")),
    Parameter("air.centre_of_pressure", 0.4, "1", "where lift and drag act, chords behind the leading edge"),
    Parameter("air.wind", (0.0, 0.0, 0.0), "m/s", "uniform wind in the world, x,y,z"),
    Parameter("air.points", 6, "1", "Gauss points per blade", low=1, high=64),
    Parameter("gravity", 9.81, "m/s^2", "gravity"),
)  # fmt: skip
FREE_FLIGHT = (
    Parameter("base", "free", "", "free flight, or in the sagittal plane x-z alone", ("free", "sagittal")),
    Parameter("start", "orbit", "", "on the periodic orbit, or at rest with unbent wings", ("orbit", "rest")),
)


def compose(values: Mapping[str, object], base: str) -> Model:
    """Thorax, wings, air and stroke from named parameters. The wings start unbent, at rest, at the end of a stroke."""
    robot, wings = moth_robot(Thorax(**section(values, "thorax")), Wing(**section(values, "wing")), base)
    gait = Flapping(("right_stroke",), ("left_stroke",), **section(values, "gait"))
    forces = {"air": QuasiSteadyWing(**section(values, "air")), "gravity": Gravity(values["gravity"])}
    measures = flight_measures("right_stroke", wings["right"].bending, wings["right"].twist, tethered=base == "fixed")
    return Model("moth", robot, forces, gait, elastic=springs(*wings.values()), measures=measures)


def fly(values: Mapping[str, object], duration: float) -> Model:
    return replace(compose(values, values["base"]), needs=ORBIT if values["start"] == "orbit" else "")


def flap(values: Mapping[str, object], duration: float) -> Model:
    return compose(values, "fixed")


def symmetric_flight(model: Model) -> dict[str, object]:
    """How the orbit is sought: left and right mirror each other, which leaves 18 unknowns of the published moth."""
    right = [name for name in model.elastic if name.startswith("right")]
    pairs = {name: name.replace("right", "left") for name in right}
    return {"mirror": Mirror("y", pairs, sign=-1)}


SHOWN = ("right_stroke", "right_bending4", "right_twist4")

MOTH = Scenario(
    name="moth",
    title="soft flapping-wing micro air vehicle in free flight",
    source=SOURCE + ", section IV",
    parameters=(*PARAMETERS, *FREE_FLIGHT),
    compose=fly,
    duration=0.2,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
    orbit=symmetric_flight,
    prepare=on_orbit,
)

MOTH_TETHERED = Scenario(
    name="moth-tethered",
    title="the same wings on a fixed thorax",
    source=SOURCE + ", section IV",
    parameters=PARAMETERS,
    compose=flap,
    duration=1.0,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
)
