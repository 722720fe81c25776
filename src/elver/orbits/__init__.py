"""Periodic orbits of machines: shooting with exact derivatives, stability, trim. Systems may start on orbits."""

from elver.orbits.conditions import Condition, Drift
from elver.orbits.find import find_orbit
from elver.orbits.orbit import Orbit
from elver.orbits.symmetry import Mirror, Symmetry

__all__ = ["Condition", "Drift", "Mirror", "Orbit", "Symmetry", "find_orbit"]
