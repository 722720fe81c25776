"""Random fields of discs: reproducible by their seed, without overlap, clear of a machine that starts among them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elver._support.errors import InputError, require_number
from elver.contact.scene import Disc

_DRAWN = 2000  # places drawn at a time; the field is full when no disc can stand at any of them


def scattered_discs(
    box: tuple[float, float, float, float],
    apart: float,
    radius: float,
    seed: int,
    clear_of: Sequence[tuple[Sequence[float], Sequence[float], float]] = (),
    most: int = 2000,
) -> tuple[Disc, ...]:
    """Discs whose places are drawn evenly from a box, each at least ``apart`` from all others (Poisson-disc sampling).

    Places are drawn 2000 at a time and used where they suit; the field is full when none of them did. It then has about 0.7 discs
    in a square of side ``apart``. The same numbers make the same field.

    Parameters
    ----------
    box : tuple
        Lowest x, lowest y, highest x, highest y of the centres [m].
    apart : float
        Least distance of two centres [m], at least twice the radius.
    radius : float
        Radius of the discs [m].
    seed : int
        Of the random numbers.
    clear_of : sequence
        Segments (one end, other end, distance) [m] from which no disc's rim is nearer than that distance: the links of a machine
        that starts here.
    most : int
        Refuse a field of more discs.

    Returns
    -------
    tuple of Disc
        Named "1", "2", ... in the order in which they were drawn.
    """
    low, high = np.array(box[:2], dtype=float), np.array(box[2:], dtype=float)
    if not (np.isfinite([low, high]).all() and (high > low).all()):
        raise InputError(f"box = {box!r}. Give lowest x, lowest y, highest x, highest y, the highest above the lowest.")
    require_number("radius", radius, above=0.0, unit="m")
    require_number("apart", apart, low=2 * radius, unit="m")
    if 0.75 * float(np.prod((high - low) / apart + 1)) > most:
        raise InputError(f"a box of {high[0] - low[0]:g} by {high[1] - low[1]:g} m would hold about more than {most} discs "
                         f"{apart:g} m apart. Give a smaller box, or put them further apart.")  # fmt: skip
    rng, places, before = np.random.default_rng(seed), np.empty((0, 2)), -1
    while len(places) > before:
        before = len(places)
        drawn = rng.uniform(low, high, (_DRAWN, 2))
        suits = _apart(drawn, places, apart)
        for a, b, distance in clear_of:
            suits &= _from_segment(drawn, np.asarray(a, dtype=float), np.asarray(b, dtype=float)) >= distance + radius
        for place in drawn[suits]:
            if _apart(place[None], places[before:], apart)[0]:
                places = np.vstack([places, place])
    return tuple(Disc(float(x), float(y), radius, f"{k}") for k, (x, y) in enumerate(places, start=1))


def _apart(drawn: np.ndarray, places: np.ndarray, apart: float) -> np.ndarray:
    """Which of the drawn places are so far from all others."""
    return (((drawn[:, None] - places[None]) ** 2).sum(axis=-1) >= apart**2).all(axis=1)


def _from_segment(drawn: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Distances [m] of places from the segment from a to b."""
    along = b - a
    share = np.clip(((drawn - a) @ along) / max(float(along @ along), 1e-300), 0.0, 1.0)
    return np.linalg.norm(drawn - a - share[:, None] * along, axis=1)
