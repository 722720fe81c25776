"""Tethers: a beam that sags in either direction, a rope between two points, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq

from elver import Body, InputError, Joint, Model, Robot, simulate
from elver.drive import springs
from elver.forces import Anchor, Gravity
from elver.robot import Box, Rigidity, tether
from elver.simulation import Solver
from elver.symbolic.spatial import rotate

BASE = Body.solid("base", Box(0.1, 0.1, 0.1), 1000.0)
RADIUS, DENSITY = 0.005, 1200.0
LINE = math.pi * RADIUS**2 * DENSITY  # kg/m


def hung(cable, gravity: Gravity, **forces) -> Model:
    robot = Robot("hung", [BASE, *cable.bodies], cable.joints, base="fixed")
    return Model("hung", robot, {"gravity": gravity, **forces}, elastic=springs(cable))


def sag(turn: float, sections: int) -> float:
    """How far the tip of a clamped cable sinks, its frame turned about its own axis."""
    root = Joint("root", "base", "cable", type="fixed", alpha=turn)
    cable = tether(root, 0.4, sections, RADIUS, DENSITY, bending=Rigidity(0.8), damping=Rigidity(0.05))
    run = simulate(hung(cable, Gravity(9.81)), 6.0, solver=Solver(dt=2e-3))
    assert run.status == "finished"
    last = run.data.isel(time=-1).sel(body=cable.bodies[-1].name)
    tip = last.body_position.values + rotate(last.body_quaternion.values, np.array([0.4 / sections, 0, 0]))
    return -float(tip[2])


def test_a_clamped_cable_sags_as_a_beam_in_either_direction():
    exact = LINE * 9.81 * 0.4**4 / (8 * 0.8)
    upright, aside = sag(0.0, 8), sag(math.pi / 2, 8)
    assert upright == pytest.approx(exact, rel=0.03)
    assert aside == pytest.approx(upright, rel=1e-3)
    assert exact > 1e-3


@pytest.mark.long
def test_a_rope_between_two_points_hangs_as_a_catenary():
    length, span, n = 1.0, 0.8, 16
    root = Joint("root", "base", "rope", type="fixed")
    rope = tether(root, length, n, RADIUS, DENSITY, damping=2e-3)
    end = Anchor(rope.bodies[-1].name, 2000.0, place=(span, 0.0, 0.0), at=(length / n, 0.0, 0.0), damping=5.0)
    run = simulate(hung(rope, Gravity(9.81), end=end), 15.0, solver=Solver(dt=1e-3))
    a = brentq(lambda a: 2 * a * math.sinh(span / (2 * a)) - length, 0.05, 10)
    depth = a * (math.cosh(span / (2 * a)) - 1)
    lowest = -run.data.body_position.sel(axis="z").values[-1].min()
    assert lowest == pytest.approx(depth, rel=0.02)
    assert run.summary["ledger_closure"] < 1e-4


def test_a_planar_cable_has_one_joint_per_rod():
    root = Joint("root", "base", "cable", type="fixed")
    both, one = (tether(root, 0.4, 5, RADIUS, DENSITY, 0.1, planes=p) for p in ("both", "one"))
    assert len(both.stiffness) == 10
    assert len(one.stiffness) == 5
    assert sum(b.mass for b in one.bodies) == pytest.approx(LINE * 0.4)
    assert [b.name for b in one.bodies][:2] == ["cable_root", "cable_rod1"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sections": 0}, "sections"),
        ({"length": -1.0}, "length"),
        ({"radius": 0.0}, "radius"),
        ({"planes": "all"}, "both, one"),
        ({"bending": -1.0}, "bending at x"),
    ],
)
def test_bad_input(changes, message):
    root = Joint("root", "base", "cable", type="fixed")
    with pytest.raises(InputError, match=message):
        tether(root, **{"length": 0.4, "sections": 3, "radius": RADIUS, "density": DENSITY, **changes})
