"""Retardation functions: a pair of transforms known in closed form."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import assert_close

from elver import InputError
from elver.forces.hulls import RadiationTable
from elver.forces.hulls.radiation import added_from_kernel, continued, convolved, positive

# K(s) = k s / (s^2 + 2 a s + a^2 + b^2): kernel k exp(-a t) (cos b t - a/b sin b t).
A, B, GAIN = 2.5, 4.0, 700.0


def transfer(w):
    s = 1j * w
    return GAIN * s / (s * s + 2 * A * s + A * A + B * B)


def kernel(t):
    return GAIN * np.exp(-A * t) * (np.cos(B * t) - A / B * np.sin(B * t))


def table(count=60, highest=30.0, infinite=150.0) -> RadiationTable:
    """Heave alone radiates."""
    w = highest * np.arange(1, count + 1) / count
    K, inf = np.zeros((count, 6, 6), complex), np.diag([3.0, 90, infinite, 1, 400, 300])
    K[:, 2, 2] = transfer(w)
    return RadiationTable(w, inf + K.imag / w[:, None, None], K.real, inf)


def test_kernel_from_damping():
    t = np.linspace(0, 3, 61)
    found = continued(table(), (2,)).kernel(t)[:, 0, 0]
    assert_close(found[2:], kernel(t)[2:], 2e-3)
    assert_close(found[0], GAIN, 0.02)  # the cut at 12 times the highest frequency shows at t = 0 only


def test_added_mass_from_kernel_is_ogilvies_relation():
    t, w = np.linspace(0, 12, 6001), np.array([0.5, 3.0, 9.0])
    found = added_from_kernel(t, kernel(t)[:, None, None], np.array([[150.0]]), w)[:, 0, 0]
    assert_close(found, 150.0 + transfer(w).imag / w, 1e-5)


def test_transfer_of_a_table():
    assert_close(np.abs(table().transfer()[:, 2, 2] - transfer(table().frequencies)), np.zeros(60), 1e-9, scale=GAIN)


def test_direct_convolution_of_a_harmonic_becomes_the_transfer_function():
    t = np.arange(0, 12, 4e-3)
    w = 3.0
    force = convolved(kernel(t)[:, None, None], np.cos(w * t)[:, None], t[1])[:, 0]
    assert_close(force[2000:], np.real(transfer(w) * np.exp(1j * w * t[2000:])), 1e-3)


def test_positive_cuts_negative_eigenvalues_only():
    rng = np.random.default_rng(1)
    root = rng.normal(size=(5, 3, 3))
    good = root @ np.swapaxes(root, 1, 2)
    assert_close(positive(good), good, 1e-12)
    assert np.linalg.eigvalsh(positive(good - 0.5 * np.eye(3))).min() > -1e-12


def test_tables_that_make_no_sense_are_refused():
    t = table()
    with pytest.raises(InputError, match="increase"):
        RadiationTable(t.frequencies[::-1], t.added, t.damping, t.infinite)
    with pytest.raises(InputError, match="shapes"):
        RadiationTable(t.frequencies[:-1], t.added, t.damping, t.infinite)
