"""The flapping-wing robot with soft wings."""

from elver.systems.moth.scenario import MOTH, MOTH_TETHERED

SCENARIOS = (
    MOTH,
    MOTH_TETHERED,
)

__all__ = ["SCENARIOS"]
