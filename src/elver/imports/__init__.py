"""Robots out of files that other programs use: URDF, MJCF and SDF."""

from elver.imports.imported import Imported, JointLimits
from elver.imports.reading import import_description, import_robot
from elver.imports.solids import Mesh

__all__ = ["Imported", "JointLimits", "Mesh", "import_description", "import_robot"]
