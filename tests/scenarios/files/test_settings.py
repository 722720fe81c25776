"""Scene, start, sensors, run and pictures in words."""

from __future__ import annotations

import math

import numpy as np
import pytest
from written import BRIEF, SWIMMER, changed

from elver import simulate
from elver.contact import Disc, Polygon, Scene, Wall
from elver.robot.joints import rotation_of
from elver.scenarios import load_text
from elver.scenarios.yaml.nodes import DocumentError
from elver.symbolic.spatial import rotate

LINK = "{mass: 1, inertia: [1, 1, 1], contour: {centre: [0, 0, 0], axis: [1, 0, 0], half_length: 0.1, radius: 0.05}}"
FLAT = f"elver: 1\nname: flat\nmachine: {{base: planar, bodies: {{link: {LINK}}}}}\nscene: WORDS\nrun: {{duration: 1}}\n"


def scene_of(words: str) -> Scene:
    return load_text(FLAT.replace("WORDS", words), "flat.yaml").build().scene


def test_scenes():
    words = "{type: disc, x: 1, y: 2, radius: 10 cm, name: a}, {type: wall, x: 3, y: 0, angle: 180 deg}"
    polygon = "{type: polygon, corners: [[0, 5], [1, 5], [1, 6]]}"
    found = scene_of(
        f"{{obstacles: [{words}, {polygon}], friction: [0.1, 0.7], restitution: 0.5, slope: [0.1, 0], self_contact: true}}"
    )
    assert found.obstacles[:2] == [Disc(1.0, 2.0, 0.1, "a"), Wall(3.0, 0.0, math.pi)]
    assert np.array_equal(found.obstacles[2].outline(), Polygon(((0, 5), (1, 5), (1, 6))).outline())
    assert (found.ground.forward, found.ground.across) == (0.1, 0.7)
    assert (found.restitution, found.slope, found.self_contact) == (0.5, (0.1, 0.0), True)
    assert scene_of("{friction: 0.2}").ground.across == 0.2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "{obstacles: [{type: disc, x: 1, y: 1, radius: -1}]}",
            r"flat.yaml:4:54: scene.obstacles\[0\].radius = -1 is not allowed",
        ),
        ("{obstacles: [{type: disk, x: 1, y: 1, radius: 1}]}", "Did you mean 'disc'"),
        ("{obstacles: {type: disc}}", "but this is a list"),
        ("{friction: [1, 2, 3, 4]}", "Give one coefficient, two"),
        ("{restitution: 2}", "from 0 to 1"),
        ("{obstacles: [{type: disc, x: 0, y: 0, radius: 1}, {type: disc, x: 0, y: 0, radius: 2}]}", "overlap"),
        ("{grounds: 1}", "unknown key of scene"),
    ],
)
def test_scenes_that_are_refused(words, says):
    with pytest.raises(DocumentError, match=says):
        scene_of(words)


def start_of(words: str):
    text = changed(BRIEF, "base: fixed", "base: free")
    text = changed(text, "base: {}", "base: {mass: 1, inertia: [1, 1, 1]}")
    return load_text(changed(text, "run:", f"start: {words}\nrun:"), "start.yaml").build().start


def test_starts():
    start = start_of(
        "{position: [1 m, 20 cm, 0], rpy: [10 deg, -20 deg, 0.3], twist: [1, 0, 0, 0, 0, 1], angles: {hinge: 5 deg}}"
    )
    assert start.position == (1.0, 0.2, 0.0)
    R = rotation_of(math.radians(10), math.radians(-20), 0.3)
    for axis in np.eye(3):
        assert rotate(np.array([float(q) for q in start.quaternion]), axis) == pytest.approx(R @ axis, abs=1e-15)
    assert start.angles == {"hinge": math.radians(5)}
    assert start_of("{rates: {'*': 2 rad/s}}").rates == {"hinge": 2.0}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("{quaternion: [1, 0, 0, 0], rpy: [0, 0, 0]}", "a quaternion and rpy"),
        ("{quaternion: [2, 0, 0, 0]}", "start.yaml:13:8: start: start.quaternion has norm 2"),
        ("{angles: {hnge: 1}}", "start.yaml:13:18: .*Did you mean 'hinge'"),
        ("{position: [1, 2]}", "Give 3 numbers m"),
        ("{position: [1 kg, 2, 3]}", r"start.position\[0\] = 1 kg: it is given in kg, but m is expected"),
    ],
)
def test_starts_that_are_refused(words, says):
    with pytest.raises(DocumentError, match=says):
        start_of(words)


def test_runs_and_pictures():
    text = changed(BRIEF, "{duration: 1}", "{duration: 2 min, dt: 3 * 1 ms, method: rodas}\npictures: {joints_shown: [h*]}")
    scenario = load_text(text)
    assert (scenario.duration, scenario.dt, scenario.method, scenario.output) == (120.0, 0.003, "rodas", None)
    assert scenario.joints_shown == ("hinge",)
    for old, new, says in (
        ("{duration: 1}", "{dt: 1}", "has no 'duration'"),
        ("{duration: 1}", "{duration: 1 m}", "given in m, but s is expected"),
        ("{duration: 1}", "3", "but the run is a mapping"),
        ("{duration: 1}", "{duration: count * 1 s}", "run.duration depends on 'count', but all values .* the same run"),
        ("run:", "pictures: {joints_shown: [x]}\nrun:", "unknown joint 'x'"),
        ("run:", "pictures: {leave_out: [leger]}\nrun:", "unknown picture 'leger'. Did you mean 'ledger'"),
        ("run:", "pictures: {leave: [x]}\nrun:", "unknown key of the pictures"),
    ):
        with pytest.raises(DocumentError, match=says):
            load_text(changed(BRIEF, old, new))


SENSORS = """
sensors:
  joints: {type: encoder, joints: neck, rates: true, resolution: 0.1 deg, rate: 50 Hz, delay: 20 ms}
  imu: {type: imu, body: tail, at: [1 cm, 0, 0], rate: 0.05 kHz, gyro_noise: 2 deg/s}
  skin: {type: pressure, bodies: [head, middle], places: [0.25, 0.75]}
  here: {type: position, heading: true}
run:"""


def test_sensors_of_a_file_are_read_in_every_run():
    scenario = load_text(changed(SWIMMER, "\nrun:", SENSORS))
    model = scenario.build()
    assert [s.name for s in model.sensors] == ["joints", "imu", "skin", "here"]
    encoder, imu, *_ = model.sensors
    assert (encoder.joints, encoder.rates, encoder.rate, encoder.delay) == (("neck",), True, 50.0, 0.02)
    assert encoder.resolution == pytest.approx(math.radians(0.1))
    assert (imu.body, imu.at, imu.rate) == ("tail", (0.01, 0.0, 0.0), 50.0)
    data = simulate(scenario, 0.1, progress=False).data
    assert data.sensed_skin.shape == (6, 4)
    assert [str(c) for c in data.channel_of_joints.values] == ["angle of neck", "rate of neck"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("body: tail", "body: tial", "tail"),
        ("type: imu", "type: umi", "imu"),
        ("rate: 50 Hz", "rate: -50 Hz", "rate"),
        ("delay: 20 ms", "delay: 20 mm", "mm"),
        ("heading: true", "haeding: true", "heading"),
    ],
)
def test_mistakes_in_sensors_have_their_place(old, new, words):
    with pytest.raises(DocumentError, match=words):
        load_text(changed(changed(SWIMMER, "\nrun:", SENSORS), old, new))


SCENE = """elver: 1
name: pegs
machine: {base: planar, bodies: {stone: {shape: {type: rod, length: 0.4, radius: 0.03}, density: 1000}}}
scene:
  obstacles:
    - {type: disc, x: 0.2, y: 0.5, radius: 50 mm, name: near}
    - {type: disc, x: 0.2, y: 0.9, radius: 50 mm}
  friction: 0.1
run: {duration: 1, dt: 1 ms}
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "key"),
    [
        ("friction: 0.1", "friction: [1, 2, 3, 4]", 8, "scene.friction"),
        ("friction: 0.1", "friction: -1", 8, "scene.friction"),
        ("radius: 50 mm, name: near", "radius: 50, name: near", 6, "scene.obstacles[0]"),
        ("base: planar", "base: free", 3, "machine.base"),
        ("base: planar, ", "", 3, "machine"),
    ],
)
def test_mistakes_of_a_scene_are_told_at_their_place(old, new, line, key):
    with pytest.raises(DocumentError) as caught:
        load_text(SCENE.replace(old, new), "pegs.yaml")
    assert (caught.value.line, caught.value.key) == (line, key)
    load_text(SCENE, "pegs.yaml")
