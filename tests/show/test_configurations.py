"""Shapes along a run: all of them in the picture, and no label on another."""

from __future__ import annotations

import numpy as np
import pytest

from elver import scenario, simulate
from elver.show.configurations import apart, configurations, row_height, shape, stays
from elver.show.plots import pictures_of


@pytest.fixture(scope="module")
def gray():
    own = scenario("gray")
    return simulate(own.prepared(), 0.1, dt=own.dt)


def test_labels_keep_apart_and_begin_and_end_are_told_first():
    line = [(0.1 * k, 0.0) for k in range(11)]
    assert sorted(apart(line, 0.25, 1.0)) == [0, 3, 6, 10]
    assert apart([(0.0, 0.0)] * 5, 0.1, 0.1) == [0]
    assert len(apart([(0.0, 0.5 * k) for k in range(5)], 0.1, 0.1)) == 5


def test_every_row_is_inside_the_picture(gray):
    (axis,) = configurations(gray).axes
    low, high = axis.get_ylim()
    row = row_height(gray.data, "xy", 1.0, 1.0)
    assert high > shape(gray.data, 0, "xy")[:, 1].max()
    assert low < shape(gray.data, -1, "xy")[:, 1].min() - 5 * row
    assert len(axis.texts) == 6


def test_a_machine_that_stays_gets_rows_and_one_that_leaves_does_not():
    own = scenario("eel-loop")
    short = simulate(own.build(), 1.0)
    assert stays(short.data, "xz")
    assert row_height(short.data, "xz", 3.0, 3.0) > 0
    away = short.data.copy()
    away["base_position"] = away.base_position + 10.0 * away.time
    assert not stays(away, "xz")
    assert row_height(away, "xz", 3.0, 3.0) == 0
    labels = [t.get_text() for t in configurations(short).axes[0].texts]
    assert len(labels) == len(set(labels)) == 10


def test_nothing_stuck_no_picture_of_it(gray):
    assert not gray.data.sticking.values.any()
    assert "sticking" not in pictures_of(gray)
    still = simulate(scenario("gray").build({"torque": 0.01}), 0.01, dt=1e-4)
    assert np.mean(still.data.sticking[-1]) == 1.0
    assert "sticking" in pictures_of(still)
