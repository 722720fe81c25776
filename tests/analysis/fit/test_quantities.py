"""Quantities against hand calculation at a state of an arm, and what they refuse."""

from __future__ import annotations

from functools import cache

import casadi as ca
import numpy as np
import pytest
from fit_files import ARM

from elver._support.errors import InputError
from elver.analysis.fit.channels import camera_unit, heading, point, recorded, speed
from elver.analysis.fit.problem import Camera
from elver.model import compile_model
from elver.scenarios import load_text
from elver.simulation.derivatives.objectives import InstantExpressions

ANGLE, RATE = 0.3, -2.0
PLAIN = Camera()


@cache
def program():
    return compile_model(load_text(ARM).build(free=["size", "stiffness"]))


def now(quantity, camera: Camera = PLAIN) -> float:
    equations = program().equations
    x = np.zeros(equations.layout.size)
    x[:2] = ANGLE, RATE
    p = program().parameter_vector({"size": 0.25, "stiffness": 0.07})
    moment = InstantExpressions(equations, ca.DM(0.0), ca.DM(x), ca.DM(p), ca.DM(0, 1))
    return float(ca.DM(quantity.expression(moment, camera)))


def test_a_point_is_seen_by_the_camera():
    camera = Camera(0.1, -0.2, 0.5, 0.002)
    world = np.array([0.2 * np.cos(ANGLE), 0.2 * np.sin(ANGLE)]) - (0.1, -0.2)
    turn = np.array([[np.cos(0.5), np.sin(0.5)], [-np.sin(0.5), np.cos(0.5)]])
    for k, axis in enumerate("xy"):
        seen = (turn @ world)[k] / 0.002
        assert now(point("arm", (0.2, 0, 0), axis, unit="px", scale=0.002), camera) == pytest.approx(seen, rel=1e-12)
        assert now(point("arm", (0.2, 0, 0), axis, unit="mm", scale=0.002), camera) == pytest.approx(2 * seen, rel=1e-12)


def test_a_point_in_the_frame_of_a_body_does_not_see_the_pose():
    own = point("arm", (0.1, 0.05, 0.0), "y", within="arm", unit="mm")
    assert now(own, Camera(3.0, 4.0, 1.0)) == pytest.approx(50.0, rel=1e-12)
    other = point("arm", (0.1, 0.0, 0.0), "y", within="ground", unit="mm")
    assert now(other, Camera(3.0, 4.0, 1.0)) == pytest.approx(100 * np.sin(ANGLE), rel=1e-12)


def test_a_place_may_depend_on_free_parameters():
    own = point("arm", lambda moment: (moment.parameter("size"), 0.0, 0.0), "x")
    assert now(own) == pytest.approx(0.25 * np.cos(ANGLE), rel=1e-12)


def test_speed_along_a_direction_of_the_body():
    assert now(speed("arm", (0.2, 0, 0), "y", "mm/s")) == pytest.approx(200 * RATE, rel=1e-12)
    assert now(speed("arm", (0.2, 0, 0), "-y", "mm/s", 0.5), Camera(scale=1.0)) == pytest.approx(-100 * RATE, rel=1e-12)
    assert now(speed("arm", (0.2, 0, 0))) == pytest.approx(0.0, abs=1e-12)


def test_headings_make_no_jump_near_their_reference():
    assert now(heading("arm", unit="deg")) == pytest.approx(np.rad2deg(ANGLE), rel=1e-12)
    assert now(heading("arm"), Camera(yaw=0.5)) == pytest.approx(ANGLE - 0.5, rel=1e-12)
    assert now(heading("arm", "-x", np.pi)) == pytest.approx(ANGLE + np.pi, rel=1e-12)
    assert now(heading("arm", "-x")) == pytest.approx(ANGLE - np.pi, rel=1e-12)
    assert now(heading("ground", relative_to="arm")) == pytest.approx(-ANGLE, rel=1e-12)


def test_recorded_quantities_and_expressions_over_them():
    torque = -0.07 * ANGLE - 0.5e-3 * RATE
    assert now(recorded("joint_torque.hinge", "mN m")) == pytest.approx(1000 * torque, rel=1e-9)
    assert now(recorded("joint_torque.hinge * joint_rate.hinge", "W")) == pytest.approx(torque * RATE, rel=1e-9)
    assert now(recorded("joint_rate.hinge", "rpm")) == pytest.approx(RATE * 60 / (2 * np.pi), rel=1e-12)
    assert now(recorded("sin(joint_angle.hinge) * 2")) == pytest.approx(2 * np.sin(ANGLE), rel=1e-12)
    assert now(recorded("abs(body_position.arm.x) + time * 1 m/s", "m")) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: point("arm", axis="w"), "unknown axis 'w'"),
        (lambda: point("arm", unit="deg"), "measured in m"),
        (lambda: heading("arm", unit="mm"), "angle, in rad or deg"),
        (lambda: speed("arm", along=(0, 0, 0)), "no direction"),
        (lambda: now(recorded("joint_torque.hinge", "mm")), "given in N m"),
        (lambda: now(recorded("joint_torq.hinge", "N m")), "unknown recorded quantity 'joint_torq'"),
        (lambda: now(recorded("joint_torque", "N m")), "does not name one number"),
    ],
)
def test_what_makes_no_sense_is_refused(make, said):
    with pytest.raises(InputError, match=said):
        make()


def test_pixels_are_as_long_as_the_scale_says():
    assert camera_unit("px/s", 0.002).factor == 0.002
    assert camera_unit("mm", 0.002).factor == 0.001
