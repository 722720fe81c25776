"""Floating hulls: meshes, hydrostatics, radiation by potential flow, and the memory of the free surface as a passive system."""

from elver.hulls.coefficients import HullCoefficients, load_hull
from elver.hulls.fit import MemoryFit, fit_memory
from elver.hulls.floating import Floating, float_hull
from elver.hulls.forms import Scull
from elver.hulls.memory import MemoryModel
from elver.hulls.meshes import read_mesh, write_stl
from elver.hulls.pipeline import hull_from_mesh, hull_from_scull
from elver.hulls.retardation import RadiationTable
from elver.hulls.stations import stations_from_mesh, tapered_from_mesh
from elver.hulls.surface import Surface

__all__ = [
    "Floating",
    "HullCoefficients",
    "MemoryFit",
    "MemoryModel",
    "RadiationTable",
    "Scull",
    "Surface",
    "fit_memory",
    "float_hull",
    "hull_from_mesh",
    "hull_from_scull",
    "load_hull",
    "read_mesh",
    "stations_from_mesh",
    "tapered_from_mesh",
    "write_stl",
]
