"""Rowing with arms: published numbers together, a second opinion along one line, trends nobody tuned, powers, refusals."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from ready_models import ready

import elver
from elver import InputError, scenario, simulate
from elver.results.metrics import last_period
from elver.systems.scull.metrics import handle_force, ways
from elver.systems.scull.robot import Boat
from elver.systems.scull.rowing_robot import afloat, metacentre
from elver.viz.machine import part_silhouettes
from oracles.rowing_one_d import Rowing, least_range

HEAVIER = {"rower.mass": 95.0, "stroke.rate": 29.0}
STROKES = 12


@cache
def rowed(**changes):
    """The last of some strokes from rest; parameter names with ``__`` for the dot."""
    own, chosen = {"start": "rest", **{k.replace("__", "."): v for k, v in changes.items()}}, scenario("scull-rowing")
    period = 60.0 / chosen.values(own)["stroke.rate"]
    return simulate(
        chosen.build(own), STROKES * period, solver=elver.Solver(dt=period / 400), save=elver.Save(every=period / 200)
    )


@pytest.fixture(scope="module")
def usual():
    return rowed()


@pytest.fixture(scope="module")
def heavier():
    return rowed(rower__mass=95.0, stroke__rate=29.0)


# --- published numbers ----------------------------------------------------------------------------------------------


def test_all_metrics_are_those_of_rowing_together(usual):
    """Sources: docs/models/scull.md."""
    s = usual.summary
    assert 4.3 < s["mean_surge_speed"] < 5.1
    assert 271 < s["rower_power"] < 517
    assert 0.67 < s["blade_efficiency"] < 0.81
    assert 600 < s["handle_force"] < 900
    assert 0.1213 < s["speed_variation"] < 0.1615  # 14.13 +- 2.02 % of male single scullers in a race
    assert [math.degrees(s[k]) for k in ("catch_angle", "finish_angle")] == pytest.approx([-60, 40], abs=0.5)
    assert s["legs_share"] > s["trunk_share"] > s["arms_share"] > 0.05
    assert [w["check"] for w in s["warnings"]] == ["Froude number"]  # hands pass beside each other; a scull is fast
    assert s["ledger_closure"] < 1e-4
    assert s["worst_loop_closure"] < 1e-12


def test_the_range_of_the_speed_is_that_of_moving_people_and_more(usual):
    """The people in the boat alone make a quarter of the mean speed; a fifth is out of reach."""
    s, line = usual.summary, Rowing(scenario("scull-rowing").values())
    bound = least_range(line.travel, 30.0, 0.46)
    assert 0.23 * s["mean_surge_speed"] < bound < s["surge_speed_range"]
    centre = usual.data.com_position.sel(axis="x").values - usual.data.base_position.sel(axis="x").values
    assert np.ptp(centre) == pytest.approx(line.travel, rel=0.01)


# --- a second opinion -----------------------------------------------------------------------------------------------

CLOSE = {
    "mean_surge_speed": 0.01, "surge_speed_range": 0.04, "speed_variation": 0.03, "rower_power": 0.03, "slip_power": 0.03,
    "drag_power": 0.03, "blade_efficiency": 0.01, "handle_force": 0.05, "wetted_area": 0.005,
}  # fmt: skip


def compare(run, changes):
    alone = Rowing(scenario("scull-rowing").values(changes)).steady()
    for key, share in CLOSE.items():
        assert run.summary[key] == pytest.approx(alone[key], rel=share), key


def test_a_boat_on_a_line_agrees(usual):
    compare(usual, {})


def test_a_boat_on_a_line_agrees_where_nobody_tuned(heavier):
    compare(heavier, HEAVIER)


@pytest.mark.long
@pytest.mark.parametrize("changes", [{"stroke.rate": 22.0, "hull.form": 1.0}, {"blade.area": 0.05, "stroke.drive": 0.5}])
def test_a_boat_on_a_line_agrees_with_other_water_and_blades(changes):
    compare(rowed(**{k.replace(".", "__"): v for k, v in changes.items()}), changes)


# --- trends ---------------------------------------------------------------------------------------------------------


def test_a_heavier_rower_is_slower_at_the_same_power(usual, heavier):
    """95 kg at 29 strokes row with about the power of 80 kg at 30; the rest by the cube of the speed."""
    light, heavy = usual.summary, heavier.summary
    assert heavy["rower_power"] == pytest.approx(light["rower_power"], rel=0.03)
    even = heavy["mean_surge_speed"] * (light["rower_power"] / heavy["rower_power"]) ** (1 / 3)
    assert 0.95 < even / light["mean_surge_speed"] < 0.985
    assert heavy["wetted_area"] > light["wetted_area"] + 0.1
    assert heavy["draught"] > light["draught"] + 0.009


@pytest.mark.long
def test_power_goes_with_the_cube_of_the_speed_and_speed_with_the_rate(usual):
    fast = rowed(stroke__rate=34.0).summary
    speed, power = (math.log(fast[k] / usual.summary[k]) for k in ("mean_surge_speed", "rower_power"))
    assert speed == pytest.approx(math.log(34 / 30), rel=0.05)
    assert 2.7 < power / speed < 3.1


# --- powers ---------------------------------------------------------------------------------------------------------


def test_every_watt_of_the_rower_is_found(usual):
    s, data = usual.summary, last_period(usual.data)
    steady = float(np.diff(data.work.sel(flow="hull.steady").values[[0, -1]])[0]) / 2.0
    total = s["slip_power"] + s["drag_power"] + s["radiated_power"] + steady
    assert total == pytest.approx(s["rower_power"], rel=2e-3)  # it still gains a little speed


def test_the_hands_do_the_work_of_the_blades(usual):
    """Over a stroke an oar keeps nothing: what the hands give by its turning is thrust and slip of the blades."""
    data, s = last_period(usual.data), usual.summary
    held = 0.80 * math.cos(math.radians(10))
    given = handle_force(data) * held * data.joint_velocity.sel(joint="starboard").values
    mean = np.trapezoid(given, data.time.values) / 2.0
    assert mean == pytest.approx(s["thrust_power"] + s["slip_power"], rel=0.02)  # the boat's own motion turns the oars too
    assert sum(s[f"{doer}_share"] for doer in ("legs", "trunk", "arms")) == pytest.approx(1.0)
    hand = sum(ways(data, held).values())
    assert hand == pytest.approx(held * np.cos(data.joint_position.sel(joint="port")) * data.joint_velocity.sel(joint="port"))


def test_the_force_rises_holds_and_falls(usual):
    """No spike: within the drive the force has one summit, in the first half of the arc, and none is left at the finish."""
    data = last_period(usual.data)
    force, angle = handle_force(data), np.degrees(data.joint_position.sel(joint="starboard").values)
    drive = data.joint_velocity.sel(joint="starboard").values > 0
    summit = angle[np.argmax(np.where(drive, force, 0))]
    assert -35 < summit < 0
    high = angle[drive & (force > 0.9 * force.max())]
    assert 15 < np.ptp(high) < 60
    assert np.abs(force[~drive]).max() < 0.25 * force.max()  # hands carry the oars back


# --- the machine ----------------------------------------------------------------------------------------------------


def test_both_sides_move_alike(usual):
    q = usual.data.joint_position
    for one, two, sign in (
        ("starboard", "port", 1),
        ("starboard_swing", "port_swing", 1),
        ("starboard_spread", "port_spread", -1),
    ):
        assert np.abs(q.sel(joint=one).values - sign * q.sel(joint=two).values).max() < 1e-9
    assert np.abs(usual.data.base_velocity.sel(axis="y").values).max() == 0


@pytest.mark.long
def test_the_default_start_is_on_the_orbit_and_rest_ends_there(usual):
    run = simulate(ready("scull-rowing"), 6.0, solver=elver.Solver(dt=2.0 / 500), save=elver.Save(every=2.0 / 100))
    assert np.ptp(run.data.base_twist.values[::100], axis=0).max() < 1e-9
    for key in ("mean_surge_speed", "rower_power", "blade_efficiency"):
        assert run.summary[key] == pytest.approx(usual.summary[key], rel=1e-3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stroke.catch": math.radians(-88), "stroke.knee_catch": 0.8}, "cannot hold the handles"),
        ({"stroke.catch": -60}, "Angles are radians: -60 degrees are -1.047"),
        ({"stroke.drive": 0.2}, "stroke.drive = 0.2 is not allowed. Give a finite number from 0.3 to 0.7"),
        ({"rower.mass": 400.0}, "does not float"),
        ({"blade.lift": -1.0}, "blade.lift"),
    ],
)
def test_refusals(changes, message):
    with pytest.raises(InputError, match=message):
        scenario("scull-rowing").build({"start": "rest", **changes})


def test_waves_of_another_load_are_told(usual, heavier):
    checks = [[w["check"] for w in run.summary["warnings"]] for run in (usual, heavier)]
    assert ["hull of another mass" in own for own in checks] == [False, True]


def test_levers_blades_and_rate_stay_free():
    names = ["oar.lever", "stroke.rate", "stroke.drive", "blade.area", "blade.lift", "blade.drag", "hull.form"]
    model = scenario("scull-rowing").build({"start": "rest"}, free=names)
    assert set(model.free) == set(names)


@pytest.mark.parametrize("name", ["stroke.catch", "rower.mass", "rower.height", "rig.span", "boat.length", "gravity"])
@pytest.mark.filterwarnings("error")  # CasADi warns of NumPy's functions of symbols
def test_what_the_hull_and_the_postures_are_found_from_cannot_be_free(name):
    with pytest.raises(InputError, match=r"cannot be free: .*computed from it before the run"):
        scenario("scull-rowing").build({"start": "rest"}, free=[name])


def test_the_metacentre_is_judged_by_the_centre_of_mass_that_rows(usual):
    """The mean of the stroke; here along the z of the world, from which the boat pitches by a degree."""
    data, load = last_period(usual.data), float(usual.data.body_mass.sum())
    rest = afloat(Boat(), load, 1000.0, 9.81)
    height = np.trapezoid((data.com_position - data.base_position).sel(axis="z").values, data.time.values) / 2.0
    assert usual.summary["metacentric_height"] == pytest.approx(metacentre(rest) - height, abs=2e-3)
    assert 0.05 < np.ptp((data.com_position - data.base_position).sel(axis="z").values) < 0.07  # it is not one number
    short = simulate(scenario("scull-rowing").build({"start": "rest"}), 0.4, solver=elver.Solver(dt=4e-3))
    assert short.summary["metacentric_height"] is None


# --- pictures -------------------------------------------------------------------------------------------------------


def test_the_pull_is_drawn_by_drive_and_recovery(usual):
    figure = elver.figures(usual, names=["pull"])["pull"]
    top = figure.axes[0]
    drive, recovery = (line.get_ydata() for line in top.lines[:2])
    assert np.nanmax(drive) == pytest.approx(usual.summary["handle_force"])
    assert np.nanmax(recovery) < 0.25 * np.nanmax(drive)
    assert f"{usual.summary['handle_force']:.0f} N" in top.get_title(loc="left") + top.get_title()


def test_head_arms_and_hands_are_drawn(usual):
    data = usual.data
    bodies = data.body.values.tolist()
    seen = [bodies[k] for k, _ in part_silhouettes(data, 0, "xz")]
    assert {name: seen.count(name) for name in ("head", "starboard_forearm", "port_upper_arm", "port_shoulder")} == {
        "head": 1, "starboard_forearm": 2, "port_upper_arm": 1, "port_shoulder": 0,
    }  # fmt: skip
    places = {
        name: np.mean([p for k, p in part_silhouettes(data, 0, "xz") if bodies[k] == name][-1], axis=0)
        for name in bodies
        if name in seen
    }
    assert places["head"][1] > places["trunk"][1] + 0.3
    hand, handle = places["starboard_forearm"], data.body_position.sel(body="starboard_oar", axis=["x", "z"]).values[0]
    assert np.linalg.norm(hand - handle - np.array([-0.68, 0.14])) < 0.05  # at the catch, 60 degrees astern of the lock


def test_nobody_rows_without_weight():
    with pytest.raises(InputError, match="gravity"):
        scenario("scull-rowing").build({"gravity": 0.0})
