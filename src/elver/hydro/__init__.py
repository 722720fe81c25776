"""Floating hulls: meshes, hydrostatics, radiation by potential flow, and the memory of the free surface as a passive system."""

from elver.hydro.coefficients import HullCoefficients, load_hull
from elver.hydro.fit import MemoryFit, fit_memory
from elver.hydro.floating import Floating, float_hull
from elver.hydro.forms import Scull
from elver.hydro.memory import MemoryModel
from elver.hydro.pipeline import hull_from_mesh, hull_from_scull
from elver.hydro.retardation import RadiationTable
from elver.hydro.surface import Surface, read_stl, write_stl

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
    "read_stl",
    "write_stl",
]
