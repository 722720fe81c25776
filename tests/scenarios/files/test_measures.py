"""Measures in words, against NumPy on the run's own data."""

from __future__ import annotations

import numpy as np
import pytest
from written import SWIMMER, changed

import elver
from elver.scenarios import load_text
from elver.scenarios.yaml.nodes import DocumentError

WORDS = {
    "peak": "max(abs(joint_angle.neck))",
    "swing": "max(joint_angle.neck) - min(joint_angle.neck)",
    "mean": "mean(base_velocity.x)",
    "rms": "rms(joint_torque.peduncle)",
    "ends": "last(com_position.x) - first(com_position.x)",
    "tail": "last(body_position.tail.y) * 1000 / (2 + 3)**2",
    "lost": "last(work.water.drag)",
    "angle": "atan2(last(base_velocity.y), last(base_velocity.x))",
    "time": "last(time)",
    "number": "2 * pi",
    "endless": "1 / (last(time) - 2)",
}


@pytest.fixture(scope="module")
def run():
    lines = "".join(f'  {name}: {{of: "{of}", unit: "1", meaning: it}}\n' for name, of in WORDS.items())
    text = changed(SWIMMER, SWIMMER[SWIMMER.index("  peak_bend") : SWIMMER.index("pictures:")], lines)
    return elver.simulate(load_text(text), progress=False)


def test_metrics(run):
    d, t = run.data, run.data.time.values
    neck = d.joint_position.sel(joint="neck").values
    torque = d.joint_torque.sel(joint="peduncle").values
    speed = d.base_velocity.sel(axis="x").values
    wanted = {
        "peak": np.abs(neck).max(),
        "swing": neck.max() - neck.min(),
        "mean": np.trapezoid(speed, t) / 2,
        "rms": np.sqrt(np.trapezoid(torque**2, t) / 2),
        "ends": float(d.com_position.sel(axis="x")[-1] - d.com_position.sel(axis="x")[0]),
        "tail": float(d.body_position.sel(body="tail", axis="y")[-1]) * 40,
        "lost": float(d.work.sel(flow="water.drag")[-1]),
        "angle": float(np.arctan2(d.base_velocity.sel(axis="y")[-1], speed[-1])),
        "time": 2.0,
        "number": 2 * np.pi,
    }
    for name, value in wanted.items():
        assert run.summary[name] == pytest.approx(value, rel=1e-12), name
    assert run.summary["endless"] is None  # no number


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ("joint_angle.neck", "course in time"),
        ("max(joint_angel.neck)", "Did you mean 'joint_angle'"),
        ("max(joint_angle)", "does not name one course. Write joint_angle.JOINT"),
        ("max(joint_angle.tail)", "unknown joint in 'joint_angle.tail'"),
        ("max(body_position.tail.w)", "unknown axis"),
        ("max(body_position.tail.x.y)", "does not name one course"),
        ("max(1, 2)", "takes 1 argument"),
        ("median(time)", "unknown function 'median'"),
        ("max(", "the end where"),
        ("__import__('os')", "has no meaning|unknown function"),
    ],
)
def test_what_is_refused(of, says):
    text = changed(SWIMMER, "max(abs(joint_angle.neck))", of)
    with pytest.raises(DocumentError, match=says) as caught:
        load_text(text)
    assert caught.value.key == "measures.peak_bend.of"


def test_a_metric_of_every_summary_is_not_replaced():
    with pytest.raises(DocumentError, match="every summary has a metric called 'mean_speed'"):
        load_text(changed(SWIMMER, "peak_bend:", "mean_speed:"))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "max(abs(joint_angle.neck))",
            "max(medium_force.watr.x)",
            "unknown force in 'medium_force.watr.x': 'watr'. Did you mean 'water'",
        ),
        ("unit: rad, meaning: largest", "unit: bananas, meaning: largest", "unknown unit 'bananas'"),
    ],
)
def test_mistakes_that_a_run_would_find_too_late(old, new, says):
    with pytest.raises(DocumentError, match=says):
        load_text(changed(SWIMMER, old, new))
