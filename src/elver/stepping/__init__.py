"""Integration schemes and the loops that drive them: one machine by fixed or adaptive steps, many machines side by side."""

from elver.stepping.choice import StiffnessWarning
from elver.stepping.discrete import discrete_function

__all__ = ["StiffnessWarning", "discrete_function"]
