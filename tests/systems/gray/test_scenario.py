"""Gray's mechanism: forces and accelerations against a hand-made multiplier solution, direction, symmetry, threshold."""

import math

import numpy as np
import pytest
from tolerances import assert_close

from elver._support.errors import InputError
from elver.scenarios import scenario
from elver.simulation import Save, Solver, simulate

LENGTH, MASS, TORQUE, ARM = 0.2, 0.2, 0.5, 0.1
BENDS = [(40, 20), (20, 40), (35, 30), (60, 25), (30, 30)]


def glide(alpha, beta, duration=0.2, dt=1e-4, output=None, **changes):
    model = scenario("gray").build({"alpha": math.radians(alpha), "beta": math.radians(beta), **changes})
    return simulate(model, duration, solver=Solver(dt=dt), save=Save(every=output))


def multipliers(alpha, beta, front=ARM, rear=ARM):
    """Accelerations (ax, ay, turn) of links 1, 2, 3 and the forces of the pegs, from rest on smooth ground.

    M a = Q + W^T l with W a = 0: two rows per joint and one per peg, whose normal stands on its link.
    """
    a, b = math.radians(alpha), math.radians(beta)
    along = [np.array([math.cos(a), math.sin(a)]), np.array([1.0, 0.0]), np.array([-math.cos(b), math.sin(b)])]
    normals = [np.array([math.sin(a), -math.cos(a)]), np.array([0.0, 1.0]), np.array([-math.sin(b), -math.cos(b)])]
    half = LENGTH / 2
    W = np.zeros((7, 9))
    for row, (link, ahead) in ((0, (0, 1)), (2, (2, -1))):  # joint ends: of link 1 or 3, and of link 2
        for body, arm, sign in ((link, -half * along[link], 1), (1, half * ahead * along[1], -1)):
            W[row, 3 * body], W[row, 3 * body + 2] = sign, -sign * arm[1]
            W[row + 1, 3 * body + 1], W[row + 1, 3 * body + 2] = sign, sign * arm[0]
    for body, arm in ((0, (front - half) * along[0]), (1, np.zeros(2)), (2, (rear - half) * along[2])):
        n = normals[body]
        W[4 + body, 3 * body : 3 * body + 3] = n[0], n[1], arm[0] * n[1] - arm[1] * n[0]
    masses = np.tile([MASS, MASS, MASS * LENGTH**2 / 12], 3)
    pushes = np.array([0, 0, TORQUE, 0, 0, 0, 0, 0, -TORQUE])  # both joints together leave link 2 alone
    system = np.block([[np.diag(masses), -W.T], [W, np.zeros((7, 7))]])
    solution = np.linalg.solve(system, np.concatenate([pushes, np.zeros(7)]))
    forces = solution[13:, None] * np.array(normals)
    return solution[:9].reshape(3, 3), forces


@pytest.mark.parametrize(("alpha", "beta"), BENDS)
def test_forces_and_acceleration_at_the_start(alpha, beta):
    """On smooth ground, after a millisecond: the forces of the three pegs and the acceleration of link 2."""
    accelerations, forces = multipliers(alpha, beta)
    data = glide(alpha, beta, 1e-3, 1e-5, 1e-3, friction=0.0).data
    found = data.contact_force.sel(link=["link1", "link2", "link3"]).values[-1]
    assert np.linalg.norm(forces, axis=1).min() > 1.0
    assert_close(found, forces, 2e-3)  # it has moved for a millisecond: 2e-6 m, and gained speed
    assert np.abs(data.base_velocity.values[-1, :2] / 1e-3 - accelerations[1, :2]).max() <= 0.02 * (1 + abs(accelerations[1, 0]))


@pytest.mark.parametrize(("alpha", "beta"), BENDS)
def test_the_resultant_points_where_gray_says(alpha, beta):
    """Held still, the resultant along link 2 is torque (sin alpha - sin beta)/arm; free, it keeps that sign."""
    sign = np.sign(alpha - beta)
    _, forces = multipliers(alpha, beta)
    assert sign * forces.sum(axis=0)[0] > 0 if sign else abs(forces.sum(axis=0)[0]) < 1e-12
    moved = glide(alpha, beta, friction=0.0).data.base_position.values[-1, 0]
    assert sign * moved > 1e-3 if sign else abs(moved) < 1e-9


def test_swapping_the_bends_mirrors_the_motion():
    one, other = (glide(*bends).data.base_position.values[-1] for bends in ((40, 20), (20, 40)))
    assert one[0] > 0.02
    assert_close(one * (-1, 1, 1), other, 2e-3)  # the contacts close in another step of 1e-4 s


def test_friction_holds_a_small_difference():
    """The resultant has to overcome the ground: 35 and 30 degrees stick where 40 and 20 glide, and glide on smoother ground."""
    assert abs(glide(35, 30).data.base_position.values[-1, 0]) < 1e-5
    assert glide(35, 30, friction=0.01).data.base_position.values[-1, 0] > 1e-3
    assert glide(40, 20).data.base_position.values[-1, 0] > 1e-2


def test_a_longer_arm_pushes_less():
    """The force of a peg is the torque over its arm: with a long front arm the mechanism goes backward though alpha > beta."""
    changes = {"peg.front": 0.18, "peg.rear": 0.06, "friction": 0.0}
    assert multipliers(35, 30, 0.18, 0.06)[1].sum(axis=0)[0] < 0
    assert glide(35, 30, 0.1, **changes).data.base_position.values[-1, 0] < -1e-3


@pytest.mark.parametrize("changes", [{"alpha": 0.0}, {"beta": 2.0}, {"peg.front": 0.3}, {"peg.radius": 0.0}, {"friction": -1.0}])
def test_bad_values_are_refused(changes):
    with pytest.raises(InputError, match=next(iter(changes)).split(".")[-1]):
        scenario("gray").build(changes)
