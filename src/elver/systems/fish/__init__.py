"""A fish with a stiff head and a soft tail."""

from elver.systems.fish.scenario import SOFT_FISH

SCENARIOS = (SOFT_FISH,)

__all__ = ["SCENARIOS"]
