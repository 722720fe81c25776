"""Poses, twists and accelerations of the tree against homogeneous matrices and their derivatives."""

import casadi as ca
import homogeneous
import numpy as np
import pytest
from random_machines import RECIPES, call, every_machine, every_state, machines_where, random_machine, random_state, symbols
from tolerances import ROUNDING, assert_close, assert_differs, largest

from elver.dynamics import newton_euler
from elver.symbolic.spatial import cross, quaternion_rate


def stacked(columns) -> ca.SX:
    return ca.horzcat(*columns)


def rate(s, expression):
    """Time derivative of an expression along the motion; the accelerations are symbols."""
    base, qdd = s.accelerations
    R = s.kin.rotations[0]
    rates = [quaternion_rate(s.quaternion, s.twist[3:]), R @ s.twist[:3], base, s.qd, qdd]
    return ca.jtimes(expression, ca.vertcat(*s.state), ca.vertcat(*rates))


def reference_poses(s):
    return homogeneous.poses(s.machine.robot, homogeneous.placement(s.kin.rotations[0], s.position), s.q)


@every_machine
@every_state
def test_poses_are_products_of_homogeneous_matrices(recipe, wide):
    """Rotation and origin of every body equal the product of the six elementary matrices of each joint."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    expected = reference_poses(s)
    result = call(
        s.function(
            [],
            R=ca.vertcat(*s.kin.rotations),
            P=stacked(s.kin.positions),
            R_expected=ca.vertcat(*[T[:3, :3] for T in expected]),
            P_expected=stacked([T[:3, 3] for T in expected]),
        ),
        *state.arguments,
    )
    assert_close(result["R"], result["R_expected"], ROUNDING)
    assert_close(result["P"], result["P_expected"], ROUNDING)
    assert largest(np.ptp(result["P"], axis=1)) > 0.01


@every_machine
@every_state
def test_twists_are_the_rates_of_the_poses(recipe, wide):
    """V_j holds the entries of T_j^-1 dT_j/dt, derived automatically along the motion."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    pairs = [(T, ca.reshape(rate(s, ca.vec(T)), 4, 4)) for T in reference_poses(s)]
    expected = [homogeneous.body_twist(T, dT) for T, dT in pairs]
    function = s.function(s.accelerations, V=stacked(s.kin.twists), V_expected=stacked(expected))
    result = call(function, *state.arguments, np.zeros(6), np.zeros(machine.size))
    lever = max(1.0, largest(state.q), largest(state.position))
    assert_close(result["V"], result["V_expected"], ROUNDING, scale=lever * largest(result["V"]))
    assert largest(result["V"]) > 0


def accelerations(s, zetas):
    """Body accelerations by the recursion, with given velocity products."""
    base, qdd = s.accelerations
    slot = {body: k for k, body in enumerate(s.machine.robot.moving)}
    result = [base]
    for j in range(1, len(s.machine.robot.bodies)):
        own = s.kin.axes[j] * qdd[slot[j]] if j in slot else 0
        result.append(s.kin.transforms[j].matrix @ result[s.machine.robot.parents[j]] + own + zetas[j])
    return result


@every_machine
@every_state
def test_accelerations_are_the_rates_of_the_twists(recipe, wide):
    """Vdot_j is the time derivative of the components of V_j, so ``zeta`` is the whole velocity part of it."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    found = newton_euler(machine.robot, s.kin, s.inertias, s.betas, *s.accelerations).accelerations
    expected = [rate(s, V) for V in s.kin.twists]
    function = s.function(s.accelerations, Vdot=stacked(found), Vdot_expected=stacked(expected))
    result = call(function, *state.arguments, state.twist[::-1], state.qdd)
    assert_close(result["Vdot"], result["Vdot_expected"], ROUNDING)
    assert largest(result["Vdot"]) > 0


@machines_where(lambda recipe: recipe.base == "free")
def test_classical_velocity_terms_do_not_fit_this_convention(recipe):
    """w x (w x P), right for the acceleration of the origin, is wrong for rates of body components: it misses visibly."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    classical = [None]
    for j, joint in enumerate(machine.robot.joints, start=1):
        i = machine.robot.parents[j]
        R, P = s.kin.rotations[i].T @ s.kin.rotations[j], s.kin.rotations[i].T @ (s.kin.positions[j] - s.kin.positions[i])
        w = s.kin.twists[i][3:]
        own = s.kin.axes[j] * s.kin.rates[j]
        slide = 2 * cross(R.T @ w, own[:3]) if joint.type == "prismatic" else ca.SX(3, 1)
        classical.append(ca.vertcat(R.T @ cross(w, cross(w, P)) + slide, cross(R.T @ w, own[3:])))
    function = s.function(
        s.accelerations,
        Vdot=stacked([rate(s, V) for V in s.kin.twists]),
        wrong=stacked(accelerations(s, classical)),
        right=stacked(accelerations(s, s.kin.zetas)),
        origins=stacked([rate(s, V) + ca.vertcat(cross(V[3:], V[:3]), ca.SX(3, 1)) for V in s.kin.twists]),
    )
    base = state.twist[::-1].copy()
    result = call(function, *state.arguments, base, state.qdd)
    assert_close(result["right"], result["Vdot"], ROUNDING)
    assert_differs(result["wrong"], result["Vdot"])
    inertial_base = base.copy()
    inertial_base[:3] += np.cross(state.twist[3:], state.twist[:3])
    moved = call(function, *state.arguments, inertial_base, state.qdd)
    assert_close(moved["wrong"], result["origins"], ROUNDING)


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_joint_moves_along_or_about_the_child_z_axis(kind):
    """The joint's own twist per unit rate is the z axis of the child: a turn or a slide, never both."""
    machines = (random_machine(recipe) for recipe in RECIPES)
    machine = next(m for m in machines if kind in [j.type for j in m.robot.joints])
    s = symbols(machine)
    j = next(k for k, joint in enumerate(machine.robot.joints, start=1) if joint.type == kind)
    slot = machine.robot.moving.index(j)
    jacobian = ca.jacobian(s.kin.twists[j], s.qd[slot])
    expected = np.eye(6)[5 if kind == "revolute" else 2]
    assert_close(np.array(ca.evalf(jacobian)), expected, ROUNDING)


@every_machine
def test_transforms_do_what_their_matrices_do(recipe):
    """Twists, wrenches and inertias by a shift and turns one after the other are those of the 6x6 matrices."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    V, L = ca.SX(ca.DM(np.arange(1.0, 7.0))), np.random.default_rng(recipe.seed).normal(size=(6, 6))
    J = ca.SX(ca.DM(L @ L.T))
    moved, expected = [], []
    for T in s.kin.transforms[1:]:
        M = T.matrix
        moved.append(ca.horzcat(T @ V, T.wrench(V), T.inertia(J)))
        expected.append(ca.horzcat(M @ V, M.T @ V, M.T @ J @ M))
    result = call(s.function([], found=stacked(moved), expected=stacked(expected)), *state.arguments)
    assert_close(result["found"], result["expected"], ROUNDING)
    assert largest(result["found"]) > 1
