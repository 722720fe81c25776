"""Models that have to be computed before they start (an orbit to start on), made once in a process; frozen, hence shared."""

from functools import cache

from elver.scenarios import scenario


@cache
def ready(name: str):
    """A scenario with its own values, prepared."""
    return scenario(name).prepared()
