"""The verbs take a scenario, a model or a program, and honour a scenario's own times."""

from __future__ import annotations

from dataclasses import replace

import pytest

import elver
from elver._support.errors import InputError
from elver.model.program import as_program, fitted_output, fitted_step, run_times


@pytest.fixture(scope="module")
def gray():
    """A scenario whose model is small."""
    return replace(elver.scenario("gray"), duration=0.02, dt=1e-3)


def test_a_scenarios_own_times_are_honoured(gray):
    run = elver.simulate(gray)
    assert run.summary["duration"] == pytest.approx(0.02)
    assert run.data.attrs["steps"] == 20
    assert elver.simulate(gray, 0.01, solver=elver.Solver(dt=5e-4)).data.attrs["steps"] == 20


def test_a_model_needs_a_duration_and_has_a_step_of_a_millisecond(gray):
    model = gray.build()
    with pytest.raises(elver.InputError, match="duration is missing"):
        elver.simulate(model)
    assert run_times(model, 2.0, None) == (2.0, 1e-3)
    assert run_times(gray, None, None) == (0.02, 1e-3)
    assert run_times(gray, None, 2e-3) == (0.02, 2e-3)


def test_a_step_that_was_not_given_fits_the_duration(gray):
    """The step nearest to the own one; a step that was given is never changed."""
    assert fitted_step(20.0, 0.00375) == 20.0 / 5333
    assert fitted_step(0.0004, 1e-3) == 0.0004
    assert fitted_step(1.5, 1e-3, 0.0015) == 0.0015 / 2
    assert fitted_step(1.0, 1e-3, 0.0015) == 1e-3  # left to the plan, which refuses it
    assert fitted_output(0.01, 20.0 / 5333) == 3 * (20.0 / 5333)
    assert fitted_output(0.01, 1e-3) == 0.01
    assert run_times(gray, 0.0203, None) == (0.0203, 0.0203 / 20)
    run = elver.simulate(replace(gray, output=2e-3), 0.0203)
    assert run.data.attrs["steps"] == 20
    assert run.summary["duration"] == pytest.approx(0.0203)
    with pytest.raises(elver.InputError, match="not a whole number of steps"):
        elver.simulate(gray, 0.0203, solver=elver.Solver(dt=1e-3))


@pytest.mark.parametrize("step", [1e-3, 60 / 27 / 1000, 1 / 3])
def test_a_step_that_goes_into_the_duration_stays_the_same(step):
    assert fitted_step(9000 * step, step) == step
    assert fitted_step(9000 * step, step, 90 * step) == step


@pytest.mark.parametrize("duration", [0, -1.0, float("nan"), float("inf"), 1e308, "long", None, True])
def test_what_is_no_duration_is_left_to_the_plan(duration):
    assert fitted_step(duration, 1e-3) == 1e-3
    assert fitted_step(1.0, 1e-3, duration) == 1e-3


def test_all_three_are_the_same_run(gray):
    model = gray.build()
    program = elver.compile_model(model)
    ends = [
        elver.simulate(source, 0.02, solver=elver.Solver(dt=1e-3)).summary["final_position"] for source in (gray, model, program)
    ]
    assert ends[0] == ends[1] == ends[2]
    assert as_program(program) is program


@pytest.mark.parametrize("thing", ["eel", None, 3, elver.Model])
def test_what_cannot_be_run_is_named(thing):
    with pytest.raises(elver.InputError, match="cannot be run"):
        elver.simulate(thing, 1.0)


def test_derivatives_and_batches_take_the_same_things():
    eel = replace(elver.scenario("eel"), duration=0.02, dt=1e-3)
    small = {"body.joints": 1}
    model = eel.build(small, free=["gait.amplitude"])
    program = elver.compile_model(model)
    of_model, of_program = (elver.gradient(source, "mean_speed", 0.02) for source in (model, program))
    assert of_model["gait.amplitude"] == of_program["gait.amplitude"]
    assert elver.sensitivities(model, 0.02, free=["gait.amplitude"]).times[-1] == pytest.approx(0.02)
    assert elver.simulate_batch(model, 0.02, parameters={"gait.amplitude": [0.1, 0.2]}).sizes["machine"] == 2
    with pytest.raises(elver.InputError, match="duration is missing"):
        elver.gradient(program, "mean_speed")


def test_a_name_or_a_path_is_told_how_to_be_loaded(tmp_path):
    with pytest.raises(InputError, match=r"'fish.yaml' cannot be run: it is a name or a path. Give elver.load\('fish.yaml'\)"):
        elver.simulate("fish.yaml", 1.0)
    with pytest.raises(InputError, match=r"Give elver.load\("):
        elver.simulate_batch(tmp_path / "fish.yaml", 1.0, parameters={"a": [1.0]})


def test_values_of_parameters_that_are_not_free_are_told_how_to_be():
    eel = elver.scenario("eel")
    with pytest.raises(
        InputError, match=r"'gait.amplitude' is a parameter of 'eel', but is not free here.*build\(free=\['gait.amp"
    ):
        elver.simulate_batch(eel, 1.0, parameters={"gait.amplitude": [0.05, 0.06]})
    with pytest.raises(InputError, match=r"unknown free parameter 'gait.amplitud'. Did you mean 'gait.amplitude'"):
        elver.simulate(eel, 1.0, parameters={"gait.amplitud": 0.05}, progress=False)


def test_a_run_to_go_on_from_is_no_path():
    with pytest.raises(
        InputError, match=r"resume is a str, and no run. Give elver.load_run\('half.nc'\), or True with Save\.path"
    ):
        elver.simulate(elver.scenario("eel"), 1.0, resume="half.nc", progress=False)
