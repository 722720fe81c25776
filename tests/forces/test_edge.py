"""The water that leaves at a sharp edge: energy, momentum, Jones's slender wing, Lighthill's small waves."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from force_validator import Evaluated, check_equivariance, check_galilean
from scipy.interpolate import make_interp_spline
from tolerances import ALGEBRA, assert_close

import elver
from elver import Body, InitialState, InputError, Joint, Model, Robot, simulate
from elver.drive import ConstantPose, Spring
from elver.forces import (
    BluffDrag,
    ByBody,
    Edge,
    GroundFriction,
    LumpedWater,
    Morison,
    QuasiSteadyWing,
    Rudder,
    Shore,
    UniformFlow,
)
from elver.robot import Blade, EllipticCylinder, Strip, Tapered, TaperedStrip, axes_from
from elver.simulation import Save, Solver
from elver.symbolic.spatial import rotate

RHO = 1000.0
STILL = {"friction": 0, "drag_e2": 0, "drag_e3": 0, "drag_roll": 0}
WATER = Morison(**STILL)
TURNED = axes_from([0.6, 0.8, 0], [0, 0, 1.0])
TAIL = Body.solid("tail", EllipticCylinder(0.4, 0.02, 0.05, at=(-0.1, 0.01, 0.02), axes=TURNED), 900.0)
FIN = Body.solid(
    "tail", Tapered(((0.0, 0.02, 0.02), (0.1, 0.03, 0.08), (0.3, 0.005, 0.03)), at=(0.1, 0.02, 0), axes=TURNED), 900.0
)
EDGES = [("last", False), ("first", False), ("last", True), ("first", True)]


def masses(a: float, b: float) -> np.ndarray:
    """m2, m3, I1 per length of an elliptic section, written down once more."""
    return RHO * np.pi * np.array([b**2, a**2, (b**2 - a**2) ** 2 / 8])


# --- What it does to one body.


@pytest.mark.parametrize(("end", "taper"), EDGES)
def test_rules_of_every_force_law(end, taper):
    rng = np.random.default_rng(1)
    of = lambda current: Edge("tail", end, taper=taper, water=Morison(current=current))  # noqa: E731
    check_equivariance(of, FIN, rng)
    check_galilean(of, FIN, rng)


@pytest.mark.parametrize(("end", "taper"), EDGES)
def test_the_wake_never_gives_and_takes_all_that_the_wrench_costs(end, taper):
    """T |c| of the edge, forwards and backwards; T and c out of the twist by other means."""
    rng, law = np.random.default_rng(2), Evaluated(Edge("tail", end, water=WATER, taper=taper), FIN)
    for _ in range(50):
        V = rng.normal(size=6)
        assert law.flow("f.wake", V) == pytest.approx(-law.wrench(V) @ V, rel=1e-11)
        assert law.flow("f.wake", V) > 0
        if not taper:
            strip = FIN.strip
            s, a, b = strip.stations[-1 if end == "last" else 0]
            local = strip.axes.T @ (V[:3] + np.cross(V[3:], strip.start + s * strip.axes[:, 0]))
            T = 0.5 * masses(a, b) @ np.array([local[1], local[2], strip.axes[:, 0] @ V[3:]]) ** 2
            assert law.flow("f.wake", V) == pytest.approx(T * abs(local[0]), rel=1e-11)


def test_the_force_has_no_jump_where_the_flow_turns():
    law = Evaluated(Edge("tail", water=WATER), TAIL)
    across = TURNED @ np.array([0.0, 0.7, 0.3])
    sides = [law.wrench(np.concatenate([across + TURNED[:, 0] * speed, np.zeros(3)])) for speed in (1e-9, -1e-9)]
    assert_close(*sides, 1e-7)
    assert np.linalg.norm(sides[0]) > 1


def test_a_share_and_a_taper_are_sums_of_ends():
    """A strip of many steps: every step is an edge with the share of the water that its neighbour has no room for."""
    V, n = np.random.default_rng(3).normal(size=6), 4000
    (s0, a0, b0), (s1, a1, b1) = (0.0, 0.02, 0.06), (0.3, 0.02, 0.01)
    strip = TaperedStrip((0.1, 0.02, 0.0), TURNED, stations=((s0, a0, b0), (s1, a1, b1)))
    whole = Evaluated(Edge("tail", taper=True, water=replace(WATER, added_roll=0.0)), replace(FIN, strip=strip)).wrench(V)
    total = np.zeros(6)
    E, w = TURNED, V[3:]
    for k in range(n):
        s = (k + 0.5) / n * s1
        b, lower = (b0 + (b1 - b0) * (k + j) / n for j in (0, 1))
        r = strip.start + s * E[:, 0]
        v = E.T @ (V[:3] + np.cross(w, r))
        fall = RHO * np.pi * (b**2 - lower**2)
        force = E @ np.array([-0.5 * fall * v[1] ** 2, -max(-v[0], 0) * fall * v[1], 0])
        total += np.concatenate([force, np.cross(r, force)])
    assert_close(whole, total, 1e-6)
    even = replace(TAIL, strip=Strip((0.1, 0.02, 0.0), TURNED, 0.3, 0.02, 0.05))
    parts = [Evaluated(Edge("tail", share=share, water=WATER), even).wrench(V) for share in (0.3, 0.7, 1.0)]
    assert_close(parts[0] + parts[1], parts[2], 10 * ALGEBRA)


def test_a_uniform_flow_is_the_current_of_three_numbers():
    V, current = np.random.default_rng(4).normal(size=6), (0.3, -0.2, 0.4)
    one, two = (Evaluated(Edge("tail", water=Morison(current=c)), TAIL) for c in (current, UniformFlow(current)))
    assert_close(one.wrench(V), two.wrench(V), 10 * ALGEBRA)
    assert one.flow("f.current", V) == pytest.approx(two.flow("f.current", V))
    assert one.flow("f.current", V) + one.flow("f.wake", V) == pytest.approx(-one.wrench(V) @ V)


# --- R. T. Jones, "Properties of low-aspect-ratio pointed wings at speeds below and above the speed of sound", NACA report 835.
#
# A flat slender wing of half span b(x) at the small incidence alpha: lift pi rho U^2 b^2 alpha of the widest section, pi rho U^2
# alpha d(b^2)/dx of every section before it and none behind it; induced drag L alpha / 2. x points aft, y is normal to the wing.


def jones(stations, alpha: float, *edges: Edge, speed: float = 2.0):
    """Lift, drag and where along x the force acts, of a thin wing of these half spans."""
    wing = Body.central("tail", 1.0, (0, 0, 0), np.eye(3))
    strip = TaperedStrip((0.0, 0.0, 0.0), np.eye(3), stations=[(x, 1e-9, b) for x, b in stations])
    wing = replace(wing, strip=strip)
    V = np.array([-speed * math.cos(alpha), -speed * math.sin(alpha), 0, 0, 0, 0])
    wrench = sum(Evaluated(law, wing).wrench(V) for law in (WATER, *edges))
    along = V[:3] / speed
    lift, drag = wrench[:2] @ np.array([-along[1], along[0]]), -wrench[:3] @ along
    return abs(lift), drag, wrench[5] / wrench[1] if wrench[1] else math.nan


DELTA, KITE, BAR = ((0, 0.0), (0.6, 0.1)), ((0, 0.0), (0.4, 0.1), (0.9, 0.02)), ((0, 0.1), (0.6, 0.1))


@pytest.mark.parametrize("wing", [DELTA, KITE, BAR], ids=["delta", "kite", "rectangle"])
def test_jones_lift_induced_drag_and_where_they_act(wing):
    alpha, speed, widest = 1e-6, 2.0, max(b for _, b in wing)
    edges = (Edge("tail", water=WATER), Edge("tail", taper=True, water=WATER)) if wing is KITE else (Edge("tail", water=WATER),)
    lift, drag, place = jones(wing, alpha, *edges, speed=speed)
    assert lift == pytest.approx(np.pi * RHO * speed**2 * widest**2 * alpha, rel=1e-11)
    assert drag == pytest.approx(lift * alpha / 2, rel=1e-9)
    # lift goes with d(b^2)/dx up to the widest section: at 2/3 of a triangle, at the leading edge of a rectangle
    assert place == pytest.approx({DELTA: 0.4, KITE: 0.8 / 3, BAR: 0.0}[wing], abs=1e-9)


def test_wings_without_their_edges_are_not_those_of_jones():
    alpha = 1e-6
    assert jones(DELTA, alpha)[0] < 1e-12  # d'Alembert
    full = np.pi * RHO * 4 * 0.1**2 * alpha
    assert jones(KITE, alpha, Edge("tail", water=WATER))[0] == pytest.approx(0.04 * full)  # of the last section alone


# --- Momentum of body, bound water and wake.


def swimmer(edges, start: InitialState, water: Morison = WATER) -> Model:
    """Three bodies in space whose joints give way."""
    trunk = Body.solid("trunk", EllipticCylinder(0.5, 0.03, 0.06, axes=axes_from([1, 0, 0], [0, 1, 0])), 1100.0)
    waist = Body.solid("waist", EllipticCylinder(0.3, 0.02, 0.05), 950.0)
    tail = Body.solid("tail", Tapered(((0.0, 0.02, 0.05), (0.2, 0.01, 0.02), (0.3, 0.005, 0.07))), 1000.0)
    joints = [
        Joint("neck", "trunk", "waist", d=0.5, mode="passive"),
        Joint("stem", "waist", "tail", alpha=0.7, d=0.3, mode="passive"),
    ]
    forces = {"water": water, **{f"edge{k}": edge for k, edge in enumerate(edges)}}
    return Model("swimmer", Robot("swimmer", [trunk, waist, tail], joints), forces, elastic=Spring(0.4), start=start)


ALL = (Edge("tail"), Edge("tail", taper=True), Edge("trunk", "first"), Edge("waist", share=0.3))
AHEAD = InitialState(twist=(-1.2, 0.15, -0.1, 0.3, -0.3, 0.4), angles={"neck": 0.2, "stem": -0.3}, rates={"neck": 0.5})
BACK = InitialState(twist=(1.2, 0.15, -0.1, 0.3, -0.3, 0.4), angles={"neck": 0.2, "stem": -0.3}, rates={"neck": 0.5})


def of_bodies(robot, data) -> np.ndarray:
    """Linear and angular momentum about the world's origin of all bodies and the water bound to them, by sample (6)."""
    nodes, weights = np.polynomial.legendre.leggauss(6)
    total = 0.0
    for j, body in enumerate(robot.bodies):
        R, P, V = rotations(data)[:, j], data.body_position.values[:, j], data.body_twist.values[:, j]
        v, w = V[:, :3], V[:, 3:]
        linear = body.mass * v + np.cross(w, body.first_moments)
        angular = w @ body.inertia.T + np.cross(body.first_moments, v)
        for (s0, a0, b0), (s1, a1, b1) in pieces(body.strip):
            for node, weight in zip(0.5 * (nodes + 1), 0.5 * weights * (s1 - s0), strict=True):
                m = weight * masses(a0 + node * (a1 - a0), b0 + node * (b1 - b0))
                p, h, r = carried(body.strip, s0 + node * (s1 - s0), m, V)
                linear, angular = linear + p, angular + h + np.cross(r, p)
        total = total + in_world(R, P, linear, angular)
    return total


def into_wake(robot, edges, data) -> np.ndarray:
    """Momentum that leaves a second (6), by sample: c p and what the water's pressure on the plane of the end gives, T e."""
    total = 0.0
    for edge in edges:
        j = robot.body_names.index(edge.body)
        strip, R, P, V = (
            robot.bodies[j].strip,
            rotations(data)[:, j],
            data.body_position.values[:, j],
            data.body_twist.values[:, j],
        )
        sign = 1.0 if edge.end == "last" else -1.0
        for s, m in leaving(edge, strip):
            p, h, r = carried(strip, s, m, V)
            local = (V[:, :3] + np.cross(V[:, 3:], r)) @ strip.axes
            c, T = np.maximum(-sign * local[:, 0], 0)[:, None], 0.5 * np.sum(p * (local @ strip.axes.T), axis=1)
            T = T + 0.5 * np.sum(h * V[:, 3:], axis=1)
            linear = c * p + T[:, None] * sign * strip.axes[:, 0]
            total = total + in_world(R, P, linear, c * h + np.cross(r, linear))
    return total


def leaving(edge: Edge, strip: Strip) -> list:
    """Places of an edge and the masses that leave there; of a taper at the Gauss points of every piece."""
    rows = pieces(strip)
    if not edge.taper:
        (s, a, b) = rows[-1][1] if edge.end == "last" else rows[0][0]
        return [(s, edge.share * masses(a, b))]
    found, (nodes, weights) = [], np.polynomial.legendre.leggauss(8)
    for (s0, a0, b0), (s1, a1, b1) in rows:
        for node, weight in zip(0.5 * (nodes + 1), 0.5 * weights, strict=True):
            h = 1e-4  # central differences of polynomials: what is lost by rounding alone counts
            rise = np.array([masses(a0 + x * (a1 - a0), b0 + x * (b1 - b0)) for x in node + h * np.array([-2, -1, 1, 2])])
            slope = (rise[0] - 8 * rise[1] + 8 * rise[2] - rise[3]) / (12 * h)  # exact to degree 4
            found.append((s0 + node * (s1 - s0), edge.share * weight * np.maximum(-slope, 0)))
    return found


def pieces(strip: Strip) -> list:
    if isinstance(strip, TaperedStrip):
        return list(zip(strip.stations[:-1], strip.stations[1:], strict=True))
    a, b = strip.half_width, strip.half_height
    return [((0.0, a, b), (strip.length, a, b))]


def carried(strip: Strip, s: float, m: np.ndarray, V: np.ndarray) -> tuple:
    """Momentum and angular momentum of the water of a section in the body's axes, and its place."""
    r, E = strip.start + s * strip.axes[:, 0], strip.axes
    local = (V[:, :3] + np.cross(V[:, 3:], r)) @ E
    return (local * [0, m[0], m[1]]) @ E.T, m[2] * (V[:, 3:] @ E[:, :1]) * E[:, 0], r


def rotations(data) -> np.ndarray:
    """Of every body at every sample (sample, body, 3, 3)."""
    Q = data.body_quaternion.values
    return np.stack([rotate(Q, np.broadcast_to(axis, (*Q.shape[:-1], 3))) for axis in np.eye(3)], axis=-1)


def in_world(R, P, linear, angular) -> np.ndarray:
    f, m = np.einsum("tij,tj->ti", R, linear), np.einsum("tij,tj->ti", R, angular)
    return np.hstack([f, m + np.cross(P, f)])


@pytest.mark.parametrize(("start", "seconds"), [(AHEAD, 0.4), (BACK, 0.12)], ids=["ahead", "backwards"])
def test_momentum_and_energy_are_kept_by_body_water_and_wake(start, seconds):
    """Until the tail of the one that goes backwards folds over, where the wake's rate has a corner that no quadrature likes."""
    model = swimmer(ALL, start)
    run = simulate(model, seconds, solver=Solver(dt=2.5e-4), save=Save(every=0.001))
    own, rate, t = of_bodies(model.robot, run.data), into_wake(model.robot, ALL, run.data), run.data.time.values
    shed = make_interp_spline(t, rate, k=7).antiderivative()(t)
    size = np.abs(own).max()
    assert np.abs(shed[-1]).max() > 0.01 * size
    assert_close(own + shed, np.broadcast_to(own[0], own.shape), 1e-9, scale=size)
    assert run.summary["ledger_closure"] < 1e-9


def test_a_tail_that_folds_over_keeps_the_ledger():
    run = simulate(swimmer(ALL, BACK), 1.0, solver=Solver(dt=2.5e-4))
    speeds = run.data.body_twist.values[:, 2, 0]
    assert speeds.min() < -0.1 < 0.1 < speeds.max()  # its edges lead and trail
    assert run.summary["ledger_closure"] < 1e-9
    assert all(run.summary["ledger"][f"edge{k}.wake"] > 0 for k in range(len(ALL)))


def test_a_current_carries_the_swimmer_and_changes_nothing_else():
    stream = np.array([0.3, -0.2, 0.1])
    still = simulate(swimmer(ALL, AHEAD), 0.4, solver=Solver(dt=5e-4))
    start = replace(AHEAD, twist=tuple(np.array(AHEAD.twist) + np.concatenate([stream, np.zeros(3)])))
    water = replace(WATER, current=tuple(stream))
    moving = simulate(swimmer(ALL, start, water), 0.4, solver=Solver(dt=5e-4))
    t = still.data.time.values[-1]
    assert_close(moving.data.base_position.values[-1], still.data.base_position.values[-1] + t * stream, 1e-9)
    assert_close(moving.data.joint_position.values[-1], still.data.joint_position.values[-1], 1e-9)
    for k in range(len(ALL)):  # what leaves is the same, and the ledger closes in either frame
        assert moving.summary["ledger"][f"edge{k}.wake"] == pytest.approx(still.summary["ledger"][f"edge{k}.wake"], rel=1e-8)
    assert max(run.summary["ledger_closure"] for run in (still, moving)) < 1e-9


# --- M. J. Lighthill, "Note on the swimming of slender fish", Journal of Fluid Mechanics 9 (1960): small waves h(x, t) of a body
#
# in a stream U along x. With w = h_t + U h_x at the tail and m its added mass, on average over a period, the motors give
# m U <h_t w>, the wake takes m U <w^2> / 2, and the thrust times U is the difference.


def waving(amplitude: float, links: int = 6, speed: float = 0.8, length: float = 0.1) -> Model:
    """A chain whose nose is held in a stream, with a wave that runs along its joints."""
    bodies = [Body.solid(f"b{k}", EllipticCylinder(length, 0.01, 0.04), RHO) for k in range(links)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=length) for k in range(1, links)]
    gait = elver.drive.Serpenoid([j.name for j in joints], amplitude=amplitude, frequency=2 * np.pi, phase=-0.9)
    water = Morison(**STILL, current=(speed, 0.0, 0.0))
    return Model("wave", Robot("wave", bodies, joints, base="fixed"), {"water": water, "edge": Edge(f"b{links - 1}")}, gait)


def measured_and_lighthill(amplitude: float, speed: float = 0.8) -> tuple[np.ndarray, np.ndarray]:
    """Mean powers of the motors, of the wake and of the thrust in the second period: those of the run, those of the formula."""
    run = simulate(waving(amplitude, speed=speed), 2.0, solver=Solver(dt=0.002), save=Save(every=0.002))
    t, work = run.data.time.values, run.data.work.values
    one = int(np.argmin(np.abs(t - 1.0)))
    flows = [str(name) for name in run.data.flow.values]
    mean = (work[-1] - work[one]) / (t[-1] - t[one])
    found = [mean[flows.index(name)] for name in ("motor", "edge.wake", "edge.current")]
    R, P, V = rotations(run.data)[one:-1, -1], run.data.body_position.values[one:-1, -1], run.data.body_twist.values[one:-1, -1]
    tip = np.array([0.1, 0.0, 0.0])
    h_t, h_x = np.einsum("tij,tj->ti", R, V[:, :3] + np.cross(V[:, 3:], tip))[:, 1], R[:, 1, 0]
    assert np.ptp(P[:, 1]) > amplitude * 0.01
    w, m = h_t + speed * h_x, RHO * np.pi * 0.04**2
    motor, wake = m * speed * np.mean(h_t * w), 0.5 * m * speed * np.mean(w**2)
    return np.array(found), np.array([motor, wake, motor - wake])


def test_small_waves_push_as_lighthill_says_and_the_difference_falls_with_the_square():
    deviations = []
    for amplitude in (0.04, 0.02, 0.01):
        found, formula = measured_and_lighthill(amplitude)
        assert found[2] > 0
        deviations.append(np.abs(found / formula - 1))
    assert np.max(deviations[-1]) < 2e-3
    assert np.array(deviations[0]) / deviations[1] == pytest.approx(4.0, abs=0.2)
    assert np.array(deviations[1]) / deviations[2] == pytest.approx(4.0, abs=0.2)


# --- The published eel, in steady swimming: the figures of docs/models/edge.md.


@pytest.mark.long
@pytest.mark.parametrize(
    ("law", "edge", "speed", "motor", "wake"),
    [
        ("kirchhoff", False, 0.2446, 0.193, 0.0),
        ("kirchhoff", True, 0.5098, 0.6656, 0.2464),
        ("paper", False, 0.5437, 0.0876, 0.0),
    ],
)
def test_the_published_eel(law, edge, speed, motor, wake):
    eel = elver.scenario("eel").build({"water.law": law})
    if edge:
        eel = replace(eel, forces={**eel.forces, "edge": Edge("link12")})
    run = simulate(eel, 100.0 if law == "paper" or edge else 200.0, solver=Solver(dt=2e-3), save=Save(every=0.02))
    place, work, t = run.data.base_position.values, run.data.work.values, run.data.time.values
    one = int(np.argmin(np.abs(t - (t[-1] - 2.0))))  # the last period
    mean = (work[-1] - work[one]) / 2.0
    flows = [str(name) for name in run.data.flow.values]
    assert np.linalg.norm(place[-1] - place[one]) / 2.0 == pytest.approx(speed, abs=1e-3)
    assert mean[flows.index("motor")] == pytest.approx(motor, abs=2e-3)
    assert (mean[flows.index("edge.wake")] if edge else 0.0) == pytest.approx(wake, abs=2e-3)
    assert run.summary["ledger_closure"] < 1e-9


# --- What it is refused with, and where it warns.


def machine(body: Body, **forces) -> Model:
    return Model("machine", Robot("machine", [body]), forces)


def test_it_takes_the_coefficients_of_its_own_body_from_the_machine():
    model = machine(TAIL, water=ByBody(WATER, {"tail": {"added_e2": 2.0}}), edge=Edge("tail"))
    own = model.forces["edge"].within(model.robot, model.forces)
    V = np.random.default_rng(5).normal(size=6)
    twice = Evaluated(Edge("tail", water=replace(WATER, added_e2=2.0)), TAIL).wrench(V)
    assert_close(Evaluated(own, TAIL).wrench(V), twice, ALGEBRA)
    everywhere = machine(TAIL, water=WATER, edge=ByBody(Edge("tail"), {}))
    assert simulate(everywhere, 0.1).summary["ledger_closure"] < 1e-9


def test_free_coefficients_of_the_water_are_those_of_the_edge():
    start = InitialState(twist=(-1.0, 0.2, 0.0, 0.0, 0.0, 0.5))
    model = replace(machine(TAIL, water=Morison(), edge=Edge("tail")), start=start)
    free = elver.compile_model(model.freed("forces.water.added_e2", "forces.edge.share"))
    values = {"forces.water.added_e2": 0.7, "forces.edge.share": 0.4}
    other = replace(model, forces={"water": Morison(added_e2=0.7), "edge": Edge("tail", share=0.4)})
    one, two = simulate(free, 0.5, parameters=values), simulate(other, 0.5)
    assert_close(one.data.base_position.values[-1], two.data.base_position.values[-1], 1e-9)


def test_what_is_refused():
    with pytest.raises(InputError, match="law 'paper' keeps neither energy nor momentum"):
        machine(TAIL, water=Morison(law="paper"), edge=Edge("tail"))
    blade = Blade((0.0, 0.0, 0.0), (0, 0, 1), (-1, 0, 0), (0, 1, 0), 0.1, 0.03)
    with pytest.raises(InputError, match=r"would shed what 'fin' \(QuasiSteadyWing\) sheds there already"):
        machine(replace(TAIL, blade=blade), water=Morison(), edge=Edge("tail"), fin=QuasiSteadyWing(density=1000.0))
    with pytest.raises(InputError, match=r"'rudder' \(Rudder\) sheds there already"):
        machine(TAIL, water=Morison(), edge=Edge("tail"), rudder=Rudder("tail", 0.01))
    with pytest.raises(InputError, match="has LumpedWater to take its water from"):
        machine(TAIL, water=LumpedWater(), edge=Edge("tail"))
    with pytest.raises(InputError, match="and there are 0"):
        machine(TAIL, edge=Edge("tail"), drag=BluffDrag("tail", area=(1, 1, 1)))
    with pytest.raises(InputError, match="and there are 2"):
        machine(TAIL, water=Morison(), oil=Morison(), edge=Edge("tail"))
    with pytest.raises(InputError, match="section is the same everywhere"):
        machine(TAIL, water=Morison(), edge=Edge("tail", taper=True))
    with pytest.raises(InputError, match="Did you mean 'tail'"):
        machine(TAIL, water=Morison(), edge=Edge("tial"))
    with pytest.raises(InputError, match="share"):
        Edge("tail", share=1.5)
    with pytest.raises(InputError, match=r"'edge', 'again' shed 1\.3 times what leaves at the last end of body 'tail'"):
        machine(TAIL, water=Morison(), edge=Edge("tail", share=0.5), again=Edge(("tail",), share=0.8))
    machine(TAIL, water=Morison(), edge=Edge("tail", share=0.5), again=Edge("tail", share=0.5), nose=Edge("tail", end="first"))


def test_on_land_nothing_is_shed():
    """By the share of the body that its shore says is wet: all of it at sea, half at the line, nothing ashore."""
    rng = np.random.default_rng(3)
    V, water = rng.normal(size=6), Morison()
    at_sea = Evaluated(Edge("tail", water=water), TAIL).wrench(V)
    for edge in (Edge("tail", water=Shore(water, GroundFriction())), Edge("tail", water=ByBody(Shore(water, GroundFriction())))):
        law, middle = Evaluated(edge, TAIL), TAIL.strip.middle
        for x, wet in ((5.0, 1.0), (0.0, 0.5), (-5.0, 0.0)):
            P = np.array([x, 0.0, 0.0]) - middle
            assert_close(law.wrench(V, P=P), wet * at_sea, ALGEBRA)
            wake, whole = law((1, 0, 0, 0), P, V)[4], Evaluated(Edge("tail", water=water), TAIL).flow("f.wake", V)
            assert float(np.ravel(wake)[0]) == pytest.approx(wet * whole)


def test_a_short_run_ahead_of_the_edge_is_told():
    """0.4 m ahead of a height of 0.1 m is too short, three such bodies in line are not."""
    start = InitialState(twist=(-0.5, 0.05, 0, 0, 0, 0))
    short = replace(machine(TAIL, water=Morison(), edge=Edge("tail")), start=start)
    warnings = [w for w in simulate(short, 0.2).summary["warnings"] if w["check"] == "range of a law"]
    assert [w["number"] for w in warnings] == [pytest.approx(4.0)]
    assert "'edge'" in warnings[0]["text"]
    assert warnings[0]["threshold"] == 5.0
    bodies = [Body.solid(f"b{k}", EllipticCylinder(0.4, 0.02, 0.05), 1000.0) for k in range(3)]
    joints = [Joint(f"j{k}", f"b{k - 1}", f"b{k}", d=0.4) for k in (1, 2)]
    forces = {"water": Morison(), "edge": Edge("b2")}
    long = Model("long", Robot("long", bodies, joints), forces, ConstantPose({"j1": 0.0, "j2": 0.0}), start=start)
    assert [w for w in simulate(long, 0.2).summary["warnings"] if w["check"] == "range of a law"] == []


def test_a_file_names_an_edge(tmp_path):
    path = tmp_path / "eel.yaml"
    path.write_text(
        """elver: 1
name: sharp
machine:
  base: free
  bodies:
    trunk: {shape: {type: elliptic_cylinder, length: 0.4 m, a2: 2 cm, a3: 4 cm}, density: 1000}
    tail: {shape: {type: elliptic_cylinder, length: 0.4 m, a2: 2 cm, a3: 4 cm}, density: 1000}
  joints:
    neck: {parent: trunk, child: tail, d: 0.4}
media:
  water: {type: morison}
  edge: {type: edge, body: tail, share: 0.9}
drive:
  gait: {type: flapping, joints: neck, amplitude: 0.3, frequency: 1 Hz}
run: {duration: 1}
"""
    )
    run = simulate(elver.scenario(str(path)).build(), 1.0)
    assert run.summary["ledger"]["edge.wake"] > 0
    assert run.summary["ledger_closure"] < 1e-9
