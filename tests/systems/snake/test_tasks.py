"""Tasks of the snake."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_now import instant

from elver.learn.policy import evaluate, load_policy
from elver.systems.snake.tasks import AHEAD, LENGTH, SHORELINE, from_shore, landed, off_path, path_ahead


def test_the_path_is_a_wave():
    """At a quarter of the wave the path is highest; half a wave ahead it is lowest."""
    now = instant({"com_position": [LENGTH / 4, 0.1, 0.0]}, goal=(0.6, 0.0))
    assert off_path(now)[0] == pytest.approx(0.1 - 0.6)
    seen = path_ahead(now)[0]
    assert seen[0] == pytest.approx(0.5)
    assert seen[1:] == pytest.approx([0.6 * math.cos(2 * math.pi * far / LENGTH) - 0.1 for far in AHEAD])


def test_shore_and_landing():
    now = instant({"base_position": [SHORELINE + 0.7, 1.0, 0.0]}, goal=(SHORELINE + 0.5, 1.0))
    assert from_shore(now)[0, 0] == pytest.approx(0.7)
    assert landed(now)[0]
    assert not landed(instant({"base_position": [SHORELINE + 0.7, 1.5, 0.0]}, goal=(SHORELINE + 0.5, 1.0)))[0]


def test_a_shipped_policy_beats_the_baseline():
    learned, baseline = evaluate("SnakePath", load_policy("SnakePath"), episodes=8), evaluate("SnakePath", "baseline", episodes=8)
    assert learned.returns > baseline.returns + 5.0
    assert np.isfinite(learned.deviation)


@pytest.mark.long
def test_the_shore_is_crossed():
    learned = evaluate("ShoreCrossing", load_policy("ShoreCrossing"), episodes=64)
    assert learned.success > 0.95
    assert learned.returns > evaluate("ShoreCrossing", "baseline", episodes=64).returns + 0.3
