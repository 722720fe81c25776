"""Pictures and films are whole or not there."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageSequence

from elver import InputError, animate, scenario, simulate
from elver._support.errors import WriteError
from elver.viz import animation, encoding
from elver.viz.animation import chosen_frames, pace_text
from elver.viz.encoding import write_film
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


def test_what_ffmpeg_could_not_write_is_one_message(tmp_path, monkeypatch):
    """A stand-in that reads a little, says why, and ends."""
    broken = tmp_path / "ffmpeg"
    broken.write_text("#!/bin/sh\nhead -c 10 > /dev/null\necho opening >&2\necho No space left on device >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(encoding, "find_ffmpeg", lambda kind: str(broken))
    with pytest.raises(WriteError, match=r"film\.mp4': ffmpeg failed \(No space left on device\)"):
        write_film(tmp_path / "film.mp4", lambda k: np.zeros((400, 600, 3), np.uint8), 50, 12.0)
    assert list(tmp_path.iterdir()) == [broken]


@pytest.mark.parametrize("kind", ["gif", "webp", "mp4", "webm"])
def test_every_kind_of_film_shows_its_pictures(kind, tmp_path):
    """Read back: as many pictures, of the colours that were drawn, at their pace; odd sides lose a pixel in a video."""
    wanted = [(200, 30, 30), (30, 160, 60), (40, 60, 200)]
    path = write_film(tmp_path / f"film.{kind}", lambda k: np.full((91, 121, 3), wanted[k], np.uint8), 3, 5.0)
    if kind in ("gif", "webp"):
        with Image.open(path) as film:
            frames = [np.asarray(frame.convert("RGB"), int) for frame in ImageSequence.Iterator(film)]
            assert film.info["duration"] == 200
    else:
        imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
        reader = imageio_ffmpeg.read_frames(str(path))
        about = next(reader)
        assert (about["size"], about["fps"]) == ((120, 90), 5.0)
        frames = [np.frombuffer(frame, np.uint8).reshape(90, 120, 3).astype(int) for frame in reader]
    assert [frame[40, 60] for frame in frames] == [pytest.approx(colour, abs=12) for colour in wanted]


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
