"""Machines too small, too slow or in too thick a fluid for constant coefficients of drag."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from odd_machines import chain, found, waving

from elver import Body, Joint, Model, Robot, scenario, simulate
from elver.drive import Flapping
from elver.forces import ByBody, LumpedWater, Morison, QuasiSteadyWing
from elver.results.checks.ranges import AIR, LOWEST, WATER, viscosity
from elver.robot import Blade, Rod
from elver.simulation import Solver

PERIOD = 2 * math.pi / 4
NAME = "Reynolds number"


@dataclass(frozen=True)
class ThickOil(Morison):
    """Oil a thousand times as viscous as water."""

    viscosity: float = 1e-3


def swimming(force, size: float = 1.0, duration: float = PERIOD):
    """Three rods of 0.3 m times ``size``, and of 0.04 m across, waving through a fluid."""
    return simulate(
        waving(chain(3, 0.3 * size, 0.02 * size), forces={"fluid": force}), duration, solver=Solver(dt=PERIOD / 200, method="rk4")
    )


def test_a_swimmer_of_metres_in_water_is_not_told():
    assert found(swimming(Morison()), NAME) == []


@pytest.mark.parametrize("force", [Morison(), LumpedWater(linear=0.0), ByBody(Morison())], ids=lambda law: type(law).__name__)
def test_a_swimmer_of_millimetres_is_told(force):
    run = swimming(force, 0.02)
    (warning,) = found(run, NAME)
    assert warning["threshold"] == LOWEST["strip"] == 1e3
    assert "law 'fluid'" in warning["where"]
    assert "linear drag" in warning["remedy"]
    fastest = 0.0
    for k in range(3):  # both ends of every rod, by hand
        twist = run.data.body_twist.values[:, k]
        for x in (0.0, 0.006):
            at = twist[:, :3] + np.cross(twist[:, 3:], [x, 0.0, 0.0])
            fastest = max(fastest, float(np.linalg.norm(at, axis=1).max()))
    assert warning["number"] == pytest.approx(fastest * 8e-4 / WATER, rel=1e-9)
    assert 1.0 < warning["number"] < 1e3


def test_a_swimmer_of_metres_in_thick_oil_is_told():
    (warning,) = found(swimming(ThickOil()), NAME)
    assert warning["number"] < 1e3
    assert "viscosity 0.001 m^2/s" in warning["text"]


def test_a_current_is_counted():
    assert found(swimming(Morison(current=(10.0, 0.0, 0.0)), 0.02), NAME) == []


def test_a_gait_that_has_not_begun_says_nothing():
    assert found(swimming(Morison(), 0.02, 0.5 * PERIOD), NAME) == []


def test_where_drag_takes_nothing_its_coefficient_does_not_matter():
    none = Morison(friction=0.0, drag_e2=0.0, drag_e3=0.0, drag_roll=0.0)
    assert found(swimming(none, 0.02), NAME) == []


@pytest.mark.parametrize(("size", "told"), [(1.0, False), (0.02, True)])
def test_wings_may_be_slower(size, told):
    """A wing of 10 cm by 3 cm, and one of 2 mm by 0.6 mm, at 5 strokes a second in air."""
    wing = Blade([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], 0.1 * size, 0.03 * size)
    arm = replace(Body.solid("wing", Rod(0.1 * size, 0.002 * size), 100.0), blade=wing)
    trunk = Body.solid("trunk", Rod(0.1 * size, 0.01 * size), 100.0)
    robot = Robot("flapper", [trunk, arm], [Joint("stroke", "trunk", "wing", alpha=0.5 * math.pi)], base="fixed")
    gait = Flapping(["stroke"], amplitude=0.7, frequency=10 * math.pi)
    run = simulate(Model("flapper", robot, {"air": QuasiSteadyWing()}, gait), 0.2, solver=Solver(dt=1e-3, method="rk4"))
    assert bool(entries := found(run, NAME)) is told
    assert [e["threshold"] for e in entries] == [LOWEST["blade"]] * told


def test_the_fluid_follows_from_the_density():
    assert viscosity(Morison()) == WATER
    assert viscosity(Morison(density=1.2)) == viscosity(QuasiSteadyWing()) == AIR
    assert viscosity(ThickOil()) == 1e-3


@pytest.mark.parametrize("name", ["eel", "swimmer", "moth-tethered"])
def test_published_machines_are_fast_enough(name):
    chosen = scenario(name)
    run = simulate(
        chosen.build(), {"eel": 4.0, "swimmer": 12.0, "moth-tethered": 0.08}[name], solver=Solver(dt=chosen.time_step())
    )
    assert found(run, NAME) == []
