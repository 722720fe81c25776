"""Equations out of Elver: as C99, as a functional mock-up unit (FMI 3.0), as CasADi functions on disk."""

from elver.export.c_folder import export_c
from elver.export.casadi_file import export_casadi
from elver.export.fmu import export_fmu

__all__ = ["export_c", "export_casadi", "export_fmu"]
