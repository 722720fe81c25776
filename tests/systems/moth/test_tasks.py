"""The task of the moth."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from small_now import instant

from elver.drive import Instant
from elver.learn.policy import evaluate, load_policy
from elver.systems.moth.tasks import SteeredStroke, away, drift, tilt, tumbled


def pitched(angle: float) -> list[list[float]]:
    """World from base, for a body that leans forward by an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]]


def test_strokes_of_both_wings_mirror_each_other():
    stroke = SteeredStroke(("right",), ("left",), amplitude=0.5, mean=0.1, frequency=2.0)
    motion = {name: float(ca.DM(ca.evalf(angle))) for name, angle in stroke.motion(Instant(ca.SX(0.3), {})).items()}
    assert motion["right"] == pytest.approx(0.5 * math.cos(0.6) + 0.1)
    assert motion["left"] == -motion["right"]
    assert stroke.period == pytest.approx(math.pi)


def test_drift_is_the_mean_over_the_last_interval():
    at, before = {"base_position": [0.3, 0.0, 0.1]}, {"base_position": [0.1, 0.0, 0.2]}
    now = instant(at | {"base_rotation": pitched(3.0)}, before | {"base_rotation": pitched(-3.0)}, interval=0.5)
    np.testing.assert_allclose(drift(now), [[0.4, -0.2, (6.0 - 2 * math.pi) / 0.5]], atol=1e-12)


def test_ends_and_what_is_seen():
    def there(x, angle):
        return instant({"base_position": [x, 9.0, 0.0], "base_rotation": pitched(angle)})

    assert away(there(0.3, 0.0))[0] == pytest.approx(0.3)
    np.testing.assert_allclose(tilt(there(0.0, 0.2)), [[math.cos(0.2), math.sin(0.2)]])
    assert [bool(tumbled(there(x, a))[0]) for x, a in ((0.3, 0.5), (0.5, 0.0), (0.0, 1.3))] == [False, True, True]


@pytest.mark.long
def test_the_shipped_policy_hovers():
    learned, baseline = (
        evaluate("MothHover", load_policy("MothHover"), episodes=32),
        evaluate("MothHover", "baseline", episodes=32),
    )
    assert learned.endings == {"time": 32}
    assert learned.returns > baseline.returns + 2.0
    assert evaluate("MothHover", "middle", episodes=8).endings == {"tumbled": 8}
