"""The task of Aiko."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_now import instant

from elver.learn.policy import evaluate
from elver.systems.aiko.tasks import published, wave_phase


def test_the_phase_follows_the_drawn_frequency():
    now = instant({}, values={"gait.frequency": 1.5}, time=2.0)
    np.testing.assert_allclose(wave_phase(now), [[math.cos(3.0), math.sin(3.0)]])


def test_the_baseline_leaves_the_published_wave_as_it_is():
    assert not published({}, np.zeros(3)).any()


@pytest.mark.long
def test_the_published_wave_gets_ahead():
    assert evaluate("AikoObstacles", "baseline", episodes=2).terms["travel"] > 1.0
