"""Orbits with known answers, and machines' steady motion against long simulations."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import xarray as xr
from orbit_machines import Duffing, Push, VanDerPol, four_bar, rower, shaken_pendulum, slide
from scipy.integrate import solve_ivp
from scipy.special import mathieu_a, mathieu_b
from tolerances import assert_close

from elver import InitialState, InputError, compile_model, scenario, simulate
from elver._support.errors import NoOrbitError
from elver.analysis import Mirror, OrbitProblem, Shooting, find_orbit
from elver.simulation import Save, Solver

VAN_DER_POL_PERIOD = 6.6632868593  # mu = 1
QUADRATIC = 50.0  # residual after a full step over the square of the one before, near the end


@pytest.fixture(scope="module")
def eel():
    return compile_model(scenario("eel").build(free=["gait.amplitude", "gait.period"]))


def quadratic(orbit) -> bool:
    r = [s.residual for s in orbit.history if s.residual > 1e-13][-3:]
    return all(b < QUADRATIC * a**2 or b < 1e-11 for a, b in pairwise(r))


def test_eel_swims_as_after_a_long_simulation(eel):
    orbit = find_orbit(eel)
    assert orbit.converged
    assert orbit.residual < 1e-9
    assert orbit.stable
    assert quadratic(orbit)
    run = simulate(eel, 240.0, solver=Solver(dt=orbit.period / orbit.steps, method="rk4"), save=Save(every=orbit.period))
    ends = run.data.base_position.values[-2:]
    assert_close(orbit.drift.speed, np.linalg.norm(ends[1] - ends[0]) / orbit.period, 1e-6)  # the transient: 0.878^119
    assert_close(orbit.state[7:13], run.data.state.values[-1, 7:13], 1e-6)
    assert orbit.start_time >= orbit.period  # the gait's ramp has ended


def test_simulation_stays_on_the_orbit(eel):
    orbit = find_orbit(eel, parameters={"gait.amplitude": 0.08})
    run = orbit.run(2)
    assert run.status == "finished"
    assert_close(run.data.state.values[orbit.steps, 7:13], orbit.state[7:13], 1e-11)
    assert_close(run.summary["final_speed"], orbit.drift.speed, 1e-10)
    assert run.parameters["gait.amplitude"] == 0.08


def test_the_slowest_decay_of_a_simulation_is_the_largest_multiplier(eel):
    orbit = find_orbit(eel)
    run = simulate(eel, 60.0, solver=Solver(dt=0.005, method="rk4"), save=Save(every=2.0))
    error = np.linalg.norm(run.data.state.values[:, 7:13] - orbit.state[7:13], axis=1)
    plane = [orbit.coordinates.index(name) for name in ("base vx", "base vy", "base wz")]  # the run stays in it
    slowest = np.abs(np.linalg.eigvals(orbit.monodromy[np.ix_(plane, plane)])).max()
    assert_close(error[-1] / error[-2], slowest, 2e-3)  # what the next multiplier leaves after 30 periods
    assert slowest < orbit.floquet_max  # diving is what dies out last


@pytest.mark.parametrize("segments", [1, 5])
def test_segments_find_the_same_orbit(eel, segments):
    orbit = find_orbit(eel, shooting=Shooting(segments=segments, transient=1))
    assert_close(orbit.drift.speed, 0.5437741288740, 1e-9)
    assert_close(orbit.floquet_max, 0.87816767, 1e-6)


def test_trim_of_the_amplitude_and_of_the_period(eel):
    slow = find_orbit(eel, OrbitProblem(trim=["gait.amplitude"], conditions={"speed": 0.5}))
    assert slow.converged
    assert_close(slow.drift.speed, 0.5, 1e-10)
    check = find_orbit(eel, parameters=slow.parameters)
    assert_close(check.drift.speed, 0.5, 1e-9)
    faster = find_orbit(eel, OrbitProblem(trim=["gait.period"], conditions={"speed": 0.6}))
    assert faster.converged
    assert faster.period == faster.parameters["gait.period"] < 2.0
    assert_close(find_orbit(eel, parameters=faster.parameters).drift.speed, 0.6, 1e-9)


def test_swimmer_straight_and_turning():
    for offset in (0.0, 0.1):
        program = compile_model(scenario("swimmer").build({"control": "computed", "gait.offset": offset}))
        orbit = find_orbit(program)
        run = simulate(
            program, 20 * orbit.period, solver=Solver(dt=orbit.period / orbit.steps, method="rk4"), save=Save(every=orbit.period)
        )
        assert orbit.converged
        assert_close(run.data.state.values[-1, 7:10], orbit.state[7:10], 1e-8)
        assert abs(orbit.drift.turn_rate) > 0.1 if offset else abs(orbit.drift.turn_rate) < 1e-12


def test_driven_swimmer_has_few_unknowns():
    model = scenario("swimmer").build({"control": "computed"})
    driven = replace(model, robot=model.robot.with_modes("driven"), control=None, start=InitialState())
    orbit, tracked = find_orbit(driven), find_orbit(model)
    assert orbit.coordinates == ("base vx", "base vy", "base wz")
    assert_close(orbit.drift.speed, tracked.drift.speed, 1e-6)  # computed torque follows the gait exactly in the end


def test_stiff_gains_are_taken_by_an_implicit_method():
    program = compile_model(scenario("swimmer").build({"links": 4}))
    orbit = find_orbit(program, shooting=Shooting(steps=200))
    assert orbit.converged
    assert orbit.method == "radau"
    assert quadratic(orbit)
    run = orbit.run(1)  # by another integrator, with error control
    end = run.data.state.values[-1]
    assert_close(end[7:16], orbit.state[7:16], 1e-6)  # truncation of 200 steps
    assert_close(run.summary["final_speed"], orbit.drift.speed, 1e-6)
    assert orbit.drift.speed > 0.01


def test_mirror_halves_the_unknowns():
    mirror = Mirror("y", {"left tip": "right tip"}, sign=-1)
    said = []
    orbit, full = (
        find_orbit(rower(), OrbitProblem(mirror=mirror), shooting=Shooting(transient=5), callback=said.append),
        find_orbit(rower(), shooting=Shooting(transient=5)),
    )
    assert said[0].startswith("6 unknowns (pitch, base vx, base vz")
    assert orbit.converged
    assert len(orbit.coordinates) == 12
    assert_close(orbit.state[7:17], full.state[7:17], 1e-9, scale=1.0)
    assert_close(np.abs(orbit.multipliers), np.abs(full.multipliers), 1e-7)
    assert orbit.drift.displacement[2] < -0.1  # it sinks


def test_a_mirror_needs_a_symmetric_start():
    model = replace(rower(), start=InitialState(angles={"left tip": 0.2, "right tip": 0.1}))
    with pytest.raises(InputError, match=r"'angle of left tip' is off by 0\.3"):
        find_orbit(model, OrbitProblem(mirror=Mirror("y", {"left tip": "right tip"}, sign=-1)), shooting=Shooting(transient=0))


def test_half_a_period_of_a_body_wave(eel):
    """The eel's wave half a period later is its mirror image; so is the orbit, and half of it is enough."""
    whole, half = find_orbit(eel), find_orbit(eel, OrbitProblem(mirror=Mirror("y", half=True)))
    assert half.converged
    assert half.residual < 1e-9
    assert_close(half.state[7:13], whole.state[7:13], 1e-10)
    assert_close(np.abs(half.multipliers), np.abs(whole.multipliers), 1e-8)
    with pytest.raises(InputError, match="not symmetric under this Mirror"):
        find_orbit(eel, OrbitProblem(mirror=Mirror("y")))
    with pytest.raises(InputError, match="whole period"):
        find_orbit(eel, OrbitProblem(mirror=Mirror("y", half=True), trim="gait.amplitude", conditions={"vx": 0.5}))


def test_half_a_period_of_joints_that_are_computed():
    model = scenario("swimmer").build({"control": "computed", "links": 5})
    joints = {f"joint{k}": -1 for k in range(1, 5)}
    whole, half = (
        find_orbit(model),
        find_orbit(model, OrbitProblem(mirror=Mirror("y", sign=joints, half=True)), shooting=Shooting(segments=2)),
    )
    assert_close(half.state[7:18], whole.state[7:18], 1e-9)
    assert_close(half.drift.speed, whole.drift.speed, 1e-10)


def test_van_der_pol():
    orbit = find_orbit(slide(VanDerPol(), 2.0), OrbitProblem(period=6.0, free_period=True), shooting=Shooting(steps=4000))
    assert_close(orbit.period, VAN_DER_POL_PERIOD, 1e-10)
    x = orbit.states[:, 0]
    assert_close(np.log(orbit.multipliers[0].real), np.trapezoid(1 - x**2, dx=orbit.period / orbit.steps), 1e-6)  # Liouville
    assert len(orbit.multipliers) == 1
    assert orbit.stable


def test_trim_of_a_free_period():
    model = slide(VanDerPol(), 2.0).freed("elastic.mu")
    orbit = find_orbit(model, OrbitProblem(trim=["elastic.mu"], conditions={"period": 7.0}, period=6.6, free_period=True))
    assert_close(orbit.period, 7.0, 1e-11)
    again = find_orbit(model, OrbitProblem(period=6.6, free_period=True), parameters=orbit.parameters)
    assert_close(again.period, 7.0, 1e-9)


@pytest.mark.parametrize(("q", "boundary"), [(0.3, mathieu_a), (0.3, mathieu_b)])
def test_shaken_pendulum_is_mathieus_equation(q, boundary):
    """theta'' + (g - A w^2 cos w t) theta = 0 is Mathieu's with a = 4 g / w^2, 2 q = 4 A, tau = w t / 2."""
    frequency = math.sqrt(4 * 9.81 / boundary(1, q))
    orbit = find_orbit(shaken_pendulum(q / 2, frequency), shooting=Shooting(steps=2000))
    assert_close(np.trace(orbit.monodromy), -2.0, 1e-8)  # on the boundary: a double multiplier -1
    assert_close(np.linalg.det(orbit.monodromy), 1.0, 1e-10)
    inside = find_orbit(shaken_pendulum(q / 2, 0.5 * (1 + frequency / math.sqrt(9.81) / 2) * 2 * math.sqrt(9.81)))
    assert inside.converged


def test_a_pendulum_shaken_at_twice_its_frequency_is_unstable():
    orbit = find_orbit(shaken_pendulum(0.05, 2 * math.sqrt(9.81)))
    assert orbit.stability == "unstable"
    assert orbit.multipliers[0].real < -1.0


@pytest.mark.parametrize(("segments", "angle"), [(1, 3.13), (6, 3.1)])
def test_a_pendulum_balanced_upside_down(segments, angle):
    """Its largest multiplier is exp(w T) with w = sqrt(g): 525 after two seconds."""
    model = replace(shaken_pendulum(0.0, math.pi), start=InitialState(angles={"rod": angle}))
    orbit = find_orbit(model, shooting=Shooting(transient=0, segments=segments))
    assert orbit.converged
    assert_close(orbit.state[0], math.pi, 1e-12)
    assert_close(orbit.floquet_max, math.exp(2 * math.sqrt(9.81)), 1e-6)  # truncation
    assert orbit.stability == "unstable"


def test_several_segments_reach_farther_than_one():
    model = replace(shaken_pendulum(0.0, math.pi), start=InitialState(angles={"rod": 3.1}))
    assert not find_orbit(model, shooting=Shooting(transient=0)).converged


def test_duffing_against_an_independent_integrator():
    law = Duffing(frequency=1.0)
    orbit = find_orbit(slide(law), OrbitProblem(period=2 * math.pi), shooting=Shooting(steps=2000))
    rhs = lambda t, y: [y[1], -law.damping * y[1] - y[0] - law.cubic * y[0] ** 3 + law.force * math.cos(t)]  # noqa: E731
    end = solve_ivp(rhs, (0, 2 * math.pi), orbit.state[:2], rtol=1e-12, atol=1e-14, method="DOP853").y[:, -1]
    assert_close(end, orbit.state[:2], 1e-9)
    assert_close(np.linalg.det(orbit.monodromy), math.exp(-law.damping * orbit.period), 1e-9)


def test_memory_returns_too_and_starts_the_model():
    changes = {"links": 3, "control": "pd-rate", "control.kp": 5.0, "control.kd": 0.5, "control.lag": 0.05}
    orbit = find_orbit(scenario("swimmer").build(changes))
    assert orbit.converged
    assert "joint1 torque" in orbit.coordinates
    run = orbit.run(1)
    names = list(orbit.names)
    k = names.index("joint1 torque")
    assert abs(orbit.state[k]) > 1e-4
    assert_close(run.data.state.values[[0, -1], k], [orbit.state[k]] * 2, 1e-8)


def test_no_orbit_is_reported_not_raised():
    orbit = find_orbit(slide(Push()), OrbitProblem(period=1.0))
    assert orbit.status == "stalled"
    assert "no orbit found" in orbit.detail
    assert "rate of slide" in orbit.detail
    assert "singular" in orbit.detail
    assert orbit.residual > 1e-3
    assert orbit.stability == "unknown"
    with pytest.raises(NoOrbitError, match="no orbit found"):
        orbit.run()


def test_a_run_that_diverges_is_reported():
    orbit = find_orbit(
        slide(Duffing(cubic=-1.0, force=2.0), angle=3.0), OrbitProblem(period=2 * math.pi / 1.2), shooting=Shooting(transient=0)
    )
    assert orbit.status == "diverged"
    assert "diverged" in orbit.detail
    assert orbit.summary["orbit_residual"] is None


def test_a_subset_of_unknowns_that_leaves_others_open_is_partial(eel):
    orbit = find_orbit(eel, OrbitProblem(unknowns=["base vx"]))
    assert orbit.status == "partial"
    assert "does not" in orbit.detail


def test_saved_orbit(eel, tmp_path):
    orbit = find_orbit(eel)
    data = xr.load_dataset(orbit.save(tmp_path / "orbit.nc"), engine="h5netcdf")
    assert json.loads(data.attrs["summary"])["floquet_max"] == orbit.floquet_max
    assert_close(data.state.values[-1, 7:13], orbit.state[7:13], 1e-11)
    with pytest.raises(InputError, match="not overwritten"):
        orbit.save(tmp_path / "orbit.nc")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"unknowns": ["base vq"]}, "Did you mean 'base v"),
        ({"trim": ["gait.amplitude"]}, "one condition for every parameter"),
        ({"trim": ["gait.growth"], "conditions": {"vx": 1}}, "unknown free parameter"),
        ({"trim": ["gait.amplitude"], "conditions": {"vq": 1}}, "unknown condition"),
        ({"period": -1.0}, "greater than 0"),
        ({"free_period": True}, "first guess"),
        ({"free_period": True, "period": 2.0}, "depend on time"),
        ({"trim": ["gait.amplitude"], "conditions": {"work motor": 1}}, "'work motor' is on an energy .* Allowed: vx"),
        ({"mirror": "y"}, "elver.analysis.Mirror"),
    ],
)
def test_wrong_problems(eel, asked, message):
    with pytest.raises(InputError, match=message):
        find_orbit(eel, OrbitProblem(**asked))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"segments": 0}, "whole number"),
        ({"steps": 2.5}, "whole number"),
        ({"transient": -1}, "transient"),
        ({"max_iterations": "a"}, "max_iterations = 'a' is not allowed"),
        ({"max_iterations": 0}, "max_iterations = 0 is not allowed"),
        ({"segments": 10**6}, "1 to 100"),
        ({"transient": 1e20}, "Give 0 to 10000"),
        ({"tolerance": -1}, "tolerance = -1 is not allowed"),
        ({"tolerance": 0}, "tolerance = 0 is not allowed"),
        ({"tolerance": math.nan}, "tolerance = nan is not allowed"),
        ({"initial_state": np.zeros(3)}, "states of the model"),
    ],
)
def test_wrong_ways_of_shooting(eel, asked, message):
    with pytest.raises(InputError, match=message):
        find_orbit(eel, shooting=Shooting(**asked))


@pytest.mark.parametrize("asked", [{"problem": ["base vx"]}, {"problem": Shooting()}, {"shooting": {"steps": 100}}])
def test_wrong_kinds_of_options(eel, asked):
    with pytest.raises(InputError, match=r"Give an elver\.analysis\.(OrbitProblem|Shooting)"):
        find_orbit(eel, **asked)


def test_a_condition_on_a_dependent_joint_is_refused():
    model = four_bar().freed("gait.amplitude")
    with pytest.raises(InputError, match=r"'guess of pin' is on a dependent joint.* Allowed: .*angle of crank, rate of crank"):
        find_orbit(model, OrbitProblem(trim=["gait.amplitude"], conditions={"guess of pin": 0.1}))


def test_models_that_have_no_orbit_problem():
    with pytest.raises(InputError, match="impacts have no derivative"):
        find_orbit(scenario("aiko-small-obstacles").build())
    with pytest.raises(InputError, match="has no period"):
        find_orbit(slide(Duffing()))
