"""Places are looked at before anything is computed."""

from __future__ import annotations

import os

import pytest

from elver._support.errors import InputError
from elver.export.readme import asked_file, asked_folder, write_all

ROOT_USER = hasattr(os, "geteuid") and os.geteuid() == 0


def test_a_new_folder_is_not_made_before_it_is_written(tmp_path):
    folder = asked_folder(tmp_path / "a" / "b", force=False)
    assert not folder.exists()
    (written,) = write_all(folder, {"x.txt": "text"})
    assert written.read_text() == "text"


@pytest.mark.parametrize("place", ["", "  ", "a\0b"])
def test_names_that_are_none(place):
    with pytest.raises(InputError, match="no name"):
        asked_folder(place, force=True)


def test_a_folder_in_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(InputError, match=r"is a file|Not a directory"):
            asked_folder(place, force=True)


def test_what_a_killed_writer_left_does_not_count(tmp_path):
    (tmp_path / ".elver-12-ab.part.c").write_text("")
    assert asked_folder(tmp_path, force=False) == tmp_path
    (tmp_path / "kept").write_text("")
    with pytest.raises(InputError, match="--force"):
        asked_folder(tmp_path, force=False)
    assert asked_folder(tmp_path, force=True) == tmp_path


def test_files(tmp_path):
    assert asked_file(tmp_path / "a.fmu", ".fmu", force=False) == tmp_path / "a.fmu"
    with pytest.raises(InputError, match=r"must end in \.fmu"):
        asked_file(tmp_path / "a.zip", ".fmu", force=False)
    with pytest.raises(InputError, match="does not exist"):
        asked_file(tmp_path / "no" / "a.fmu", ".fmu", force=False)
    (tmp_path / "a.fmu").write_text("")
    with pytest.raises(InputError, match="exists"):
        asked_file(tmp_path / "a.fmu", ".fmu", force=False)
    assert asked_file(tmp_path / "a.fmu", ".fmu", force=True)
    (tmp_path / "b.fmu").mkdir()
    with pytest.raises(InputError, match="is a folder"):
        asked_file(tmp_path / "b.fmu", ".fmu", force=True)


@pytest.mark.skipif(ROOT_USER, reason="the superuser may write everywhere")
def test_folders_without_permission(tmp_path):
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(InputError, match="cannot write"):
            asked_folder(tmp_path / "new", force=False)
        with pytest.raises(InputError, match="cannot write"):
            asked_file(tmp_path / "a.fmu", ".fmu", force=False)
    finally:
        tmp_path.chmod(0o700)


def test_permission_is_asked_of_the_system(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="cannot write"):
        asked_folder(tmp_path / "new", force=False)
