"""The folder of a search: one writer, nothing of others written over, and a log that notices damage."""

from __future__ import annotations

import errno

import pytest
import xarray as xr

import elver
from elver._support.files import held
from elver.analysis import optimise

ONE = {"gait.amplitude": (0.02, 0.12)}
QUICK = {"objective": "work_positive", "bounds": ONE, "parameters": {"body.joints": 1}, "duration": 0.1}


def test_a_second_search_in_one_folder_is_refused(tmp_path):
    with (
        held(tmp_path / "history.lock", "the search"),
        pytest.raises(elver._support.errors.BusyError, match=r"process \d+ on .* since"),
    ):
        optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == []


@pytest.mark.parametrize("name", ["run.nc", "optimum.json", "history.nc"])
def test_a_search_writes_over_no_results_of_others(tmp_path, name):
    (tmp_path / name).write_text("mine")
    for resume in (False, True):
        with pytest.raises(elver.InputError, match=f"{name}' is there already|no search"):
            optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path, resume=resume)
    assert (tmp_path / name).read_text() == "mine"


@pytest.mark.parametrize("left", [None, b"", b'{"scenario": "e'])
def test_a_search_killed_in_its_first_instant_begins_anew(tmp_path, left):
    if left is not None:
        (tmp_path / "history.jsonl").write_bytes(left)
    assert optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path, resume=True).evaluations == 8
    assert [p.name for p in tmp_path.iterdir()] == ["history.jsonl"]


def test_a_damaged_line_of_the_log_is_run_again(tmp_path):
    """One digit of a result is changed, then the first line is lost."""
    log = tmp_path / "history.jsonl"
    first = optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path)
    whole = log.read_bytes()
    at = whole.index(b'"work_positive": ') + len(b'"work_positive": ') + 3
    log.write_bytes(whole[:at] + (b"1" if whole[at : at + 1] != b"1" else b"2") + whole[at + 1 :])
    with pytest.warns(UserWarning, match="line 2 of .* is damaged"):
        again = optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path, resume=True)
    xr.testing.assert_identical(again.history, first.history)
    assert log.read_bytes() == whole
    log.write_bytes(b"[" + whole)
    with pytest.raises(elver.InputError, match="no search"):
        optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path, resume=True)


def test_a_full_disk_ends_a_search_with_one_message(tmp_path, monkeypatch):
    from elver.analysis.studies import search

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(search.os, "fsync", full)
    with pytest.raises(elver._support.errors.WriteError, match="No space left on device"):
        optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path)
    monkeypatch.undo()
    assert optimise("eel", **QUICK, search=elver.analysis.Search(budget=8), folder=tmp_path, resume=True).evaluations == 8
