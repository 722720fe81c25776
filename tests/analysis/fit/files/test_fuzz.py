"""Fit files with random words in random places: each loads, or is refused by an error of Elver's own, on one line."""

from __future__ import annotations

import random
import re

import pytest
from fit_files import folder, wide

from elver._support.errors import ElverError
from elver.analysis import load_fit

FIT = """elver: 1
fit: trial
model: arm.yaml
unknowns: {stiffness: {start: 0.04, range: [0.01, 0.5], prior: {type: lognormal, mean: 0.05, sigma: 0.5}}, size: {}}
markers: {elbow: {body: arm, at: [0.05, 0, 0], sigma: 1 mm}, hand: {body: arm, at: [size, 0, 0]}}
channels:
  torque: {of: joint_torque.hinge, kind: mean, window: [0 s, 0.2 s], unit: mN m, sigma: 5 %, noise: {huber: 2, ar1: estimate}}
  turn: {heading: {body: arm, forward: x, reference: 10 deg}, kind: harmonic, order: 1, window: [0, 0.4], unit: deg}
  pace: {speed: {point: hand, along: y}, kind: mean, window: [0, 0.4], unit: mm/s, from_markers: true}
recordings:
  wide: {set: {swing: 40 deg}, numbers: {torque: -20, turn: [10 +- 1, 5 deg +- 0.01 rad]}}
  first: {file: first.csv, unit: mm, sigma: 1 mm, camera: {x: 1 mm}, nuisance: [camera.yaw, clock.offset], from: 0, to: 0.4}
run: {dt: 5 ms, method: rk4}
law_by: swing
"""
WORDS = [
    "",
    "0",
    "nan",
    "1e400",
    "[]",
    "{}",
    "[1,2]",
    "{a: b}",
    "null",
    "foo",
    "size",
    "-5 kg",
    "px",
    "arm",
    "*",
    "2**900",
    "a/b",
]
PIECE = re.compile(r"[A-Za-z0-9_.%+-]+|\[[^\[\]]*\]|\{[^{}]*\}")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_random_word_is_read_or_refused(tmp_path, seed):
    chance = random.Random(seed)
    text, rows = FIT, wide()
    if seed % 4:
        found = chance.choice(list(PIECE.finditer(text)))
        text = text[: found.start()] + chance.choice(WORDS) + text[found.end() :]
    else:
        found = chance.choice(list(re.finditer(r"[^,\n]+", rows)))
        rows = rows[: found.start()] + chance.choice(WORDS) + rows[found.end() :]
    said = ""
    try:
        load_fit(folder(tmp_path, text, first=rows))
    except ElverError as error:  # any other error fails the test
        said = str(error)
    assert "\n" not in said
    assert len(said) < 1500


def test_the_file_itself_loads(tmp_path):
    assert [r.count for r in load_fit(folder(tmp_path, FIT, first=wide())).recordings] == [3, 85]
