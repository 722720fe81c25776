"""Margins against the checks themselves: what is certain passes, and what is refused was doubtful."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import elver
from elver._support.errors import InputError
from elver.robot import Body, Ellipsoid, Joint, Robot, Rod
from elver.robot.robot import margins

PATHS = (
    "robot.bodies.arm.shape.length", "robot.bodies.head.inertia.0.0", "robot.bodies.head.inertia.1.1", "robot.bodies.arm.density",
    "robot.bodies.head.inertia.0.1", "robot.bodies.head.first_moments.0", "robot.joints.neck.viscous", "robot.bodies.head.mass",
)  # fmt: skip
number = st.floats(-2, 4)


def machine() -> elver.Model:
    head = Body.central("head", 2.0, (0.1, 0, 0), np.diag([1.0, 1.2, 1.5]), Ellipsoid(0.1, 0.03, 0.04))
    arm = Body.solid("arm", Rod(0.3, 0.02), 1000.0)
    neck = Joint("neck", "head", "arm", mode="passive", viscous=0.1)
    return elver.Model("machine", Robot("machine", [head, arm], [neck]), elastic=elver.drive.Spring()).freed(*PATHS)


MODEL = machine()
VALUES = np.array([f.value for f in MODEL.free.values()])


def is_refused(p: np.ndarray) -> bool:
    try:
        MODEL.robot_at(p.tolist())
    except InputError:
        return True
    return False


@settings(deadline=None, max_examples=200)
@given(
    factors=st.lists(number, min_size=len(PATHS), max_size=len(PATHS)), own=st.sets(st.integers(0, len(PATHS) - 1), max_size=3)
)
def test_what_is_refused_was_doubtful(factors, own):
    p = VALUES.copy()
    for k in own:
        p[k] = factors[k] * (p[k] or 1.0)
    if is_refused(p):
        assert MODEL.doubtful(p[None]).tolist() == [0]


def test_ordinary_values_are_certain():
    p = VALUES * np.random.default_rng(0).uniform(0.95, 1.05, (50, len(VALUES)))
    assert MODEL.doubtful(p).tolist() == []
    p[7, 0], p[9, 7] = -0.1, 0.0
    assert MODEL.doubtful(p).tolist() == [7, 9]


@pytest.mark.parametrize("name", ["eel", "swimmer", "moth"])
def test_scenarios_are_certain_at_their_defaults(name):
    free = {"eel": ["body.link_length", "body.density"], "swimmer": ["body.length"], "moth": ["wing.span", "wing.thickness"]}[
        name
    ]
    model = elver.scenario(name).build(free=free)
    p = np.array([[f.value for f in model.free.values()]])
    assert model.doubtful(p).tolist() == []
    assert model.doubtful(-p).tolist() == [0]


def test_shapes_that_nobody_knows_are_left_to_the_checks():
    class Pin(Rod):
        """A rod with conditions of its own."""

    fixed = elver.Model("pin", Robot("pin", [Body.solid("pin", Pin(0.3, 0.02), 1000.0)]))
    model = fixed.freed("robot.bodies.pin.shape.length")
    assert margins(model.robot) is None
    assert model.doubtful(np.array([[0.3], [0.4]])).tolist() == [0, 1]
    assert fixed.doubtful(np.zeros((2, 0))).tolist() == []
