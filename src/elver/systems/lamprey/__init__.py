"""A lamprey that is bent by muscles, which a spinal network activates."""

from elver.systems.lamprey.scenario import LAMPREY

SCENARIOS = (LAMPREY,)

__all__ = ["SCENARIOS"]
