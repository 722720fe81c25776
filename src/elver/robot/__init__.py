"""Machine description: bodies, joints, shapes, the tree they form and the loops that close it."""

from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.loop import Loop, loop_branches
from elver.robot.shapes import Box, Compound, Contour, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod, Strip, axes_from
from elver.robot.tree import Robot
from elver.robot.virtual import spherical_joint, universal_joint

__all__ = [
    "Body",
    "Box",
    "Compound",
    "Contour",
    "Ellipsoid",
    "EllipticCylinder",
    "HalfEllipsoid",
    "Joint",
    "Loop",
    "Robot",
    "Rod",
    "Strip",
    "axes_from",
    "loop_branches",
    "spherical_joint",
    "universal_joint",
]
