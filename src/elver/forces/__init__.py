"""Force models: wrench and added inertia of a medium on a body. They know nothing of the recursions."""

from elver.forces.effect import Effect, Force, Motion
from elver.forces.gravity import Gravity
from elver.forces.morison import Morison

__all__ = ["Effect", "Force", "Gravity", "Morison", "Motion"]
