"""Streams of random numbers: the published hash, even and normal draws, machines that do not disturb each other."""

import numpy as np
import pytest

from elver.tasks import RandomStreams

MASK = (1 << 64) - 1


def mixed(z: int) -> int:
    """SplitMix64's finaliser in whole numbers of Python."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def seeded(seeds) -> RandomStreams:
    chance = RandomStreams(len(seeds))
    chance.seed(np.array(seeds, dtype=np.uint64), np.ones(len(seeds), dtype=bool))
    return chance


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_a_stream_is_splitmix64_from_a_hashed_seed(seed):
    step = 0x9E3779B97F4A7C15
    key = mixed((mixed(seed) + step) & MASK)
    wanted = [(mixed((key + (k + 1) * step) & MASK) >> 11) * 2.0**-53 + 2.0**-54 for k in range(5)]
    chance = seeded([seed])
    found = [*chance.uniform(count=3)[0], *chance.uniform(count=2)[0]]
    assert found == wanted


def test_draws_are_even_and_normal_and_streams_are_not_alike():
    chance = seeded(range(2000))
    even = chance.uniform(-1.0, 3.0, 50)
    assert even.min() > -1.0
    assert even.max() < 3.0
    assert abs(even.mean() - 1.0) < 0.02
    assert abs(even.var() - 16 / 12) < 0.02
    assert np.abs(np.corrcoef(even[:20])[np.triu_indices(20, 1)]).max() < 0.7  # neighbours in seed, 50 draws each
    assert abs(np.corrcoef(even[:-1].ravel(), even[1:].ravel())[0, 1]) < 0.02
    normal = chance.normal(50)
    assert abs(normal.mean()) < 0.02
    assert abs(normal.std() - 1) < 0.02
    assert abs((normal**4).mean() - 3) < 0.2


def test_only_machines_in_the_mask_move_on():
    alone, many = seeded([7]), seeded([5, 7, 9])
    first = many.uniform(count=2)
    many.mask = np.array([True, False, True])
    others = [many.uniform() for _ in range(3)]
    many.mask = np.ones(3, dtype=bool)
    assert (first[1] == alone.uniform(count=2)[0]).all()
    assert many.uniform()[1] == alone.uniform()[0]
    assert len({float(o[0, 0]) for o in others}) == 3
    many.seed(np.array([0, 7, 0]), np.array([False, True, False]))
    assert (many.uniform(count=2)[1] == first[1]).all()
