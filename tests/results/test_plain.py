"""Files written by HDF5 alone are read as those that xarray writes."""

from __future__ import annotations

import sys

import numpy as np
import pytest
import xarray as xr

import elver
from elver.results.run import Run
from elver.results.samples import Samples, picked
from elver.results.storage.netcdf import write_netcdf


def made_up(joints: int) -> Samples:
    """Numbers, whole numbers and texts; a dimension without labels; perhaps nothing along another one."""
    names = [f"joint {k} \N{DEGREE SIGN}" for k in range(joints)]
    variables = {
        "angle": (("time", "joint"), np.arange(3.0 * joints).reshape(3, joints), {"units": "rad", "long_name": "angle"}),
        "group": (("joint",), np.array(["yaw"] * joints, dtype="<U3")),
        "number": (("joint", "point"), np.zeros((joints, 2), dtype=np.int64), {"units": "1"}),
        "closure": ("time", np.array([0.0, np.nan, 1e-300])),
    }
    labels = {"time": ("time", np.arange(3.0), {"units": "s"}), "joint": np.array(names, dtype="<U9")}
    return Samples(variables, labels, {"model": "eel", "period": 0.5, "steps": 3, "measures": "{}"})


@pytest.mark.parametrize("joints", [2, 0])
def test_a_sheet_is_written_as_its_data_set_is(tmp_path, joints):
    sheet = made_up(joints)
    plain, labelled = (
        xr.load_dataset(write_netcdf(data, tmp_path / name), engine="h5netcdf")
        for data, name in ((sheet, "plain.nc"), (sheet.dataset, "labelled.nc"))
    )
    xr.testing.assert_identical(plain, labelled)
    assert list(plain.variables) == list(labelled.variables)
    assert plain.sizes == sheet.sizes
    assert [v.dtype for v in plain.variables.values()] == [v.dtype for v in labelled.variables.values()]


def test_labels_pick_values_from_both():
    sheet = made_up(2)
    for data in (sheet, sheet.dataset):
        assert picked(data, "angle", joint="joint 1 \N{DEGREE SIGN}").tolist() == [1.0, 3.0, 5.0]
    part = sheet.isel(time=slice(None, None, 2))
    xr.testing.assert_identical(part.dataset, sheet.dataset.isel(time=slice(None, None, 2)))
    assert part.nbytes < sheet.nbytes


def test_a_run_has_its_data_set_when_it_is_asked_for(tmp_path, monkeypatch):
    """What somebody changes in it is summed up and saved; a run that nobody looks into needs no xarray."""
    run = elver.simulate(elver.scenario("swimmer").build({"links": 2}), 0.1, solver=elver.Solver(dt=0.01), progress=False)
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "xarray", None)
        before = run.summary["path_length"]
        run.save(tmp_path / "before.nc")
    assert before > 0
    xr.testing.assert_identical(elver.load_run(tmp_path / "before.nc").data, run.data)
    assert run.samples is run.data
    run.data.base_position[:] = 0.0
    assert Run(run.samples).summary["path_length"] == 0.0
    run.save(tmp_path / "after.nc")
    assert elver.load_run(tmp_path / "after.nc").summary["path_length"] == 0.0
