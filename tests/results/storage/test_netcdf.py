"""HDF5 files that lead elsewhere, need plug-ins, or claim more than they hold."""

from __future__ import annotations

import h5py
import numpy as np
import pytest
import xarray as xr

from elver import InputError
from elver.results.storage.netcdf import read_netcdf

SECRET = np.arange(5.0)


@pytest.fixture
def secret(tmp_path):
    """A file that a stranger would like to see read."""
    folder = tmp_path / "private"
    folder.mkdir()
    with h5py.File(folder / "secret.h5", "w") as file:
        file["x"] = SECRET
    SECRET.tofile(folder / "secret.raw")
    return folder


def external_link(file, secret):
    file["x"] = h5py.ExternalLink(str(secret / "secret.h5"), "/x")


def soft_link(file, secret):
    file["x"] = h5py.SoftLink("/a")


def dangling_link(file, secret):
    file["x"] = h5py.SoftLink("/none")


def external_data(file, secret):
    file.create_dataset("x", (5,), float, external=[(str(secret / "secret.raw"), 0, 40)])


def virtual_data(file, secret):
    layout = h5py.VirtualLayout((5,), float)
    layout[:] = h5py.VirtualSource(str(secret / "secret.h5"), "x", (5,))
    file.create_virtual_dataset("x", layout)


def a_group(file, secret):
    file.create_group("x")["y"] = 1.0


def a_plugin(file, secret):
    file.create_dataset("x", data=SECRET, chunks=(5,), compression="lzf")


def references(file, secret):
    file.create_dataset("x", data=np.array([file.ref], dtype=h5py.ref_dtype), dtype=h5py.ref_dtype)


def a_claim(file, secret):
    file.create_dataset("x", (10**15,), float, chunks=(1000,), compression="gzip")


def a_chunk(file, secret):
    file.create_dataset("x", (1,), "S60000", maxshape=(None,), chunks=(60000,), compression="gzip")


@pytest.mark.parametrize(
    ("hostile", "message"),
    [
        (external_link, "Links are not followed"),
        (soft_link, "Links are not followed"),
        (dangling_link, "Links are not followed"),
        (external_data, "lie in other files"),
        (virtual_data, "lie in other files"),
        (a_group, "hold variables only"),
        (a_plugin, "filter 32000"),
        (references, "numbers and texts"),
        (a_claim, "unpacks into 8e"),
        (a_chunk, "unpacks into"),
    ],
)
def test_hostile_files_are_refused(tmp_path, secret, monkeypatch, hostile, message):
    monkeypatch.setattr("elver.results.storage.netcdf.unpacked_limit", lambda: 1 << 30)
    with h5py.File(tmp_path / "a.nc", "w") as file:
        file["a"] = 1.0
        hostile(file, secret)
    with pytest.raises(InputError, match=message) as refusal:
        read_netcdf(tmp_path / "a.nc", "")
    assert "a.nc" in str(refusal.value)


@pytest.mark.parametrize("place", ["variable", "attribute"])
def test_texts_that_share_one_long_text_are_measured_before_they_are_read(tmp_path, monkeypatch, place):
    """Written whole they take 300 MB; a file could let them share one place and be small. The bound counts what is read."""
    monkeypatch.setattr("elver.results.storage.netcdf.unpacked_limit", lambda: 10_000_000)
    with h5py.File(tmp_path / "a.nc", "w") as file:
        text = h5py.string_dtype()
        if place == "variable":
            file.create_dataset("x", data=["y" * 100_000] * 150, dtype=text)
        else:
            file.attrs.create("x", ["y" * 100_000] * 150, dtype=text)
    with pytest.raises(InputError, match="unpacks into"):
        read_netcdf(tmp_path / "a.nc", "")


def test_plain_and_packed_files_are_read(tmp_path):
    data = xr.Dataset({"a": ("t", SECRET, {"units": "m"}), "b": ("t", list("vwxyz"))}, {"t": SECRET}, {"title": "some"})
    packed = {"a": {"zlib": True, "shuffle": True, "fletcher32": True}}
    data.to_netcdf(tmp_path / "a.nc", engine="h5netcdf", encoding=packed)
    xr.testing.assert_identical(read_netcdf(tmp_path / "a.nc", ""), data)
