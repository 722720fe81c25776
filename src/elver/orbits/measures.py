"""What a run that starts on a periodic orbit says of it."""

from __future__ import annotations

from elver.orbits.orbit import Orbit
from elver.results import Measure


def orbit_measures(orbit: Orbit) -> tuple[Measure, ...]:
    """How well the orbit closes, and how fast it is left."""
    return (
        Measure(
            "orbit_residual",
            "1",
            "how well the periodic orbit closes that the run starts on",
            lambda data: orbit.residual,
            shown="orbit: residual {.1e}",
        ),
        Measure(
            "floquet_max",
            "1",
            "size of the largest Floquet multiplier of the orbit that the run starts on",
            lambda data: orbit.floquet_max,
            shown="orbit: largest Floquet multiplier {.4g}",
        ),
    )
