"""Periodic orbits of machines: shooting with exact derivatives, stability, trim, continuation. Systems may start on orbits."""

from elver.orbits.conditions import Condition, Drift
from elver.orbits.continuation import Branch, follow_orbit
from elver.orbits.find import find_orbit
from elver.orbits.orbit import Orbit
from elver.orbits.parameters.means import mean_output
from elver.orbits.parameters.slopes import OrbitSlopes, orbit_slopes
from elver.orbits.parameters.tracker import OrbitTracker, Tracked
from elver.orbits.problem import ORBIT
from elver.orbits.start import on_orbit
from elver.orbits.symmetry import Mirror, Symmetry

__all__ = [
    "ORBIT", "Branch", "Condition", "Drift", "Mirror", "Orbit", "OrbitSlopes", "OrbitTracker", "Symmetry", "Tracked",
    "find_orbit", "follow_orbit", "mean_output", "on_orbit", "orbit_slopes",
]  # fmt: skip
