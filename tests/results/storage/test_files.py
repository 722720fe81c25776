"""Only plain files, only so much of them, and JSON that is none."""

from __future__ import annotations

import os

import pytest

from elver import InputError
from elver._support.files import read_bytes, read_json


def test_what_is_no_plain_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(InputError, match=r"is not a file. Give another"):
            read_bytes(path, 100, "Give another.")
    for path in (tmp_path / "none", tmp_path / ("a" * 300), "a\0b"):
        with pytest.raises(InputError, match="cannot read"):
            read_bytes(path, 100, "Give another.")


def test_a_file_is_read_up_to_its_bound(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 100)
    assert read_bytes(tmp_path / "a", 100, "") == b"x" * 100
    with pytest.raises(InputError, match="has 100 bytes; up to 99"):
        read_bytes(tmp_path / "a", 99, "")


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[" * 200_000, b"1" * 10_000, b""])
def test_what_is_no_json_is_one_error(tmp_path, content):
    (tmp_path / "a.json").write_bytes(content)
    with pytest.raises(InputError, match="is not JSON"):
        read_json(tmp_path / "a.json", 1 << 20, "")
