"""The 3-D eel robot."""

from elver.systems.eel.scenario import EEL, EEL_LOOP

SCENARIOS = (
    EEL,
    EEL_LOOP,
)

__all__ = ["SCENARIOS"]
