"""Joints of a file move as it says: about or along the axis given, by metres where they slide and by radians where they turn."""

from __future__ import annotations

import numpy as np
import pytest

from elver._support.errors import InputError
from elver.scenarios import load_text
from elver.scenarios.explanation import explain

FILE = """
elver: 1
name: arm
machine:
  base: fixed
  bodies:
    block: {}
    rod: {shape: {type: rod, length: 0.3, radius: 0.01}, density: 1000}
    tip: {mass: 1, centre: [0, 0, 0], inertia: [[0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]}
  joints:
    moves: {parent: block, child: rod, type: TYPE, axis: AXIS, at: [0.1, 0.2, 0.3]}
    end: {parent: rod, child: tip, type: fixed, at: [0.3, 0, 0]}
drive: {gait: GAIT}
run: {duration: 0.1 s, dt: 10 ms}
"""
HOLD = "{type: hold, angles: {moves: ANGLE}}"
AXES = {
    "x": (1, 0, 0),
    "-x": (-1, 0, 0),
    "y": (0, 1, 0),
    "-y": (0, -1, 0),
    "z": (0, 0, 1),
    "-z": (0, 0, -1),
    "[0, 3, 4]": (0, 0.6, 0.8),
}


def pose(kind: str, axis: str, angle: str) -> tuple[np.ndarray, np.ndarray]:
    """Place of the tip and the axes of the rod, world."""
    text = FILE.replace("TYPE", kind).replace("AXIS", axis).replace("GAIT", HOLD.replace("ANGLE", angle))
    found = explain(load_text(text).build())
    return found.places[2], found.rotations[1]


def turn(axis, angle: float) -> np.ndarray:
    """Rodrigues' rotation."""
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


@pytest.mark.parametrize("word", AXES)
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_a_joint_turns_about_or_slides_along_the_axis_given(kind, word):
    at, axis = np.array([0.1, 0.2, 0.3]), np.array(AXES[word], dtype=float)
    tip, rod = pose(kind, word, "0")
    moved, turned = pose(kind, word, "40 deg" if kind == "revolute" else "150 mm")
    if kind == "prismatic":
        assert moved == pytest.approx(tip + 0.15 * axis)
        assert turned == pytest.approx(rod)
    else:
        about = turn(axis, np.radians(40))
        assert moved == pytest.approx(at + about @ (tip - at))
        assert turned == pytest.approx(about @ rod)
    assert pose(kind, str(list(AXES[word])), "0")[0] == pytest.approx(tip)


GAITS = {  # with the length or angle AMOUNT, and where the joint is at some time then
    "{type: hold, angles: {moves: AMOUNT}}": 1.0,
    "{type: serpenoid, joints: [moves], amplitude: AMOUNT, frequency: 1 Hz, phase: 30 deg}": 0.0,
    "{type: serpenoid, joints: [moves], amplitude: 0, offset: AMOUNT, frequency: 1 Hz}": 1.0,
    "{type: flapping, joints: [moves], amplitude: AMOUNT, frequency: 1 Hz}": 1.0,
    "{type: spline, points: {moves: [AMOUNT, AMOUNT, AMOUNT, AMOUNT]}, period: 1 s}": 1.0,
    "{type: shifted, time: 0, gait: {type: hold, angles: {moves: AMOUNT}}}": 1.0,
    "[{type: flapping, joints: moves, amplitude: AMOUNT, frequency: 1 Hz}]": 1.0,
}


@pytest.mark.parametrize("gait", GAITS)
def test_a_gait_of_a_joint_that_slides_takes_metres_and_no_angles(gait):
    sliding = FILE.replace("TYPE", "prismatic").replace("AXIS", "x").replace("GAIT", gait)
    found = explain(load_text(sliding.replace("AMOUNT", "20 mm")).build())
    assert found.places[1] == pytest.approx([0.1 + 0.02 * GAITS[gait], 0.2, 0.3])
    with pytest.raises(InputError, match="m is expected"):
        load_text(sliding.replace("AMOUNT", "20 deg"))
    turning = sliding.replace("prismatic", "revolute")
    assert load_text(turning.replace("AMOUNT", "20 deg"))
    with pytest.raises(InputError, match="rad is expected"):
        load_text(turning.replace("AMOUNT", "20 mm"))


def test_bare_numbers_suit_joints_of_both_kinds_and_units_do_not():
    both = FILE.replace("TYPE", "prismatic").replace("AXIS", "x").replace("type: fixed, at", "type: revolute, at")
    for gait in (
        "{type: serpenoid, joints: [moves, end], amplitude: AMOUNT, phase: 30 deg}",
        "{type: hold, angles: {'*': AMOUNT}}",
    ):
        assert load_text(both.replace("GAIT", gait.replace("AMOUNT", "0.1")))
        for wrong in ("20 deg", "20 mm"):
            with pytest.raises(InputError, match="is expected"):
                load_text(both.replace("GAIT", gait.replace("AMOUNT", wrong)))
    assert load_text(both.replace("GAIT", "{type: hold, angles: {moves: 20 mm, end: 20 deg}}"))


@pytest.mark.parametrize(("key", "right", "wrong"), [("angles", "20 mm", "20 deg"), ("rates", "1 mm/s", "1 deg/s")])
def test_a_start_is_in_the_units_of_the_joints(key, right, wrong):
    passive = FILE.replace("type: TYPE", "type: prismatic, mode: passive").replace("AXIS", "x")
    passive = passive.replace("{gait: GAIT}", "{elastic: {type: spring, stiffness: 1 N/m}}")
    assert load_text(f"{passive}start: {{{key}: {{moves: {right}}}}}\n")
    with pytest.raises(InputError, match="is expected"):
        load_text(f"{passive}start: {{{key}: {{moves: {wrong}}}}}\n")
