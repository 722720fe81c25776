"""Morison strips: the shared rules of force laws, closed forms, and the two added-mass laws."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_added_inertia, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, BALANCE, assert_close, assert_differs, relative_error

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import Morison
from elver.forces.morison import LAWS, added_inertia
from elver.robot import EllipticCylinder, Strip, axes_from
from elver.simulation import Solver
from elver.symbolic.spatial import rigid_inertia, rotate

RHO = 1000.0


def slab(length=0.6, a=0.05, b=0.11, at=(-0.2, 0.03, 0.01), axes=None) -> Body:
    """An elliptic cylinder placed off the frame's axes, so that nothing vanishes by symmetry."""
    axes = axes_from([0.6, 0.8, 0], [0, 0, 1.0]) if axes is None else axes
    return Body.solid("slab", EllipticCylinder(length, a, b, at=np.array(at), axes=axes), RHO)


@pytest.mark.parametrize("law", LAWS)
def test_rules_of_every_force_law(law):
    rng = np.random.default_rng(1)
    body = slab()
    check_added_inertia(Morison(law=law), body, rng)
    check_equivariance(lambda current: Morison(law=law, current=current), body, rng)
    check_galilean(lambda current: Morison(law=law, current=current), body, rng)
    check_drag(Morison(law=law), body, rng, "f.drag")


def test_reversed_flow_reverses_the_drag():
    body, rng = slab(), np.random.default_rng(2)
    drag = Evaluated(Morison(added_e2=0, added_e3=0, added_roll=0), body)
    V = rng.normal(size=6)
    assert_close(drag.wrench(-V), -drag.wrench(V), ALGEBRA)
    assert np.abs(drag.wrench(V)).max() > 1


def test_coefficients_of_the_published_eel():
    strip = Strip(np.zeros(3), np.eye(3), 0.14, 0.065, 0.09)
    c = Morison().coefficients(strip)
    assert c.drag1 == pytest.approx(1.2174, abs=5e-5)
    assert c.drag2 == pytest.approx(90)
    assert c.drag3 == pytest.approx(65)
    assert c.drag_roll == pytest.approx(7.508e-3, abs=5e-7)
    inertia = np.array(ca.evalf(added_inertia(strip, c)))
    assert inertia[1, 1] == pytest.approx(3.563, abs=5e-4)
    assert inertia[2, 2] == pytest.approx(1.858, abs=5e-4)


def test_drag_of_a_strip_in_uniform_cross_flow_is_the_closed_form():
    body = slab(at=(0, 0, 0), axes=np.eye(3))
    u = 0.7
    wrench = Evaluated(Morison(added_e2=0, added_e3=0, added_roll=0), body).wrench([0, u, 0, 0, 0, 0])
    force = -0.5 * RHO * 2 * 0.11 * 0.6 * u**2
    assert wrench[1] == pytest.approx(force, rel=1e-12)
    assert wrench[5] == pytest.approx(force * 0.3, rel=1e-12)


def test_drag_of_a_turning_strip_is_the_closed_form():
    """A strip turning about its own start feels c w^2 s^2 at s: force c w^2 L^3 / 3, moment c w^2 L^4 / 4."""
    body = slab(at=(0, 0, 0), axes=np.eye(3))
    w, c, L = 1.3, 0.5 * RHO * 2 * 0.11, 0.6
    wrench = Evaluated(Morison(added_e2=0, added_e3=0, added_roll=0), body).wrench([0, 0, 0, 0, 0, w])
    assert wrench[1] == pytest.approx(-c * w**2 * L**3 / 3, rel=1e-12)
    assert wrench[5] == pytest.approx(-c * w**2 * L**4 / 4, rel=1e-12)


def test_quadrature_converges_and_six_points_are_enough():
    V = np.array([0.3, 0.2, -0.4, 0.5, 1.5, -2.0])
    wrench = {n: Evaluated(Morison(points=n), slab()).wrench(V) for n in (2, 4, 6, 40)}
    errors = {n: relative_error(wrench[n], wrench[40]) for n in (2, 4, 6)}
    assert errors[2] > errors[4] > errors[6]
    assert errors[6] < 1e-3


@pytest.mark.parametrize("law", LAWS)
def test_added_mass_equals_the_integral_over_its_sections(law):
    """The closed forms (61), (62) against sections added up one by one, for a strip that does not start at the origin."""
    body, rng = slab(), np.random.default_rng(3)
    V, Vdot = rng.normal(size=6), rng.normal(size=6)
    force = Evaluated(Morison(law=law, friction=0, drag_e2=0, drag_e3=0, drag_roll=0), body)
    found = -(force.inertia() @ Vdot) + force.wrench(V)
    expected = sum_of_sections(body.strip, Morison().coefficients(body.strip), V, Vdot, law)
    assert_close(found, expected, 100 * ALGEBRA)


def sum_of_sections(strip, c, V, Vdot, law):
    """Wrench on the body: every section moves its own slice of water."""
    nodes, weights = np.polynomial.legendre.leggauss(12)
    m = strip.axes @ np.diag([0, c.added2, c.added3]) @ strip.axes.T
    turn = strip.axes @ np.diag([c.added_roll, 0, 0]) @ strip.axes.T
    v, w, vdot, wdot = V[:3], V[3:], Vdot[:3], Vdot[3:]
    force, moment = np.zeros(3), np.zeros(3)
    for s, ds in zip(strip.length * (nodes + 1) / 2, strip.length * weights / 2, strict=True):
        P = strip.start + s * strip.axes[:, 0]
        here = v + np.cross(w, P)
        if law == "paper":  # mass times the acceleration of the section seen in the world, projected
            f = m @ (vdot + np.cross(w, v) + np.cross(wdot, P) + np.cross(w, np.cross(w, P)))
            n = turn @ wdot
        else:  # rate of the slice's momentum and the moment of its own velocity on it
            p = m @ here
            f = m @ (vdot + np.cross(wdot, P)) + np.cross(w, p)
            n = turn @ wdot + np.cross(w, turn @ w) + np.cross(here, p)
        force, moment = force + ds * f, moment + ds * (np.cross(P, f) + n)
    return -np.concatenate([force, moment])


def test_four_thirds_is_the_strip_that_ends_at_its_origin():
    """EEL (62): moment (4/3) S x m_a (w x (w x S))."""
    body = slab(at=(-0.6, 0, 0), axes=np.eye(3))
    w = np.array([0.4, -1.1, 0.9])
    c = Morison().coefficients(body.strip)
    S, m = body.strip.middle, np.diag([0, c.added2, c.added3]) * 0.6
    centrifugal = m @ np.cross(w, np.cross(w, S))
    still = Morison(law="paper", friction=0, drag_e2=0, drag_e3=0, drag_roll=0)
    wrench = Evaluated(still, body).wrench(np.concatenate([np.zeros(3), w]))
    assert_close(-wrench, np.concatenate([centrifugal, 4 / 3 * np.cross(S, centrifugal)]), 10 * ALGEBRA)


def test_munk_moment_turns_a_slanted_body_broadside_only_in_the_kirchhoff_law():
    body = slab(at=(-0.3, 0, 0), axes=np.eye(3))
    V = np.array([1.0, 0.2, 0, 0, 0, 0])
    no_drag = {"friction": 0, "drag_e2": 0, "drag_e3": 0, "drag_roll": 0}
    c = Morison().coefficients(body.strip)
    munk = -V[0] * c.added2 * 0.6 * V[1]  # -(v x p)_3 with p = (0, m_a2 v2, 0)
    kirchhoff = Evaluated(Morison(**no_drag), body).wrench(V)
    assert kirchhoff[5] == pytest.approx(munk, rel=1e-12)
    assert abs(munk) > 1
    assert np.abs(Evaluated(Morison(law="paper", **no_drag), body).wrench(V)).max() == 0


def floating(law: str, **changes) -> Model:
    body = slab(at=(-0.3, 0.01, 0.02))
    water = Morison(law=law, friction=0, drag_e2=0, drag_e3=0, drag_roll=0, **changes)
    return Model("float", Robot("one", [body]), {"water": water}, start=InitialState(twist=(0.8, 0.3, -0.2, 1.0, -0.7, 1.4)))


def total_impulse(run, body, water) -> np.ndarray:
    """Linear impulse of body and water in the world at every sample."""
    inertia = Evaluated(water, body).inertia()
    inertia = inertia + np.array(ca.evalf(rigid_inertia(body.mass, body.first_moments, body.inertia)))
    momenta = run.data.base_twist.values @ inertia.T
    return np.array([rotate(q, p[None])[0] for q, p in zip(run.data.base_quaternion.values, momenta[:, :3], strict=True)])


def test_single_body_in_ideal_fluid_conserves_energy_and_impulse():
    model = floating("kirchhoff")
    run = simulate(model, 3.0, solver=Solver(dt=5e-4))
    energy = (run.data.kinetic_energy + run.data.medium_energy).values
    assert_close(energy, energy[0] * np.ones_like(energy), 1e-10)
    impulse = total_impulse(run, model.robot.bodies[0], model.forces["water"])
    assert relative_error(impulse, np.tile(impulse[0], (len(impulse), 1))) < 1e-9
    turned = run.data.base_quaternion.values
    assert np.abs(turned[-1] - turned[0]).max() > 0.3


def test_paper_law_creates_energy_and_the_ledger_says_how_much():
    run = simulate(floating("paper"), 3.0, solver=Solver(dt=5e-4))
    energy = (run.data.kinetic_energy + run.data.medium_energy).values
    assert_differs(energy[-1], energy[0])
    gained = -run.data.work.sel(flow="water.added_mass_surplus").values[-1]
    assert energy[-1] - energy[0] == pytest.approx(gained, rel=1e-8)
    assert run.summary["ledger_closure"] < 1e-9


@pytest.mark.parametrize("law", LAWS)
def test_ledger_closes_in_a_current_with_drag(law):
    model = floating(law)
    water = Morison(law=law, current=(0.4, -0.3, 0.2))
    run = simulate(replace(model, forces={"water": water}), 2.0, solver=Solver(dt=1e-3))
    assert run.summary["ledger_closure"] < BALANCE * 10
    assert abs(run.summary["ledger"]["water.current"]) > 1e-3


def test_body_at_rest_in_a_current_is_carried_to_the_speed_of_the_stream():
    body = slab()
    model = Model("drift", Robot("one", [body]), {"water": Morison(current=(0.5, 0.2, 0.0), friction=1.0)})
    run = simulate(model, 120.0, solver=Solver(dt=0.01))
    speed = run.data.base_velocity.values[-1]
    assert np.linalg.norm(speed - [0.5, 0.2, 0.0]) < 0.08
    assert np.linalg.norm(speed) > 0.3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"law": "kirchof"}, "Did you mean 'kirchhoff'"),
        ({"current": (1.0, 2.0)}, "Give 3 numbers"),
        ({"points": 0}, "1 to 64"),
        ({"points": 2.5}, "whole number"),
        ({"density": -1.0}, "density"),
        ({"drag_e2": math.nan}, "drag_e2"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        Morison(**changes)
