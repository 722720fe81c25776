"""Wings with memory: Theodorsen's heave and pitch, Wagner's step, Garrick's thrust, and the account of power."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from scipy.special import hankel2
from tolerances import assert_close

import elver
from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import ConstantPose
from elver.forces import (
    Dickinson,
    Edge,
    FlatPlate,
    LinearFlow,
    Morison,
    Motion,
    Polar,
    QuasiSteadyWing,
    UniformFlow,
    UnsteadyWing,
)
from elver.forces.effect import trait
from elver.forces.unsteady import JONES
from elver.robot import Blade, Box, EllipticCylinder, placed
from elver.simulation import Save, Solver

RHO, CHORD, SPAN, SPEED = 1000.0, 0.2, 1.5, 1.3
B = CHORD / 2
THIN = Polar(lambda alpha: 2 * math.pi * ca.sin(alpha), lambda alpha: 0 * alpha)  # the plate of thin-aerofoil theory
WING = UnsteadyWing(RHO, THIN, points=2)


def wing_body(axis: float = 0.1, name: str = "wing") -> Body:
    """A plate whose chord lies along x, leading edge at x = ``axis``; z normal to it, y along its span."""
    blade = Blade((axis, -SPAN / 2, 0.0), (0, 1, 0), (1, 0, 0), (0, 0, 1), SPAN, CHORD)
    return Body.solid(name, Box(CHORD, SPAN, 0.001, at=(axis - B, 0, 0)), 10.0, blade=blade)


# --- Small motions about flight along +x: the law made linear, against the closed form.
#
# Theodorsen in his symbols: h down, alpha nose up about the axis at a b behind mid-chord,
#   L = pi rho b^2 (h'' + U alpha' - b a alpha'') + 2 pi rho U b C(k) Q,     Q = h' + U alpha + b (1/2 - a) alpha',
#   M = pi rho b^2 (b a h'' - U b (1/2 - a) alpha' - b^2 (1/8 + a^2) alpha'') + 2 pi rho U b^2 (a + 1/2) C(k) Q,
# lift up, moment nose up about that axis. With z up: h = -z, alpha = -theta_y.


def of_theodorsen(C: complex, omega: float, a: float) -> np.ndarray:
    """Lift and moment per h and per alpha, both of exp(i omega t), per span."""
    s, U, b = 1j * omega, SPEED, B
    q = math.pi * RHO * b**2
    Q = np.array([s, U + b * (0.5 - a) * s])
    lift = q * np.array([s**2, U * s - b * a * s**2]) + 2 * math.pi * RHO * U * b * C * Q
    couple = np.array([b * a * s**2, -U * b * (0.5 - a) * s - b**2 * (0.125 + a**2) * s**2])
    return np.array([lift, q * couple + 2 * math.pi * RHO * U * b**2 * (a + 0.5) * C * Q])


def of_the_law(law: UnsteadyWing, omega: float, a: float) -> np.ndarray:
    """The same of the law at small motions about steady flight, by the derivatives of its graph."""
    body = wing_body((1 + a) * B)  # the frame's origin is the axis, a b behind mid-chord
    V, y = ca.SX.sym("V", 6), ca.SX.sym("y", len(trait(law, "memory")(body)))
    effect = law.effect(body, Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), V, y))
    both = ca.vertcat(effect.wrench, effect.rates)
    at = ca.Function("at", [V, y], [ca.jacobian(both, ca.vertcat(V, y)), effect.inertia])
    table, inertia = (np.array(part) for part in at([SPEED, 0, 0, 0, 0, 0], np.zeros(y.numel())))
    s, n = 1j * omega, y.numel()
    # twist: v_z = z' + U sin(alpha) = -(h' + U alpha) against the flow, turning theta_y' = -alpha'
    V_of = np.zeros((6, 2), dtype=complex)
    V_of[2], V_of[4] = [-s, -SPEED], [0, -s]
    y_of = np.linalg.solve(s * np.eye(n) - table[6:, 6:], table[6:, :6] @ V_of)
    W = table[:6, :6] @ V_of + table[:6, 6:] @ y_of - s * inertia @ V_of
    return np.array([W[2], -W[4]]) / SPAN


def jones(k: float) -> complex:
    """C(k) of Jones's two lags."""
    return 1 - sum(A * 1j * k / (1j * k + c) for A, c in JONES)


def theodorsen(k: float) -> complex:
    """C(k) by Hankel functions of the second kind."""
    return hankel2(1, k) / (hankel2(1, k) + 1j * hankel2(0, k))


@pytest.mark.parametrize("k", np.geomspace(0.05, 2.0, 9))
@pytest.mark.parametrize("a", [-1.0, -0.5, -0.2, 0.3])
def test_heave_and_pitch_are_theodorsens(k, a):
    """With the lags' own C(k) to rounding; with that of the Hankel functions to the 2 % of Jones's two terms."""
    omega = k * SPEED / B
    found = of_the_law(WING, omega, a)
    states = of_theodorsen(jones(k), omega, a)
    assert np.abs(found - states).max() < 1e-9 * np.abs(states).max()
    exact = of_theodorsen(theodorsen(k), omega, a)
    for row, motion in ((0, 0), (0, 1)):  # lift by heave and by pitch: amplitude and phase
        ratio = found[row, motion] / exact[row, motion]
        assert abs(ratio) == pytest.approx(1, abs=0.03)
        assert np.angle(ratio) == pytest.approx(0, abs=0.03)
    assert np.abs(found - exact).max() < 0.03 * np.abs(exact).max()


def test_jones_two_terms_miss_theodorsens_function_by_two_percent():
    """What the states themselves are worth; said on the page."""
    grid = np.geomspace(0.05, 2.0, 200)
    errors = [abs(jones(k) - theodorsen(k)) / abs(theodorsen(k)) for k in grid]
    assert 0.01 < max(errors) < 0.035


def test_without_lag_or_with_lift_by_mid_chord_it_is_not_theodorsens():
    """The quasi-steady wing has neither the wake nor the lift by turning; both are large."""
    k, a = 0.5, -0.5
    omega = k * SPEED / B
    found, exact = of_the_law(WING, omega, a), of_theodorsen(theodorsen(k), omega, a)
    no_wake = of_theodorsen(1.0, omega, a)
    assert np.abs(found - no_wake).max() > 0.1 * np.abs(exact).max()
    quasi = of_the_law(QuasiSteadyWing(RHO, THIN, 0.25), omega, a)
    assert np.abs(quasi - no_wake).max() > 0.1 * np.abs(exact).max()


# --- In time.


class Moving:
    """A plate in a stream against -x: heave of the slide, pitch of the hinge, both sines."""

    def __init__(self, heave: float = 0.0, pitch: float = 0.0, k: float = 0.3, lag: float = 0.0):
        self.omega = k * SPEED / B
        self.period = 2 * math.pi / self.omega
        self.heave, self.pitch, self.lag = heave, pitch, lag

    def motion(self, now):
        return {
            "slide": self.heave * ca.sin(self.omega * now.time),
            "hinge": self.pitch * ca.sin(self.omega * now.time + self.lag),
        }


def rig(gait, law=WING, axis: float = 0.1) -> Model:
    """A fixed base, a massless slide along z and the plate on a hinge about y."""
    base, slide = Body.solid("base", Box(0.1, 0.1, 0.1), 100.0), Body.solid("slide", Box(0.01, 0.01, 0.01), 1.0)
    joints = [
        Joint("slide", "base", "slide", "prismatic"),
        Joint("hinge", "slide", "wing", place=placed(axis=(0, 1, 0), x=(1, 0, 0))),
    ]
    # the hinge's frame has z along y of the world: the plate is described in it
    blade = Blade((axis, 0, -SPAN / 2), (0, 0, 1), (1, 0, 0), (0, -1, 0), SPAN, CHORD)
    wing = Body.solid("wing", Box(CHORD, 0.001, SPAN, at=(axis - B, 0, 0)), 10.0, blade=blade)
    air = replace(law, wind=(-SPEED, 0.0, 0.0))
    return Model("rig", Robot("rig", [base, slide, wing], joints, base="fixed"), {"water": air}, gait)


def test_a_step_of_the_angle_grows_as_wagners_function():
    """Flight at a small angle from rest of the wake: half of the lift at once, then Wagner's growth over half chords."""
    alpha = 1e-4
    body = wing_body()
    law = UnsteadyWing(RHO, THIN, points=1)
    V, y = ca.SX.sym("V", 6), ca.SX.sym("y", 2)
    effect = law.effect(body, Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), V, y))
    f = ca.Function("f", [V, y], [effect.wrench, effect.rates])
    twist = np.array([SPEED, 0, -SPEED * alpha, 0, 0, 0])
    lags, dt, lifts = np.zeros(2), 4e-3 * B / SPEED, []
    for _ in range(5000):  # Heun's steps: to 20 half chords
        wrench, rate = (np.array(part).ravel() for part in f(twist, lags))
        lifts.append(wrench[2])
        rate2 = np.array(f(twist, lags + dt * rate)[1]).ravel()
        lags = lags + 0.5 * dt * (rate + rate2)
    s = 4e-3 * np.arange(5000)
    wagner = 1 - sum(A * np.exp(-c * s) for A, c in JONES)
    full = 2 * math.pi * RHO * SPEED**2 * B * SPAN * alpha
    assert np.array(lifts) / full == pytest.approx(wagner, rel=2e-6)
    garrick = 1 - 2 / (4 + s)  # another known approximation; each is within 2 % of Wagner's own
    assert wagner[25:] == pytest.approx(garrick[25:], rel=0.03)


def mean_powers(run, period: float) -> dict[str, float]:
    """Mean of every flow over the last period."""
    t, work = run.data.time.values, run.data.work.values
    begin = int(np.argmin(np.abs(t - (t[-1] - period))))
    return dict(zip(map(str, run.data.flow.values), (work[-1] - work[begin]) / (t[-1] - t[begin]), strict=True))


def of_garrick(h: complex, alpha: complex, k: float, a: float) -> tuple[float, float]:
    """Mean thrust and mean power to move the plate, per span, of amplitudes h and alpha: suction and the tilt of the lift."""
    omega = k * SPEED / B
    s, C = 1j * omega, jones(k)
    Q = s * h + SPEED * alpha + B * (0.5 - a) * s * alpha
    S = 2 * C * Q - B * s * alpha
    L, M = of_theodorsen(C, omega, a) @ np.array([h, alpha])
    mean = lambda x, y: 0.5 * (x * np.conj(y)).real  # noqa: E731
    thrust = 0.5 * math.pi * RHO * B * mean(S, S) - mean(L, alpha)
    return thrust, mean(L, s * h) - mean(M, s * alpha)


@pytest.mark.parametrize(("k", "lag"), [(0.15, 0.5 * math.pi), (0.6, 1.2), (1.2, 2.0)])
def test_thrust_and_power_are_garricks_for_small_swings(k, lag):
    """The differences fall with the square of the swing; what the wake takes is never negative."""
    a, errors = -0.4, []
    for size in (0.08, 0.04, 0.02):
        heave, pitch = size * B * 4, size
        gait = Moving(heave, pitch, k, lag)
        periods = 12 + int(6 / k)  # until the lags have forgotten the start
        run = simulate(
            rig(gait, axis=(1 + a) * B),
            periods * gait.period,
            solver=Solver(dt=gait.period / 400),
            save=Save(every=gait.period / 20),
        )
        powers = mean_powers(run, gait.period)
        assert run.summary["ledger_closure"] < 1e-9
        # z up, theta about y: h = -z; alpha = -theta
        thrust, power = of_garrick(-heave, -pitch * np.exp(1j * lag), k, a)
        found = np.array([powers["water.current"] / SPEED, powers["motor"]]) / SPAN
        scale = max(abs(power), abs(thrust * SPEED))
        errors.append([abs(found[0] - thrust) * SPEED / scale, abs(found[1] - power) / scale])
        assert powers["water.wake"] > 0
    errors = np.array(errors)
    assert errors[-1].max() < 3e-3
    assert (errors[0] / errors[1]).min() > 3.3


# --- In machines.

FIN = replace(WING, polar=FlatPlate(aspect_ratio=5.0, stall=0.4, blend=0.1))


def glider(law, twist=(1.5, 0.1, -0.2, 0.3, 0.4, -0.2)) -> Model:
    """A plate off its frame's axes, in free motion."""
    blade = Blade((0.05, -0.4, 0.02), (0, 1, 0), (1, 0, 0), (0, 0, 1), 0.8, CHORD)
    body = Body.solid("wing", Box(CHORD, 0.8, 0.01, at=(0.05 - B, 0, 0.02)), 1200.0, blade=blade)
    return Model("glider", Robot("glider", [body]), {"water": law}, start=InitialState(twist=twist))


@pytest.mark.parametrize("law", [WING, FIN], ids=["thin", "stalls"])
def test_free_motion_closes_its_ledger(law):
    run = simulate(glider(law), 0.5, solver=Solver(dt=2e-4))
    assert run.summary["ledger_closure"] < 1e-9
    assert run.data["memory"].shape[1] == 4
    assert np.abs(run.data["memory"].values).max() > 1e-3


def numbers(law, V, y, R=None, P=(0, 0, 0)):
    """Wrench, rates of the lags and power of the flows of the glider's plate."""
    body = glider(law).robot.bodies[0]
    effect = law.effect(body, Motion(ca.SX(0.3), ca.SX(np.eye(3) if R is None else R), ca.SX(P), ca.SX(V), ca.SX(y)))
    flows = sum(effect.flows.values())
    return tuple(np.array(ca.evalf(ca.SX(part)), dtype=float).ravel() for part in (effect.wrench, effect.rates, flows))


def test_frames_and_streams():
    """Turned with its world; carried by a stream; a uniform flow is the wind of three numbers."""
    rng = np.random.default_rng(1)
    V, y, wind = rng.normal(size=6), 0.1 * rng.normal(size=4), rng.normal(size=3)
    R = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    R *= np.linalg.det(R)
    still = numbers(replace(FIN, wind=tuple(wind)), V, y)
    turned = numbers(replace(FIN, wind=tuple(R @ wind)), V, y, R, rng.normal(size=3))
    flow = numbers(replace(FIN, wind=UniformFlow(tuple(wind))), V, y)
    for other in (turned, flow):
        for one, two in zip(still[:2], other[:2], strict=True):
            assert_close(two, one, 1e-11)
    carried, rest = V + np.concatenate([wind, np.zeros(3)]), numbers(FIN, V, y)
    moving = numbers(replace(FIN, wind=tuple(wind)), carried, y)
    assert_close(moving[1], rest[1], 1e-12)
    inertia = FIN.effect(glider(FIN).robot.bodies[0], Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), ca.SX(V), ca.SX(y))).inertia
    transport = np.array(ca.evalf(inertia)) @ np.concatenate([np.cross(V[3:], wind), np.zeros(3)])
    assert_close(moving[0] + transport, rest[0], 1e-11)


def test_in_a_stream_that_differs_from_place_to_place_the_ledger_closes():
    law = replace(FIN, wind=LinearFlow.rotation((0.2, -0.1, 0.4)))
    assert simulate(glider(law), 0.3, solver=Solver(dt=5e-4)).summary["ledger_closure"] < 1e-8


@pytest.mark.parametrize("fin", [FIN, replace(WING, polar=Dickinson(), stall=0.3)], ids=["its polar's", "given"])
def test_a_fin_that_has_stalled_is_the_quasi_steady_one(fin):
    """Across the flow, and in flow from behind, whatever it remembers."""
    body = glider(fin).robot.bodies[0]
    for V in ([0.1, 0.3, 2.0, 0.2, 0.3, -0.1], [-1.5, 0.0, -0.4, 0.2, 0.1, 0.3]):
        steady = fin.steady.effect(body, Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), ca.SX(V)))
        for y in (np.zeros(4), np.full(4, 0.05)):
            assert_close(numbers(fin, np.array(V), y)[0], np.array(ca.evalf(steady.wrench)).ravel(), 1e-6)


def test_a_stall_is_an_angle_above_nothing():
    for stall in (0.0, -0.3):
        with pytest.raises(InputError, match=r"UnsteadyWing.stall = .* is not allowed. Give a finite number greater than 0 rad"):
            UnsteadyWing(stall=stall)


def test_an_edge_is_refused_where_the_fin_sheds():
    body = glider(FIN).robot.bodies[0]
    both = replace(body, strip=EllipticCylinder(0.3, 0.01, 0.05).strip())
    with pytest.raises(InputError, match=r"'fin' \(UnsteadyWing\) sheds there already"):
        Model("m", Robot("m", [both]), {"water": Morison(), "fin": FIN, "edge": Edge("wing")}, ConstantPose({}))


def test_a_file_names_it(tmp_path):
    path = tmp_path / "fin.yaml"
    path.write_text(
        """elver: 1
name: fin
machine:
  base: planar
  bodies:
    fin:
      mass: 1 kg
      centre: [0, 0, 0]
      inertia: [[0.01, 0, 0], [0, 0.01, 0], [0, 0, 0.01]]
      blade: {start: [0.05, 0, -0.1], span: [0, 0, 1], chordwise: [1, 0, 0], normal: [0, 1, 0], length: 0.2, chord: 0.08}
media:
  fin: {type: unsteady_wing, density: 1000, polar: {type: flat_plate, aspect_ratio: 5, stall: 0.4}, points: 1}
start: {twist: [1, 0.1, 0, 0, 0, 0.2]}
run: {duration: 1}
"""
    )
    run = simulate(elver.scenario(str(path)).build(), 0.5)
    assert run.summary["ledger"]["fin.wake"] > 0
    assert run.summary["ledger_closure"] < 1e-8
