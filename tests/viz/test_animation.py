"""Pictures and films are whole or not there."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest
from PIL import ImageSequence

from elver import InputError, animate, scenario, simulate
from elver._support.errors import WriteError
from elver._support.files import whole_file
from elver.viz import animation
from elver.viz.animation import chosen_frames, encoding, pace_text
from elver.viz.style import new_figure, write


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


@pytest.fixture(scope="module")
def run():
    return simulate(scenario("eel").build({"body.joints": 2}), 2.0, progress=False)


def test_a_film_takes_the_time_that_its_speed_says(run, tmp_path):
    """And says it in the picture."""
    for speed, frames in ((0.5, 41), (1.0, 21), (4.0, 6)):
        samples, pace = chosen_frames(run.data, 10.0, None, speed, False)
        assert (len(samples), pace) == (frames, speed)
        shown = run.data.time.values[samples]
        assert np.diff(shown) == pytest.approx(speed / 10.0, abs=0.011)
        assert shown[[0, -1]] == pytest.approx([0.0, 2.0], abs=0.011)
    short, _ = chosen_frames(run.data, 10.0, 1.0, 1.0, False)
    assert run.data.time.values[short[-1]] == pytest.approx(1.0)
    last, _ = chosen_frames(run.data, 10.0, 1.0, 0.5, True)
    assert run.data.time.values[last[[0, -1]]] == pytest.approx([1.5, 2.0])


def test_without_a_speed_the_pace_follows_from_the_length(run):
    samples, pace = chosen_frames(run.data, 10.0, 4.0, None, False)
    assert len(samples) == 40
    assert pace == pytest.approx(2.0 / 3.9)
    assert [pace_text(p) for p in (0.25, 1.0, 1.003, 3.0, 0.0123)] == [
        "0.25 x real time", "real time", "real time", "3 x real time", "0.012 x real time"
    ]  # fmt: skip


def test_the_pace_stands_in_the_picture_and_gifs_keep_it(run, tmp_path, monkeypatch):
    from PIL import Image

    drawn = []
    usual = animation.staged

    def kept(*arguments):
        drawn.append(usual(*arguments))
        return drawn[-1]

    monkeypatch.setattr(animation, "staged", kept)
    path = animate(run, tmp_path / "a.gif", fps=12, speed=2.0, view="top", follow="base")
    assert [t.get_text() for t in drawn[0][0].texts] == ["2 x real time"]
    with Image.open(path) as film:
        length = sum(frame.info["duration"] for frame in ImageSequence.Iterator(film))
        assert length / 1000 == pytest.approx(1.0, abs=0.1)  # two seconds at twice the pace


def test_samples_that_are_far_apart_are_told(run):
    with pytest.warns(UserWarning, match="each sample of the run is shown for 2.4 pictures"):
        chosen_frames(run.data, 50.0, 1.0, 0.2, False)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"speed": 0.0}, "speed = 0 of a moving picture"),
        ({"fps": -1}, "fps = -1"),
        ({"fps": 60}, "a .gif shows at most 50 pictures a second"),
        ({"seconds": float("inf")}, "seconds = inf"),
        ({"speed": 1e-3}, "has 25001 pictures, and 3000 are the most"),
        ({"follow": "tail"}, "Choose base or stay"),
    ],
)
def test_what_is_no_film_is_refused(run, tmp_path, asked, message):
    with pytest.raises(InputError, match=message):
        animate(run, tmp_path / "a.gif", **asked)
    assert list(tmp_path.iterdir()) == []
