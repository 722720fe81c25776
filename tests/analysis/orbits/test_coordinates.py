"""Local coordinates: lift and difference are inverse, push and pull too, and one is the derivative of the other."""

from __future__ import annotations

import numpy as np
import pytest
from tolerances import ALGEBRA, assert_close

from elver.analysis.orbits.coordinates import LocalCoordinates, heading_of, turned_about_up
from elver.model.layout import StateLayout
from elver.symbolic.spatial import multiply, quaternion_of, rotate, turn_of

FREE = StateLayout((0, 1, 2, 3, 4, 5), ("a", "b"), ("m",), ("motor",))


def state(seed: int) -> np.ndarray:
    x = np.random.default_rng(seed).normal(size=FREE.size)
    x[3:7] /= np.linalg.norm(x[3:7])
    return x


def test_rotation_vectors():
    turn = np.array([0.3, -1.1, 0.7])
    assert_close(turn_of(quaternion_of(turn)), turn, ALGEBRA)
    assert_close(turn_of(-quaternion_of(turn)), turn, ALGEBRA)
    assert_close(turn_of(quaternion_of(1e-14 * turn)), 1e-14 * turn, ALGEBRA)
    v = np.array([1.0, 2.0, 3.0])
    assert_close(
        rotate(multiply(quaternion_of(turn), quaternion_of(-0.4 * turn)), v), rotate(quaternion_of(0.6 * turn), v), ALGEBRA
    )
    assert_close(heading_of(quaternion_of([0, 0, 0.8])), 0.8, ALGEBRA)
    assert_close(turned_about_up(np.pi / 2, v), [-2.0, 1.0, 3.0], ALGEBRA)


@pytest.mark.parametrize("heading", [0.0, 1.3])
def test_lift_and_difference_are_inverse(heading):
    chart, x, d = LocalCoordinates(FREE, heading), state(1), 0.5 * state(2)[1:]
    assert_close(chart.difference(x, chart.lift(x, d)), d, ALGEBRA)
    assert_close(np.linalg.norm(chart.lift(x, d)[3:7]), 1.0, ALGEBRA)


def test_push_is_the_derivative_of_lift_and_pull_its_inverse():
    chart, x, directions = LocalCoordinates(FREE, 0.7), state(3), np.random.default_rng(4).normal(size=(3, FREE.size - 1))
    pushed = chart.push(x, directions)
    for d, dx in zip(directions, pushed, strict=True):
        assert_close((chart.lift(x, 1e-6 * d) - chart.lift(x, -1e-6 * d)) / 2e-6, dx, 1e-9)
    assert_close(chart.pull(x, pushed), directions, ALGEBRA)


def test_names_groups_and_what_cannot_move():
    chart = LocalCoordinates(FREE, 0.0)
    assert chart.names[:6] == ("base x", "base y", "base z", "roll", "pitch", "yaw")
    assert [chart.names[k] for k in chart.places("rates")] == ["rate of a", "rate of b"]
    assert chart.places("turn") == [3, 4, 5]
    assert chart.works == [chart.size - 1]
    assert chart.frozen == []
    planar, sagittal = (LocalCoordinates(StateLayout(f, (), (), ()), 0.0) for f in ((0, 1, 5), (0, 2, 4)))
    assert [planar.names[k] for k in planar.frozen] == ["base z", "roll", "pitch"]
    assert [sagittal.names[k] for k in sagittal.frozen] == ["base y", "roll", "yaw"]
    assert LocalCoordinates(StateLayout((), ("a",), (), ("motor",)), 0.0).names == ("angle of a", "rate of a", "work motor")
