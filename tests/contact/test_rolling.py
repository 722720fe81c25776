"""A disc on a rough wall: it slides, is spun up, and rolls. Closed forms from Coulomb's law and the disc's inertia."""

from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver.contact import Disc, Scene, Wall
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Robot
from elver.simulation import Save, Solver, simulate

G, MASS, RADIUS = 9.81, 2.0, 0.05
INERTIAS = [0.5 * MASS * RADIUS**2, MASS * RADIUS**2, 0.01]  # solid disc, hoop, one that turns reluctantly
TOUCHING = 1e-9  # m: the disc starts this deep in the wall, so that the contact is closed from the first step
LAW = 1e-7  # the solver's tolerance, 1e-8 of the weight per step, over a second


def roll(inertia, mu, speed=0.0, spin=0.0, slope=0.0, duration=0.5, dt=1e-4, obstacles=None):
    """Side view: gravity presses the disc on a wall that falls by ``slope`` towards +x; velocities along x and spins."""
    body = Body.central("disc", MASS, np.zeros(3), inertia * np.eye(3))
    contour = Contour(np.zeros(3), np.array([1.0, 0, 0]), 0.0, RADIUS)
    robot = Robot("disc", [replace(body, contour=contour)], [], base="planar")
    floor = Wall(0.0, -RADIUS + TOUCHING, np.pi / 2)
    pull = (G * np.sin(slope), -G * np.cos(slope))
    scene = Scene(obstacles or (floor,), slope=pull, obstacle_friction=mu)
    run = simulate(
        Model("disc", robot, start=InitialState(twist=(speed, 0, 0, 0, 0, spin)), scene=scene),
        duration,
        solver=Solver(dt=dt),
        save=Save(every=dt),
    )
    return run.data.time.values, run.data.base_velocity.values[:, 0], run.data.base_twist.values[:, 5], run


@pytest.mark.parametrize("inertia", INERTIAS)
@pytest.mark.parametrize("mu", [0.1, 0.3])
def test_a_sliding_disc_is_spun_up_until_it_rolls(inertia, mu):
    """v = v0 - mu g t and w = -mu m g r t/I until v = -w r, at v0/(mu g (1 + m r^2/I)); then both stay."""
    v0, ratio = 0.5, MASS * RADIUS**2 / inertia
    t, v, w, run = roll(inertia, mu, v0)
    grip = v0 / (mu * G * (1 + ratio))
    sliding, rolling = t < grip - 2e-4, t > grip + 2e-4
    assert sliding.sum() > 100
    assert rolling.sum() > 100
    assert_close(v[sliding], v0 - mu * G * t[sliding], LAW)
    assert_close(w[sliding], -mu * MASS * G * RADIUS / inertia * t[sliding], LAW)
    assert_close(v[rolling], np.full(rolling.sum(), v0 * ratio / (1 + ratio)), LAW)
    assert np.abs(v + w * RADIUS)[rolling].max() <= LAW
    lost = run.data.work.sel(flow="contact.friction").values
    assert np.diff(lost).min() >= -1e-12
    assert_close(lost[-1], 0.5 * MASS * v0**2 / (1 + ratio), 1e-6)


def test_a_disc_that_rolls_loses_nothing():
    """Started at v = -w r it keeps its energy: friction may hold, but it does no work."""
    _, v, _, run = roll(INERTIAS[0], 0.3, 0.5, -0.5 / RADIUS)
    assert_close(v, np.full_like(v, 0.5), LAW)
    assert abs(run.data.work.sel(flow="contact.friction").values[-1]) <= 1e-9
    assert run.data.base_position.values[-1, 0] > 0.2


@pytest.mark.parametrize("inertia", INERTIAS)
@pytest.mark.parametrize("share", [0.999, 1.001])
def test_rolling_and_slipping_down_a_slope(inertia, share):
    """It rolls where mu > tan(slope)/(1 + m r^2/I), with g sin/(1 + I/m r^2); below it slips, with g sin - mu g cos."""
    slope, ratio = 0.4, MASS * RADIUS**2 / inertia
    mu = share * np.tan(slope) / (1 + ratio)
    t, v, w, _ = roll(inertia, mu, slope=slope)
    rolls = G * np.sin(slope) * ratio / (1 + ratio)
    slips = G * np.sin(slope) - mu * G * np.cos(slope)
    assert_close(v, (rolls if share > 1 else slips) * t, LAW)
    moving = np.abs(v + w * RADIUS).max()
    assert moving <= LAW if share > 1 else moving > 1e-3


def test_a_smooth_wall_spins_nothing():
    """Without friction the disc slides for ever and does not turn."""
    _, v, w, _ = roll(INERTIAS[0], 0.0, 0.5)
    assert_close(v, np.full_like(v, 0.5), LAW)
    assert np.abs(w).max() <= 1e-30


def test_a_disc_rolls_over_the_top_of_another():
    """Near the top of a large disc: v = -w r there too, and it runs down with two thirds of g sin."""
    big = Disc(0.0, -RADIUS - 50.0 + TOUCHING, 50.0)
    t, v, w, run = roll(INERTIAS[0], 0.5, 0.3, -0.3 / RADIUS, obstacles=(big,))
    x = run.data.base_position.values[:, 0]
    assert np.abs(v + w * RADIUS).max() <= 1e-4  # the disc's own turning about the large one's centre, x/50 of the speed
    rate = np.sqrt(G * 2 / 3 / (50.0 + RADIUS))
    assert_close(x[-1], 0.3 / rate * np.sinh(rate * t[-1]), 1e-4)
    assert x[-1] > 0.1501
