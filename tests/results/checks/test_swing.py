"""Keulegan-Carpenter numbers that are found from the motion, and curves of drag that are meant for others."""

from __future__ import annotations

import math

import numpy as np
import pytest
from odd_machines import found

from elver import Body, Model, Robot, simulate
from elver.drive import Sine
from elver.forces import CrossFlowDrag, Morison
from elver.robot import EllipticCylinder, Joint
from elver.simulation import Solver

HEIGHT, AMPLITUDE, FREQUENCY = 0.1, 0.04, math.pi  # m, m, rad/s
NUMBER = 2 * math.pi * AMPLITUDE / HEIGHT


def heaving(curve, current=(0.0, 0.0, 0.0)) -> Model:
    """A rod along x that swings along its e3 by a sine."""
    rail = Body.central("rail", 1.0, (0, 0, 0), np.eye(3))
    rod = Body.solid("rod", EllipticCylinder(1.0, HEIGHT / 2, 0.05, at=(-0.5, 0, 0)), 1000.0)
    slide = Joint("slide", "rail", "rod", type="prismatic")
    robot = Robot("heaving", [rail, rod], [slide], base="fixed")
    gait = Sine(["slide"], amplitude=AMPLITUDE, frequency=FREQUENCY)
    water = Morison(drag_e2=1.0, drag_e3=curve, current=current)
    return Model("heaving", robot, {"water": water}, gait)


def told(model):
    return found(simulate(model, 8.0, solver=Solver(dt=5e-3)), "swing of a section")


def test_the_number_is_found_and_the_curve_of_steady_flow_is_told():
    (one,) = told(heaving(CrossFlowDrag()))
    assert f"Keulegan-Carpenter number of {NUMBER:.3g}" in one["text"]
    assert "drag_e3 is for steady flow" in one["text"]
    assert one["where"] == "law 'water' on body 'rod'"
    swung, steady = (CrossFlowDrag(keulegan_carpenter=K).swings[0] for K in (NUMBER, None))
    assert one["number"] == pytest.approx(swung / steady, rel=0.02)


def test_a_curve_of_the_number_that_was_found_is_right():
    assert told(heaving(CrossFlowDrag(keulegan_carpenter=NUMBER))) == []
    assert "is for 12:" in told(heaving(CrossFlowDrag(keulegan_carpenter=12.0)))[0]["text"]


def test_a_stream_that_is_faster_than_the_swing_is_steady_flow():
    assert told(heaving(CrossFlowDrag(), current=(0.0, 0.0, 1.0))) == []
    assert told(heaving(1.0)) == []
