"""Where machines are and where they head, over arrays of machines."""

from __future__ import annotations

from elver.tasks.now import Array, Now

PLACE, TURN = "base_position", "base_rotation"


def ahead(now: Now) -> Array:
    """Direction of travel of the base in the world, (n, 3)."""
    rotation = now.outputs[TURN]
    shares = [share * rotation[:, :, k] for k, share in enumerate(now.forward) if share]
    return sum(shares[1:], shares[0])


def level(direction: Array, xp) -> Array:
    """Cosine and sine of the heading of directions (n, 3) in the plane x, y, as columns (n, 2)."""
    flat = direction[:, :2]
    return flat / xp.maximum(xp.sqrt((flat * flat).sum(axis=1)), 1e-12)[:, None]


def in_heading(vector: Array, direction: Array, xp) -> Array:
    """World vectors (n, 2 or 3) along and to the left of the heading of ``direction``: columns ahead, left (and up)."""
    c, s = level(direction, xp).T
    x, y = vector[:, 0], vector[:, 1]
    found = [c * x + s * y, c * y - s * x]
    return xp.stack([*found, vector[:, 2]] if vector.shape[1] == 3 else found, axis=1)


def distance(now: Now, outputs=None, place: str = PLACE) -> Array:
    """Distance [m] of the machines, now or in ``now.before``, to the goal, whose first entries are x, y (and z)."""
    at = (now.outputs if outputs is None else outputs)[place]
    gap = now.goal - at[:, : now.goal.shape[1]]
    return now.xp.sqrt((gap * gap).sum(axis=1))
