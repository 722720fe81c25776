"""Functions that a GPU has not."""

import numpy as np
import pytest

from elver.codegen.cuda.math_kernels import angle_of, whole_power


def test_angles_are_those_of_numpy():
    rng = np.random.default_rng(0)
    size = 10.0 ** rng.uniform(-200, 100, (2, 2000))
    y, x = size * rng.choice([-1.0, 1.0], size.shape)
    special = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, 0.66, 2.5, 1e-310])
    pairs = np.concatenate([np.stack([y, x], 1), np.stack(np.meshgrid(special, special), -1).reshape(-1, 2)])
    found, expected = np.array([angle_of(a, b) for a, b in pairs]), np.arctan2(pairs[:, 0], pairs[:, 1])
    assert np.array_equal(np.signbit(found), np.signbit(expected))
    np.testing.assert_allclose(found, expected, rtol=5e-16, atol=0)
    assert np.isnan(angle_of(np.nan, 1.0))
    assert np.isnan(angle_of(1.0, np.nan))


@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0, 9.0, 22.0, 70000.0, -3.0])
def test_powers_are_those_of_numpy(exponent):
    for x in (0.5, 1.0001, 0.9999, 3.0):
        expected = np.float64(x) ** exponent if x < 2 or exponent < 100 else np.inf
        assert whole_power(x, exponent) == pytest.approx(expected, rel=1e-10)
    assert np.isnan(whole_power(2.0, 0.5))
