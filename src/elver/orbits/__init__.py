"""Periodic orbits of machines: shooting with exact derivatives, stability, trim, continuation. Systems may start on orbits."""

from elver.orbits.conditions import Condition, Drift
from elver.orbits.continuation import Branch, follow_orbit
from elver.orbits.find import find_orbit
from elver.orbits.orbit import Orbit
from elver.orbits.problem import ORBIT
from elver.orbits.start import on_orbit
from elver.orbits.symmetry import Mirror, Symmetry

__all__ = ["ORBIT", "Branch", "Condition", "Drift", "Mirror", "Orbit", "Symmetry", "find_orbit", "follow_orbit", "on_orbit"]
