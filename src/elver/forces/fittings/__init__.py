"""Forces on single bodies: what is mounted on a machine, and which law acts where."""

from elver.forces.fittings.anchor import Anchor
from elver.forces.fittings.bluff import BluffDrag
from elver.forces.fittings.by_body import ByBody
from elver.forces.fittings.rudder import Rudder
from elver.forces.fittings.thruster import Thruster

__all__ = ["Anchor", "BluffDrag", "ByBody", "Rudder", "Thruster"]
