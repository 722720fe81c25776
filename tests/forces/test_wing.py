"""Quasi-steady wings: the shared rules of force laws, sections added up by hand, closed forms, and the two added-mass laws."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_added_inertia, check_drag, check_equivariance, check_galilean
from tolerances import ALGEBRA, assert_close, assert_differs, relative_error

from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import Motion, Polar, QuasiSteadyWing
from elver.forces.blades import LAWS, PLATES
from elver.robot import Blade, Box
from elver.simulation import Solver
from elver.symbolic.spatial import quaternion_rotation, rigid_inertia, rotate

RHO, LENGTH, CHORD = 1.22, 0.3, 0.12
NONE = Polar(lambda a: 0 * a, lambda a: 0 * a)


def plank(start=(0.05, -0.02, 0.04), axes=None, mass=0.3) -> Body:
    """A plate placed off the frame's axes, so that nothing vanishes by symmetry."""
    turn = np.array(quaternion_rotation(ca.DM([0.5, 0.5, -0.5, 0.5]))) if axes is None else axes
    if axes is None:
        turn = turn @ np.array(quaternion_rotation(ca.DM([math.cos(0.3), math.sin(0.3), 0, 0])))
    blade = Blade(start, *turn.T, LENGTH, CHORD)
    middle = np.array(start) + turn @ [LENGTH / 2, -CHORD / 2, 0]
    box = Box(LENGTH, CHORD, 0.01, at=middle, axes=turn)
    return Body.solid("plank", box, mass / box.volume, blade=blade)


@pytest.mark.parametrize("law", LAWS)
def test_rules_of_every_force_law(law):
    rng, body = np.random.default_rng(1), plank()
    check_added_inertia(QuasiSteadyWing(law=law), body, rng)
    check_equivariance(lambda wind: QuasiSteadyWing(law=law, wind=wind), body, rng)
    check_galilean(lambda wind: QuasiSteadyWing(law=law, wind=wind), body, rng)
    check_drag(QuasiSteadyWing(law=law), body, rng, "f.drag")


def by_hand(blade, V, points=60):
    """Lift and drag of the sections as the formula reads, added up; with the lift's power on its own."""
    nodes, weights = np.polynomial.legendre.leggauss(points)
    wrench, lift_power, drag_power = np.zeros(6), 0.0, 0.0
    for xi, dxi in zip(blade.length * (nodes + 1) / 2, blade.length * weights / 2, strict=True):
        P = blade.start + xi * blade.span - 0.4 * blade.chord * blade.chordwise
        velocity = V[:3] + np.cross(V[3:], P)
        U = np.linalg.norm(velocity)
        v = velocity / U
        a = math.atan2(blade.normal @ v, blade.chordwise @ v)
        q = 0.5 * RHO * blade.chord * U**2 * dxi
        lift = q * 1.8 * math.sin(2 * a) * (math.sin(a) * blade.chordwise - math.cos(a) * blade.normal)
        drag = -q * (1.92 - 1.55 * math.cos(2 * a)) * v
        lift_power, drag_power = lift_power + lift @ velocity, drag_power + drag @ velocity
        wrench += np.concatenate([lift + drag, np.cross(P, lift + drag)])
    return wrench, lift_power, drag_power


def test_lift_and_drag_are_the_sections_added_up_and_lift_does_no_work():
    body, rng = plank(), np.random.default_rng(2)
    massless = {"law": "paper"}
    for _ in range(10):
        V = rng.normal(size=6)
        V[3:] *= 0.2
        law = Evaluated(QuasiSteadyWing(RHO, points=40, **massless), body)
        inertial = Evaluated(QuasiSteadyWing(RHO, polar=NONE, **massless), body).wrench(V)
        expected, lift_power, drag_power = by_hand(body.blade, V)
        assert_close(law.wrench(V) - inertial, expected, 1e-9)
        assert abs(lift_power) < 1e-12 * abs(drag_power)
        assert law.flow("f.drag", V) == pytest.approx(-drag_power, rel=1e-9)


def test_a_revolving_blade_lifts_its_closed_form():
    """Pitch 30 degrees, rate W about the vertical through the centres of pressure: 1/2 rho c C_L W^2 L^3 / 3."""
    pitch, rate = math.radians(30), 20.0
    t = np.array([0, math.cos(pitch), math.sin(pitch)])  # moves towards +y, leading edge up
    axes = np.column_stack([[1, 0, 0], t, np.cross([1, 0, 0], t)])
    body = plank(start=0.4 * CHORD * t, axes=axes)
    air = QuasiSteadyWing(RHO, polar=Polar(lambda a: 1.8 * ca.sin(2 * a), lambda a: 0 * a), law="paper")
    inertial = Evaluated(QuasiSteadyWing(RHO, polar=NONE, law="paper"), body).wrench([0, 0, 0, 0, 0, rate])
    wrench = Evaluated(air, body).wrench([0, 0, 0, 0, 0, rate]) - inertial
    lift = 0.5 * RHO * CHORD * 1.8 * math.sin(2 * pitch) * rate**2 * LENGTH**3 / 3
    assert wrench[:3] == pytest.approx([0, 0, lift], abs=1e-12 * lift)
    assert wrench[4] == pytest.approx(-lift * 0.75 * LENGTH, rel=1e-12)


def test_six_points_are_enough():
    V = np.array([0.3, 0.2, -0.4, 0.5, 1.5, -2.0])
    wrench = {n: Evaluated(QuasiSteadyWing(points=n), plank()).wrench(V) for n in (2, 4, 6, 40)}
    errors = [relative_error(wrench[n], wrench[40]) for n in (2, 4, 6)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-3


def test_added_mass_of_the_flat_plate_is_lambs():
    """Per length: pi rho a^2 across and pi rho a^4 / 8 about mid-chord, a = c/2; the printed one is rho c^2 at 0.4 c."""
    body = plank(start=(0, 0, 0), axes=np.eye(3))
    plate = Evaluated(QuasiSteadyWing(RHO), body).inertia()
    a = CHORD / 2
    mass = math.pi * RHO * a**2 * LENGTH
    assert plate[2, 2] == pytest.approx(mass)
    assert plate[3, 3] == pytest.approx(math.pi * RHO * a**4 / 8 * LENGTH + mass * a**2)
    assert plate[4, 4] == pytest.approx(mass * LENGTH**2 / 3)
    assert np.abs(plate[:2]).max() == 0
    printed = Evaluated(QuasiSteadyWing(RHO, law="paper"), body).inertia()
    assert printed[2, 2] == pytest.approx(RHO * CHORD**2 * LENGTH)
    assert printed[3, 3] == pytest.approx(RHO * CHORD**2 * LENGTH * (0.4 * CHORD) ** 2)


@pytest.mark.parametrize("law", LAWS)
def test_added_inertia_is_the_sections_added_up(law):
    body, plate = plank(), PLATES[law]
    b, expected = body.blade, np.zeros((6, 6))
    nodes, weights = np.polynomial.legendre.leggauss(8)
    for xi, dxi in zip(LENGTH * (nodes + 1) / 2, LENGTH * weights / 2, strict=True):
        P = b.start + xi * b.span - plate.place * CHORD * b.chordwise
        row = np.concatenate([b.normal, np.cross(P, b.normal)])  # normal velocity of the section from the twist
        spin = np.concatenate([np.zeros(3), b.span])
        expected += dxi * RHO * (plate.mass * CHORD**2 * np.outer(row, row) + plate.roll * CHORD**4 * np.outer(spin, spin))
    assert_close(Evaluated(QuasiSteadyWing(RHO, law=law), body).inertia(), expected, 10 * ALGEBRA)


def test_munk_moment_of_a_slanted_plate():
    """A plate that moves at (v_t, v_w) turns broadside with the moment -m_a v_t v_w about its span at mid-chord."""
    body = plank(start=(0, CHORD / 2, 0), axes=np.eye(3))
    V = [0, 2.0, 0.3, 0, 0, 0]
    moment = Evaluated(QuasiSteadyWing(RHO, polar=NONE), body).wrench(V)[3]
    assert moment == pytest.approx(-2.0 * 0.3 * math.pi / 4 * RHO * CHORD**2 * LENGTH)


def ideal(law: str) -> Model:
    body = plank(mass=0.02)
    start = InitialState(twist=(0.8, 0.3, -0.2, 1.0, -0.7, 1.4))
    return Model("plank", Robot("one", [body]), {"air": QuasiSteadyWing(RHO, NONE, law=law)}, start=start)


def impulse(run, model) -> np.ndarray:
    """Linear impulse of plate and air in the world at every sample."""
    body = model.robot.bodies[0]
    inertia = Evaluated(model.forces["air"], body).inertia()
    inertia = inertia + np.array(ca.evalf(rigid_inertia(body.mass, body.first_moments, body.inertia)))
    momenta = run.data.base_twist.values @ inertia.T
    return rotate(run.data.base_quaternion.values, momenta[:, :3])


@pytest.mark.parametrize("law", LAWS)
def test_plate_in_an_ideal_fluid(law):
    """Both laws keep the energy. Kirchhoff's keeps the angular impulse too; the printed one does not."""
    model = ideal(law)
    run = simulate(model, 2.0, solver=Solver(dt=5e-4))
    energy = (run.data.kinetic_energy + run.data.medium_energy).values
    assert_close(energy, energy[0] * np.ones_like(energy), 1e-10)
    assert np.abs(run.data.base_quaternion.values[-1] - [1, 0, 0, 0]).max() > 0.3
    assert np.ptp(run.data.medium_energy.values) > 0.1 * energy[0]
    p = impulse(run, model)
    assert relative_error(p, np.tile(p[0], (len(p), 1))) < 1e-9
    turning = angular_impulse(run, model)
    drift = relative_error(turning, np.tile(turning[0], (len(turning), 1)))
    assert drift < 1e-9 if law == "kirchhoff" else drift > 1e-3


def angular_impulse(run, model) -> np.ndarray:
    """About the world's origin."""
    body = model.robot.bodies[0]
    inertia = Evaluated(model.forces["air"], body).inertia()
    inertia = inertia + np.array(ca.evalf(rigid_inertia(body.mass, body.first_moments, body.inertia)))
    momenta = run.data.base_twist.values @ inertia.T
    Q = run.data.base_quaternion.values
    linear, angular = rotate(Q, momenta[:, :3]), rotate(Q, momenta[:, 3:])
    return angular + np.cross(run.data.base_position.values, linear)


@pytest.mark.parametrize("law", LAWS)
def test_ledger_closes_in_wind(law):
    start = InitialState(twist=(0.8, 0.3, -0.2, 1.0, -0.7, 1.4))
    air = QuasiSteadyWing(RHO, law=law, wind=(2.0, -1.0, 0.5))
    run = simulate(Model("plank", Robot("one", [plank(mass=0.02)]), {"air": air}, start=start), 1.0, solver=Solver(dt=5e-4))
    assert run.summary["ledger_closure"] < 1e-9
    assert run.summary["ledger"]["air.drag"] > 1e-3
    assert abs(run.summary["ledger"]["air.current"]) > 1e-3


@pytest.mark.parametrize("twist", [np.zeros(6), [0, 1e-200, 0, 0, 0, 0], [1e-3, 0, 0, 0, 0, 0]])
def test_derivatives_are_finite_in_still_air(twist):
    V = ca.SX.sym("V", 6)
    effect = QuasiSteadyWing().effect(plank(), Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), V))
    jacobian = np.array(ca.Function("J", [V], [ca.jacobian(effect.wrench, V)])(twist))
    assert np.isfinite(jacobian).all()
    if not np.any(twist):
        assert np.abs(jacobian).max() < 1e-100


def test_the_normals_sign_is_free_for_a_symmetric_polar():
    body, V = plank(), np.random.default_rng(5).normal(size=6)
    b = body.blade
    turned = Body("turned", 1.0, inertia=np.eye(3), blade=Blade(b.start, b.span, b.chordwise, -b.normal, LENGTH, CHORD))
    assert_close(Evaluated(QuasiSteadyWing(), turned).wrench(V), Evaluated(QuasiSteadyWing(), body).wrench(V), 10 * ALGEBRA)
    cambered = QuasiSteadyWing(polar=Polar(lambda a: 0.3 + ca.sin(2 * a), lambda a: 1 + 0 * a))
    assert_differs(Evaluated(cambered, turned).wrench(V), Evaluated(cambered, body).wrench(V))


def test_a_body_without_a_blade_feels_nothing():
    assert QuasiSteadyWing().effect(Body("b", 1.0, inertia=np.eye(3)), None) is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"law": "kirchof"}, "Did you mean 'kirchhoff'"),
        ({"wind": (1.0, 2.0)}, "wind = .* Give 3 numbers"),
        ({"points": 0}, "1 to 64"),
        ({"density": -1.0}, "density"),
        ({"centre_of_pressure": math.nan}, "centre_of_pressure"),
        ({"polar": 1.8}, "coefficients"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        QuasiSteadyWing(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"span": (2, 0, 0)}, "orthogonal unit vectors"),
        ({"start": (0, 0)}, "Blade.start must be three"),
        ({"normal": "up"}, "Blade.normal"),
        ({"chord": 0.0}, "Blade.chord"),
    ],
)
def test_bad_blades(changes, message):
    given = {"start": (0, 0, 0), "span": (1, 0, 0), "chordwise": (0, 1, 0), "normal": (0, 0, 1), "length": 1.0, "chord": 0.1}
    with pytest.raises(InputError, match=message):
        Blade(**given | changes)
