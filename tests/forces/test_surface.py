"""Bodies at the surface: wet shares by the geometry of ellipses, floating by closed forms, waves by linear theory, and energy."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import elver
from elver import InputError
from elver.forces import Gravity, Immersed, Jonswap, Morison, RegularWaves, Sea
from elver.forces.effect import Motion
from elver.forces.surface import buoyancy, share_of, slices_of, wetness
from elver.robot import Body, Box, Compound, Ellipsoid, EllipticCylinder, HalfEllipsoid, Robot, Tapered

CALM = Sea()
RK4 = elver.Solver(dt=1e-3, method="rk4", check_step=False)


def numbers(x) -> np.ndarray:
    return np.array(ca.evalf(ca.SX(x)), dtype=float).squeeze()


def turn(axis, angle) -> np.ndarray:
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * K + (1 - math.cos(angle)) * K @ K


def posed(R, height=0.0, twist=(0, 0, 0, 0, 0, 0), time=0.0) -> Motion:
    return Motion(ca.SX(time), ca.SX(ca.DM(R)), ca.SX(ca.DM([0.1, -0.2, height])), ca.SX(ca.DM(twist)))


@pytest.mark.parametrize("tau", [-1.5, -1.0, -0.7, 0.0, 0.4, 0.999, 1.0, 2.3])
def test_the_wet_share_of_a_circle_is_its_segment(tau):
    phi, slope, E = (float(numbers(v)) for v in share_of(ca.DM(tau)))
    width = lambda h: 2 * math.sqrt(max(1 - h * h, 0.0))  # noqa: E731
    assert phi == pytest.approx(quad(width, -1, max(min(tau, 1), -1))[0] / math.pi, abs=1e-8)
    assert slope == pytest.approx(width(tau) / math.pi if abs(tau) < 1 else 0.0, abs=1e-8)
    assert pytest.approx(quad(lambda h: quad(width, -1, min(h, 1))[0], -1, tau)[0] if tau > -1 else 0.0, abs=1e-6) == E


def test_lift_and_moment_are_those_of_the_wet_part_of_a_tilted_ellipse():
    """A level cylinder, rolled: its wet area and the area's centroid by counting points."""
    a, b, roll, height = 0.3, 0.1, 0.6, 0.04
    R = turn((1, 0, 0), roll)
    wrench = np.zeros(6)
    for own in slices_of(EllipticCylinder(1.0, a, b, at=(-0.5, 0, 0))):
        wrench += numbers(buoyancy(CALM, posed(R, height), own, 9810.0)[0])
    y, z = np.meshgrid(np.linspace(-a, a, 2401), np.linspace(-b, b, 2401))
    level = math.sin(roll) * y + math.cos(roll) * z + height
    wet = (y**2 / a**2 + z**2 / b**2 < 1) & (level < 0)
    area = wet.mean() * 4 * a * b
    lift = 9810 * area * R.T @ [0, 0, 1]
    centre = np.array([0, y[wet].mean(), z[wet].mean()])
    assert wrench[:3] == pytest.approx(lift, rel=1e-3)
    assert wrench[3:] == pytest.approx(np.cross(centre, lift), rel=2e-3, abs=1e-2)


@pytest.mark.parametrize(
    "shape",
    [
        Ellipsoid(0.5, 0.1, 0.2, at=(0.1, 0, 0.05)),
        HalfEllipsoid(0.5, 0.1, 0.2),
        EllipticCylinder(0.5, 0.1, 0.2),
        Box(0.5, 0.1, 0.2),
        Tapered(((0.0, 0.05, 0.1), (0.3, 0.1, 0.2), (0.5, 0.0, 0.05))),
        Compound((Ellipsoid(0.5, 0.1, 0.2), Box(0.1, 0.1, 0.4, at=(0, 0, 0.3)))),
    ],
    ids=lambda s: type(s).__name__,
)
def test_slices_have_the_volume_and_the_centroid_and_lift_all_of_it_below(shape):
    parts = slices_of(shape)
    volumes = np.array([float(own.volume) for own in parts])
    assert volumes.sum() == pytest.approx(shape.volume, rel=1e-9)
    places = np.array([numbers(own.place) for own in parts])
    assert volumes @ places / volumes.sum() == pytest.approx(shape.centroid(), abs=1e-9)
    motion = posed(turn((1, 2, 3), 0.8), -9.0)
    wrench = sum(numbers(buoyancy(CALM, motion, own, 9810.0)[0]) for own in parts)
    lift = 9810 * shape.volume * numbers(motion.rotation).T @ [0, 0, 1]
    assert wrench == pytest.approx(np.concatenate([lift, np.cross(shape.centroid(), lift)]), rel=1e-6, abs=1e-4)


def test_force_and_moment_are_the_slopes_of_the_potential_and_rates_those_of_the_share():
    rng = np.random.default_rng(1)
    own = slices_of(EllipticCylinder(0.4, 0.08, 0.15, at=(0.05, 0.02, 0.01)))[2]
    sea = Sea(Jonswap(height=0.2, period=1.5, count=4), depth=2.0)
    for _ in range(5):
        R, twist, height = turn(rng.normal(size=3), rng.uniform(0, 3)), rng.normal(size=6), rng.uniform(-0.1, 0.1)
        motion, h = posed(R, height, twist, 1.3), 1e-6

        def after(s, R=R, twist=twist, motion=motion):
            moved = posed(R @ turn(twist[3:], s * np.linalg.norm(twist[3:])), 0.0, twist, 1.3 + s)
            place = numbers(motion.position) + R @ twist[:3] * s
            return replace(moved, position=ca.SX(ca.DM(place)))

        V = [float(numbers(buoyancy(sea, after(s), own, 9810.0)[1])) for s in (h, -h)]
        wrench, _, brought = buoyancy(sea, motion, own, 9810.0)
        power = float(numbers(wrench) @ twist)
        assert power == pytest.approx(-(V[0] - V[1]) / (2 * h) + float(numbers(brought)), abs=2e-4)
        shares = [float(numbers(wetness(sea, after(s), own).share)) for s in (h, -h)]
        assert float(numbers(wetness(sea, motion, own).rate)) == pytest.approx((shares[0] - shares[1]) / (2 * h), abs=1e-5)


# --- floating


def cylinder(sea, density=500.0, z=0.0, radius=0.05, drag=0.0, **start) -> elver.Model:
    rod = Body.solid("rod", EllipticCylinder(1.0, radius, radius, at=(-0.5, 0, 0)), density)
    water = Morison(current=sea, drag_e2=drag, drag_e3=drag, friction=0.0, drag_roll=0.0)
    forces = {"water": water, "weight": Gravity(fluid_density=1000.0, surface=sea)}
    return elver.Model("rod", Robot("rod", [rod]), forces, start=elver.InitialState(position=(0, 0, z), **start))


def test_a_cylinder_floats_half_in_and_heaves_with_its_period():
    """m + m_a/2 over the stiffness of the waterplane; to first order in the amplitude, which is a thousandth of the radius."""
    run = elver.simulate(cylinder(CALM, z=5e-5), 3.0, solver=RK4, progress=False)
    t, z = run.data.time.values, run.data.base_position.values[:, 2]
    k = np.flatnonzero((z[:-1] > 0) != (z[1:] > 0))
    crossings = t[k] - z[k] * (t[k + 1] - t[k]) / (z[k + 1] - z[k])
    period = 2 * np.mean(np.diff(crossings))
    mass = (500 + 0.5 * 1000) * math.pi * 0.05**2
    assert period == pytest.approx(2 * math.pi * math.sqrt(mass / (1000 * 9.81 * 0.1)), rel=2e-6)
    assert run.summary["ledger_closure"] < 1e-6


@pytest.mark.parametrize("density", [120.0, 300.0, 500.0, 930.0])
def test_a_cylinder_floats_as_deep_as_the_segment_of_its_circle(density):
    body, law = Body.solid("rod", EllipticCylinder(1.0, 0.05, 0.05), density), Gravity(9.81, 1000.0, CALM)
    rest = brentq(lambda z: float(numbers(law.effect(body, posed(np.eye(3), z)).wrench[2])), -0.05, 0.05, xtol=1e-14)
    dry = brentq(lambda x: math.pi - x + math.sin(x) * math.cos(x) - math.pi * density / 1000, 0, math.pi, xtol=1e-14)
    assert rest == pytest.approx(-0.05 * math.cos(dry), abs=1e-10)  # half the angle under which the dry segment is seen


def test_a_log_that_stands_up_falls_over():
    """Buoyancy is below the weight's centre: half an ellipse on its edge is unstable, lying flat it is not."""
    flat = EllipticCylinder(1.0, 0.15, 0.05, at=(-0.5, 0, 0))
    rod = Body.solid("rod", flat, 500.0)
    forces = {"water": Morison(current=CALM), "weight": Gravity(fluid_density=1000.0, surface=CALM)}

    def rolled(angle):
        quaternion = (math.cos(angle / 2), math.sin(angle / 2), 0.0, 0.0)
        model = elver.Model("rod", Robot("rod", [rod]), forces, start=elver.InitialState(quaternion=quaternion))
        run = elver.simulate(model, 12.0, solver=elver.Solver(dt=2e-3, check_step=False), progress=False)
        assert run.summary["ledger_closure"] < 1e-5
        w, x, *_ = run.data.base_quaternion.values[-1]
        return abs(2 * math.atan2(x, w)) % math.pi

    assert rolled(0.2) == pytest.approx(0.0, abs=0.05) or rolled(0.2) == pytest.approx(math.pi, abs=0.05)
    assert min(rolled(1.5), math.pi - rolled(1.5)) < 0.1


# --- waves


def test_a_light_log_rides_on_long_waves():
    """A thin log across waves fifty times its size goes up and down as the surface does."""
    height, period = 0.1, 2.5
    sea = Sea(RegularWaves(height=height, period=period, direction=math.pi / 2), ramp=5.0)
    run = elver.simulate(
        cylinder(sea, drag=1.0), 20.0, solver=elver.Solver(dt=2e-3, method="rk4", check_step=False), progress=False
    )
    t, p = run.data.time.values, run.data.base_position.values
    k = (2 * math.pi / period) ** 2 / 9.81
    eta = height / 2 * np.cos(k * p[:, 1] - 2 * math.pi / period * t)
    late = t > 10
    assert np.abs(p[late, 2] - eta[late]).max() < 0.06 * height
    assert run.summary["ledger_closure"] < 1e-6


def test_a_small_floating_cylinder_in_a_wave_feels_pressure_and_slope():
    """Held still, half in: the lift is rho g (A/2 + 2 r eta) less the wave's own acceleration of the wet part and added mass."""
    r, amplitude, period = 0.05, 0.002, 3.0
    sea = Sea(RegularWaves(height=2 * amplitude, period=period, direction=math.pi / 2), stretching="constant")
    law, gravity = Morison(current=sea, drag_e2=0.0, drag_e3=0.0, friction=0.0, drag_roll=0.0), Gravity(9.81, 1000.0, sea)
    body = Body.solid("rod", EllipticCylinder(1.0, r, r, at=(-0.5, 0, 0)), 500.0)
    w = 2 * math.pi / period
    for t in (0.0, 0.4, 1.1):
        motion = Motion(ca.SX(t), ca.SX.eye(3), ca.SX(3, 1), ca.SX(6, 1))
        found = numbers(law.effect(body, motion).wrench + gravity.effect(body, motion).wrench)
        eta, up, across = amplitude * math.cos(-w * t), -amplitude * w**2 * math.cos(-w * t), amplitude * w**2 * math.sin(-w * t)
        wet = 1000 * math.pi * r**2 / 2
        assert found[2] == pytest.approx(1000 * 9.81 * 2 * r * eta + 2 * wet * up, abs=0.02 * 1000 * 9.81 * 2 * r * amplitude)
        assert found[1] == pytest.approx(2 * wet * across, abs=0.03 * 2 * wet * amplitude * w**2)


@pytest.mark.parametrize("law", [Morison, Immersed])
def test_the_ledger_closes_in_irregular_waves(law):
    sea = Sea(Jonswap(height=0.06, period=1.2, count=30, spreading=4.0), depth=2.0, ramp=1.0)
    model = cylinder(sea, density=600.0, drag=1.0)
    model = replace(model, forces={**model.forces, "water": law(current=sea)})
    run = elver.simulate(model, 4.0, solver=RK4, progress=False)
    assert run.summary["ledger_closure"] < 1e-6
    works = dict(zip(run.data.flow.values, run.data.work.values[-1], strict=True))
    assert works["water.spray"] > 0
    assert abs(works["weight.waves"]) > 1e-3


def test_without_the_surfaces_own_rate_or_the_water_taken_along_the_ledger_is_open(monkeypatch):
    """What closes it: a wrong variant shows."""
    from elver.forces import morison

    sea = Sea(RegularWaves(height=0.05, period=1.0))
    monkeypatch.setattr(morison, "taken_along", lambda *_: (ca.SX(6, 1), ca.SX(0), ca.SX(0)))
    run = elver.simulate(cylinder(sea, density=600.0, z=0.02, drag=1.0), 3.0, solver=RK4, progress=False)
    assert run.summary["ledger_closure"] > 1e-4


def test_a_ball_that_falls_in_loses_energy_to_spray_and_comes_to_float():
    body = Body.solid("ball", Ellipsoid(0.1, 0.1, 0.1), 500.0)
    forces = {"water": Immersed(current=CALM), "weight": Gravity(fluid_density=1000.0, surface=CALM)}
    model = elver.Model("ball", Robot("ball", [body]), forces, start=elver.InitialState(position=(0.0, 0.0, 0.4)))
    fine = elver.Solver(dt=2.5e-4, method="rk4", check_step=False)
    run = elver.simulate(model, 3.0, solver=fine, progress=False)
    works = dict(zip(run.data.flow.values, run.data.work.values[-1], strict=True))
    assert works["water.spray"] > 1.0
    assert run.summary["ledger_closure"] < 5e-5
    assert abs(run.data.base_position.values[-1, 2]) < 0.02


def test_water_entry_is_no_slam_by_this_law():
    """Said, and held: the force grows as the root of the depth from nothing, where von Karman's begins with pi rho r V^2."""
    r, V = 0.1, 2.0
    law = Morison(current=CALM, drag_e2=0.0, drag_e3=0.0, friction=0.0, drag_roll=0.0)
    body = Body.solid("rod", EllipticCylinder(1.0, r, r, at=(-0.5, 0, 0)), 500.0)

    def force(depth):
        motion = Motion(ca.SX(0), ca.SX.eye(3), ca.SX(ca.DM([0, 0, r - depth])), ca.SX(ca.DM([0, 0, -V, 0, 0, 0])))
        return float(numbers(law.effect(body, motion).wrench)[2])

    slam = math.pi * 1000 * r * V**2
    exact = [1000 * 2 * math.sqrt(2 * r * d - d * d) * V**2 for d in (1e-4 * r, 0.1 * r, r)]  # rho dA/dd V^2
    assert [force(d) for d in (1e-4 * r, 0.1 * r, r)] == pytest.approx(exact, rel=1e-6)
    assert force(1e-4 * r) < 0.02 * slam
    assert force(r) == pytest.approx(2 / math.pi * slam, rel=1e-6)


def test_a_whole_body_in_the_water_does_not_notice_the_surface():
    """Deep down it feels what it feels in a calm flow that fills all space."""
    body = Body.solid("rod", EllipticCylinder(1.0, 0.03, 0.05, at=(-0.5, 0, 0)), 900.0)
    rng = np.random.default_rng(4)
    motion = Motion(ca.SX(0), ca.SX(ca.DM(turn((1, 1, 2), 0.7))), ca.SX(ca.DM([0, 0, -9])), ca.SX(ca.DM(rng.normal(size=6))))
    for sea, still in ((Morison(current=CALM), Morison()), (Immersed(current=CALM, slender=1e9), Immersed(slender=1e9))):
        one, two = sea.effect(body, motion), still.effect(body, motion)
        assert numbers(one.wrench) == pytest.approx(numbers(two.wrench), rel=1e-9, abs=1e-9)
        assert numbers(one.inertia) == pytest.approx(numbers(two.inertia), rel=1e-9, abs=1e-9)


def test_what_a_surface_cannot_go_with_is_refused():
    body = Body.solid("rod", EllipticCylinder(1.0, 0.05, 0.05), 900.0)
    robot = Robot("rod", [body])
    with pytest.raises(InputError, match="knows no surface"):
        elver.compile_model(elver.Model("rod", robot, {"water": Morison(current=CALM, law="paper")}))
    with pytest.raises(InputError, match="surface=sea"):
        elver.compile_model(elver.Model("rod", robot, {"water": Morison(current=CALM), "weight": Gravity(fluid_density=1000.0)}))
    with pytest.raises(InputError, match="no elevation"):
        Gravity(surface=(0.0, 0.0, 0.0))


@pytest.mark.parametrize("law", [Morison, Immersed])
def test_gradients_of_runs_in_waves_are_differences(law):
    """Through many waves, wet shares and what is taken along: the adjoint against central differences, 1e-6."""
    sea = Sea(Jonswap(height=0.1, period=1.5, count=21, spreading=5.0), depth=3.0)
    shape = EllipticCylinder(0.6, 0.05, 0.05, at=(-0.3, 0, 0)) if law is Morison else Ellipsoid(0.1, 0.1, 0.1)
    forces = {"water": law(current=sea), "weight": Gravity(9.81, 1000.0, sea)}
    start = elver.InitialState(position=(0.0, 0.0, -0.02))
    model = elver.Model("float", Robot("float", [Body.solid("float", shape, 700.0)]), forces, start=start)
    name = "forces.water.drag_e3" if law is Morison else "forces.water.drag"
    program, solver = elver.compile_model(model.freed(name)), elver.Solver(dt=5e-3, method="rk4")
    found = elver.gradient(program, lambda course: course.end["base_position", "z"], 1.0, solver=solver)[name]

    def end(drag):
        run = elver.simulate(program, 1.0, solver=solver, parameters={name: drag}, progress=False)
        return run.data.base_position.values[-1, 2]

    assert found == pytest.approx((end(1.0001) - end(0.9999)) / 2e-4, rel=1e-6)
