"""Models with inputs: how they are declared, and their equations as functions of the inputs."""

from elver.equations.controlled.declaration import with_inputs
from elver.equations.controlled.graphs import rk4_function

__all__ = ["rk4_function", "with_inputs"]
