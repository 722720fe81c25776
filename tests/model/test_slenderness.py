"""Warnings where strip theory is outside its range, and silence where it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tolerances import ALGEBRA

from elver import Body, Joint, Model, Robot, scenario
from elver.drive import ConstantPose, Serpenoid
from elver.forces import ByBody, Gravity, Morison
from elver.model import slenderness_warnings
from elver.model.validity import poses, straight_pose
from elver.robot import EllipticCylinder, placed, universal_joint


def chain(links: int = 6, length: float = 0.1, a: float = 0.02, b: float = 0.03, apart: bool = False) -> Robot:
    bodies = [Body.solid(f"link{k}", EllipticCylinder(length, a, b), 1000.0) for k in range(links)]
    turn = 1.2 if apart else 0.0
    joints = [Joint(f"j{k}", f"link{k - 1}", f"link{k}", d=length, theta=turn) for k in range(1, links)]
    return Robot("chain", bodies, joints)


def model(robot: Robot, amplitude: float = 0.3, **changes) -> Model:
    gait = Serpenoid(list(robot.joint_names), amplitude=amplitude, frequency=6.0, phase=0.6)
    return Model("chain", robot, {"water": Morison()}, **{"gait": gait, **changes})


@pytest.mark.parametrize("name", ["eel", "swimmer", "snake-amphibious", "moth", "gray"])
def test_shipped_machines_are_within_the_range(name):
    assert slenderness_warnings(scenario(name).build()) == []


def test_a_long_chain_that_bends_gently_is_fine():
    assert slenderness_warnings(model(chain())) == []


def test_a_stout_body_is_named():
    robot = Robot("ball", [Body.solid("ball", EllipticCylinder(0.1, 0.04, 0.05), 1000.0)])
    (text,) = slenderness_warnings(Model("ball", robot, {"water": Morison()}))
    assert "body 'ball': 0.1 m long, 2 times" in text
    assert slenderness_warnings(Model("ball", robot, {"gravity": Gravity()})) == []


def test_links_count_together_only_where_they_are_in_line():
    assert slenderness_warnings(model(chain(length=0.04), amplitude=0.0)) == []
    texts = slenderness_warnings(model(chain(length=0.04, apart=True), amplitude=0.0))
    assert len(texts) == 6
    assert "1.3 times" in texts[0]


def test_the_sharpest_bend_is_named_by_joint_and_the_others_are_counted():
    held = ConstantPose({"j1": 0.1, "j2": 1.2, "j3": 1.3, "j4": 1.25, "j5": 0.1})
    (told,) = [t for t in slenderness_warnings(model(chain(a=0.05, b=0.02), gait=held)) if "bends" in t]
    assert told.startswith("joint 'j3' bends by up to 1.3 rad")
    assert told.endswith("sections overlap. So do 2 other joints. Smaller angles, or more and shorter bodies.")
    two = slenderness_warnings(
        model(chain(a=0.05, b=0.02), gait=ConstantPose({**dict.fromkeys(held.angles, 0.1), "j2": 1.2, "j3": 1.3}))
    )
    assert any("So does another joint." in t for t in two)
    everywhere = slenderness_warnings(model(chain(a=0.05, b=0.02), amplitude=1.3))
    assert sum("bends by up to 1.3 rad" in t and "So do 4 other joints." in t for t in everywhere) == 1
    assert not any("bends" in t for t in slenderness_warnings(model(chain(a=0.01, b=0.02), amplitude=1.3)))


def test_joints_of_massless_links_are_judged_too():
    bodies = [Body.solid("front", EllipticCylinder(0.2, 0.05, 0.05), 1000.0)]
    links, joints = universal_joint(Joint("neck", "front", "rear", d=0.2))
    # the rear's x axis points along the first joint's axis: its strip is laid along the front's x axis
    rear = EllipticCylinder(0.2, 0.05, 0.05, axes=[[0, 0, 1], [1, 0, 0], [0, 1, 0]])
    robot = Robot("two", [*bodies, *links, Body.solid("rear", rear, 1000.0)], joints)
    posed = Model("two", robot, {"water": Morison()}, ConstantPose({"neck_yaw": 2.5, "neck_pitch": 0.0}))
    texts = slenderness_warnings(posed)
    assert any("'neck_yaw' bends" in t for t in texts)
    assert not any("'neck_pitch'" in t for t in texts)


def test_a_gait_that_hardly_moves_is_named():
    (text,) = slenderness_warnings(model(chain(), amplitude=0.01))
    assert "Keulegan-Carpenter number" in text
    assert "'link5'" in text


def test_laws_by_body_are_looked_into():
    robot = Robot("ball", [Body.solid("ball", EllipticCylinder(0.1, 0.04, 0.05), 1000.0)])
    assert slenderness_warnings(Model("ball", robot, {"water": ByBody(Morison(), {"ball": None})})) == []
    assert len(slenderness_warnings(Model("ball", robot, {"water": ByBody(Morison())}))) == 1


def test_free_parameters_have_their_values():
    free = model(chain(), amplitude=0.01).freed("gait.amplitude", "gait.frequency")
    assert len(slenderness_warnings(free)) == 1


def test_the_straight_pose_is_that_of_the_recursions():
    robot = scenario("eel").build().robot
    plain, graph = straight_pose(robot), poses(robot)(np.zeros(len(robot.moving)))
    assert np.abs(np.array(plain.rotations) - np.array(graph.rotations)).max() < ALGEBRA
    assert np.abs(np.array(plain.positions) - np.array(graph.positions)).max() < ALGEBRA
    places = [Joint(f"j{k}", f"link{k - 1}", f"link{k}", "prismatic", 0.3, 0.1, 0.7, 0.2, 0.4, 0.05) for k in (1, 2)]
    placed_one = [places[0], replace(places[1], place=placed(at=(0.1, 0.2, 0.3), axis=(0.0, 1.0, 1.0)))]
    twisted = Robot("twisted", [Body.solid(f"link{k}", EllipticCylinder(0.1, 0.02, 0.02), 1e3) for k in range(3)], placed_one)
    plain, graph = straight_pose(twisted), poses(twisted)(np.zeros(2))
    assert np.abs(np.array(plain.positions) - np.array(graph.positions)).max() < ALGEBRA
    assert np.abs(np.array(plain.rotations) - np.array(graph.rotations)).max() < ALGEBRA
