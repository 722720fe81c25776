"""Composition of robot, forces and drive into one graph."""

from elver.equations.assembly import Equations, assemble
from elver.equations.controlled import with_inputs
from elver.equations.derivatives import adjoint_function, directional_function
from elver.equations.functions import dynamics_function
from elver.equations.layout import Field, OutputLayout, StateLayout
from elver.equations.limits.slenderness import slenderness_warnings
from elver.equations.model import FreeParameter, Model, Start

__all__ = [
    "Equations", "Field", "FreeParameter", "Model", "OutputLayout", "Start", "StateLayout", "adjoint_function", "assemble",
    "directional_function", "dynamics_function", "slenderness_warnings", "with_inputs",
]  # fmt: skip
