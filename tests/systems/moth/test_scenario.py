"""The moth: masses, conservation, symmetry, published numbers, and what is recorded of the air's force."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import InitialState, InputError, compile_model, scenario, simulate
from elver.drive import ConstantPose
from elver.results.metrics import last_period
from elver.simulation import Save, Solver
from elver.symbolic.spatial import rotate

WEIGHT = 0.0718  # N
PERIOD = 0.04


@pytest.fixture(scope="module")
def tethered():
    return simulate(scenario("moth-tethered").build(), 0.8, solver=Solver(dt=1e-4), save=Save(every=2e-4))


@pytest.fixture(scope="module")
def free():
    return compile_model(scenario("moth").build({"start": "rest"}))


@pytest.fixture(scope="module")
def flight(free):
    return simulate(free, 0.12, solver=Solver(dt=1e-4), save=Save(every=1e-4))


def test_masses_are_the_published_ones(flight):
    mass = {str(b): float(m) for b, m in zip(flight.data.body.values, flight.data.body_mass.values, strict=True)}
    assert mass["thorax"] == pytest.approx(6.779e-3, abs=5e-7)
    for side in ("right", "left"):
        wing = sum(m for b, m in mass.items() if b.startswith(side))
        assert wing == pytest.approx(0.270e-3, abs=5e-7)
    assert flight.summary["mass"] == pytest.approx(7.319e-3, abs=5e-7)


def test_the_graph_stays_small(free):
    assert free.equations.rhs.n_instructions() < 9000


def test_tethered_lift_is_close_to_the_weight(tethered):
    assert tethered.summary["mean_lift"] == pytest.approx(WEIGHT, rel=0.05)
    assert tethered.summary["ledger_closure"] < 1e-6


def test_tethered_lift_with_the_printed_tip_stiffness():
    """0.0856 N: an independent simulation of the same wing, with stiffness and chord at the sections' roots."""
    run = simulate(scenario("moth-tethered").build({"wing.twist_tip": 9e-3}), 0.8, solver=Solver(dt=1e-4), save=Save(every=2e-4))
    assert run.summary["mean_lift"] == pytest.approx(0.0856, rel=2e-3)


def test_the_lift_is_what_the_support_does_not_carry(tethered):
    """Mean of the stroke joints' vertical forces on the wings = their weight less the lift."""
    own = last_period(tethered.data)
    support = 0.0
    for side in ("right", "left"):
        force = own.joint_wrench.sel(joint=f"{side}_stroke").values[:, :3]
        body = list(own.body.values).index(f"{side}_root")
        support = support + rotate(own.body_quaternion.values[:, body], force)[:, 2]
    t = own.time.values
    mean = np.trapezoid(support, t) / (t[-1] - t[0])
    assert mean == pytest.approx(2 * 0.26978e-3 * 9.81 - tethered.summary["mean_lift"], abs=1e-5)
    assert abs(mean) > 0.05


def test_flight_is_mirror_symmetric(flight):
    angles = {str(n): flight.data.joint_position.sel(joint=n).values for n in flight.data.joint.values}
    for name, angle in angles.items():
        if name.startswith("right"):
            assert angles[name.replace("right", "left")] == pytest.approx(-angle, abs=1e-9)
    twist = flight.data.base_twist.values
    assert np.abs(twist[:, [1, 3, 5]]).max() < 1e-9
    assert np.abs(twist[:, [0, 2, 4]]).max(axis=0).min() > 0.1


def test_the_sagittal_moth_flies_like_the_free_one(flight):
    """Roll, yaw and sideslip are never excited: taking them away changes nothing."""
    plane = simulate(
        scenario("moth").build({"base": "sagittal", "start": "rest"}), 0.12, solver=Solver(dt=1e-4), save=Save(every=1e-4)
    )
    assert plane.data.base_position.values == pytest.approx(flight.data.base_position.values, abs=1e-9)


def test_recorded_forces_change_the_momentum(flight):
    """Newton's second law from the recorded data alone: d/dt momentum = air + gravity."""
    data, t = flight.data, flight.data.time.values
    force = data.medium_force.sum("force").values
    pushed = np.concatenate([np.zeros((1, 3)), np.cumsum((force[1:] + force[:-1]) / 2 * np.diff(t)[:, None], axis=0)])
    gained = data.momentum.values[:, :3] - data.momentum.values[0, :3]
    assert np.abs(pushed - gained).max() < 3e-4 * np.abs(gained).max()  # trapezoids
    assert float(data.medium_force.sel(force="gravity", axis="z")[0]) == pytest.approx(-WEIGHT, abs=1e-4)


def test_conservation_without_air_damping_and_stroke():
    """Four periods of the moth ringing and tumbling in empty space: energy and momentum stay to 1e-8."""
    model = scenario("moth").build({"wing.damping": 0.0, "start": "rest"})
    rng = np.random.default_rng(4)
    passive = [j.name for j in model.robot.moving_joints if j.mode == "passive"]
    start = InitialState(
        twist=(0.3, -0.2, 0.1, 3.0, -5.0, 2.0),
        angles=dict(zip(passive, rng.uniform(-0.3, 0.3, len(passive)), strict=True)),
    )
    locked = replace(model, forces={}, gait=ConstantPose({"right_stroke": 0.4, "left_stroke": -0.4}), start=start, metrics=())
    run = simulate(locked, 4 * PERIOD, solver=Solver(dt=1.25e-6), save=Save(every=1e-3))
    assert run.status == "finished"
    energy = (run.data.kinetic_energy + run.data.potential_energy).values
    assert np.abs(energy / energy[0] - 1).max() < 1e-8
    momentum = run.data.momentum.values
    for part in (slice(0, 3), slice(3, 6)):
        assert np.abs(momentum[:, part] - momentum[0, part]).max() < 1e-8 * np.abs(momentum[0, part]).max()
    assert np.ptp(run.data.potential_energy.values) > 0.3 * float(run.data.potential_energy[0])
    assert np.abs(run.data.base_quaternion.values[-1] - [1, 0, 0, 0]).max() > 0.3


def test_adams_agrees_with_rk4(free):
    """The authors' scheme at their step against Runge and Kutta at a quarter of it."""
    fine = simulate(free, PERIOD, solver=Solver(dt=2.5e-5, method="rk4"), save=Save(every=1e-3))
    adams = simulate(free, PERIOD, solver=Solver(dt=1e-4, method="adams"), save=Save(every=1e-3))
    coarse = simulate(free, PERIOD, solver=Solver(dt=1e-4, method="rk4"), save=Save(every=1e-3))
    assert adams.status == "finished"
    for variable, size in (("joint_position", 1.0), ("base_position", 1e-3)):
        reference = fine.data[variable].values
        assert np.abs(adams.data[variable].values - reference).max() < 5e-4 * size, variable
        assert np.abs(coarse.data[variable].values - reference).max() < 5e-4 * size, variable
        assert np.abs(reference).max() > 0.5 * size


def test_kirchhoffs_law_and_more_sections_fly_too():
    run = simulate(
        scenario("moth-tethered").build({"air.law": "kirchhoff", "wing.sections": 5}), 0.2, solver=Solver(dt=2e-5, method="rk4")
    )
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-5


def test_parameters_can_stay_free():
    names = ["gait.amplitude", "gait.frequency", "wing.twist_tip", "air.density", "air.centre_of_pressure"]
    small = {"wing.sections": 2}
    program = compile_model(scenario("moth-tethered").build(small, free=names))
    still = simulate(program, 0.04, solver=Solver(dt=1e-4), parameters={"gait.amplitude": 0.0})
    assert abs(still.summary["power_per_wing"]) < 1e-6
    changed = {"wing.twist_tip": 9e-3, "air.density": 1.0, "air.centre_of_pressure": 0.3}
    printed = simulate(program, 0.04, solver=Solver(dt=1e-4), save=Save(every=1e-3), parameters=changed)
    folded = simulate(scenario("moth-tethered").build({**small, **changed}), 0.04, solver=Solver(dt=1e-4), save=Save(every=1e-3))
    assert printed.data.joint_position.values == pytest.approx(folded.data.joint_position.values, abs=1e-10)


def test_wings_with_memory_are_a_variant():
    """Wagner's lag with the plate's own added mass: two states at each point of each section, and a ledger that closes."""
    with pytest.raises(InputError, match=r"Set air\.law=kirchhoff"):
        scenario("moth-tethered").build({"air.memory": "wagner"})
    model = scenario("moth-tethered").build({"air.memory": "wagner", "air.law": "kirchhoff", "air.points": 2})
    run = simulate(model, 0.02, solver=Solver(dt=5e-5), save=Save(every=1e-3))
    assert run.data["memory"].shape[1] == 8 * 2 * 2
    assert np.abs(run.data["memory"].values).max() > 1e-3
    assert run.summary["ledger_closure"] < 1e-6
    assert run.summary["ledger"]["air.wake"] > 0
