"""The hybrid model: its two ends are the inverse and the direct model, and every mixture agrees with both."""

import casadi as ca
import numpy as np
import pytest
from random_machines import (
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
from tolerances import ROUNDING, assert_close, conditioned, largest

from elver.dynamics import hybrid_dynamics


@every_machine
@every_state
def test_all_joints_driven_is_the_inverse_model(recipe, wide):
    """With every acceleration given, base acceleration and torques are those of the inverse model."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    inverse = evaluate(machine, "inverse", state, state.qdd)
    hybrid = evaluate(machine, "hybrid", state, state.qdd, driven=machine.robot.joint_names)
    assert_close(hybrid["base_acceleration"], inverse["base_acceleration"], ROUNDING)
    assert_close(hybrid["torques"], inverse["torques"], ROUNDING)
    assert np.array_equal(hybrid["joint_accelerations"], state.qdd)
    assert largest(inverse["torques"]) > 0


@every_machine
@every_state
def test_no_joint_driven_is_the_direct_model(recipe, wide):
    """With every torque given, the accelerations are those of the direct model and the torques come back untouched."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    torques = state.qdd
    direct = evaluate(machine, "direct", state, torques)
    hybrid = evaluate(machine, "hybrid", state, torques)
    assert_close(hybrid["base_acceleration"], direct["base_acceleration"], ROUNDING)
    assert_close(hybrid["joint_accelerations"], direct["joint_accelerations"], ROUNDING)
    assert np.array_equal(hybrid["torques"], torques)
    assert largest(direct["joint_accelerations"]) > 0


@every_machine
@every_state
@pytest.mark.parametrize("mixture", [0, 1])
def test_a_mixture_agrees_with_both_models(recipe, wide, mixture):
    """Some joints get their acceleration, the others the torque the inverse model found: both models are met at once.

    The mixed result is then fed crosswise: its accelerations to the inverse model, its torques to the direct one.
    """
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    chosen = np.arange(machine.size) % 2 == mixture
    driven = tuple(name for name, is_driven in zip(machine.robot.joint_names, chosen, strict=True) if is_driven)
    inputs = np.where(chosen, state.qdd, state.qdd[::-1])
    hybrid = evaluate(machine, "hybrid", state, inputs, driven=driven)
    assert np.array_equal(hybrid["joint_accelerations"][chosen], inputs[chosen])
    assert np.array_equal(hybrid["torques"][~chosen], inputs[~chosen])

    tolerance = conditioned(np.linalg.cond(evaluate(machine, "lagrange", state)["A"]))
    inverse = evaluate(machine, "inverse", state, hybrid["joint_accelerations"])
    direct = evaluate(machine, "direct", state, hybrid["torques"])
    moves = max(largest(hybrid["joint_accelerations"]), largest(hybrid["base_acceleration"]))
    loads = largest(load_size(machine, state, hybrid["base_acceleration"], hybrid["joint_accelerations"]))
    assert_close(inverse["torques"], hybrid["torques"], ROUNDING, scale=loads)
    assert_close(direct["joint_accelerations"], hybrid["joint_accelerations"], tolerance, scale=moves)
    for other in (inverse, direct):
        assert_close(other["base_acceleration"], hybrid["base_acceleration"], tolerance, scale=moves)
    assert moves > 0


@every_machine
@every_state
def test_every_body_is_held_as_newton_euler_says(recipe, wide):
    """With every other joint driven, accelerations and joint wrenches of all bodies are those that the motion needs."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    inputs = ca.SX.sym("inputs", machine.size)
    by_name = [{name: inputs[k] for k, name in enumerate(machine.robot.joint_names) if k % 2 == half} for half in (0, 1)]
    r = hybrid_dynamics(machine.robot, s.kin, s.inertias, s.betas, *by_name)
    function = s.function([inputs], **bodies_and_newton_euler(s, r, r.joint_accelerations))
    found = call(function, *state.arguments, state.qdd)
    tolerance = conditioned(np.linalg.cond(evaluate(machine, "lagrange", state)["A"]))
    assert_close(found["accelerations"], found["expected_accelerations"], ROUNDING)
    assert_close(found["wrenches"], found["expected_wrenches"], tolerance)
    assert largest(found["wrenches"]) > 0
