"""The snake robot under water, on land and across the shore; and one that follows paths in space."""

from elver.systems.snake.in_space import SNAKE_3D
from elver.systems.snake.scenario import CRAWLER, SNAKE_AMPHIBIOUS, SWIMMER

SCENARIOS = (
    SWIMMER,
    CRAWLER,
    SNAKE_AMPHIBIOUS,
    SNAKE_3D,
)

__all__ = ["SCENARIOS"]
