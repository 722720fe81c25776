"""The direct model: it undoes the inverse model and solves the dense equations; the misprinted form does not."""

import casadi as ca
import numpy as np
import pytest
from random_machines import (
    Recipe,
    bodies_and_newton_euler,
    call,
    evaluate,
    every_machine,
    every_state,
    load_size,
    random_machine,
    random_state,
    symbols,
)
from tolerances import ROUNDING, assert_close, assert_differs, conditioned, largest

from elver.dynamics import direct_dynamics


def dense_solution(machine, state, torques):
    """Accelerations from ``A x = [0; Gamma] - h``, the condition number of A and the size of the terms."""
    lagrange = evaluate(machine, "lagrange", state)
    A, h = lagrange["A"], lagrange["h"]
    forces = np.concatenate([np.zeros(len(machine.freedoms)), torques])
    parts = np.linalg.solve(A, np.column_stack([forces, h]))
    return parts[:, 0] - parts[:, 1], np.linalg.cond(A), largest(parts)


def joined(machine, result) -> np.ndarray:
    return np.concatenate([result["base_acceleration"][machine.freedoms], result["joint_accelerations"]])


@every_machine
@every_state
def test_direct_undoes_inverse(recipe, wide):
    """Torques of the inverse model, given to the direct one, return the accelerations of the joints and of the base."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    inverse = evaluate(machine, "inverse", state, state.qdd)
    direct = evaluate(machine, "direct", state, inverse["torques"])
    _, kappa, size = dense_solution(machine, state, inverse["torques"])
    scale = max(size, largest(state.qdd), largest(inverse["base_acceleration"]))
    assert_close(direct["joint_accelerations"], state.qdd, conditioned(kappa), scale=scale)
    assert_close(direct["base_acceleration"], inverse["base_acceleration"], conditioned(kappa), scale=scale)
    assert largest(inverse["torques"]) > 0


@every_machine
@every_state
def test_direct_solves_the_dense_equations(recipe, wide):
    """Articulated inertias give the solution of the full linear system, for torques chosen freely."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    torques = state.qdd[::-1]
    expected, kappa, size = dense_solution(machine, state, torques)
    found = joined(machine, evaluate(machine, "direct", state, torques))
    assert_close(found, expected, conditioned(kappa), scale=size)
    assert largest(expected) > 0


@every_machine
def test_inverse_undoes_direct(recipe):
    """The other way round: accelerations of the direct model need exactly the torques that caused them."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    torques = state.qdd[::-1]
    direct = evaluate(machine, "direct", state, torques)
    inverse = evaluate(machine, "inverse", state, direct["joint_accelerations"])
    size = largest(load_size(machine, state, direct["base_acceleration"], direct["joint_accelerations"]))
    assert_close(inverse["torques"], torques, ROUNDING, scale=size)


@every_machine
@every_state
def test_every_body_is_held_as_newton_euler_says(recipe, wide):
    """Accelerations and joint wrenches of all bodies, inner ones included, are those that the found motion needs."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    torques = ca.SX.sym("torques", machine.size)
    r = direct_dynamics(machine.robot, s.kin, s.inertias, s.betas, torques)
    function = s.function([torques], **bodies_and_newton_euler(s, r, r.joint_accelerations))
    found = call(function, *state.arguments, state.qdd)
    _, kappa, _ = dense_solution(machine, state, state.qdd)
    assert_close(found["accelerations"], found["expected_accelerations"], ROUNDING)
    assert_close(found["wrenches"], found["expected_wrenches"], conditioned(kappa))
    assert largest(found["wrenches"]) > 0


def articulated_bodies(s, torques, projected_bias):
    """The textbook recursion on a free tree, written out; ``projected_bias(a, J, b)`` is the term under test."""
    robot, kin = s.machine.robot, s.kin
    slot = {body: k for k, body in enumerate(robot.moving)}
    J, b = list(s.inertias), list(s.betas)
    H, tau = {}, {}
    for j in range(len(robot.bodies) - 1, 0, -1):
        i, T, a = robot.parents[j], kin.transforms[j].matrix, kin.axes[j]
        K, alpha = J[j], J[j] @ kin.zetas[j] + b[j]
        if j in slot:
            H[j], tau[j] = a.T @ J[j] @ a, torques[slot[j]]
            K = J[j] - J[j] @ a @ a.T @ J[j] / H[j]
            alpha = K @ kin.zetas[j] + J[j] @ a @ (tau[j] - projected_bias(a, J[j], b[j])) / H[j] + b[j]
        J[i], b[i] = J[i] + T.T @ K @ T, b[i] + T.T @ alpha
    Vdot, qdd = [ca.solve(J[0], -b[0])], []
    for j in range(1, len(robot.bodies)):
        a, e = kin.axes[j], kin.transforms[j].matrix @ Vdot[robot.parents[j]] + kin.zetas[j]
        if j in slot:
            qdd.append((tau[j] - a.T @ J[j] @ e - projected_bias(a, J[j], b[j])) / H[j])
            e = e + a * qdd[-1]
        Vdot.append(e)
    return ca.vertcat(Vdot[0], *qdd)


@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_the_misprinted_bias_term_fails(seed, added):
    """``a^T beta*`` is right; ``a^T J* beta*``, as one paper prints it, gives visibly other accelerations."""
    machine = random_machine(Recipe(seed, shape="chain", added=added, losses=False))
    s, state = symbols(machine), random_state(machine, seed)
    torques = ca.SX.sym("torques", machine.size)
    function = s.function(
        [torques],
        right=articulated_bodies(s, torques, lambda a, J, b: a.T @ b),
        printed=articulated_bodies(s, torques, lambda a, J, b: a.T @ J @ b),
    )
    result = call(function, *state.arguments, state.qdd)
    found = joined(machine, evaluate(machine, "direct", state, state.qdd))
    _, kappa, _ = dense_solution(machine, state, state.qdd)
    assert_close(found, result["right"], conditioned(kappa))
    assert_differs(found, result["printed"])


def test_friction_brakes():
    """A joint that turns freely slows down: viscous and Coulomb friction act against its rate, rotor inertia delays it."""
    machine = random_machine(Recipe(seed=4, base="fixed", joints=1))
    ideal = random_machine(Recipe(seed=4, base="fixed", joints=1, losses=False))
    state = random_state(machine, 4)
    lossy, free = (evaluate(m, "direct", state, [0.0])["joint_accelerations"][0] for m in (machine, ideal))
    inertia, bare = (evaluate(m, "lagrange", state)["A"].item() for m in (machine, ideal))
    joint = machine.robot.moving_joints[0]
    brake = joint.coulomb * np.sign(state.qd[0]) + joint.viscous * state.qd[0]
    assert_close(lossy, (bare * free - brake) / inertia, ROUNDING)
    assert abs(brake) > 1e-3
