"""Joints that follow a measured motion: the torque is then the inverse model's, checked by hand; and tables that are refused."""

from __future__ import annotations

import numpy as np
import pytest
from fit_files import ARM, folder

from elver.analysis import load_fit
from elver.analysis.fit.evaluation import Evaluator
from elver.analysis.fit.files.values import SIGNALS, read_signals
from elver.scenarios import load_text
from elver.scenarios.yaml.nodes import DocumentError, parse_document
from elver.scenarios.yaml.scope import Scope

RATE, SWING = 9.0, 0.4
TIMES = np.linspace(0.0, 1.0, 101)
MOTION = "\n".join(["time,hinge [deg]", *(f"{t},{np.rad2deg(SWING * np.sin(RATE * t)):.10f}" for t in TIMES)])
FIT = """elver: 1
fit: inverse
model: arm.yaml
unknowns: [size]
channels:
  torque: {of: joint_torque.hinge, unit: mN m, sigma: 0.1}
  angle: {of: joint_angle.hinge, unit: deg, sigma: 1}
recordings:
  first: {file: torque.csv, signals: motion.csv}
run: {dt: 5 ms, method: rk4}
"""
LENGTH, RADIUS = 0.2, 0.01
INERTIA = 1000 * np.pi * RADIUS**2 * LENGTH * (LENGTH**2 / 3 + RADIUS**2 / 4)


def measured(times) -> str:
    rows = [f"{t},{-1000 * INERTIA * SWING * RATE**2 * np.sin(RATE * t)},{np.rad2deg(SWING * np.sin(RATE * t))}" for t in times]
    return "\n".join(["time,torque,angle", *rows])


def test_torques_of_the_inverse_model(tmp_path):
    problem = load_fit(folder(tmp_path, FIT, torque=measured(TIMES[5:90:5]), motion=MOTION))
    assert problem.recordings[0].program.model.robot.joints[0].mode == "driven"
    found = Evaluator(problem, 1)(problem.start)
    assert not found.failed
    for block in found.blocks:
        assert block.predicted == pytest.approx(block.channel.values, rel=1e-3, abs=1e-3 * np.abs(block.channel.values).max())
    torque = found.blocks[0]
    by_size = torque.predicted / INERTIA * (1000 * np.pi * RADIUS**2 * (LENGTH**2 + RADIUS**2 / 4))  # d inertia / d length
    assert torque.slopes[:, 0] == pytest.approx(by_size, rel=1e-3, abs=1e-3)


def test_two_recordings_with_motions_of_their_own_share_a_program(tmp_path):
    second = "\n".join(["time,hinge", *(f"{t},{0.1 * np.cos(5 * t):.10f}" for t in TIMES)])
    text = FIT.replace("run:", "  second: {file: torque.csv, signals: {file: second.csv, unit: rad, joints: hinge}}\nrun:")
    problem = load_fit(folder(tmp_path, text, torque=measured(TIMES[5:90:5]), motion=MOTION, second=second))
    first, other = problem.recordings
    assert first.program is other.program
    found = Evaluator(problem, 1)(problem.start)
    assert not found.failed
    angle = found.of("second")[1]
    assert angle.predicted == pytest.approx(np.rad2deg(0.1 * np.cos(5 * angle.channel.times)), abs=1e-4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("motion.csv", "no column for any joint"),
        ("{file: other.csv}", "no such file"),
        ("{file: motion.csv, joints: knee}", "unknown joint 'knee'"),
        ("{file: motion.csv, joints: hinge}", "no column for joint 'hinge'"),
        ("{file: motion.csv, columns: {elbow: hinge}, unit: mm}", "rad is expected"),
        ("{file: motion.csv, columns: {elbow: hinge}, period: 0}", "greater than 0"),
        ("{file: short.csv, unit: rad}", "only 2 times"),
        ("{file: short.csv}", "has no unit"),
    ],
)
def test_motions_that_are_refused(tmp_path, text, said):
    (tmp_path / "motion.csv").write_text("\n".join(["time,elbow", *(f"{t},0" for t in TIMES[:20])]))
    (tmp_path / "short.csv").write_text("time,hinge\n0,1\n1,2\n2,\n")
    robot = load_text(ARM).build().robot
    scope = Scope(folder=tmp_path).knowing("joint", {"hinge": ""})
    with pytest.raises(DocumentError) as error:
        read_signals(SIGNALS.read(parse_document(f"s: {text}", "f").need("s", ""), scope), scope, robot)
    assert said in str(error.value)


def test_noise_of_a_motion_is_taken_away_and_told(tmp_path):
    noise = np.random.default_rng(4).normal(0, 0.01, len(TIMES))
    rows = [f"{t},{SWING * np.sin(RATE * t) + e:.8f}" for t, e in zip(TIMES, noise, strict=True)]
    (tmp_path / "motion.csv").write_text("\n".join(["time,hinge", *rows[:40], f"{TIMES[40]},", *rows[41:]]))
    robot = load_text(ARM).build().robot
    scope = Scope(folder=tmp_path).knowing("joint", {"hinge": ""})
    given = SIGNALS.read(parse_document("{file: motion.csv, unit: rad, smooth: 10 mrad}", "f"), scope)
    table, notes = read_signals(given, scope, robot)
    off = table.spline()(TIMES[5:-5])[:, 0] - SWING * np.sin(RATE * TIMES[5:-5])
    assert np.sqrt(np.mean(off**2)) < 0.006
    assert notes[0] == "motion of hinge: 1 values are missing"
    assert notes[1].startswith("motion of hinge: smoothed, 0.0")


def test_times_beyond_the_motion_are_refused(tmp_path):
    text = FIT.replace("signals: motion.csv", "signals: motion.csv, clock: {offset: 0.3 s}")
    with pytest.raises(DocumentError, match=r"the recorded motion is known from 0 to 1 s"):
        load_fit(folder(tmp_path, text, torque=measured(TIMES[5:90:5]), motion=MOTION))


def test_a_motion_that_repeats_goes_on(tmp_path):
    period = 2 * np.pi / RATE
    once = np.linspace(0, period, 40, endpoint=False)
    motion = "\n".join(["time,hinge", *(f"{t!r},{float(SWING * np.sin(RATE * t))!r}" for t in once.tolist())])
    text = FIT.replace("signals: motion.csv", f"signals: {{file: motion.csv, unit: rad, period: {period!r} s}}")
    problem = load_fit(folder(tmp_path, text, torque=measured(TIMES[5:90:5]), motion=motion))
    found = Evaluator(problem, 1)(problem.start)
    torque = found.blocks[0]
    assert torque.predicted == pytest.approx(torque.channel.values, abs=1e-3 * np.abs(torque.channel.values).max())
