"""Pieces that are held back until a commit: whatever their order and overlap, the file becomes what was written last."""

from __future__ import annotations

import numpy as np

from elver.results.streams.journal import JournalledFile


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
