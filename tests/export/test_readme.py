"""Pages beside exported files name what is in them."""

from __future__ import annotations

from exported import held_arm, recorded_arm

from elver import scenario
from elver.export.description import describe
from elver.export.readme import c_readme, casadi_readme, cell


def test_the_page_of_c_names_states_parameters_and_outputs():
    export = describe(held_arm().freed("control.kp"), 2.0)
    text = c_readme(export)
    for n in (*export.states, *export.parameters):
        assert f"| {n.identifier} | {n.unit} |" in text
    for field in export.equations.recorded.fields:
        assert f"| {export.equations.recorded.slices[field.name].start} | {field.name} |" in text
    assert "./held_arm control.kp=20" in text
    assert "2 s by RK4 steps of 0.001 s" in text


def test_numbers_that_are_compiled_in_are_listed():
    export = describe(scenario("eel").build({"body.joints": 3}, free=["gait.amplitude"]), 1.0)
    text = c_readme(export)
    assert "- body.joints = 3" in text
    assert "- gait.amplitude" not in text


def test_the_page_of_casadi_says_how_to_read_it():
    text = casadi_readme(describe(recorded_arm(), 1.0), "arm.casadi")
    assert 'casadi.Function.load("arm.casadi")' in text
    assert "rhs, outputs, initial, signals = " in text
    assert "signals" not in casadi_readme(describe(held_arm(), 1.0), "arm.casadi").split("##")[0]


def test_a_stroke_does_not_cut_a_table():
    assert cell("a | b\nc") == "a \\| b c"
