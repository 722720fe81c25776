"""The memory that hulls share, fitted to tables made from systems that are known."""

from __future__ import annotations

import numpy as np
import pytest

from elver import InputError
from elver.forces.hulls import MemoryModel, RadiationTable, fit_coupled_memory

FOUND = 0.02  # of the peak: the kernel is sampled, its poles are found to that (measured: 0.4 %)


def oscillator(frequency, damping):
    """g^2 s / (s^2 + 2 z w s + w^2), passive, and nothing at rest."""
    return np.array([[-2 * damping * frequency, -frequency], [frequency, 0.0]])


def known():
    """Two hulls that heave: together they feel a wide bump, against each other a narrow one of trapped water besides."""
    together, against = np.array([1.0, 1.0]) / np.sqrt(2), np.array([1.0, -1.0]) / np.sqrt(2)
    parts = [
        (oscillator(1.2, 0.4), 30.0, together),
        (oscillator(1.5, 0.35), 20.0, against),
        (oscillator(2.4, 0.02), 8.0, against),
    ]
    F, G = np.zeros((6, 6)), np.zeros((6, 12))
    for k, (block, gain, motion) in enumerate(parts):
        F[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = block
        G[2 * k, [2, 8]] = gain * motion
    return MemoryModel(tuple(range(12)), F, G, 2), np.diag([50.0] * 12) + np.diag([5.0] * 6, 6) + np.diag([5.0] * 6, -6)


def table(model, infinite, count=160, last=4.8):
    w = last * np.arange(1, count + 1) / count
    K = model.transfer(w)
    return RadiationTable(w, infinite + K.imag / w[:, None, None], K.real, infinite)


@pytest.fixture(scope="module")
def fitted():
    model, infinite = known()
    both = np.zeros((12, 2))
    both[[2, 8]] = np.array([[1, 1], [1, -1]]) / np.sqrt(2)
    given = table(model, infinite)
    return model, infinite, given, fit_coupled_memory(given, [both[:, :1], both[:, 1:]], order=8, band=(0.3, 1.0)), both


def test_the_system_behind_the_table_is_found(fitted):
    model, infinite, given, found, _ = fitted
    w = given.frequencies
    wanted, answer = model.transfer(w), found.model.transfer(w) + 1j * w[:, None, None] * (found.added - infinite)
    heave = np.ix_(range(len(w)), (2, 8), (2, 8))
    assert np.abs(answer - wanted)[heave].max() < FOUND * np.abs(wanted[heave]).max()
    assert max(error for group in found.errors for error in group) < FOUND


def test_what_is_slow_makes_no_waves(fitted):
    """The damping goes as w^2 at least: a hundredth of a frequency has a ten-thousandth of the damping, or less."""
    *_, found, _ = fitted
    B = found.model.transfer(np.array([1e-3, 1e-1])).real
    for k in (2, 8):
        assert abs(B[0, k, k]) < 1.01e-4 * B[1, k, k]


def test_damping_far_below_the_peaks_is_right(fitted):
    """Where a float has its natural frequency, far below the peaks: relative, not over the peak."""
    model, _, _, found, both = fitted
    w = np.array([0.4, 0.6])
    for motion in both.T:
        given, answer = (motion @ m.transfer(w).real @ motion for m in (model, found.model))
        assert answer == pytest.approx(given, rel=0.1)


def test_the_fit_gives_no_energy_at_any_frequency(fitted):
    *_, found, _ = fitted
    K = found.model.transfer(np.linspace(0.01, 20, 2000))
    assert np.linalg.eigvalsh(0.5 * (K + np.conj(np.swapaxes(K, 1, 2)))).min() > -1e-9 * np.abs(K).max()


def test_added_mass_within_the_band_is_the_tables(fitted):
    _, _, given, found, both = fitted
    w = given.frequencies
    near = (w > 0.3) & (w < 1.0)
    A = found.added + found.model.transfer(w).imag / w[:, None, None]
    for motion in both.T:
        assert (motion @ A[near] @ motion) == pytest.approx(motion @ given.added[near] @ motion, rel=0.01)


def test_what_cannot_be_is_refused(fitted):
    *_, given, _, both = fitted
    with pytest.raises(InputError, match="do not depend on each other"):
        fit_coupled_memory(given, [both[:, [0, 0]]])
    with pytest.raises(InputError, match="frequencies within 7 to 9"):
        fit_coupled_memory(given, [both], band=(7.0, 9.0))
