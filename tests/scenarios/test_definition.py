"""Scenarios with free parameters: the same motion as with the numbers compiled in, or a refusal that names the parameter."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver import InitialState, InputError, compile_model, scenario, simulate
from elver.scenarios import all_scenarios
from elver.simulation import Solver

WAVE = {"gait.amplitude": 0.6, "gait.phase": -0.8}
REORDERED = 1e-9  # rounding of equations that are written in another order


def test_a_free_gait_turns_the_start_as_its_numbers_do():
    """The first link's heading follows from amplitude and phase, so that the mean direction is as asked for."""
    aiko = scenario("aiko-flat")
    program = compile_model(aiko.build(free=list(WAVE)))
    free = simulate(program, 0.1, solver=Solver(dt=aiko.dt), parameters=WAVE).data
    fixed = simulate(aiko.build(WAVE), 0.1, solver=Solver(dt=aiko.dt)).data
    default = simulate(program, 0.1, solver=Solver(dt=aiko.dt)).data
    assert_close(free.base_quaternion.values, fixed.base_quaternion.values, REORDERED)
    assert_close(free.body_position.values, fixed.body_position.values, REORDERED)
    assert np.abs(free.base_quaternion.values[0] - default.base_quaternion.values[0]).max() > 0.01
    assert np.ptp(free.joint_position.values, axis=0).max() > 1e-3


def test_a_free_heading_places_the_swimmer():
    swimmer = scenario("swimmer")
    start = compile_model(swimmer.build(free=["start.heading"])).initial_state(np.array([0.7]))
    fixed = compile_model(swimmer.build({"start.heading": 0.7})).initial_state(np.zeros(0))
    assert_close(start, fixed, REORDERED)


@pytest.mark.parametrize(
    ("name", "parameter", "reason"),
    [
        ("aiko-track", "gait.amplitude", "the obstacles are placed for it"),
        ("aiko-track", "gait.phase", "the obstacles are placed for it"),
        ("aiko-obstacles", "obstacle.radius", "numbers"),
        ("gray", "alpha", "the pegs are placed for it"),
        ("gray", "body.length", "the pegs are placed for it"),
        ("swimmer", "control.lag", "its value is needed"),
    ],
)
def test_what_cannot_be_free_is_named_with_the_reason(name, parameter, reason):
    others = ["control.kp"] if name != "gray" else ["torque"]  # the innocent one comes first
    with pytest.raises(InputError, match=f"^'{parameter}' cannot be free: .*{reason}"):
        scenario(name).build(free=[*others, parameter])


def test_wrong_numbers_are_not_blamed_on_free_parameters():
    with pytest.raises(InputError, match=r"^links = 1"):
        scenario("aiko-flat").build({"links": 1}, free=["gait.amplitude"])


def test_a_start_of_symbols_still_has_its_length():
    symbol = scenario("swimmer").build(free=["gait.amplitude"]).free["gait.amplitude"].symbol
    with pytest.raises(InputError, match=r"start\.position"):
        InitialState(position=(symbol, 0.0))
    with pytest.raises(InputError, match=r"start\.twist"):
        InitialState(twist=(symbol, 0.0, 0.0, 0.0, 0.0, 0.0))


def test_every_count_has_bounds_and_keeps_them():
    counts = [(s, p) for s in all_scenarios() for p in s.parameters if isinstance(p.default, int)]
    assert len(counts) >= 10
    for one, p in counts:
        assert p.bounds, f"{one.name}: {p.name}"
        assert p.low <= p.default <= p.high <= 1000
        for wrong in (p.low - 1, p.high + 1, "1e9", -(10**8)):
            with pytest.raises(InputError, match=f"Give a whole number from {p.low} to {p.high}"):
                one.values({p.name: wrong})
        assert one.values({p.name: p.high})[p.name] == p.high


def test_numbers_that_overflow_are_refused():
    with pytest.raises(InputError, match="make no machine"):
        scenario("gray").build({"body.length": 1e300})


@pytest.mark.parametrize(("name", "changes"), [("eel", {"drive": "torque"}), ("moth", {}), ("scull-40", {})])
def test_a_model_that_needs_preparation_says_so_and_does_not_run(name, changes):
    """Building computes nothing: no run can begin from a start that was not found yet."""
    model = scenario(name).build(changes)
    assert model.needs
    assert not model.preparation
    with pytest.raises(InputError, match=r"needs the .*Scenario\.prepared"):
        simulate(model, 0.01)


def test_a_preparation_is_on_record():
    eel = scenario("eel")
    model = eel.prepared({"drive": "torque", "body.joints": 2}, duration=0.1)
    assert not model.needs
    run = simulate(model, 0.1, solver=Solver(dt=eel.dt), progress=False)
    assert json.loads(run.data.attrs["preparation"])["duration"] == pytest.approx(0.1)
    assert eel.prepared({"body.joints": 2}).preparation == {}
    assert not simulate(eel.build({"body.joints": 2}), 0.01, progress=False).data.attrs.get("preparation")


def test_a_method_that_chooses_its_steps_has_no_fixed_one():
    eel = scenario("eel")
    assert eel.fixed_step() == eel.dt
    assert replace(eel, method="rodas").fixed_step() is None
    rowing = scenario("scull-40")
    assert rowing.fixed_step({"stroke.rate": 20.0}) == rowing.time_step({"stroke.rate": 20.0}) != rowing.fixed_step()
