"""Thrusters: the open-water diagram, its signs, and where the power of the shaft goes."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_equivariance
from tolerances import ALGEBRA, assert_close

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.drive import ConstantPose
from elver.forces import BluffDrag, Thruster
from elver.robot import Ellipsoid
from elver.simulation import Solver

POD = Body.solid("pod", Ellipsoid(0.3, 0.1, 0.1), 1000.0)
D, AT, AXIS = 0.08, (-0.3, 0.02, 0.01), (0.6, 0.0, 0.8)


def prop(**changes) -> Thruster:
    return Thruster("pod", **{"diameter": D, "axis": AXIS, "at": AT, "rate": 20.0, **changes})


@pytest.mark.parametrize("rate", [20.0, -15.0])
@pytest.mark.parametrize("hand", ["right", "left", "pair"])
def test_thrust_and_torque_are_those_of_the_open_water_diagram(rate, hand):
    V = np.random.default_rng(3).normal(size=6)
    speed = np.dot(AXIS, V[:3] + np.cross(V[3:], AT))
    J = speed / (rate * D)
    thrust = 1000 * D**4 * rate * abs(rate) * (0.4 - 0.35 * J)
    torque = 1000 * D**5 * rate * abs(rate) * (0.05 - 0.035 * J)
    force = thrust * np.array(AXIS)
    sign = {"right": -1, "left": 1, "pair": 0}[hand]
    expected = np.concatenate([force, np.cross(AT, force) + sign * torque * np.array(AXIS)])
    assert_close(Evaluated(prop(rate=rate, hand=hand), POD).wrench(V), expected, 10 * ALGEBRA)


def test_reversed_rate_and_flow_reverse_everything():
    V = np.random.default_rng(4).normal(size=6)
    assert_close(Evaluated(prop(rate=-20.0), POD).wrench(-V), -Evaluated(prop(), POD).wrench(V), ALGEBRA)


def test_equivariance():
    check_equivariance(lambda current: prop(current=current), POD, np.random.default_rng(5))


def pod_model(**changes) -> Model:
    thruster = prop(axis=(1.0, 0.0, 0.0), at=(-0.3, 0.0, 0.0), hand="pair", **changes)
    forces = {"thruster": thruster, "drag": BluffDrag("pod", area=(0.01, 0.1, 0.1))}
    return Model("pod", Robot("pod", [POD]), forces)


def test_a_pod_reaches_the_speed_at_which_thrust_is_drag():
    run = simulate(pod_model(), 60.0, solver=Solver(dt=0.01))
    a, b, c = 5.0, 1000 * D**3 * 20 * 0.35, -1000 * D**4 * 400 * 0.4
    speed = (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)
    assert run.data.base_twist.values[-1, 0] == pytest.approx(speed, rel=1e-6)
    assert run.summary["ledger_closure"] < 1e-8


def test_the_motor_is_booked_with_the_power_of_its_shaft():
    run = simulate(pod_model(), 5.0)
    speed = run.data.base_twist.values[:, 0]
    torque = 1000 * D**5 * 400 * 0.05 - 1000 * D**4 * 20 * speed * 0.035
    power = run.data.power.sel(flow="motor").values
    assert power == pytest.approx(2 * math.pi * 20 * torque, rel=1e-12)
    assert run.summary["work"] == pytest.approx(np.trapezoid(power, run.data.time.values), rel=1e-5)
    assert run.data.power.sel(flow="thruster.wake").values.min() > 0


@pytest.mark.parametrize("hand", ["right", "pair"])
def test_ledger_closes_while_it_spins_in_a_current(hand):
    model = Model(
        "pod",
        Robot("pod", [POD]),
        {"thruster": prop(current=(0.3, -0.2, 0.1), hand=hand)},
        start=InitialState(twist=(0.2, 0.1, 0.0, 1.0, 0.3, -0.4)),
    )
    run = simulate(model, 2.0)
    assert run.summary["ledger_closure"] < 1e-8
    assert abs(run.summary["ledger"]["thruster.current"]) > 1e-2


class Ramp:
    """A rate that grows with time."""

    def motion(self, now):
        return {"rate": 4 * now.time}


def test_the_gait_gives_the_rate():
    by_gait, fixed = pod_model(rate="rate"), pod_model(rate=20.0)
    from dataclasses import replace

    one = simulate(replace(by_gait, gait=ConstantPose({"rate": 20.0})), 2.0)
    assert one.data.base_twist.values == pytest.approx(simulate(fixed, 2.0).data.base_twist.values, abs=1e-12)
    two = simulate(replace(by_gait, gait=Ramp()), 2.0)
    assert two.summary["ledger_closure"] < 1e-8
    assert 0 < two.data.base_twist.values[-1, 0] < one.data.base_twist.values[-1, 0]
    with pytest.raises(InputError, match="no value to the command 'rate'"):
        simulate(by_gait, 0.1)


def test_coefficients_and_rate_may_be_symbols():
    free = pod_model().freed("forces.thruster.rate", "forces.thruster.thrust", "forces.thruster.diameter")
    assert isinstance(free.forces["thruster"].rate, ca.SX)
    assert simulate(free, 0.1).status == "finished"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"axis": (1.0, 1.0, 0.0)}, "unit vector"),
        ({"rate": ""}, "empty"),
        ({"rate": math.nan}, "rate"),
        ({"diameter": 0.0}, "diameter"),
        ({"hand": "rihgt"}, "Did you mean 'right'"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        prop(**changes)
