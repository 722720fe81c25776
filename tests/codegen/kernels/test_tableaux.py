"""The tableaux that loops, derivatives and GPU code share: their order, and that the loops do what they say."""

import numpy as np
import pytest

from elver.codegen.kernels.system import TABLEAUX
from elver.simulation.schemes.fixed import rk4_increment

ORDER = {"rk4": 4, "heun": 2}


@pytest.mark.parametrize("name", TABLEAUX)
def test_order_conditions(name):
    """Of a scheme whose stage starts from the rate of the stage before it alone (Hairer, Norsett, Wanner I, II.2)."""
    c, b = (np.array(part) for part in TABLEAUX[name])
    A = np.diag(c[1:], -1)
    assert A.sum(axis=1) == pytest.approx(c)
    conditions = [b.sum() - 1, b @ c - 1 / 2]
    if ORDER[name] == 4:
        conditions += [b @ c**2 - 1 / 3, b @ A @ c - 1 / 6, b @ c**3 - 1 / 4, (b * c) @ A @ c - 1 / 8]
        conditions += [b @ A @ c**2 - 1 / 12, b @ A @ A @ c - 1 / 24]
    assert conditions == pytest.approx(np.zeros(len(conditions)), abs=1e-15)


def test_the_loop_adds_the_stages_up_by_these_weights():
    k, h = np.random.default_rng(1).normal(size=(5, 3)), 0.3
    for i in range(3):
        assert rk4_increment(h, k, i) == pytest.approx(h * np.array(TABLEAUX["rk4"].weights) @ k[:4, i], rel=1e-14)
