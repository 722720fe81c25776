"""The 3-D eel robot, one of parallel modules, and one that swims at the surface."""

from elver.systems.eel.parallel import EEL_PARALLEL
from elver.systems.eel.scenario import EEL, EEL_LOOP
from elver.systems.eel.surface import EEL_SURFACE

SCENARIOS = (
    EEL,
    EEL_LOOP,
    EEL_PARALLEL,
    EEL_SURFACE,
)

__all__ = ["SCENARIOS"]
