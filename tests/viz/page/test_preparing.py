"""Models with sliders start where the plain model does, and what was computed for it is kept."""

from dataclasses import replace

import pytest

import elver
from elver.drive import DelayedGait
from elver.model import InitialState
from elver.scenarios import Preparation
from elver.viz import live_model
from elver.viz.page.live_models import start_key

SMALL = {"links": 3}
SEEN = []


def later(chosen, model, duration):
    """A start in motion, half a second later on the gait."""
    SEEN.append(tuple(model.free))
    start = InitialState(twist=(0.2, 0, 0, 0, 0, 0), angles={"joint1": 0.1}, memory={})
    return Preparation(replace(model, start=start, gait=DelayedGait(model.gait, 0.5)), {"a": 1})


def stiffer(chosen, model, duration):
    """More than a start is changed."""
    SEEN.append(tuple(model.free))
    return Preparation(replace(model, control=elver.drive.PD(3.0, 0.3)))


def needy(prepare):
    base = elver.scenario("swimmer")
    return replace(base, prepare=prepare, compose=lambda v, d: replace(base.compose(v, d), needs="a start"))


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", str(tmp_path / "cache"))
    SEEN.clear()


def test_a_start_is_computed_once_and_with_numbers_alone():
    for _ in range(2):
        model = live_model(needy(later), SMALL).model
        assert (model.start.twist[0], model.start.angles, model.gait.time) == (0.2, {"joint1": 0.1}, 0.5)
        assert (model.needs, model.preparation) == ("", {"a": 1})
        assert "gait.amplitude" in model.free
    assert SEEN == [()]
    live_model(needy(later), {**SMALL, "gait.amplitude": 0.3})
    assert SEEN == [(), ()]


def test_a_damaged_memory_is_computed_again(tmp_path):
    live_model(needy(later), SMALL)
    (entry,) = (tmp_path / "cache").glob("*.start")
    entry.write_bytes(entry.read_bytes()[:-3] + b"}}}")
    live_model(needy(later), SMALL)
    assert SEEN == [(), ()]


def test_what_is_more_than_a_start_is_made_with_what_is_free():
    model = live_model(needy(stiffer), SMALL, ["gait.amplitude"]).model
    assert SEEN == [(), ("gait.amplitude",)]
    assert model.control.kp == 3.0


def test_the_name_of_a_start_knows_what_decides_it():
    one = needy(later)
    keys = {start_key(own, own.build(changes)) for own, changes in ((one, SMALL), (needy(stiffer), SMALL), (one, {"links": 4}))}
    longer = replace(one, duration=3.0)
    assert len(keys | {start_key(longer, longer.build(SMALL))}) == 4
