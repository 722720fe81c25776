"""Scenario ``gray``: three links that two joints push against three smooth pegs. SNAKE section VII-B, Fig. 7.

J. Gray, "The mechanism of locomotion in snakes", J. Exp. Biol. 23(2), 1946, as retold in SNAKE. Values: docs/models/gray.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from elver.contact import Scene
from elver.drive import SteadyTorque
from elver.equations import Model, Start
from elver.errors import InputError
from elver.forces import Gravity
from elver.results.measures import tracked
from elver.scenarios.definition import Scenario, require_values, section
from elver.scenarios.parameter import Parameter, parameter_of, parameters_of
from elver.systems.gray.robot import GrayLink, Pegs, gray_robot

PARAMETERS = (
    Parameter("alpha", math.radians(40), "rad", "bend between link 1 (the front) and link 2, 0: straight", above=0.0),
    Parameter("beta", math.radians(20), "rad", "bend between link 2 and link 3, to the same side", above=0.0),
    Parameter("torque", 0.5, "N m", "of each joint, towards more bend"),
    Parameter("friction", 0.1, "1", "ground friction, isotropic"),
    parameter_of(Gravity, "acceleration", "gravity"),
    *parameters_of(GrayLink, "body"),
    *parameters_of(Pegs, "peg"),
)
PLACING = ("alpha", "beta", "body.length", "body.radius", "peg.radius", "peg.front", "peg.rear")  # what places the pegs

EQUATIONS = "contact SNAKE (8)-(16), (44)-(53); steps SNAKE (54)-(70)"


def compose(values: Mapping[str, Any], seconds: float) -> Model:
    """The mechanism at rest, every link touching its peg."""
    require_values(values, PLACING, "the pegs are placed for it")
    for name in ("alpha", "beta"):
        if not 0 < values[name] < math.pi / 2:
            raise InputError(f"{name} = {values[name]:.4g} rad. Give a bend between 0 and pi/2, so that a peg lies in it.")
    link, pegs = GrayLink(**section(values, "body")), Pegs(**section(values, "peg"))
    robot = gray_robot(link)
    start = Start(angles={"joint1": values["alpha"], "joint2": -values["beta"]})
    control = SteadyTorque({"joint1": values["torque"], "joint2": -values["torque"]})
    discs = pegs.discs(link, values["alpha"], values["beta"])
    scene = Scene(discs, values["friction"], values["gravity"])
    return Model("gray", robot, control=control, start=start, scene=scene, measures=tracked("link2"))


GRAY = Scenario(
    name="gray",
    title="three links pushed against three smooth pegs",
    source="Transeth et al. 2008 (SNAKE) after Gray 1946",
    equations=EQUATIONS,
    parameters=PARAMETERS,
    compose=compose,
    duration=0.2,
    dt=1e-4,
    sliders=("torque=0:2", "friction=0:0.6", "gravity=0.5:20"),
)
