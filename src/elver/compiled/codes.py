"""Numbers by which compiled loops know the schemes with fixed steps. Needs nothing."""

from __future__ import annotations

SEMI_IMPLICIT, HEUN, RK4, ADAMS = range(4)
FIXED = {"semi-implicit": SEMI_IMPLICIT, "heun": HEUN, "rk4": RK4, "adams": ADAMS}
ROWS = {"semi-implicit": 5, "heun": 5, "rk4": 5, "adams": 9}  # of the room that a step needs, each as long as the state
