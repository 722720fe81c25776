"""The rowing boat: masses, the rower's loop, the stroke, steady rowing, powers, refusals. Its mechanics: tests/oracles."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest
from ready_models import ready

from elver import InputError, compile_model, scenario, simulate
from elver.analysis import OrbitProblem, find_orbit
from elver.results.metrics import last_period
from elver.simulation import Save, Solver
from elver.systems.scull.robot import scull_hull

PERIOD = 60 / 27
FIGURES = ("mean_surge_speed", "surge_speed_range", "heave_range", "pitch_range", "blade_efficiency", "rower_power")


@cache
def rowed(name="scull-40", strokes=3, **changes):
    own = {k.replace("__", "."): v for k, v in changes.items()}
    model = scenario(name).prepared(own) if own else ready(name)
    return simulate(model, strokes * PERIOD, solver=Solver(dt=PERIOD / 1000), save=Save(every=PERIOD / 200))


@pytest.fixture(scope="module")
def forty():
    return rowed("scull-40")


@pytest.fixture(scope="module")
def fifty():
    return rowed("scull-50")


# --- the machine ----------------------------------------------------------------------------------------------------


def test_the_run_keeps_the_drawn_lean_and_a_closed_loop(forty):
    """The trunk's joint is fitted so that the lean from the horizontal is the drawn one."""
    q = forty.data.joint_position.sel(joint=["ankle", "knee", "trunk"]).values
    lean = np.degrees(q[:, 0] - q[:, 1] + q[:, 2])
    assert lean.max() == pytest.approx(115, abs=0.1)
    assert lean.min() == pytest.approx(65, abs=0.1)
    assert forty.summary["worst_loop_closure"] < 1e-10
    assert 0.4 < np.ptp(forty.data.joint_position.sel(joint="seat").values) < 0.7


def weighed_height(run) -> float:
    """Mean height of the centre of mass above the boat's origin in the last stroke, body by body, in the boat's own axes [m]."""
    data = last_period(run.data)
    mass, turn = data.body_mass.values, quaternion_matrices(data.body_quaternion.values)
    places = data.body_position.values + np.einsum("tbij,bj->tbi", turn, data.body_com.values)
    centre = np.einsum("b,tbi->ti", mass, places) / mass.sum() - data.base_position.values
    up = quaternion_matrices(data.base_quaternion.values)[:, :, 2]
    return float(np.trapezoid((centre * up).sum(axis=1), data.time.values) / np.ptp(data.time.values))


def quaternion_matrices(q):
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]  # fmt: skip
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def test_the_metacentre_is_judged_by_the_centre_of_mass_that_rows(forty):
    """Above the waterplane by its roll stiffness over the weight; the rower's centre moves by centimetres over the stroke."""
    hull = scull_hull()
    metacentre = hull.buoyancy_centre[2] + hull.restoring[1, 1] / (hull.mass * hull.gravity)
    assert forty.summary["metacentric_height"] == pytest.approx(metacentre - weighed_height(forty), abs=1e-5)
    assert -0.32 < forty.summary["metacentric_height"] < -0.27
    assert "metacentric_height" not in {m.name for m in scenario("scull-40").build({"hull.waves": "simple"}).metrics}


def test_legs_go_first_in_the_drive_and_last_in_the_recovery(forty):
    t, half = forty.data.time.values[:201], {}
    q = forty.data.joint_position.isel(time=slice(0, 201))
    lean = (q.sel(joint="ankle") - q.sel(joint="knee") + q.sel(joint="trunk")).values
    for name, curve in (("knee", q.sel(joint="knee").values), ("lean", lean)):
        below = curve < 0.5 * (curve.max() + curve.min())
        half[name] = t[np.flatnonzero(np.diff(below.astype(int)))]
    assert half["knee"][0] < half["lean"][0] - 0.02
    assert half["knee"][1] > half["lean"][1] + 0.02


@pytest.mark.parametrize(("name", "drive", "arc"), [("scull-40", 0.4, 1.0), ("scull-50", 0.5, 1.181)])
def test_oars_reach_catch_and_finish_when_they_should(name, drive, arc, forty, fifty):
    data = {"scull-40": forty, "scull-50": fifty}[name].data.isel(time=slice(0, 201))
    for side in ("port", "starboard"):
        angle = data.joint_position.sel(joint=side).values
        assert np.degrees(angle[0]) == pytest.approx(-62 * arc, abs=1e-6)
        assert np.degrees(angle.max()) == pytest.approx(43 * arc, abs=1e-3)
        assert float(data.time[int(angle.argmax())]) == pytest.approx(drive * PERIOD, abs=PERIOD / 200)


# --- steady rowing --------------------------------------------------------------------------------------------------


def test_the_default_start_is_on_the_orbit(forty):
    every = forty.data.base_twist.values[::200]
    assert np.ptp(every, axis=0).max() < 1e-9  # the orbit was found with the steps of the run
    assert np.ptp(forty.data.base_velocity.sel(axis="x").values) > 1


@pytest.mark.parametrize("rate", [pytest.param(21.3, marks=pytest.mark.long), 34.0])
def test_strokes_repeat_at_every_rate(rate):
    """The default step is a share of the stroke, in a run and on the orbit that it starts on."""
    own, chosen = {"stroke.rate": rate, "hull.waves": "simple"}, scenario("scull-40")
    step = chosen.time_step(own)
    assert step == pytest.approx(60 / rate / 1000, rel=1e-15)
    run = simulate(chosen.prepared(own), 3000 * step, solver=Solver(dt=step), save=Save(every=1000 * step))
    assert run.data.sizes["time"] == 4
    assert np.ptp(run.data.base_twist.values, axis=0).max() < 1e-9
    assert 3 < run.summary["mean_surge_speed"] < 6


def test_every_verb_takes_the_step_of_the_stroke():
    from elver.analysis.studies.setup import make_setup
    from elver.cli.commands.run import Options, requested_plan
    from elver.viz.page.make import moved

    own, chosen = {"stroke.rate": 34.0}, scenario("scull-40")
    step = 60 / 34 / 1000
    assert make_setup("scull-40", own).plan.dt == pytest.approx(step, rel=1e-15)
    assert requested_plan(Options(scenario="scull-40"), chosen, chosen.time_step(own), None).dt == pytest.approx(step, rel=1e-15)
    assert moved(chosen, {**own, "start": "rest"}, None, None, False)[1].dt == pytest.approx(step, rel=1e-15)
    assert scenario("eel").time_step({"gait.period": 3.0}) == scenario("eel").dt


def test_rowing_from_rest_ends_on_the_orbit(forty):
    run = rowed(strokes=27, start="rest")
    assert run.data.base_velocity.values[0] == pytest.approx([0, 0, 0], abs=1e-9)
    for key in FIGURES:
        assert run.summary[key] == pytest.approx(forty.summary[key], rel=1e-5), key


def test_the_orbit_is_stable_and_leaves_guesses_of_loops_alone():
    orbit = find_orbit(compile_model(ready("scull-40")))
    assert orbit.stable
    assert 0.4 < orbit.floquet_max < 0.6  # disturbances of the speed halve with every stroke
    assert not [name for name in orbit.coordinates if name.startswith("guess")]
    assert set(orbit.start().angles) == {"ankle", "seat"}


@pytest.mark.long
def test_blade_area_is_the_one_that_gives_the_published_speed():
    program = compile_model(scenario("scull-40").prepared(free=["blade.area"]))
    orbit = find_orbit(program, OrbitProblem(trim=["blade.area"], conditions={"vx": 4.28}))
    assert orbit.converged
    assert orbit.parameters["blade.area"] == pytest.approx(0.0775, abs=2e-4)


def test_the_short_drive_is_faster_and_rocks_more(forty, fifty):
    even = rowed("scull-50", stroke__arc=1.0)
    assert forty.summary["mean_surge_speed"] > even.summary["mean_surge_speed"] + 0.5
    assert forty.summary["mean_surge_speed"] > fifty.summary["mean_surge_speed"]
    for key in ("heave_range", "pitch_range"):
        for other in (fifty, even):
            assert 0 < other.summary[key] < forty.summary[key]
    assert 0.003 < forty.summary["heave_range"] < 0.05
    assert 0.2 < math.degrees(forty.summary["pitch_range"]) < 3


@pytest.mark.long
def test_constant_coefficients_tell_the_same_story():
    simple = rowed("scull-40", hull__waves="simple").summary
    assert simple["mean_surge_speed"] == pytest.approx(4.28, rel=0.02)
    assert simple["radiated_power"] > 0
    assert simple["ledger_closure"] < 1e-6


# --- powers ---------------------------------------------------------------------------------------------------------


def test_every_watt_of_the_rower_is_found(forty):
    """On the orbit nothing is stored from stroke to stroke: joint power is slip, drag, waves and the steady frame's share."""
    s, data = forty.summary, forty.data
    assert s["ledger_closure"] < 1e-6
    steady = float(data.work.sel(flow="hull.steady")[-1]) / (3 * PERIOD)
    total = s["slip_power"] + s["drag_power"] + s["radiated_power"] + steady
    assert total == pytest.approx(s["rower_power"], rel=1e-5)
    joints = np.trapezoid(data.joint_power.sum("joint").values, data.time.values) / (3 * PERIOD)
    assert joints == pytest.approx(s["rower_power"], rel=1e-4)
    assert min(s["slip_power"], s["drag_power"], s["radiated_power"]) > 0


def test_blade_work_is_the_torque_of_the_water_times_the_sweep(forty):
    """Thrust and slip together are what the oars' turning gives to the blades."""
    data, s = forty.data.isel(time=slice(400, None)), forty.summary
    angle, rate = (data[f"joint_{what}"].sel(joint="port").values for what in ("position", "velocity"))
    force = data.medium_force.sel(force=["port_blade", "starboard_blade"], axis="x").sum("force").values
    power = force / np.cos(angle) * 1.85 * math.cos(math.radians(10)) * rate
    mean = np.trapezoid(power, data.time.values) / PERIOD
    assert mean == pytest.approx(s["thrust_power"] + s["slip_power"], rel=2e-3)  # the boat's pitching is left out
    assert s["blade_efficiency"] == pytest.approx(s["thrust_power"] / mean, rel=2e-3)


def test_oars_only_push(forty):
    force = forty.data.medium_force.sel(force="port_blade", axis="x").values
    assert force.min() > -0.05 * force.max()  # pitch tilts it by a degree
    assert (force == 0).mean() > 0.4
    assert force.max() > 300


# --- parameters and refusals ----------------------------------------------------------------------------------------


def test_free_parameters_move_the_speed():
    program = compile_model(scenario("scull-40").build({"start": "rest"}, free=["blade.area", "stroke.drive", "hull.form"]))

    def speed(**parameters):
        return simulate(program, 4 * PERIOD, solver=Solver(dt=PERIOD / 500), parameters=parameters).summary["mean_surge_speed"]

    base = speed()
    assert speed(**{"blade.area": 0.09}) > base
    assert speed(**{"stroke.drive": 0.45}) < base
    assert speed(**{"hull.form": 0.0}) > base


REFUSALS = {
    "a knee too far bent": ({"stroke.knee_catch": math.radians(160)}, r"cannot close.*0\.\d+ m too far.*stroke.knee_catch"),
    "a seat too high": ({"rig.rail": 0.6}, r"cannot close.*knee at .* deg"),
    "a small polygon": ({"stroke.legs": "0,1,0"}, "6 numbers"),
    "legs that do not finish": ({"stroke.legs": (0, 0.2, 0.4, 0.6, 0.8, 0.9)}, "from 0 at the catch to 1"),
    "no blade": ({"blade.area": -0.08}, "area"),
    "no wetted area": ({"hull.wetted_area": -2.3}, "area"),
    "a drive of nearly everything": (
        {"stroke.drive": 0.9},
        r"stroke.drive = 0.9 is not allowed. Give a finite number from 0.3 to 0.7; default: 0.4",
    ),
    "no rate": ({"stroke.rate": 0.0}, "stroke.rate"),
    "a straight knee": ({"stroke.knee_finish": 0.0}, r"stroke\.knee_finish = 0\.0 .* greater than 0"),
    "a dwarf": ({"rower.height": 0.5}, r"rower\.height = 0\.5 .* 1 to 2\.5 m"),
    "an oar of no length": ({"oar.lever": 0.0}, "oar.lever"),
    "an oar that stands up": ({"oar.dip": -0.1}, r"oar\.dip = -0\.1 .* 0 to 1\.56"),
    "a boat without mass": ({"boat.mass": 0.0}, "boat.mass"),
    "unknown waves": ({"hull.waves": "tsunami"}, "hull.waves"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_refusals(case):
    changes, message = REFUSALS[case]
    with pytest.raises(InputError, match=message):
        scenario("scull-40").build({"start": "rest", **changes})


@pytest.mark.parametrize("name", ["rig.foot", "rower.height", "stroke.knee_catch", "oar.dip"])
def test_what_postures_are_found_from_cannot_be_free(name):
    with pytest.raises(InputError, match="cannot be free"):
        scenario("scull-40").build({"start": "rest"}, free=[name])


# --- six freedoms ---------------------------------------------------------------------------------------------------


def free_boat(strokes: int = 4, **changes):
    """A boat that moves in all six freedoms, from rest."""
    own = {"base": "free", "start": "rest", **{f"lateral.{k}": v for k, v in changes.items()}}
    return simulate(scenario("scull-40").build(own), strokes * PERIOD, solver=Solver(dt=PERIOD / 1000))


def roll(run) -> np.ndarray:
    w, x, y, z = run.data.base_quaternion.values.T
    return np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))


def test_an_even_stroke_rows_straight_in_six_freedoms_as_in_three():
    three = simulate(scenario("scull-40").build({"start": "rest"}), 4 * PERIOD, solver=Solver(dt=PERIOD / 1000))
    six = free_boat()
    assert six.data.base_twist.sizes["component"] == 6
    gap = six.data.base_position.values - three.data.base_position.values
    assert np.abs(gap).max() < 1e-6
    assert np.abs(roll(six)).max() < 1e-7
    assert six.summary["ledger_closure"] < 1e-6


def test_the_boat_stays_upright_where_the_blades_hold_more_than_its_weight_tips():
    """The metacentre lies below the centre of mass: weight times that is the least stiffness that keeps it level."""
    upright = free_boat(heel=0.01)
    least = -upright.summary["metacentric_height"] * upright.summary["mass"] * 9.81
    assert 250 < least < 330
    assert abs(roll(upright)[-1]) < 2e-3
    barely, not_quite = (free_boat(6, heel=0.01, stiffness=share * least, damping=20.0) for share in (1.15, 0.85))
    assert np.abs(roll(barely)[-200:]).max() < 0.02
    assert abs(roll(not_quite)[-1]) > 0.1


def test_the_larger_blade_turns_the_boat_to_the_other_side():
    """Mirrored oars are mirrored motions."""
    port, starboard = (free_boat(8, uneven=share) for share in (0.05, -0.05))
    assert port.data.base_position.values[-1, 1] < -1.0  # to starboard
    mirrored = starboard.data.base_position.values * [1, -1, 1]
    assert mirrored == pytest.approx(port.data.base_position.values, abs=1e-4)
    with pytest.raises(InputError, match="With base=free use shipped"):
        scenario("scull-40").build({"base": "free", "hull.waves": "simple"})


@pytest.mark.long
def test_steady_rowing_in_six_freedoms_is_the_orbit_of_three():
    six = scenario("scull-40").prepared({"base": "free"})
    speed = simulate(six, PERIOD, solver=Solver(dt=PERIOD / 1000)).summary["mean_surge_speed"]
    assert speed == pytest.approx(rowed().summary["mean_surge_speed"], rel=1e-6)
