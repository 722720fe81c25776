"""Zarr stores that name hostile codecs, lead elsewhere, or claim more than they hold."""

from __future__ import annotations

import json
import os
import warnings

import numpy as np
import pytest
import xarray as xr

from elver import InputError
from elver.results.storage.zarr import blosc_size, read_store, zstd_size

pytest.importorskip("zarr")
numcodecs = pytest.importorskip("numcodecs")


def made(path, **encoding):
    texts = np.array(["of", "any", "length", "", "at all"], dtype=object)
    data = xr.Dataset(
        {"a": ("t", np.arange(5.0)), "b": ("t", list("vwxyz")), "c": ("t", texts)}, {"t": np.arange(5)}, {"title": "some"}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data.to_zarr(path, zarr_format=2, consolidated=True, encoding=encoding)
    return data


@pytest.fixture
def store(tmp_path):
    made(tmp_path / "s.zarr")
    return tmp_path / "s.zarr"


def changed(store, name: str, **entries):
    """The store with another description of an array, in both places where it is kept."""
    listed = json.loads((store / ".zmetadata").read_text())
    listed["metadata"][f"{name}/.zarray"].update(entries)
    (store / ".zmetadata").write_text(json.dumps(listed))
    (store / name / ".zarray").write_text(json.dumps(listed["metadata"][f"{name}/.zarray"]))


def test_own_stores_are_read(tmp_path):
    for k, compressor in enumerate((numcodecs.Blosc(), numcodecs.Zstd(), None)):
        data = made(tmp_path / f"{k}.zarr", a={"compressors": compressor}, c={"compressors": compressor})
        xr.testing.assert_equal(read_store(tmp_path / f"{k}.zarr"), data)
    described = json.loads((tmp_path / "0.zarr" / "c" / ".zarray").read_text())
    assert (described["dtype"], described["filters"]) == ("|O", [{"id": "vlen-utf8"}])


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"filters": [{"id": "pickle", "protocol": 5}], "dtype": "|O"}, "uses the filters"),
        ({"filters": [{"id": "vlen-utf8"}, {"id": "pickle"}], "dtype": "|O"}, "uses the filters"),
        ({"compressor": {"id": "pickle"}}, "packed with 'pickle'"),
        ({"compressor": {"id": ["blosc"]}}, "packed with"),
        ({"compressor": "numcodecs.pickle"}, "packed with"),
        ({"dtype": "|O"}, "values of type"),
        ({"dtype": [["x", "<f8"]]}, "values of type"),
        ({"dtype": "<M8[ns]"}, "values of type"),
        ({"dtype": "<U99999999999999"}, "values of type|claims"),
        ({"shape": [10**15]}, "claims 8e"),
        ({"shape": [10**6], "chunks": [1]}, "chunks"),
        ({"shape": [5], "chunks": [10**14]}, "claims 8e"),
        ({"shape": [-5]}, "which is none"),
        ({"shape": [5.0]}, "which is none"),
        ({"shape": [5, 5]}, "which is none"),
        ({"chunks": [0]}, "which is none"),
        ({"shape": [10], "chunks": [10]}, "does not unpack into"),
        ({"zarr_format": 3}, "no readable description"),
    ],
)
def test_hostile_descriptions_are_refused(store, entries, message):
    changed(store, "a", **entries)
    with pytest.raises(InputError, match=message):
        read_store(store)


def test_a_pickle_is_never_loaded(store, tmp_path, monkeypatch):
    """Even where the package that is installed would do it."""
    called = []
    monkeypatch.setattr("pickle.loads", lambda *_, **__: called.append(1))
    changed(store, "b", dtype="|O", filters=[{"id": "pickle"}], compressor=None)
    with pytest.raises(InputError, match="uses the filters"):
        read_store(store)
    assert not called


def test_links_are_not_followed(store, tmp_path):
    secret = tmp_path / "secret"
    (store / "a" / "0").rename(secret)
    os.symlink(secret, store / "a" / "0")
    with pytest.raises(InputError, match="is a link"):
        read_store(store)
    (store / "a" / "0").unlink()
    secret.rename(store / "a" / "0")
    (store / "a").rename(tmp_path / "b")
    os.symlink(tmp_path / "b", store / "a")
    with pytest.raises(InputError, match="is a link"):
        read_store(store)


def test_a_store_that_is_itself_a_link_is_read(store, tmp_path):
    os.symlink(store, tmp_path / "link.zarr")
    assert read_store(tmp_path / "link.zarr").sizes["t"] == 5


@pytest.mark.parametrize("key", ["../x/.zarray", "x/y/.zarray", "/.zarray", "x/.zgroup", "x/zarr.json"])
def test_names_that_lead_elsewhere_are_refused(store, key):
    listed = json.loads((store / ".zmetadata").read_text())
    listed["metadata"][key] = listed["metadata"]["a/.zarray"]
    (store / ".zmetadata").write_text(json.dumps(listed))
    with pytest.raises(InputError, match=r"lists|group"):
        read_store(store)


def test_a_store_of_another_format_is_refused(store):
    (store / "zarr.json").write_text("{}")
    with pytest.raises(InputError, match="format 3"):
        read_store(store)


@pytest.mark.parametrize("codec", ["Blosc", "Zstd"])
def test_a_chunk_that_would_unpack_into_more_is_refused(tmp_path, codec):
    """A few bytes that unpack into 80 MB where the array says 40."""
    packer = getattr(numcodecs, codec)()
    made(tmp_path / "s.zarr", a={"compressors": packer})
    (tmp_path / "s.zarr" / "a" / "0").write_bytes(packer.encode(np.zeros(10**7)))
    with pytest.raises(InputError, match="chunk '0' is damaged"):
        read_store(tmp_path / "s.zarr")


@pytest.mark.parametrize("count", [1, 40, 200, 255, 256, 300, 65_000, 66_000, 10**6])
def test_unpacked_sizes_are_read_from_headers(count):
    values = np.arange(count, dtype="u1" if count < 256 else "<u2").tobytes()
    packed = numcodecs.Zstd().encode(values)
    assert zstd_size(bytes(packed[:18])) == len(values)
    packed = numcodecs.Blosc().encode(values)
    assert blosc_size(bytes(packed[:18]), len(packed)) == len(values)
    assert blosc_size(bytes(packed[:18]), len(packed) + 1) is None
    assert zstd_size(bytes(packed[:18])) is None
