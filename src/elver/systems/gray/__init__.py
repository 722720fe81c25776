"""Gray's three-link mechanism."""

from elver.systems.gray.claims import CLAIMS
from elver.systems.gray.scenario import GRAY

SCENARIOS = (GRAY,)

__all__ = ["CLAIMS", "SCENARIOS"]
