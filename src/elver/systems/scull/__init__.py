"""The rowed single scull."""

from elver.systems.scull.rowing_scenario import SCULL_ROWING
from elver.systems.scull.scenario import SCULL_40, SCULL_50

SCENARIOS = (
    SCULL_40,
    SCULL_50,
    SCULL_ROWING,
)

__all__ = ["SCENARIOS"]
