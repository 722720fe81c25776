"""Buoyancy at any attitude: righting arms against a closed form and mesh cuts, one energy, the end of the table."""

from __future__ import annotations

import numpy as np
import pytest

import elver
from elver import InputError
from elver.forces import AttitudeTable, Gravity, Hull, Hydrostatics, MeshHydrostatics, righting_arms
from elver.forces.attitude import lifted
from elver.forces.hulls.hydrostatics import float_hull, refined, turned, wetted
from elver.forces.hulls.meshes import Scull, box

CUT = 1e-6  # of an arm by cuts against the closed form: the floating pose is found to 1e-10 of the hull's size
TABLE = (
    0.01  # of an arm by the table against cuts, 5 degrees between nodes (measured: 0.3 %, where the edge of the deck goes under)
)
LENGTH, BEAM, DRAUGHT, FREEBOARD, CENTRE = 4.0, 1.2, 0.4, 0.4, (0.0, 0.0, -0.05)
MASS = 1000 * LENGTH * BEAM * DRAUGHT


@pytest.fixture(scope="module")
def barge():
    return refined(box(LENGTH, BEAM, DRAUGHT, FREEBOARD), 0.8)


@pytest.fixture(scope="module")
def water(barge):
    return MeshHydrostatics.of(barge, MASS, CENTRE, nodes=(17, 31, 7))


def test_arms_of_walls_are_scribantis(barge):
    """Until the deck goes under: GZ = sin(phi) (GM + BM tan^2(phi) / 2), for a hull with upright sides."""
    heels = np.radians([-20.0, 5.0, 10.0, 20.0, 30.0])
    metacentre = BEAM**2 / 12 / DRAUGHT
    height = metacentre - DRAUGHT / 2 - CENTRE[2]
    expected = np.sin(heels) * (height + 0.5 * metacentre * np.tan(heels) ** 2)
    found = righting_arms(barge, MASS, CENTRE, heels)
    assert found.arms == pytest.approx(expected, rel=CUT)
    assert np.abs(found.trims).max() < 1e-8


def test_arms_by_the_table_are_those_of_cuts_to_sixty_degrees(barge, water):
    heels = np.radians(np.arange(5, 61, 5.0))
    cuts, table = (righting_arms(barge, MASS, CENTRE, heels, table=t).arms for t in (None, water.table))
    assert table == pytest.approx(cuts, rel=TABLE)
    linear = cuts[0] / np.sin(heels[0]) * np.sin(heels)
    assert np.abs(linear / cuts - 1).max() > 0.2  # what the linear law makes of it


def test_a_hull_that_trims_as_it_heels_is_balanced():
    """Its centre lies ahead, so that trim follows the heel: weight and buoyancy stand over each other but for the arm."""
    hull = Scull(4.0, 0.8, 0.2).surface(24, 8)
    mass, centre = 1000 * Scull(4.0, 0.8, 0.2).volume, (0.1, 0.0, -0.02)
    found, floating = righting_arms(hull, mass, centre, np.radians([0.0, 5.0, 10.0])), float_hull(hull, mass, centre)
    for heel, height, trim, arm in zip(found.heels, found.heights, found.trims, found.arms, strict=True):
        turn, up = turned(trim, heel), np.array([0.0, 0.0, height])
        wet, weight = wetted(floating.surface.moved(turn, up)), turn @ floating.centre + up
        assert 1000 * wet.volume == pytest.approx(mass, rel=1e-8)
        assert wet.centre[0] == pytest.approx(weight[0], abs=1e-8)
        assert arm == pytest.approx((weight[1] - wet.centre[1]) * np.cos(trim), abs=1e-9)
    assert found.arms[0] == pytest.approx(0.0, abs=1e-9)
    assert np.abs(found.trims[2]) > 1e-5


def test_slopes_of_the_table_are_those_of_its_energy_and_of_cuts(barge, water):
    f = water.table.evaluated
    rng = np.random.default_rng(2)
    for h, heel, trim in rng.uniform((-0.1, -0.9, -0.2), (0.1, 0.9, 0.2), (6, 3)):
        at, own = np.array([h, heel, trim]), np.array(f(h, heel, trim)).ravel()
        assert own[0] == pytest.approx(lifted(barge, h, heel, trim), rel=2e-3)
        for k in range(3):
            d = 1e-6 * np.eye(3)[k]
            slope = (np.array(f(*(at + d))).ravel()[0] - np.array(f(*(at - d))).ravel()[0]) / 2e-6
            assert own[1 + k] == pytest.approx(slope, rel=1e-6, abs=1e-3)


def afloat(hydrostatics, **start):
    body = elver.Body.central("boat", MASS, CENTRE, np.diag([300.0, 2500.0, 2500.0]))
    forces = {"water": Hull("boat", hydrostatics), "weight": Gravity()}
    return elver.Model("boat", elver.Robot("boat", [body]), forces=forces, start=elver.InitialState(**start))


def test_small_swings_are_those_of_the_linear_law(water):
    tilt = (np.cos(0.005), np.sin(0.005), 0.0, 0.0)
    runs = []
    for law in (water, Hydrostatics(water.restoring, water.buoyancy, water.centre)):
        run = elver.simulate(afloat(law, quaternion=tilt), duration=4, solver=elver.Solver(dt=0.01))
        runs.append(2 * np.arcsin(run.data.base_quaternion.values[:, 1]))
    assert np.abs(runs[0] - runs[1]).max() < 0.02 * np.abs(runs[1]).max()  # two swings; the table's stiffness is off by 0.2 %


def test_a_boat_let_go_at_fifty_degrees_keeps_its_energy(water):
    tilt = (np.cos(np.radians(25)), np.sin(np.radians(25)), 0.0, 0.0)
    run = elver.simulate(afloat(water, position=(0, 0, 0.02), quaternion=tilt), duration=5, solver=elver.Solver(dt=0.0025))
    assert run.summary["ledger_closure"] < 1e-6
    assert np.degrees(2 * np.arcsin(run.data.base_quaternion.values[:, 1])).min() < -40


def test_a_run_ends_where_the_table_ends(water):
    run = elver.simulate(afloat(water, twist=(0, 0, 0, 8.0, 0, 0)), duration=5, solver=elver.Solver(dt=0.005))
    heel = np.degrees(2 * np.arcsin(run.data.base_quaternion.values[:, 1]))
    assert run.status != "ok"
    assert run.data.time.values[-1] < 1.0
    assert 60 < np.abs(heel).max() <= 75


def test_what_cannot_be_is_refused(barge, water):
    nodes = np.linspace(-0.4, 0.4, 5)
    with pytest.raises(InputError, match="even nodes"):
        AttitudeTable(nodes[:4], nodes, nodes, np.zeros((4, 5, 5)))
    with pytest.raises(InputError, match="one for each"):
        AttitudeTable(nodes, nodes, nodes, np.zeros((5, 5, 4)))
    with pytest.raises(InputError, match="trim up to 85 deg"):
        AttitudeTable(nodes, nodes, 4 * nodes, np.zeros((5, 5, 5)))
    with pytest.raises(InputError, match="table of attitudes"):
        MeshHydrostatics(water.restoring, water.buoyancy, water.centre)
    with pytest.raises(InputError, match="trim = 2 rad"):
        MeshHydrostatics.of(barge, MASS, CENTRE, trim=2.0)
    with pytest.raises(InputError, match="goes further"):
        righting_arms(barge, MASS, CENTRE, [1.4], table=water.table)
