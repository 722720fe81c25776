"""A case of a sweep, run again."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver._support.errors import InputError
from elver.viz.page.replay import case_run, case_values


@pytest.fixture(scope="module")
def swept():
    """Two by two cases of the small snake on land."""
    ranges = {"gait.amplitude": [0.3, 0.5], "gait.offset": [0.0, 0.1]}
    return elver.sweep("crawler", ranges, duration=0.2, progress=False)


def test_a_case_is_the_run_that_the_sweep_made(swept):
    assert case_values(swept, 1) == {"gait.amplitude": 0.3, "gait.offset": 0.1}
    run = case_run(swept, 2)
    assert run.parameters["gait.amplitude"] == 0.5
    assert run.parameters["gait.offset"] == 0.0
    expected = swept.sel({"gait.amplitude": 0.5, "gait.offset": 0.0})
    assert run.summary["mean_speed"] == pytest.approx(float(expected.mean_speed), rel=1e-9)
    assert float(swept.mean_speed.values.min()) != float(swept.mean_speed.values.max())


@pytest.mark.parametrize("number", [-1, 4])
def test_there_is_no_such_case(swept, number):
    with pytest.raises(InputError, match="4 cases, 0 to 3"):
        case_run(swept, number)


def test_a_sweep_of_a_file_needs_the_file(swept):
    import json

    other = swept.copy()
    other.attrs["settings"] = json.dumps(json.loads(swept.attrs["settings"]) | {"file": "abc"})
    with pytest.raises(InputError, match="--of FILE"):
        case_run(other, 0)
    with pytest.raises(InputError, match="is not what the sweep"):
        case_run(other, 0, elver.scenario("crawler"))
    other.attrs["settings"] = "{}"
    with pytest.raises(InputError, match="does not say"):
        case_run(other, 0)
    assert np.isfinite(swept.mean_speed.values).all()
