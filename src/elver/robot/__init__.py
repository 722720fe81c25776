"""Machine description: bodies, joints, shapes and the tree they form."""

from elver.robot.blade import Blade
from elver.robot.body import Body
from elver.robot.joint import Joint
from elver.robot.shapes import Box, Compound, Contour, Ellipsoid, EllipticCylinder, HalfEllipsoid, Rod, Strip, axes_from
from elver.robot.soft import Appendage, Rigidity, soft_appendage
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
    "Rigidity",
    "Robot",
    "Rod",
    "Strip",
    "axes_from",
    "soft_appendage",
    "spherical_joint",
    "universal_joint",
]
