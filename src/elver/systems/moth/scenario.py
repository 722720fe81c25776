"""Scenarios ``moth`` and ``moth-tethered``.

The flapping-wing robot of MAV: an ellipsoidal thorax and two soft wings. Section IV-A, Table I.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver.analysis import ORBIT, Mirror, OrbitProblem, Shooting, on_orbit
from elver.drive import Flapping, springs
from elver.forces import Dickinson, Force, Gravity, QuasiSteadyWing, UnsteadyWing
from elver.model import Model
from elver.quantities import check_quantities, quantity
from elver.robot import Appendage, Blade, Body, Box, Ellipsoid, Joint, Robot, soft_appendage
from elver.scenarios import Camera, Parameter, Scenario, Showing, StoryStep, parameter_of, parameters_of, section
from elver.symbolic.arrays import root, vector
from elver.systems.moth.metrics import flight_metrics
from elver.systems.moth.pictures import FILM, PICTURES

HALF = math.pi / 2
SIDES = ("right", "left")


@dataclass(frozen=True)
class _Thorax:
    """An ellipsoid."""

    half_length: float = quantity(8.5e-3, "m", "b, half axis along x, fore-aft", above=0.0)
    half_width: float = quantity(8.5e-3, "m", "a, half axis along y, lateral", above=0.0)
    half_height: float = quantity(28e-3, "m", "c, half axis along z, vertical", above=0.0)
    density: float = quantity(800.0, "kg/m^3", "density of the thorax", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "thorax")


@dataclass(frozen=True)
class _Wing:
    """One wing: an elliptic blade in sections, with joints that twist and bend."""

    sections: int = quantity(4, "1", "M, sections of a wing", low=1, high=100)
    span: float = quantity(0.07, "m", "S, length of a wing", above=0.0)
    chord: float = quantity(0.0315, "m", "C, chord at the root of the elliptic wing", above=0.0)
    thickness: float = quantity(1e-4, "m", "e, thickness of the blades", above=0.0)
    hinge: float = quantity(18.2e-3, "m", "d, distance of a wing's hinge from the thorax's centre")
    density: float = quantity(1400.0, "kg/m^3", "density of the blades", above=0.0)
    twist_root: float = quantity(3e-3, "N m/rad", "k_t^1, stiffness of twist at the root (12)", low=0.0)
    twist_tip: float = quantity(9e-4, "N m/rad", "k_t^2, at the tip; 9e-4 is inferred, 9e-3 is printed", low=0.0)
    bend_root: float = quantity(36e-3, "N m/rad", "k_b^1, stiffness of bending at the root (13)", low=0.0)
    bend_tip: float = quantity(9e-3, "N m/rad", "k_b^2, at the tip", low=0.0)
    damping: float = quantity(1e-5, "N m s/rad", "mu, damping of every passive joint", low=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "wing")

    def blade_section(self, side: str) -> Callable[[str, float, float], Body]:
        """section(name, x, l): a blade with its leading edge along x and its chord hanging down, -z."""
        forward = 1.0 if side == "right" else -1.0  # the section's y axis points forward on the right, backward on the left

        def section(name: str, x: float, length: float) -> Body:
            chord = self.chord * root(1 - (x / self.span) ** 2)
            box = Box(length, self.thickness, chord, at=vector(length / 2, 0.0, -chord / 2))
            edge, along, up = np.zeros(3), np.array([1.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])
            blade = Blade(edge, along, up, np.array([0.0, forward, 0.0]), length, chord)
            return Body.solid(name, box, self.density, blade=blade)

        return section

    def appendage(self, side: str) -> Appendage:
        """Joint 1 (2M + 1 on the left) is the stroke about the vertical; every frame has x outward and z up."""
        outward = {"right": -HALF, "left": HALF}[side]
        hinge = Joint(f"{side}_stroke", "thorax", side, gamma=outward, d=self.hinge, group="stroke")
        twist, bend = (self.twist_root, self.twist_tip), (self.bend_root, self.bend_tip)  # (12), (13)
        return soft_appendage(hinge, self.span, self.sections, self.blade_section(side), bend, twist, self.damping)


def _moth_robot(thorax: _Thorax, wing: _Wing, base: str) -> tuple[Robot, dict[str, Appendage]]:
    """The robot, and its wings by side. x points forward, y to the left, z up: the paper's n, -s and a."""
    ellipsoid = Ellipsoid(thorax.half_length, thorax.half_width, thorax.half_height)
    wings = {side: wing.appendage(side) for side in SIDES}
    bodies = [Body.solid("thorax", ellipsoid, thorax.density), *(b for w in wings.values() for b in w.bodies)]
    return Robot("moth", bodies, [j for w in wings.values() for j in w.joints], base), wings


# --- Scenarios ``moth`` and ``moth-tethered``: flapping flight with soft wings, free and on a fixed thorax.
#
# M. Porez, F. Boyer, A. Belkhiri, "A hybrid dynamic model for bio-inspired soft robots: application to a flapping-wing micro air
# vehicle", ICRA 2014 (MAV). Values the paper does not print, and those it misprints, are explained in docs/models/moth.md.

SOURCE = "Porez, Boyer, Belkhiri 2014 (MAV)"
EQUATIONS = "recursion MAV (1)-(9); springs and chords MAV (12), (13); air MAV (15)"

PARAMETERS = (
    *parameters_of(Flapping, "gait"),
    *parameters_of(_Wing, "wing"),
    *parameters_of(_Thorax, "thorax"),
    parameter_of(QuasiSteadyWing, "density", "air.density"),
    parameter_of(QuasiSteadyWing, "law", "air.law", "paper"),
    parameter_of(QuasiSteadyWing, "centre_of_pressure", "air.centre_of_pressure"),
    parameter_of(QuasiSteadyWing, "wind", "air.wind"),
    parameter_of(QuasiSteadyWing, "points", "air.points"),
    Parameter("air.memory", "none", "", "quasi-steady, or with Wagner's lag of the lift (air.law=kirchhoff)", ("none", "wagner")),
    parameter_of(Gravity, "acceleration", "gravity"),
)
FREE_FLIGHT = (
    Parameter("base", "free", "", "free flight, or in the sagittal plane x-z alone", ("free", "sagittal")),
    Parameter("start", "orbit", "", "on the periodic orbit, or at rest with unbent wings", ("orbit", "rest")),
)

SLIDERS = (
    "air.law=paper:kirchhoff",
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


_LEADING_EDGE_VORTEX = 0.35  # rad, beyond which a vortex sits on the leading edge, that Dickinson's steady polars have in them


def _air(values: dict[str, Any]) -> Force:
    """The force of the air on the wings."""
    if values.pop("memory") == "none":
        return QuasiSteadyWing(**values)
    own = {name: values[name] for name in ("density", "centre_of_pressure", "wind", "points")}
    if values["law"] == "kirchhoff":
        return UnsteadyWing(**own, polar=Dickinson(), stall=_LEADING_EDGE_VORTEX)
    raise InputError("air.memory=wagner has the added mass of the plate. Set air.law=kirchhoff too.", name="air.memory")


def _compose(values: Mapping[str, Any], base: str) -> Model:
    """Thorax, wings, air and stroke from named parameters. The wings start unbent, at rest, at the end of a stroke."""
    robot, wings = _moth_robot(_Thorax(**section(values, "thorax")), _Wing(**section(values, "wing")), base)
    gait = Flapping(("right_stroke",), ("left_stroke",), **section(values, "gait"))
    forces: dict[str, Force] = {"air": _air(section(values, "air")), "gravity": Gravity(values["gravity"])}
    metrics = flight_metrics("right_stroke", wings["right"].bending, wings["right"].twist, tethered=base == "fixed")
    return Model("moth", robot, forces, gait, elastic=springs(*wings.values()), metrics=metrics)


def _fly(values: Mapping[str, Any], duration: float) -> Model:
    return replace(_compose(values, values["base"]), needs=ORBIT if values["start"] == "orbit" else "")


def _flap(values: Mapping[str, Any], duration: float) -> Model:
    return _compose(values, "fixed")


def _symmetric_flight(model: Model) -> tuple[OrbitProblem, Shooting]:
    """How the orbit is sought: left and right mirror each other, which leaves 18 unknowns of the published moth."""
    laws: Any = model.elastic
    right = [name for name in laws if name.startswith("right")]
    pairs = {name: name.replace("right", "left") for name in right}
    return OrbitProblem(mirror=Mirror("y", pairs, sign=-1)), Shooting()


SHOWN = ("right_stroke", "right_bending4", "right_twist4")

MOTH = Scenario(
    name="moth",
    title="soft flapping-wing micro air vehicle in free flight",
    source=SOURCE + ", section IV",
    equations=EQUATIONS,
    parameters=(*PARAMETERS, *FREE_FLIGHT),
    compose=_fly,
    duration=0.2,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
    sliders=SLIDERS,
    orbit=_symmetric_flight,
    showing=Showing(
        story=(
            StoryStep(
                "The wings beat 25 times a second; here they are slowed down. Their stroke is driven, but springs alone bend and "
                "twist them.",
                again=True,
            ),
            StoryStep(
                "From the side: at the end of every stroke the wings turn over by themselves, by the air and by their inertia.",
                camera=Camera(azimuth=-HALF, elevation=0.08),
            ),
            StoryStep(
                "A stiffer root twists less, and the lift is another one. The ghost flies on as before.",
                {"wing.twist_root": 0.0045},
            ),
            StoryStep(
                "With the stiffness of before it hovers on its periodic orbit again.",
                {"wing.twist_root": 0.003},
                Camera(),
                again=True,
            ),
        ),
        advice="change the frequency by a few per cent, or let a wind blow, and see how long it keeps its height.",
    ),
    prepare=on_orbit,
)

MOTH_TETHERED = Scenario(
    name="moth-tethered",
    title="the same wings on a fixed thorax",
    source=SOURCE + ", section IV",
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=_flap,
    duration=1.0,
    dt=1e-4,
    joints_shown=SHOWN,
    pictures=PICTURES,
    left_out=("configurations",),
    film=FILM,
    sliders=SLIDERS,
)
