from .coefficients import HullCoefficients as HullCoefficients
from .coefficients import load_hull as load_hull
from .coupled import CoupledMemory as CoupledMemory
from .coupled import fit_coupled_memory as fit_coupled_memory
from .excitation import Excitation as Excitation
from .excitation import load_excitation as load_excitation
from .excitation import wave_tables as wave_tables
from .hydrostatics import Floating as Floating
from .hydrostatics import Surface as Surface
from .hydrostatics import float_hull as float_hull
from .memory import MemoryFit as MemoryFit
from .memory import MemoryModel as MemoryModel
from .memory import fit_memory as fit_memory
from .meshes import (
    Scull as Scull,
)
from .meshes import (
    drag_from_mesh as drag_from_mesh,
)
from .meshes import (
    read_mesh as read_mesh,
)
from .meshes import (
    stations_from_mesh as stations_from_mesh,
)
from .meshes import (
    tapered_from_mesh as tapered_from_mesh,
)
from .meshes import (
    write_stl as write_stl,
)
from .pipeline import hull_from_mesh as hull_from_mesh
from .pipeline import hull_from_scull as hull_from_scull
from .radiation import RadiationTable as RadiationTable
from .sections import SectionContour as SectionContour
from .sections import SectionFlow as SectionFlow
from .sections import section_flow as section_flow
from .sections import wavenumber as wavenumber
