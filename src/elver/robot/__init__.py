"""Machine description: bodies, joints, shapes, the tree they form and the loops that close it."""

from elver.robot.blade import Blade
from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.loop import Loop, loop_branches
from elver.robot.place import Place, placed
from elver.robot.sections import Plate, Tapered, TaperedStrip
from elver.robot.shapes import Box, Compound, Contour, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod, Strip, axes_from
from elver.robot.soft import Appendage, Rigidity, soft_appendage, tether
from elver.robot.tree import Robot
from elver.robot.virtual import spherical_joint, universal_joint

__all__ = [
    "Appendage",
    "Blade",
    "Body",
    "Box",
    "Compound",
    "Contour",
    "Ellipsoid",
    "EllipticCylinder",
    "HalfEllipsoid",
    "Joint",
    "Loop",
    "Place",
    "Plate",
    "Rigidity",
    "Robot",
    "Rod",
    "Strip",
    "Tapered",
    "TaperedStrip",
    "axes_from",
    "loop_branches",
    "placed",
    "soft_appendage",
    "spherical_joint",
    "tether",
    "universal_joint",
]
