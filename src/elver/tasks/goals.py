"""Goals that many tasks share: places around the machine, numbers from a range."""

from __future__ import annotations

import math

from elver.tasks.geometry import PLACE, TURN, distance, heading
from elver.tasks.now import Array, Now
from elver.tasks.running.chance import Chance
from elver.tasks.task import Goal


def places_around(
    near: float, far: float, angle: float = math.pi, radius: float = 0.2, reward: float = 1.0, place: str = PLACE
) -> Goal:
    """Points in the plane x, y between two distances [m] from the machine, up to ``angle`` [rad] off its heading.

    A place is reached within ``radius`` [m]; then the next one is drawn around where the machine is.
    """

    def draw(chance: Chance, now: Now) -> Array:
        xp, share = now.xp, chance.uniform(count=2)
        c, s = heading(now)
        bearing = xp.arctan2(s, c) + angle * (2.0 * share[:, 1] - 1.0)
        away = xp.sqrt(near**2 + (far**2 - near**2) * share[:, 0])  # evenly over the area
        at = now.outputs[place]
        return xp.stack([at[:, 0] + away * xp.cos(bearing), at[:, 1] + away * xp.sin(bearing)], axis=1)

    return Goal(
        ("x", "y"),
        "m",
        f"a place {near:g} to {far:g} m away, reached within {radius:g} m; then the next one",
        draw,
        reached=lambda now: distance(now, place) < radius,
        reward=reward,
        place=lambda goal: goal,
        radius=radius,
        needs=(place, TURN),
    )


def numbers(labels: tuple[str, ...], unit: str, meaning: str, low: float, high: float) -> Goal:
    """Numbers drawn evenly from low to high, such as a speed that is wanted."""
    return Goal(labels, unit, meaning, lambda chance, now: chance.uniform(low, high, len(labels)))
