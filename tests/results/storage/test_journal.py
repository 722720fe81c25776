"""Pieces that are held back until a commit: whatever their order and overlap, the file becomes what was written last."""

from __future__ import annotations

import numpy as np
import pytest

from elver.results.storage import streams
from elver.results.storage.streams import JournalledFile


def test_pieces_that_overlap_become_what_was_written_last(tmp_path):
    path, rng = tmp_path / "file", np.random.default_rng(2)
    expected = bytearray(b"." * 100)
    path.write_bytes(expected)
    file = JournalledFile(path)
    for k in range(200):
        start, length = int(rng.integers(0, 90)), int(rng.integers(1, 30))
        piece = bytes([33 + k % 90]) * length
        expected[start : start + length] = piece
        file.seek(start)
        assert file.write(piece) == length
        if k % 10 == 0:
            file.seek(0)
            assert file.read() == bytes(expected)
        if k % 50 == 49:
            file.commit()
            assert path.read_bytes() == bytes(expected)
    file.close()


def test_a_shorter_piece_leaves_the_rest_of_a_longer_one(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"." * 40)
    file = JournalledFile(path)
    for piece in (b"A" * 20, b"B" * 5):
        file.seek(10)
        file.write(piece)
    file.commit()
    file.close()
    assert path.read_bytes() == b"." * 10 + b"B" * 5 + b"A" * 15 + b"." * 10


def left_behind(path) -> bytes:
    """A file with a journal of a commit that was cut off in its midst; what the file is to become."""
    path.write_bytes(b"." * 40)
    file = JournalledFile(path)
    for start, piece in ((10, b"A" * 20), (40, b"new")):
        file.seek(start)
        file.write(piece)
    written = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "carry_out", lambda own, content: (own.seek(10), own.write(b"AAA"), written.append(content)))
        patch.setattr(type(path), "unlink", lambda *_, **__: None)
        file.commit()
    file.close()
    assert streams.journal_path(path).is_file()
    return b"." * 10 + b"A" * 20 + b"." * 10 + b"new"


def test_a_journal_is_carried_out_in_its_own_file(tmp_path):
    expected = left_behind(tmp_path / "file")
    JournalledFile(tmp_path / "file").close()
    assert (tmp_path / "file").read_bytes() == expected
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("other", [b"x" * 100, b"x" * 43, b"", b"." * 40 + b"old"])
def test_a_journal_of_another_file_changes_nothing(tmp_path, other):
    left_behind(tmp_path / "file")
    (tmp_path / "file").write_bytes(other)
    JournalledFile(tmp_path / "file").close()
    assert (tmp_path / "file").read_bytes() == other
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
