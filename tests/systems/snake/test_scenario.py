"""The planar snake robot under water, on land and across the shore."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from elver import InputError, compile_model, scenario, simulate
from elver.codegen import compile_function
from elver.forces import LumpedWater
from elver.model import dynamics_function
from elver.results.metrics import forward_speed, mean_heading
from elver.simulation import Solver, StiffnessWarning
from elver.systems.snake.claims import engine_accelerations
from elver.systems.snake.closed_form import SnakeFluid, closed_form
from elver.systems.snake.scenario import ChainLink, head_ahead_of_centre, planar_chain


def swim(duration=10.0, **changes):
    changes = {k.replace("__", "."): v for k, v in changes.items()}
    return simulate(scenario("swimmer").build(changes), duration, solver=Solver(dt=0.01))


@pytest.fixture(scope="module")
def swimming():
    return swim(30.0)


@pytest.mark.parametrize("n", [2, 3, 7, 10, 20, 30])
@pytest.mark.parametrize("law", ["printed", "galilean"])
def test_recursion_equals_closed_form(n, law):
    """Individual links, linear and quadratic drag, current: accelerations agree to 1e-10 on random states."""
    rng = np.random.default_rng(n)
    links = [ChainLink(*(rng.uniform(0.5, 1.5, 3) * [0.14, 0.05, 0.03]), density=rng.uniform(800, 1200)) for _ in range(n)]
    current = rng.normal(size=2)
    water = LumpedWater(law=law, inertia_law="physical", current=(*current, 0.0))
    direct = dynamics_function(planar_chain(links), "direct", {"water": water})
    fluids = [
        SnakeFluid.from_section(
            link.half_height, link.half_width, link.length, 1000.0, 0.03, 2.0, 1.0, 1.0,
            current=tuple(current), current_law=law, added_inertia_law="physical",
        )
        for link in links
    ]  # fmt: skip
    bodies = [link.body("b", 0.0) for link in links]
    masses, inertias = [b.mass for b in bodies], [b.central_inertia[2, 2] for b in bodies]
    form = closed_form([link.length for link in links], masses, inertias, fluids)
    for _ in range(4):
        theta, rates, p_rate, u = rng.normal(size=n), rng.normal(size=n), rng.normal(size=2), rng.normal(size=n - 1)
        wanted = np.array(form.state_space(np.concatenate([theta, [0, 0], rates, p_rate]), u)).ravel()[n + 2 : 2 * n + 2]
        found = engine_accelerations(direct, form, theta, rates, p_rate, u)
        assert np.abs(found - wanted).max() < 1e-10 * np.abs(wanted).max()
        assert np.abs(wanted).max() > 1


def test_run_of_the_engine_equals_a_run_of_the_closed_form():
    """Two formulations, two integrators: the centre of mass ends at the same place."""
    n = 6
    body = ChainLink(inertia="printed").body("b", 0.0)
    fluid = SnakeFluid.from_section(0.03, 0.05, 0.14, 1000.0, 0.03, 2.0, 1.0, 1.0, linear=False)
    form = closed_form([0.14] * n, [body.mass] * n, [body.central_inertia[2, 2]] * n, fluid)
    F, slopes = compile_function(form.state_space), compile_function(form.linearisation)
    phase, alpha, omega = np.radians(30) * np.arange(n - 1), np.radians(30), np.radians(70)

    def torque(t, x):
        return 200 * (alpha * np.sin(omega * t + phase) - form.D @ x[:n]) - 50 * form.D @ x[n + 2 : 2 * n + 2]

    def jacobian(t, x):
        A, B = slopes(x, torque(t, x))
        feedback = np.zeros((n - 1, 2 * n + 4))
        feedback[:, :n], feedback[:, n + 2 : 2 * n + 2] = -200 * form.D, -50 * form.D
        return A + B @ feedback

    run = swim(6.0, links=n)
    tight = {"rtol": 1e-9, "atol": 1e-11, "method": "Radau", "jac": jacobian}
    end = solve_ivp(lambda t, x: F(x, torque(t, x)), (0, 6.0), np.zeros(2 * n + 4), **tight).y[:, -1]
    assert run.data.com_position.values[-1, :2] == pytest.approx(end[n : n + 2], abs=1e-6)
    assert mean_heading(run.data)[-1] == pytest.approx(end[:n].mean(), abs=1e-6)


def test_stiff_method_is_chosen_without_asking(swimming):
    settings = json.loads(swimming.data.attrs["settings"])
    assert settings["method"] == "rodas"
    assert settings["requested_method"] == "auto"
    assert settings["stiffness"] > 1e4


def test_published_case_1(swimming):
    summary = swimming.summary
    assert summary["mean_forward_speed"] == pytest.approx(0.140, rel=0.01)
    assert summary["forward_speed_from_rest"] == pytest.approx(0.1309, rel=0.01)
    assert summary["ledger_closure"] < 1e-6
    assert len(summary["final_com"]) == 3
    assert forward_speed(swimming.data)[0] == pytest.approx(0, abs=1e-12)


def test_tracking_without_reference_rate_lags_and_with_it_does_not():
    """USR (43) follows with gain 0.956 and 17 degrees of lag; with the rate it follows closely."""
    for control, gain, lag in (("pd", 0.956, 17.0), ("pd-rate", 1.0, 0.0)):
        data = swim(20.0, control=control).data.sel(time=slice(10.0, 20.0))
        q, t, w = data.joint_position.sel(joint="joint5").values, data.time.values, np.radians(70)
        basis = np.stack([np.sin(w * t + np.radians(120)), np.cos(w * t + np.radians(120))], axis=1)
        a, b = np.linalg.lstsq(basis, q, rcond=None)[0]
        assert np.hypot(a, b) / np.radians(30) == pytest.approx(gain, abs=0.01)
        assert np.degrees(np.arctan2(-b, a)) == pytest.approx(lag, abs=1.0)


def test_galilean_law_does_not_care_who_moves_and_the_printed_one_does():
    """Robot drifting in still water against robot at rest in the opposite current, seen from the stream."""
    gaps = {}
    for law in ("galilean", "printed"):
        still = swim(10.0, links=4, case=2, water__law=law, gait__ramp_time=1.0)
        carried = swim(10.0, links=4, case=3, water__law=law, gait__ramp_time=1.0)
        stream = np.array([0.1, 0.1])
        from dataclasses import replace

        model = scenario("swimmer").build({"links": 4, "case": 2, "water.law": law, "gait.ramp_time": 1.0})
        drifting = simulate(
            replace(model, start=replace(model.start, twist=(-0.1, -0.1, 0, 0, 0, 0))), 10.0, solver=Solver(dt=0.01)
        )
        t = carried.data.time.values[:, None]
        relative = carried.data.com_position.values[:, :2] - stream * t
        gaps[law] = np.abs(relative - drifting.data.com_position.values[:, :2]).max()
        assert np.abs(still.data.com_position.values - drifting.data.com_position.values).max() > 0.01
    assert gaps["galilean"] < 1e-6
    assert gaps["printed"] > 1e-3


def test_steering_brings_the_robot_to_the_line():
    run = simulate(
        scenario("swimmer").build({"steer": "line", "start.position": (0, 0.6), "gait.ramp_time": 1.0}),
        90.0,
        solver=Solver(dt=0.01),
    )
    away = np.abs(run.data.com_position.values[:, 1])
    assert away[0] == pytest.approx(0.6)
    assert away[run.data.time.values > 70].max() < 0.1
    assert run.data.com_position.values[-1, 0] > 8


def test_offset_turns_and_mirrored_offset_turns_the_other_way():
    program = compile_model(scenario("swimmer").build({"gait.ramp_time": 1.0}, free=["gait.offset"]))
    right, left = (
        simulate(program, 20.0, solver=Solver(dt=0.01), parameters={"gait.offset": s * 0.1}).summary["final_heading"]
        for s in (1, -1)
    )
    assert right < -0.5
    assert left > 0.5


def test_actuator_lag_and_saturation():
    free = swim(8.0, gait__ramp_time=1.0)
    cut = swim(8.0, gait__ramp_time=1.0, control__limit=0.15)
    assert np.abs(cut.data.joint_torque.values).max() <= 0.15 + 1e-12
    assert np.abs(free.data.joint_torque.values).max() > 0.2
    slow = swim(8.0, gait__ramp_time=1.0, control__lag=0.02, control__kd=5.0)
    assert slow.status == "finished"
    assert slow.summary["ledger_closure"] < 1e-5


def test_computed_torque_tracks_to_rounding():
    run = swim(8.0, control="computed", gait__ramp_time=1.0)
    t = run.data.time.values
    u = np.minimum(t, 1.0)
    wanted = (u**3 * (10 + u * (-15 + 6 * u))) * np.radians(30) * np.sin(np.radians(70) * t + np.radians(30) * 4)
    assert run.data.joint_position.sel(joint="joint5").values == pytest.approx(wanted, abs=1e-6)


def test_strips_and_lumped_water_are_close_but_not_the_same():
    lumped, strips = (swim(30.0, water__model=m).summary["mean_forward_speed"] for m in ("lumped", "strip"))
    assert strips == pytest.approx(lumped, rel=0.1)
    assert abs(strips - lumped) > 1e-3


def test_crawling_needs_anisotropic_friction():
    scene = scenario("crawler")
    crawl = simulate(scene.build(), 30.0, solver=Solver(dt=0.01))
    isotropic = simulate(scene.build({"ground.viscous_t": 5.0, "ground.viscous_n": 5.0}), 30.0, solver=Solver(dt=0.01))
    assert crawl.summary["mean_forward_speed"] > 0.1
    assert abs(isotropic.summary["mean_forward_speed"]) < 0.01
    coulomb = {"ground.viscous_t": 0, "ground.viscous_n": 0, "ground.coulomb_t": 0.1, "ground.coulomb_n": 0.7}
    dry = simulate(scene.build(coulomb), 20.0, solver=Solver(dt=0.01))
    assert dry.summary["mean_forward_speed"] > 0.05
    for run in (crawl, isotropic, dry):
        assert run.summary["ledger_closure"] < 1e-6


def test_amphibious_snake_crawls_in_and_swims_away():
    run = simulate(scenario("snake-amphibious").build(), 40.0, solver=Solver(dt=0.01))
    x = run.data.body_position.sel(axis="x").values
    assert x[0].max() < 2.0
    assert x[-1].min() > 2.0
    assert run.summary["ledger"]["shore.land"] > 1
    assert run.summary["ledger"]["shore.water.drag"] > 1
    assert run.summary["ledger_closure"] < 1e-5
    assert run.summary["mean_forward_speed"] == pytest.approx(0.140, rel=0.05)


def test_free_gait_parameters():
    program = compile_model(scenario("swimmer").build({"links": 4}, free=["gait.amplitude", "gait.frequency"]))
    slow = simulate(program, 12.0, solver=Solver(dt=0.01), parameters={"gait.frequency": 0.8})
    again = swim(12.0, links=4, gait__frequency=0.8)
    assert slow.summary["mean_forward_speed"] == pytest.approx(again.summary["mean_forward_speed"], rel=1e-5)
    assert slow.summary["final_speed"] == pytest.approx(again.summary["final_speed"], rel=1e-5)


def test_centre_of_mass_starts_where_asked():
    robot = planar_chain([ChainLink()] * 6)
    assert head_ahead_of_centre(robot) == pytest.approx(0.35)
    run = swim(0.1, start__position=(0.3, -0.2), start__heading=0.7)
    assert run.data.com_position.values[0] == pytest.approx([0.3, -0.2, 0], abs=1e-12)
    assert mean_heading(run.data)[0] == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"links": 1}, "at least two links"),
        ({"case": 4}, "1 to 3"),
        ({"water.density": -1000}, "density"),
        ({"body.density": -1000}, "density"),
        ({"water.current": "0.1,0.1"}, "3 numbers"),
        ({"gait.amplitude": 3.5}, "folds the machine through itself"),
        ({"gait": "walk"}, "lateral, eel"),
        ({"case": 2, "water.model": "strip"}, "linear drag"),
        ({"control": "computed", "control.lag": 0.1}, "control.lag goes with"),
        ({"body.length": 0.0}, "length"),
        ({"control.kd": -20.0}, "control.kd = -20.0 is not allowed"),
    ],
)
def test_bad_input(changes, message):
    with pytest.raises(InputError, match=message):
        scenario("swimmer").build(changes)


def test_unstable_gains_are_a_status_and_no_nan_is_kept():
    with pytest.warns(StiffnessWarning, match="rodas"):
        run = simulate(scenario("swimmer").build({"control.kd": 5.0}), 5.0, solver=Solver(dt=0.002, method="rk4"))
    assert run.status == "diverged"
    assert np.isfinite(run.data.state.values).all()
    assert np.isfinite(run.data.joint_torque.values).all()
