"""Trivial laws of metrics and paths, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest
from fake_fits import channel, recording

from elver.analysis.fit.scores import laws


def speed(beat, value):
    return recording(f"f{beat}", channel([value], 0.1, name="speed", kind="mean"), values={"beat": beat})


FITTED = [speed(1.0, 80.0), speed(2.0, 140.0)]


def test_metrics():
    there = speed(3.0, 190.0)
    found = laws(there.channels[0], there, FITTED, "beat")
    assert found["constant"] == pytest.approx([110.0])
    assert found["line"] == pytest.approx([200.0])
    assert found["proportional"] == pytest.approx([3 * (80 + 280) / 5])
    assert set(found) == {"constant", "line", "proportional"}


def test_without_what_laws_go_by():
    there = speed(3.0, 190.0)
    assert set(laws(there.channels[0], there, FITTED, "")) == {"constant"}
    assert set(laws(there.channels[0], there, FITTED[:1], "beat")) == {"constant", "proportional"}
    assert laws(channel([1.0], 1.0, name="other", kind="mean"), there, FITTED, "beat") == {}


def test_harmonics_have_laws_for_each_part():
    parts = [
        recording(n, channel(v, 0.1, kind="harmonic"), values={"b": b}) for n, v, b in (("p", [1, 10], 1), ("q", [3, 20], 2))
    ]
    there = recording("r", channel([0.0, 0.0], 0.1, kind="harmonic"), values={"b": 3})
    assert laws(there.channels[0], there, parts, "b")["line"] == pytest.approx([5.0, 30.0])


def test_paths():
    t = np.linspace(0, 2, 5)
    fitted = [
        recording("p", channel(1.0 + 3.0 * t, 0.1, t), values={"b": 1}),
        recording("q", channel(5.0 * t, 0.1, t), values={"b": 2}),
    ]
    there = recording("r", channel(10.0 + 4.5 * t, 0.1, t), values={"b": 3})
    found = laws(there.channels[0], there, fitted, "b")
    assert found["still"] == pytest.approx(np.full(5, 14.5))
    assert found["constant"] == pytest.approx(14.5 + 4.0 * (t - 1.0))
    assert found["proportional"] == pytest.approx(14.5 + 3 * (3.0 + 10.0) / 5.0 * (t - 1.0))
    assert found["line"] == pytest.approx(14.5 + 7.0 * (t - 1.0))
