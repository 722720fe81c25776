"""Articulated inertias: a freed joint resists nothing, and spherical joints swept as one give what the dense equations give."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from random_machines import Machine, bodies_and_newton_euler, call, evaluate, random_cloud, random_state, symbols
from tolerances import ALGEBRA, assert_close, conditioned, largest

from elver.dynamics import direct_dynamics, hybrid_dynamics
from elver.dynamics.articulated import SphericalJoints, dual_vectors, freed
from elver.robot import Body, Joint, Robot

LINKS = ("c", "d")
OBLIQUE = [
    Joint("j1", "a", "c", gamma=0.3, b=0.2, alpha=0.7, d=0.4, theta=-0.2, r=0.1),
    Joint("j2", "c", "d", gamma=-0.4, alpha=1.1, theta=0.5, viscous=0.2),
    Joint("j3", "d", "b", alpha=-0.8, theta=0.9, r=-0.3, coulomb=0.1),
    Joint("j4", "b", "e", alpha=0.5, d=0.2),
]


@pytest.mark.parametrize("rotor", [0.0, 0.3])
def test_freed_bodies_solve_newtons_law(rotor):
    """``f = J (e + a qdd) + b`` with ``a . f = torque - rotor qdd``: the force K e + bias and qdd, for a random inertia."""
    rng = np.random.default_rng(4)
    L, b, e, torque = rng.normal(size=(6, 6)), rng.normal(size=6), rng.normal(size=6), 0.7
    J, a = L @ L.T, np.eye(6)[5]
    K, bias, weights, start = freed(ca.SX(J), ca.SX(b), ca.sparsify(ca.SX(a)), torque, rotor)
    qdd = (torque - a @ (J @ e + b)) / (a @ J @ a + rotor)
    expected = J @ (e + a * qdd) + b
    found = np.array(ca.DM(ca.evalf(K @ ca.SX(e) + bias)))[:, 0]
    tolerance = conditioned(np.linalg.cond(J))
    assert_close(found, expected, tolerance)
    assert_close(float(ca.evalf(start - weights.T @ ca.SX(e))), qdd, tolerance)
    assert_close(a @ found, torque - rotor * qdd, tolerance, scale=1.0)


def test_the_axis_leaves_the_graph():
    """Without a rotor the axis' row and column of the inertia are structurally empty, and its bias is the torque itself."""
    J, b, torque = ca.SX.sym("J", 6, 6), ca.SX.sym("b", 6), ca.SX.sym("torque")
    axis = ca.SX(6, 1)
    axis[5] = 1
    K, bias, _, _ = freed(ca.triu2symm(ca.triu(J)), b, axis, torque)
    assert K[5, :].nnz() == K[:, 5].nnz() == 0
    assert K.nnz() == 25
    assert ca.is_equal(bias[5], torque)
    assert freed(ca.triu2symm(ca.triu(J)), b, axis, torque, 0.1)[0].nnz() == 36


def machine(joints=OBLIQUE, base="free", link: Body | None = None) -> Machine:
    """A body, a spherical joint, a body, a revolute joint and a last body; ``link`` in place of the first massless one."""
    rng = np.random.default_rng(5)
    clouds = {name: random_cloud(rng) for name in "abe"}
    bodies = [cloud.body(name) for name, cloud in clouds.items()] + [Body(name) for name in LINKS]
    bodies = [link if link is not None and b.name == link.name else b for b in bodies]
    return Machine(Robot("sphere", bodies, joints, base), clouds)


def found_in(m: Machine, free: set[str] | None = None) -> int:
    """Number of spherical joints where the joints named (all by default) are driven by torques."""
    s = symbols(m)
    named = {j: joint.name for j, joint in enumerate(m.robot.joints, start=1)}
    tau = {j: ca.SX(0) for j, name in named.items() if free is None or name in free}
    return len(SphericalJoints(m.robot, s.kin, s.inertias, s.betas, tau).outer)


@pytest.mark.parametrize("base", ["free", "fixed"])
def test_oblique_axes_solve_the_dense_equations(base):
    """Three axes at any angles, friction, shifts along both ends: accelerations of the full linear system."""
    m = machine(base=base)
    assert found_in(m) == 1
    state, torques = random_state(m, 3), np.array([1.0, -2.0, 0.5, 0.7])
    lagrange = evaluate(m, "lagrange", state)
    forces = np.concatenate([np.zeros(len(m.freedoms)), torques])
    expected = np.linalg.solve(lagrange["A"], forces - lagrange["h"])
    direct = evaluate(m, "direct", state, torques)
    kappa = conditioned(np.linalg.cond(lagrange["A"]))
    assert_close(np.concatenate([direct["base_acceleration"][m.freedoms], direct["joint_accelerations"]]), expected, kappa)
    hybrid = evaluate(m, "hybrid", state, np.array([*torques[:3], expected[-1]]), driven=("j4",))
    assert_close(hybrid["joint_accelerations"], expected[-4:], kappa)


@pytest.mark.parametrize("kind", ["direct", "hybrid"])
def test_links_and_outer_body_are_held_as_newton_euler_says(kind):
    """Accelerations and wrenches of all bodies, the massless links included."""
    m = machine()
    s, torques = symbols(m), ca.SX.sym("torques", 4)
    if kind == "direct":
        result = direct_dynamics(m.robot, s.kin, s.inertias, s.betas, torques)
    else:
        by_name = dict(zip(m.robot.joint_names, ca.vertsplit(torques), strict=True))
        result = hybrid_dynamics(m.robot, s.kin, s.inertias, s.betas, {}, by_name)
    function = s.function([torques], **bodies_and_newton_euler(s, result, result.joint_accelerations))
    state = random_state(m, 4)
    found = call(function, *state.arguments, state.qdd)
    kappa = conditioned(np.linalg.cond(evaluate(m, "lagrange", state)["A"]))
    assert_close(found["accelerations"], found["expected_accelerations"], kappa)
    assert_close(found["wrenches"], found["expected_wrenches"], kappa)
    assert largest(found["wrenches"]) > 0


def test_it_saves_operations():
    """A rotor of next to nothing on one axis keeps the joint from being swept as one: the graph is larger, the numbers equal."""
    whole, parts = machine(), machine([OBLIQUE[0], replace(OBLIQUE[1], rotor=1e-300), *OBLIQUE[2:]])
    state, torques = random_state(whole, 6), np.array([0.3, -1.0, 0.2, 0.4])
    one, other = (evaluate(m, "direct", state, torques)["joint_accelerations"] for m in (whole, parts))
    assert found_in(whole) == 1
    assert found_in(parts) == 0
    assert_close(one, other, conditioned(np.linalg.cond(evaluate(whole, "lagrange", state)["A"])))
    sizes = [direct_size(m) for m in (whole, parts)]
    assert sizes[0] < 0.9 * sizes[1]


def direct_size(m: Machine) -> int:
    s, torques = symbols(m), ca.SX.sym("torques", m.size)
    result = direct_dynamics(m.robot, s.kin, s.inertias, s.betas, torques)
    return s.function([torques], qdd=result.joint_accelerations).n_instructions()


@pytest.mark.parametrize(
    ("place", "change"),
    [(1, {"d": 0.1}), (1, {"r": 0.1}), (2, {"b": 0.1}), (0, {"rotor": 0.1}), (2, {"type": "prismatic"})],
    ids=str,
)
def test_other_joints_are_left_alone(place, change):
    """Axes that miss the point, rotors and prismatic joints."""
    joints = list(OBLIQUE)
    joints[place] = replace(joints[place], **change)
    assert found_in(machine(joints)) == 0


def test_links_with_mass_and_driven_axes_are_left_alone():
    """A link that weighs something, an axis that is driven, a second branch on a link."""
    assert found_in(machine(link=random_cloud(np.random.default_rng(0)).body("d"))) == 0
    assert found_in(machine(), {"j1", "j3", "j4"}) == 0
    assert found_in(machine([*OBLIQUE[:3], replace(OBLIQUE[3], parent="d")])) == 0


def test_dual_vectors():
    """d_k . z_l is 1 for k = l and 0 otherwise."""
    z = np.random.default_rng(2).normal(size=(3, 3))
    d = [np.array(ca.DM(ca.evalf(v)))[:, 0] for v in dual_vectors([ca.SX(row) for row in z])]
    assert_close(np.array(d) @ z.T, np.eye(3), ALGEBRA, scale=10)
