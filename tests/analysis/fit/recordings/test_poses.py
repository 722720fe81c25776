"""Poses out of markers of a body that swims on and turns."""

from __future__ import annotations

import numpy as np
import pytest

from elver.analysis.fit.recordings.markers import near, pose_of, velocity

TIMES = np.arange(120) / 60
YAW = 3.0 + 0.6 * TIMES + 0.2 * np.sin(5 * TIMES)
ORIGIN = np.column_stack([0.1 * TIMES, 0.02 * np.sin(5 * TIMES)])
PLACES = np.array([[0.05, 0.01], [-0.09, 0.0], [0.0, 0.03]])


def seen() -> np.ndarray:
    c, s = np.cos(YAW)[:, None], np.sin(YAW)[:, None]
    x, y = PLACES[:, 0], PLACES[:, 1]
    return ORIGIN[:, None] + np.stack([c * x - s * y, s * x + c * y], axis=2)


def test_the_pose_comes_back_without_jumps():
    own = pose_of(PLACES, seen())
    np.testing.assert_allclose(near(own.yaw, 3.0), YAW, atol=1e-12)
    np.testing.assert_allclose(own.origin, ORIGIN, atol=1e-12)
    np.testing.assert_allclose(own.place(PLACES[0]), seen()[:, 0], atol=1e-12)
    np.testing.assert_allclose(own.inward(seen()[:, 2] - own.origin), np.tile(PLACES[2], (120, 1)), atol=1e-12)


def test_a_frame_without_a_marker_has_no_pose():
    gap = seen()
    gap[40, 1] = np.nan
    own = pose_of(PLACES, gap)
    assert np.isnan(own.yaw[40])
    np.testing.assert_allclose(near(own.yaw, 3.0)[41:], YAW[41:], atol=1e-12)


def test_rates_by_neighbours():
    rates = velocity(TIMES, ORIGIN)
    np.testing.assert_allclose(rates[1:-1, 1], 0.1 * np.cos(5 * TIMES[1:-1]), atol=2e-4)
    assert np.isnan(velocity(TIMES[:2], ORIGIN[:2])).all()


@pytest.mark.parametrize("turns", [-3, 0, 2])
def test_near(turns):
    np.testing.assert_allclose(near(YAW + 2 * np.pi * turns, 3.5), YAW, atol=1e-12)
