"""Everything of contact: scenes of obstacles and ground, set-valued laws, solvers, Moreau's stepping and its record.

Kernels are imported where a simulation starts.
"""

from elver.contact.scene import Disc, FrictionSet, Polygon, Scene, Wall
from elver.contact.settings import ContactSettings, Solver

__all__ = ["ContactSettings", "Disc", "FrictionSet", "Polygon", "Scene", "Solver", "Wall"]
