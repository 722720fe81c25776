"""Which numbers become sliders: of a file, of a scenario, of every published system."""

from pathlib import Path

import pytest

import elver
from elver._support.errors import InputError
from elver.scenarios import all_scenarios, load_text
from elver.viz.page.sliders import asked_slider, candidates, declared_sliders

FILE = """
elver: 1
name: paddle
parameters:
  bend: {value: 20 deg, range: [0 deg, 60 deg], meaning: amplitude}
  beat: {value: 1.0, unit: s, above: 0}
  weight: {value: 0.5, unit: kg, range: [0.1, null]}
  current: {value: [0.1, 0.0, 0.0], unit: m/s}
  count: {value: 2, whole: true}
machine:
  base: planar
  bodies:
    hull: {shape: {type: rod, length: 0.3, radius: 0.03}, mass: weight}
    tail: {shape: {type: rod, length: 0.2, radius: 0.04 / count}, density: 1000}
  joints:
    hinge: {parent: hull, child: tail, at: [-0.15, 0, 0], mode: driven}
media:
  water: {type: morison, current: current}
drive:
  gait: {type: serpenoid, joints: hinge, amplitude: bend, frequency: 2 * pi / beat}
run: {duration: 1}
"""


@pytest.fixture(scope="module")
def paddle():
    return load_text(FILE)


def test_the_numbers_of_a_file_are_its_sliders(paddle):
    """Those of the gait first, with the range that the file gives; a count is none; a vector by its components."""
    found = {s.name: s for s in declared_sliders(paddle, paddle.build())}
    assert list(found) == ["bend", "beat", "weight", "current.x", "current.y", "current.z"]
    assert [s.kind for s in found.values()] == ["smooth", "smooth", *["direct"] * 4]
    assert (found["bend"].low, found["bend"].high) == pytest.approx((0.0, 1.0471975))
    assert found["bend"].parameter.meaning == "amplitude"
    assert found["beat"].lag == pytest.approx(0.4)
    assert (found["weight"].low, found["weight"].high) == (0.1, 1.0)
    assert (found["current.x"].value, found["current.x"].low, found["current.x"].high) == (0.1, -0.5, 0.5)
    assert found["current.x"].parameter.meaning.endswith("along x")


def test_what_cannot_be_one_is_refused_by_name(paddle):
    plain = paddle.build()
    for text, words in (
        ("count", "'count' = 2 cannot be a slider: only real numbers"),
        ("bed", "unknown parameter of scenario 'paddle': 'bed'. Did you mean 'bend'"),
        ("bend=0.5:1", "begins with, 0.349.*lies outside"),
        ("bend=0:2", "not allowed"),
    ):
        with pytest.raises(InputError, match=words):
            asked_slider(paddle, plain, text)
    swimmer = elver.scenario("swimmer")
    with pytest.raises(InputError, match=r"'water.current.x' cannot be a slider: it changes nothing"):
        asked_slider(swimmer, swimmer.build(), "water.current.x")
    assert asked_slider(swimmer, swimmer.build({"case": 3}), "water.current.x").value == 0.1


def test_declared_inputs_are_sliders():
    text = FILE.replace("run:", "inputs:\n  - {type: parameter, path: gait.offset, low: -0.2, high: 0.2, smooth: 0.3 s}\nrun:")
    scenario = load_text(text)
    first = declared_sliders(scenario, scenario.build())[0]
    assert (first.name, first.kind, first.lag, first.low) == ("gait.offset", "smooth", 0.3, -0.2)


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda s: s.name)
def test_every_published_system_has_sliders(scenario):
    """Three to twelve, each named by the scenario; a range holds the value, and both ends are allowed."""
    plain = scenario.build()
    found = declared_sliders(scenario, plain)
    assert 3 <= len(found) <= 12
    assert {text.partition("=")[0] for text in scenario.sliders} >= {s.name for s in found}
    for slider in found:
        own, _ = scenario.number_named(slider.name, plain.parameters)
        assert slider.low <= slider.value <= slider.high
        assert own.allows(slider.low)
        assert own.allows(slider.high)
    assert len(set(candidates(scenario, plain))) > len(found)


def test_a_value_outside_a_declared_range_widens_it():
    eel = elver.scenario("eel")
    (found,) = (s for s in declared_sliders(eel, eel.build({"gait.amplitude": 0.3})) if s.name == "gait.amplitude")
    assert (found.value, found.low, found.high) == (0.3, 0.0, 0.3)


def test_lengths_of_a_file_do_not_go_down_to_0():
    """There is no machine there: the file is refused with such a length."""
    file = elver.load(Path(__file__).parents[3] / "examples" / "eel.yaml")
    plain = file.build()
    assert asked_slider(file, plain, "half_width").low == pytest.approx(0.022)
    assert asked_slider(file, plain, "amplitude").low == 0.0
    assert asked_slider(file, plain, "half_width=0:0.1").low == 0.0  # as asked for


def test_numbers_of_the_scene_stay_within_what_it_allows():
    given = (Path(__file__).parents[3] / "examples" / "aiko.yaml").read_text()
    text = {"bounce": "restitution", "rub": "obstacle_friction"}
    own = "".join(f"  {name}: {{value: 0.0, unit: '1'}}\n" for name in text)
    scene = "".join(f"  {key}: {name}\n" for name, key in text.items())
    changed = load_text(given.replace("machine:\n", f"{own}machine:\n").replace("scene:\n", f"scene:\n{scene}"))
    plain = changed.build()
    bounce, rub = (asked_slider(changed, plain, name) for name in text)
    assert (bounce.kind, bounce.low, bounce.high, bounce.described()["allowed"]) == ("table", 0.0, 1.0, {"low": 0.0, "high": 1.0})
    assert (rub.kind, rub.low, rub.described()["allowed"]) == ("table", 0.0, {"low": 0.0})
    with pytest.raises(InputError, match=r"slider 'bounce=-1:2': bounce goes from 0 to 1 at most"):
        asked_slider(changed, plain, "bounce=-1:2")


def test_a_vector_names_the_components_that_can_be_sliders():
    eel = elver.scenario("eel")
    with pytest.raises(
        InputError, match=r"it has 3 numbers. Name one of them: water.current.x, water.current.y, water.current.z"
    ):
        asked_slider(eel, eel.build(), "water.current")
