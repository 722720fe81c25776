"""The published systems: parameters, composition and claims. No equation of motion stands here."""

from elver.errors import unknown_name
from elver.systems.aiko import AIKO_FLAT, AIKO_OBSTACLES, AIKO_SMALL
from elver.systems.aiko_claims import CLAIMS as AIKO_CLAIMS
from elver.systems.aiko_track import AIKO_TRACK
from elver.systems.claims import Claim, Verdict, verify
from elver.systems.definition import Parameter, Scenario
from elver.systems.eel import EEL, EEL_LOOP
from elver.systems.eel_claims import CLAIMS as EEL_CLAIMS
from elver.systems.gray import GRAY
from elver.systems.gray_claims import CLAIMS as GRAY_CLAIMS
from elver.systems.moth import MOTH, MOTH_TETHERED
from elver.systems.moth_claims import CLAIMS as MOTH_CLAIMS
from elver.systems.scull import SCULL_40, SCULL_50
from elver.systems.scull_claims import CLAIMS as SCULL_CLAIMS
from elver.systems.snake import CRAWLER, SNAKE_AMPHIBIOUS, SWIMMER
from elver.systems.snake_claims import CLAIMS as SNAKE_CLAIMS

AIKO = (AIKO_FLAT, AIKO_OBSTACLES, AIKO_SMALL, AIKO_TRACK)
MOTHS, SCULLS = (MOTH, MOTH_TETHERED), (SCULL_40, SCULL_50)
SCENARIOS = {s.name: s for s in (EEL, EEL_LOOP, SWIMMER, CRAWLER, SNAKE_AMPHIBIOUS, *AIKO, GRAY, *MOTHS, *SCULLS)}
CLAIMS = (*EEL_CLAIMS, *SNAKE_CLAIMS, *AIKO_CLAIMS, *GRAY_CLAIMS, *MOTH_CLAIMS, *SCULL_CLAIMS)


def scenarios() -> tuple[Scenario, ...]:
    """All scenarios."""
    return tuple(SCENARIOS.values())


def scenario(name: str) -> Scenario:
    """The scenario of that name."""
    if name not in SCENARIOS:
        raise unknown_name("scenario", name, SCENARIOS)
    return SCENARIOS[name]


__all__ = ["CLAIMS", "SCENARIOS", "Claim", "Parameter", "Scenario", "Verdict", "scenario", "scenarios", "verify"]
