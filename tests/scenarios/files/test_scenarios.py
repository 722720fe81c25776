"""The published systems as scenario files: their runs are those of the built-in ones, and their parameters live."""

import numpy as np
import pytest
from small_file import PADDLE
from written import SWIMMER, changed

import elver
from elver._support.errors import InputError
from elver.forces import Vortex
from elver.scenarios import scenario, write_scenario
from elver.scenarios.files.loading import load_text

SHORT = {  # changes, seconds
    "eel": ({}, 1.0),
    "eel-loop": ({}, 0.5),
    "swimmer": ({}, 2.0),
    "crawler": ({}, 1.0),
    "snake-amphibious": ({}, 1.0),
    "aiko-flat": ({}, 0.3),
    "aiko-obstacles": ({}, 1.0),
    "aiko-small-obstacles": ({}, 0.3),
    "aiko-track": ({}, 0.3),
    "aiko-pegs": ({}, 0.3),
    "gray": ({}, 0.3),
    "moth": ({"start": "rest"}, 0.02),
    "moth-tethered": ({}, 0.02),
    "scull-40": ({"start": "rest"}, 1.0),
    "scull-50": ({"start": "rest"}, 0.5),
    "scull-rowing": ({"start": "rest"}, 0.2),
    "snake-3d": ({}, 1.0),
    "eel-parallel": ({"body.modules": 2}, 1.0),
    "eel-surface": ({"body.links": 3}, 0.3),
    "soft-fish": ({}, 0.5),
    "rov": ({}, 0.5),
    "lamprey": ({}, 0.5),
}


EXACT = 0.0  # the same numbers in the same equations: the very code of the built-in scenario
ROUNDED = {"scull-40": 1e-14, "scull-50": 1e-14, "scull-rowing": 1e-14, "snake-3d": 1e-13}  # masses as products in another order


def same_runs(one, two, seconds: float, dt: float) -> float:
    """Largest difference of all recorded quantities of two models' runs, over the largest of each quantity."""
    a, b = (elver.simulate(model, seconds, solver=elver.Solver(dt=dt), progress=False).data for model in (one, two))
    worst = 0.0
    for name, recorded in a.data_vars.items():
        if recorded.dtype.kind == "f" and "time" in recorded.dims and recorded.size and name != "ledger_error":
            size = max(float(np.nanmax(np.abs(recorded))), 1e-9)
            worst = max(worst, float(np.nanmax(np.abs(recorded.values - b[name].values))) / size)
    return worst


def test_every_scenario_is_compared():
    from elver.scenarios import all_scenarios

    assert {s.name for s in all_scenarios()} == set(SHORT)


ALWAYS = ("eel", "swimmer", "aiko-obstacles", "gray", "moth-tethered")


@pytest.mark.parametrize("name", [n if n in ALWAYS else pytest.param(n, marks=pytest.mark.long) for n in SHORT])
def test_a_published_system_from_its_file_runs_like_the_built_in_one(name):
    own, (changes, seconds) = scenario(name), SHORT[name]
    read = load_text(write_scenario(own, changes), f"{name}.yaml")
    assert (read.name, read.duration, read.dt) == (own.name, own.duration, own.dt)
    assert same_runs(own.prepared(changes), read.prepared(), seconds, own.dt) <= ROUNDED.get(name, EXACT)


@pytest.mark.long
def test_a_start_that_is_computed_is_written_as_it_was_found():
    own = scenario("moth")
    read = load_text(write_scenario(own), "moth.yaml")
    assert same_runs(own.prepared(), read.prepared(), 0.02, own.dt) == EXACT


@pytest.mark.parametrize(
    ("name", "written", "changes"),
    [
        ("eel", {"body.joints": 3}, {"body.link_length": 0.16, "body.density": 950.0, "water.drag_e2": 1.4}),
        ("swimmer", {"links": 5}, {"water.drag": 1.5, "gait.amplitude": 0.4}),
        ("aiko-flat", {}, {"body.mass": 0.9, "body.length": 0.14}),
    ],
)
def test_parameters_of_the_file_mean_what_those_of_the_scenario_mean(name, written, changes):
    own = scenario(name)
    read = load_text(write_scenario(own, written), f"{name}.yaml")
    assert same_runs(own.build({**written, **changes}), read.build(changes), 0.5, own.dt) <= 1e-11


def test_a_parameter_enters_everywhere_or_nowhere():
    """Where the swimmer starts is a longer expression of its links' length than a file takes: the length is a number then."""
    text = write_scenario(scenario("swimmer"))
    assert "#   body.length = 0.14" in text
    assert "body.length" not in load_text(text, "swimmer.yaml").names


def test_changes_of_the_structure_are_written():
    own = scenario("swimmer")
    changes = {"links": 5, "steer": "line", "control.lag": 0.05}
    text = write_scenario(own, changes)
    assert "#   links = 5" in text
    read = load_text(text, "steered.yaml")
    assert len(read.build().robot.bodies) == 5
    assert same_runs(own.build(changes), read.build(), 0.5, own.dt) <= 1e-12


def test_what_is_code_is_refused():
    with pytest.raises(InputError, match=r"Playback|recording|signals"):
        write_scenario(scenario("eel"), {"drive": "playback"})


def test_sensors_are_written():
    block = """sensors:
  joints: {type: encoder, joints: neck, rates: true, resolution: 0.1 deg, rate: 50 Hz}
  skin: {type: pressure, bodies: [head, middle], places: [0.25, 0.75]}
run:"""
    own = load_text(changed(SWIMMER, "run:", block))
    assert len(own.build().sensors) == 2
    assert load_text(write_scenario(own)).build().sensors == own.build().sensors


def test_coefficients_of_single_bodies_and_flows_are_written():
    """An eel whose tail differs, in a vortex: the file reads back as the same laws."""
    own = scenario("eel")
    text = write_scenario(own, {"body.joints": 2, "tail.drag": 0.5, "head.added": 2.0})
    assert "per_body" in text
    again = load_text(text, "eel.yaml").build().forces["water"]
    assert {name: again.law_of(name).drag_e2 for name in ("head", "link1", "link2")} == {"head": 1.0, "link1": 1.0, "link2": 0.5}
    assert [again.law_of(name).added_e3 for name in ("head", "link1", "link2")] == [2.0, 1.0, 1.0]
    drifting = PADDLE.replace("drag_e2: 1.1", "drag_e2: 1.1, current: {type: vortex, core: 0.3, stream: [0.1, 0, 0]}")
    read = load_text(drifting, "paddle.yaml")
    again = load_text(write_scenario(read), "paddle.yaml")
    assert (
        again.build().forces["water"].current == read.build().forces["water"].current == Vortex(1.0, 0.3, stream=(0.1, 0.0, 0.0))
    )


@pytest.mark.parametrize(
    ("name", "written", "number"),
    [
        ("snake-amphibious", 'gait.frequency:\n    value: 70 deg/s\n    unit: "rad/s"', "1.2217304763960306"),
        ("eel", "alpha: -90 deg", "1.5707963267948966"),
        ("gray", "joint1: 40 deg", ""),
    ],
)
def test_angles_are_written_in_degrees(name, written, number):
    """As people write them; a mass of 37.8 pi / 180 kg stays a number. They read back exactly: the runs above are equal."""
    text = write_scenario(scenario(name), {})
    assert written in text
    assert not number or number not in text
    assert "mass: 37" not in text
