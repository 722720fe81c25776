"""Recorded quantities over time, by name and thinned."""

import numpy as np
import pytest
import xarray as xr

from elver._support.errors import InputError
from elver.viz.studio import worker_runs as module
from elver.viz.studio.worker_runs import series, series_names, thinned

TIME = np.arange(5) * 0.1
DATA = xr.Dataset(
    {
        "work": ("time", TIME**2),
        "speed": (("time", "axis"), np.outer(TIME, [1.0, 2.0])),
        "pose": (("time", "axis", "row"), np.zeros((5, 2, 2))),
        "mass": ("axis", [1.0, 2.0]),
    },
    {"time": TIME, "axis": ["x", "y"]},
)


def test_numbers_over_time_have_names():
    assert series_names(DATA) == ["work", "speed.x", "speed.y"]


def test_long_recordings_are_thinned(monkeypatch):
    assert thinned(DATA, "speed.y") == {"time": TIME.tolist(), "values": (2 * TIME).tolist()}
    monkeypatch.setattr(module, "MOST_POINTS", 3)
    assert thinned(DATA, "work")["time"] == TIME[::2].tolist()


@pytest.mark.parametrize("files", [None, {}, [], dict.fromkeys("abcdefghi", "run.nc")])
def test_some_runs_are_needed(files):
    with pytest.raises(InputError, match="1 to 8 runs"):
        series({"files": files})
