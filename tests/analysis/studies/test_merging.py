"""Blocks become one data set part by part, whatever the order of words and numbers and the size of the parts."""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
import xarray as xr

import elver
from elver.analysis import load_sweep, sweep
from elver.analysis.studies import store
from elver.analysis.studies.columns import Catalogue, Variable, gather, tabulate
from elver.analysis.studies.runs import KeptSeries, Row
from elver.analysis.studies.setup import Blocks, read_axes

sweeps = sys.modules["elver.analysis.studies.sweeps"]
TIMES = np.array([0.0, 0.5])


def made_rows(setup, block, threads):
    """Rows that say which case they are; machines with ``kirchhoff`` have a joint more, and some cases fail."""
    rows = []
    for case in block.cases:
        joints = {"a": float(case), **({"b": case / 2} if block.fixed["water.law"] == "kirchhoff" else {})}
        metrics = {"mean_speed": float(case), "peak_torque": joints, "final_position": [case, 1.0, None], "ledger_closure": 1e-9}
        path = KeptSeries({"joint": list(joints)}, np.array([[case, *range(len(joints) - 1)]] * 2, dtype=float), "m", "path")
        failed = case % 5 == 3
        rows.append(Row("failed", f"case {case}", {}, {}) if failed else Row("finished", "", metrics, {"joint_position": path}))
    return rows


@pytest.mark.parametrize("order", [("water.law", "gait.amplitude"), ("gait.amplitude", "water.law")])
@pytest.mark.parametrize("part", [1.0, 1500.0, 1e9])
def test_the_merged_store_is_the_data_set_of_the_memory(tmp_path, monkeypatch, order, part):
    monkeypatch.setattr(sweeps, "run_block", made_rows)
    monkeypatch.setattr(sweeps, "trajectory_times", lambda plan: TIMES)
    monkeypatch.setattr(store, "PART", part)
    ranges = {"water.law": "paper,kirchhoff", "gait.amplitude": "0.01:0.1:7"}
    asked = {
        "scenario": "eel",
        "grid": {name: ranges[name] for name in order} | {"gait.period": [1.0, 2.0]},
        "compute": elver.Compute(block=3),
    }
    whole = sweep(**asked)
    stored = sweep(**asked, save=elver.Save(path=tmp_path / "s.zarr"))
    xr.testing.assert_identical(stored, whole)
    xr.testing.assert_identical(load_sweep(tmp_path / "s.zarr"), whole)
    opened = xr.open_zarr(tmp_path / "s.zarr", chunks=None).load()
    assert (opened.trusted.values == whole.trusted.values).all()
    cases = np.arange(28).reshape(whole.mean_speed.shape)
    good = cases % 5 != 3
    assert (whole.mean_speed.values[good] == cases[good]).all()
    assert (whole.status.values[~good] == "failed").all()
    assert np.isnan(whole.peak_torque.sel({"water.law": "paper", "joint": "b"})).all()
    assert int(whole.peak_torque.sel({"water.law": "kirchhoff", "joint": "b"}).notnull().sum()) > 5
    assert whole.joint_position.sizes["time"] == 2


@pytest.mark.parametrize("shape", [(7,), (3, 4, 5), (1, 9), (4, 1, 2)])
@pytest.mark.parametrize("part", [8.0, 24.0, 64.0, 1e6])
def test_parts_hold_every_case_once(monkeypatch, shape, part):
    monkeypatch.setattr(store, "PART", part)
    chunk = store.case_chunk(shape, {"x": Variable({}, "", "")})
    flat, following = np.arange(math.prod(shape)).reshape(shape), 0
    for region, first, last in store.parts(shape, chunk):
        assert first == following
        assert flat[region].ravel().tolist() == list(range(first, last))
        assert last - first <= part / 8
        following = last
    assert following == math.prod(shape)


def test_blocks_are_made_when_they_are_asked_for():
    vary = {"gait.amplitude": "0.01:0.1:1000", "water.law": "paper,kirchhoff", "gait.wavelength": "1:2:1000"}
    blocks = Blocks(read_axes(elver.scenario("eel"), vary, {}), 512)
    assert len(blocks) == 2 * -(-(10**6) // 512)
    last = blocks[len(blocks) - 1]
    assert last.fixed == {"water.law": "kirchhoff"}
    assert last.cases[-1] == 2 * 10**6 - 1
    assert last.values[-1] == {"gait.amplitude": 0.1, "gait.wavelength": 2.0}
    with pytest.raises(IndexError):
        blocks[len(blocks)]


def test_cases_that_no_table_has_are_not_run():
    table = tabulate([1], [Row("finished", "", {"work": 2.0, "ledger_closure": 1.0}, {})], TIMES)
    catalogue = Catalogue()
    catalogue.add(table)
    found = gather(catalogue.variables(), [table], 0, 3, catalogue.coarse)
    assert found["status"].tolist() == ["not run", "finished", "not run"]
    assert np.isnan(found["work"][[0, 2]]).all()
    assert found["work"][1] == 2.0
    assert not found["trusted"].any()  # a ledger that does not close


def test_a_damaged_chunk_is_noticed(tmp_path, monkeypatch):
    """One bit of a finished store: refused, not read as another number."""
    monkeypatch.setattr(sweeps, "run_block", made_rows)
    monkeypatch.setattr(sweeps, "trajectory_times", lambda plan: TIMES)
    asked = {
        "scenario": "eel",
        "grid": {"water.law": "paper", "gait.amplitude": "0.01:0.1:40"},
        "save": elver.Save(path=tmp_path / "s.zarr"),
    }
    sweep(**asked)
    for name in ("mean_speed/0.0", "gait.amplitude/0", ".zmetadata"):
        good = (tmp_path / "s.zarr" / name).read_bytes()
        for place in range(20, len(good), max(1, len(good) // 7)):
            bad = bytearray(good)
            bad[place] ^= 4
            (tmp_path / "s.zarr" / name).write_bytes(bad)
            with pytest.raises(elver.InputError, match=r"damaged|cannot be read|is not JSON"):
                load_sweep(tmp_path / "s.zarr")
        (tmp_path / "s.zarr" / name).write_bytes(good)
    assert load_sweep(tmp_path / "s.zarr").sizes["gait.amplitude"] == 40
