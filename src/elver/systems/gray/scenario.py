"""Gray's mechanism: three links, two joints, and the pegs that they are pushed against."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from elver._support.errors import InputError
from elver.contact import Disc, Scene
from elver.drive import ConstantTorque
from elver.forces import Gravity
from elver.model import InitialState, Model
from elver.quantities import check_quantities, quantity
from elver.results import tracked
from elver.robot import Body, Contour, Joint, Robot, Rod
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
)
from elver.symbolic.arrays import times


@dataclass(frozen=True)
class _GrayLink:
    """One of three equal links."""

    length: float = quantity(0.2, "m", "distance between joints", above=0.0)
    radius: float = quantity(0.01, "m", "half width of a link", above=0.0)
    mass: float = quantity(0.2, "kg", "mass of a link, spread evenly", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "body")

    def body(self, name: str, centre: float) -> Body:
        """The link as a body with its centre at x = ``centre`` of its frame."""
        x = np.array([1.0, 0.0, 0.0])
        moments = times(self.mass, np.diag([self.radius**2 / 2, self.length**2 / 12, self.length**2 / 12]))
        shape = Rod(self.length, self.radius, at=(centre - self.length / 2) * x)
        contour = Contour(centre * x, x, self.length / 2 - self.radius, self.radius)
        return replace(Body.central(name, self.mass, centre * x, moments, shape), contour=contour)


@dataclass(frozen=True)
class _Pegs:
    """One peg touching each link: inside the bends on links 1 and 3, outside in the middle of link 2."""

    radius: float = quantity(0.01, "m", "radius of the pegs", above=0.0)
    front: float = quantity(0.1, "m", "distance of the front peg from joint 1 along link 1, at the start", above=0.0)
    rear: float = quantity(0.1, "m", "distance of the rear peg from joint 2 along link 3, at the start", above=0.0)

    def __post_init__(self) -> None:
        check_quantities(self, "peg")

    def discs(self, link: _GrayLink, alpha: float, beta: float) -> tuple[Disc, ...]:
        """The pegs for the bends ``alpha`` and ``beta`` [rad]."""
        for name in ("front", "rear"):
            if getattr(self, name) >= link.length:
                raise InputError(f"peg.{name} = {getattr(self, name):.4g} m is not along its link of {link.length:.4g} m.")
        half, away, rear = link.length / 2, link.radius + self.radius, math.pi - beta
        ahead = (half + self.front * math.cos(alpha), self.front * math.sin(alpha))
        behind = (-half + self.rear * math.cos(rear), self.rear * math.sin(rear))
        return (
            Disc(ahead[0] - away * math.sin(alpha), ahead[1] + away * math.cos(alpha), self.radius, "1"),
            Disc(0.0, -away, self.radius, "2"),
            Disc(behind[0] + away * math.sin(rear), behind[1] - away * math.cos(rear), self.radius, "3"),
        )


def _gray_robot(link: _GrayLink) -> Robot:
    """Link 2 is the base, its frame at its centre, x forward; link 1 lies ahead, link 3 behind. Bends to the left: +q1, -q2."""
    half = link.length / 2
    bodies = [link.body(name, centre) for name, centre in (("link2", 0.0), ("link1", half), ("link3", -half))]
    pairs = ((1, "link1", half), (2, "link3", -half))
    joints = [Joint(f"joint{k}", "link2", child, d=d, mode="torque", group="yaw") for k, child, d in pairs]
    return Robot("gray", bodies, joints, base="planar")


# --- Scenario ``gray``: three links that two joints push against three smooth pegs. SNAKE section VII-B, Fig. 7.
#
# J. Gray, "The mechanism of locomotion in snakes", J. Exp. Biol. 23(2), 1946, as retold in SNAKE. Values: docs/models/gray.md.

PARAMETERS = (
    Parameter("alpha", math.radians(40), "rad", "bend between link 1 (the front) and link 2, 0: straight", above=0.0),
    Parameter("beta", math.radians(20), "rad", "bend between link 2 and link 3, to the same side", above=0.0),
    Parameter("torque", 0.5, "N m", "of each joint, towards more bend"),
    Parameter("friction", 0.1, "1", "ground friction, isotropic"),
    parameter_of(Gravity, "acceleration", "gravity"),
    *parameters_of(_GrayLink, "body"),
    *parameters_of(_Pegs, "peg"),
)
PLACING = ("alpha", "beta", "body.length", "body.radius", "peg.radius", "peg.front", "peg.rear")  # what places the pegs

EQUATIONS = "contact SNAKE (8)-(16), (44)-(53); steps SNAKE (54)-(70)"


def _compose(values: Mapping[str, Any], seconds: float) -> Model:
    """The mechanism at rest, every link touching its peg."""
    require_values(values, PLACING, "the pegs are placed for it")
    for name in ("alpha", "beta"):
        if not 0 < values[name] < math.pi / 2:
            raise InputError(f"{name} = {values[name]:.4g} rad. Give a bend between 0 and pi/2, so that a peg lies in it.")
    link, pegs = _GrayLink(**section(values, "body")), _Pegs(**section(values, "peg"))
    robot = _gray_robot(link)
    start = InitialState(angles={"joint1": values["alpha"], "joint2": -values["beta"]})
    control = ConstantTorque({"joint1": values["torque"], "joint2": -values["torque"]})
    discs = pegs.discs(link, values["alpha"], values["beta"])
    scene = Scene(discs, values["friction"], values["gravity"])
    return Model("gray", robot, control=control, start=start, scene=scene, metrics=tracked("link2"))


GRAY = Scenario(
    name="gray",
    title="three links pushed against three smooth pegs",
    source="Transeth et al. 2008 (SNAKE) after Gray 1946",
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=_compose,
    duration=0.2,
    dt=1e-4,
    sliders=("torque=0:2", "friction=0:0.6", "gravity=0.5:20"),
    showing=Showing(
        Camera(azimuth=-math.pi / 2 + 0.15, elevation=1.0),
        (
            StoryStep(
                "Gray asked in 1946 how a snake glides between pegs. Two motors bend three links against three smooth pegs; the "
                "arrows are the forces of the pegs. This is slow motion.",
                again=True,
            ),
            StoryStep(
                "No peg can hold the body back, for they are smooth. What is left of their forces pushes it forwards.", speed=0.02
            ),
            StoryStep("Twice the torque, and more than twice the way in the same time.", {"torque": 1.0}, again=True),
            StoryStep("Rough ground takes the push away.", {"friction": 0.6}, again=True),
        ),
        "switch the motors off while the links still slide, or take all friction of the ground away.",
    ),
)
