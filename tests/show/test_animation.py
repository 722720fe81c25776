"""Pictures and films are whole or not there."""

from __future__ import annotations

import subprocess

import pytest

from elver.drawing.style import new_figure, write
from elver.errors import WriteError
from elver.files import whole_file
from elver.show.animation import encoding


def test_a_picture_that_fails_leaves_the_old_one(tmp_path, monkeypatch):
    figure, _ = new_figure()
    path = tmp_path / "path.png"
    write(figure, path)
    before = path.read_bytes()
    assert before.startswith(b"\x89PNG")
    whole = figure.savefig

    def half(target, **options):
        whole(target, **options)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(figure, "savefig", half)
    with pytest.raises(WriteError, match=r"path\.png': No space left on device\. Free some space"):
        write(figure, path)
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("path.png", before)]


def test_what_ffmpeg_could_not_write_is_one_message(tmp_path):
    path = tmp_path / "film.mp4"

    def film():
        with whole_file(path) as part, encoding(path):
            part.write_bytes(b"half")
            raise subprocess.CalledProcessError(1, "ffmpeg", stderr=b"opening\nNo space left on device\n")

    with pytest.raises(WriteError, match=r"ffmpeg failed \(No space left on device\)"):
        film()
    assert list(tmp_path.iterdir()) == []
