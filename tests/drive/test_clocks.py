"""Gaits by clocks of their own."""

import casadi as ca
import pytest

from elver.drive import Anguilliform, CombinedGait, ConstantPose, DelayedGait, Instant, PeriodicSpline, Serpenoid
from elver.drive.gaits import Clocked, timed_gaits, with_clocks

WAVE = Serpenoid(("a", "b"), amplitude=0.3, frequency=5.0)
DRAWN = PeriodicSpline({"c": (0.0, 0.3, -0.2, 0.1)}, 0.8, start=0.15)
EEL = Anguilliform(("d",), (0.0, 0.3), ramp_time=2.0)


def angles(gait, time: float) -> dict[str, float]:
    return {name: float(ca.SX(angle)) for name, angle in gait.motion(Instant(ca.DM(time), {})).items()}


def test_a_clock_ahead_shows_a_later_time():
    for gait in (WAVE, DRAWN):
        assert angles(Clocked(gait, 0.2), 0.5) == pytest.approx(angles(gait, 0.7), abs=1e-14)
        assert Clocked(gait, 0.2).period == gait.period
    assert Clocked(DRAWN, 0.2).origin == pytest.approx(-0.05)


def test_the_smooth_start_goes_by_the_true_time():
    """A clock that is far ahead or behind does not end the start, or begin it again."""
    whole = EEL.period
    assert angles(Clocked(EEL, 3 * whole), 0.7) == pytest.approx(angles(EEL, 0.7), abs=1e-14)
    assert angles(DelayedGait(Clocked(EEL, 3 * whole), 0.4), 0.3) == pytest.approx(angles(EEL, 0.7), abs=1e-14)


def test_gaits_put_together_have_a_clock_each():
    both = CombinedGait([DelayedGait(WAVE, 0.25), DRAWN, ConstantPose({"e": 0.1})])
    found = list(timed_gaits(both))
    assert [(one.gait, one.shift) for one in found] == [(WAVE, 0.25), (DRAWN, 0.0)]
    assert [one.since_phase_0(1.0) for one in found] == pytest.approx([1.25, 0.85])
    late = with_clocks(both, lambda part: 0.1 if part is DRAWN else None)
    expected = {**angles(both, 0.6), "c": angles(DRAWN, 0.7)["c"]}
    assert angles(late, 0.6) == pytest.approx(expected, abs=1e-14)
