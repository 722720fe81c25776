"""The scull's hull under any load: draught, wetted area, restoring, stability from its form. Its waves stay those of 101 kg."""

from __future__ import annotations

from functools import lru_cache

from elver.hulls import Floating, Scull, float_hull
from elver.results.measures import Measure
from elver.systems.scull.hull import scull_hull
from elver.systems.scull.sculler import Boat

DRAFT = 0.092  # m, to the waterline that the hull is drawn for
PANELS = (120, 12)  # along, around


@lru_cache(maxsize=64)
def afloat(boat: Boat, mass: float, density: float, gravity: float) -> Floating:
    """The hull that carries ``mass`` [kg] in all, upright and level: how high its centre lies makes no difference then."""
    form = Scull(boat.length, boat.beam, DRAFT)
    return float_hull(form.surface(*PANELS), mass, (0.0, 0.0, 0.0), density, gravity, "the scull")


def metacentre(rest: Floating) -> float:
    """Height of the metacentre above the boat's origin, which lies ``heave`` above the water [m]."""
    return float(rest.metacentric[0] + rest.centre[2] - rest.heave)


def floating_measures(rest: Floating) -> tuple[Measure, ...]:
    """What follows from the load alone."""
    told = (
        ("displaced_mass", "kg", "water that the hull displaces at rest", rest.mass),
        ("coefficients_mass", "kg", "load for which the hull's waves were computed", scull_hull().mass),
        ("wetted_area", "m^2", "wetted area of the hull at rest", rest.wet.area),
        ("draught", "m", "depth of the keel below the water at rest", DRAFT - rest.heave),
    )  # fmt: skip
    return tuple(Measure(name, unit, meaning, constant(value)) for name, unit, meaning, value in told)


def constant(value: float):
    """The same number for every run."""
    return lambda data: float(value)
