"""The scull's hull under any load."""

from __future__ import annotations

import pytest

from elver.forces.hulls import Scull
from elver.systems.scull.robot import Boat, scull_hull
from elver.systems.scull.rowing_robot import DRAFT, afloat, floating_metrics, metacentre


def floated(mass: float):
    return afloat(Boat(), mass, 1000.0, 9.81)


def test_the_shipped_load_floats_at_the_drawn_waterline():
    c, rest = scull_hull(), floated(scull_hull().mass)
    assert rest.heave == pytest.approx(0.0, abs=3e-4)
    assert rest.wet.area == pytest.approx(c.wetted_area, rel=3e-3)
    assert rest.restoring[0, 0] == pytest.approx(c.restoring[0, 0], rel=3e-3)
    assert rest.restoring[2, 2] == pytest.approx(c.restoring[2, 2], rel=3e-3)


def test_ten_kilograms_more_sink_upright_walls():
    """Draught by the waterplane, wetted area by twice the length: the hull is wall-sided above its waterline."""
    light, heavy = floated(105.0), floated(115.0)
    sunk = 10.0 / 1000.0 / (2 / 3 * Scull().length * Scull().beam)
    assert light.heave - heavy.heave == pytest.approx(sunk, rel=2e-3)
    assert heavy.wet.area - light.wet.area == pytest.approx(2 * 8.2 * sunk, rel=0.02)
    assert heavy.wet.centre[2] > light.wet.centre[2] - sunk


def test_metrics_of_the_load():
    told = {m.name: m.of(None) for m in floating_metrics(floated(120.0))}
    assert told["displaced_mass"] == 120.0
    assert told["coefficients_mass"] == pytest.approx(101.12, abs=0.01)
    assert told["draught"] > DRAFT + 0.01
    assert told["wetted_area"] > 2.35


def test_the_metacentre_lies_above_the_boats_origin_by_the_breadth_of_the_waterplane():
    """BM of the waterplane 2 b^3/3 int (1 - xi^2)^3 = 0.46 b^3 L over the volume, from the centre of buoyancy on."""
    rest, breadth = floated(120.0), 8.2 / 2 * 2 / 3 * 0.14**3 * 32 / 35
    assert rest.heave < -0.01
    assert metacentre(rest) == pytest.approx(breadth / 0.12 + rest.wet.centre[2] - rest.heave, rel=5e-3)
