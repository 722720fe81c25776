"""Mass matrix and bias: two routes to the matrix, symmetry, positive energy, and what the bias contains."""

import casadi as ca
import numpy as np
from random_machines import call, evaluate, every_machine, every_state, model, random_machine, random_state, symbols
from tolerances import ROUNDING, assert_close, assert_differs

from elver.dynamics import kinetic_energy, newton_euler
from elver.dynamics.kinematics import rotor_energy


def columns_by_unit_accelerations(machine, state) -> np.ndarray:
    """Generalised forces of one unit acceleration at a time, at rest, by the Newton-Euler recursion."""
    s = symbols(machine)
    r = newton_euler(machine.robot, s.kin, s.inertias, s.betas, *s.accelerations)
    function = s.function(s.accelerations, forces=ca.vertcat(r.wrenches[0][machine.freedoms], r.torques))
    still = (state.quaternion, state.position, np.zeros(6), state.q, np.zeros(machine.size))
    base, joints = np.eye(6)[machine.freedoms], np.eye(machine.size)
    units = [(e, np.zeros(machine.size)) for e in base] + [(np.zeros(6), e) for e in joints]
    return np.column_stack([call(function, *still, *unit)["forces"] for unit in units])


@every_machine
@every_state
def test_unit_accelerations_and_composite_inertias_give_one_matrix(recipe, wide):
    """Column k of A is what a unit acceleration of freedom k needs."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    A = evaluate(machine, "lagrange", state)["A"]
    assert_close(A, columns_by_unit_accelerations(machine, state), ROUNDING)


@every_machine
@every_state
def test_mass_matrix_is_symmetric_and_positive(recipe, wide):
    """A is symmetric to the last bit and has a Cholesky factor, unless its conditioning exceeds what doubles resolve."""
    machine = random_machine(recipe)
    A = evaluate(machine, "lagrange", random_state(machine, recipe.seed, wide))["A"]
    assert np.array_equal(A, A.T)
    lowest, highest = np.linalg.eigvalsh(A)[[0, -1]]
    assert lowest > -1e-15 * len(A) * highest
    if not wide:
        assert lowest > 0


@every_machine
def test_mass_matrix_is_the_hessian_of_the_kinetic_energy(recipe):
    """T = [V0; qd]^T A [V0; qd] / 2, rotors included."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    energy = kinetic_energy(s.inertias, s.kin.twists) + rotor_energy(machine.robot, s.kin)
    hessian, _ = ca.hessian(energy, ca.vertcat(s.twist[machine.freedoms], s.qd))
    A = evaluate(machine, "lagrange", state)["A"]
    assert_close(call(s.function([], H=hessian), *state.arguments)["H"], A, ROUNDING)


@every_machine
def test_bias_at_rest_is_zero_and_grows_with_the_square_of_speed(recipe):
    """Without friction or gravity h is quadratic in the velocities: double speed, four times the bias."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    still, once, twice = (bias_without_friction(machine, state, factor) for factor in (0, 1, 2))
    assert np.all(still == 0)
    assert_close(twice, 4 * once, ROUNDING)
    assert_differs(once, still)


def bias_without_friction(machine, state, factor) -> np.ndarray:
    """h less friction, all velocities multiplied by ``factor``."""
    qd = factor * state.qd
    arguments = (state.quaternion, state.position, factor * state.twist, state.q, qd)
    friction = machine.joint_values("coulomb") * np.sign(qd) + machine.joint_values("viscous") * qd
    h = call(model(machine, "lagrange"), *arguments)["h"]
    return h - np.concatenate([np.zeros(len(machine.freedoms)), friction])
