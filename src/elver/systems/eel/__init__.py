"""The 3-D eel robot, and one of parallel modules."""

from elver.systems.eel.parallel import EEL_PARALLEL
from elver.systems.eel.scenario import EEL, EEL_LOOP

SCENARIOS = (
    EEL,
    EEL_LOOP,
    EEL_PARALLEL,
)

__all__ = ["SCENARIOS"]
