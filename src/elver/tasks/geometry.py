"""Where machines are and where they head, over arrays of machines.

Sums over few entries are written out: they are quicker so, and a machine gets the same bits alone and among others.
"""

from __future__ import annotations

from elver.tasks.now import Array, Now

PLACE, TURN = "base_position", "base_rotation"
TINY = 1e-12  # m: directions shorter than this have none


def ahead(now: Now, axis: int) -> Array:
    """An entry (0, 1, 2: x, y, z) of the direction of travel of the base in the world, (n,)."""
    rotation = now.outputs[TURN]
    shares = [
        rotation[:, axis, k] if share == 1.0 else share * rotation[:, axis, k] for k, share in enumerate(now.forward) if share
    ]
    return sum(shares[1:], shares[0])


def heading(now: Now) -> tuple[Array, Array]:
    """Cosine and sine of the direction of travel in the plane x, y, (n,) each."""
    if "heading" not in now.memo:
        x, y = ahead(now, 0), ahead(now, 1)
        size = now.xp.maximum(now.xp.hypot(x, y), TINY)
        now.memo["heading"] = (x / size, y / size)
    return now.memo["heading"]


def in_heading(now: Now, x: Array, y: Array) -> tuple[Array, Array]:
    """World vectors along the heading and to the left of it."""
    c, s = heading(now)
    return c * x + s * y, c * y - s * x


def to_goal(now: Now, place: str = PLACE) -> tuple[Array, Array]:
    """From the machine to its goal in the plane x, y [m], along the heading and to the left."""
    key = f"to goal from {place}"
    if key not in now.memo:
        at = now.outputs[place]
        now.memo[key] = in_heading(now, now.goal[:, 0] - at[:, 0], now.goal[:, 1] - at[:, 1])
    return now.memo[key]


def distance(now: Now, place: str = PLACE, before: bool = False) -> Array:
    """Distance [m] of the machines, now or one interval ago, to the goal, whose entries are x, y (and z)."""
    key = f"distance from {place}"
    known = now.past if before else now.memo
    if key not in known:
        at = (now.before if before else now.outputs)[place]
        gaps = [now.goal[:, k] - at[:, k] for k in range(now.goal.shape[1])]
        known[key] = now.xp.hypot(*gaps[:2]) if len(gaps) > 1 else abs(gaps[0])
        if len(gaps) > 2:
            known[key] = now.xp.hypot(known[key], gaps[2])
    return known[key]


def mean_square(rows: Array) -> Array:
    """Mean of the squares of every row, (n,)."""
    return (rows * rows).sum(axis=1) / rows.shape[1]
