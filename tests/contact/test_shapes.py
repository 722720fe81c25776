"""Runs against shapes other than discs: a polygon, and links among each other."""

import numpy as np
import pytest

from elver.contact import Polygon, Scene
from elver.drive import Spring
from elver.model import InitialState, Model
from elver.robot import Body, Robot, Rod
from elver.simulation import Solver, simulate
from elver.systems.snake.scenario import ChainLink, planar_chain


def thrown(scene, velocity, position=(0.0, 0.0, 0.0)) -> Model:
    rod = Body.solid("rod", Rod(0.4, 0.05, at=np.array([-0.2, 0, 0])), 1000.0)
    return Model(
        "thrown", Robot("rod", [rod], base="planar"), scene=scene, start=InitialState(position, twist=(*velocity, 0, 0, 0, 0))
    )


def test_a_rod_lands_flat_on_a_polygon_and_stays():
    ledge = Polygon(((-1.0, -2.0), (1.0, -2.0), (1.0, -1.0), (-1.0, -1.0)), "ledge")
    run = simulate(thrown(Scene((ledge,), slope=(0.0, -9.81)), (0.0, 0.0)), 2.0, solver=Solver(dt=1e-3))
    end = run.data.isel(time=-1)
    assert end.base_position.values[1] == pytest.approx(-0.95, abs=1e-2)
    assert np.abs(end.base_twist.values).max() < 1e-9
    assert np.abs(run.data.base_velocity.values).max() > 3


def test_links_stop_each_other_only_when_asked():
    """A chain folding onto itself: with self contact the first and last link cannot pass through one another."""
    robot = planar_chain([ChainLink(half_width=0.03)] * 6, mode="passive")
    depth = {}
    for on in (False, True):
        model = Model("curl", robot, elastic=Spring(0.05, 0.002, rest=1.6), scene=Scene(self_contact=on))
        data = simulate(model, 2.0, solver=Solver(dt=5e-4)).data
        places = data.body_position.values[:, :, :2]
        depth[on] = min(np.linalg.norm(places[:, i] - places[:, j], axis=1).min() for i in range(6) for j in range(i - 2))
    assert depth[True] > depth[False] + 0.01
