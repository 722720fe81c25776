"""The task of the scull."""

from __future__ import annotations

import math

import numpy as np
import pytest
from small_now import instant

from elver.learn.policy import evaluate
from elver.systems.scull.tasks import POWER, RESERVE, account, even_power, overdraft, pace, phase

FLOWS = {"flow": ("motor", "motor_positive")}


def rowed(spent: float, before: float, time: float = 10.0):
    """A boat that went 8 m in the last 2 s."""
    at, earlier = {"base_position": [28.0, 0, 0], "work": [0.0, spent]}, {"base_position": [20.0, 0, 0], "work": [0.0, before]}
    return instant(at, earlier, values={"stroke.rate": 24.0}, time=time, interval=2.0, labels=FLOWS)


def test_only_what_is_beyond_power_and_reserve_costs():
    allowed = POWER * 10.0 + RESERVE
    assert overdraft(rowed(allowed, allowed - 2.0 * POWER))[0] == 0.0
    assert overdraft(rowed(allowed + 500.0, allowed - 2.0 * POWER))[0] == pytest.approx(0.5)
    assert overdraft(rowed(allowed, allowed))[0] == pytest.approx(-1.0)  # it was overdrawn by 2 s of power, and is no more


def test_what_is_seen():
    now = rowed(5000.0, 4000.0)
    np.testing.assert_allclose(account(now), [[(POWER * 10.0 + RESERVE - 5000.0) / 1e3, 0.5]])
    np.testing.assert_allclose(pace(now), [[4.0]])
    np.testing.assert_allclose(phase(now), [[math.cos(8 * math.pi), math.sin(8 * math.pi), 0.8]], atol=1e-12)


def test_the_baseline_rows_shorter_at_a_higher_rate():
    low, high = (even_power({"stroke": np.array([[1, 0, r / 30]]), "account": np.array([[0.5, 0.5]])}, 0.0) for r in (22, 32))
    assert low[0, 0] > high[0, 0]


@pytest.mark.long
def test_even_power_keeps_the_limit():
    found = evaluate("ScullRace", "baseline", episodes=4)
    assert found.terms["overdraft"] == pytest.approx(0.0, abs=1e-9)
    assert found.terms["travel"] > 18.0
