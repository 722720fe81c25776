"""Channels out of markers of a machine that swims in circles: the same metrics as the model's own, from its recorded run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import elver
from elver.analysis import Shooting, load_fit
from elver.analysis.fit.evaluation import Evaluator
from elver.scenarios.yaml.nodes import DocumentError

SWIMMER = """elver: 1
name: swimmer
parameters:
  beat: {value: 1, unit: Hz, range: [0.2, 3]}
  friction: {value: 0.05, range: [0, 1]}
  tail: {value: 120 mm, range: [50 mm, 200 mm]}
machine:
  base: planar
  bodies:
    head: {shape: {type: elliptic_cylinder, length: 0.1, a2: 30 mm, a3: 40 mm}, density: 1000}
    fin: {shape: {type: elliptic_cylinder, length: tail, a2: 5 mm, a3: 40 mm}, density: 1000}
  joints:
    neck: {parent: head, child: fin, d: 0.1}
media:
  water: {type: morison, friction: friction}
drive:
  gait: {type: serpenoid, joints: [neck], amplitude: 40 deg, frequency: beat}
start: {rpy: [0, 0, 150 deg]}
run: {duration: 6, dt: 5 ms, method: rk4}
"""
FIT = """elver: 1
fit: circles
model: swimmer.yaml
unknowns: [friction]
markers:
  nose: {body: head}
  neck: {body: head, at: [80 mm, 0, 0]}
  tip: {body: fin, at: [tail, 0, 0]}
channels:
  speed: {speed: {point: neck, along: -x}, kind: mean, unit: mm/s, from_markers: true}
  yaw: {heading: {body: head, reference: 110 deg}, kind: amplitude, unit: deg, from_markers: true}
  sway: {point: tip, in: head, axis: y, kind: harmonic, unit: mm, from_markers: true}
recordings:
  swim: {file: swim.csv, rate: 50 Hz, from: 2 s, paths: false, unit: px, sigma: 0.5 px, camera: {scale: 2 mm}, start: orbit}
run: {steps: 200}
"""


@cache
def picture() -> str:
    """Markers of a run on its orbit, in pixels of 2 mm, 50 frames a second, by a camera that is turned and elsewhere."""
    from elver.scenarios import load_text

    orbit = elver.find_orbit(load_text(SWIMMER).build(), shooting=Shooting(steps=200))
    assert orbit.converged
    run = elver.simulate(
        orbit.model, 6.0, solver=elver.Solver(dt=5e-3, method="rk4"), save=elver.Save(every=0.02), progress=False
    )
    where = run.data.body_position.values[:, :, :2]
    q = run.data.body_quaternion.values
    yaw = 2 * np.arctan2(q[:, :, 3], q[:, :, 0])
    ahead = np.stack([np.cos(yaw), np.sin(yaw)], axis=2)
    points = [where[:, 0], where[:, 0] + 0.08 * ahead[:, 0], where[:, 1] + 0.12 * ahead[:, 1]]
    turn = np.array([[np.cos(0.7), np.sin(0.7)], [-np.sin(0.7), np.cos(0.7)]])
    table = np.hstack([(p - (1.0, 2.0)) @ turn.T / 0.002 for p in points])
    names = "nose.x,nose.y,neck.x,neck.y,tip.x,tip.y"
    return "\n".join(["frame," + names, *(",".join(f"{v:.6f}" for v in (k, *row)) for k, row in enumerate(table))])


def loaded(tmp_path: Path, fit: str = FIT):
    (tmp_path / "swimmer.yaml").write_text(SWIMMER)
    (tmp_path / "swim.csv").write_text(picture())
    (tmp_path / "fit.yaml").write_text(fit)
    return load_fit(tmp_path / "fit.yaml")


def test_metrics_out_of_markers_are_those_of_the_orbit(tmp_path):
    problem = loaded(tmp_path)
    (recording,) = problem.recordings
    assert [c.name for c in recording.channels] == ["speed", "yaw", "sway"]
    found = Evaluator(problem, 1)(problem.start)
    assert not found.failed
    for block in found.blocks:
        assert np.abs(block.predicted).max() > 1
        assert block.predicted == pytest.approx(block.channel.values, rel=0.02, abs=0.02 * np.abs(block.channel.values).max())


def test_the_phase_on_an_orbit_begins_inside_its_range(tmp_path):
    swim = "start: orbit, nuisance: [clock.offset]}"
    (offset,) = loaded(tmp_path, FIT.replace("start: orbit}", swim).replace("paths: false, ", "")).unknowns[1:]
    assert (offset.low, offset.value, offset.high) == pytest.approx((-2.0, 0.0, 3.0))
    (offset,) = loaded(tmp_path, FIT.replace("start: orbit}", swim).replace("paths: false, ", "").replace("2 s", "0 s")).unknowns[
        1:
    ]
    assert (offset.low, offset.value, offset.high) == pytest.approx((0.0, 1.0, 3.0))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("paths: false", 'paths: false, ignore: ["nose*"]', "needs two markers on it; the recording has 1"),
        ("rate: 50 Hz", "rate: 50 mm", "Hz"),
        ("kind: mean, unit: mm/s", "kind: velocity, unit: mm/s^2", "markers do not tell"),
        ("from: 2 s", "from: 5.5 s", "no whole stroke"),
    ],
)
def test_what_markers_do_not_tell(tmp_path, old, new, said):
    assert FIT.count(old) == 1
    with pytest.raises(DocumentError) as error:
        loaded(tmp_path, FIT.replace(old, new))
    assert said in str(error.value)
