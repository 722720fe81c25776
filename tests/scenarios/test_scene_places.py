"""Which parameters are numbers of the scene's tables: found by trying, bounded as the scene is, free without equations."""

import numpy as np
import pytest
from floating_arm import WAVE, arm

from elver import scenario
from elver._support.errors import InputError, NotFreeError
from elver.contact import Scene
from elver.drive import PD
from elver.robot import Contour
from elver.scenarios import Parameter
from elver.scenarios.parameter import factors_of, numbers_in, scene_bounds, scene_places

CONTOUR = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.12, 0.02)


def touching(friction=0.3, kp=1.0, **scene):
    return arm(contour=CONTOUR, control=PD(kp, 1.0), gait=WAVE, scene=Scene(friction=friction, **scene))


def test_numbers_of_the_scene_are_found_by_trying():
    """Friction is proportional to a parameter; what changes more than the scene, or not in proportion, is no such number."""
    places = scene_places(touching(0.3), touching(0.45), (0.1, 0.15))
    assert [(p["name"], p["index"]) for p in places] == [("ground", 0), ("ground", 1), ("ground", 2)]
    assert [p["factor"] for p in places] == pytest.approx([3.0] * 3)
    both = scene_places(touching(0.3, gravity=9.0), touching(0.6, gravity=18.0), (1.0, 2.0))
    assert {p["name"] for p in both} == {"ground", "gravity"}
    assert scene_places(touching(0.3), touching(0.45), (0.1, 0.2)) == ()
    assert scene_places(touching(0.3), touching(0.45, kp=2.0), (0.1, 0.15)) == ()
    assert scene_places(touching(0.3), touching(0.3, kp=2.0), (1.0, 2.0)) == ()
    (place,) = scene_places(touching(), touching(obstacle_friction=0.4), (0.0, 0.2))
    assert place == {"name": "friction", "index": 0, "factor": 2.0}
    assert list(numbers_in({"a": (1, True, "x"), "b": np.array([2.0]), "c": None})) == [1.0, 2.0]


@pytest.mark.parametrize("name", ["friction", "gravity", "restitution", "obstacle_friction"])
def test_numbers_of_the_scene_are_bounded_as_the_scene_itself(name):
    """At its bounds there is a scene, and beyond them there is none."""
    places = scene_places(touching(**{name: 0.4}), touching(**{name: 0.8}), (0.2, 0.4))
    bounds = scene_bounds(Parameter("n", 0.2, "1", ""), places)
    assert bounds == ({"low": 0.0, "high": 0.5} if name == "restitution" else {"low": 0.0})
    for end, beyond in ((bounds["low"], -1e-9), (bounds.get("high", 1e6), 1e-9)):
        touching(**{name: 2 * end})
        if end < 1e6:
            with pytest.raises(InputError, match=r"friction|gravity|restitution"):
                touching(**{name: 2 * (end + beyond)})


def test_bounds_of_a_parameter_hold_beside_those_of_the_scene():
    places = ({"name": "restitution", "index": 0, "factor": 0.5},)
    assert scene_bounds(Parameter("n", 1.0, "1", "", low=-1.0, high=1.5), places) == {"low": 0.0, "high": 1.5}
    assert scene_bounds(Parameter("n", 1.0, "1", "", above=0.0), places) == {"high": 2.0, "above": 0.0}
    assert scene_bounds(Parameter("n", 1.0, "1", "", above=-1.0), places) == {"low": 0.0, "high": 2.0}


def test_a_scenario_frees_what_stands_in_the_scene_alone():
    """A text that is a number, and a number; what is part of the equations too stays a symbol of theirs."""
    model = scenario("aiko-flat").build({"links": 3}, free=["friction", "gravity", "control.kp"])
    assert list(model.free) == ["friction", "gravity", "control.kp"]
    assert model.tables == {"friction": (1.0, 1.0, 1.0, 0.0, 0.0, 0.0), "gravity": (0.0, 0.0, 0.0, 1.0, 0.0, 0.0)}
    assert model.free["friction"].value == 0.2
    with pytest.raises(InputError, match="0 or more"):
        model.free["friction"].check("friction", -0.1)
    with pytest.raises(NotFreeError, match="only real numbers"):
        scenario("aiko-flat").build({"friction": "0.1,0.7"}, free=["friction"])
    places = ({"name": "friction", "index": 0, "factor": 2.0},)
    assert factors_of(places) == (0.0, 0.0, 0.0, 0.0, 0.0, 2.0)
