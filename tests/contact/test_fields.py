"""Random fields of discs: reproducible, full, without overlap, clear of what starts among them."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.contact import Scene, scattered_discs

BOX = (-1.0, -0.5, 2.0, 1.5)


def places(discs) -> np.ndarray:
    return np.array([(disc.x, disc.y) for disc in discs])


def test_a_field_is_made_again_by_its_seed_and_another_by_another():
    one, again, other = (scattered_discs(BOX, 0.3, 0.02, seed) for seed in (4, 4, 5))
    assert one == again
    assert not np.isin(places(one), places(other)).any()
    Scene(one)  # refuses discs that overlap


def test_discs_are_apart_and_the_field_is_full():
    """By another route: all pairs, and the share of random places at which one more disc could stand."""
    discs = places(scattered_discs(BOX, 0.3, 0.02, 1))
    gaps = np.linalg.norm(discs[:, None] - discs[None], axis=-1)[np.triu_indices(len(discs), 1)]
    assert 0.3 <= gaps.min() < 0.32
    assert ((discs >= BOX[:2]) & (discs <= BOX[2:])).all()
    tried = np.random.default_rng(0).uniform(BOX[:2], BOX[2:], (4000, 2))
    assert (np.linalg.norm(tried[:, None] - discs[None], axis=-1).min(axis=1) > 0.3).mean() < 2e-3


def test_discs_leave_a_segment_free():
    ends, clear = (np.array([-0.5, 0.2]), np.array([0.9, 0.6])), 0.08
    free = places(scattered_discs(BOX, 0.2, 0.03, 2, [(*ends, clear)]))
    along = np.linspace(*ends, 2001)
    nearest = np.linalg.norm(free[:, None] - along[None], axis=-1).min()
    assert clear + 0.03 <= nearest + 1e-6
    crowded = places(scattered_discs(BOX, 0.2, 0.03, 2))
    assert np.linalg.norm(crowded[:, None] - along[None], axis=-1).min() < clear + 0.03


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"apart": 0.03}, "apart = 0.03"),
        ({"radius": 0.0}, "radius = 0.0"),
        ({"box": (0.0, 0.0, 0.0, 1.0)}, "highest above the lowest"),
        ({"box": (0.0, 0.0, 100.0, 100.0)}, "Give a smaller box"),
    ],
)
def test_bad_fields_are_refused(changes, words):
    with pytest.raises(InputError, match=words):
        scattered_discs(**{"box": BOX, "apart": 0.3, "radius": 0.02, "seed": 1} | changes)
