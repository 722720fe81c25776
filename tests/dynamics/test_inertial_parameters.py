"""Base inertial parameters: rules against numbers, numbers against energies and against counts of textbooks."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from mechanisms import FourBar
from random_machines import BASES, Recipe, random_machine

import elver
from elver import InputError
from elver.dynamics import InertialRegressor, base_parameters, forward_kinematics, newton_euler
from elver.dynamics.inertial_parameters import grouped_by_rules, moved, standard_parameters
from elver.dynamics.kinematics import rigid_terms
from elver.robot import Body, Joint, Robot
from elver.symbolic.spatial import quaternion_rotation

RECIPES = [Recipe(seed, joints, shape, losses=False) for seed, joints, shape in ((1, 3, "chain"), (2, 5, "tree"), (3, 5, "star"))]
RECIPES += [Recipe(seed, 6, "tree", losses=False, spherical=True) for seed in (4, 5)]


def numbers_of(robot: Robot) -> np.ndarray:
    return np.array(standard_parameters(robot)[1], dtype=float)


def random_state(robot: Robot, rng) -> tuple[np.ndarray, ...]:
    """Twist and acceleration of the base on its freedoms, and joint motion."""
    free, size = list(robot.freedoms), len(robot.moving)
    V, Vdot = np.zeros(6), np.zeros(6)
    V[free], Vdot[free] = rng.normal(size=(2, len(free)))
    return (V, Vdot, *rng.normal(size=(3, size)))


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_the_regressor_times_the_standard_parameters_is_newton_and_euler(recipe):
    robot, rng = random_machine(recipe).robot, np.random.default_rng(7)
    for _ in range(3):
        V, Vdot, q, qd, qdd = random_state(robot, rng)
        kin = forward_kinematics(robot, ca.SX.eye(3), ca.SX(3, 1), ca.SX(V), ca.SX(q), ca.SX(qd))
        result = newton_euler(robot, kin, *rigid_terms(robot, kin), ca.SX(Vdot), list(qdd))
        wanted = np.array(ca.evalf(ca.vertcat(result.wrenches[0], result.torques))).ravel()
        found = InertialRegressor(robot)(V, Vdot, q, qd, qdd) @ numbers_of(robot)
        assert found == pytest.approx(wanted, rel=1e-11, abs=1e-12 * np.abs(wanted).max())


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_rules_and_numbers_agree_on_floating_trees(recipe):
    """The rank of all columns is what the rules leave, and grouped columns give the same wrenches and torques."""
    robot, rng = random_machine(recipe).robot, np.random.default_rng(3)
    leading, combinations = grouped_by_rules(robot)
    kinds = [joint.type for joint in robot.joints]
    assert len(leading) == 10 + 7 * kinds.count("revolute") + 4 * kinds.count("prismatic")
    regressor = InertialRegressor(robot)
    W = np.vstack([regressor(*random_state(robot, rng)) for _ in range(40)])
    assert np.linalg.matrix_rank(W / np.maximum(np.linalg.norm(W, axis=0), 1e-9), tol=1e-7) == len(leading)
    phi = rng.normal(size=W.shape[1])
    assert W[:, leading] @ (combinations @ phi) == pytest.approx(W @ phi, abs=1e-10 * np.abs(W @ phi).max())
    found = base_parameters(robot)
    assert found.leading == tuple(leading)
    assert found.ruled == len(found.names)
    assert found.combinations == pytest.approx(combinations, abs=1e-12)


def test_a_wrong_rule_is_noticed():
    """Handing on YY without the rod's XX changes the torques."""
    robot, rng = random_machine(RECIPES[0]).robot, np.random.default_rng(3)
    leading, combinations = grouped_by_rules(robot)
    wrong = combinations.copy()
    row = next(k for k, place in enumerate(leading) if place >= 10 and place % 10 == 0)  # XX of a body behind a revolute joint
    wrong[row, leading[row] + 3] = 0.0  # less its YY
    W, phi = InertialRegressor(robot)(*random_state(robot, rng)), numbers_of(robot)
    assert np.abs(W[:, leading] @ (wrong @ phi) - W @ phi).max() > 1e-6 * np.abs(W @ phi).max()


def energies(robot: Robot, gravity, rng) -> np.ndarray:
    """Kinetic and potential energy per standard parameter, less those of a first state: what a motion can tell at most.

    From places and velocities of the bodies alone: T = m v v/2 + v . (w x MS) + w I w/2, U = -g . (m P + R MS).
    """
    free, size, rows = list(robot.freedoms), len(robot.moving), []
    turns = [k for k in free if k > 2]
    for _ in range(14 * len(robot.bodies) + 20):
        V, Q = np.zeros(6), np.array([1.0, 0.0, 0.0, 0.0])
        V[free] = rng.normal(size=len(free))
        for k in turns:
            Q[k - 2] = rng.normal()
        Q, P, q, qd = Q / np.linalg.norm(Q), np.zeros(3), *rng.normal(size=(2, size))
        P[[k for k in free if k < 3]] = rng.normal(size=sum(k < 3 for k in free))
        R0 = quaternion_rotation(ca.SX(Q))
        kin = forward_kinematics(robot, R0, ca.SX(P), ca.SX(V), ca.SX(q), ca.SX(qd))
        row = []
        for R, at, twist in zip(kin.rotations, kin.positions, kin.twists, strict=True):
            (R, at, twist) = (np.array(ca.evalf(ca.SX(x))) for x in (R, at, twist))
            v, w = twist[:3, 0], twist[3:, 0]
            tensor = [w[i] * w[k] * (0.5 if i == k else 1.0) for i in range(3) for k in range(i, 3)]
            row += [*tensor, *(np.cross(v, w) - R.T @ gravity), 0.5 * v @ v - gravity @ at.ravel()]
        rows.append(row)
    rows = np.array(rows)
    return rows[1:] - rows[0]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("gravity", [(0.0, 0.0, -9.81), (0.0, -9.81, 0.0)], ids=["along z", "along y"])
def test_energies_tell_as_many_parameters_apart_as_torques(base, gravity):
    """An independent route: Gautier and Khalil's energy model, on bases that move, move in part, or stand."""
    robot = random_machine(Recipe(6, 4, "tree", base, losses=False)).robot
    if base == "sagittal" and gravity[1]:
        pytest.skip("across its plane the whole machine weighs on nothing")
    columns = energies(robot, np.array(gravity), np.random.default_rng(2))
    sizes = np.linalg.norm(columns, axis=0)
    columns = np.where(sizes > 1e-9, columns / np.maximum(sizes, 1e-9), 0.0)
    assert len(base_parameters(robot, gravity).names) == np.linalg.matrix_rank(columns, tol=1e-8)


def arm(*rows, mode: str = "torque") -> Robot:
    """A fixed arm by rows (alpha, d, theta, r)."""
    bodies = [Body.central(f"b{k}", 1.0 + k, (0.1, 0.2, 0.3), np.diag([0.1, 0.2, 0.25])) for k in range(len(rows) + 1)]
    joints = [
        Joint(f"j{k}", f"b{k - 1}", f"b{k}", alpha=alpha, d=d, theta=theta, r=r, mode=mode)
        for k, (alpha, d, theta, r) in enumerate(rows, start=1)
    ]
    return Robot("arm", bodies, joints, base="fixed")


def test_textbook_counts():
    """Two links in a plane: 4, with gravity in the plane 6. Staeubli RX-90: 36 of 60 (Khalil and Dombre, without rotors)."""
    planar = arm((0.0, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0))
    assert base_parameters(planar).names == ("b1.ZZ", "b2.ZZ", "b2.MX", "b2.MY")
    hanging = base_parameters(planar, gravity=(0.0, -9.81, 0.0))
    assert hanging.names == ("b1.ZZ", "b1.MX", "b1.MY", "b2.ZZ", "b2.MX", "b2.MY")
    assert hanging.described()[:2] == ("b1.ZZ = b1.ZZ + 0.25 b2.M", "b1.MX = b1.MX + 0.5 b2.M")
    half = math.pi / 2
    rx90 = arm((0, 0, 0, 0), (half, 0, 0, 0), (0, 0.45, 0, 0), (-half, 0, 0, 0.45), (half, 0, 0, 0), (-half, 0, 0, 0))
    assert len(base_parameters(rx90).names) == 36


def test_values_are_those_of_a_rod_seen_from_the_parent():
    """A point on the axis of a hinge belongs to the parent, whoever carries it."""
    base = Body.central("base", 2.0, (0, 0, 0), np.diag([0.1, 0.2, 0.3]))
    hinge = Joint("hinge", "base", "tip", d=0.4, alpha=0.3, theta=0.2)
    size = 1e-7  # kg m^2, of a ball of 1.5 kg at z = 0.2 m
    point = Body.central("tip", 1.5, (0, 0, 0.2), size * np.eye(3))
    found = base_parameters(Robot("two", [base, point], [hinge]))
    at = dict(zip(found.names, found.values, strict=True))
    place = np.array([0.4, -0.2 * math.sin(0.3), 0.2 * math.cos(0.3)])
    assert at["base.M"] == pytest.approx(3.5)
    assert [at["base.MX"], at["base.MY"], at["base.MZ"]] == pytest.approx(1.5 * place)
    assert at["base.YY"] == pytest.approx(0.2 + 1.5 * (place[0] ** 2 + place[2] ** 2))
    assert [value for name, value in at.items() if name.startswith("tip")] == pytest.approx([0.0] * 7, abs=1.01 * size)


def test_moved_parameters_are_those_of_the_moved_body():
    rng = np.random.default_rng(5)
    R = np.array(ca.DM(ca.evalf(quaternion_rotation(ca.SX(np.array([0.5, 0.5, -0.1, 0.7]) / 1.0)))))
    R, P = np.linalg.qr(R)[0], rng.normal(size=3)
    R *= np.sign(np.linalg.det(R))
    masses, places = rng.uniform(0.1, 1, 6), rng.normal(size=(6, 3))

    def phi(x):
        second = np.einsum("k,ki,kj->ij", masses, x, x)
        inertia = np.trace(second) * np.eye(3) - second
        return np.array([*inertia[np.triu_indices(3)], *(masses @ x), masses.sum()])

    assert moved(R, P) @ phi(places) == pytest.approx(phi(places @ R.T + P), rel=1e-12)


def test_closed_loops_leave_fewer_and_their_torque_is_that_of_the_closed_model():
    """A four-bar linkage: the crank's torque from the base parameters against the closed inverse model."""
    from elver.model import dynamics_function

    robot = FourBar().robot(mode="torque")
    found = base_parameters(robot, gravity=(0.0, 0.0, 0.0))
    tree = base_parameters(replace(robot, loops=[]), gravity=(0.0, 0.0, 0.0))
    assert len(found.names) < len(tree.names)
    regressor, loops = InertialRegressor(robot), elver.dynamics.loop_functions(robot)
    inverse = dynamics_function(robot, "inverse")
    for angle in (0.4, 1.9):
        q = elver.dynamics.close_loops(loops, np.array([angle, -0.3, 1.2])).q
        qd = np.array(loops.rates(q, np.array([0.7, 0.0, 0.0]))).ravel()
        qdd = np.array(loops.accelerations(q, qd, np.array([-1.1, 0.0, 0.0]))).ravel()
        W = (np.array(loops.gradient(q)).T @ regressor(np.zeros(6), np.zeros(6), q, qd, qdd)[6:])[:, list(found.leading)]
        torque = np.array(inverse([1, 0, 0, 0], np.zeros(3), np.zeros(6), q, qd, qdd)[1]).ravel()
        assert W @ found.values == pytest.approx(torque[:1], rel=1e-8)


def test_unseen_directions_are_those_that_no_base_parameter_sees():
    """A mass that moves from the child's axis to the parent's, and nothing else."""
    robot = arm((0.0, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, 0.0))
    found = base_parameters(robot)
    names = list(found.standard)
    directions = np.zeros((len(names), 3))
    for column, name in enumerate(("b1.ZZ", "b2.M", "b2.ZZ")):
        directions[names.index(name), column] = 1.0
    (move,) = found.unseen(directions).T
    assert move / move[1] == pytest.approx([-0.25, 1.0, 0.0])
    assert found.unseen(directions[:, 1:]).shape == (2, 0)


def test_what_is_no_number_is_refused():
    length = ca.SX.sym("length")
    bodies = [Body.central(name, 1.0, (0, 0, 0), np.eye(3)) for name in "ab"]
    with pytest.raises(InputError, match="joint 'j' of robot 'two' is a free parameter"):
        base_parameters(Robot("two", bodies, [Joint("j", "a", "b", d=length)]))
    heavy = replace(bodies[1], mass=ca.SX.sym("mass"))
    found = base_parameters(Robot("two", [bodies[0], heavy], [Joint("j", "a", "b", d=0.3)]))
    with pytest.raises(InputError, match="no values yet"):
        _ = found.values
