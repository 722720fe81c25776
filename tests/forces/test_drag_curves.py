"""Coefficients of drag over the Reynolds number: against printed points, as smooth functions, and in the law of strips."""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_drag, check_equivariance, check_galilean, check_reads
from tolerances import ALGEBRA, assert_close

import elver
from elver import Body, InitialState, InputError, Model, Robot, simulate
from elver.forces import ByBody, CrossFlowDrag, LinearFlow, Morison, SharpEdgedDrag, SkinFriction, UniformFlow
from elver.robot import EllipticCylinder, Strip, Tapered, TaperedStrip
from elver.scenarios import parameters_of

NU = 1e-6
SMOOTH = CrossFlowDrag(viscosity=NU)


def number(expression) -> float:
    return float(ca.evalf(ca.SX(expression)))


def coefficient(Re: float, ratio: float = 1.0, curve: CrossFlowDrag = SMOOTH) -> float:
    """Of a section of height 2 m across the flow over its depth along it."""
    return number(curve.coefficient(ca.SX(Re * curve.viscosity / 2), 1.0, 1.0 / ratio))


# The smooth circular cylinder of DNV-RP-C205 in the critical range, as digitised by M. Seidl in the toolbox MSS
# (github.com/cybergalactic/MSS, HYDRO/cylinderDrag.m): Re, C_D. Below 3e4 that curve stays at 1.2, above what is measured (1.1).
DNV_CYLINDER = [
    (3.57e4, 1.211), (8.62e4, 1.209), (1.49e5, 1.211), (2.15e5, 1.212), (2.72e5, 1.169), (3.25e5, 1.009),
    (3.62e5, 0.894), (4.10e5, 0.709), (4.75e5, 0.532), (5.25e5, 0.408), (5.79e5, 0.327), (6.38e5, 0.284), (7.44e5, 0.297),
    (8.53e5, 0.323), (1.07e6, 0.389), (1.39e6, 0.470), (1.83e6, 0.539), (2.26e6, 0.584), (2.90e6, 0.629), (3.66e6, 0.648),
    (4.94e6, 0.678),
]  # fmt: skip
# F. M. White, Fluid Mechanics, table 7.2: elliptic cylinders, height over depth, laminar and turbulent at Re of 1e4 and more.
ELLIPSES = [(1.0, 1.2, 0.3), (0.5, 0.6, 0.2), (0.25, 0.35, 0.15), (0.125, 0.25, 0.1)]
# C. Matthews, Aeronautical Engineer's Data Book, figure 5.13: cylinders length over diameter and C_D; endless 1.2.
SHORT_CYLINDERS = [(2, 0.68), (5, 0.74), (10, 0.82), (40, 0.98)]


@pytest.mark.parametrize(("Re", "C"), DNV_CYLINDER)
def test_the_smooth_cylinder_through_its_crisis(Re, C):
    """To 0.085, the fall from 1.2 to 0.3 included; away from it to 0.04."""
    assert coefficient(Re) == pytest.approx(C, abs=0.085 if 2.5e5 < Re < 4.5e5 else 0.04)


@pytest.mark.parametrize("Re", np.geomspace(1, 1e5, 21))
def test_the_cylinder_below_its_crisis(Re):
    """Sucker and Brauer (1975)."""
    formula = 1.18 + 6.8 / Re**0.89 + 1.96 / Re**0.5 - 0.0004 * Re / (1 + 3.64e-7 * Re**2)
    assert coefficient(Re) == pytest.approx(formula, rel=0.04)


@pytest.mark.parametrize(("ratio", "laminar", "turbulent"), ELLIPSES)
def test_ellipses_before_and_behind_the_crisis(ratio, laminar, turbulent):
    assert coefficient(2e4, ratio) == pytest.approx(laminar, rel=0.05)
    lowest = min(coefficient(Re, ratio) for Re in np.geomspace(3e5, 2e6, 60))
    assert lowest == pytest.approx(turbulent, abs=0.035)


def test_high_ellipses_and_the_plate():
    """Delany and Sorensen: 1.6 of an ellipse twice as high as deep; 1.98 of an endless plate, which knows no crisis."""
    assert coefficient(1e5, 2.0) == pytest.approx(1.6, rel=0.08)
    for Re in (1e5, 6e5, 5e6):
        assert coefficient(Re, 200.0) == pytest.approx(1.98, rel=0.03)
    assert coefficient(6e5, 2.0) < 0.5 < 1.6 < coefficient(6e5, 20.0)


@pytest.mark.parametrize(
    ("roughness", "C"), [(0.0, 0.65), (1e-4, 0.65), (1e-3, 0.85), (3e-3, 0.9454), (1e-2, 1.05), (0.05, 1.05)]
)
def test_behind_the_crisis_a_rough_cylinder_has_the_coefficient_of_dnv(roughness, C):
    """(29 + 4 log10 k/D) / 20 between 0.65 and 1.05; far behind the crisis the curve of a smooth one goes on to 0.70."""
    curve = CrossFlowDrag(roughness, viscosity=NU)
    assert curve.behind_crisis == pytest.approx(C, abs=1e-4)
    assert coefficient(5e6, 1.0, curve) == pytest.approx(C, abs=0.04)


def test_roughness_brings_the_crisis_earlier_and_fills_it():
    curves = [CrossFlowDrag(k, viscosity=NU) for k in (0.0, 1e-3, 5e-3)]
    grid = np.geomspace(1e4, 3e6, 200)
    lowest = [min((coefficient(Re, 1.0, curve), Re) for Re in grid) for curve in curves]
    assert lowest[0][0] < lowest[1][0] < lowest[2][0]
    assert lowest[0][1] > lowest[1][1] > lowest[2][1]


@pytest.mark.parametrize(("length", "C"), SHORT_CYLINDERS)
def test_short_cylinders(length, C):
    """The reduction of DNV-RP-C205 against another table."""
    curve = CrossFlowDrag(slenderness=length, viscosity=NU)
    assert coefficient(1e5, 1.0, curve) / coefficient(1e5) == pytest.approx(C / 1.2, rel=0.03)


def test_swinging_cylinders_and_plates():
    """DNV-RP-C205 of a rough cylinder, C_pi = 1.466: 0.466 at 1 and 1.466 at 12; plates as Keulegan and Carpenter's."""
    swing = lambda K, k=0.01: CrossFlowDrag(k, keulegan_carpenter=K, viscosity=NU)  # noqa: E731
    for K, psi in (
        (0.1, 1.766),
        (0.75, 0.466),
        (1.0, 0.466),
        (2.0, 0.466),
        (7.0, 0.966),
        (12.0, 1.466),
        (60.0, 1.0),
        (200.0, 1.0),
    ):
        ratio = coefficient(5e6, 1.0, swing(K)) / coefficient(5e6, 1.0, CrossFlowDrag(0.01, viscosity=NU))
        assert ratio == pytest.approx(psi, abs=0.02), K
    for K in (1.0, 8.0, 64.0, 1000.0):
        assert coefficient(1e5, 1000.0, swing(K)) == pytest.approx(max(10 * K ** (-1 / 3), 1.95), rel=0.04)


@pytest.mark.parametrize(("Re", "C"), [(1e4, 0.01328), (1e5, 0.00420), (1e7, 0.003), (1e8, 0.002083), (1e9, 0.001531)])
def test_friction_along_a_plate(Re, C):
    """Blasius; ITTC 1957, whose printed values are 3.000, 2.083 and 1.531 over a thousand."""
    assert number(SkinFriction(1.0).plate(ca.SX(Re))) == pytest.approx(C, rel=2e-3)


# F. M. White, Fluid Mechanics, table 7.2: rectangles with a flat front, depth over height and C_D; the plate 1.98 (Matthews).
RECTANGLES = [(1e-3, 1.98), (0.1, 1.9), (0.4, 2.3), (0.7, 2.7), (1.2, 2.1), (2.0, 1.8), (2.5, 1.4), (3.0, 1.3), (6.0, 0.9)]


@pytest.mark.parametrize(("depth", "C"), RECTANGLES)
def test_rectangles_with_sharp_edges(depth, C):
    """Whatever the Reynolds number; of a short one less, as of cylinders."""
    curve = SharpEdgedDrag(viscosity=NU)
    assert curve.coefficient(1.0, 1.0, depth) == pytest.approx(C, rel=0.065)
    short = SharpEdgedDrag(slenderness=5, viscosity=NU)
    assert short.coefficient(1.0, 1.0, depth) == pytest.approx(0.62 * curve.coefficient(1.0, 1.0, depth))


def test_the_most_drag_is_where_nakaguchi_found_it():
    """2.6 to 2.8 at a depth of two thirds of the height, about 2 of plate and square (Nakaguchi, Hashimoto and Muto 1968)."""
    depths = np.linspace(0.05, 3, 300)
    values = [SharpEdgedDrag().coefficient(1.0, 1.0, d) for d in depths]
    assert depths[int(np.argmax(values))] == pytest.approx(2 / 3, abs=0.03)
    assert 2.6 < max(values) < 2.8


def test_friction_passes_from_laminar_to_turbulent_at_its_transition():
    law = SkinFriction(1.0, transition=2e6)
    assert number(law.plate(ca.SX(2e6))) == pytest.approx(0.5 * (1.328 / 2e6**0.5 + 0.075 / (math.log10(2e6) - 2) ** 2), rel=2e-3)
    tripped = SkinFriction(1.0, transition=1e4)
    for Re in (5e3, 1e4, 1.5e4):  # of the formula that docs/models/drag.md prints
        T = Re**4 / (1e16 + Re**4)
        C_f = (1 - T) * 1.328 / Re**0.5 + T * 0.075 / (math.log10(Re) - 2) ** 2
        assert number(tripped.plate(ca.SX(Re))) == pytest.approx(C_f, rel=4e-3)
    assert number(tripped.plate(ca.SX(2e5))) == pytest.approx(0.075 / (math.log10(2e5) - 2) ** 2, rel=1e-3)


def test_the_strip_has_the_friction_of_its_whole_circumference():
    """A round rod and a flat one of 1 m: C_f times wetted area, by the circumference of the ellipse integrated."""
    from scipy.special import ellipe

    for a, b in ((0.05, 0.05), (0.002, 0.06)):
        body = Body.solid("rod", EllipticCylinder(1.0, a, b), 1000.0)
        law = Morison(friction=SkinFriction(1.0, form=0.2, viscosity=NU))
        force = Evaluated(law, body).wrench(np.array([3.0, 0, 0, 0, 0, 0]))[0]
        around = 4 * b * ellipe(1 - (a / b) ** 2)
        C_f = 0.075 / (math.log10(3e6) - 2) ** 2
        assert force == pytest.approx(-0.5 * 1000 * 9 * 1.2 * C_f * around, rel=2e-3)


# --- As functions: smooth, and without a trap at rest.


@pytest.mark.parametrize("law", [CrossFlowDrag(1e-4, 12.0, 5.0, NU), SkinFriction(0.7, viscosity=NU)], ids=["across", "along"])
def test_derivatives_are_differences_and_finite_at_rest(law):
    v = ca.SX.sym("v", 2)
    speed = ca.sqrt(ca.sumsqr(v) + 1e-300)
    force = law.coefficient(speed, 0.05, 0.03) * speed * v
    both = ca.Function("f", [v], [force, ca.jacobian(force, v)])
    for size in np.geomspace(1e-6, 30, 40):
        here, h = np.array([0.8, 0.6]) * size, 1e-6 * size
        found = np.array(both(here)[1])
        for k, e in enumerate(np.eye(2)):
            slope = (np.array(both(here + h * e)[0]) - np.array(both(here - h * e)[0])).ravel() / (2 * h)
            assert found[:, k] == pytest.approx(slope, rel=1e-6, abs=1e-9 * np.abs(found).max())
    assert all(np.isfinite(np.array(part)).all() for part in both([0.0, 0.0]))
    assert not np.array(both([0.0, 0.0])[0]).any()


def test_at_low_speed_drag_goes_with_the_speed():
    """As 6.63 / Re, which is Stokes' and Oseen's side of the curve."""
    forces = [coefficient(Re) * Re**2 for Re in (0.02, 0.04)]
    assert forces[1] / forces[0] == pytest.approx(2.0, rel=0.05)


# --- In the law of strips.

ROD = Body.solid("rod", EllipticCylinder(0.6, 0.03, 0.05, at=(-0.1, 0.02, 0.0)), 900.0)
CURVED = Morison(friction=SkinFriction(0.6), drag_e2=CrossFlowDrag(), drag_e3=CrossFlowDrag())


def test_rules_of_every_force_law():
    rng = np.random.default_rng(1)
    check_equivariance(lambda current: replace(CURVED, current=current), ROD, rng)
    check_galilean(lambda current: replace(CURVED, current=current), ROD, rng)
    check_drag(replace(CURVED, drag_e2=CrossFlowDrag(0.01), drag_e3=CrossFlowDrag(0.01)), ROD, rng, "f.drag")
    check_reads(CURVED, ROD, rng)


def test_a_strip_across_the_flow_has_the_drag_of_its_curve():
    """In either direction, in a current as in motion, tapered or not, by sections in a flow or by the strip as a whole."""
    v, w = 0.4, 0.7
    law, strip = Evaluated(CURVED, ROD), ROD.strip
    along = [CrossFlowDrag().coefficient(ca.SX(speed), *sides) for speed, sides in ((v, (0.05, 0.03)), (w, (0.03, 0.05)))]
    expected = np.array([0, -500 * number(along[0]) * 2 * 0.05 * 0.6 * v * v, -500 * number(along[1]) * 2 * 0.03 * 0.6 * w * w])
    assert law.wrench([0, v, 0, 0, 0, 0])[1] == pytest.approx(expected[1], rel=1e-12)
    assert law.wrench([0, 0, w, 0, 0, 0])[2] == pytest.approx(expected[2], rel=1e-12)
    V = np.array([0.3, v, w, 0.0, 0.0, 0.0])
    even = TaperedStrip(strip.start, strip.axes, stations=((0.0, 0.03, 0.05), (0.2, 0.03, 0.05), (0.6, 0.03, 0.05)))
    for other in (
        Evaluated(CURVED, replace(ROD, strip=even)),
        Evaluated(replace(CURVED, current=UniformFlow((0.0, 0.0, 0.0))), ROD),
    ):
        assert_close(other.wrench(V), law.wrench(V), 1e-11)


def test_a_turning_strip_reads_the_mean_square_of_its_speeds():
    """Within the spread of the curve along it: the sections' own speeds, which a tapered strip reads, give nearly the same."""
    strip = ROD.strip
    even = TaperedStrip(strip.start, strip.axes, stations=((0.0, 0.03, 0.05), (0.6, 0.03, 0.05)))
    V = np.array([0.2, 0.1, 0.05, 0.0, 0.3, 0.8])
    one, two = (Evaluated(replace(CURVED, points=12), body).wrench(V) for body in (ROD, replace(ROD, strip=even)))
    assert_close(one, two, 0.03)


def test_numbers_stay_what_they_were():
    """A curve that says 1 always is the number 1, to the last bit: what is read of it stands where the number stood."""

    class Always:
        def coefficient(self, speed, across, along):
            return 1.0

    V, body = np.random.default_rng(3).normal(size=6), Body.solid("fin", Tapered(((0, 0.02, 0.04), (0.3, 0.01, 0.02))), 900.0)
    for one in (ROD, body):
        a, b = (Evaluated(law, one).wrench(V) for law in (Morison(), Morison(drag_e2=Always(), drag_e3=Always())))
        assert np.array_equal(a, b)
    assert {p.name for p in parameters_of(Morison, "water")} >= {"water.friction", "water.drag_e2", "water.drag_e3"}


def machine(water, body=ROD, twist=(0.4, 0.3, 0.1, 0.5, 0.2, 0.6)) -> Model:
    return Model("rod", Robot("rod", [body]), {"water": water}, start=InitialState(twist=twist))


def test_runs_close_their_ledger_and_by_body_changes_a_curve():
    run = simulate(machine(CURVED), 1.0)
    assert run.summary["ledger_closure"] < 1e-9
    assert run.summary["ledger"]["water.drag"] > 0
    by_body = simulate(
        machine(ByBody(Morison(friction=SkinFriction(0.6)), {"rod": {"drag_e2": CrossFlowDrag(), "drag_e3": CrossFlowDrag()}})),
        1.0,
    )
    assert_close(by_body.data.base_position.values[-1], run.data.base_position.values[-1], 1e-12)
    swirl = replace(CURVED, current=LinearFlow.rotation((0.0, 0.0, 0.5)))
    assert simulate(machine(swirl), 0.5).summary["ledger_closure"] < 1e-8


def test_free_viscosity_and_its_derivative():
    free = machine(CURVED).freed("forces.water.drag_e2.viscosity")
    found = elver.gradient(free, "mean_speed", 0.5)
    low, high = (
        simulate(machine(replace(CURVED, drag_e2=CrossFlowDrag(viscosity=1.14e-6 * f))), 0.5).summary["mean_speed"]
        for f in (0.999, 1.001)
    )
    assert found.gradient[0] == pytest.approx((high - low) / (0.002 * 1.14e-6), rel=1e-3)


def test_ranges_are_told_and_slow_machines_are_no_longer_a_finding():
    """Beyond Re = 5e6 a curve knows nothing; below 1000, where a number is asked too much, it does."""
    fast = simulate(machine(Morison(drag_e2=CrossFlowDrag()), twist=(0, 80.0, 0, 0, 0, 0)), 0.01)
    told = [w for w in fast.summary["warnings"] if w["check"] == "range of a law"]
    assert len(told) == 1
    assert told[0]["number"] == pytest.approx(80 * 0.1 / 1.14e-6, rel=1e-6)
    assert told[0]["threshold"] == 5e6
    assert "Reynolds number of the flow across (drag_e2)" in told[0]["text"]
    shear = Morison(drag_e2=CrossFlowDrag(), current=LinearFlow(np.zeros((3, 3)), (0.0, 30.0, 0.0)))
    against = simulate(machine(shear, twist=(0, -50.0, 0, 0, 0, 0)), 0.01)
    numbers = [w["number"] for w in against.summary["warnings"] if w["check"] == "range of a law"]
    assert numbers == [pytest.approx(80 * 0.1 / 1.14e-6, rel=1e-6)]
    rod = Body.solid("rod", EllipticCylinder(0.02, 0.001, 0.001), 1000.0)
    slow = {}
    for name, water in (("number", Morison()), ("curve", Morison(drag_e2=CrossFlowDrag(), drag_e3=CrossFlowDrag()))):
        run = simulate(machine(water, rod, (0.0, 0.05, 0, 0, 0, 0)), 0.5)
        slow[name] = [w["check"] for w in run.summary["warnings"]]
    assert "Reynolds number" in slow["number"]
    assert "Reynolds number" not in slow["curve"]
    assert "range of a law" not in slow["curve"]


def test_pressure_sensors_feel_the_curve():
    """The force per length, integrated over the strip, is the force of the law."""
    even = Strip((-0.1, 0.02, 0.0), np.eye(3), 0.6, 0.03, 0.05)
    body = replace(ROD, strip=even)
    V = ca.DM([0.1, 0.3, 0.2, 0.0, 0.2, -0.3])
    motion = elver.forces.Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), ca.SX(V))
    nodes, weights = np.polynomial.legendre.leggauss(6)
    total = np.zeros(3)
    for x, dx in zip(0.5 * (nodes + 1), 0.3 * weights, strict=True):
        total += dx * np.array(ca.evalf(CURVED.load(body, motion, ca.SX(6, 1), x).force)).ravel()
    effect = CURVED.effect(body, motion)
    assert_close(total, np.array(ca.evalf(effect.wrench)).ravel()[:3], 10 * ALGEBRA)


def test_what_is_refused():
    with pytest.raises(InputError, match=r"slenderness"):
        CrossFlowDrag(slenderness=1.0)
    with pytest.raises(InputError, match="roughness"):
        CrossFlowDrag(roughness=0.2)
    with pytest.raises(InputError, match="length"):
        SkinFriction(0.0)
    with pytest.raises(InputError, match="or an object with a method coefficient"):
        Morison(drag_e2="curve")


def test_a_file_names_curves(tmp_path):
    path = tmp_path / "rod.yaml"
    path.write_text(
        """elver: 1
name: rod
machine:
  base: free
  bodies:
    rod: {shape: {type: elliptic_cylinder, length: 0.6 m, a2: 3 cm, a3: 5 cm}, density: 900}
media:
  water:
    type: morison
    friction: {type: skin_friction, length: 0.6 m}
    drag_e2: {type: cross_flow, roughness: 1e-4, slenderness: 6}
    drag_e3: 1.1
start: {twist: [0.3, 0.2, 0, 0, 0, 0]}
run: {duration: 1}
"""
    )
    model = elver.scenario(str(path)).build()
    assert model.forces["water"] == Morison(friction=SkinFriction(0.6), drag_e2=CrossFlowDrag(1e-4, 6.0), drag_e3=1.1)
    assert simulate(model, 0.5).summary["ledger_closure"] < 1e-9
