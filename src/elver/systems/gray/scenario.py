"""Scenario ``gray``: three links that two joints push against three smooth pegs. SNAKE section VII-B, Fig. 7.

J. Gray, "The mechanism of locomotion in snakes", J. Exp. Biol. 23(2), 1946, as retold in SNAKE. Values: docs/models/gray.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from elver.contact import Disc, Scene
from elver.drive import SteadyTorque
from elver.equations import Model, Start
from elver.errors import InputError
from elver.results.measures import tracked
from elver.robot import Body, Contour, Joint, Robot, Rod
from elver.scenarios.parameter import Parameter
from elver.scenarios.scenario import Scenario, require_values

PARAMETERS = (
    Parameter("alpha", math.radians(40), "rad", "bend between link 1 (the front) and link 2, 0: straight", above=0.0),
    Parameter("beta", math.radians(20), "rad", "bend between link 2 and link 3, to the same side", above=0.0),
    Parameter("torque", 0.5, "N m", "of each joint, towards more bend"),
    Parameter("friction", 0.1, "1", "ground friction, isotropic"),
    Parameter("gravity", 9.81, "m/s^2", "gravity"),
    Parameter("body.length", 0.2, "m", "distance between joints"),
    Parameter("body.radius", 0.01, "m", "half width of a link"),
    Parameter("body.mass", 0.2, "kg", "mass of a link, spread evenly"),
    Parameter("peg.radius", 0.01, "m", "radius of the pegs"),
    Parameter("peg.front", 0.1, "m", "distance of the front peg from joint 1 along link 1, at the start"),
    Parameter("peg.rear", 0.1, "m", "distance of the rear peg from joint 2 along link 3, at the start"),
)  # fmt: skip
PLACING = ("alpha", "beta", "body.length", "body.radius", "peg.radius", "peg.front", "peg.rear")  # what places the pegs


def gray_robot(values: Mapping[str, object]) -> Robot:
    """Link 2 is the base, its frame at its centre, x forward; link 1 lies ahead, link 3 behind. Bends to the left: +q1, -q2."""
    length, radius, mass = (values[f"body.{k}"] for k in ("length", "radius", "mass"))
    x = np.array([1.0, 0.0, 0.0])
    moments = mass * np.diag([radius**2 / 2, length**2 / 12, length**2 / 12])
    bodies, joints = [], []
    for name, centre in (("link2", 0.0), ("link1", length / 2), ("link3", -length / 2)):
        shape = Rod(length, radius, at=(centre - length / 2) * x)
        contour = Contour(centre * x, x, length / 2 - radius, radius)
        bodies.append(replace(Body.central(name, mass, centre * x, moments, shape), contour=contour))
    for number, child, d in ((1, "link1", length / 2), (2, "link3", -length / 2)):
        joints.append(Joint(f"joint{number}", "link2", child, d=d, mode="torque", group="yaw"))
    return Robot("gray", bodies, joints, base="planar")


def pegs(values: Mapping[str, object]) -> tuple[Disc, ...]:
    """One peg touching each link: inside the bends on links 1 and 3, outside in the middle of link 2."""
    half, away = values["body.length"] / 2, values["body.radius"] + values["peg.radius"]
    front, rear = values["alpha"], math.pi - values["beta"]
    ahead = (half + values["peg.front"] * math.cos(front), values["peg.front"] * math.sin(front))
    behind = (-half + values["peg.rear"] * math.cos(rear), values["peg.rear"] * math.sin(rear))
    return (
        Disc(ahead[0] - away * math.sin(front), ahead[1] + away * math.cos(front), values["peg.radius"], "1"),
        Disc(0.0, -away, values["peg.radius"], "2"),
        Disc(behind[0] + away * math.sin(rear), behind[1] - away * math.cos(rear), values["peg.radius"], "3"),
    )


def compose(values: Mapping[str, object], seconds: float) -> Model:
    """The mechanism at rest, every link touching its peg."""
    require_values(values, PLACING, "the pegs are placed for it")
    for name in ("alpha", "beta"):
        if not 0 < values[name] < math.pi / 2:
            raise InputError(f"{name} = {values[name]:.4g} rad. Give a bend between 0 and pi/2, so that a peg lies in it.")
    for name in ("front", "rear"):
        if not 0 < values[f"peg.{name}"] < values["body.length"]:
            raise InputError(
                f"peg.{name} = {values[f'peg.{name}']:.4g} m is not along its link of {values['body.length']:.4g} m."
            )
    robot = gray_robot(values)
    start = Start(angles={"joint1": values["alpha"], "joint2": -values["beta"]})
    control = SteadyTorque({"joint1": values["torque"], "joint2": -values["torque"]})
    scene = Scene(pegs(values), values["friction"], values["gravity"])
    return Model("gray", robot, control=control, start=start, scene=scene, measures=tracked("link2"))


GRAY = Scenario(
    name="gray",
    title="three links pushed against three smooth pegs",
    source="Transeth et al. 2008 (SNAKE) after Gray 1946",
    parameters=PARAMETERS,
    compose=compose,
    duration=0.2,
    dt=1e-4,
)
