"""NetCDF is written whole, or the file before it stays; HDF5 hears of no failure."""

from __future__ import annotations

import errno
import os
import signal

import numpy as np
import pytest
import xarray as xr

from elver._support.errors import WriteError
from elver.results.storage import netcdf
from elver.results.storage.netcdf import Sink, uninterrupted, write_netcdf


@pytest.fixture
def data():
    values = {f"v{k}": (("time", "part"), np.random.default_rng(k).random((50, 3)), {"units": "m"}) for k in range(6)}
    return xr.Dataset(values, {"time": np.arange(50.0), "part": ["a", "b", "c"]}, {"status": "finished", "text": "x" * 3000})


def failing(limit: int):
    """A Sink whose disk has room for so many writes."""

    class Failing(Sink):
        done = 0

        def write_all(self, piece):
            Failing.done += 1
            if Failing.done > limit:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            super().write_all(piece)

    return Failing


def test_round_trip(data, tmp_path):
    assert xr.load_dataset(write_netcdf(data, tmp_path / "a.nc"), engine="h5netcdf").identical(data)
    assert [p.name for p in tmp_path.iterdir()] == ["a.nc"]


def test_a_disk_that_is_full_after_any_number_of_writes(data, tmp_path, monkeypatch):
    write_netcdf(data, tmp_path / "a.nc")
    before = (tmp_path / "a.nc").read_bytes()
    for limit in range(1000):
        monkeypatch.setattr(netcdf, "Sink", failing(limit))
        try:
            write_netcdf(data.assign_attrs(status="other"), tmp_path / "a.nc")
        except WriteError:
            assert (tmp_path / "a.nc").read_bytes() == before
            assert [p.name for p in tmp_path.iterdir()] == ["a.nc"]
        else:
            break
    assert limit > 20
    assert xr.load_dataset(tmp_path / "a.nc", engine="h5netcdf").attrs["status"] == "other"


def test_what_a_sink_kept_is_read_back(tmp_path):
    with open(tmp_path / "f", "w+b", buffering=0) as file:
        sink = failing(1)(file)
        sink.write(b"abcdef")
        sink.seek(4)
        sink.write(b"XYZ")
        assert sink.error.errno == errno.ENOSPC
        sink.seek(0)
        assert sink.read() == b"abcdXYZ"
        assert (sink.seek(-2, os.SEEK_END), sink.read(10)) == (5, b"YZ")
        sink.truncate(3)
        sink.seek(0)
        assert sink.read() == b"abc"


def test_ctrl_c_waits_for_the_file():
    done, before = [], signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it

    def work():
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("written")

    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == ["written"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
