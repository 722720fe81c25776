"""Coordinates of small changes: there and back, and what bases leave of them."""

from __future__ import annotations

import numpy as np
import pytest
from mechanisms import FourBar
from tolerances import ALGEBRA, assert_close

import elver
from elver.drive import ConstantPose
from elver.model import assemble
from elver.simulation.derivatives.linear import TangentCoordinates
from elver.symbolic.spatial import quaternion_of


def model(base: str) -> elver.Model:
    bodies = [elver.Body.solid(name, elver.robot.Rod(0.3, 0.02), 1000.0) for name in "ab"]
    joint = elver.Joint("slide", "a", "b", type="prismatic", mode="passive")
    return elver.Model("pair", elver.Robot("pair", bodies, [joint], base=base), elastic=elver.drive.Spring(1.0))


def changes(base: str, turn=(0.4, -0.7, 0.2)) -> TangentCoordinates:
    own = model(base)
    layout = assemble(own).layout
    x = np.random.default_rng(1).uniform(-1, 1, layout.size)
    if base != "fixed":
        x[3:7] = quaternion_of(np.array(turn))
    return TangentCoordinates(own, layout, x)


@pytest.mark.parametrize("base", ["free", "planar", "sagittal", "fixed"])
def test_there_and_back(base):
    own = changes(base)
    d = np.random.default_rng(2).uniform(-1, 1, own.size)
    if base in ("planar", "sagittal"):  # moves in a plane that is tilted here, so that all three places change
        assert len(own.moved) == 3
    assert_close(own.difference(own.lift(d)), d, ALGEBRA)
    assert_close(own.pull @ own.push, np.eye(own.size), ALGEBRA)
    h = 1e-6
    slopes = np.array([(own.lift(h * e) - own.lift(-h * e)) / (2 * h) for e in np.eye(own.size)]).T
    assert_close(slopes, own.push, 1e-9)


def test_names_and_units():
    own = changes("planar", (0.0, 0.0, 0.3))
    assert own.names == ("base x", "base y", "base turn z", "base vx", "base vy", "base wz", "angle of slide", "rate of slide")
    assert own.units == ("m", "m", "rad", "m/s", "m/s", "rad/s", "m", "m/s")
    assert changes("sagittal", (0.0, 0.2, 0.0)).names[:3] == ("base x", "base z", "base turn y")
    assert changes("fixed").names == ("angle of slide", "rate of slide")


def test_followers_and_works_are_left_out():
    bar = elver.Model("bar", FourBar().robot(mode="torque"), control=elver.drive.PD(1.0, 0.1), gait=ConstantPose({"crank": 0.5}))
    equations = assemble(bar)
    own = TangentCoordinates(bar, equations.layout, np.zeros(equations.layout.size))
    assert own.names == ("angle of crank", "rate of crank")


def test_smooth_inputs_have_units():
    wave = elver.drive.Serpenoid(["slide"], amplitude=0.1)
    own = elver.Model("pair", model("fixed").robot, elastic=elver.drive.Spring(1.0), gait=wave)
    smooth = elver.with_inputs(own, elver.drive.ParameterInput("gait.offset", smooth=0.1))
    layout = assemble(smooth).layout
    assert TangentCoordinates(smooth, layout, np.zeros(layout.size)).units[2:] == ("rad", "rad/s", "rad/s^2")
