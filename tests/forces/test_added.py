"""Added inertia by body: it acts as mass does, in a current as in still water seen from the current, and is checked."""

from __future__ import annotations

from dataclasses import replace

import homogeneous
import numpy as np
import pytest
from random_machines import Recipe, random_machine, random_state
from tolerances import ORACLE, assert_close, assert_differs

from elver._support.errors import InputError
from elver.forces import AddedInertia
from elver.model import dynamics_function
from elver.symbolic.spatial import quaternion_rotation, rigid_inertia


def accelerations(robot, state, forces, twist=None) -> np.ndarray:
    direct = dynamics_function(robot, "direct", forces)
    arguments = (state.quaternion, state.position, state.twist if twist is None else twist, state.q, state.qd, state.qdd)
    return np.concatenate([np.array(v).ravel() for v in direct(*arguments)])


def rigid(body) -> np.ndarray:
    return homogeneous.numbers(rigid_inertia(body.mass, body.first_moments, body.inertia))


@pytest.mark.parametrize("seed", range(4))
def test_the_inertia_of_a_body_added_to_it_doubles_it(seed):
    machine = random_machine(Recipe(seed=seed, joints=4))
    state, robot = random_state(machine, seed), machine.robot
    added = AddedInertia({body.name: rigid(body) for body in robot.bodies})
    twice = tuple(replace(b, mass=2 * b.mass, first_moments=2 * b.first_moments, inertia=2 * b.inertia) for b in robot.bodies)
    doubled = replace(robot, bodies=twice)
    assert_close(accelerations(robot, state, {"added": added}), accelerations(doubled, state, {}), ORACLE)
    assert_differs(accelerations(robot, state, {}), accelerations(doubled, state, {}))


def test_a_current_is_still_water_seen_from_it():
    """V = V' + R^T U, so that the rates of the base's components differ by -w x R^T U; U moves with the current."""
    machine = random_machine(Recipe(seed=5, joints=3))
    state, robot = random_state(machine, 5), machine.robot
    matrices = {robot.bodies[0].name: np.diag([3.0, 5.0, 7.0, 0.2, 0.3, 0.5])}
    current = np.array([0.4, -0.3, 0.2])
    stream = homogeneous.numbers(quaternion_rotation(state.quaternion)).T @ current
    flowing = accelerations(robot, state, {"water": AddedInertia(matrices, tuple(current))})
    still = accelerations(robot, state, {"water": AddedInertia(matrices)}, state.twist - np.concatenate([stream, np.zeros(3)]))
    still[:3] -= np.cross(state.twist[3:], stream)
    assert_close(flowing, still, ORACLE)
    assert_differs(flowing, accelerations(robot, state, {"water": AddedInertia(matrices)}))


@pytest.mark.parametrize(
    ("matrices", "says"),
    [
        ([1], "mapping"),
        ({"a": np.eye(3)}, "6 x 6 finite numbers"),
        ({"a": "x"}, "6 x 6 finite numbers"),
        ({"a": np.full((6, 6), np.nan)}, "6 x 6 finite numbers"),
        ({"a": np.triu(np.ones((6, 6)))}, "not symmetric"),
        ({"a": -np.eye(6)}, "negative eigenvalue"),
    ],
)
def test_bad_matrices_are_refused(matrices, says):
    with pytest.raises(InputError, match=says):
        AddedInertia(matrices)
