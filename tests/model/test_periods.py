"""Periods that parts of a model name."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest
from odd_machines import chain

from elver import Model
from elver.drive import CombinedGait, ConstantPose, DelayedGait, PeriodicSpline, Playback, Serpenoid, SignalTable
from elver.model.validity import known_periods

NONE = np.zeros(0)
TIMES = np.arange(8) / 16  # half a second, less the sample that closes it


def odd(gait, control=None) -> Model:
    """Three rods."""
    return Model("odd", chain(3, mode="driven" if control is None else "torque"), gait=gait, control=control)


def test_every_gait_of_several_has_its_own():
    waves = [Serpenoid([name], amplitude=0.3, frequency=f) for name, f in (("joint1", 5.0), ("joint2", 20.0))]
    spline = PeriodicSpline({"joint2": [0.0, 0.1, 0.0, -0.1]}, 0.7)
    for order in ((waves[0], DelayedGait(waves[1], 0.2)), (DelayedGait(waves[1], 0.2), waves[0])):
        assert min(known_periods(odd(CombinedGait(order)), NONE).values()) == pytest.approx(2 * math.pi / 20)
    assert known_periods(odd(CombinedGait([waves[0], spline])), NONE)["gait (PeriodicSpline)"] == 0.7
    assert known_periods(odd(ConstantPose({"joint1": 0.0, "joint2": 0.0})), NONE) == {}


def test_signals_that_repeat_have_one_and_others_none():
    values = np.column_stack([np.sin(4 * math.pi * TIMES)] * 2)
    for period, expected in ((0.5, [0.5]), (None, [])):
        table = SignalTable(["joint1", "joint2"], TIMES, values, period)
        found = known_periods(odd(None, Playback(table)), NONE)
        assert list(found.values()) == expected


class Named:
    """A part with a period of its own, and signals with theirs."""

    def __init__(self, period, signals=None):
        self.period, self.signals = period, signals


@pytest.mark.parametrize(("own", "expected"), [(None, 0.5), (2.0, 2.0)])
def test_signals_are_asked_where_a_part_has_no_period(own, expected):
    model = SimpleNamespace(gait=None, control=None, elastic=None, forces={"tail": Named(own, Named(0.5))}, couplings={})
    assert known_periods(model, NONE) == {"tail": expected}


@pytest.mark.parametrize("periods", [(0.5, 0.7), (0.7, 0.5)])
def test_of_laws_of_one_kind_the_shortest_counts(periods):
    names, values = ("joint1", "joint2"), np.zeros((8, 1))
    laws = {n: Playback(SignalTable([n], T * np.arange(8) / 8, values, T)) for n, T in zip(names, periods, strict=True)}
    assert known_periods(odd(None, laws), NONE) == {"law (Playback)": 0.5}


def test_a_free_frequency_has_the_period_of_its_value():
    free = odd(Serpenoid(["joint1", "joint2"], amplitude=0.3, frequency=5.0)).freed("gait.frequency")
    assert list(known_periods(free, np.array([10.0])).values()) == [pytest.approx(math.pi / 5)]
