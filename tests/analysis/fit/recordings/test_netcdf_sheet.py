"""NetCDF files of recordings: values in a row, variables along time, and runs of Elver's own."""

from __future__ import annotations

import numpy as np
import pytest
import xarray as xr

from elver._support.errors import InputError
from elver.analysis.fit.recordings.tables import read_nc


def saved(tmp_path, data: xr.Dataset):
    data.to_netcdf(tmp_path / "r.nc", engine="h5netcdf")
    return tmp_path / "r.nc"


def test_values_in_a_row(tmp_path):
    columns = {
        "time": ("sample", [0.5, 0.0, 0.0]),
        "channel": ("sample", ["a", "a", "b"]),
        "value": ("sample", [2.0, 1.0, 5.0], {"units": "mm"}),
        "sigma": ("sample", [0.1, 0.2, 0.3]),
    }
    found = read_nc(saved(tmp_path, xr.Dataset(columns))).series
    np.testing.assert_array_equal(found["a"].values, [1.0, 2.0])
    np.testing.assert_array_equal(found["a"].sigma, [0.2, 0.1])
    assert found["b"].unit == "mm"


def test_variables_along_time(tmp_path):
    data = xr.Dataset(
        {
            "place": (("time", "marker", "axis"), np.arange(12.0).reshape(3, 2, 2), {"units": "mm"}),
            "torque": ("time", [1.0, np.nan, 3.0], {"units": "N m", "sigma": 0.1}),
        },
        {"time": ("time", [0.0, 100.0, 200.0], {"units": "ms"}), "marker": ["head", "tail"], "axis": ["x", "y"]},
    )
    sheet = read_nc(saved(tmp_path, data))
    assert list(sheet.series) == ["place.head.x", "place.head.y", "place.tail.x", "place.tail.y", "torque"]
    np.testing.assert_array_equal(sheet.series["place.tail.x"].values, [2, 6, 10])
    np.testing.assert_allclose(sheet.series["torque"].times, [0.0, 0.1, 0.2])
    assert sheet.series["torque"].sigma[0] == 0.1
    assert sheet.whole
    assert not sheet.plain


def test_frames_need_a_rate(tmp_path):
    path = saved(tmp_path, xr.Dataset({"a": ("frame", [1.0, 2.0])}, {"frame": [0, 5]}))
    np.testing.assert_allclose(read_nc(path, 50.0).series["a"].times, [0.0, 0.1])
    with pytest.raises(InputError, match="Give the frame rate"):
        read_nc(path)


def test_a_file_without_times_is_refused(tmp_path):
    with pytest.raises(InputError, match="no variable 'time' or 'frame'"):
        read_nc(saved(tmp_path, xr.Dataset({"a": ("x", [1.0, 2.0])})))


def test_units_of_entries_that_differ_by_component():
    from elver.analysis.fit.recordings.tables import unit_of

    assert unit_of("m/s, rad/s", ("head", "vx")) == "m/s"
    assert unit_of("m/s, rad/s", ("head", "wz")) == "rad/s"
    assert unit_of("rad or m", ("hinge",)) == ""
