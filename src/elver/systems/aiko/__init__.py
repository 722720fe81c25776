"""The snake robot Aiko on flat ground and among obstacles."""

from elver.systems.aiko.scenario import AIKO_FLAT, AIKO_OBSTACLES, AIKO_PEGS, AIKO_SMALL, AIKO_TRACK

SCENARIOS = (AIKO_FLAT, AIKO_OBSTACLES, AIKO_SMALL, AIKO_TRACK, AIKO_PEGS)

__all__ = ["SCENARIOS"]
