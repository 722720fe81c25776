"""The verbs: simulate one machine, or many; or step them from outside."""

from elver.simulation.batch import simulate_batch
from elver.simulation.single import simulate
from elver.simulation.stepped import stepper

__all__ = ["simulate", "simulate_batch", "stepper"]
