"""modelDescription.xml: what FMI asks of names, units, starts and structure."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from exported import four_bar, held_arm, played_arm, steered_arm

from elver.export.description import Named, describe, with_open_inputs
from elver.export.fmu import STEP, bounds_of, build_text, description_text, rate_unit
from elver.quantities import Parameter


def read(export):
    """The description as a tree, and its variables by name."""
    root = ElementTree.fromstring(description_text(export, "{token}", "Elver"))
    return root, {v.get("name"): v for v in root.find("ModelVariables")}


def test_variables_and_their_references():
    export = describe(held_arm().freed("control.kp"), 1.0)
    root, variables = read(export)
    references = [int(v.get("valueReference")) for v in variables.values()]
    assert references == list(range(len(references)))
    assert len(variables) == 1 + 2 * len(export.states) + 1 + 1 + len(export.outputs)
    assert variables["control.kp"].attrib.items() >= {"causality": "parameter", "variability": "tunable", "start": "20.0"}.items()
    assert variables[STEP].attrib.items() >= {"variability": "fixed", "start": "0.001", "unit": "s"}.items()
    state = variables["state.angle_of_shoulder"]
    assert state.attrib.items() >= {"initial": "exact", "start": "0.1", "unit": "rad"}.items()
    rate = variables["der(state.angle_of_shoulder)"]
    assert (rate.get("derivative"), rate.get("unit")) == (state.get("valueReference"), "rad/s")
    assert {v.get("unit") for v in variables.values()} - {None} <= {u.get("name") for u in root.find("UnitDefinitions")}


def test_parameters_and_inputs_have_their_bounds():
    _, variables = read(describe(steered_arm(), 1.0))
    assert variables["torque.elbow"].attrib.items() >= {"min": "-3.0", "max": "3.0"}.items()
    assert variables["control.kd"].attrib.items() >= {"min": "0.5", "max": "5.0"}.items()
    assert bounds_of(Named(Parameter("a", 1.0, "", "", above=0.0), "a", "a")) == {"min": 0.0, "max": None}


def test_what_is_computed_at_the_start_has_no_start_value():
    export = describe(four_bar(), 1.0)
    root, variables = read(export)
    guess = variables["state.guess_of_pin"]
    assert guess.get("initial") == "calculated"
    assert guess.get("start") is None
    unknown = {u.get("valueReference") for u in root.findall("ModelStructure/InitialUnknown")}
    assert guess.get("valueReference") in unknown
    assert variables["state.base_x"].get("valueReference") not in unknown


def test_open_inputs_are_inputs():
    _, variables = read(with_open_inputs(describe(played_arm(), 1.0)))
    assert [n for n, v in variables.items() if v.get("causality") == "input"] == [
        "signal.control_shoulder",
        "signal.control_elbow",
    ]
    _, closed = read(describe(played_arm(), 1.0))
    assert not [n for n, v in closed.items() if v.get("causality") == "input"]


@pytest.mark.parametrize(("unit", "rate"), [("rad", "rad/s"), ("m/s", "m/s^2"), ("J", "W"), ("", ""), ("1", "1/s")])
def test_units_of_rates(unit, rate):
    assert rate_unit(unit) == rate


def test_the_build_names_all_sources():
    root = ElementTree.fromstring(build_text(describe(held_arm(), 1.0)))
    assert [f.get("name") for f in root.iter("SourceFile")] == ["held_arm.c", "fmi3.c", "fmi3_absent.c"]
