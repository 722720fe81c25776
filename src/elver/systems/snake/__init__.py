"""The planar snake robot under water, on land and across the shore."""

from elver.systems.snake.scenario import CRAWLER, SNAKE_AMPHIBIOUS, SWIMMER

SCENARIOS = (
    SWIMMER,
    CRAWLER,
    SNAKE_AMPHIBIOUS,
)

__all__ = ["SCENARIOS"]
