"""Parameters of a scenario as inputs by their own names: in files, in Python, and in what is made of the models."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.export import write_c, write_casadi
from elver.export.description import describe
from elver.export.fmu import description_text
from elver.scenarios import load_text, write_scenario
from elver.scenarios.explanation import explain
from elver.tasks.from_file import task_of
from elver.viz import live_model

FILE = """
elver: 1
name: boat
parameters:
  port: {value: 20 deg, range: [0, 60 deg], meaning: angle of the left fin}
  size: {value: 30 cm, range: [10 cm, 1 m], meaning: length of the hull}
  flow: {value: [0, 0, 0], unit: m/s}
  fins: {value: 1, whole: true}
machine:
  base: planar
  bodies:
    hull: {shape: {type: ellipsoid, a1: size, a2: 50 mm, a3: 50 mm}, density: 1000}
    left: {shape: {type: elliptic_cylinder, length: 100 mm, a2: 5 mm, a3: 30 mm}, density: 1000}
  joints:
    nl: {parent: hull, child: left, axis: [0, 0, 1], at: [0.1, 0.05, 0]}
media:
  water: {type: morison, friction: 0.02 * fins, current: flow}
drive:
  gait: [{type: hold, angles: {nl: port}}]
inputs:
  - {type: parameter, path: port, smooth: 0.3 s}
  - {type: parameter, path: flow.x, low: -1, high: 1}
run: {duration: 0.5 s, dt: 5 ms}
environment:
  interval: 50 ms
  duration: 200 ms
  observation: [joint_angles]
  reward: {ahead: {of: change(base_position.x), weight: 1}}
"""


@pytest.fixture(scope="module")
def boat():
    return load_text(FILE)


def test_an_input_of_a_file_has_the_name_unit_bounds_and_meaning_of_its_parameter(boat):
    model = boat.build()
    assert list(model.inputs) == ["port", "flow.x"]
    port = model.inputs["port"]
    assert (port.unit, port.low, port.value) == ("rad", 0.0, pytest.approx(np.radians(20)))
    assert port.high == pytest.approx(np.radians(60))
    assert port.parameter.meaning == "angle of the left fin"
    assert boat.build({"port": 0.1}).inputs["port"].value == 0.1
    assert set(boat.build(free=["port", "size"]).free) == {"port", "size", "flow.x"}
    assert explain(model).mass == pytest.approx(explain(boat.build({"port": 0.5})).mass)


def test_the_name_is_kept_in_fmu_c_casadi_and_environments(boat, tmp_path):
    export = describe(boat)
    assert [n.name for n in export.inputs] == ["port", "flow.x"]
    assert 'name="port"' in (text := description_text(export, "0", "elver"))
    assert 'name="flow.x"' in text
    write_c(boat, tmp_path / "c")
    assert any("U_port" in line for path in (tmp_path / "c").glob("*.h") for line in path.read_text().splitlines())
    write_casadi(boat, tmp_path / "boat.casadi")
    assert "port" in (tmp_path / "boat.md").read_text()
    assert list(task_of(boat).machine().inputs) == ["port", "flow.x"]


def test_the_held_value_acts_like_the_parameter(boat):
    program = elver.compile_model(boat.build())
    held = elver.simulate(program, 0.5, inputs={"port": 0.6}, progress=False)
    compiled = elver.simulate(boat.build({"port": 0.6}), 0.5, progress=False)
    assert held.data.joint_position.values[-1] == pytest.approx([0.6])
    assert held.data.state.values[-1] == pytest.approx(compiled.data.state.values[-1], abs=1e-12)
    assert held.parameters["port"] == 0.6
    assert held.summary["ledger_closure"] < 1e-6


def test_what_cannot_be_an_input_is_said_with_its_line():
    for path, words in {"fins": "a count", "flow": "several numbers", "flow.w": "no such component"}.items():
        with pytest.raises(InputError, match=words) as refused:
            load_text(FILE.replace("path: port, smooth: 0.3 s", f"path: {path}"))
        assert refused.value.line == 21
        assert "inputs[0].path" in str(refused.value)


def test_a_parameter_whose_number_is_needed_while_the_machine_is_built_is_refused_as_an_input():
    turned = FILE.replace("axis: [0, 0, 1]", "axis: [sin(port), 0, cos(port)]").replace("{nl: port}", "{nl: 0}")
    assert load_text(turned.replace("path: port, smooth: 0.3 s", "path: size, low: 0.2, high: 0.4")).inputs == ("size", "flow.x")
    with pytest.raises(InputError, match="port cannot be an input") as refused:
        load_text(turned.replace(", smooth: 0.3 s", ""))
    assert refused.value.line == 21


def test_models_free_parameters_of_their_scenario_by_name():
    aiko = elver.scenario("aiko-flat").build({"links": 3})
    found = elver.sensitivities(aiko, 0.01, solver=elver.Solver(dt=5e-4), free=["friction"])
    assert found.columns == ("friction",)
    assert elver.sensitivities(elver.scenario("aiko-flat"), 0.002, solver=elver.Solver(dt=5e-4), free=["friction"]).columns == (
        "friction",
    )


def test_with_inputs_takes_a_parameter_by_its_name_and_refuses_it_on_a_changed_model(boat):
    plain = load_text(FILE[: FILE.index("inputs:")] + FILE[FILE.index("run:") : FILE.index("environment:")])
    model = plain.build()
    assert list(elver.with_inputs(model, "flow.y", elver.drive.ParameterInput("port", smooth=0.2)).inputs) == ["flow.y", "port"]
    assert elver.gradient(
        model, "distance", 0.05, solver=elver.Solver(dt=5e-3), free=["flow.x"], parameters={"flow.x": 0.1}
    ).names == ("flow.x",)
    changed = elver.with_inputs(model, elver.drive.ParameterInput("forces.water.friction"))
    with pytest.raises(InputError, match=r"scenario\.build\(free=\['port'\]\)"):
        elver.with_inputs(changed, "port")


def test_a_file_written_from_one_with_inputs_has_the_same_inputs(boat):
    again = load_text(write_scenario(boat))
    assert again.inputs == boat.inputs
    assert list(again.build().inputs) == list(boat.build().inputs)


def test_check_names_the_types_of_media_as_the_file_does(boat):
    assert dict(explain(boat.build()).rows())["forces"] == "water (morison)"


def test_a_live_page_has_one_slider_for_an_input_that_is_a_parameter(boat):
    names = [slider.name for slider in live_model(boat).sliders]
    assert names.count("port") == 1
    assert len(names) == len(set(names))
