"""What a run must hold: any change is refused, or leaves a run whose metrics can be computed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import xarray as xr
from damage import mutated

from elver import Body, InitialState, InputError, Joint, Model, Robot, Run, load_run, simulate
from elver.drive import Spring
from elver.results.storage.layout import check_run
from elver.robot import Box
from elver.viz.plots import chosen, pictures_of


@pytest.fixture(scope="module")
def data():
    bodies = [Body.solid(name, Box(0.4, 0.1, 0.1), 1000.0) for name in ("a", "b")]
    robot = Robot("two", bodies, [Joint("j", "a", "b", d=0.4, mode="passive")])
    return simulate(Model("two", robot, elastic=Spring(3.0), start=InitialState(angles={"j": 0.5})), 0.05).data


def test_any_change_is_refused_or_leaves_a_run(data):
    rng, refused = np.random.default_rng(0), 0
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for _ in range(400):
            what, other = mutated(data, rng)
            try:
                check_run(other, "it")
            except InputError:
                refused += 1
                continue
            run = Run(other)
            assert run.summary["status"] == other.attrs["status"], what
            assert pictures_of(run), what
            assert chosen(run, ()) == ["j"] * bool(other.sizes.get("joint")), what
    assert 150 < refused < 350


def test_a_body_alone_is_a_run(tmp_path):
    """No joint, no force: dimensions without entries are a part of it."""
    run = simulate(Model("box", Robot("box", [Body.solid("b", Box(1, 1, 1), 1.0)])), 0.05)
    again = load_run(run.save(tmp_path / "run.nc"))
    xr.testing.assert_allclose(again.data.state, run.data.state)
    assert again.summary["status"] == "finished"


@pytest.mark.parametrize("number", [2**59, -(2**59), 10_000, -2])
def test_a_count_that_was_never_written_is_refused(data, number):
    """One flipped bit made a body of 2^59 parts, and a page of it took all memory."""
    part = data.body_part.copy(deep=True).astype(np.int64)
    part[0, 0] = number
    with pytest.raises(InputError, match="the parts of its bodies"):
        check_run(data.assign(body_part=part), "it")


@pytest.mark.parametrize(
    ("attributes", "says"),
    [
        ({"settings": '{"dt": -1.0}'}, "the setting 'dt'"),
        ({"settings": '{"duration": "long"}'}, "the setting 'duration'"),
        ({"settings": '{"dt": 1e-3'}, "'settings' is no object of JSON"),
        ({"origin": "[]"}, "'origin' is no object of JSON"),
        ({"stream": '{"chunk": 1, "request": {}, "samples": 576460752303423488}'}, "samples = 576460752303423488"),
        ({"parameter_words": '{"a": ["m"]}'}, "the units and the meaning of 'a'"),
    ],
)
def test_what_attributes_count_is_bounded(data, attributes, says):
    with pytest.raises(InputError, match=says):
        check_run(data.assign_attrs(attributes), "it")


@pytest.mark.parametrize("path", ["", "a" * 300, "a" * 250 + ".nc", "nothing.nc", "."])
def test_a_path_that_is_no_file_is_refused_by_its_name(path):
    with pytest.raises(InputError, match=r"Give the \.nc file of a run"):
        load_run(path)


def test_a_run_whose_name_leaves_no_room_for_a_journal_can_be_read(tmp_path):
    run = simulate(Model("box", Robot("box", [Body.solid("b", Box(1, 1, 1), 1.0)])), 0.05)
    path = run.save(tmp_path / "run.nc").rename(tmp_path / ("r" * 250 + ".nc"))
    assert load_run(path).summary["mean_speed"] == run.summary["mean_speed"]
