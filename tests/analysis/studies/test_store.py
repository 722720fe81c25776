"""A store keeps what others put into it, has one writer at a time, and notices what was damaged."""

from __future__ import annotations

import errno
import json
import subprocess
import sys

import pytest
import xarray as xr

import elver
from elver.analysis import load_sweep, sweep

study = sys.modules["elver.analysis.studies.sweeps"]
ASKED = {
    "scenario": "eel",
    "grid": {"gait.amplitude": [0.04, 0.06, 0.08]},
    "parameters": {"body.joints": 1},
    "duration": 0.05,
    "compute": elver.Compute(block=1),
}


class StoppedError(Exception):
    pass


def stop(*_):
    raise StoppedError


def stopped(store, monkeypatch, at: str = "finish") -> None:
    """A sweep that was killed when it called ``at``."""
    with monkeypatch.context() as patch:
        patch.setattr(study.disk, at, stop)
        with pytest.raises(StoppedError):
            sweep(**ASKED, save=elver.Save(path=store))


def test_what_others_put_into_the_folder_stays(tmp_path, monkeypatch):
    """Notes, a folder, a link, and files inside a variable's folder: while the sweep runs, and when it is finished again."""
    store, elsewhere = tmp_path / "s.zarr", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("mine")
    stopped(store, monkeypatch)
    (store / "thesis").mkdir()
    for name in ("notes.txt", "thesis/chapter.tex", ".elver/remark"):
        (store / name).write_text("mine")
    (store / "link").symlink_to(elsewhere)
    kept = ("notes.txt", "thesis/chapter.tex", ".elver/remark", "link/precious")
    data = sweep(**ASKED, save=elver.Save(path=store), resume=True)
    assert all((store / name).read_text() == "mine" for name in kept)
    (store / ".elver" / "complete").unlink()
    (store / "work" / "remark").write_text("mine")
    again = sweep(**ASKED, save=elver.Save(path=store), resume=True)
    xr.testing.assert_equal(again, data)
    assert all((store / name).read_text() == "mine" for name in (*kept, "work/remark"))
    xr.testing.assert_equal(load_sweep(store), data)


def test_nothing_of_others_is_written_over(tmp_path, monkeypatch):
    store = tmp_path / "s.zarr"
    stopped(store, monkeypatch)
    (store / "work").mkdir()
    (store / "work" / "0").write_text("mine")
    with pytest.raises(elver.InputError, match=r"work' was not written by Elver"):
        sweep(**ASKED, save=elver.Save(path=store), resume=True)
    assert (store / "work" / "0").read_text() == "mine"
    (store / "work").rename(store / "labour")
    assert sweep(**ASKED, save=elver.Save(path=store), resume=True).trusted.all()


def test_a_store_behind_a_link(tmp_path):
    real, link = tmp_path / "real", tmp_path / "s.zarr"
    real.mkdir()
    link.symlink_to(real)
    data = sweep(**ASKED, save=elver.Save(path=link))
    assert link.is_symlink()
    xr.testing.assert_equal(load_sweep(real), data)
    xr.testing.assert_equal(sweep(**ASKED, save=elver.Save(path=link), resume=True), load_sweep(link))
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    with pytest.raises(elver.InputError, match="link to nothing"):
        sweep(**ASKED, save=elver.Save(path=tmp_path / "nowhere"))


# --- one writer -----------------------------------------------------------------------------------------------------


def test_a_second_sweep_is_refused_and_the_first_goes_on(tmp_path, monkeypatch):
    store, messages = tmp_path / "s.zarr", []

    def second(*_):
        for resume in (True, False):
            with pytest.raises(elver._support.errors.BusyError) as refusal:
                sweep(**ASKED, save=elver.Save(path=store), resume=resume)
            messages.append(str(refusal.value))

    finish = study.disk.finish
    monkeypatch.setattr(study.disk, "finish", lambda *given: (second(), finish(*given)))
    data = sweep(**ASKED, save=elver.Save(path=store))
    assert len(messages) == 2
    assert "process " in messages[0]
    assert " since 20" in messages[0]
    xr.testing.assert_equal(load_sweep(store), data)
    assert not (store / ".elver" / "lock").exists()


HOLD = """
import sys, time
from elver._support.files import held
with held(sys.argv[1], "the sweep"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_the_lock_of_a_killed_sweep_is_taken_over(tmp_path, monkeypatch):
    store = tmp_path / "s.zarr"
    stopped(store, monkeypatch)
    lock = store / ".elver" / "lock"
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(lock)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(elver._support.errors.BusyError, match=f"process {process.pid} "):
            sweep(**ASKED, save=elver.Save(path=store), resume=True)
    finally:
        process.kill()
        process.wait()
    assert lock.exists()
    assert sweep(**ASKED, save=elver.Save(path=store), resume=True).trusted.all()


# --- damage ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "swap"])
def test_a_damaged_block_is_run_again(tmp_path, monkeypatch, damage):
    store, asked = tmp_path / "s.zarr", {**ASKED, "save": elver.Save(fields=["base_position"], path=tmp_path / "s.zarr")}
    with monkeypatch.context() as patch:
        patch.setattr(study.disk, "finish", stop)
        with pytest.raises(StoppedError):
            sweep(**asked)
    block = store / ".elver" / "block-0000001.npz"
    content = bytearray(block.read_bytes())
    if damage == "swap":
        content = (store / ".elver" / "block-0000002.npz").read_bytes()
    elif damage == "flip":
        content[len(content) // 2] ^= 1
    block.write_bytes(content[: {"cut": 100, "empty": 0}.get(damage, len(content))])
    with pytest.warns(UserWarning, match="count as not made"):
        assert [str(s) for s in load_sweep(store).status.values] == ["finished", "not run", "finished"]
    run, again = study.run_block, []
    monkeypatch.setattr(
        study, "run_block", lambda setup, block, threads: again.append(block.number) or run(setup, block, threads)
    )
    with pytest.warns(UserWarning, match="block-0000001"):
        data = sweep(**asked, resume=True)
    assert again == [1]
    xr.testing.assert_equal(data, sweep(**{**asked, "save": elver.Save(fields=["base_position"])}))


@pytest.mark.parametrize("left", ["nothing", "folder", "plan", "part"])
def test_a_sweep_killed_in_its_first_instant_begins_anew(tmp_path, left):
    store = tmp_path / "s.zarr"
    (store / ".elver").mkdir(parents=True)
    if left == "nothing":
        (store / ".elver").rmdir()
    elif left != "folder":
        (store / ".elver" / {"plan": "plan.json", "part": ".elver-1-ab.part"}[left]).write_bytes(b"")
    assert sweep(**ASKED, save=elver.Save(path=store), resume=True).trusted.all()


@pytest.mark.parametrize("plan", ["[]", "{}", "{", '{"order": ["x"]}', '{"scenario": "eel", "order": []}'])
def test_a_plan_of_others_is_refused(tmp_path, plan):
    (tmp_path / ".elver").mkdir()
    (tmp_path / ".elver" / "plan.json").write_text(plan)
    with pytest.raises(elver.InputError, match=r"not a sweep"):
        load_sweep(tmp_path)
    with pytest.raises(elver.InputError, match=r"not a sweep|other settings"):
        sweep(**ASKED, save=elver.Save(path=tmp_path), resume=True)


def test_a_damaged_data_set_is_one_message(tmp_path):
    store = tmp_path / "s.zarr"
    sweep(**ASKED, save=elver.Save(path=store))
    for name in (".zmetadata", "work/0"):
        good = (store / name).read_bytes()
        (store / name).write_bytes(b"{")
        with pytest.raises(elver.InputError, match=r"is not JSON|is damaged"):
            sweep(**ASKED, save=elver.Save(path=store), resume=True)
        (store / name).write_bytes(good)
    assert sweep(**ASKED, save=elver.Save(path=store), resume=True).trusted.all()


# --- disks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS])
def test_a_disk_that_takes_nothing_is_one_message(tmp_path, monkeypatch, error):
    """The data set does not fit; the blocks are kept, and the sweep is finished later."""
    store = tmp_path / "s.zarr"

    def full(where, *_):
        (where / "work").mkdir()
        (where / "work" / ".zarray").write_text("{")
        raise OSError(error, "this disk takes nothing")

    with monkeypatch.context() as patch:
        patch.setattr(study.disk, "write_merged", full)
        with pytest.raises(elver._support.errors.WriteError, match="this disk takes nothing"):
            sweep(**ASKED, save=elver.Save(path=store))
    assert len(list(store.glob(".elver/block-*.npz"))) == 3
    assert sweep(**ASKED, save=elver.Save(path=store), resume=True).trusted.all()


def test_a_name_that_is_too_long_is_one_message(tmp_path):
    for resume in (False, True):
        with pytest.raises(elver.ElverError, match="File name too long"):
            sweep(**ASKED, save=elver.Save(path=tmp_path / ("n" * 300)), resume=resume)


def test_plans_are_valid_json(tmp_path):
    sweep(**ASKED, save=elver.Save(path=tmp_path / "s.zarr"))
    assert json.loads((tmp_path / "s.zarr" / ".elver" / "plan.json").read_text(), parse_constant=pytest.fail)["block"] == 1
