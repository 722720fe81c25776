"""Numbers of a scene by name, and the scene with others."""

import pytest

from elver._support.errors import InputError
from elver.contact import Disc, Scene
from elver.contact.scene import NUMBERS, number_vector, scene_numbers, with_numbers


def test_numbers_have_names_and_go_together_where_they_are_equal():
    alike, along, none = Scene((), 0.3), Scene((), (0.1, 0.7)), Scene()
    assert scene_numbers(alike)["scene.friction"].factors == (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    assert "scene.friction" not in scene_numbers(along)
    assert scene_numbers(along)["scene.friction.along"].value == 0.1
    assert scene_numbers(along)["scene.friction.across"].value == 0.7
    assert list(scene_numbers(none)) == list(NUMBERS)[3:]
    assert scene_numbers(None) == {}


def test_a_scene_with_other_numbers():
    scene = Scene((Disc(0.0, 0.0, 0.1),), (0.1, 0.2, 0.3), self_contact=True)
    other = with_numbers(scene, (0.2, 0.3, 0.4, 5.0, 0.5, 0.6))
    assert number_vector(other).tolist() == [0.2, 0.3, 0.4, 5.0, 0.5, 0.6]
    assert other.obstacles == scene.obstacles
    assert other.self_contact
    assert with_numbers(Scene(), number_vector(Scene())).ground is None
    with pytest.raises(InputError, match="restitution"):
        with_numbers(scene, (0.2, 0.3, 0.4, 5.0, 1.5, 0.6))
