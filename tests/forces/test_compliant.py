"""The laws that SNAKE argues against: closed forms, their energy, and what they approach where they are steep and hard."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from tolerances import assert_close

from elver._support.errors import InputError
from elver.contact import ContactSettings, Disc, Polygon, Scene, Wall
from elver.forces import SignFriction, SpringContact
from elver.forces.gravity import Slope
from elver.model import InitialState, Model
from elver.robot import Body, Contour, Robot
from elver.simulation import Save, Solver, simulate

G, MU = 9.81, 0.4
AXIS = 0.3  # rad, of the contour in its body
EXACT = Solver("dopri5", 1e-3, rtol=1e-11, atol=1e-13, check_step=False)


def link(forces, velocity=(0.0, 0.0), spin=0.0, heading=0.0, scene=None) -> Model:
    """A body of 2 kg whose contour lies off its frame's origin and axes."""
    body = Body.central("link", 2.0, np.array([0.03, -0.02, 0.0]), 0.01 * np.eye(3))
    contour = Contour(np.array([0.03, -0.02, 0.0]), np.array([math.cos(AXIS), math.sin(AXIS), 0.0]), 0.1, 0.05)
    robot = Robot("link", [replace(body, contour=contour)], base="planar")
    quaternion = (math.cos(heading / 2), 0.0, 0.0, math.sin(heading / 2))
    start = InitialState((0.0, 0.0, 0.0), quaternion, (*velocity, 0, 0, 0, spin))
    return Model("link", robot, forces=forces, start=start, scene=scene)


def test_a_sign_function_slows_as_coulomb_says():
    """v = v0 - mu g t against the velocity, whatever the axes; a link that turns on the spot is not braked."""
    run = simulate(link({"ground": SignFriction(MU)}, (0.6, 0.8)), 0.2, solver=EXACT)
    speed = np.linalg.norm(run.data.base_velocity.values[:, :2], axis=1)
    assert_close(speed, 1.0 - MU * G * run.data.time.values, 1e-9)
    spun = simulate(link({"ground": SignFriction(MU, 1e-3)}, spin=2.0, velocity=(-0.04, -0.06)), 0.2, solver=EXACT)
    assert_close(spun.data.base_twist.values[:, 5], np.full(spun.data.sizes["time"], 2.0), 1e-9)


@pytest.mark.parametrize("width", [1e-1, 1e-3])
def test_a_smoothed_law_creeps_as_its_formula_says(width):
    slope = 0.3 * MU
    forces = {"ground": SignFriction(MU, width, G), "pull": Slope((0.0, -G * slope))}
    run = simulate(link(forces), 2.0, solver=replace(EXACT, method="rodas"))
    assert_close(run.data.base_velocity.values[-1, 1], -width * math.atanh(0.3), 1e-5)
    assert run.summary["ledger_closure"] < 1e-6


@pytest.mark.parametrize(("double", "angle"), [(False, 0.3), (True, AXIS + 0.5 + math.pi / 4)])
def test_two_signs_act_along_the_axes_of_the_link(double, angle):
    """One of the speed is against the velocity; two are at 45 degrees to the link's axes, which lie at 0.8 rad here."""
    motion = 0.3 if not double else AXIS + 0.5 + 0.2
    velocity = math.cos(motion - 0.5), math.sin(motion - 0.5)  # in the body's frame, at 0.5 rad in the world
    model = link({"ground": SignFriction(MU, 1e-6, G, double)}, velocity, heading=0.5)
    run = simulate(model, 1e-4, solver=Solver("rk4", 1e-5, check_step=False), save=Save(every=1e-4))
    change = np.diff(run.data.base_velocity.values[:, :2], axis=0)[-1] / 1e-4
    size = MU * G * (math.sqrt(2.0) if double else 1.0)
    assert_close(change, -size * np.array([math.cos(angle), math.sin(angle)]), 1e-4)


@pytest.mark.parametrize("obstacle", [Disc(0.4, 0.02, 0.1), Wall(0.3, 0.0, 2.8)])
def test_springs_without_dampers_lose_no_energy(obstacle):
    """The link bounces, turns and leaves with what it came with."""
    run = simulate(link({"post": SpringContact((obstacle,), 1e4)}, (1.0, 0.1), 0.5), 0.6, solver=EXACT, save=Save(every=1e-3))
    kinetic = run.data.kinetic_energy.values
    assert kinetic.min() < 0.9 * kinetic[0]
    assert_close(kinetic[-1], kinetic[0], 1e-6)
    assert run.summary["ledger_closure"] < 1e-6


MASS, SHARE = 2.0, 0.3  # of the critical damping


def rebound(k: float) -> tuple[float, float]:
    """Damping [N s/m] and restitution of a spring: m x'' + d x' + k x = 0 from x = 0 until the push k x + d x' is 0."""
    d = 2 * SHARE * math.sqrt(k * MASS)
    s, w = d / (2 * MASS), math.sqrt(k / MASS) * math.sqrt(1 - SHARE**2)
    end = (math.pi - math.atan2(2 * s * w, w**2 - s**2)) / w
    x, v = math.exp(-s * end) * math.sin(w * end) / w, math.exp(-s * end) * (math.cos(w * end) - s / w * math.sin(w * end))
    assert abs(k * x + d * v) < 1e-12 * k
    return d, -v


def disc(forces, scene=None) -> Model:
    """A disc that moves along x at 1 m/s, towards what stands ahead of its centre."""
    model = link(forces, (1.0, 0.0), scene=scene)
    contour = Contour(np.array([0.03, -0.02, 0.0]), np.array([1.0, 0, 0]), 0.0, 0.05)
    return replace(model, robot=Robot("disc", [replace(model.robot.bodies[0], contour=contour)], base="planar"))


@pytest.mark.parametrize("obstacle", [Disc(0.5, -0.02, 0.2), Wall(0.3, 0.0, math.pi)])
def test_a_damper_gives_back_what_its_formula_says(obstacle):
    d, restitution = rebound(1e4)
    run = simulate(disc({"post": SpringContact((obstacle,), 1e4, d)}), 0.4, solver=EXACT)
    assert_close(run.data.base_velocity.values[-1, 0], -restitution, 1e-5)
    assert run.summary["ledger_closure"] < 1e-6


def test_steep_laws_approach_the_set_valued_ones():
    """A disc that slides, strikes, slides back and rests: the error falls with the width and the spring's time of contact."""
    posts = (Disc(0.5, -0.02, 0.2),)
    fine = Solver(dt=0.01, contact=ContactSettings(accuracy=1e-7), check_step=False)
    scene = Scene(posts, friction=0.1, restitution=rebound(1.0)[1])
    exact = simulate(disc({}, scene), 1.0, solver=fine, save=Save(every=1.0))
    errors = []
    for width, k in ((1e-2, 1e4), (1e-3, 1e6)):
        forces = {"ground": SignFriction(0.1, width), "posts": SpringContact(posts, k, rebound(k)[0])}
        run = simulate(disc(forces), 1.0, solver=replace(EXACT, rtol=1e-8, atol=1e-10), save=Save(every=1.0))
        errors.append(float(np.abs(run.data.base_position.values[-1] - exact.data.base_position.values[-1]).max()))
    assert errors[1] < 0.2 * errors[0]
    assert errors[0] < 2e-2


def test_what_springs_do_not_know_is_refused():
    with pytest.raises(InputError, match="discs and walls"):
        SpringContact((Polygon(((0, 0), (1, 0), (0, 1))),))
    with pytest.raises(InputError, match="width"):
        SignFriction(width=-1.0)
