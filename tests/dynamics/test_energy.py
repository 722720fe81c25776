"""Power and momentum balances, by automatic differentiation of energy and momentum along the motion."""

import casadi as ca
import numpy as np
import pytest
from random_machines import (
    BodyWrenches,
    Recipe,
    call,
    evaluate,
    every_machine,
    every_rigid_machine,
    every_state,
    load_size,
    random_machine,
    random_state,
    symbols,
)
from tolerances import BALANCE, ROUNDING, assert_close, assert_differs, largest

from elver.dynamics import centre_of_mass, kinetic_energy, momentum
from elver.dynamics.kinematics import rotor_energy
from elver.model import dynamics_function
from elver.symbolic.spatial import cross, quaternion_rate


def motion_rates(s):
    """Time derivatives of the state, the accelerations being symbols."""
    base, qdd = s.accelerations
    return ca.vertcat(quaternion_rate(s.quaternion, s.twist[3:]), s.kin.rotations[0] @ s.twist[:3], base, s.qd, qdd)


def rate(s, expression):
    return ca.jtimes(expression, ca.vertcat(*s.state), motion_rates(s))


def random_wrenches(machine, seed):
    rng = np.random.default_rng([seed, 3])
    return {b.name: rng.uniform(-2, 2, 6) for b in machine.robot.bodies}


def driven_motion(machine, state, seed):
    """Accelerations, torques and support wrench while random wrenches act on all bodies."""
    wrenches = random_wrenches(machine, seed)
    forces = {**machine.forces, "external": BodyWrenches(wrenches)}
    result = call(dynamics_function(machine.robot, "inverse", forces), *state.arguments, state.qdd)
    return result, np.column_stack([wrenches[name] for name in machine.robot.body_names])


def friction_power(machine, qd) -> np.ndarray:
    return machine.joint_values("coulomb") * np.abs(qd) + machine.joint_values("viscous") * qd**2


def total_energy(s):
    return kinetic_energy(s.inertias, s.kin.twists) + rotor_energy(s.machine.robot, s.kin)


@every_machine
@every_state
def test_kinetic_energy_changes_by_the_power_of_torques_and_wrenches(recipe, wide):
    """dT/dt = torque power - friction power + power of the wrenches on the bodies, rotors and added inertias included."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    result, wrenches = driven_motion(machine, state, recipe.seed)
    function = s.function(s.accelerations, change=rate(s, total_energy(s)), twists=ca.horzcat(*s.kin.twists))
    energy = call(function, *state.arguments, result["base_acceleration"], state.qdd)
    powers = np.concatenate(
        [result["torques"] * state.qd, -friction_power(machine, state.qd), np.sum(wrenches * energy["twists"], axis=0)]
    )
    velocity = np.concatenate([state.twist[machine.freedoms], state.qd])
    size = np.abs(velocity) @ load_size(machine, state, result["base_acceleration"], state.qdd) + np.abs(powers).sum()
    assert_close(energy["change"], powers.sum(), BALANCE, scale=size)
    if not wide:
        assert abs(powers.sum()) > 1e3 * BALANCE * size


@every_machine
@every_state
def test_momentum_changes_by_the_external_wrenches(recipe, wide):
    """d/dt [p; L] in the world = sum of the wrenches on the bodies and of the support's, moments about the world's origin."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    result, wrenches = driven_motion(machine, state, recipe.seed)
    loads = [ca.SX.sym(f"w{k}", 6) for k in range(len(machine.robot.bodies))]
    world = [
        ca.vertcat(R @ w[:3], R @ w[3:] + cross(P, R @ w[:3]))
        for w, R, P in zip(loads, s.kin.rotations, s.kin.positions, strict=True)
    ]
    function = s.function(
        [*s.accelerations, *loads], change=rate(s, momentum(s.inertias, s.kin)), total=sum(world), each=ca.horzcat(*world)
    )
    wrenches[:, 0] += result["wrench"]
    found = call(function, *state.arguments, result["base_acceleration"], state.qdd, *wrenches.T)
    inner = largest(load_size(machine, state, result["base_acceleration"], state.qdd))
    lever = max(1.0, largest(state.position), largest(state.q))
    assert_close(found["change"], found["total"], BALANCE, scale=largest(found["each"]) + lever * inner)
    assert largest(found["total"]) > 1e-3


@pytest.mark.parametrize("added", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_left_alone_a_free_machine_keeps_momentum_and_gains_what_its_joints_give(seed, added):
    """No external wrench: momentum is constant although the joints work and the energy changes."""
    machine = random_machine(Recipe(seed, added=added))
    s, state = symbols(machine), random_state(machine, seed)
    result = evaluate(machine, "inverse", state, state.qdd)
    function = s.function(
        s.accelerations,
        momentum=momentum(s.inertias, s.kin),
        momentum_rate=rate(s, momentum(s.inertias, s.kin)),
        energy_rate=rate(s, total_energy(s)),
    )
    found = call(function, *state.arguments, result["base_acceleration"], state.qdd)
    size = largest(load_size(machine, state, result["base_acceleration"], state.qdd))
    assert_close(found["momentum_rate"], np.zeros(6), BALANCE, scale=size)
    assert largest(found["momentum"]) > 1e-2
    assert abs(found["energy_rate"].item()) > 1e-3


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("seed", range(4))
def test_mixing_the_two_acceleration_conventions_breaks_the_balance(seed, sign):
    """Adding or leaving out ``w x v`` of the base, the classical mistake, shows at once in dT/dt and in the momentum."""
    machine = random_machine(Recipe(seed))
    s, state = symbols(machine), random_state(machine, seed)
    result = evaluate(machine, "inverse", state, state.qdd)
    mixed = result["base_acceleration"].copy()
    mixed[:3] += sign * np.cross(state.twist[3:], state.twist[:3])
    function = s.function(s.accelerations, p=rate(s, momentum(s.inertias, s.kin)), T=rate(s, total_energy(s)))
    right, wrong = (call(function, *state.arguments, a, state.qdd) for a in (result["base_acceleration"], mixed))
    size = largest(load_size(machine, state, result["base_acceleration"], state.qdd))
    assert_differs(wrong["p"], right["p"], scale=size)
    assert_differs(wrong["T"], right["T"])


@every_rigid_machine
def test_momentum_is_total_mass_times_velocity_of_the_centre_of_mass(recipe):
    """p = M dc/dt for rigid machines; the centre of mass is that of all point masses."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed)
    centre = centre_of_mass(machine.robot, s.kin)
    function = s.function(
        s.accelerations,
        p=momentum(s.inertias, s.kin)[:3],
        velocity=rate(s, centre),
        centre=centre,
        R=ca.vertcat(*s.kin.rotations),
        P=ca.horzcat(*s.kin.positions),
    )
    found = call(function, *state.arguments, np.zeros(6), state.qdd)
    total, moments = 0.0, np.zeros(3)
    for k, name in enumerate(machine.robot.body_names):
        if name in machine.clouds:
            cloud = machine.clouds[name]
            places = found["P"][:, k] + cloud.places @ found["R"][3 * k : 3 * k + 3].T
            total, moments = total + cloud.masses.sum(), moments + cloud.masses @ places
    assert_close(found["centre"], moments / total, ROUNDING)
    assert_close(found["p"], total * found["velocity"], ROUNDING)
    assert largest(found["p"]) > 1e-3


@every_machine
@every_state
def test_energy_is_half_the_mass_matrix_between_velocities(recipe, wide):
    """T = [V0; qd]^T A [V0; qd] / 2 and T is never negative."""
    machine = random_machine(recipe)
    s, state = symbols(machine), random_state(machine, recipe.seed, wide)
    A = evaluate(machine, "lagrange", state)["A"]
    velocity = np.concatenate([state.twist[machine.freedoms], state.qd])
    energy = call(s.function([], T=total_energy(s)), *state.arguments)["T"].item()
    assert_close(energy, 0.5 * velocity @ A @ velocity, ROUNDING, scale=0.5 * np.abs(velocity) @ np.abs(A) @ np.abs(velocity))
    assert energy > 0
