"""All scenarios by name. Every room in ``elver.systems`` names its own in ``SCENARIOS``, and its ``CLAIMS``."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from elver.errors import unknown_name
from elver.scenarios.claims import Claim
from elver.scenarios.scenario import Scenario

ROOMS = "elver.systems"


@cache
def rooms() -> tuple:
    """The rooms of the published systems, in the order in which they are listed."""
    return tuple(import_module(f"{ROOMS}.{name}") for name in import_module(ROOMS).ROOMS)


def scenarios() -> tuple[Scenario, ...]:
    """All scenarios."""
    return tuple(s for room in rooms() for s in room.SCENARIOS)


def claims() -> tuple[Claim, ...]:
    """All published numbers."""
    return tuple(c for room in rooms() for c in room.CLAIMS)


def is_known(chosen: Scenario) -> bool:
    """Whether the scenario of that name is this very one."""
    return any(s is chosen for s in scenarios())


def find_scenario(name: str) -> Scenario | None:
    """The scenario of that name, None where there is none: somebody's own model, or a run of another version."""
    return next((s for s in scenarios() if s.name == name), None)


def scenario(name: str) -> Scenario:
    """The scenario of that name."""
    known = {s.name: s for s in scenarios()}
    if name not in known:
        raise unknown_name("scenario", name, known)
    return known[name]
