"""Free parameters that are numbers of a scene."""

from dataclasses import replace

import numpy as np
import pytest
from floating_arm import WAVE, arm

from elver._support.errors import InputError
from elver.contact import Scene
from elver.contact.scene import number_vector
from elver.drive import PD
from elver.model.parameters import scene_at, table_slopes
from elver.robot import Contour


def touching(*free):
    contour = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.12, 0.02)
    return arm(contour=contour, control=PD(1.0, 1.0), gait=WAVE, scene=Scene((), 0.3, 9.0)).freed(*free)


def test_the_scene_follows_its_free_numbers():
    model = touching("scene.friction", "control.kp", "scene.gravity")
    assert table_slopes(model).tolist() == [[1, 1, 1, 0, 0, 0], [0] * 6, [0, 0, 0, 1, 0, 0]]
    assert number_vector(scene_at(model, np.array([0.5, 2.0, 8.0]))).tolist() == [0.5, 0.5, 0.5, 8.0, 0.0, 0.0]
    plain = touching("control.kp")
    assert scene_at(plain, np.array([2.0])) is plain.scene


def test_one_number_has_one_name_and_is_no_input():
    with pytest.raises(InputError, match=r"are both scene\.friction\.forward"):
        touching("scene.friction", "scene.friction.along")
    with pytest.raises(InputError, match="Did you mean"):
        touching("scene.frictions")
    model = touching("scene.gravity")
    with pytest.raises(InputError, match="fixed while it runs"):
        replace(model, inputs={"scene.gravity": None})
