"""Models with inputs: how they are declared, and their equations as functions of the inputs."""

from elver.equations.controlled.declaration import with_inputs

__all__ = ["with_inputs"]
