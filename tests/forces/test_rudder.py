"""Rudders: their polar, the force of a turned fin, and that lift does no work."""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, assert_close

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.drive import ConstantPose
from elver.forces import BluffDrag, Dickinson, FlatPlate, Rudder
from elver.robot import Ellipsoid

HULL = Body.solid("hull", Ellipsoid(0.3, 0.1, 0.1), 1000.0)


def rudder(**changes) -> Rudder:
    return Rudder("hull", **{"area": 0.01, "at": (-0.3, 0.0, 0.02), **changes})


def test_rules_of_every_force_law():
    rng = np.random.default_rng(1)
    law = {"stock": (0.0, 0.6, 0.8), "angle": 0.2}
    check_equivariance(lambda current: rudder(current=current, **law), HULL, rng)
    check_galilean(lambda current: rudder(current=current, **law), HULL, rng)
    check_drag(rudder(**law), HULL, rng, "f.drag")


@pytest.mark.parametrize("polar", [FlatPlate(), Dickinson()])
def test_force_of_a_turned_fin_in_straight_flow(polar):
    """Ahead at u with the fin turned by delta: the water comes at the angle -delta of the section; drag aft, lift across."""
    u, delta = 1.5, 0.15
    found = Evaluated(rudder(angle=delta, polar=polar), HULL).wrench([u, 0, 0, 0, 0, 0])
    lift, drag = (float(ca.evalf(ca.SX(c))) for c in polar.coefficients(ca.SX(np.sin(-delta)), ca.SX(np.cos(delta))))
    size = 0.5 * 1000 * 0.01 * u**2
    force = np.array([-size * drag, -size * lift, 0.0])
    assert_close(found, np.concatenate([force, np.cross((-0.3, 0.0, 0.02), force)]), 10 * ALGEBRA)
    assert force[1] > 1  # trailing edge to starboard, nose of the fin to port: pushed to port


def test_flow_along_the_span_makes_no_force():
    assert np.abs(Evaluated(rudder(), HULL).wrench([0, 0, 2.0, 0, 0, 0])).max() < 1e-200


def coefficients(polar, alpha):
    s, c = ca.SX.sym("s"), ca.SX.sym("c")
    f = ca.Function("f", [s, c], list(polar.coefficients(s, c)))
    return np.array([[float(v) for v in f(np.sin(a), np.cos(a))] for a in np.atleast_1d(alpha)])


def test_flat_plate_below_and_beyond_the_stall():
    polar = FlatPlate(aspect_ratio=4.0, stall=0.3, blend=0.02, drag=0.02, normal=2.0, efficiency=1.0)
    low = coefficients(polar, 0.1)[0]
    slope = 2 * np.pi / (1 + 2 / 4.0)
    assert low[0] == pytest.approx(slope * np.sin(0.1) * np.cos(0.1), rel=1e-6)
    assert low[1] == pytest.approx(0.02 + low[0] ** 2 / (np.pi * 4.0), rel=1e-4)
    assert coefficients(polar, np.pi / 2)[0] == pytest.approx([0.0, 2.02], abs=1e-9)
    assert coefficients(polar, np.pi / 4)[0] == pytest.approx([1.0, 1.02], abs=1e-9)
    assert coefficients(polar, 3.0)[0, 0] < 0  # from behind the lift is turned round
    alpha = np.linspace(-np.pi, np.pi, 721)
    lift, drag = coefficients(polar, alpha).T
    assert lift == pytest.approx(-lift[::-1], abs=1e-12)
    assert drag.min() > 0
    assert np.abs(np.diff(lift)).max() < 0.35  # no jump at the stall
    assert lift[np.argmin(np.abs(alpha - 0.27))] > lift[np.argmin(np.abs(alpha - 0.36))]


def ship(**changes) -> Model:
    forces = {"rudder": rudder(**changes), "drag": BluffDrag("hull", area=(0.01, 0.2, 0.2))}
    return Model("ship", Robot("ship", [HULL], base="planar"), forces, start=InitialState(twist=(2.0, 0, 0, 0, 0, 0)))


def test_ledger_closes_on_a_turning_ship():
    run = simulate(ship(angle=0.2), 2.0)
    assert run.summary["ledger_closure"] < 1e-8
    assert run.summary["ledger"]["rudder.drag"] > 0
    assert np.abs(run.data.base_twist.values[:, 5]).max() > 0.1


def test_the_gait_turns_the_rudder():
    steered = replace(ship(angle="helm"), gait=ConstantPose({"helm": 0.2}))
    assert simulate(steered, 1.0).data.base_twist.values == pytest.approx(
        simulate(ship(angle=0.2), 1.0).data.base_twist.values, abs=1e-12
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stock": (1.0, 0.0, 0.0)}, "right angles"),
        ({"chord": (2.0, 0.0, 0.0)}, "unit vector"),
        ({"polar": 3.0}, "coefficients"),
        ({"area": 0.0}, "area"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        rudder(**changes)
