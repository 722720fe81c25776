"""What a run carries besides its samples: Python values in memory, JSON in files, and nothing out of damaged ones."""

from __future__ import annotations

import json

import numpy as np
import pytest

from elver import load_run, scenario, simulate
from elver.results.record import Attributes, StepError, attribute, encoded, plain_values
from elver.simulation import Solver


@pytest.fixture(scope="module")
def run():
    return simulate(scenario("eel").build({"body.joints": 2}), 0.2, progress=False, solver=Solver(check_step=True))


def test_attributes_of_a_file_are_those_in_memory(run, tmp_path):
    own = dict(run.given.attrs)
    again = load_run(run.save(tmp_path / "run.nc"))
    assert isinstance(own["discretisation"], StepError)
    assert {name: attribute(again.data, name) for name in own} == own
    assert (again.settings, again.parameters, again.summary) == (run.settings, run.parameters, run.summary)


def test_data_sets_hold_texts_and_numbers(run, tmp_path):
    attrs = run.data.attrs
    assert {type(value) for value in attrs.values()} <= {str, int, float}
    assert json.loads(attrs["settings"]) == run.settings
    run.data.to_netcdf(tmp_path / "run.nc", engine="h5netcdf")
    assert load_run(tmp_path / "run.nc").summary == run.summary


@pytest.mark.parametrize(
    "error",
    [
        StepError(0.1, "angles", "8 stretches"),
        StepError(0.1, "angles", "all again", 3.9, {"mean_speed": 0.01}),
        StepError(0.1, "angles", "all again", None, {}),
        StepError(None, "", "given up"),
        StepError(None, by="it broke off"),
    ],
)
def test_the_error_by_the_steps_is_read_as_it_was_written(error):
    text = encoded({"discretisation": error})["discretisation"]
    assert attribute(Attributes({"discretisation": text}), "discretisation") == error
    assert StepError.read({"error": error.error, **error.details}) == error


@pytest.mark.parametrize(
    ("error", "keys"),
    [
        (StepError(0.1, "angles", "so"), ["error", "kind", "by"]),
        (StepError(0.1, "angles", "so", None, {"mass": 0.0}), ["error", "kind", "by", "order", "measures"]),
        (StepError(None, by="it broke off"), ["error", "by"]),
    ],
)
def test_the_error_by_the_steps_has_the_keys_of_earlier_files(error, keys):
    assert list(json.loads(encoded({"discretisation": error})["discretisation"])) == keys


@pytest.mark.parametrize("text", ["", "{", "3", '"a"', "null", "[" * 5000, None, 7])
@pytest.mark.parametrize("name", ["settings", "warnings", "discretisation"])
def test_what_is_damaged_counts_as_missing(name, text):
    assert attribute(Attributes({name: text}), name, "none") == "none"


def test_values_are_as_json_gives_them_back():
    value = {"a": (1, np.float64(0.5)), "b": {"c": None, 2: True}, "d": [float("inf")], "e": "x"}
    assert plain_values(value) == json.loads(json.dumps(value))
    assert plain_values(1 + 2j) == "(1+2j)"
