"""Compiled code on disk is verified, private, and never needed."""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path

import pytest

from elver.codegen import cache
from elver.codegen.cache import CacheWarning, cache_folder, code_key, load_code, save_code, source_stamp, user_caches

KEY, OTHER = code_key("one"), code_key("other")
posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX's")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ELVER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_was_saved_is_found_under_its_name_and_kind(folder):
    save_code("o", KEY, b"code")
    assert load_code("o", KEY) == b"code"
    assert load_code("loop", KEY) is None
    assert load_code("o", OTHER) is None
    assert [p.name for p in folder.iterdir()] == [f"{KEY}.o"]


@pytest.mark.parametrize(
    ("system", "environment", "place"),
    [
        ("linux", {}, "home/.cache"),
        ("darwin", {}, "home/Library/Caches"),
        ("win32", {}, "home/AppData/Local"),
        ("win32", {"LOCALAPPDATA": "local"}, "local"),
        ("darwin", {"XDG_CACHE_HOME": "chosen"}, "chosen"),
    ],
)
def test_the_place_is_that_of_the_system(monkeypatch, system, environment, place):
    monkeypatch.setattr(Path, "home", lambda: Path("home"))
    assert user_caches(environment, system) == Path(place)


def test_keys_tell_parts_apart():
    assert code_key("ab", "c") != code_key("a", "bc") != code_key("abc")


def test_an_entry_under_another_name_is_not_found(folder):
    save_code("o", KEY, b"code of one")
    save_code("o", OTHER, b"code of the other")
    one, other = folder / f"{KEY}.o", folder / f"{OTHER}.o"
    one.rename(folder / "swap")
    other.rename(one)
    (folder / "swap").rename(other)
    assert load_code("o", KEY) is load_code("o", OTHER) is None
    (folder / f"{KEY}.loop").write_bytes(other.read_bytes())
    assert load_code("loop", KEY) is None


def test_every_damaged_entry_is_replaced(folder):
    save_code("o", KEY, b"code")
    entry = folder / f"{KEY}.o"
    whole = entry.read_bytes()
    flips = [whole[:k] + bytes([whole[k] ^ 1]) + whole[k + 1 :] for k in range(len(whole))]
    for damage in [*flips, *(whole[:k] for k in range(len(whole))), whole + b"\0"]:
        entry.write_bytes(damage)
        assert load_code("o", KEY) is None
    save_code("o", KEY, b"code")
    assert load_code("o", KEY) == b"code"


def test_oldest_entries_are_forgotten_and_foreign_files_kept(folder, monkeypatch):
    monkeypatch.setattr(cache, "KEPT", 2)
    folder.mkdir(mode=0o700)
    (folder / "thesis.o").write_text("mine")
    for k in range(4):
        save_code("o", code_key(str(k)), b"code")
        os.utime(folder / f"{code_key(str(k))}.o", (k, k))
    save_code("loop", KEY, b"loop")
    found = {p.name for p in folder.iterdir()}
    assert found == {"thesis.o", f"{KEY}.loop", *(f"{code_key(k)}.o" for k in "23")}


@posix
def test_folder_and_files_are_private_whatever_the_umask(folder):
    before = os.umask(0)
    try:
        save_code("o", KEY, b"code")
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / f"{KEY}.o").stat().st_mode) == 0o600


@posix
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(folder, mode):
    save_code("o", KEY, b"code")
    folder.chmod(mode)
    with pytest.warns(CacheWarning, match=r"others may write to it.*chmod 700"):
        assert load_code("o", KEY) is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # said once
        save_code("o", OTHER, b"code")
    assert not (folder / f"{OTHER}.o").exists()
    folder.chmod(0o700)
    assert load_code("o", KEY) == b"code"


@posix
def test_a_file_in_the_place_of_the_folder_is_not_to_be_opened_to_anybody(tmp_path, monkeypatch):
    """A cache at /dev/null: nobody is told to change whose that is."""
    place = tmp_path / "null"
    place.write_bytes(b"")
    place.chmod(0o666)
    monkeypatch.setenv("ELVER_CACHE", str(place))
    with pytest.warns(CacheWarning, match=r"it is no folder.*Set \$ELVER_CACHE to a folder of your own") as told:
        assert load_code("o", KEY) is None
    assert "chmod" not in str(told[0].message)


@posix
def test_what_belongs_to_another_user_is_not_used(folder, monkeypatch):
    save_code("o", KEY, b"code")
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    with pytest.warns(CacheWarning, match="belongs to another user.*ELVER_CACHE"):
        assert load_code("o", KEY) is None


@posix
def test_a_file_that_others_may_write_to_is_not_used(folder):
    save_code("o", KEY, b"code")
    (folder / f"{KEY}.o").chmod(0o620)
    assert load_code("o", KEY) is None
    save_code("o", KEY, b"code")
    assert load_code("o", KEY) == b"code"


@posix
def test_links_pipes_and_folders_are_not_entries(folder, tmp_path):
    save_code("o", KEY, b"code")
    entry = folder / f"{KEY}.o"
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert load_code("o", KEY) is None
    entry.unlink()
    os.mkfifo(entry)
    assert load_code("o", KEY) is None
    entry.unlink()
    entry.mkdir()
    assert load_code("o", KEY) is None
    save_code("o", KEY, b"code")


def test_no_place_to_keep_it_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    for place in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / ("n" * 300), "off"):
        monkeypatch.setenv("ELVER_CACHE", str(place))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            save_code("o", KEY, b"code")
            assert load_code("o", KEY) is None


def test_default_place(monkeypatch, tmp_path):
    monkeypatch.delenv("ELVER_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "elver"


def test_stamp_covers_names_and_contents(tmp_path):
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a")
    two.write_text("b")
    stamps = {source_stamp([one, two]), source_stamp([one])}
    two.write_text("c")
    stamps.add(source_stamp([one, two]))
    one.rename(tmp_path / "three.py")
    stamps.add(source_stamp([tmp_path / "three.py", two]))
    assert len(stamps) == 4
