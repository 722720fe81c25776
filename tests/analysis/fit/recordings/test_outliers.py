"""Outliers are found; peaks, steps of a walk, and slopes stay."""

from __future__ import annotations

import numpy as np

from elver.analysis.fit.recordings.cleaning import Outliers
from elver.analysis.fit.recordings.tables import Series


def course(values) -> Series:
    values = np.asarray(values, dtype=float)
    return Series("a", np.arange(len(values)) / 10, values, np.full(len(values), np.nan))


def test_wild_values_are_found_and_nothing_else():
    rng = np.random.default_rng(3)
    t = np.arange(300) / 60
    values = 40 * t + 20 * np.sin(2 * np.pi * t) + rng.normal(0, 0.5, 300)
    wild = [0, 17, 18, 150, 298]
    values[wild] += [60, 80, -90, 70, 60]
    values[200:220] = np.nan
    np.testing.assert_array_equal(np.flatnonzero(Outliers().found(course(values), 0.5)), wild)


def test_a_clean_course_stays_whole_however_few_samples_a_period_has():
    for samples in (8, 12, 20, 60):
        values = np.sin(2 * np.pi * np.arange(10 * samples) / samples) + 0.3 * np.sin(
            4 * np.pi * np.arange(10 * samples) / samples
        )
        assert not Outliers().found(course(values), 1e-6).any(), samples


def test_a_course_at_rest_counts_in_sigmas():
    values = np.zeros(40)
    values[7], values[20] = 0.5, 7.0
    assert list(np.flatnonzero(Outliers().found(course(values), 1.0))) == [20]


def test_short_courses_and_threshold_zero_lose_nothing():
    values = np.zeros(40)
    values[7] = 100.0
    assert not Outliers(threshold=0.0).found(course(values), 1.0).any()
    assert not Outliers().found(course(values[5:11]), 1.0).any()
