"""Views by name and by angles; cameras that stay or follow."""

from __future__ import annotations

import pytest

from elver import InputError, scenario, simulate
from elver.scenarios.definition import Film
from elver.viz.animation import ANGLES, Camera, camera_of


@pytest.fixture(scope="module")
def run():
    return simulate(scenario("eel").build({"body.joints": 2}), 0.1, progress=False)


@pytest.mark.parametrize(
    ("view", "seen"), [("side", "xz"), ("top", "xy"), ("front", "yz"), ("iso", "3d"), ("3d", "3d"), ("yz", "yz"), (None, "xy")]
)
def test_names_stand_for_planes_and_space(run, view, seen):
    assert camera_of(run, Film(), view, None) == Camera(seen)


def test_two_angles_are_a_view_in_space(run):
    camera = camera_of(run, Film(), "-60,25", "base")
    assert (camera.solid, camera.azimuth, camera.elevation, camera.follows, camera.own) == (True, -60.0, 25.0, True, False)
    assert (camera_of(run, Film(), "iso", "stay").azimuth, camera_of(run, Film(), "iso", "stay").follows) == (ANGLES[0], False)


def test_a_scenario_says_what_is_usual_and_may_have_views_of_its_own(run):
    how = Film("boat", {"boat": lambda run: None})
    assert camera_of(run, how, None, None) == Camera("boat")
    assert camera_of(run, how, "side", "base").view == "xz"
    with pytest.raises(InputError, match=r"view 'boat' has a camera of its own. Choose another view, such as iso"):
        camera_of(run, how, None, "base")


@pytest.mark.parametrize(
    ("view", "follow", "message"),
    [
        ("above", None, "view 'above' is not known for 'eel'. Choose side, top, front, iso"),
        ("10,20,30", None, "such as -60,25"),
        ("0,91", None, "the elevation lies between -90 and 90 degrees"),
        ("nan,0", None, "elevation"),
        (None, "head", "follow = 'head' is not known. Choose base or stay"),
    ],
)
def test_what_is_no_view_is_refused(run, view, follow, message):
    with pytest.raises(InputError, match=message):
        camera_of(run, Film(), view, follow)
