"""The rowed single scull."""

from elver.systems.scull.rowing.scenario import SCULL_ROWING
from elver.systems.scull.scenario import SCULL_40, SCULL_50

SCENARIOS = (
    SCULL_ROWING,
    SCULL_40,
    SCULL_50,
)

__all__ = ["SCENARIOS"]
