"""Joints in words: six parameters, places, spherical and universal ones; units by what a joint does."""

from __future__ import annotations

import math

import numpy as np
import pytest
from written import with_machine

from elver.robot import Joint, placed, spherical_joint, universal_joint
from elver.scenarios.yaml.nodes import DocumentError

MASS = "{mass: 1, inertia: [1, 1, 1]}"


def joints_of(words: str):
    """The joints of a machine with one more body."""
    machine = (
        f"  base: fixed\n  bodies: {{ground: {{}}, arm: {MASS}}}\n  joints:\n    hinge: {{parent: ground, child: arm, {words}}}\n"
    )
    drive = "drive: {gait: {type: hold, angles: {hinge*: 0}}, control: {type: pd, kp: 1, kd: 1}}\n"
    return with_machine(machine, drive).build().robot


def test_six_parameters():
    words = "gamma: 10 deg, b: 1 cm, alpha: 90 deg, d: 0.2, theta: -pi / 4, r: size, mode: torque, group: yaw, limit: 3 N m"
    (joint,) = joints_of(f"{words}, coulomb: 1 mN m, viscous: 2 mN m s/rad, rotor: 3 g m^2").joints
    angles = {"gamma": math.radians(10), "alpha": math.pi / 2, "theta": -math.pi / 4}
    assert joint == Joint(
        "hinge", "ground", "arm", b=0.01, d=0.2, r=0.1, mode="torque", group="yaw", limit=3.0, coulomb=1e-3, viscous=2e-3,
        rotor=3e-3, **angles,
    )  # fmt: skip


def test_places():
    (joint,) = joints_of("at: [0.1, 0, 2 cm], axis: [0, 1, 0], x: [1, 0, 0]").joints
    wanted = placed((0.1, 0.0, 0.02), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))
    assert np.array_equal(joint.place.position, wanted.position)
    assert np.array_equal(joint.place.rotation, wanted.rotation)
    (joint,) = joints_of("at: [0, 0, 0], rpy: [0, 90 deg, 0]").joints
    assert joint.place.rotation @ [0, 0, 1] == pytest.approx([1, 0, 0], abs=1e-15)


def test_spherical_and_universal():
    first = Joint("hinge", "ground", "arm", d=0.2)
    robot = joints_of("type: spherical, d: 0.2, r: 0.3")
    bodies, joints = spherical_joint(first, r=0.3)
    assert robot.joints == joints
    assert [b.name for b in robot.bodies] == ["ground", *(b.name for b in bodies), "arm"]
    assert joints_of("type: universal, d: 0.2").joints == universal_joint(first)[1]
    named = joints_of("type: universal, groups: [a, b], names: [hinge_x, hinge_y]").joints
    assert [(j.name, j.group) for j in named] == [("hinge_x", "a"), ("hinge_y", "b")]


def test_units_of_a_joint_that_slides():
    (joint,) = joints_of("type: prismatic, viscous: 2 N s/m, limit: 3 N").joints
    assert (joint.viscous, joint.limit) == (2.0, 3.0)
    with pytest.raises(DocumentError, match=r"viscous = 2 N m s/rad: it is given in .*, but N s/m is expected"):
        joints_of("type: prismatic, viscous: 2 N m s/rad")
    with pytest.raises(DocumentError, match=r"limit = 3 N: .*but N m is expected"):
        joints_of("limit: 3 N")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("type: ball", "unknown word 'ball'"),
        ("mode: driver", "Did you mean 'driven'"),
        ("viscous: -1", "viscous = -1 is not allowed. Give a finite number of 0 or more"),
        ("names: [a]", "'groups' and 'names' belong to spherical"),
        ("type: spherical, names: [a]", "has 1 entries; a spherical joint has 3"),
        ("type: universal, r: 1", "a universal joint has no 'r'"),
        ("axis: [0, 0, 1], x: [0, 0, 2]", "parallel"),
        ("d: 1e400", "larger than any number"),
    ],
)
def test_what_is_refused(words, says):
    with pytest.raises(DocumentError, match=says) as caught:
        joints_of(words)
    assert caught.value.line == 8


def test_a_joint_without_a_child():
    with pytest.raises(DocumentError, match=r"made.yaml:8:12: machine.joints.hinge: a joint has no 'child'"):
        with_machine("  bodies:\n    a: {}\n  joints:\n    hinge: {parent: a}\n")
