"""Figures of strokes: sines with a trend, and derivatives against differences."""

import math

import numpy as np
import pytest

from elver.analysis.fit.channels import folding, samples, stroke_metric

SHARE = np.linspace(0, 1, samples(1))
COURSE = 0.3 + 0.2 * SHARE + 0.05 * np.cos(2 * math.pi * SHARE - 0.7) + 0.01 * np.sin(4 * math.pi * SHARE)


def test_mean():
    assert stroke_metric("mean", 1, 1, COURSE)[0] == pytest.approx([0.4], abs=1e-12)


def test_harmonics():
    parts, _ = stroke_metric("harmonic", 1, 2, COURSE)
    assert parts == pytest.approx([0.05 * math.cos(0.7), 0.05 * math.sin(0.7)], abs=1e-12)
    assert stroke_metric("harmonic", 2, 1, COURSE)[0] == pytest.approx([0.01], abs=1e-12)


def test_amplitude_between_samples():
    for shift in (0.0, 0.3, 1.1):
        course = 0.2 * SHARE + 0.05 * np.cos(2 * math.pi * SHARE - shift)
        assert stroke_metric("amplitude", 1, 1, course)[0] == pytest.approx([0.05], rel=1e-6)


@pytest.mark.parametrize(
    ("kind", "order", "count"), [("mean", 1, 1), ("amplitude", 1, 1), ("harmonic", 2, 2), ("harmonic", 1, 1)]
)
def test_derivatives(kind, order, count):
    _, weights = stroke_metric(kind, order, count, COURSE)
    change = np.random.default_rng(1).normal(size=len(COURSE))
    change[-1] = change[0]
    d = 1e-7
    above, below = (stroke_metric(kind, order, count, COURSE + s * d * change)[0] for s in (1, -1))
    assert weights @ change == pytest.approx((above - below) / (2 * d), rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("strokes", [1, 5, 16])
def test_many_strokes_are_one_mean_stroke(strokes):
    share = strokes * np.linspace(0, 1, samples(strokes))
    course = 0.3 + 0.2 * share + 0.05 * np.cos(2 * math.pi * share - 0.7) + 0.01 * np.sin(4 * math.pi * share)
    one = [stroke_metric(kind, 1, count, COURSE)[0] for kind, count in (("amplitude", 1), ("harmonic", 2), ("harmonic", 1))]
    many = [
        stroke_metric(kind, 1, count, course, strokes)[0] for kind, count in (("amplitude", 1), ("harmonic", 2), ("harmonic", 1))
    ]
    for a, b in zip(one, many, strict=True):
        assert b == pytest.approx(a, rel=1e-9)
    assert folding(len(course), strokes).shape == (len(COURSE), len(course))
