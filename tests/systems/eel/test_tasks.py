"""Tasks of the eel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_now import instant, turned

from elver.learn.policy import evaluate, load_policy
from elver.systems.eel.tasks import CURRENT, FORWARD, folded, nearness, steered, through_water


def test_velocity_through_the_water_is_that_over_ground_less_the_current():
    """A nose that points along +y (the base's x axis points to the tail) and drifts with the current is at rest in the water."""
    place = {"base_rotation": turned(-math.pi / 2), "base_velocity": [0.1, 0.3, 0.0]}
    now = instant(place, values=dict(zip(CURRENT, (0.1, 0.3), strict=True)), forward=FORWARD)
    np.testing.assert_allclose(through_water(now), [[0.0, 0.0]], atol=1e-15)
    now = instant(place, values=dict.fromkeys(CURRENT, 0.0), forward=FORWARD)
    np.testing.assert_allclose(through_water(now), [[0.3, -0.1]], atol=1e-15)


def test_nearness_is_one_half_at_half_a_metre():
    for x, wanted in ((0.0, 1.0), (0.5, 0.5), (50.0, 1e-4)):
        assert nearness(instant({"base_position": [x, 0.0, 0.0]}, goal=(0.0, 0.0)))[0] == pytest.approx(wanted, rel=1e-3)


def test_a_joint_that_is_bent_too_far_ends_an_episode():
    assert not folded(instant({"joint_position": [1.5, -1.5]}))[0]
    assert folded(instant({"joint_position": [0.0, -1.7]}))[0]


def test_the_baseline_bends_to_both_sides_alike():
    left, right = ({"bearing": np.array([[math.cos(a), math.sin(a)]])} for a in (0.4, -0.4))
    a, b = steered(left, np.zeros(1)), steered(right, np.zeros(1))
    assert a[0, 1] == -b[0, 1] != 0
    assert a[0, 0] == b[0, 0]


@pytest.mark.long
@pytest.mark.parametrize("task", ["EelCruise", "EelTarget", "EelCurrent"])
def test_shipped_policies_beat_the_baselines(task):
    learned, baseline = evaluate(task, load_policy(task), episodes=64), evaluate(task, "baseline", episodes=64)
    assert learned.returns > baseline.returns + 0.5
    if task == "EelTarget":
        assert learned.reached >= 0.95 * 5
