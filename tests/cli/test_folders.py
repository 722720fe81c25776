"""Where results go."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from elver._support.errors import InputError
from elver.cli.folders import check_output, fresh, given_folder, new_folder, results_folder, writable

ASKED = {"out": None, "force": False, "json": False}


def test_runs_that_begin_together_take_folders_of_their_own(tmp_path):
    found = []
    threads = [threading.Thread(target=lambda: found.append(new_folder(tmp_path, "eel"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 8


def test_scripts_that_name_no_folder_get_none(tmp_path):
    with results_folder(SimpleNamespace(**ASKED | {"json": True}), "eel") as folder:
        assert folder is None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_stayed_empty_goes_again(tmp_path):
    with results_folder(SimpleNamespace(**ASKED), "eel") as folder:
        assert folder.is_dir()
    assert not folder.exists()


def test_what_cannot_be_written_is_refused_first(tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("x")
    for out, message in (("file", "is a file"), ("full", "not empty"), ("n" * 300, "Choose a shorter name")):
        with pytest.raises(InputError, match=message):
            check_output(SimpleNamespace(**ASKED | {"out": out}), "eel")
    check_output(SimpleNamespace(**ASKED | {"out": "full", "force": True}), "eel")
    with pytest.raises(InputError, match="cannot write"):
        writable(tmp_path / "file" / "below")


def test_a_file_is_tried_and_left_alone(tmp_path):
    assert fresh("a.json").name == "a.json"
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a.json").write_text("x")
    for name, message in (
        ("a.json", "nothing is overwritten"),
        ("none/a.json", "does not exist"),
        ("a\0b", "Choose another name"),
    ):
        with pytest.raises(InputError, match=message):
            fresh(name)


def test_a_given_folder_need_not_exist_but_must_be_possible():
    assert given_folder("later").name == "later"
    with pytest.raises(InputError, match="--out is empty"):
        given_folder(" ")
    with pytest.raises(InputError, match="Choose a shorter name"):
        given_folder("n" * 300)
