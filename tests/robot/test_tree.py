"""Machines that cannot be are refused when they are built, each with its own message."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from elver import Body, InputError, Joint, Robot
from elver.dynamics.kinematics import joint_frame
from elver.robot import Rod, spherical_joint, universal_joint

ROD = Rod(0.3, 0.02)


def rods(*names):
    return [Body.solid(n, ROD, 1000.0) for n in names]


def test_order_of_bodies_and_joints_does_not_matter():
    joints = [Joint("jc", "b", "c"), Joint("jb", "a", "b"), Joint("jd", "a", "d")]
    robot = Robot("r", rods("c", "d", "b", "a"), joints)
    assert robot.bodies[0].name == "a"
    for k, joint in enumerate(robot.joints, start=1):
        assert robot.bodies[k].name == joint.child
        assert robot.bodies[robot.parents[k]].name == joint.parent
        assert robot.parents[k] < k


BAD = {
    "no bodies": (lambda: Robot("r", []), "has no bodies"),
    "same name twice": (lambda: Robot("r", rods("a", "a")), "'a' is used more than once"),
    "same joint twice": (lambda: Robot("r", rods("a", "b", "c"), [Joint("j", "a", "b"), Joint("j", "a", "c")]), "'j' is used"),
    "unknown body": (lambda: Robot("r", rods("head", "tail"), [Joint("j", "haed", "tail")]), "Did you mean 'head'"),
    "two roots": (lambda: Robot("r", rods("a", "b")), "exactly one body that is nobody's child; found a, b"),
    "cycle": (lambda: Robot("r", rods("a", "b"), [Joint("j", "a", "b"), Joint("k", "b", "a")]), "form a cycle"),
    "loose cycle": (
        lambda: Robot("r", rods("a", "b", "c"), [Joint("j", "c", "b"), Joint("k", "b", "c")]),
        "form a cycle that does not reach the base",
    ),
    "closed loop": (
        lambda: Robot("r", rods("a", "b", "c"), [Joint("j", "a", "b"), Joint("k", "a", "c"), Joint("l", "b", "c")]),
        "closes a loop",
    ),
    "loose massless end": (lambda: Robot("r", [*rods("a"), Body("v")], [Joint("j", "a", "v")]), "moves no mass"),
    "no mass": (lambda: Robot("r", [Body("a")]), "no mass at all"),
    "unknown base": (lambda: Robot("r", rods("a"), base="fre"), "Did you mean 'free'"),
    "unknown type": (lambda: Robot("r", rods("a", "b"), [Joint("j", "a", "b", type="revolut")]), "Did you mean 'revolute'"),
    "unknown mode": (lambda: Robot("r", rods("a", "b"), [Joint("j", "a", "b", mode="drivn")]), "Did you mean 'driven'"),
    "negative friction": (lambda: Robot("r", rods("a", "b"), [Joint("j", "a", "b", viscous=-1)]), "viscous = -1 is not allowed"),
    "infinite angle": (lambda: Robot("r", rods("a", "b"), [Joint("j", "a", "b", alpha=math.inf)]), "alpha = inf"),
    "negative mass": (lambda: Robot("r", [Body("a", -1.0)]), "mass = -1.0 kg is negative"),
    "NaN mass": (lambda: Robot("r", [Body("a", math.nan)]), "mass = nan is not allowed"),
    "massless inertia": (lambda: Robot("r", [Body("a", 0.0, inertia=np.eye(3))]), "A virtual link has none"),
    "not definite": (lambda: Robot("r", [Body("a", 1.0, [1.0, 0, 0], 0.1 * np.eye(3))]), "not positive definite"),
    "triangle": (lambda: Robot("r", [Body("a", 1.0, inertia=np.diag([1.0, 1.0, 3.0]))]), "triangle inequality"),
    "not symmetric": (lambda: Robot("r", [Body("a", 1.0, inertia=np.eye(3) + np.eye(3, k=1))]), "not symmetric"),
    "shape of inertia": (lambda: Robot("r", [Body("a", 1.0, inertia=np.ones(3))]), r"given \(3,\) and \(3,\)"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_machines(name):
    build, message = BAD[name]
    with pytest.raises(InputError, match=message):
        build()


def test_massless_marker_on_a_fixed_joint_is_welcome():
    robot = Robot("r", [*rods("a"), Body("tip")], [Joint("weld", "a", "tip", type="fixed", d=0.3)])
    assert robot.joint_names == ()


def test_modes_can_be_changed_by_name():
    robot = Robot("r", rods("a", "b", "c"), [Joint("j", "a", "b"), Joint("k", "b", "c")])
    assert [j.mode for j in robot.with_modes("passive", ["k"]).joints] == ["driven", "passive"]
    assert [j.mode for j in robot.with_modes("torque").joints] == ["torque", "torque"]
    with pytest.raises(InputError, match="Did you mean 'k'"):
        robot.with_modes("passive", ["kk"])


def chained(joints, angles):
    """Rotation and origin of the last frame of a chain of joints."""
    R, P = np.eye(3), np.zeros(3)
    for joint, q in zip(joints, angles, strict=True):
        Rj, Pj = (np.array(m.full() if hasattr(m, "full") else m, dtype=float) for m in numbers(joint_frame(joint, q)))
        P, R = P + R @ Pj.ravel(), R @ Rj
    return R, P


def numbers(matrices):
    import casadi as ca

    return [ca.evalf(ca.SX(m)) for m in matrices]


def test_spherical_joint_reaches_every_orientation_about_one_point():
    first = Joint("s", "a", "b", d=0.4)
    virtual, joints = spherical_joint(first, r=0.14)
    assert all(b.virtual for b in virtual)
    R, P = chained(joints, (0.0, 0.0, 0.0))
    assert R[:, 2] == pytest.approx([1, 0, 0], abs=1e-15)
    assert pytest.approx([0.54, 0, 0]) == P
    pivot = np.array([0.4, 0, 0])
    for angles in np.random.default_rng(0).uniform(-1, 1, (5, 3)):
        R, P = chained(joints, angles)
        assert P - 0.14 * R[:, 2] == pytest.approx(pivot, abs=1e-15)
    robot = Robot("r", [*rods("a", "b"), *virtual], joints)
    assert [j.group for j in robot.moving_joints] == ["yaw", "pitch", "roll"]


def test_universal_joint_has_two_crossing_axes():
    virtual, joints = universal_joint(Joint("u", "a", "b", d=0.2))
    _, P = chained(joints, (0.3, -0.4))
    assert pytest.approx([0.2, 0, 0]) == P
    yawed, _ = chained(joints[:1], (0.3,))
    R, _ = chained(joints, (0.3, -0.4))
    assert R[:, 2] == pytest.approx(yawed[:, 1], abs=1e-15)
    assert Robot("r", [*rods("a", "b"), *virtual], joints).joint_names == ("u_yaw", "u_pitch")


def test_six_parameters_in_their_order():
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta + q) Tz(r), multiplied out with 4x4 matrices."""

    def rot(axis, angle):
        c, s = math.cos(angle), math.sin(angle)
        T = np.eye(4)
        i, j = [(1, 2), (2, 0), (0, 1)]["xyz".index(axis)]
        T[i, i], T[i, j], T[j, i], T[j, j] = c, -s, s, c
        return T

    def move(axis, length):
        T = np.eye(4)
        T["xyz".index(axis), 3] = length
        return T

    joint = Joint("j", "a", "b", gamma=0.3, b=0.1, alpha=-0.7, d=0.2, theta=1.1, r=-0.4)
    for kind, angle, slide in (("revolute", 0.5, 0.0), ("prismatic", 0.0, 0.5), ("fixed", 0.0, 0.0)):
        parts = (rot("z", 0.3), move("z", 0.1), rot("x", -0.7), move("x", 0.2), rot("z", 1.1 + angle), move("z", slide - 0.4))
        expected = np.linalg.multi_dot(parts)
        R, P = chained([replace(joint, type=kind)], [0.5 if kind != "fixed" else 0.0])
        assert pytest.approx(expected[:3, :3], abs=1e-15) == R
        assert pytest.approx(expected[:3, 3], abs=1e-15) == P


def test_a_mass_or_density_in_quotes_is_refused_as_a_text():
    """Both were taken, or refused with the words that the number is not allowed."""
    with pytest.raises(InputError, match=r"body 'x': mass = '3' is not allowed.*'3' is a text: leave the quotes away"):
        Body("x", "3")
    with pytest.raises(InputError, match=r"density = '1000' is not allowed.*'1000' is a text"):
        Body.solid("x", Rod(0.2, 0.01), "1000")
