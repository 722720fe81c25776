"""Orbits and parameters: derivatives of an orbit, means over it, orbits tracked while parameters change."""
