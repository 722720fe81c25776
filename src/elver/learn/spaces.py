"""Spaces of environments: what actions and observations may be."""

from __future__ import annotations

import numpy as np
from gymnasium.spaces import Box

from elver.tasks.episodes import Episodes


def action_space(episodes: Episodes) -> Box:
    """-1 to 1 for every input: its lowest to its highest value."""
    return Box(-1.0, 1.0, (len(episodes.actions.names),), np.float32)


def observation_space(episodes: Episodes) -> Box:
    """The bounds that the parts of the observation declare."""
    return Box(episodes.observer.low, episodes.observer.high, dtype=np.float32)
