"""Periodic B-splines: the curve against SciPy, smoothness at knots and ends, the time warp, fitting and files."""

from __future__ import annotations

import contextlib
import itertools
import json
import math

import casadi as ca
import numpy as np
import pytest
from tolerances import assert_close

from elver import Body, InputError, Joint, Model, Robot, simulate
from elver.drive import Instant, PeriodicSpline, load_spline
from elver.drive.splines import basis_matrix, weights_law
from elver.robot import Rod
from elver.simulation import Solver

POINTS = {"knee": [2.2, 1.9, 1.0, 0.2, 0.1, 0.6, 1.6], "oar": [-1.0, -0.6, 0.3, 0.9, 0.2, -0.8]}


def spline(**changes) -> PeriodicSpline:
    return PeriodicSpline(**{"points": POINTS, "period": 2.2, **changes})


def law(gait: PeriodicSpline, joint: str) -> ca.Function:
    """Angle, rate and acceleration over time, derived as the equations derive them."""
    t = ca.SX.sym("t")
    q = gait.motion(Instant(t, {}))[joint]
    qd = ca.jtimes(q, t, ca.SX(1))
    return ca.Function("law", [t], [ca.densify(ca.vertcat(q, qd, ca.jtimes(qd, t, ca.SX(1))))])


def at(function: ca.Function, times) -> np.ndarray:
    return np.array(function(np.asarray(times, float).reshape(1, -1)))


@pytest.mark.parametrize("joint", POINTS)
def test_curve_and_derivatives_are_scipys(joint):
    from scipy.interpolate import BSpline

    c = np.array(POINTS[joint])
    n = len(c)
    knots = np.arange(-3, n + 4) / n
    # SciPy's value k has its peak two knots after its first; ours i peaks at phase i/n.
    reference = BSpline(knots, np.concatenate([c[-1:], c, c[:2]]), 3)
    times = np.linspace(0, 2.2, 97, endpoint=False)
    found = at(law(spline(), joint), times)
    for k in range(3):
        assert_close(found[k], reference(times / 2.2, nu=k) / 2.2**k, 1e-11)


def test_weights_sum_to_one_and_are_local():
    weights = basis_matrix(np.linspace(-1.3, 2.4, 211), 9)
    assert_close(weights.sum(axis=1), np.ones(211), 1e-13)
    assert weights.min() > -1e-15
    assert (weights > 1e-12).sum(axis=1).max() <= 4
    assert_close(basis_matrix([3 / 9], 9)[0], np.array([0, 0, 1, 4, 1, 0, 0, 0, 0]) / 6, 1e-12)


def test_two_derivatives_are_continuous_at_every_knot_and_across_the_period():
    f, T = law(spline(drive=0.4), "knee"), 2.2
    u = np.linspace(0, 1, 20001)
    phase = u + (0.5 - 0.4) / math.sin(math.pi * 0.4) ** 2 * np.sin(math.pi * u) ** 2
    knots = T * np.interp(np.arange(8) / 7, phase, u)
    for t in knots:
        before, here, after = at(f, [t - 1e-7, t, t + 1e-7]).T
        assert_close(before, after, 1e-5)
        assert_close(here, after, 1e-5)
    assert_close(at(f, [0.3]), at(f, [0.3 + T]), 1e-11)
    assert np.abs(at(f, knots)[2]).min() > 0.1  # the acceleration is there at the knots too


def test_drive_share_moves_the_finish_and_nothing_else():
    for drive in (0.35, 0.4, 0.5, 0.6):
        gait = spline(drive=drive)
        finish = float(gait.phase(drive * 2.2))
        assert finish == pytest.approx(0.5, abs=1e-12)
        angle = at(law(gait, "oar"), [drive * 2.2])[0, 0]
        assert angle == pytest.approx(float(gait.sampled("oar", [0.5])[0]), abs=1e-12)
        phases = [float(gait.phase(t)) for t in np.linspace(0, 2.2, 200)]
        assert np.diff(phases).min() > 0


@pytest.mark.parametrize("drive", [0.2, 1e-320])
def test_a_drive_that_runs_backwards_is_refused(drive):
    with pytest.raises(InputError, match="backwards"):
        spline(drive=drive)


def test_few_key_points_give_the_smoothest_curve_through_them():
    keys = {"knee": [(0.0, 2.2), (0.5, 0.2)], "back": [(0.0, 1.0), (0.3, 0.5), (0.5, -0.2), (0.8, 0.4)]}
    gait = PeriodicSpline.through(keys, 2.0, count=16)
    for name, points in keys.items():
        assert_close(gait.sampled(name, [p for p, _ in points]), [v for _, v in points], 1e-10)
    phases = np.linspace(0, 1, 400, endpoint=False)
    bend = basis_matrix(phases, 16, 2)
    smooth = np.sum((bend @ np.array(gait.points["back"])) ** 2)
    null = np.linalg.svd(basis_matrix([p for p, _ in keys["back"]], 16))[2][4:]  # changes that keep the key points
    for change in null:
        for size in (1e-2, -1e-2):
            assert np.sum((bend @ (np.array(gait.points["back"]) + size * change)) ** 2) > smooth


def test_many_samples_are_fitted():
    phases = np.linspace(0, 1, 200, endpoint=False)
    values = 0.3 + np.sin(2 * math.pi * phases)
    gait = PeriodicSpline.through({"j": list(zip(phases, values, strict=True))}, 1.0, count=12)
    assert np.abs(gait.sampled("j", phases) - values).max() < 1e-3


def test_file_round_trip(tmp_path):
    gait = spline(drive=0.4, start=0.1)
    gait.save(tmp_path / "stroke.json")
    assert load_spline(tmp_path / "stroke.json") == gait
    assert json.loads((tmp_path / "stroke.json").read_text())["points"]["oar"][0] == -1.0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not JSON"),
        ("[]", "not a motion"),
        ('{"format": "elver spline 1", "period": 1}', "no 'points'"),
        ('{"format": "elver spline 1", "period": 1, "points": {"j": [1, 2, 3]}}', "needs at least 4"),
        ('{"format": "elver spline 1", "period": 1, "points": {"j": [1, 2, 3, "x"]}}', "control point"),
        ('{"format": "elver spline 1", "perod": 1, "points": {"j": [1, 2, 3, 4]}}', "Did you mean 'period'"),
    ],
)
def test_files_that_are_no_motion_are_refused(tmp_path, text, message):
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(InputError, match=message):
        load_spline(tmp_path / "m.json")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"points": {"j": [1.0, 2.0, 3.0]}}, "3 control points"),
        ({"points": {}}, "not be empty"),
        ({"points": {"j": [1.0, 2.0, 3.0, math.nan]}}, "control point"),
        ({"period": 0.0}, "period"),
        ({"drive": 1.2}, "between 0 and 1"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        spline(**changes)


def test_moving_a_control_point_moves_the_curve_nearby_only():
    gait = spline()
    other = gait.moved("knee", 3, 0.9)
    phases = np.linspace(0, 1, 141)
    moved = np.abs(other.sampled("knee", phases) - gait.sampled("knee", phases)) > 1e-12
    assert moved.any()
    assert (np.abs(phases[moved] - 3 / 7) < 2 / 7 + 1e-9).all()
    assert gait.points["knee"][3] == 0.2


def test_compiled_motion_is_the_curve():
    bodies = [Body.solid(f"b{k}", Rod(0.3, 0.02), 1000.0) for k in range(3)]
    joints = [Joint(n, f"b{k}", f"b{k + 1}", d=0.3) for k, n in enumerate(POINTS)]
    gait = spline(drive=0.4)
    run = simulate(Model("arm", Robot("arm", bodies, joints), gait=gait), 5.0, solver=Solver(dt=0.01))
    for name in POINTS:
        found = at(law(gait, name), run.data.time.values)
        for k, variable in enumerate(("joint_position", "joint_velocity", "joint_acceleration")):
            assert_close(run.data[variable].sel(joint=name).values, found[k], 1e-10)
    assert run.summary["ledger_closure"] < 1e-3  # the jumps of the third derivative at the knots cost RK4 its order


def test_any_mutation_of_a_file_is_refused_or_usable(tmp_path):
    odd = [None, True, "1", -1, 0, 1e308, 1e-320, float("nan"), 10**400, 0.999999999999999, [], {}, [[]], {"a": [1]}, [1] * 5]
    plain = {
        "format": "elver spline 1",
        "period": 2.0,
        "drive": 0.4,
        "drive_end": 0.5,
        "start": 0.0,
        "points": {"j": [1, 2, 3, 4]},
    }
    path = tmp_path / "m.json"
    for key, value in itertools.product(plain, odd):
        for changed in ({**plain, key: value}, {**plain, "points": {"j": [1, 2, 3, value]}}, {**plain, "points": {"j": value}}):
            path.write_text(json.dumps(changed))
            with contextlib.suppress(InputError):
                load_spline(path)


def test_the_basis_is_made_once_however_often_a_spline_is_fitted():
    keys = {"back": [(0.1, 0.2), (0.6, -0.3)]}
    first = PeriodicSpline.through(keys, 1.0, 11)
    made = weights_law.cache_info().misses
    assert PeriodicSpline.through({"back": [(0.2, 0.2), (0.7, -0.3)]}, 2.0, 11).points != first.points
    assert PeriodicSpline.through(keys, 1.0, 11) == first
    assert weights_law.cache_info().misses == made
