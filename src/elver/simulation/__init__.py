"""The verbs: simulate one machine, or many."""

from elver.simulation.batch import simulate_batch
from elver.simulation.single import simulate

__all__ = ["simulate", "simulate_batch"]
