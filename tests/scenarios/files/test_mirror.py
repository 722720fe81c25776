"""A mirrored branch: every point of it is the mirror image, in every pose, and so are its mass and inertia."""

from __future__ import annotations

import numpy as np
import pytest
from written import with_machine

from elver.scenarios.files.robot import PLANES
from elver.scenarios.yaml.nodes import DocumentError

MACHINE = """  bodies:
    trunk: {mass: 2, inertia: [1, 1, 1]}
    left_arm: {mass: 1, centre: [0.1, 0.02, 0.03], inertia: [[1, 0.1, 0.2], [0.1, 1.5, 0.05], [0.2, 0.05, 1.2]]}
    left_hand:
      shape: {type: box, l1: 0.1, l2: 0.2, l3: 0.3, at: [0.1, 0.05, -0.02], rpy: [0.3, -0.4, 0.8]}
      density: 100
      strip: {length: 0.1, half_width: 0.02, half_height: 0.01, start: [0, 0.1, 0.02], rpy: [0.1, 0.2, 0.3]}
      contour: {centre: [0, 0.1, 0], axis: [0, 1, 0], half_length: 0.1, radius: 0.1}
    left_slider: {mass: 0.5, centre: [0, 0.1, 0], inertia: [1, 1, 1]}
  joints:
    left_shoulder: {parent: trunk, child: left_arm, at: [0.1, 0.3, 0.2], axis: [1, 0.5, -0.3], gamma: 0.2, alpha: 0.3, d: 0.1}
    left_wrist: {parent: left_arm, child: left_hand, gamma: 0.4, b: 0.1, alpha: -0.7, d: 0.2, theta: 0.5, r: 0.05}
    left_rail: {parent: left_hand, child: left_slider, type: prismatic, alpha: 0.9, at: [0, 0.1, 0], rpy: [0.2, 0, 0.1]}
  mirror:
    - {branch: left_shoulder, plane: PLANE, rename: [left, right]}
"""
DRIVE = "drive: {gait: {type: hold, angles: {'*': 0}}}\n"


def poses(robot, angles: dict[str, float]):
    """Position and rotation of every body in the base's frame, by the definition of the six parameters."""

    def turn(axis, a):
        c, s = np.cos(a), np.sin(a)
        R = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
        T = np.eye(4)
        T[:3, :3] = R
        return T

    def shift(x, z):
        T = np.eye(4)
        T[0, 3], T[2, 3] = x, z
        return T

    found = {robot.bodies[0].name: np.eye(4)}
    for j in robot.joints:
        q = angles.get(j.name, 0.0)
        place = np.eye(4)
        if j.place is not None:
            place[:3, :3], place[:3, 3] = j.place.rotation, j.place.position
        theta, r = (j.theta + q, j.r) if j.type == "revolute" else (j.theta, j.r + q)
        own = turn("z", j.gamma) @ shift(0, j.b) @ turn("x", j.alpha) @ shift(j.d, 0) @ turn("z", theta) @ shift(0, r)
        found[j.child] = found[j.parent] @ place @ own
    return found


@pytest.mark.parametrize("plane", ["xy", "xz", "yz"])
def test_the_mirror_image(plane):
    robot = with_machine(MACHINE.replace("PLANE", plane), DRIVE).build().robot
    S, M = PLANES[plane], np.diag([1.0, -1.0, 1.0])
    angles = {"left_shoulder": 0.4, "left_wrist": -0.7, "left_rail": 0.06}
    angles |= {"right_shoulder": -0.4, "right_wrist": 0.7, "right_rail": 0.06}  # opposite turns, equal shifts
    found = poses(robot, angles)
    for name in ("arm", "hand", "slider"):
        left, right = found[f"left_{name}"], found[f"right_{name}"]
        one, two = robot.body(f"left_{name}"), robot.body(f"right_{name}")
        assert np.allclose(right[:3, 3], S @ left[:3, 3], atol=1e-14)
        assert np.linalg.det(right[:3, :3]) == pytest.approx(1.0)
        assert np.allclose(right[:3, :3], S @ left[:3, :3] @ M, atol=1e-14)
        assert two.mass == one.mass
        assert np.allclose(right[:3, :3] @ two.first_moments, S @ left[:3, :3] @ one.first_moments, atol=1e-14)
        image = S @ left[:3, :3] @ one.inertia @ left[:3, :3].T @ S
        assert np.allclose(right[:3, :3] @ two.inertia @ right[:3, :3].T, image, atol=1e-13)
    left, right, one, two = found["left_hand"], found["right_hand"], robot.body("left_hand"), robot.body("right_hand")
    mirrored = (one.shape.surface() @ left[:3, :3].T + left[:3, 3]) @ S
    surface = two.shape.surface() @ right[:3, :3].T + right[:3, 3]
    gaps = np.linalg.norm(mirrored[:, None] - surface[None], axis=2)
    assert gaps.min(axis=0).max() < 1e-13
    assert np.allclose(right[:3, :3] @ two.strip.start, S @ left[:3, :3] @ one.strip.start, atol=1e-14)
    assert np.allclose(right[:3, :3] @ two.strip.axes[:, 0], S @ left[:3, :3] @ one.strip.axes[:, 0], atol=1e-14)
    assert np.allclose(right[:3, :3] @ two.contour.centre, S @ left[:3, :3] @ one.contour.centre, atol=1e-14)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("branch: left_shoulder", "branch: left_sholder", "Did you mean 'left_shoulder'"),
        ("rename: [left, right]", "rename: [arm, wing]", "'left_shoulder' does not hold 'arm'"),
        ("rename: [left, right]", "rename: [left]", "give two texts"),
        ("rename: [left, right]", "rename: [left, left]", "there is a body called 'left_arm' already"),
        ("plane: xz", "plane: zx", "unknown word 'zx'"),
        (", plane: xz", "", "has no 'plane'"),
    ],
)
def test_what_is_refused(old, new, says):
    text = MACHINE.replace("PLANE", "xz")
    assert old in text
    with pytest.raises(DocumentError, match=says):
        with_machine(text.replace(old, new), DRIVE)
