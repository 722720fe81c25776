"""Bodies in streams that differ from place to place and from time to time."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, random_quaternion
from scipy.integrate import solve_ivp

import elver
from elver import InputError
from elver.drive import ConstantPose
from elver.forces import BluffDrag, LinearFlow, Morison, Motion, QuasiSteadyWing, UniformFlow, Vortex
from elver.forces.flow import carried_inertia, displaced, local_flow
from elver.robot import Blade, Body, Box, Ellipsoid, EllipticCylinder, Robot, Tapered
from elver.symbolic.spatial import quaternion_rotation

SLENDER = Body.solid("fish", EllipticCylinder(0.4, 0.02, 0.05, at=(-0.1, 0.01, 0.02)), 900.0)
TAPERED = Body.solid("fin", Tapered(((0.0, 0.01, 0.02), (0.2, 0.03, 0.06), (0.3, 0.0, 0.05)), at=(0.05, 0, 0)), 900.0)
FULL = ((0.3, -0.7, 0.2), (0.5, 0.1, -0.4), (-0.2, 0.6, -0.4))
FLOWS = (LinearFlow(FULL, (0.2, -0.1, 0.3), (0.1, 0.2, -0.3)), Vortex(0.4, 0.3, (0.2, -0.1, 0.0), (0.3, 0.1, -0.2)))


@dataclass(frozen=True)
class Gusting:
    """A stream that turns, swells and waves."""

    def velocity(self, place, time):
        return ca.vertcat(0.3 * ca.sin(2 * place[1] - 3 * time), 0.2 * ca.cos(time) * place[0], 0.1 * place[0] * place[2])


def numbers(x) -> np.ndarray:
    return np.array(ca.evalf(ca.SX(x)), dtype=float).squeeze()


def random_motion(rng) -> tuple:
    return random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)


@pytest.mark.parametrize("flow", [*FLOWS, Gusting()], ids=lambda f: type(f).__name__)
def test_derivatives_of_a_flow_are_its_differences(flow):
    """Gradient, DU/Dt along a path of the water, its own gradient and half the curl."""
    rng, h = np.random.default_rng(1), 1e-5
    U = lambda x, t: numbers(flow.velocity(ca.DM(x), ca.DM(t)))  # noqa: E731
    a = lambda x, t: numbers(local_flow(flow, ca.DM(x), ca.DM(t)).acceleration)  # noqa: E731
    for _ in range(4):
        x, t = rng.normal(size=3), rng.uniform(0, 2)
        here = local_flow(flow, ca.DM(x), ca.DM(t))
        gradient = np.column_stack([(U(x + h * e, t) - U(x - h * e, t)) / (2 * h) for e in np.eye(3)])
        assert numbers(here.velocity) == pytest.approx(U(x, t))
        assert numbers(here.gradient) == pytest.approx(gradient, abs=1e-8)
        along = (U(x + h * U(x, t), t + h) - U(x - h * U(x, t), t - h)) / (2 * h)
        assert numbers(here.acceleration) == pytest.approx(along, abs=1e-8)
        slopes = np.column_stack([(a(x + h * e, t) - a(x - h * e, t)) / (2 * h) for e in np.eye(3)])
        assert numbers(here.acceleration_gradient) == pytest.approx(slopes, abs=1e-7)
        curl = [gradient[2, 1] - gradient[1, 2], gradient[0, 2] - gradient[2, 0], gradient[1, 0] - gradient[0, 1]]
        assert numbers(here.turning) == pytest.approx(0.5 * np.array(curl), abs=1e-8)


@pytest.mark.parametrize("body", [SLENDER, TAPERED], ids=["even", "tapered"])
@pytest.mark.parametrize("points", [4, 6])
def test_a_uniform_flow_is_the_current_of_three_numbers(body, points):
    """The general form by sections against the closed one: Galilean invariance is in it."""
    rng, stream = np.random.default_rng(2), (0.4, -0.3, 0.2)
    law = Morison(points=points, current=stream)
    closed, general = Evaluated(law, body), Evaluated(replace(law, current=UniformFlow(stream)), body)
    for _ in range(4):
        Q, P, V = random_motion(rng)
        one, two = closed(Q, P, V), general(Q, P, V)
        for k in range(3):  # wrench, inertia, kinetic energy
            assert two[k] == pytest.approx(one[k], rel=1e-9, abs=1e-9 * np.abs(one[k]).max())
        powers = [dict(zip(e.flow_names, np.atleast_1d(out[4]), strict=True)) for e, out in ((closed, one), (general, two))]
        assert powers[1]["f.drag"] == pytest.approx(powers[0]["f.drag"], rel=1e-9)
        assert powers[1]["f.current"] == pytest.approx(powers[0]["f.current"], rel=1e-9, abs=1e-9)


def test_a_uniform_wind_is_the_wind_of_three_numbers():
    blade = Blade((0.01, 0.02, 0.0), (1, 0, 0), (0, 0, 1), (0, 1, 0), 0.07, 0.02)
    body = Body.central("wing", 1e-3, (0.03, 0, 0), 1e-6 * np.eye(3))
    rng, body, wind = np.random.default_rng(3), replace(body, blade=blade), (0.5, 1.0, -0.3)
    closed, general = (Evaluated(QuasiSteadyWing(wind=w), body) for w in (wind, UniformFlow(wind)))
    for _ in range(4):
        Q, P, V = random_motion(rng)
        one, two = closed(Q, P, V), general(Q, P, V)
        for k in range(3):
            assert two[k] == pytest.approx(one[k], rel=1e-9, abs=1e-9 * np.abs(one[k]).max())
    with pytest.raises(InputError, match="Use law=kirchhoff"):
        Evaluated(QuasiSteadyWing(law="paper", wind=UniformFlow(wind)), body)


def test_a_moving_frame_changes_nothing():
    """Galilean invariance of a flow: body, vortex and stream carried along together feel what they feel at rest."""
    rng, carried = np.random.default_rng(4), np.array([0.7, -0.4, 0.3])
    still, moving = Vortex(0.4, 0.3, (0.1, 0.0, 0.0)), Vortex(0.4, 0.3, (0.1, 0.0, 0.0), tuple(carried))
    one, two = (Evaluated(Morison(current=flow), SLENDER) for flow in (still, moving))
    for _ in range(3):
        Q, P, V = random_motion(rng)
        R = np.array(quaternion_rotation(ca.DM(Q)))
        stream = R.T @ carried
        wrench, inertia, *_ = one(Q, P, V)
        other = two(Q, P, V + np.concatenate([stream, np.zeros(3)]))[0]
        turning = inertia @ np.concatenate([np.cross(V[3:], stream), np.zeros(3)])  # as of a uniform stream
        assert other + turning == pytest.approx(wrench, rel=1e-9, abs=1e-9 * np.abs(wrench).max())


def test_added_mass_of_a_sphere_is_that_of_auton():
    """m_a (DU/Dt - dv/dt) and the lift m_a (v - U) x (-curl U), by a body that moves its water alike in all directions."""
    mass, rng = 0.7, np.random.default_rng(5)
    for flow in (*FLOWS, Gusting()):

        def energy(motion: Motion, flow=flow):
            u = motion.velocity - motion.to_body(flow.velocity(motion.position, motion.time))
            return 0.5 * mass * ca.sumsqr(u)

        Q, P, V = random_motion(rng)
        t, R = 0.3, np.array(quaternion_rotation(ca.DM(Q)))
        found = carried_inertia(energy, Motion(ca.SX(t), ca.SX(R), ca.SX(P), ca.SX(V)))
        here = local_flow(flow, ca.DM(P), ca.DM(t))
        U, a, curl = numbers(here.velocity), numbers(here.acceleration), 2 * numbers(here.turning)
        v = R @ V[:3]
        force = mass * a - mass * np.cross(v - U, curl)  # what is left at dv/dt = 0 in the world, so Vdot = -w x v
        own = -numbers(found.terms)[:3] - (numbers(found.inertia) @ np.concatenate([-np.cross(V[3:], V[:3]), np.zeros(3)]))[:3]
        assert R @ own == pytest.approx(force, rel=1e-9, abs=1e-10)
        assert numbers(found.terms)[3:] == pytest.approx(np.zeros(3), abs=1e-12)


@pytest.mark.parametrize("law", ["kirchhoff", "paper"])
@pytest.mark.parametrize("flow", [*FLOWS, Gusting()], ids=lambda f: type(f).__name__)
def test_the_ledger_closes_in_any_flow(law, flow):
    """The work of the stream, of drag and of the added mass add up to what the machine gained."""
    body = replace(SLENDER, name="fish")
    robot = Robot("one", [body])
    start = elver.InitialState(
        position=(0.3, 0.2, -0.1), quaternion=(0.9, 0.3, -0.1, 0.3), twist=(0.2, -0.4, 0.1, 1.0, -2.0, 0.5)
    )
    model = elver.Model("one", robot, {"water": Morison(law=law, current=flow)}, ConstantPose({}), start=start)
    run = elver.simulate(model, 1.0, solver=elver.Solver(dt=1e-3, method="rk4"))
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-7
    assert abs(run.summary["ledger"]["water.current"]) > 1e-5


def neutral(law: Morison, shape, flow, start: elver.InitialState, duration: float) -> elver.Run:
    body = Body.solid("drop", shape, 1000.0)
    return elver.simulate(
        elver.Model("drop", Robot("drop", [body]), {"water": replace(law, current=flow)}, ConstantPose({}), start=start),
        duration,
        solver=elver.Solver(dt=2e-3, method="rk4"),
    )


def test_a_neutral_body_that_turns_with_the_water_stays_in_it():
    """Solid rotation: the pressure is the centripetal force of the displaced water, and nothing moves against it."""
    rate, at = 1.3, np.array([0.5, 0.0, 0.0])
    start = elver.InitialState(position=tuple(at), twist=(0.0, rate * at[0], 0.0, 0.0, 0.0, rate))
    shape = EllipticCylinder(0.2, 0.02, 0.03, at=(-0.1, 0.0, 0.0))
    run = neutral(Morison(), shape, LinearFlow.rotation((0.0, 0.0, rate)), start, 4.0)
    angle = rate * run.data.time.values
    circle = 0.5 * np.column_stack([np.cos(angle), np.sin(angle), 0 * angle])
    assert run.data.base_position.values == pytest.approx(circle, abs=1e-8)
    assert run.data.base_twist.values == pytest.approx(np.tile([0, rate * 0.5, 0, 0, 0, rate], (len(angle), 1)), abs=1e-8)


def test_without_its_pressure_it_would_fly_out():
    """The wrong variant: the same body without the displaced water's share leaves the circle."""
    flow = LinearFlow.rotation((0.0, 0.0, 1.3))
    motion = Motion(ca.SX(0), ca.SX.eye(3), ca.SX([0.5, 0.0, 0.0]), ca.SX([0, 0.65, 0, 0, 0, 1.3]))
    shape = EllipticCylinder(0.2, 0.02, 0.03, at=(-0.1, 0.0, 0.0))
    wrench, _ = displaced(flow, shape, 1000.0, motion)
    assert numbers(wrench)[:3] == pytest.approx([-1000 * shape.volume * 1.3**2 * 0.5, 0.0, 0.0], rel=1e-9)


def test_a_small_neutral_body_in_a_strain_goes_with_the_water():
    """Without drag, from rest in the water at its place: it stays on the path of the water, x = x0 exp(k t), y = y0 exp(-k t)."""
    k = 0.8
    flow = LinearFlow(((k, 0, 0), (0, -k, 0), (0, 0, 0)))
    law = Morison(friction=0.0, drag_e2=0.0, drag_e3=0.0, drag_roll=0.0)
    start = elver.InitialState(position=(0.3, 0.4, 0.0), twist=(k * 0.3, -k * 0.4, 0, 0, 0, 0))
    run = neutral(law, EllipticCylinder(2e-3, 1e-3, 1e-3, at=(-1e-3, 0, 0)), flow, start, 1.0)
    t = run.data.time.values
    path = np.column_stack([0.3 * np.exp(k * t), 0.4 * np.exp(-k * t), 0 * t])
    assert run.data.base_position.values == pytest.approx(path, abs=1e-4)


def test_a_cylinder_held_in_a_strain_feels_morisons_inertia():
    """Broadside, at rest: (1 + C_a) rho A L DU/Dt, less nothing; DU/Dt by hand."""
    k, at = 0.6, 0.7
    flow = LinearFlow(((-k, 0, 0), (0, k, 0), (0, 0, 0)))
    body = Body.solid("rod", EllipticCylinder(0.3, 0.02, 0.02, at=(-0.15, 0, 0)), 1000.0)
    for law in ("paper", "kirchhoff"):
        force = Evaluated(Morison(law=law, drag_e2=0.0, drag_e3=0.0, friction=0.0, current=flow), body)
        across = force(np.array([1.0, 0, 0, 0]), np.array([0.0, at, 0.0]), np.zeros(6))[0][1]
        assert across == pytest.approx(2 * 1000 * math.pi * 0.02**2 * 0.3 * k**2 * at, rel=1e-9)


def test_a_drop_in_a_vortex_by_its_own_equation():
    """Bluff drag in a vortex against SciPy, with the flow written out again."""
    vortex, mass, area = Vortex(0.6, 0.2, (0.0, 0.0, 0.0), (0.1, 0.0, 0.0)), 0.5, 0.01
    body = Body.central("drop", mass, (0, 0, 0), 1e-3 * np.eye(3))
    law = BluffDrag("drop", (area,) * 3, current=vortex)
    start = elver.InitialState(position=(0.3, 0.0, 0.0))
    model = elver.Model("drop", Robot("drop", [body]), {"drag": law}, ConstantPose({}), start=start)
    run = elver.simulate(model, 3.0, solver=elver.Solver(dt=1e-3, method="rk4"))

    def rate(t, y):
        x, v = y[:2] - [0.1 * t, 0.0], y[2:]
        r2 = x @ x
        swirl = 0.6 / (2 * np.pi * r2) * (1 - np.exp(-r2 / 0.2**2))
        u = v - np.array([0.1 - swirl * x[1], swirl * x[0]])
        return np.concatenate([v, -0.5 * 1000 * area * np.linalg.norm(u) * u / mass])

    wanted = solve_ivp(rate, (0, 3), [0.3, 0, 0, 0], rtol=1e-10, atol=1e-12).y[:2, -1]
    assert run.data.base_position.values[-1, :2] == pytest.approx(wanted, abs=1e-6)


def test_the_pressure_of_a_solid_is_the_integral_over_it():
    """Against a sum over many points of an ellipsoid and a box; DU/Dt is linear there."""
    flow, rng = LinearFlow(FULL, (0.2, -0.1, 0.3)), np.random.default_rng(6)
    for shape, inside in (
        (Ellipsoid(0.3, 0.1, 0.2, at=(0.1, 0.0, -0.05)), "ball"),
        (Box(0.4, 0.1, 0.2, at=(0.0, 0.1, 0.0)), "box"),
    ):
        Q, P, V = random_motion(rng)
        R = np.array(quaternion_rotation(ca.DM(Q)))
        wrench, _ = displaced(flow, shape, 1000.0, Motion(ca.SX(0), ca.SX(R), ca.SX(P), ca.SX(V)))
        nodes, weights = np.polynomial.legendre.leggauss(24)
        half = np.array([0.3, 0.1, 0.2] if inside == "ball" else [0.2, 0.05, 0.1])
        total, G = np.zeros(6), np.array(FULL)
        for a, wa in zip(nodes, weights, strict=True):
            for b, wb in zip(nodes, weights, strict=True):
                for c, wc in zip(nodes, weights, strict=True):
                    if inside == "ball":  # spherical shells: exact for polynomials
                        r, cos, phi = 0.5 * (a + 1), b, math.pi * (c + 1)
                        sin = math.sqrt(1 - cos * cos)
                        unit, share = r * np.array([sin * math.cos(phi), sin * math.sin(phi), cos]), 0.5 * math.pi * r * r
                    else:
                        unit, share = np.array([a, b, c]), 1.0
                    x = shape.at + half * unit
                    place = P + R @ x
                    U = np.array([0.2, -0.1, 0.3]) + G @ place
                    f = 1000.0 * wa * wb * wc * share * half.prod() * (R.T @ (G @ U))
                    total += np.concatenate([f, np.cross(x, f)])
        assert numbers(wrench) == pytest.approx(total, rel=1e-6, abs=1e-8 * np.abs(total).max())


def test_what_is_no_flow_is_refused():
    with pytest.raises(InputError, match="object with a method velocity"):
        Morison(current=(1.0, 2.0))

    class Flat:
        def velocity(self, place, time):
            return ca.vertcat(1, 0)

    with pytest.raises(InputError, match="column of three"):
        Evaluated(Morison(current=Flat()), SLENDER)
    with pytest.raises(InputError, match="3 x 3 finite numbers"):
        LinearFlow(((1.0, 0.0), (0.0, 1.0)))
