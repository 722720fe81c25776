"""Force models: wrench and added inertia of a medium on a body. They know nothing of the recursions."""

from elver.forces.added import AddedInertia
from elver.forces.effect import Effect, Force, Motion, expression
from elver.forces.fittings import Anchor, BluffDrag, ByBody, Rudder, Thruster
from elver.forces.gravity import Gravity, Slope
from elver.forces.ground import GroundFriction
from elver.forces.hull import Hull, Hydrostatics, Radiation, Resistance
from elver.forces.immersed import Immersed
from elver.forces.lumped import LumpedWater
from elver.forces.morison import Morison
from elver.forces.oar import OarBlade
from elver.forces.polars import Dickinson, FlatPlate, Polar, PolarTable
from elver.forces.shore import Shore
from elver.forces.wing import QuasiSteadyWing

__all__ = [
    "AddedInertia",
    "Anchor",
    "BluffDrag",
    "ByBody",
    "Dickinson",
    "Effect",
    "FlatPlate",
    "Force",
    "Gravity",
    "GroundFriction",
    "Hull",
    "Hydrostatics",
    "Immersed",
    "LumpedWater",
    "Morison",
    "Motion",
    "OarBlade",
    "Polar",
    "PolarTable",
    "QuasiSteadyWing",
    "Radiation",
    "Resistance",
    "Rudder",
    "Shore",
    "Slope",
    "Thruster",
    "expression",
]
