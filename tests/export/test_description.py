"""What is said of a model that leaves Elver, and what cannot leave."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from exported import four_bar, held_arm, played_arm, recorded_arm

from elver import scenario, simulate
from elver._support.errors import InputError
from elver.export.description import closing_function, describe, with_open_inputs
from elver.model import InitialState, compile_model
from elver.simulation import Save, Solver


def test_every_number_has_a_name_of_its_own():
    export = describe(four_bar(), 1.0)
    equations = export.equations
    sizes = [(export.states, equations.layout.size), (export.outputs, equations.recorded.size)]
    sizes += [(export.signals, 3), (export.parameters, 0)]
    for rows, size in sizes:
        assert len(rows) == size
        assert len({n.identifier for n in rows}) == size
        assert len({n.dotted for n in rows}) == size
    by_name = {n.identifier: n for n in export.outputs}
    assert by_name["joint_position_crank"].unit == "rad"
    assert by_name["base_twist_vx"].unit == "m/s"
    assert by_name["base_twist_wx"].unit == "rad/s"


def test_places_of_outputs_are_those_of_the_layout():
    export = describe(held_arm(), 1.0)
    layout = export.equations.recorded
    place = layout.part("body_position", ("lower", "y"))
    assert export.outputs[place.start].dotted == "body_position.lower.y"
    assert place.stop == place.start + 1


def test_states_begin_where_a_run_does():
    export = describe(held_arm(), 1.0)
    run = simulate(held_arm(), 0.01)
    assert [n.value for n in export.states] == run.data.state.values[0].tolist()
    assert [n.name for n in export.states] == list(run.data.state_name.values)


def test_a_start_that_follows_from_a_parameter_is_known_as_such():
    model = replace(held_arm(), start=InitialState()).freed("gait.angles.shoulder", "control.kp")
    export = describe(model, 1.0)
    assert [n.name for n, c in zip(export.states, export.computed, strict=True) if c] == ["angle of shoulder"]
    assert not any(describe(held_arm(), 1.0).computed)


def test_dependent_joints_are_computed_at_the_start():
    export = describe(four_bar(), 1.0)
    assert [n.name for n, c in zip(export.states, export.computed, strict=True) if c] == ["guess of pin", "guess of rocker"]


def test_a_stiff_model_gets_a_step_that_rk4_can_take():
    stiff = scenario("swimmer")
    export = describe(stiff, 1.0)
    assert export.plan.dt < 1e-4 < stiff.dt
    assert export.plan.every * export.plan.dt == pytest.approx(export.plan.output)
    assert "stiff" in export.notes[0]
    assert (
        simulate(export.program, 0.1, solver=Solver(dt=export.plan.dt, method="rk4"), save=Save(every=export.plan.output)).status
        == "finished"
    )


def test_bounds_and_units_of_parameters_are_kept():
    export = describe(scenario("eel").build({"body.joints": 3}, free=["gait.amplitude", "gait.period"]), 1.0)
    period = export.parameters[1]
    assert (period.name, period.dotted, period.identifier, period.unit) == ("gait.period", "gait.period", "gait_period", "s")
    assert period.value == export.program.model.free["gait.period"].value


@pytest.mark.parametrize("name", ["gray", "aiko-obstacles"])
def test_impacts_are_refused(name):
    with pytest.raises(InputError, match="impacts"):
        describe(scenario(name))


def test_a_model_says_that_it_has_no_duration():
    with pytest.raises(InputError, match="duration"):
        describe(held_arm())


def test_signals_must_cover_the_run():
    with pytest.raises(InputError, match="cover"):
        describe(recorded_arm(), 3.0)


def test_open_inputs_are_those_that_matter():
    moved, pushed = with_open_inputs(describe(recorded_arm(), 1.0)), with_open_inputs(describe(played_arm(), 1.0))
    assert [moved.signals[k].name for k in moved.open_signals] == [n.name for n in moved.signals]  # angle, rate, acceleration
    assert [pushed.signals[k].name for k in pushed.open_signals] == ["control.shoulder", "control.elbow"]
    with pytest.raises(InputError, match="no signals"):
        with_open_inputs(describe(held_arm(), 1.0))


def test_closing_function_closes():
    program = compile_model(four_bar())
    close = closing_function(program.equations)
    p, s = program.parameter_vector(), program.signal_values(0.3)
    x = program.initial_state(p)
    assert closing_function(compile_model(held_arm()).equations) is None
    errors = []
    for _ in range(6):
        following, error = close(0.3, x, p, [], s)
        errors.append(float(error))
        x[program.equations.layout.slices["followers"]] = np.array(following).ravel()
    assert errors[0] > 1e-3
    assert errors[-1] < 1e-14


def test_an_export_is_taken_as_it_is():
    export = describe(held_arm(), 1.0)
    assert describe(export) is export
    assert replace(export.plan, duration=2.0).steps == 2000
