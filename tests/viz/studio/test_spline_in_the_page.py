"""The page's periodic B-spline against the engine's: value, velocity and acceleration, by the engine's own derivatives."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from elver.drive import PeriodicSpline
from elver.drive.signals import Instant

HERE = Path(__file__).parent
SPLINE = HERE.parents[2] / "web" / "src" / "studio" / "stroke" / "spline.js"
NODE = shutil.which("node")


def engine(spline: PeriodicSpline, times: np.ndarray) -> np.ndarray:
    """Motion of the joint and its first two derivatives at some times."""
    t = ca.SX.sym("t")
    value = spline.motion(Instant(t, {}))["a"]
    rate = ca.gradient(value, t)
    law = ca.Function("law", [t], [ca.vertcat(value, rate, ca.gradient(rate, t))])
    return np.array(law(times.reshape(1, -1))).T


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_curve_that_is_drawn_is_the_curve_that_is_driven():
    random = np.random.default_rng(1)
    cases = []
    for count, drive, end in ((4, 0.5, 0.5), (5, 0.4, 0.5), (12, 0.55, 0.45), (23, 0.3, 0.4)):
        spline = PeriodicSpline({"a": random.normal(size=count)}, 0.7 + random.random(), drive, end)
        cases.append((spline, random.random(40) * 1.5 - 0.2))
    told = [
        {
            "stroke": {"points": list(s.points["a"]), "period": s.period, "drive": s.drive, "drive_end": s.drive_end},
            "shares": shares.tolist(),
        }
        for s, shares in cases
    ]
    command = [str(NODE), str(HERE / "numbers_of_spline.mjs"), str(SPLINE)]
    answer = subprocess.run(command, input=json.dumps(told), capture_output=True, text=True, timeout=60, check=True)
    for (spline, shares), found in zip(cases, json.loads(answer.stdout), strict=True):
        wanted = engine(spline, shares * spline.period)
        np.testing.assert_allclose(np.array(found)[:, :3], wanted, rtol=1e-9, atol=1e-9 * np.abs(wanted).max())
        inside = (shares > 0) & (shares < 1)
        np.testing.assert_allclose(np.array(found)[inside, 3], shares[inside], atol=1e-12)
