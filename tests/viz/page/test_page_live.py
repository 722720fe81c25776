"""Pages in which a machine runs. What the module computes is tested with the module; here: what stands around it."""

from __future__ import annotations

import base64
import json

import jsonschema
import numpy as np
import pytest
from page_schema import LIVE

import elver
from elver._support.display import SWITCH
from elver._support.errors import InputError
from elver.model import assemble
from elver.scenarios import load_text
from elver.viz import live_model, make_page
from elver.viz.page.make import LIMIT, live_page, only_recorded, reshapes


@pytest.fixture(scope="module")
def pegs():
    """Payload and module of three links among pegs."""
    return live_page(elver.scenario("gray"))


@pytest.fixture(scope="module")
def brick():
    """A model that is nobody's scenario: a box that falls into water."""
    body = elver.Body.solid("brick", elver.robot.Box(0.4, 0.2, 0.1), 2000.0)
    return elver.Model("brick", elver.Robot("brick", [body]), {"gravity": elver.forces.Gravity()})


def test_the_payload_keeps_its_form(pegs):
    payload, module, _ = pegs
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    assert module.startswith(b"\0asm")
    assert payload["dt"] == elver.scenario("gray").dt
    assert payload["title"] == elver.scenario("gray").title


def test_everything_named_is_an_output_of_the_module(pegs):
    payload = pegs[0]
    outputs = payload["machine"]["outputs"]
    known = {f["name"]: [outputs["labels"][d] for d in f["dims"]] for f in outputs["fields"]}
    named = [s["output"] for plot in payload["plots"] for s in plot["series"]] + [a["field"] for a in payload["arrows"]]
    assert {"contact_force", "ground_force"} & {a["field"] for a in payload["arrows"]}
    for name in named:
        field, _, rest = name.partition(".")
        assert field in known, name
        assert not rest or any(rest == label or rest.startswith(f"{label}.") for label in known[field][0]), name
    assert [b["name"] for b in payload["bodies"]] == outputs["labels"]["body"]


def test_obstacles_are_those_of_the_scene(pegs):
    payload = pegs[0]
    scene = elver.scenario("gray").build().scene
    assert [o["name"] for o in payload["scene"]["obstacles"]] == [o.name or f"{k + 1}" for k, o in enumerate(scene.obstacles)]


def test_sliders_and_changes_are_those_that_are_asked_for():
    payload, _, _ = live_page(elver.scenario("gray"), {"torque": 0.3}, ["torque=0.1:0.9"], dt=2e-4)
    (slider,) = payload["machine"]["sliders"]
    assert (slider["name"], slider["value"], slider["low"], slider["high"]) == ("torque", 0.3, 0.1, 0.9)
    assert payload["dt"] == 2e-4
    with pytest.raises(InputError, match="nothing"):
        live_page(elver.scenario("gray"), sliders=["nothing"])


@pytest.mark.parametrize(
    ("given", "said"), [({"dt": 1e-9}, "too short for a page"), ({"dt": 0.0}, "dt"), ({"duration": -1.0}, "duration")]
)
def test_times_that_make_no_sense(given, said):
    with pytest.raises(InputError, match=said):
        live_page(elver.scenario("gray"), quick=True, **given)


def test_a_slider_that_changes_the_form_says_that_the_picture_does_not():
    robot = elver.scenario("gray").build()
    free = robot.freed("robot.bodies.link1.mass")
    row = {"name": "robot.bodies.link1.mass", "low": 0.1, "high": 0.2}
    assert not reshapes(free, [f.value for f in free.free.values()], row)
    assert not reshapes(robot, [], row)
    wider = elver.scenario("swimmer").build(free=["body.half_width"])
    assert reshapes(wider, [0.05], {"name": "body.half_width", "low": 0.04, "high": 0.06})
    assert reshapes(wider, [0.05], {"name": "body.half_width", "low": -1.0, "high": 0.06})


def test_a_model_runs_without_sliders(brick, monkeypatch):
    payload, module, _ = live_page(brick, title="falling")
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    assert payload["title"] == "falling"
    assert payload["machine"]["sliders"] == []
    assert [a["shown"] for a in payload["arrows"]] == [False]  # weight does no work on the ledger
    assert len(module) > 1000
    for name in ("changes", "sliders", "duration"):
        with pytest.raises(InputError, match=f"{name} needs a scenario"):
            live_page(brick, **{name: 1.0})
    monkeypatch.setenv(SWITCH, "1")
    assert "</table><iframe" in brick._repr_html_()


@pytest.mark.parametrize("quick", [True, False])
def test_a_law_that_brings_energy_in_is_told_in_the_page(quick):
    eel = elver.scenario("eel")
    (doubt,) = live_page(eel, {"body.joints": 6}, quick=quick, duration=10.0)[0]["trust"]["doubts"]
    assert doubt.startswith("the published added-mass law")
    assert doubt.endswith("energy in; the energy-consistent one, water.law=kirchhoff, does not")
    payload = live_page(eel, {"body.joints": 6, "water.law": "kirchhoff"}, quick=quick, duration=10.0)[0]
    assert not payload.get("trust", {}).get("doubts")


def test_what_a_run_is_warned_of_is_told_in_the_page_too(brick):
    changes = {"body.joints": 6, "gait.amplitude": 0.3}
    payload, _, _ = live_page(elver.scenario("eel"), changes, duration=10.0)
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    run = elver.simulate(elver.scenario("eel").build(changes), 10.0, solver=elver.Solver(dt=0.001), progress=False)
    found = [f["where"] for f in run.summary["warnings"]]
    assert [any(text.startswith(where) for where in found) for text in payload["trust"]["warnings"]] == [True] * len(found)
    assert payload["trust"]["of"] == "a run of 10 s with the first settings"
    assert "trust" not in live_page(brick)[0]


def test_a_model_that_is_not_ready_says_so(monkeypatch):
    monkeypatch.setenv(SWITCH, "1")
    text = elver.scenario("moth").build()._repr_html_()
    assert text.startswith("<table>")
    assert "It is not shown in motion: model" in text
    assert "Scenario.prepared" in text


def test_a_page_with_everything_inside(pegs):
    page = make_page("gray")
    assert page.kind == "live"
    assert page.sizes.module == len(pegs[1])
    assert page.sizes.page <= LIMIT


def test_what_is_not_recorded_is_not_offered():
    payload = {
        "machine": {"outputs": {"fields": [{"name": "work"}]}},
        "plots": [{"series": [{"output": "work.motor"}]}, {"series": [{"output": "joint_torque.a"}]}],
        "arrows": [{"field": "body_force.water"}],
        "figures": [{"output": "work.motor"}, {"output": None, "scale": ["kinetic_energy"]}],
    }
    found = only_recorded(payload)
    assert [len(found[name]) for name in ("plots", "arrows", "figures")] == [1, 0, 1]


ROOMY = {"eel-parallel": 600_000}  # four loops: who makes its page is told that it is large (docs/live_page.md)


@pytest.mark.long
@pytest.mark.parametrize("name", [s.name for s in elver.all_scenarios()])
def test_every_published_system_has_a_page_of_good_size(name):
    payload, module, _ = live_page(elver.scenario(name))
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    assert payload["machine"]["sliders"]
    assert np.isfinite(payload["scene"]["size"])
    from elver.viz.page.make import html_of

    assert html_of(payload, module)[1].page <= ROOMY.get(name, LIMIT)


TAIL = """
elver: 1
name: tail
machine:
  base: planar
  bodies:
    hull: {shape: {type: rod, length: 0.3, radius: 0.03}, density: 1000}
    fin: {shape: {type: rod, length: 0.2, radius: 0.02}, density: 1000}
  joints: {hinge: {parent: hull, child: fin, at: [-0.15, 0, 0], mode: driven}}
drive: {gait: {type: spline, period: 0.8, points: {hinge: [0.0, 0.3, 0.1, -0.2]}}}
run: {duration: 1}
"""


def test_points_of_strokes_are_parameters_but_no_sliders():
    scenario = load_text(TAIL)
    payload, _, _ = live_page(scenario, quick=True, stroke=True)
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    (stroke,) = payload["strokes"]
    assert (stroke["joint"], stroke["points"], stroke["unit"]) == ("hinge", [0.0, 0.3, 0.1, -0.2], "rad")
    known = {p["name"]: p for p in payload["machine"]["parameters"]}
    assert [(known[n]["kind"], len(known[n]["states"])) for n in stroke["parameters"]] == [("smooth", 3)] * 4
    assert payload["machine"]["sliders"] == []
    assert "strokes" not in live_page(scenario, quick=True)[0]


def test_states_are_those_of_the_model_without_sliders():
    """A slider adds states of its own (a filter, the work of a current); pages tell the states that a run records."""
    chosen = elver.scenario("eel")
    changes = {"body.joints": 2}
    payload, _, _ = live_page(chosen, changes)
    names = [state["name"] for state in payload["machine"]["states"]]
    assert names == list(assemble(chosen.build(changes)).layout.names)
    live = live_model(chosen, changes).model
    assert "work water.current" in assemble(live).layout.names
    assert "work water.current" not in names


FISH = """
elver: 1
name: fish
parameters:
  hull_length: {value: 0.3 m, range: [0.1 m, 0.9 m], meaning: length of the hull}
  width: {value: 30 mm, range: [10 mm, 60 mm], meaning: half axis}
  density: {value: 1000 kg/m^3, range: [900 kg/m^3, 1100 kg/m^3], meaning: of the fin}
machine:
  base: planar
  bodies:
    hull: {shape: {type: elliptic_cylinder, length: hull_length, a2: width, a3: 0.03}, density: 1000}
    fin: {shape: {type: elliptic_cylinder, length: 0.3, a2: width, a3: 0.03}, density: density}
  joints: {hinge: {parent: hull, child: fin, at: [hull_length, 0, 0], mode: driven}}
drive: {gait: {type: spline, period: 0.8, points: {hinge: [0.0, 0.3, 0.1, -0.2]}}}
run: {duration: 1}
"""


def numbers_of(text: str) -> np.ndarray:
    return np.frombuffer(base64.b64decode(text), "<f4").reshape(-1, 3)


def test_bodies_take_the_form_of_a_slider():
    """Against the surface of the shapes at values between first value and ends: both move points in straight lines."""
    scenario = load_text(FISH)
    payload, _, _ = live_page(scenario, quick=True, sliders=["hull_length", "width", "density"])
    jsonschema.validate(json.loads(json.dumps(payload)), LIVE)
    assert not any("drawn as they were" in slider["meaning"] for slider in payload["machine"]["sliders"])
    morphs = {morph["name"]: morph for morph in payload["morphs"]}
    assert {name: morph["at"] for name, morph in morphs.items()} == {"hull_length": [0.1, 0.3, 0.9], "width": [0.01, 0.03, 0.06]}
    hull, fin = (body["mesh"] for body in payload["bodies"])
    assert payload["meshes"][hull] == payload["meshes"][fin]  # equal at first, but only one of them grows
    assert list(morphs["hull_length"]["meshes"]) == [str(hull)]
    assert set(morphs["width"]["meshes"]) == {str(hull), str(fin)}
    for name, end, value in (("hull_length", "high", 0.45), ("hull_length", "low", 0.2), ("width", "high", 0.04)):
        low, first, high = morphs[name]["at"]
        share = (value - first) / ((low if end == "low" else high) - first)
        points = numbers_of(payload["meshes"][hull]["points"]) + share * numbers_of(morphs[name]["meshes"][str(hull)][end])
        surface = scenario.build({name: value}).robot.bodies[0].shape.surface()
        near = np.linalg.norm(points[:, None] - surface[None], axis=2)
        assert near.min(axis=1).max() < 1e-5
        assert np.allclose([points.min(axis=0), points.max(axis=0)], [surface.min(axis=0), surface.max(axis=0)], atol=1e-5)
