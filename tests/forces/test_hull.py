"""Hull: hydrostatics with the right sign, radiation that only radiates, resistance by the ITTC line."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, random_quaternion
from tolerances import assert_close, assert_differs

from elver import Body, InitialState, InputError, Model, Robot, scenario, simulate
from elver.forces import Gravity, Hull, Hydrostatics, Motion, Radiation, Resistance
from elver.forces.hull import hull_motion
from elver.forces.hulls import MemoryModel
from elver.simulation import Save, Solver
from elver.symbolic.spatial import quaternion_rotation
from elver.systems.scull.robot import scull_hull

MASS, G = 101.0, 9.81
RESTORING = np.array([[15000.0, 0, -200.0], [0, 67.0, 0], [-200.0, 0, 50000.0]])
ADDED = np.diag([3.0, 90.0, 150.0, 2.0, 480.0, 300.0])


def memory(freedoms=(2, 4)) -> MemoryModel:
    """k s / (s^2 + 2 zeta w s + w^2) in heave and pitch, written in passive form."""
    w, zeta, gains = 9.0, 0.7, np.sqrt([15120.0, 47900.0])
    F, Gm = np.zeros((4, 4)), np.zeros((4, 2))
    for k in range(2):
        F[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [[-2 * zeta * w, -w], [w, 0]]
        Gm[2 * k, k] = gains[k]
    return MemoryModel(tuple(freedoms), F, Gm)


def boat(height=0.1) -> Body:
    return Body.central("boat", MASS, (0, 0, height), np.diag([3.0, 300.0, 300.0]))


def hull(**changes) -> Hull:
    parts = {"hydrostatics": Hydrostatics(RESTORING, MASS * G, (0, 0, -0.04)), **changes}
    return Hull("boat", **parts)


def model(water: Hull, base="sagittal", body=None, **start) -> Model:
    body = body if body is not None else boat()
    return Model("float", Robot("one", [body], base=base), {"hull": water, "gravity": Gravity()}, start=InitialState(**start))


def pitched(theta):
    return (math.cos(theta / 2), 0.0, math.sin(theta / 2), 0.0)


def rolled(phi):
    return (math.cos(phi / 2), math.sin(phi / 2), 0.0, 0.0)


# --- hydrostatics ---------------------------------------------------------------------------------------------------


def test_buoyancy_carries_the_weight_at_the_reference_pose():
    run = simulate(model(hull()), 2.0, solver=Solver(dt=0.01))
    assert np.abs(run.data.base_position.values).max() < 1e-12
    assert np.abs(run.data.base_twist.values).max() < 1e-12


def test_the_water_pushes_back():
    """(46) needs a minus: pushed down it lifts, bow down it turns the bow up, heeled to starboard it rights."""
    law = Evaluated(Hull("boat", Hydrostatics(RESTORING, 0.0)), boat())
    still = np.zeros(6)
    assert law.wrench(still, P=(0, 0, -0.01))[2] == pytest.approx(150.0, rel=1e-12)
    assert law.wrench(still, Q=pitched(1e-4))[4] == pytest.approx(-5.0, rel=1e-6)
    assert law.wrench(still, Q=pitched(1e-4))[2] == pytest.approx(200.0e-4, rel=1e-6)  # coupling of heave and pitch
    assert law.wrench(still, Q=rolled(1e-4))[3] == pytest.approx(-67.0e-4, rel=1e-6)  # roll is phi, index 4, not psi


def test_yaw_feels_nothing():
    law = Evaluated(hull(), boat())
    turned = (math.cos(0.7), 0, 0, math.sin(0.7))
    assert_close(law.wrench(np.zeros(6), Q=turned, P=(3.0, -2, 0.01)), law.wrench(np.zeros(6), P=(0, 0, 0.01)), 1e-12)


def test_wrench_is_minus_the_gradient_of_the_potential_at_any_angle():
    """Power of the wrench against the rate of the potential along random twists; pose far from upright."""
    law, rng = (
        Evaluated(Hull("boat", hull().hydrostatics, reference=(0.3, 0.1, -0.2), level=0.4), boat()),
        np.random.default_rng(2),
    )
    h, seen = 1e-6, 0.0
    for _ in range(10):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        R = np.array(quaternion_rotation(ca.DM(Q)))
        w = np.linalg.norm(V[3:])

        def at(s, Q=Q, P=P, V=V, R=R, w=w):
            dq = np.concatenate([[math.cos(s * w / 2)], math.sin(s * w / 2) * V[3:] / w])
            turned = quaternion_product(Q, dq)
            return float(law(turned, P + s * R @ V[:3], np.zeros(6))[3])

        power = float(law.wrench(np.zeros(6), Q, P) @ V)
        assert (at(-h) - at(h)) / (2 * h) == pytest.approx(power, rel=1e-5, abs=1e-3)
        seen = max(seen, abs(power))
    assert seen > 100


def quaternion_product(a, b):
    w, v = a[0] * b[0] - a[1:] @ b[1:], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])
    return np.concatenate([[w], v])


def test_heave_oscillates_at_its_natural_frequency():
    G33 = np.diag([15000.0, 67, 50000])
    water = Hull("boat", Hydrostatics(G33, MASS * G), Radiation(ADDED))
    run = simulate(model(water, position=(0, 0, 0.01)), 2.0, solver=Solver(dt=1e-3), save=Save(every=1e-3))
    w = math.sqrt(15000.0 / (MASS + 150.0))
    t = run.data.time.values
    assert_close(run.data.base_position.values[:, 2], 0.01 * np.cos(w * t), 1e-6)
    assert run.summary["ledger_closure"] < 1e-9


# --- radiation ------------------------------------------------------------------------------------------------------


def test_decay_in_waves_equals_the_linear_system_written_by_hand():
    """Heave with memory: z'' (m + A) = -G z - g . x, x' = F x + g z'; matrix exponential against the simulated boat."""
    from scipy.linalg import expm

    m = memory()
    water = Hull("boat", Hydrostatics(np.diag([15000.0, 67, 50000]), MASS * G), Radiation(ADDED, m))
    run = simulate(model(water, position=(0, 0, 0.01)), 3.0, solver=Solver(dt=1e-3))
    A = np.zeros((6, 6))
    A[0, 1] = 1
    A[1, 0], A[1, 2:] = -15000.0 / (MASS + 150), -m.G[:, 0] / (MASS + 150)
    A[2:, 1], A[2:, 2:] = m.G[:, 0], m.F
    expected = [(expm(A * t) @ [0.01, 0, 0, 0, 0, 0])[0] for t in run.data.time.values]
    assert_close(run.data.base_position.values[:, 2], expected, 1e-7)
    assert np.abs(expected[-1]) < 1e-3


@pytest.mark.parametrize("steady", [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0)])
@pytest.mark.parametrize("base", ["sagittal", "free"])
def test_radiated_energy_never_flows_back_and_the_ledger_closes(base, steady):
    c = scull_hull()
    freedoms = (0, 2, 4) if base == "sagittal" else range(6)
    water = Hull.from_coefficients("boat", c, freedoms, steady, reference=(0.1, 0.0, -0.05))
    twist = (4.0, 0, 0.3, 0, 0.2, 0) if base == "sagittal" else (4.0, 0.2, 0.3, 0.3, 0.2, 0.1)
    body = Body.central("boat", c.mass, (0.1, 0, -0.1), np.diag([3.0, 300.0, 300.0]))
    run = simulate(model(water, base, body, position=(0, 0, 0.05), twist=twist), 3.0, solver=Solver(dt=2e-3, method="rk4"))
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-7
    radiated = run.data.work.sel(flow="hull.radiated").values
    assert np.diff(radiated).min() >= 0
    assert radiated[-1] > 1.0
    assert ("hull.steady" in run.summary["ledger"]) == bool(any(steady))


def test_a_boat_in_steady_motion_radiates_nothing():
    """The theory is of small motions about the steady velocity: moving with it, whatever the heading, is rest."""
    c, yaw = scull_hull(), 0.4
    steady = (4.0 * math.cos(yaw), 4.0 * math.sin(yaw), 0.0)
    radiation = Hull("boat", Hydrostatics(c.restoring, 0.0), Radiation(c.added, c.memory, steady=steady))
    Q, V = ca.SX.sym("Q", 4), ca.SX.sym("V", 6)
    motion = Motion(ca.SX(0), quaternion_rotation(Q), ca.SX(3, 1), V, ca.SX(c.memory.order, 1))
    effect = radiation.effect(boat(), motion)
    law = ca.Function("law", [Q, V], [effect.wrench, effect.rates])
    heading = (math.cos(yaw / 2), 0, 0, math.sin(yaw / 2))
    assert all(np.abs(np.array(v)).max() < 1e-10 for v in law(heading, (4.0, 0, 0, 0, 0, 0)))
    assert np.abs(np.array(law(heading, (4.0, 0, 0.1, 0, 0, 0))[1])).max() > 1


def test_added_mass_acts_at_the_reference_point():
    r = np.array([0.3, 0.1, -0.2])
    law = Evaluated(Hull("boat", hull().hydrostatics, Radiation(ADDED), reference=tuple(r)), boat())
    V = np.random.default_rng(4).normal(size=6)
    at = np.concatenate([V[:3] + np.cross(V[3:], r), V[3:]])
    assert V @ law.inertia() @ V == pytest.approx(at @ ADDED @ at, rel=1e-12)
    assert_differs(V @ ADDED @ V, at @ ADDED @ at)


def test_memory_that_feeds_the_boat_is_refused():
    with pytest.raises(InputError, match="feed the boat"):
        MemoryModel((2,), [[0.1]], [[1.0]])


# --- resistance -----------------------------------------------------------------------------------------------------


def test_resistance_of_the_published_boat():
    """k = 1, Cw = 0.1 Cf: 110 N at 4.28 m/s; without form factor 58 N."""
    for form, expected in ((1.0, 110.0), (0.0, 58.0)):
        water = Hull("boat", Hydrostatics(RESTORING, 0.0), resistance=Resistance(2.3, 8.2, form, wave=0.1))
        assert Evaluated(water, boat()).wrench([4.28, 0, 0, 0, 0, 0])[0] == pytest.approx(-expected, rel=0.01)


def test_computed_hulls_meet_friction_alone_unless_more_is_given():
    """No potential flow tells form drag or the waves of steady motion; once every hull had those of the published boat."""
    c, v = scull_hull(), 4.28
    cf = 0.075 / (math.log10(v * c.length / 1.14e-6) - 2) ** 2
    line = 500 * c.wetted_area * cf * v**2
    for given, factor in (({}, 1.0), ({"form": 0.14, "wave": 0.075}, 1.215), ({"form": 1.0, "wave": 0.1}, 2.1)):
        drag = Hull.from_coefficients("boat", c, **given).resistance
        assert 500 * c.wetted_area * float(drag.coefficient(v)) * v**2 == pytest.approx(factor * line, rel=1e-4)
    assert Hull.from_coefficients("boat", c, resistance=None).resistance is None
    published = scenario("scull-40").values()
    assert (published["hull.form"], published["hull.wave"]) == (1.0, 0.1)


def test_resistance_is_the_ittc_line():
    v, S, L, nu = 3.0, 2.0, 7.0, 1.1e-6
    law = Evaluated(Hull("boat", Hydrostatics(RESTORING, 0.0), resistance=Resistance(S, L, 0.3, 0.0, 1e-3, viscosity=nu)), boat())
    cf = 0.075 / (math.log10(v * L / nu) - 2) ** 2
    assert law.wrench([v, 0, 0, 0, 0, 0])[0] == pytest.approx(-500 * S * (1.3 * cf + 1e-3) * v**2, rel=1e-5)


def test_resistance_is_smooth_at_rest_and_odd():
    v = ca.SX.sym("v")
    r = Resistance(2.3, 8.2)
    slope = ca.Function("slope", [v], [ca.jacobian(r.coefficient(v) * ca.fabs(v) * v, v)])
    assert all(math.isfinite(float(slope(u))) for u in (0.0, 1e-300, 1e-12, -1e-6))
    assert float(slope(0.0)) == 0
    law = Evaluated(hull(resistance=r), boat())
    both = [law.wrench([u, 0, 0, 0, 0, 0])[0] for u in (2.0, -2.0)]
    assert both[0] == pytest.approx(-both[1], rel=1e-12)
    assert both[0] < -10


def test_drifting_with_the_current_meets_no_resistance():
    law = Evaluated(hull(resistance=Resistance(2.3, 8.2, current=(0.5, 0, 0))), boat())
    assert abs(law.wrench([0.5, 0, 0, 0, 0, 0])[0]) < 1e-12
    assert law.wrench(np.zeros(6))[0] > 1e-2


# --- input ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hydrostatics(np.diag([1.0, -2.0, 3.0]), 10.0), "never negative"),
        (lambda: Hydrostatics(np.array([[1.0, 2, 0], [0, 1, 0], [0, 0, 1]]), 10.0), "not symmetric"),
        (lambda: Hydrostatics(np.eye(2), 10.0), "3 x 3"),
        (lambda: Hydrostatics(np.eye(3), math.nan), "buoyancy"),
        (lambda: Radiation(-np.eye(6)), "eigenvalue"),
        (lambda: Radiation(np.eye(6), steady=(1.0,)), "Give 3 numbers"),
        (lambda: Resistance(-1.0, 8.2), "area"),
        (lambda: Resistance(2.3, 8.2, floor=10.0), "floor"),
        (lambda: Hull("boat", Hydrostatics(np.eye(3), 1.0), reference=(0, 0)), "reference"),
        (lambda: MemoryModel((2,), [[-1.0]], [[1.0, 2.0]]), "freedoms"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_a_hull_on_a_body_that_is_not_there_is_refused():
    with pytest.raises(InputError, match=r"unknown body of force 'hull': 'ship'. Known: boat"):
        simulate(Model("none", Robot("one", [boat()]), {"hull": Hull("ship", Hydrostatics(RESTORING, 0.0))}), 0.1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hydrostatics(np.eye(3), 100.0, (0.0, 0.0)), "3 numbers"),
        (lambda: Hydrostatics(np.eye(3), 100.0, (0.0, 0.0, math.nan)), r"centre\[2\]"),
        (lambda: Hull("boat", None), "Give elver.forces.Hydrostatics"),
        (lambda: Radiation(None), "6 x 6"),
        (lambda: MemoryModel((0, 7), -np.eye(2), np.ones((2, 2))), "freedoms"),
        (lambda: MemoryModel((0, 0), -np.eye(2), np.ones((2, 2))), "freedoms"),
    ],
)
def test_incomplete_hulls_are_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()


# --- a waterplane that shrinks ----------------------------------------------------------------------------------------


def ball(radius=0.15, density=998.2, gravity=9.82) -> tuple[Hull, Body]:
    """A sphere that floats at its middle, its hydrostatics alone."""
    mass = density * 2 / 3 * math.pi * radius**3
    restoring = np.diag([density * gravity * math.pi * radius**2, 0, 0])
    water = Hull("ball", Hydrostatics(restoring, mass * gravity), shrinking=1 / radius**2)
    return water, Body.central("ball", mass, (0, 0, 0), np.eye(3) * mass * radius**2)


def test_a_sphere_is_lifted_by_the_volume_of_its_cap():
    """V = pi (R - z)^2 (2 R + z) / 3 below the water, the whole sphere further down and nothing further up."""
    radius, water = 0.15, 998.2 * 9.82
    sphere, body = ball(radius)
    z = ca.SX.sym("z")
    effect = sphere.effect(body, Motion(ca.SX(0), ca.SX.eye(3), ca.vertcat(0, 0, z), ca.SX(6, 1)))
    force, energy = ca.Function("f", [z], [effect.wrench[2]]), ca.Function("u", [z], [effect.potential])
    weight = sphere.hydrostatics.buoyancy
    for height in (-0.2, -0.15, -0.1, 0.0, 0.07, 0.149, 0.15, 0.3):
        depth = min(max(radius - height, 0.0), 2 * radius)
        assert_close(float(force(height)), water * math.pi * depth**2 * (3 * radius - depth) / 3, 1e-12, weight)
        step = 1e-5
        assert_close(float(energy(height + step) - energy(height - step)) / (2 * step), -float(force(height)), 1e-5, weight)


def test_the_ledger_closes_with_waves_and_a_shrinking_waterplane():
    """Heave of half a radius, with memory: waves take energy at every instant, and less than from a waterplane that stays."""
    sphere, body = ball()
    waves = Radiation(np.diag([0, 0, 3.5, 0, 0, 0]), MemoryModel((2,), [[-6.0, -9.0], [9.0, 0.0]], [[15.0], [0.0]]))
    radiated = []
    for shrinking in (sphere.shrinking, 0.0):
        water = Hull("ball", sphere.hydrostatics, waves, shrinking=shrinking)
        run = simulate(
            Model(
                "ball", Robot("one", [body]), {"hull": water, "gravity": Gravity(9.82)}, start=InitialState(position=(0, 0, 0.12))
            ),
            1.0,
            solver=Solver(dt=1e-3),
        )
        assert run.summary["ledger_closure"] < 1e-8
        assert run.data.power.sel(flow="hull.radiated").min() >= 0
        radiated.append(run.summary["ledger"]["hull.radiated"])
    assert 0 < radiated[0] < 0.9 * radiated[1]


def test_a_waterplane_that_grows_is_refused():
    with pytest.raises(InputError, match="shrinking"):
        Hull("ball", Hydrostatics(np.eye(3), 1.0), shrinking=-1.0)


def test_a_current_takes_a_boat_along_and_across_it():
    """A boat that drifts for long goes with the water, in both directions where it has a side."""
    water = Resistance(area=40.0, length=8.2, current=(0.5, 0.3, 0.0), side_area=2.0)
    run = simulate(model(hull(resistance=water), base="planar"), 60.0, solver=Solver(dt=0.02))
    assert run.data.base_velocity.values[-1, :2] == pytest.approx([0.5, 0.3], abs=0.05)
    assert run.summary["ledger"]["hull.current"] < 0  # the stream brings it
    assert run.summary["ledger_closure"] < 1e-5


def test_drag_across_a_hull_is_that_of_its_side():
    """-1/2 rho a v |v| sideways; turning at w the moment is -1/2 rho a/L int |w x| w x^2 dx = -rho a w^2 L^3/64."""
    side = Resistance(area=1e-9, length=8.0, side_area=1.5)

    def wrench(twist):
        parts = side.effect(hull_motion(Motion(ca.SX(0), ca.SX.eye(3), ca.SX(3, 1), ca.SX(twist)), (0, 0, 0), 0.0))
        return np.array(ca.DM(parts.wrench)).ravel()

    assert wrench([0, 0.7, 0, 0, 0, 0])[1] == pytest.approx(-0.5 * 1000 * 1.5 * 0.49)
    assert wrench([0, -0.7, 0, 0, 0, 0])[1] == pytest.approx(0.5 * 1000 * 1.5 * 0.49)
    assert wrench([0, 0, 0, 0, 0, 0.2])[5] == pytest.approx(-1000 * 1.5 * 0.04 * 8.0**3 / 64, rel=0.05)


def test_a_current_that_goes_up_is_refused():
    with pytest.raises(InputError, match=r"goes up at 0\.2 m/s"):
        Resistance(area=1.0, length=8.0, current=(0.0, 0.0, 0.2))
