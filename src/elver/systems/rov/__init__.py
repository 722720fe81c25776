"""An underwater vehicle with eight thrusters that holds its station in a current."""

from elver.systems.rov.scenario import ROV

SCENARIOS = (ROV,)

__all__ = ["SCENARIOS"]
