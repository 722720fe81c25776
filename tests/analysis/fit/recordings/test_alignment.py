"""A camera's pose from one frame."""

from __future__ import annotations

import numpy as np
import pytest

from elver.analysis.fit.problem import Camera
from elver.analysis.fit.recordings.markers import aligned

WORLD = np.array([[0.0, 0.0], [0.3, 0.1], [0.5, -0.2]])


@pytest.mark.parametrize("yaw", [0.0, 1.0, 3.0, -2.5])
def test_the_pose_is_found(yaw):
    camera = Camera(0.4, -0.7, yaw, 1.0)
    seen = np.array([np.array(camera.seen([*place, 0.0]), dtype=float).ravel()[:2] for place in WORLD])
    np.testing.assert_allclose(aligned(WORLD, seen), (0.4, -0.7, yaw), atol=1e-12)
    np.testing.assert_allclose(aligned(WORLD[:1], seen[:1], yaw), (0.4, -0.7, yaw), atol=1e-12)
