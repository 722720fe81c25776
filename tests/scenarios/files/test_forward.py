"""Which way is forward on the ground: to the head of a chain, as a new user writes it, unless the file says otherwise."""

from __future__ import annotations

import pytest

import elver
from elver._support.errors import InputError
from elver.contact import FrictionSet, Scene
from elver.scenarios import load_text, write_scenario
from elver.scenarios.explanation import explain

SNAKE = """
elver: 1
name: snake
machine:
  base: planar
  bodies:
    head: {shape: {type: elliptic_cylinder, length: 10 cm, a2: 2 cm, a3: 2 cm}, density: 1000}
  chain:
    - count: 6
      after: head
      body: {name: "link{i}", shape: {type: elliptic_cylinder, length: 10 cm, a2: 2 cm, a3: 2 cm}, density: 1000}
      joint: {name: "joint{i}", d: 10 cm, mode: torque}
drive:
  gait: {type: serpenoid, joints: "joint*", amplitude: 30 deg, frequency: 1 Hz, phase: -60 deg, ramp_time: 0.5}
  control: {type: pd, kp: 20, kd: 0.2}
scene:
  friction: [0.1, 0.5, 0.6]
run: {duration: 2 s, dt: 2 ms}
"""


def moved(text: str) -> float:
    """How far the middle of the machine went towards its head, which points to -x at the start [m]."""
    places = elver.simulate(load_text(text), progress=False).data.com_position.values
    return float(places[0, 0] - places[-1, 0])


def test_a_snake_written_naturally_crawls_head_first():
    assert moved(SNAKE) > 0.3  # about four lengths of a link
    assert abs(moved(SNAKE.replace("0.6]", "0.6]\n  nose: x"))) < 0.05


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ("[0.1, 0.5, 0.6]", FrictionSet(0.5, 0.1, 0.6)),
        ("{forward: 0.1, backward: 0.5, across: 0.6}", FrictionSet(0.5, 0.1, 0.6)),
        ("[0.1, 0.5, 0.6]\n  nose: x", FrictionSet(0.1, 0.5, 0.6)),
        ("[0.1, 0.5, 0.6]\n  nose: -x", FrictionSet(0.5, 0.1, 0.6)),
        ("{along: 0.1, across: 0.6}", FrictionSet(0.1, 0.1, 0.6)),
        ("[0.1, 0.6]", FrictionSet(0.1, 0.1, 0.6)),
        ("0.3", FrictionSet(0.3, 0.3, 0.3)),
    ],
)
def test_forward_is_where_the_nose_points(said, ground):
    model = load_text(SNAKE.replace("[0.1, 0.5, 0.6]", said)).build()
    assert model.scene.ground == ground
    backwards = SNAKE.replace("d: 10 cm", "d: -10 cm").replace("[0.1, 0.5, 0.6]", said)
    if "nose" not in said and ground.forward != ground.backward:  # links that follow along -x have their head at +x
        assert load_text(backwards).build().scene.ground == FrictionSet(0.1, 0.5, 0.6)


def test_check_says_in_words_which_way_is_forward():
    rows = dict(explain(load_text(SNAKE).build()).rows())
    assert rows["forward"].startswith("towards 'head' (nose, -x of each link)")
    assert "0.1 against sliding forward, 0.5 backward, 0.6 across" in rows["forward"]
    assert "forward" not in dict(explain(load_text(SNAKE.replace("[0.1, 0.5, 0.6]", "0.3")).build()).rows())
    (warning,) = explain(load_text(SNAKE.replace("0.1, 0.5", "0.5, 0.1")).build()).warnings
    assert "tail first" in warning


@pytest.mark.parametrize(
    "said", ["{forward: 0.1, across: 0.6}", "{along: 1, forward: 1, backward: 1, across: 1}", "{across: 1}", "0.1\n  nose: y"]
)
def test_what_names_no_friction_is_refused(said):
    with pytest.raises(InputError, match=r"scene\."):
        load_text(SNAKE.replace("[0.1, 0.5, 0.6]", said))


def test_scenes_of_python_and_files_written_from_them_keep_their_meaning():
    assert Scene(friction=(0.1, 0.5, 0.6)).ground == FrictionSet(0.1, 0.5, 0.6)
    assert Scene(friction=(0.1, 0.5, 0.6), nose="-x").ground == FrictionSet(0.5, 0.1, 0.6)
    with pytest.raises(InputError, match="nose"):
        Scene(nose="up")
    for changes in ({"friction": "0.1,0.5,0.6", "links": 3}, {"friction": "0.2", "links": 3}):
        aiko = elver.scenario("aiko-flat")
        assert load_text(write_scenario(aiko, changes)).build().scene.ground == aiko.build(changes).scene.ground
