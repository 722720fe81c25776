"""Integration schemes as steps, and the two compiled loops that drive them: fixed steps, and steps chosen by their error."""

from __future__ import annotations

ROWS = {"semi-implicit": 5, "heun": 5, "rk4": 5, "adams": 9}  # of the room that a step needs, each as long as the state
