"""Films of the live page's scene, drawn by a browser without a window."""

from __future__ import annotations

import itertools
import math
import os
import shutil
import stat

import numpy as np
import pytest
from PIL import Image

from elver import InputError, animate, scenario, simulate
from elver.viz.browser import Browser, BrowserError, find_browser
from elver.viz.page.make import make_page
from elver.viz.scene_film import SceneFilm

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium, chromium-browser or google-chrome is installed")


@pytest.fixture(scope="module")
def run():
    return simulate(scenario("eel").build({"body.joints": 3}), 6.0, progress=False)


@pytest.fixture
def browser(monkeypatch):
    monkeypatch.setenv("ELVER_BROWSER", CHROMIUM)


def place_of(picture: np.ndarray) -> np.ndarray:
    """Where the orange base of the machine is [px, to the right and upwards]."""
    red, green, blue = (picture[..., k].astype(int) for k in range(3))
    rows, columns = np.nonzero((red > 130) & (red - blue > 60) & (red - green > 40))
    assert len(rows) > 30
    return np.array([columns.mean(), -rows.mean()])


@needs_browser
def test_the_scene_shows_where_the_machine_is(browser):
    """From above, by a camera that stands: the base goes where the run says, to one scale; and the same picture comes again."""
    swims = simulate(scenario("eel").build(), 10.0, progress=False)
    times = (5.0, 7.0, 8.0, 10.0)
    with SceneFilm(swims, (640, 360), "xy", span=(5.0, 10.0), exact=True) as film:
        pictures = [film.draw(t, "") for t in times]
        assert pictures[0].shape == (360, 640, 3)
        assert (film.draw(times[1], "") == pictures[1]).all()
        assert (film.draw(times[1], "in words") != pictures[1]).any()
    x, y, _ = swims.data.base_position.interp(time=list(times)).values.T
    world, seen = x + 1j * y, np.array([complex(*place_of(p)) for p in pictures])
    scale = (seen[-1] - seen[0]) / (world[-1] - world[0])  # pixels a metre, and by what angle the picture is turned
    assert abs(math.degrees(np.angle(scale))) < 10  # x to the right, y upwards
    assert np.abs(seen - seen[0] - scale * (world - world[0])).max() < 0.08 * abs(seen[-1] - seen[0])


@needs_browser
def test_a_film_of_the_scene(run, browser, tmp_path):
    path = animate(run, tmp_path / "eel.gif", seconds=0.5, fps=10, renderer="page", view="-60,25")
    with Image.open(path) as film:
        assert (film.size, film.n_frames) == ((720, 405), 5)
        pictures = [np.asarray(film.convert("RGB")).astype(int) for k in range(5) if film.seek(k) is None]
    assert all(np.abs(a - b).max() > 50 for a, b in itertools.pairwise(pictures))


@needs_browser
def test_a_page_that_fails_says_so(run, browser):
    with Browser(make_page(run), (320, 200)) as page:
        assert page.evaluate("elver.time") == 0
        with pytest.raises(BrowserError, match="no such thing"):
            page.evaluate("(() => { throw new Error('no such thing') })()")
        process, folder = page.process, page.folder.name
    assert process.poll() is not None
    assert not os.path.exists(folder)


def test_a_browser_that_does_not_draw(run, monkeypatch, tmp_path):
    """Asked for, it is a mistake; else the film is drawn without it, and the user hears of it."""
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(broken.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("ELVER_BROWSER", str(broken))
    with pytest.raises(InputError, match=r"ended with code 3\. Choose the drawing"):
        animate(run, tmp_path / "a.gif", seconds=0.3, renderer="page")
    with pytest.warns(UserWarning, match="drawn without it"):
        animate(run, tmp_path / "a.gif", seconds=0.3)
    assert (tmp_path / "a.gif").is_file()


def test_which_browser(monkeypatch, tmp_path):
    monkeypatch.setenv("ELVER_BROWSER", "off")
    assert find_browser() is None
    monkeypatch.setenv("ELVER_BROWSER", str(tmp_path / "nothing"))
    with pytest.raises(InputError, match="is no program"):
        find_browser()


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"renderer": "page"}, "Install Chromium"),
        ({"renderer": "blender"}, "drawing"),
        ({"renderer": "page", "view": "boat"}, "boat"),
    ],
)
def test_what_cannot_be_drawn_is_refused(run, tmp_path, asked, message):
    with pytest.raises(InputError, match=message):
        animate(run, tmp_path / "a.gif", **asked)
    assert list(tmp_path.iterdir()) == []
