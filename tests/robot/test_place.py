"""A joint's place: rotations against products of plain matrices, and refusals."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from tolerances import ALGEBRA

from elver._support.errors import InputError
from elver.dynamics.kinematics import joint_frame
from elver.robot import Body, Joint, Place, Robot, placed, spherical_joint, universal_joint

number = st.floats(-3, 3)
vector = st.tuples(number, number, number)
direction = vector.filter(lambda v: np.linalg.norm(v) > 1e-3)


def screw(axis: str, angle: float, shift: float) -> np.ndarray:
    """A turn about and a shift along x or z as a 4 x 4 matrix."""
    T = np.eye(4)
    T[:3, :3] = Rotation.from_euler(axis, angle).as_matrix()
    T["xyz".index(axis), 3] = shift
    return T


@given(
    at=vector, axis=direction, rpy=vector, six=st.tuples(*[number] * 6), q=number, kind=st.sampled_from(["revolute", "prismatic"])
)
def test_a_place_stands_before_the_six_parameters(at, axis, rpy, six, q, kind):
    place = placed(at, axis, rpy=rpy)
    gamma, b, alpha, d, theta, r = six
    joint = Joint("j", "a", "b", kind, *six, place=place)
    R, P = (np.array(ca.DM(part)) for part in joint_frame(joint, q))
    turned, slid = (q, 0) if kind == "revolute" else (0, q)
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = place.rotation, at
    T = T @ screw("z", gamma, b) @ screw("x", alpha, d) @ screw("z", theta + turned, r + slid)
    assert np.abs(R - T[:3, :3]).max() < ALGEBRA
    assert np.abs(P.ravel() - T[:3, 3]).max() < 100 * ALGEBRA


@given(axis=direction, rpy=vector)
def test_z_lies_along_the_axis_of_the_turned_frame(axis, rpy):
    R = placed(axis=axis, rpy=rpy).rotation
    turned = Rotation.from_euler("xyz", rpy).as_matrix()
    assert np.abs(R[:, 2] - turned @ np.array(axis) / np.linalg.norm(axis)).max() < 10 * ALGEBRA
    assert np.abs(R.T @ R - np.eye(3)).max() < 10 * ALGEBRA
    assert np.linalg.det(R) > 0
    shortest = Rotation.from_matrix(turned.T @ R).magnitude()
    assert abs(shortest - np.arctan2(np.hypot(*axis[:2]), axis[2])) < 1e-7  # an angle from a cosine


def test_x_is_kept_across_the_axis():
    R = placed(axis=(0, 2, 0), x=(1, 5, 1)).rotation
    assert np.allclose(R[:, 1], np.cross(R[:, 2], R[:, 0]), atol=ALGEBRA)
    assert np.allclose(R[:, 0], np.array([1, 0, 1]) / np.sqrt(2), atol=ALGEBRA)
    assert np.allclose(R[:, 2], [0, 1, 0], atol=ALGEBRA)


def test_quarter_turns_are_exact():
    assert np.array_equal(placed(axis=(1, 0, 0)).rotation, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
    assert np.array_equal(placed(axis=(0, 0, -3)).rotation, np.diag([1, -1, -1]))
    assert np.array_equal(placed(rpy=(np.pi / 2, 0, np.pi / 2)).rotation, [[0, 0, 1], [1, 0, 0], [0, 1, 0]])


def test_no_place_leaves_the_graph_as_it_was():
    q = ca.SX.sym("q")
    plain = joint_frame(Joint("j", "a", "b", d=0.3), q)
    same = joint_frame(Joint("j", "a", "b", d=0.3, place=Place()), q)
    for a, b in zip(plain, same, strict=True):
        assert a.sparsity() == b.sparsity()
        assert ca.is_equal(a, b, 3)


def test_virtual_links_are_placed_once():
    first = Joint("j", "a", "b", place=placed((1, 2, 3), (0, 1, 0)))
    for _, joints in (spherical_joint(first), universal_joint(first)):
        assert [j.place is None for j in joints] == [False] + [True] * (len(joints) - 1)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"at": (1, 2)}, "Place.position"),
        ({"at": (1, 2, float("nan"))}, "Place.position"),
        ({"axis": (0, 0, 0)}, "no direction"),
        ({"axis": "z"}, "no direction"),
        ({"x": (0, 0, 1)}, "parallel"),
        ({"rpy": (0, 1)}, "rpy"),
        ({"rpy": (0, 1, float("inf"))}, "rpy"),
        ({"axis": (ca.SX.sym("a"), 0, 1)}, "no direction"),
        ({"rpy": (ca.SX.sym("a"), 0, 1)}, "free parameter"),
    ],
)
def test_what_is_no_place_is_refused(given, said):
    with pytest.raises(InputError, match=said):
        placed(**given)


def test_a_rotation_must_be_one():
    with pytest.raises(InputError, match="not a rotation"):
        Place(rotation=np.diag([1, 1, -1]))
    body = Body.central("b", 1.0, np.zeros(3), np.eye(3))
    base = Body.central("a", 1.0, np.zeros(3), np.eye(3))
    with pytest.raises(InputError, match="Give elver"):
        Robot("r", [base, body], [Joint("j", "a", "b", place=(0, 0, 1))])
