"""Orbits found from the one before against orbits found from the beginning."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from orbit_machines import Duffing, Push, VanDerPol, duffing_period, four_bar, rower, slide
from tolerances import assert_close

from elver import InputError, compile_model, scenario
from elver._support.errors import NoOrbitError
from elver.analysis import Mirror, OrbitProblem, OrbitTracker, Shooting, find_orbit, orbit_slopes
from elver.analysis.orbits.symmetry import STABLE

LEFT_RIGHT = Mirror("y", {"left tip": "right tip"}, sign=-1)


@pytest.fixture(scope="module")
def eel():
    changes = {"body.joints": 3, "gait.yaw_offset": 0.1}
    return compile_model(scenario("eel").build(changes, free=["gait.period", "gait.amplitude", "water.friction"]))


def same(tracked, fresh):
    returning = slice(7, fresh.program.equations.layout.slices["works"].start)
    assert_close(tracked.orbit.states[:, returning], fresh.states[:, returning], 1e-8, scale=1.0)
    assert_close(np.sort(np.abs(tracked.orbit.multipliers)), np.sort(np.abs(fresh.multipliers)), 1e-7, scale=1.0)


def test_one_run_with_variations_is_enough_for_a_near_orbit(eel):
    tracker = OrbitTracker(eel, shooting=Shooting(steps=60))
    first = tracker.solve()
    assert first.way == "search"
    for values in ({"gait.amplitude": 0.061, "water.friction": 0.0105}, {"gait.period": 2.02}, {"gait.amplitude": 0.05}):
        tracked = tracker.solve(values)
        assert (tracked.way, tracked.varied_runs) == ("predicted", 1)
        assert tracked.runs <= 8
        assert tracked.orbit.residual < 1e-10
        fresh = find_orbit(eel, shooting=Shooting(steps=60), parameters=values)
        same(tracked, fresh)
        assert_close(tracked.orbit.drift.speed, fresh.drift.speed, 1e-9)
        slopes = orbit_slopes(tracked.orbit)
        assert_close(tracked.slopes.states, slopes.states, 1e-12, scale=np.abs(slopes.states).max())
        assert tracked.orbit.coordinates == fresh.coordinates


def test_far_orbits_are_found_all_the_same(eel):
    tracker = OrbitTracker(eel, shooting=Shooting(steps=60), free=["gait.amplitude"])
    ways = []
    for amplitude in (0.06, 0.2, 0.02, 0.3):
        tracked = tracker.solve({"gait.amplitude": amplitude})
        ways.append(tracked.way)
        same(tracked, find_orbit(eel, shooting=Shooting(steps=60, transient=8), parameters={"gait.amplitude": amplitude}))
    assert "newton" in ways or ways.count("search") > 1
    other = tracker.solve({"gait.amplitude": 0.3, "water.friction": 0.02})  # not tracked: found from the beginning
    assert other.way == "search"


@pytest.mark.parametrize(
    ("build", "problem", "shooting", "name"),
    [
        (lambda: slide(VanDerPol(), 2.0), OrbitProblem(period=6.6, free_period=True), Shooting(steps=200), "elastic.mu"),
        (lambda: slide(Duffing()), OrbitProblem(period=duffing_period), Shooting(steps=100, transient=10), "elastic.frequency"),
        (lambda: four_bar(), OrbitProblem(), Shooting(steps=60, segments=2), "gait.amplitude"),
        (lambda: rower(), OrbitProblem(mirror=LEFT_RIGHT), Shooting(steps=60), "elastic.stiffness"),
    ],
)
def test_every_kind_of_orbit(build, problem, shooting, name):
    program = compile_model(build().freed(name))
    tracker = OrbitTracker(program, problem, shooting=shooting)
    at = tracker.solve().orbit.parameters[name]
    tracked = tracker.solve({name: 1.01 * at})
    assert tracked.way == "predicted"
    fresh = find_orbit(program, problem, parameters={name: 1.01 * at}, shooting=shooting)
    assert_close(tracked.orbit.period, fresh.period, 1e-9)
    assert_close(np.sort(np.abs(tracked.orbit.multipliers)), np.sort(np.abs(fresh.multipliers)), 1e-6, scale=1.0)
    assert_close(np.ptp(tracked.orbit.states[:, :2], axis=0), np.ptp(fresh.states[:, :2], axis=0), 1e-3, scale=1.0)


def test_a_search_takes_as_many_steps_as_the_machine_needs_there():
    program = compile_model(rower().freed("elastic.damping"))
    tracker = OrbitTracker(program, free=["elastic.damping"])
    assert tracker.solve().orbit.steps == 400
    tracked = tracker.solve({"elastic.damping": 1.0})  # 400 steps of RK4 would not be stable
    assert (tracked.way, tracked.orbit.method) == ("search", "rk4")
    assert tracked.orbit.steps > 400
    assert tracker.solve({"elastic.damping": 1.01}).way == "predicted"


def test_trimmed_parameters_move_along():
    model = slide(Duffing()).freed("elastic.cubic", "elastic.force")
    problem = OrbitProblem(trim="elastic.force", conditions={"angle of slide": 0.4}, period=2 * math.pi / 1.2)
    tracker = OrbitTracker(model, problem, shooting=Shooting(steps=100))
    assert tracker.names == ("elastic.cubic",)
    tracker.solve()
    tracked = tracker.solve({"elastic.cubic": 1.05})
    assert tracked.way == "predicted"
    assert_close(tracked.orbit.state[0], 0.4, 1e-10)
    fresh = find_orbit(model, problem, parameters={"elastic.cubic": 1.05}, shooting=Shooting(steps=100))
    assert_close(tracked.orbit.parameters["elastic.force"], fresh.parameters["elastic.force"], 1e-8)


def test_several_trackers_on_threads(eel):
    """Compiled loops let other threads run: recordings are tracked side by side, with the same numbers."""

    def speeds(amplitude):
        tracker = OrbitTracker(eel, shooting=Shooting(steps=60), free=["gait.amplitude"])
        return [tracker.solve({"gait.amplitude": amplitude * (1 + 0.01 * k)}).orbit.drift.speed for k in range(3)]

    amplitudes = [0.05, 0.06, 0.07]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(speeds, amplitudes)) == [speeds(a) for a in amplitudes]


def test_nothing_changes():
    tracker = OrbitTracker(
        slide(Duffing()).freed("elastic.force"), OrbitProblem(period=2 * math.pi / 1.2), shooting=Shooting(steps=60), free=[]
    )
    first, again = tracker.solve(), tracker.solve()
    assert (first.way, again.way, again.runs) == ("search", "predicted", 1)
    assert again.slopes.states.shape == (61, 0, 4)
    assert tracker.solve({"elastic.force": 0.31}).way == "search"


def test_no_orbit_and_wrong_requests():
    with pytest.raises(NoOrbitError, match=r"at elastic\.force = 1: no orbit found"):
        OrbitTracker(slide(Push()).freed("elastic.force"), OrbitProblem(period=1.0)).solve()
    with pytest.raises(InputError, match=r"problem is a dict\. Give an elver\.analysis\.OrbitProblem"):
        OrbitTracker(slide(Duffing()).freed("elastic.force"), {"period": 1.0})
    with pytest.raises(InputError, match="unknown free parameter"):
        OrbitTracker(slide(Duffing()).freed("elastic.force"), OrbitProblem(period=1.0), free=["elastic.forze"])


@pytest.mark.parametrize(
    ("needed", "steps", "method"), [(600, 780, "rk4"), pytest.param(1e5, 400, "radau", marks=pytest.mark.long)]
)
def test_a_machine_that_becomes_stiffer_gets_more_steps(eel, monkeypatch, needed, steps, method):
    """Steps follow what RK4 needs, or Radau takes over; it stays the same orbit. A given number of steps stays."""
    tracker, given, there = (
        OrbitTracker(eel, free=["gait.amplitude"]),
        OrbitTracker(eel, shooting=Shooting(steps=60)),
        {"gait.amplitude": 0.0601},
    )
    assert tracker.solve().orbit.steps == 400
    period, fresh = given.solve().orbit.period, find_orbit(eel, shooting=Shooting(steps=400), parameters=there)
    monkeypatch.setattr(type(eel), "fastest_eigenvalue", lambda *_: STABLE * needed / period)
    found = tracker.solve(there).orbit
    assert (found.steps, found.method) == (steps, method)
    returning = slice(7, eel.equations.layout.slices["works"].start)
    assert found.state[returning] == pytest.approx(fresh.state[returning], abs=1e-7)
    assert given.solve(there).orbit.steps == 60
