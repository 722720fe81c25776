"""How machines follow their sliders."""

import numpy as np
import pytest

from elver import PD, Contour, Scene
from elver.drive import Together
from elver.errors import InputError
from elver.live.sliders.kinds import exponent, followed_periods, kind_of, numbers_in, scene_bounds, scene_places
from elver.scenarios import Parameter
from floating_arm import WAVE, arm

CONTOUR = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.12, 0.02)


def touching(friction=0.3, kp=1.0, **scene):
    return arm(contour=CONTOUR, control=PD(kp, 1.0), gait=WAVE, scene=Scene(friction=friction, **scene))


def test_gaits_are_followed_and_all_else_acts_at_once():
    free = arm(("driven",) * 3, gait=WAVE).freed("gait.amplitude", "robot.bodies.b1.mass", "start.position.0")
    assert kind_of(free, "gait.amplitude") == ("smooth", False)
    assert kind_of(free, "robot.bodies.b1.mass") == ("direct", False)
    assert kind_of(free, "start.position.0") == ("direct", True)
    held = touching().freed("gait.amplitude", "control.kp", "robot.bodies.b1.mass")
    assert kind_of(held, "gait.amplitude") == ("followed", False)
    assert kind_of(held, "control.kp") == ("direct", False)
    with pytest.raises(InputError, match=r"'robot.bodies.b1.mass' cannot be a slider"):
        kind_of(held, "robot.bodies.b1.mass")


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


def test_a_period_is_a_power_of_what_moves_it():
    model = touching().freed("gait.frequency", "gait.amplitude")
    ((timed, powers, base),) = followed_periods(model, ["gait.frequency", "gait.amplitude"])
    assert timed.gait is model.gait
    assert powers == pytest.approx({"gait.frequency": -1.0})
    assert base == 0.0
    assert followed_periods(model, ["gait.amplitude"]) == []
    symbol = model.free["gait.frequency"].symbol
    assert exponent(model, 3.0 * symbol**2, "gait.frequency") == pytest.approx(2.0)
    with pytest.raises(InputError, match="no power of it"):
        exponent(model, 1.0 + symbol, "gait.frequency")


def test_gaits_put_together_are_looked_at_one_by_one():
    model = arm(gait=Together([WAVE]), control=PD(1.0, 1.0)).freed("gait.gaits.0.frequency")
    assert [len(powers) for _, powers, _ in followed_periods(model, ["gait.gaits.0.frequency"])] == [1]
