"""The simulated eel against the reference model of eel_reference.py: dynamics at random states, then whole swims.

First the reference is checked against itself and against elementary laws, so that an agreement means something.
EEL = Khalil, Gallot, Boyer 2007.
"""

from __future__ import annotations

import functools
import json

import eel_reference as eel
import numpy as np
import pytest
from tolerances import ALGEBRA, ROUNDING, VISIBLE, assert_close

import elver
from elver.forces import Morison
from elver.model import dynamics_function
from elver.systems.eel.scenario import EelBody, eel_robot

STORED = json.loads(eel.STORE.read_text(encoding="utf-8"))
SCENARIOS = {"planar": "eel", "loop": "eel-loop", "planar_kirchhoff": "eel", "loop_kirchhoff_current": "eel-loop"}
# Simulated for no longer than this [s]; later samples are left alone.
LONGEST = {"planar": 30.0, "loop": 60.0, "planar_kirchhoff": 30.0, "loop_kirchhoff_current": 20.0}
WATERS = [(law, current) for law in eel.LAWS for current in ((0.0, 0.0, 0.0), eel.CURRENT)]
# Rounding in two models of 37 links with different recursions and frames, accelerations up to 50 and torques up to 150 N m.
EXACT = 1e-10
# Both use RK4 and the same step, but may treat the unnormalised quaternion inside a step differently: 3e-9 m after 60 s.
# The error of the step itself is 2.5e-7 m.
POSITION = 1e-8


def state_of(entry):
    """State and joint accelerations of a stored entry."""
    names = ("quaternion", "position", "twist", "q", "qd")
    return eel.State(*(np.array(entry[name]) for name in names)), np.array(entry["qdd"])


@functools.cache
def simulator(kind, law, current):
    """The simulator's inverse or direct model of the eel, as a function of NumPy arrays."""
    function = dynamics_function(eel_robot(EelBody()), kind, {"water": Morison(law=law, current=current)})

    def call(state, joints):
        results = function(state.quaternion, state.position, state.twist, state.q, state.qd, joints)
        return [np.array(x).ravel() for x in results[:2]]

    return call


# ------------------------------------------------------------------------------------------------- the reference by itself


def test_body_is_straight_at_zero():
    """Text below Table I: with q = 0 every z_3i is along x_0; the axes turn about z_0 (yaw), y_0 (pitch), x_0 (roll)."""
    R, P = eel.joint_frames(np.zeros(eel.JOINTS))
    W = eel.world_orientations(R, np.array([1.0, 0.0, 0.0, 0.0]))
    axes = np.tile(np.eye(3)[[2, 1, 0]], (eel.SPHERICAL, 1))
    np.testing.assert_allclose(W[1:, :, 2], axes, atol=1e-13)
    length = (W[:-1] @ P[..., None]).sum(axis=0)[:, 0]
    np.testing.assert_allclose(length, [2.08, 0.0, 0.0], atol=1e-13)


def half_ellipsoid(length):
    """Mass and central tensor (e1, e2, e3) of a half ellipsoid that is cut at its widest section."""
    a, b = eel.A_HALF, eel.B_HALF
    mass = eel.RHO * 2 / 3 * np.pi * a * b * length
    axial = length**2 / 5 - (3 * length / 8) ** 2
    return mass, mass * np.array([(a**2 + b**2) / 5, b**2 / 5 + axial, a**2 / 5 + axial])


def cylinder(length):
    """Mass and central tensor (e1, e2, e3) of an elliptic cylinder."""
    a, b = eel.A_HALF, eel.B_HALF
    mass = eel.RHO * np.pi * a * b * length
    return mass, mass * np.array([(a**2 + b**2) / 4, b**2 / 4 + length**2 / 12, a**2 / 4 + length**2 / 12])


@pytest.mark.parametrize(
    ("link", "pieces"),
    [
        (0, [(half_ellipsoid(0.09), 0.09 * 5 / 8), (cylinder(0.31), 0.09 + 0.155)]),
        (3, [(cylinder(0.14), -0.07)]),
        (36, [(half_ellipsoid(0.14), -0.14 * 5 / 8)]),
    ],
)
def test_inertia_has_closed_form(link, pieces):
    """Integrated slices give the textbook solids: head, link, tail."""
    E, expected = eel.section_axes(link), np.zeros((6, 6))
    for (mass, tensor), s in pieces:
        S = eel.skew(s * E[0])
        central = E.T @ np.diag(tensor) @ E
        expected += np.block([[mass * np.eye(3), -mass * S], [mass * S, central - mass * S @ S]])
    assert_close(eel.SOLID[link], expected, ALGEBRA)


def test_added_mass_has_closed_form():
    """EEL (54)-(62): the integrated sections give the printed J_a and the printed bias with its factor 4/3."""
    omega = np.random.default_rng(1).normal(size=(13, 3))
    J, bias = eel.SECTIONS.added_inertia(), eel.SECTIONS.paper_bias(None, omega)
    for k, link in enumerate(eel.SECTIONS.links):
        E, (start, stop) = eel.section_axes(link), eel.interval(link)
        L, s = stop - start, (start + stop) / 2 * E[0]
        m = E.T @ np.diag(eel.ADDED * L) @ E
        tensor = E.T @ np.diag([eel.ADDED_ROLL * L, eel.ADDED[2] * L**3 / 12, eel.ADDED[1] * L**3 / 12]) @ E
        S, force = eel.skew(s), m @ np.cross(omega[k], np.cross(omega[k], s))
        assert_close(J[k], np.block([[m, -m @ S], [S @ m, tensor - S @ m @ S]]), ALGEBRA)
        assert_close(bias[k], np.concatenate([force, 4 / 3 * S @ force]), ALGEBRA)


@pytest.mark.parametrize("t", [0.4, 1.3, 1.95, 7.1])
def test_gait_rates(t):
    """Hand-written rates and accelerations are the derivatives of the positions."""
    h = 1e-3
    values = [np.array(eel.gait(t + k * h, 0.03, 0.07)[:2]) for k in (-2, -1, 1, 2)]
    slope = (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h)
    assert_close(slope, eel.gait(t, 0.03, 0.07)[1:], 1e-9)


@pytest.mark.parametrize("law", eel.LAWS)
def test_recursion_is_general_form(law):
    """EEL (23)-(28) give what (11), (12) give with the full inertia matrix; the direct model undoes the inverse one."""
    state, qdd = eel.random_state(np.random.default_rng(2))
    water = eel.Water(law, eel.CURRENT)
    A, C = eel.general_form(state, water)
    result = eel.inverse_model(state, qdd, water)
    base = -np.linalg.solve(A[:6, :6], C[:6] + A[:6, 6:] @ qdd)
    assert_close(A, A.T, ALGEBRA)
    assert_close(result.inertial, base, ROUNDING)
    assert_close(result.joints, A[6:, :6] @ base + A[6:, 6:] @ qdd + C[6:], ROUNDING)
    direct = eel.direct_model(state, result.joints, water)
    assert_close(direct.body, result.body, EXACT)
    assert_close(direct.joints, qdd, EXACT)


def energy_residual(law):
    """Actuator power less drag power less growth of the kinetic energy at a random state, over the actuator power."""
    state, qdd = eel.random_state(np.random.default_rng(3))
    water = eel.Water(law)
    result = eel.inverse_model(state, qdd, water)

    def energy(h):
        q, qd = state.q + h * state.qd + h**2 / 2 * qdd, state.qd + h * qdd
        return eel.kinetic_energy(eel.State(state.quaternion, state.position, state.twist + h * result.body, q, qd), water)

    h = 1e-3
    growth = (energy(-2 * h) - 8 * energy(-h) + 8 * energy(h) - energy(2 * h)) / (12 * h)
    power = result.joints @ state.qd
    return (power - growth - (eel.drag_power(state, water) if law else 0.0)) / power


@pytest.mark.parametrize("law", [None, "kirchhoff"])
def test_energy_is_balanced(law):
    """Without water, and with the Kirchhoff law, actuators pay exactly for drag and kinetic energy."""
    assert abs(energy_residual(law)) < 1e-7


def test_paper_law_does_not_balance_energy():
    """The added-mass law of EEL (48), (49) takes or gives energy."""
    assert abs(energy_residual("paper")) > VISIBLE
    powers = STORED["swims"]["planar"]["mean_powers"]
    assert powers["actuator"] < 0.2 * powers["drag"]


def test_kirchhoff_swim_balances_energy():
    """Means over one period of the long swim: actuators pay for drag and for the rest of the acceleration."""
    powers = STORED["swims"]["planar_kirchhoff"]["mean_powers"]
    assert powers["actuator"] == pytest.approx(powers["drag"] + powers["kinetic"], rel=1e-6)


@pytest.mark.parametrize("law", eel.LAWS)
def test_current_is_a_change_of_frame(law):
    """A uniform current acts as the same robot seen from a frame that drifts with the water."""
    state, qdd = eel.random_state(np.random.default_rng(4))
    drift = np.concatenate([eel.rotation(state.quaternion).T @ np.array(eel.CURRENT), np.zeros(3)])
    moving = eel.State(state.quaternion, state.position, state.twist - drift, state.q, state.qd)
    there, here = eel.inverse_model(state, qdd, eel.Water(law, eel.CURRENT)), eel.inverse_model(moving, qdd, eel.Water(law))
    assert_close(there.inertial, here.inertial, ROUNDING)
    assert_close(there.joints, here.joints, ROUNDING)


def test_store_is_up_to_date():
    """The module still computes the stored states, and the first second of a stored swim."""
    for new, old in zip(eel.stored_states(), STORED["states"], strict=True):
        for a, b in zip(new["results"], old["results"], strict=True):
            for key in ("base_inertial", "base_body", "torques"):
                assert_close(a[key], b[key], 1e-11)
    swim = eel.simulate(1.0, 0.01, eel.Water("kirchhoff", eel.CURRENT), eel.loop_gait)
    samples = STORED["swims"]["loop_kirchhoff_current"]["samples"]
    assert_close(swim.position[-1], samples["position"][0], 1e-11)
    assert_close(swim.torques[-1], samples["torques"][0], 1e-11)


# ----------------------------------------------------------------------------------------- the simulator and the reference


@pytest.mark.parametrize("number", range(len(STORED["states"])))
@pytest.mark.parametrize(("law", "current"), WATERS)
def test_inverse_model_at_stored_states(number, law, current):
    """Head acceleration and joint torques of EEL (25), (28)."""
    entry = STORED["states"][number]
    state, qdd = state_of(entry)
    expected = next(r for r in entry["results"] if r["law"] == law and tuple(r["current"]) == current)
    base, torques = simulator("inverse", law, current)(state, qdd)
    assert_close(base, expected["base_body"], EXACT)
    assert_close(torques, expected["torques"], EXACT)
    inertial = base + np.concatenate([np.cross(state.twist[3:], state.twist[:3]), np.zeros(3)])
    assert_close(inertial, expected["base_inertial"], EXACT)


@pytest.mark.parametrize("seed", [11, 12, 13])
@pytest.mark.parametrize(("law", "current"), WATERS)
def test_both_models_at_new_states(seed, law, current):
    """Inverse model against the recursion, direct model against the full inertia matrix, EEL (13)."""
    state, qdd = eel.random_state(np.random.default_rng(seed))
    water = eel.Water(law, current)
    expected = eel.inverse_model(state, qdd, water)
    base, torques = simulator("inverse", law, current)(state, qdd)
    assert_close(base, expected.body, EXACT)
    assert_close(torques, expected.joints, EXACT)
    given = np.random.default_rng(seed + 100).normal(scale=2.0, size=eel.JOINTS)
    expected = eel.direct_model(state, given, water)
    base, accelerations = simulator("direct", law, current)(state, given)
    assert_close(base, expected.body, EXACT)
    assert_close(accelerations, expected.joints, EXACT)


@functools.cache
def swims(name):
    """The simulator's run at the instants of the stored samples, and these samples."""
    stored = STORED["swims"][name]
    rows = [k for k, t in enumerate(stored["samples"]["time"]) if t <= LONGEST[name]]
    expected = {key: np.array(value)[rows] for key, value in stored["samples"].items()}
    model = elver.scenario(SCENARIOS[name]).build({"water.law": stored["law"], "water.current": tuple(stored["current"])})
    run = elver.simulate(
        model, duration=LONGEST[name], solver=elver.Solver(dt=stored["dt"], method="rk4"), save=elver.Save(every=0.5)
    )
    actual = run.data.sel(time=expected["time"], method="nearest")
    np.testing.assert_allclose(actual.time, expected["time"], atol=1e-9)
    return actual, expected


@pytest.mark.parametrize("name", SCENARIOS)
def test_swim_path(name):
    """Head position to the last sample, and its net speed over the last period."""
    actual, expected = swims(name)
    path = actual.base_position.values
    np.testing.assert_allclose(path, expected["position"], rtol=0, atol=POSITION)
    speed = np.linalg.norm(path[-1] - path[-2]) / eel.PERIOD
    assert speed == pytest.approx(STORED["swims"][name]["runs"][f"{LONGEST[name]:g} s"]["last_period_speed"], abs=POSITION)


@pytest.mark.parametrize("name", SCENARIOS)
def test_swim_pose_and_twist(name):
    """Orientation (the sign of a quaternion is free) and velocity in head axes."""
    actual, expected = swims(name)
    same = np.abs(np.sum(actual.base_quaternion.values * expected["quaternion"], axis=1))
    np.testing.assert_allclose(same, 1.0, rtol=0, atol=1e-12)
    np.testing.assert_allclose(actual.base_twist.values, expected["twist"], rtol=0, atol=POSITION)


@pytest.mark.parametrize("name", SCENARIOS)
def test_swim_torques(name):
    """Torque of every joint at every sample."""
    actual, expected = swims(name)
    np.testing.assert_allclose(actual.joint_torque.values, expected["torques"], rtol=0, atol=POSITION)
