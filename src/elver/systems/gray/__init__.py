"""Gray's three-link mechanism."""

from elver.systems.gray.scenario import GRAY

SCENARIOS = (GRAY,)

__all__ = ["SCENARIOS"]
