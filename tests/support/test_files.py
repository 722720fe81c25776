"""Files are whole or not there, and a place has one writer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from elver._support import files
from elver._support.errors import BusyError, WriteError
from elver._support.files import held, make_folder, refuse_held, whole_file, write_json, write_whole


def test_content_replaces_the_old_one_at_once(tmp_path):
    write_whole(tmp_path / "a", "old")
    with whole_file(tmp_path / "a") as part:
        part.write_text("new")
        assert (tmp_path / "a").read_text() == "old"
    assert (tmp_path / "a").read_text() == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path):
    write_whole(tmp_path / "a", "old")

    def fail():
        with whole_file(tmp_path / "a") as part:
            part.write_text("half of the n")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a", "old")]


def test_two_writers_have_temporary_names_of_their_own(tmp_path):
    with whole_file(tmp_path / "a") as first:
        first.write_text("first")
        with whole_file(tmp_path / "a") as second:
            second.write_text("second")
        assert (tmp_path / "a").read_text() == "second"
    assert (tmp_path / "a").read_text() == "first"


def test_new_files_are_as_open_to_others_as_the_user_wants(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "a", "text")
    finally:
        os.umask(before)
    if os.name == "posix":
        assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize(
    ("name", "reason"),
    [("n" * 300, "shorter name"), ("nowhere/a", "Create the folder"), ("file/a", "Choose a folder"), ("folder", "not a folder")],
)
def test_what_cannot_be_written_is_one_message(tmp_path, name, reason):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(WriteError, match=reason) as caught:
        write_whole(tmp_path / name, "text")
    assert len(str(caught.value)) < 400
    assert {p.name for p in tmp_path.iterdir()} == {"file", "folder"}


LIMITED = """
import resource, signal, sys
from elver._support.errors import WriteError
from elver._support.files import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(sys.argv[1], b"n" * 5000)
except WriteError as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="limits on the size of files are POSIX's")
def test_a_file_too_large_for_the_disk_leaves_the_old_one(tmp_path):
    write_whole(tmp_path / "a", "old")
    shown = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path / "a")], capture_output=True, text=True, check=True)
    assert "File too large" in shown.stdout
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a", "old")]


def test_json_holds_no_number_that_is_not_one(tmp_path):
    write_json(tmp_path / "a.json", {"a": [1.0, float("nan")], "b": (float("-inf"), {"c": float("inf")})})
    text = (tmp_path / "a.json").read_text()
    assert "NaN" not in text
    assert json.loads(text) == {"a": [1.0, None], "b": [None, {"c": None}]}


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteError, match="cannot write"):
        make_folder(tmp_path / "file" / "below")


def test_a_place_has_one_writer(tmp_path):
    lock = tmp_path / "lock"
    with held(lock, "'here'"):
        for attempt in (lambda: refuse_held(lock, "'here'"), lambda: held(lock, "'here'").__enter__()):
            with pytest.raises(BusyError, match=f"'here' is being written by process {os.getpid()} on .* since 20"):
                attempt()
    assert not lock.exists()
    refuse_held(lock, "'here'")
    with held(lock, "'here'"):
        assert lock.exists()


def test_a_lock_is_let_go_of_before_it_is_removed_where_open_files_stay(tmp_path, monkeypatch):
    lock, handles = tmp_path / "lock", []
    remove, take = Path.unlink, files.take

    def taken(*arguments):
        handles.append(take(*arguments))
        return handles[0]

    def removed(path, missing_ok=False):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handles[0])  # as on Windows, where it could not be removed yet
        remove(path, missing_ok)

    monkeypatch.setattr(files, "OPEN_FILES_STAY", True)
    monkeypatch.setattr(files, "take", taken)
    monkeypatch.setattr(Path, "unlink", removed)
    with held(lock, "'here'"):
        assert lock.exists()
    assert not lock.exists()


HOLDER = """
import sys, time
from elver._support.files import held
with held(sys.argv[1], "'here'"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_another_process_holds_it_until_it_dies(tmp_path):
    lock = tmp_path / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(lock)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(BusyError, match=f"process {process.pid} "):
            refuse_held(lock, "'here'")
        process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        process.wait()
    assert lock.exists()
    refuse_held(lock, "'here'")
    with held(lock, "'here'"):
        assert json.loads(lock.read_text())["process"] == os.getpid()
    assert not lock.exists()


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"[]", b'{"process": "x"}'])
def test_a_lock_file_that_says_nothing_is_taken_over(tmp_path, content):
    (tmp_path / "lock").write_bytes(content)
    with held(tmp_path / "lock", "'here'"):
        pass


def test_a_lock_of_another_computer_is_not_taken(tmp_path):
    lock = tmp_path / "lock"
    lock.write_text(json.dumps({"process": 1, "host": "some-other-computer", "since": "2020-01-01 00:00:00"}))
    with pytest.raises(BusyError, match=r"some-other-computer.*remove"), held(lock, "'here'"):
        pass
    assert lock.exists()


def test_many_processes_never_hold_it_together(tmp_path):
    script = """
import os, sys, time
from elver._support.errors import BusyError
from elver._support.files import held
entered = 0
end = time.monotonic() + 1.0
while time.monotonic() < end:
    try:
        with held(sys.argv[1], "'here'"):
            os.close(os.open(sys.argv[2], os.O_CREAT | os.O_EXCL))
            os.unlink(sys.argv[2])
            entered += 1
    except BusyError:
        pass
print(entered)
"""
    command = [sys.executable, "-c", script, str(tmp_path / "lock"), str(tmp_path / "inside")]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    counts = [int(p.communicate()[0]) for p in processes]
    assert all(p.returncode == 0 for p in processes)
    assert sum(counts) > 10
