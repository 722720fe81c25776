"""The recursion for a base of known acceleration: balance of all bodies, gravity as acceleration, a closed form."""

import casadi as ca
import numpy as np
import pytest
from random_machines import (
    call,
    evaluate,
    every_machine,
    every_state,
    load_size,
    machines_where,
    random_machine,
    random_state,
    symbols,
)
from tolerances import ROUNDING, assert_close, assert_differs, largest

from elver.dynamics import newton_euler
from elver.forces import Gravity
from elver.model import dynamics_function
from elver.robot import Body, Joint, Robot

GRAVITY = 9.81


def newton_euler_function(machine) -> ca.Function:
    s = symbols(machine)
    r = newton_euler(machine.robot, s.kin, s.inertias, s.betas, *s.accelerations)
    return s.function(s.accelerations, torques=r.torques, wrench=r.wrenches[0], wrenches=ca.horzcat(*r.wrenches))


@every_machine
@every_state
def test_agrees_with_the_inverse_model_when_the_base_moves_as_it_says(recipe, wide):
    """Fed with the base acceleration of the inverse model, both give the same torques and the same support wrench."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed, wide)
    inverse = evaluate(machine, "inverse", state, state.qdd)
    known = call(newton_euler_function(machine), *state.arguments, inverse["base_acceleration"], state.qdd)
    size = max(largest(known["wrenches"]), largest(load_size(machine, state, inverse["base_acceleration"], state.qdd)))
    assert_close(known["torques"], inverse["torques"], ROUNDING, scale=size)
    assert_close(known["wrench"], inverse["wrench"], ROUNDING, scale=size)
    assert largest(known["torques"]) > 0


@every_machine
def test_support_carries_what_all_bodies_need(recipe):
    """The support wrench equals the sum over bodies of ``J Vdot + beta``, carried to the base by world positions."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    r = newton_euler(machine.robot, s.kin, s.inertias, s.betas, *s.accelerations)
    R0, P0 = s.kin.rotations[0], s.position
    total = ca.SX(6, 1)
    for J, b, a, R, P in zip(s.inertias, s.betas, r.accelerations, s.kin.rotations, s.kin.positions, strict=True):
        need = J @ a + b
        force = R @ need[:3]
        total += ca.vertcat(R0.T @ force, R0.T @ (R @ need[3:] + ca.cross(P - P0, force)))
    result = call(
        s.function(s.accelerations, wrench=r.wrenches[0], total=total), *state.arguments, np.arange(1.0, 7.0), state.qdd
    )
    assert_close(result["wrench"], result["total"], ROUNDING)
    assert largest(result["wrench"]) > 1e-3


@machines_where(lambda recipe: recipe.base == "fixed" and not recipe.added)
def test_gravity_equals_an_upward_acceleration_of_the_base(recipe):
    """On a base at rest, weight needs the same torques as an acceleration g upwards without weight."""
    machine = random_machine(recipe)
    state = random_state(machine, recipe.seed)
    s = symbols(machine)
    up = call(s.function([], R=s.kin.rotations[0]), *state.arguments)["R"].T @ [0, 0, GRAVITY]
    lifted = call(newton_euler_function(machine), *state.arguments, [*up, 0, 0, 0], state.qdd)
    weight = call(dynamics_function(machine.robot, "inverse", {"gravity": Gravity(GRAVITY)}), *state.arguments, state.qdd)
    assert_close(lifted["torques"], weight["torques"], ROUNDING)
    assert_close(lifted["wrench"], weight["wrench"], ROUNDING)
    assert_differs(weight["torques"], evaluate(machine, "inverse", state, state.qdd)["torques"])


def planar_arm(m1, m2, l1, c1, c2, i1, i2) -> Robot:
    """Two links that turn about parallel horizontal axes."""
    bodies = [
        Body("ground"),
        Body.central("upper", m1, [c1, 0, 0], np.diag([0.9, 0.9, 1]) * i1),
        Body.central("lower", m2, [c2, 0, 0], np.diag([0.9, 0.9, 1]) * i2),
    ]
    joints = [Joint("shoulder", "ground", "upper", alpha=np.pi / 2), Joint("elbow", "upper", "lower", d=l1)]
    return Robot("arm", bodies, joints, "fixed")


@pytest.mark.parametrize("seed", range(5))
def test_two_link_arm_against_its_closed_form(seed):
    """Torques of the planar arm with two links, as every textbook writes them, weight included."""
    rng = np.random.default_rng(seed)
    m1, m2, l1, c1, c2, i1, i2 = rng.uniform(0.2, 2, 7)
    (q1, q2), (d1, d2), (a1, a2) = rng.uniform(-2, 2, (3, 2))
    robot = planar_arm(m1, m2, l1, c1, c2, i1, i2)
    function = dynamics_function(robot, "inverse", {"gravity": Gravity(GRAVITY)})
    found = call(function, [1, 0, 0, 0], np.zeros(3), np.zeros(6), [q1, q2], [d1, d2], [a1, a2])["torques"]
    k = m2 * l1 * c2
    upper = i1 + m1 * c1**2 + m2 * l1**2
    lower = i2 + m2 * c2**2
    g1 = GRAVITY * ((m1 * c1 + m2 * l1) * np.cos(q1) + m2 * c2 * np.cos(q1 + q2))
    t1 = (upper + lower + 2 * k * np.cos(q2)) * a1 + (lower + k * np.cos(q2)) * a2
    t1 += -k * np.sin(q2) * (2 * d1 * d2 + d2**2) + g1
    t2 = (lower + k * np.cos(q2)) * a1 + lower * a2 + k * np.sin(q2) * d1**2
    t2 += GRAVITY * m2 * c2 * np.cos(q1 + q2)
    assert_close(found, [t1, t2], ROUNDING)
