"""The eel's bodies and joints: where they lie, what they weigh, and what the printed table would make of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from elver import scenario, simulate
from elver.model import dynamics_function
from elver.systems.eel.scenario import EelBody, eel_robot


def test_robot_lies_straight_along_x_with_its_published_masses():
    robot = eel_robot(EelBody())
    assert len(robot.bodies) == 37
    assert len(robot.joint_names) == 36
    run = simulate(scenario("eel").build(), 0.01)
    rest = run.data.isel(time=0)
    solid = [b.name for b in robot.bodies if b.mass]
    assert len(solid) == 13
    ends = rest.body_position.sel(body=solid[1:]).values
    assert ends == pytest.approx(np.array([[0.4 + 0.14 * i, 0, 0] for i in range(1, 13)]), abs=1e-12)
    masses = {b.name: b.mass for b in robot.bodies}
    assert masses["head"] == pytest.approx(6.800, abs=5e-4)
    assert masses["link3"] == pytest.approx(2.573, abs=5e-4)
    assert masses["link12"] == pytest.approx(1.715, abs=5e-4)
    assert robot.mass == pytest.approx(36.82, abs=5e-3)


def test_yaw_axes_are_vertical_and_pitch_axes_lateral():
    rest = simulate(scenario("eel").build(), 0.01).data.isel(time=0)
    from elver.symbolic.spatial import rotate

    for body in rest.body.values:
        z = rotate(rest.body_quaternion.sel(body=body).values, np.array([[0, 0, 1.0]]))[0]
        if body.endswith("_yaw"):
            assert z == pytest.approx([0, 0, 1], abs=1e-12)
        elif body.endswith("_pitch"):
            assert z == pytest.approx([0, 1, 0], abs=1e-12)
        elif body != "head":
            assert z == pytest.approx([1, 0, 0], abs=1e-12)


def test_as_printed_table_folds_the_robot_over_its_head():
    """Erratum: with q0_2 = +pi/2 as printed, the first link points back along -x0."""
    robot = eel_robot(EelBody(joints=2))
    joints = [replace(j, theta=-j.theta) if j.group == "pitch" else j for j in robot.joints]
    folded = replace(scenario("eel").build({"body.joints": 2}), robot=type(robot)("eel", robot.bodies, joints))
    first = simulate(folded, 0.01).data.body_position.sel(body="link1").isel(time=0).values
    assert first == pytest.approx([0.4 - 0.14, 0, 0], abs=1e-12)


def test_direct_of_inverse_is_the_identity_to_1e_10():
    from elver.forces import Morison

    robot, water = eel_robot(EelBody()), {"water": Morison(law="paper")}
    inverse, direct = (dynamics_function(robot, kind, water) for kind in ("inverse", "direct"))
    rng = np.random.default_rng(5)
    for _ in range(20):
        Q = rng.normal(size=4)
        state = (Q / np.linalg.norm(Q), rng.normal(size=3), rng.normal(size=6), 0.4 * rng.normal(size=36), rng.normal(size=36))
        wanted = 5 * rng.normal(size=36)
        base, torques, wrench = (np.array(part).ravel() for part in inverse(*state, wanted))
        again, found = (np.array(part).ravel() for part in direct(*state, torques))
        assert np.abs(found - wanted).max() < 1e-10 * max(np.abs(wanted).max(), np.abs(torques).max())
        assert again == pytest.approx(base, rel=1e-9, abs=1e-9)
        assert np.abs(wrench).max() < 1e-12 * (1 + np.abs(torques).max()) * 100


def test_the_tail_is_the_solid_asked_for():
    """Half an ellipsoid has two thirds of the cylinder's volume; its centroid lies 3/8 of its length from the base."""
    round_off, cylinder = (eel_robot(EelBody(tail=tail)).bodies[-1] for tail in ("half-ellipsoid", "cylinder"))
    assert cylinder.mass == pytest.approx(1000 * np.pi * 0.065 * 0.09 * 0.14)
    assert round_off.mass == pytest.approx(2 / 3 * cylinder.mass)
    assert [body.centre_of_mass[2] for body in (round_off, cylinder)] == pytest.approx([-0.14 * 5 / 8, -0.07])


def test_friction_and_rotors_add_their_terms_of_28_to_the_torques_of_a_given_motion():
    losses = {"body.coulomb": 0.3, "body.viscous": 0.7, "body.rotor": 0.02}
    eel = scenario("eel")
    plain, real = (simulate(eel.build({"body.joints": 3, **more}), 1.0).data for more in ({}, losses))
    assert np.array_equal(plain.base_position.values, real.base_position.values)
    rates, accelerations = plain.joint_velocity.values, plain.joint_acceleration.values
    wanted = plain.joint_torque.values + 0.3 * np.sign(rates) + 0.7 * rates + 0.02 * accelerations
    assert real.joint_torque.values == pytest.approx(wanted, abs=1e-12)
    assert np.abs(accelerations).max() > 1e-3


def test_a_passive_eel_swings_slower_with_rotors():
    """Direct model: kinetic energy of the rotors is part of the ledger, and that of the dry joints is lost."""
    eel = scenario("eel")
    changes = {"drive": "pd", "body.joints": 2, "control.kp": 50.0, "body.rotor": 0.5, "body.coulomb": 0.02}
    run = simulate(eel.build(changes), 2.0, progress=False)
    assert run.summary["ledger_closure"] < 1e-5
    assert run.summary["ledger"]["joint_friction"] > 0


def test_coefficients_of_head_and_tail_are_those_of_a_whole_eel_of_two_links():
    """With one spherical joint there is nothing but a head and a tail: both doubled is all water doubled."""
    eel, ends = scenario("eel"), {"head.drag": 2.0, "head.added": 0.5, "tail.drag": 2.0, "tail.added": 0.5}
    drag, added = ("friction", "drag_e2", "drag_e3", "drag_roll"), ("added_e2", "added_e3", "added_roll")
    defaults = eel.values()
    water = {f"water.{n}": k * defaults[f"water.{n}"] for names, k in ((drag, 2.0), (added, 0.5)) for n in names}
    small = {"body.joints": 1, "gait.pitch_offset": 0.2}
    runs = [simulate(eel.build({**small, **more}), 1.0).data for more in (ends, water, {}, {**ends, "tail.drag": 1.0})]
    two, whole, plain, head_alone = (run.base_twist.values[-1] for run in runs)
    assert two == pytest.approx(whole, rel=1e-9)
    assert np.abs(two - plain).max() > 1e-3
    assert np.abs(two - head_alone).max() > 1e-6
