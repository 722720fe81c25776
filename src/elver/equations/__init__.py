"""Composition of robot, forces and drive into one graph."""

from elver.equations.assemble import Equations, assemble
from elver.equations.functions import dynamics_function
from elver.equations.layout import Field, StateLayout
from elver.equations.model import FreeParameter, Model, Start

__all__ = ["Equations", "Field", "FreeParameter", "Model", "Start", "StateLayout", "assemble", "dynamics_function"]
