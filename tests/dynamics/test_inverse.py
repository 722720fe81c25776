"""The inverse model: it satisfies the equations of motion and leaves no wrench on a free base."""

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

from elver.dynamics import inverse_dynamics


def solved(recipe, wide):
    """A machine, a state and its inverse model."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    return machine, state, evaluate(machine, "inverse", state, state.qdd)


@every_machine
@every_state
def test_torques_equal_mass_matrix_times_acceleration_plus_bias(recipe, wide):
    """``[0; Gamma] = A [V0dot; qdd] + h``: the recursion and the matrices are the same equations."""
    machine, state, inverse = solved(recipe, wide)
    lagrange = evaluate(machine, "lagrange", state)
    acceleration = np.concatenate([inverse["base_acceleration"][machine.freedoms], state.qdd])
    forces = np.concatenate([np.zeros(len(machine.freedoms)), inverse["torques"]])
    expected = lagrange["A"] @ acceleration + lagrange["h"]
    size = largest(load_size(machine, state, inverse["base_acceleration"], state.qdd))
    assert_close(forces, expected, ROUNDING, scale=size)
    assert largest(inverse["torques"]) > 0


@every_machine
@every_state
def test_base_acceleration_solves_the_base_rows(recipe, wide):
    """``V0dot = -A11^-1 (h1 + A12 qdd)``, by a dense solve; components that cannot change stay exactly zero."""
    machine, state, inverse = solved(recipe, wide)
    lagrange = evaluate(machine, "lagrange", state)
    f = len(machine.freedoms)
    A, h = lagrange["A"], lagrange["h"]
    held = [k for k in range(6) if k not in machine.freedoms]
    assert np.all(inverse["base_acceleration"][held] == 0)
    if f == 0:
        return
    load = -(h[:f] + A[:f, f:] @ state.qdd)
    expected = np.linalg.solve(A[:f, :f], load)
    assert_close(inverse["base_acceleration"][machine.freedoms], expected, conditioned(np.linalg.cond(A[:f, :f])))
    assert largest(expected) > 0


@every_machine
@every_state
def test_no_wrench_is_left_on_the_freedoms_of_the_base(recipe, wide):
    """The support wrench vanishes on every freedom of the base, against the size F of the forces inside."""
    machine, state, inverse = solved(recipe, wide)
    residual = largest(inverse["wrench"][machine.freedoms])
    assert residual <= ROUNDING * (largest(load_size(machine, state, inverse["base_acceleration"], state.qdd)) + 1)


@every_machine
@every_state
def test_every_body_is_held_as_newton_euler_says(recipe, wide):
    """Accelerations and joint wrenches of all bodies, inner ones included, are those that the motion needs."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    qdd = s.accelerations[1]
    r = inverse_dynamics(machine.robot, s.kin, s.inertias, s.betas, qdd)
    found = call(s.function([qdd], **bodies_and_newton_euler(s, r, qdd)), *state.arguments, state.qdd)
    assert_close(found["accelerations"], found["expected_accelerations"], ROUNDING)
    size = max(largest(found["wrenches"]), largest(load_size(machine, state, found["accelerations"][:, 0], state.qdd)))
    assert_close(found["wrenches"], found["expected_wrenches"], ROUNDING, scale=size)
    assert largest(found["wrenches"]) > 0


FREEDOMS = {"free": {0, 1, 2, 3, 4, 5}, "planar": {0, 1, 5}, "sagittal": {0, 2, 4}, "fixed": set()}


@pytest.mark.parametrize("base", FREEDOMS)
def test_a_base_accelerates_along_its_own_freedoms(base):
    """Planar: surge, sway, yaw. Sagittal: surge, heave, pitch."""
    machine = random_machine(Recipe(seed=2, base=base))
    state = random_state(machine, 2)
    acceleration = evaluate(machine, "inverse", state, state.qdd)["base_acceleration"]
    assert set(np.flatnonzero(acceleration)) == FREEDOMS[base]


@pytest.mark.parametrize("base", ["planar", "sagittal", "fixed"])
def test_a_support_carries_a_wrench_on_the_other_components(base):
    """What holds a base in its plane, or at rest, is a real wrench: the residual test above is not empty."""
    machine = random_machine(Recipe(seed=1, base=base))
    state = random_state(machine, 1)
    wrench = evaluate(machine, "inverse", state, state.qdd)["wrench"]
    held = [k for k in range(6) if k not in machine.freedoms]
    assert largest(wrench[held]) > 1e-2


@every_machine
def test_friction_and_rotor_inertia_enter_the_torques_only(recipe):
    """Torque grows by Fs sign(qd) + Fv qd + Ia qdd, and the base does not notice: imposed motion hides the drives."""
    machine = random_machine(recipe)
    ideal = random_machine(Recipe(**{**vars(recipe), "losses": False}))
    state = random_state(machine, recipe.seed)
    real, bare = (evaluate(m, "inverse", state, state.qdd) for m in (machine, ideal))
    drives = (
        machine.joint_values("coulomb") * np.sign(state.qd)
        + machine.joint_values("viscous") * state.qd
        + machine.joint_values("rotor") * state.qdd
    )
    assert_close(real["base_acceleration"], bare["base_acceleration"], ROUNDING)
    assert_close(real["torques"] - bare["torques"], drives, ROUNDING, scale=largest(real["torques"]))
    assert largest(drives) > 1e-3


def test_a_base_held_still_needs_other_torques():
    """The wrong variant that forgets the motion of the base misses visibly."""
    recipe = Recipe(seed=3)
    free, held = random_machine(recipe), random_machine(Recipe(seed=3, base="fixed"))
    state = random_state(free, 3)
    assert_differs(evaluate(free, "inverse", state, state.qdd)["torques"], evaluate(held, "inverse", state, state.qdd)["torques"])
