"""Submerged vehicles: SNAME's names and matrices, Kirchhoff's terms, current, and added mass from a solid."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest
from force_validator import Evaluated, check_added_inertia, check_equivariance, check_galilean, random_quaternion
from scipy.special import elliprd

import elver
from elver import InputError
from elver.forces import Gravity, LinearFlow, UniformFlow, Vehicle, Vortex
from elver.robot import Body, Ellipsoid, Robot
from elver.symbolic.spatial import quaternion_rotation

ROV = Body.central("rov", 13.5, (0, 0, 0), np.diag([0.26, 0.23, 0.37]), shape=Ellipsoid(0.23, 0.17, 0.08, at=(0, 0, 0.01)))
FULL = {
    "X_udot": -6.4, "Y_vdot": -7.1, "Z_wdot": -18.7, "K_pdot": -0.19, "M_qdot": -0.14, "N_rdot": -0.22, "X_wdot": -0.8,
    "Y_rdot": -0.3, "Z_qdot": 0.2, "X_u": -13.7, "Z_w": -33.0, "M_q": -0.8, "Y_r": 0.3, "Y_v": -4.0, "N_r": -0.1, "X_uu": -141.0,
    "Y_vv": -217.0,
    "Z_ww": -190.0, "K_pp": -1.2, "M_qq": -0.5, "N_rr": -1.5, "N_vv": 0.4,
}  # fmt: skip
LAW = Vehicle("rov", FULL, at=(0.02, 0.01, -0.03))


def fossen(derivatives: dict, V: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """M_A and -(C_A(nu) nu + D(nu) nu) as Fossen's handbook writes them, in axes x forward, y starboard, z down."""
    A, D, Q = np.zeros((6, 6)), np.zeros((6, 6)), np.zeros((6, 6))
    for name, value in derivatives.items():
        i, j = "XYZKMN".index(name[0]), "uvwpqr".index(name[2])
        if name.endswith("dot"):
            A[i, j] = A[j, i] = -value
        else:
            (Q if len(name) == 4 else D)[i, j] = -value
    S = lambda a: np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])  # noqa: E731
    p = A @ V
    C = np.block([[np.zeros((3, 3)), -S(p[:3])], [-S(p[:3]), -S(p[3:])]])
    return A, -C @ V - D @ V - Q @ (np.abs(V) * V)


def test_it_is_fossens_vehicle_in_axes_that_point_up():
    """The handbook's matrices with z down, turned about x, against the law with z up."""
    rng, turn = np.random.default_rng(1), np.diag([1.0, -1, -1, 1, -1, -1])
    law = Evaluated(Vehicle("rov", FULL), ROV)
    for _ in range(3):
        V = rng.normal(size=6)
        A, force = fossen(FULL, turn @ V)
        assert law.wrench(V) == pytest.approx(turn @ force, rel=1e-12, abs=1e-12)
        assert law.inertia() == pytest.approx(turn @ A @ turn, rel=1e-12, abs=1e-12)


def test_matrices_say_the_same_as_names():
    named = Vehicle("rov", FULL)
    given = Vehicle("rov", **{name: named.coefficients(name) for name in ("added", "linear", "quadratic")})
    V = np.random.default_rng(2).normal(size=6)
    assert Evaluated(given, ROV).wrench(V) == pytest.approx(Evaluated(named, ROV).wrench(V), rel=1e-14)


def test_what_every_law_of_a_medium_must_satisfy():
    rng, of = np.random.default_rng(3), lambda current: Vehicle("rov", FULL, at=(0.02, 0.01, -0.03), current=current)
    check_added_inertia(LAW, ROV, rng, definite=True)
    check_equivariance(of, ROV, rng)
    check_galilean(of, ROV, rng)


def test_coefficients_about_another_place_are_the_same_vehicle():
    """Force and moment about a place c, from the twist there, are those at the origin moved by c."""
    V, c = np.random.default_rng(4).normal(size=6), np.array(LAW.at)
    there = np.concatenate([V[:3] + np.cross(V[3:], c), V[3:]])
    force = Evaluated(Vehicle("rov", {k: v for k, v in FULL.items() if "dot" not in k}, added=1e-12 * np.eye(6)), ROV)
    moved = Evaluated(
        Vehicle("rov", {k: v for k, v in FULL.items() if "dot" not in k}, added=1e-12 * np.eye(6), at=tuple(c)), ROV
    )
    own = force.wrench(there)
    expected = np.concatenate([own[:3], own[3:] + np.cross(c, own[:3])])
    assert moved.wrench(V) == pytest.approx(expected, rel=1e-9)


def test_munk_turns_a_long_body_across_the_stream():
    """M = (m_2 - m_1) u v, in still water and, held, in a current."""
    law = Vehicle("rov", {"X_udot": -1.0, "Y_vdot": -9.0, "N_rdot": -1.0})
    assert Evaluated(law, ROV).wrench([2.0, 0.5, 0, 0, 0, 0])[5] == pytest.approx(-(9.0 - 1.0) * 2.0 * 0.5)
    held = Vehicle("rov", law.derivatives, current=(-2.0, -0.5, 0.0))
    assert Evaluated(held, ROV).wrench(np.zeros(6))[5] == pytest.approx(-8.0)


def test_an_ellipsoid_has_lambs_added_mass():
    """By SciPy's elliptic integrals; alpha_i = 2/3 a b c R_D(the other two, a_i^2), k_i = alpha_i/(2 - alpha_i)."""
    a = np.array([0.5, 0.2, 0.11])
    body = Body.solid("rov", Ellipsoid(*a), 1000.0)
    alpha = [2 / 3 * a.prod() * elliprd(*np.delete(a**2, i), a[i] ** 2) for i in range(3)]
    assert sum(alpha) == pytest.approx(2.0)
    mass = 1000 * 4 / 3 * math.pi * a.prod()
    moments = []
    for j, k in ((1, 2), (2, 0), (0, 1)):
        d, s = a[j] ** 2 - a[k] ** 2, a[j] ** 2 + a[k] ** 2
        moments.append(mass / 5 * d**2 * (alpha[k] - alpha[j]) / (2 * d + s * (alpha[j] - alpha[k])))
    expected = np.diag([mass * x / (2 - x) for x in alpha] + moments)
    assert Evaluated(Vehicle("rov"), body).inertia() == pytest.approx(expected, rel=1e-10, abs=1e-10)


def test_a_sphere_has_half_its_mass_and_a_spheroid_that_of_the_closed_form():
    """Prolate: alpha_0 = 2 (1 - e^2)/e^3 (atanh e - e)."""
    sphere = Evaluated(Vehicle("rov"), Body.solid("rov", Ellipsoid(0.3, 0.3, 0.3), 1000.0)).inertia()
    assert sphere == pytest.approx(np.diag([500 * 4 / 3 * math.pi * 0.027] * 3 + [0.0] * 3), rel=1e-10, abs=1e-9)
    a, b = 0.6, 0.15
    e = math.sqrt(1 - (b / a) ** 2)
    along = 2 * (1 - e**2) / e**3 * (math.atanh(e) - e)
    across = (2 - along) / 2
    mass = 1000 * 4 / 3 * math.pi * a * b**2
    prolate = Evaluated(Vehicle("rov"), Body.solid("rov", Ellipsoid(a, b, b), 1000.0)).inertia()
    assert np.diag(prolate)[:3] == pytest.approx([mass * k / (2 - k) for k in (along, across, across)], rel=1e-10)


def test_a_flow_everywhere_alike_is_three_numbers():
    rng, stream = np.random.default_rng(5), (0.4, -0.3, 0.2)
    numbers, flow = (
        Evaluated(Vehicle("rov", FULL, at=LAW.at, current=current), ROV) for current in (stream, UniformFlow(stream))
    )
    for _ in range(3):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        one, two = numbers(Q, P, V), flow(Q, P, V)
        for k in (0, 1, 2, 4):  # wrench, inertia, kinetic energy, flows
            assert two[k] == pytest.approx(one[k], rel=1e-9, abs=1e-9)


def test_a_vortex_that_is_carried_along_with_the_vehicle_changes_nothing():
    rng, carried = np.random.default_rng(6), np.array([0.7, -0.4, 0.3])
    one, two = (
        Evaluated(Vehicle("rov", FULL, current=Vortex(0.4, 0.3, (0.1, 0.0, 0.0), stream)), ROV)
        for stream in ((0.0, 0.0, 0.0), tuple(carried))
    )
    for _ in range(3):
        Q, P, V = random_quaternion(rng), rng.normal(size=3), rng.normal(size=6)
        stream = np.array(quaternion_rotation(ca.DM(Q))).T @ carried
        wrench, inertia, *_ = one(Q, P, V)
        other = two(Q, P, V + np.concatenate([stream, np.zeros(3)]))[0]
        turning = inertia @ np.concatenate([np.cross(V[3:], stream), np.zeros(3)])
        assert other + turning == pytest.approx(wrench, rel=1e-9, abs=1e-9 * np.abs(wrench).max())


@pytest.mark.parametrize("current", [(0.3, -0.2, 0.1), Vortex(0.4, 0.3), LinearFlow(((0, 0.4, 0), (0.1, 0, 0), (0, 0, 0)))])
def test_the_ledger_closes(current):
    """Weight, buoyancy, drag, Munk and the stream, tumbling."""
    media = {"water": Vehicle("rov", FULL, at=LAW.at, current=current), "weight": Gravity(fluid_density=1000.0)}
    start = elver.InitialState(position=(0.3, 0.2, 0.0), quaternion=(0.9, 0.3, -0.1, 0.3), twist=(0.5, -0.4, 0.3, 2.0, -3.0, 1.0))
    run = elver.simulate(
        elver.Model("rov", Robot("rov", [ROV]), media, start=start), 2.0, solver=elver.Solver(dt=1e-3, method="rk4")
    )
    assert run.status == "finished"
    assert run.summary["ledger_closure"] < 1e-8
    assert run.summary["ledger"]["water.drag"] > 0.1


def test_without_kirchhoffs_terms_it_would_lose_its_momentum():
    """Undamped and free: world momentum and angular momentum of vehicle and water stay. A wrong term would change them."""
    added = np.diag([2.0, 9.0, 12.0, 0.1, 0.4, 0.6])
    robot = Robot("rov", [ROV])
    start = elver.InitialState(twist=(0.5, -0.4, 0.3, 1.0, -2.0, 0.5))
    run = elver.simulate(
        elver.Model("rov", robot, {"water": Vehicle("rov", added=added)}, start=start), 2.0, solver=elver.Solver(dt=1e-3)
    )
    M = np.diag([13.5] * 3 + [0.26, 0.23, 0.37]) + added
    impulses = []
    for k in (0, -1):
        R = np.array(quaternion_rotation(ca.DM(run.data.base_quaternion.values[k])))
        p = M @ run.data.base_twist.values[k]
        impulses.append(np.concatenate([R @ p[:3], np.cross(run.data.base_position.values[k], R @ p[:3]) + R @ p[3:]]))
    assert impulses[1] == pytest.approx(impulses[0], abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"derivatives": {"X_udott": -1.0}}, "no derivative of a vehicle"),
        ({"derivatives": {"X_uv": -1.0}}, "no derivative of a vehicle"),
        ({"derivatives": {"X_u": 13.7}}, "X_u > 0"),
        ({"derivatives": {"N_rdot": 0.2}}, "N_rdot > 0"),
        ({"derivatives": {"Z_ww": 190.0}}, "Z_ww > 0"),
        ({"derivatives": {"Y_rdot": -0.2, "N_vdot": -0.3}}, "differ"),
        ({"derivatives": {"X_uu": -1.0, "Xuu": -3.0}}, "X_uu and Xuu are one derivative in two spellings"),
        ({"derivatives": {"X_udot": -1.0}, "added": np.eye(6)}, "by derivatives and as a matrix"),
        ({"derivatives": {"X_u": math.nan}}, "finite number"),
        ({"derivatives": {"X_udot": -1.0, "Y_vdot": -1.0, "X_vdot": -2.0}}, "negative energy"),
        ({"added": np.eye(5)}, "6 x 6"),
        ({"added": np.triu(np.ones((6, 6)))}, "not symmetric"),
        ({"derivatives": 3}, "mapping"),
        ({"derivatives": {"Y_v": -2.0, "N_r": -0.5, "Y_r": 3.0}}, "eigenvalue -0.427.*v 0.53, r 0.85"),
        ({"derivatives": {"Y_r": 0.3}}, "eigenvalue -0.15.*Munk"),
        ({"quadratic": np.diag([1.0] * 6) + 3.0 * np.eye(6, k=1)}, "quadratic damping gives the vehicle energy"),
    ],
)
def test_coefficients_that_cannot_be_are_refused(arguments, says):
    with pytest.raises(InputError, match=says):
        Vehicle("rov", **arguments)


def _is_taken(quadratic) -> bool:
    """Whether a vehicle takes a matrix of quadratic damping."""
    try:
        Vehicle("rov", quadratic=quadratic)
    except InputError:
        return False
    return True


def test_damping_that_couples_may_take_no_less_than_nothing():
    """Linear: v Y_v + (Y_r + N_v) takes power up to 2 sqrt(Y_v N_r). Quadratic, Y_vv, N_rr and N_vv: at r = -t v the power is
    Y_vv - N_vv t + N_rr t^3 over |v|^3, least at t = sqrt(N_vv / (3 N_rr))."""
    a, b = 217.0, 1.5
    for share, allowed in ((0.999, True), (1.001, False)):
        linear = {"Y_v": -a, "N_r": -b, "Y_r": share * math.sqrt(a * b), "N_v": share * math.sqrt(a * b)}
        most = share * (1.5 * a) ** (2 / 3) * (3 * b) ** (1 / 3)
        quadratic = {"Y_vv": -a, "N_rr": -b, "N_vv": most}
        for derivatives in (linear, quadratic):
            if allowed:
                Vehicle("rov", derivatives)
            else:
                with pytest.raises(InputError, match="out of nothing"):
                    Vehicle("rov", derivatives)
    Vehicle("rov", {"Y_v": -a, "N_r": -b, "Y_r": 500.0, "N_v": -500.0})  # as skew as that takes nothing, and gives nothing
    rng, kept = np.random.default_rng(7), 0
    for _ in range(30):
        Q = rng.normal(size=(6, 6)) * rng.uniform(0, 3)
        np.fill_diagonal(Q, rng.uniform(1, 9, 6))
        V = rng.normal(size=(20000, 6))
        seen = np.einsum("ni,ij,nj->n", V, Q, np.abs(V) * V).min()
        if _is_taken(Q):
            kept += 1
            assert seen >= 0
    assert 3 < kept < 27


def test_what_is_not_known_is_asked_for():
    bare = Body.central("rov", 1.0, (0, 0, 0), np.eye(3))
    with pytest.raises(InputError, match="added mass is unknown"):
        Evaluated(Vehicle("rov"), bare)
    with pytest.raises(InputError, match="no shape"):
        Evaluated(Vehicle("rov", FULL, current=Vortex()), bare)


def test_its_coefficients_can_be_free():
    model = elver.Model("rov", Robot("rov", [ROV]), {"water": LAW}, start=elver.InitialState(twist=(1.0, 0, 0, 0, 0, 0)))
    free = model.freed("forces.water.derivatives.X_uu")
    program = elver.compile_model(free)
    soft, hard = (
        elver.simulate(program, 0.5, parameters={"forces.water.derivatives.X_uu": x}).data.base_twist.values[-1, 0]
        for x in (-10.0, -141.0)
    )
    fixed = elver.simulate(model, 0.5).data.base_twist.values[-1, 0]
    assert hard == pytest.approx(fixed, rel=1e-12)
    assert soft > hard + 0.05
