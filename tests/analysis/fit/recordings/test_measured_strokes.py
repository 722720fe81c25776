"""Figures of measured strokes against what the course was made of, and their errors against repeats."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.analysis.fit.channels import stroke_metric
from elver.analysis.fit.recordings.cleaning import fitted_strokes

PERIOD = 0.8


def made(times: np.ndarray) -> np.ndarray:
    angle = 2 * np.pi * times / PERIOD
    return 5 + 30 * times + 8 * np.cos(angle) + 3 * np.sin(angle) + 1.5 * np.cos(2 * angle)


def test_metrics_of_a_clean_course():
    times = 0.3 + np.arange(200) / 60
    own = fitted_strokes("a", times, made(times), PERIOD)
    assert own.strokes == 4
    np.testing.assert_allclose(own.metric("harmonic", 1)[0], [8, 3], atol=1e-9)
    np.testing.assert_allclose(own.metric("harmonic", 2, both=False)[0], [1.5], atol=1e-9)
    middle = times[-1] + 0.5 / 60 - 2 * PERIOD
    np.testing.assert_allclose(own.metric("mean", 1)[0], [5 + 30 * middle], atol=1e-9)


def test_the_amplitude_is_that_of_the_model_side():
    times = np.arange(96) / 60
    own = fitted_strokes("a", times, made(times), PERIOD)
    samples = made(np.linspace(0.0, PERIOD, 129))
    assert own.metric("amplitude", 1)[0][0] == pytest.approx(stroke_metric("amplitude", 1, 1, samples)[0][0], rel=1e-4)


def test_errors_are_those_of_repeats():
    rng, times = np.random.default_rng(1), np.arange(240) / 60
    metrics = [fitted_strokes("a", times, made(times) + rng.normal(0, 2, 240), PERIOD) for _ in range(300)]
    for kind in ("mean", "harmonic", "amplitude"):
        found = np.array([np.concatenate(own.metric(kind, 1)) for own in metrics])
        half = found.shape[1] // 2
        spread, told = found[:, :half].std(axis=0), found[:, half:].mean(axis=0)
        assert told == pytest.approx(spread, rel=0.25)


def test_too_little_is_refused():
    times = np.arange(30) / 60
    with pytest.raises(InputError, match="no whole stroke"):
        fitted_strokes("a", times, made(times), PERIOD)
    with pytest.raises(InputError, match="too few"):
        fitted_strokes("a", times[::6] * 2, made(times[::6]), PERIOD)
