"""Contact forces in the links' axes against what a run records in the world's; with a controller and without."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tolerances import ROUNDING, assert_close

from elver import Body, InputError, Joint, Model, Robot, compile_model, simulate, stepper, with_inputs
from elver.contact import Disc, Scene
from elver.drive import PD, TorqueInputs
from elver.robot import EllipticCylinder
from elver.sensors import ContactForce, Encoder, Sensors
from elver.simulation import Control, Solver
from swimmers import program

STEADY = {"torque.j": 0.6}


@cache
def crawler():
    """Two links on the ground; the joint bends the second one against a disc."""
    bodies = [Body.solid(name, EllipticCylinder(0.2, 0.02, 0.02), 1000.0) for name in ("a", "b")]
    robot = Robot("two", bodies, [Joint("j", "a", "b", d=0.2, mode="torque")], base="planar")
    scene = Scene((Disc(0.3, 0.08, 0.04),), friction=0.3, obstacle_friction=0.2)
    model = Model("crawler", robot, scene=scene, control=PD(0.0, 0.0))
    return compile_model(with_inputs(model, TorqueInputs(limit=2.0)))


@pytest.fixture(scope="module")
def runs():
    sensors = [ContactForce(), ContactForce("b", ground=False, name="tip", delay=0.01), Encoder()]
    plain = simulate(crawler(), 0.3, solver=Solver(dt=1e-3), parameters=STEADY, sensors=sensors)
    steered = simulate(crawler(), 0.3, solver=Solver(dt=1e-3), control=Control(lambda now: STEADY, every=0.02), sensors=sensors)
    return plain, steered


def test_forces_are_turned_into_the_axes_of_the_links(runs):
    data = runs[0].data
    w, _, _, z = np.moveaxis(data.body_quaternion.values, -1, 0)
    c, s = w * w - z * z, 2 * w * z
    found = data.sensed_contact.values.reshape(len(data.time), 2, 2, 2)
    for k, name in enumerate(("contact_force", "ground_force")):
        x, y = np.moveaxis(data[name].values, -1, 0)
        assert_close(found[:, :, k, 0], c * x + s * y, ROUNDING)
        assert_close(found[:, :, k, 1], c * y - s * x, ROUNDING)
    assert np.abs(data.contact_force).max() > 0.5  # it touches
    assert_close(data.sensed_tip.values[1:], found[:-1, 1, 0], ROUNDING)
    assert data.channel_of_contact.values[:2].tolist() == ["contact along a", "contact across a"]


def test_contacts_of_a_controlled_run_are_those_of_the_same_run_without(runs):
    plain, steered = (run.data for run in runs)
    for name in ("state", "contact_force", "ground_force", "sticking", "contact_impulse", "penetration", "sensed_contact"):
        scale = float(np.abs(plain[name]).max()) or 1.0
        assert np.abs(plain[name].values - steered[name].values).max() <= 1e-9 * scale, name
    assert "base_acceleration" not in steered
    assert runs[1].status == "finished"


def test_only_a_scene_has_contacts():
    with pytest.raises(InputError, match="has no scene"):
        ContactForce().labels(program().model)
    with pytest.raises(InputError, match="link of sensor"):
        ContactForce("c").labels(crawler().model)


def test_a_stepper_gives_the_same_forces(runs):
    """One sensor, several as one, and many machines: newtons, as a run has them."""
    wanted = (ContactForce(), ContactForce("b", ground=False, name="tip"))
    truth = runs[0].data.sensed_contact.values[-1]
    one = stepper(
        crawler(), solver=Solver(dt=1e-3), outputs=(*wanted, "ground_force", Sensors(wanted, crawler().model)), parameters=STEADY
    )
    many = stepper(crawler(), 3, solver=Solver(dt=1e-3), outputs=wanted, parameters=STEADY)
    assert np.abs(one.output_buffer).max() == 0.0  # nothing touches yet
    one.step(None, 0.3)
    many.step(None, 0.3)
    assert np.abs(truth).max() > 0.5
    assert_close(one.outputs["contact"], truth, ROUNDING)
    assert_close(one.outputs["tip"], truth[4:6], ROUNDING)
    assert_close(one.outputs["sensed"], np.concatenate([truth, truth[4:6]]), ROUNDING)
    assert_close(many.outputs["contact"], np.tile(truth, (3, 1)), 1e-10)  # side by side: other rounding
