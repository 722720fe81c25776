"""Moreau's scheme on a block that rests or slides: friction angle, deceleration, coefficients by direction."""

import numpy as np
import pytest
from small_machines import DRIFT, MASS, G, incline, place, slide, velocity, works
from tolerances import ROUNDING, assert_close, assert_differs

from elver.contact import Scene

# m/s, and m of the first step alone: the rounding of one step's velocity, slope dt eps, where slope and axes are oblique
CREEP = 1e-17
REST = 1e-30  # m/s: a stuck velocity shrinks by a factor eps with every step


@pytest.mark.parametrize(("heading", "direction", "drift"), [(0.0, 0.0, CREEP), (0.7, 2.1, 1000 * CREEP)])
def test_a_block_below_the_friction_angle_does_not_creep(heading, direction, drift):
    """1000 s on a slope of 99.9 % of the friction angle: rounding of one step along the axes, of all in oblique directions."""
    scene = incline(np.arctan(0.3) * 0.999, 0.3, direction)
    run = slide(scene, heading=heading, duration=1000.0, dt=0.01, every=10.0)
    assert np.abs(place(run)).max() <= drift
    assert (run.data.sticking.values[1:] == 1).all()
    assert_close(np.hypot(*run.data.ground_force.values[-1, 0]), MASS * np.hypot(*scene.slope), ROUNDING)


@pytest.mark.parametrize("mu", [0.1, 0.5, 1.2])
def test_the_stick_threshold_is_the_friction_angle(mu):
    """tan(slope) = mu (1 -+ 1e-6) brackets the threshold: at rest below, sliding at the exact rate above."""
    below, above = (np.arctan(mu * (1 + s)) for s in (-1e-6, 1e-6))
    assert np.abs(place(slide(incline(below, mu), duration=10.0, dt=0.01))).max() <= DRIFT
    run = slide(incline(above, mu), duration=10.0, dt=0.01)
    expected = 10 * (G * np.sin(above) - mu * G * np.cos(above))
    assert_close(velocity(run)[-1, 0], expected, 1e-6)
    assert place(run)[-1, 0] > 1e-6


@pytest.mark.parametrize("heading", [0.0, 0.9])
def test_slip_decelerates_by_mu_g_and_then_rests(heading):
    """Speed v0 - mu g t to 1e-12, path to the order of the last step, and no motion afterwards."""
    run = slide(Scene((), 0.3), (0.6, -0.8), heading=heading)
    t, speed = run.data.time.values, np.hypot(*velocity(run).T)
    moving = t < 1 / (0.3 * G)
    assert np.abs(speed[moving] - (1 - 0.3 * G * t[moving])).max() <= 1e-12
    rest = t > 1 / (0.3 * G) + 0.002
    assert speed[rest].max() <= REST
    assert np.ptp(place(run)[rest], axis=0).max() <= DRIFT
    assert_close(np.hypot(*place(run)[-1]), 1 / (2 * 0.3 * G), 1e-5)
    assert_close(works(run, "contact.friction")[-1], MASS / 2, ROUNDING)


@pytest.mark.parametrize(
    ("friction", "direction", "mu"),
    [
        ((0.1, 0.4), (1, 0), 0.1),
        ((0.1, 0.4), (-1, 0), 0.1),
        ((0.1, 0.4), (0, 1), 0.4),
        ((0.1, 0.5, 0.3), (1, 0), 0.1),
        ((0.1, 0.5, 0.3), (-1, 0), 0.5),
        ((0.1, 0.5, 0.3), (0, 1), 0.3),
        ((0.1, 0.5, 0.3), (0, -1), 0.3),
    ],
)
def test_each_direction_has_its_own_coefficient(friction, direction, mu):
    """Orthotropic (along, across) and asymmetric (forward, backward, across) friction, in the link's own axes."""
    run = slide(Scene((), friction), direction, heading=0.4, duration=0.1)
    speed = np.hypot(*velocity(run).T)
    assert np.abs(speed - (1 - mu * G * run.data.time.values)).max() <= 1e-12


def test_oblique_sliding_obeys_the_normal_cone_of_the_ellipse():
    """The force is -(a^2 vx, b^2 vy)/|(a vx, b vy)|: not against the velocity, as a radially scaled force would be."""
    a, b, dt = 0.1, 0.4, 1e-3
    run = slide(Scene((), (a, b)), (0.6, 0.8), duration=0.01, dt=dt, every=dt)
    v = velocity(run)
    force = -np.column_stack([a**2 * v[1:, 0], b**2 * v[1:, 1]]) / np.hypot(a * v[1:, 0], b * v[1:, 1])[:, None]
    assert_close(np.diff(v, axis=0) / (dt * G), force, 1e-7)
    along = -v[1:] / np.hypot(*v[1:].T)[:, None]
    assert_differs(force / np.hypot(*force.T)[:, None], along)


def test_rotation_is_not_hindered_by_ground_friction():
    """The law acts on the contour's centre: a spinning block stops sliding at mu g and goes on turning for ever."""
    run = slide(Scene((), 0.3), (1.0, 0.0), spin=5.0)
    assert np.abs(run.data.base_twist.values[:, 5] - 5.0).max() <= ROUNDING
    assert np.hypot(*velocity(run)[-1]) <= REST
    speed, t = np.hypot(*velocity(run).T), run.data.time.values
    assert np.abs(speed - np.maximum(0, 1 - 0.3 * G * t)).max() <= 1e-12
